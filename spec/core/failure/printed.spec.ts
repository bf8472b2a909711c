/** A program's output, returned by a write: a line that reports a failure, however long the text, leaves it unknown. */
import { expect } from 'chai'
import { guardFunctions, openTurn } from '../../../lib/index.js'
import { failureIn } from '#core/failure'

const executedBy = async (name: string, raw: unknown, args: unknown = {}): Promise<unknown> => {
  const turn = openTurn({ logger: false })
  const tools = guardFunctions({ [name]: async (_: unknown) => raw }, { turn, rules: { [name]: { effect: 'write' } } })
  await (tools[name] as (args: unknown) => Promise<unknown>)(args).catch(() => undefined)
  return turn.outcomes()[0]?.executed
}

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `uploading dist/assets/chunk-${index}.js`).join('\n')

const FAILURES: Readonly<Record<string, string>> = {
  psql: 'psql:m.sql:41: ERROR:  relation "m.nope" does not exist\nLINE 1: insert into m.nope values (1);\nROLLBACK',
  'a transaction rolled back': 'INSERT 0 1\nROLLBACK',
  'git push':
    "To github.com:o/r.git\n ! [remote rejected] main -> main (pre-receive hook declined)\nerror: failed to push some refs to 'x'",
  'git push, hints':
    ' ! [rejected]        main -> main (fetch first)\nhint: Updates were rejected\nhint: Integrate the changes\nhint: See the note',
  'a wait that ended': 'Deploying web\nTimed out waiting for web',
  'a program that was stopped': 'Deploying web\nOperation canceled by user.',
  'a program that gave up': 'Deploying web\nAborting.',
  'a disk': 'Copying files\nDisk full',
  'gh pr merge': 'Merging\nPull request #3 is not mergeable',
  'SQL*Plus': 'insert into a values (1)\nORA-00001: unique constraint (A.B) violated\nDisconnected',
  sqlcmd: "Msg 2627, Level 14, State 1, Server x, Line 1\nViolation of PRIMARY KEY constraint 'PK'.\nThe end",
  'git commit': 'On branch main\nnothing to commit, working tree clean',
  JavaScript: 'Error: Upload failed: 403 Forbidden (AccessDenied)',
  Python:
    'Traceback (most recent call last):\n  File "d.py", line 4, in <module>\nRuntimeError: you may not write to www',
  'subprocess of Python': "Command '['git', 'push', 'origin']' returned non-zero exit status 128.",
  cp: "cp: cannot stat 'nothere': No such file or directory",
  make: "make: *** [Makefile:32: deploy] Error 1\nmake: Leaving directory '/w'",
  npm: 'npm notice\nnpm warn publish x\nnpm error code E403\nnpm error 403 403 Forbidden - PUT https://r/x',
  'npm 9': 'npm notice\nnpm ERR! code E403\nnpm ERR! 403 403 Forbidden - PUT https://r/x',
  lerna: 'lerna info publish Publishing packages to npm...\nlerna ERR! E403 You cannot publish over it',
  kubectl:
    'service/web created\nThe Deployment "web" is invalid: spec.template.spec.containers[0].image: Required value',
  BuildKit:
    '#5 [2/2] RUN make\n#5 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 127\n------\nDockerfile:2\n------',
  BigQuery: 'BigQuery error in load operation: Error processing job x\nRows: 1',
  mongoimport: 'connected to: mongodb://x\n0 document(s) imported successfully. 1 document(s) failed to import.',
  composer: 'Updating dependencies\nYour requirements could not be resolved to an installable set of packages.',
  mercurial: 'searching for changes\nabort: push creates new remote head abc!',
  Maven: '[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal deploy: status code: 401\n[INFO] re-run with -e',
  Terraform: '╷\n│ Error: creating EC2 Instance: not authorized\n│ \n│   with aws_instance.a,\n╵',
  CloudFormation: 'MyStack | 0/3 | CREATE_FAILED | AWS::S3::Bucket | B already exists\nMyStack | 0/3 | DELETE_COMPLETE',
  pytest: 'FAILED test_a.py::test_b - assert 1 == 2\n===== 1 failed, 1 passed in 0.03s =====',
  go: '--- FAIL: TestPay (0.00s)\nFAIL\nFAIL\tx\t0.1s',
  tsc: 'a.ts(1,23): error TS1109: Expression expected.',
  dash: 'sh: 1: deploy-site: not found',
  chown: "chown: invalid user: 'nobody-else'",
  'a colour': '\u001b[31merror\u001b[0m: \u001b[1mdenied\u001b[0m',
  'a last sentence': 'The steps ran.\nDeployment failed.',
  'git cherry-pick': 'On branch main\nThe previous cherry-pick is now empty, possibly due to conflict resolution.',
  'exit code': 'Exit code: 1',
  'exit status': 'exit status 1',
  'Gemini CLI': 'Error: (none)\nExit Code: 1\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 1',
  OpenHands:
    '[The command completed with exit code 1.]\n[Current working directory: /w]\n[Command finished with exit code 1]',
  'mini-swe-agent': '<returncode>1</returncode>\n<output>\nx\n</output>',
  Goose: 'Command exited with code 1',
  'Desktop Commander': 'Process exited with code 1',
  Copilot: '<exited with exit code 1>',
  AutoGen: 'exitcode: 1 (execution failed)\nCode output: x',
  smolagents: 'Execution failed with exit code 1',
  '.NET':
    'Charging order 17...\nUnhandled exception. System.InvalidOperationException: boom\n   at P.<Main>$(String[] args) in /app/P.cs:line 3',
  Mono: "\nUnhandled Exception: System.IO.FileNotFoundException: Could not find file 'x'.\n   at x",
  Dart: 'Unhandled exception:\nException: no\n#0      main (file:///a.dart:1:15)',
  'bash, full disk': 'bash: line 1: echo: write error: No space left on device',
  'dash, full disk': 'sh: 1: echo: echo: I/O error',
  tee: 'tee: /dev/full: No space left on device',
  'tee, quota': 'tee: x: Disk quota exceeded',
  cat: 'cat: write error: No space left on device',
  'bash, mount': 'bash: /x: Read-only file system',
  'bash, file in use': 'bash: x: Text file busy',
  'bash, fork': 'bash: fork: retry: Resource temporarily unavailable',
  umount: 'umount: /mnt: target is busy.'
}

const PLACES: Readonly<Record<string, (text: string) => unknown>> = {
  'a text': (text) => text,
  'Windows line ends': (text) => text.replaceAll('\n', '\r\n'),
  output: (output) => ({ output, metadata: { duration: 0.5 } }),
  'stdout of a run with an id': (stdout) => ({ id: 'run-1', stdout, stderr: '' }),
  stderr: (stderr) => ({ stdout: 'BEGIN\nINSERT 0 1\n', stderr }),
  result: (result) => ({ result }),
  'a list of lines': (text) => ({ id: 'run-1', logs: text.split('\n') }),
  'JSON text': (message) => JSON.stringify({ ok: true, message }),
  'a block of MCP': (text) => ({
    content: [
      { type: 'text', text: 'Ran.' },
      { type: 'text', text }
    ]
  })
}

describe('what a program printed that failed', () => {
  for (const [what, failure] of Object.entries(FAILURES))
    it(`makes no write executed, wherever it stands: ${what}`, async () => {
      for (const [place, put] of Object.entries(PLACES))
        for (const before of [1, 40, 800])
          expect(await executedBy('run_deploy', put(`${lines(before)}\n${failure}\n`)), `${place}, ${before}`).to.equal(
            'unknown'
          )
    })

  it('makes none executed by a reply of Redis that is an error', async () => {
    for (const reply of [
      'CLUSTERDOWN Hash slot not served',
      "CROSSSLOT Keys in request don't hash to the same slot",
      'BUSYGROUP Consumer Group name already exists',
      'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
      "OOM command not allowed when used memory > 'maxmemory'.",
      "READONLY You can't write against a read only replica.",
      'MOVED 3999 127.0.0.1:6381',
      'LOADING Redis is loading the dataset in memory',
      "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
      'NOREPLICAS Not enough good replicas to write.',
      'OK\nQUEUED\nEXECABORT Transaction discarded because of previous errors.'
    ])
      for (const put of Object.values(PLACES))
        expect(await executedBy('redis_set', put(`${reply}\n`)), reply).to.equal('unknown')
  })

  it('makes none executed where much stands behind it', async () => {
    for (const failure of [
      'Error: Upload failed',
      'npm error code E403',
      'Exit Code: 1',
      'deploy.sh: x: command not found'
    ])
      expect(await executedBy('run_deploy', `${lines(500)}\n${failure}\n${lines(500)}`), failure).to.equal('unknown')
  })

  it('makes none executed in markup, however many elements stand before it', async () => {
    const deleted = '<Deleted><Key>logs/2026/01/file.json.gz</Key></Deleted>'.repeat(999)
    for (const failed of [
      '<Error><Key>a</Key><Code>AccessDenied</Code></Error>',
      '<D:response><D:status>HTTP/1.1 423 Locked</D:status></D:response>',
      '<soap:Fault><faultstring>no</faultstring></soap:Fault>',
      '<Ack>Failure</Ack>'
    ])
      expect(await executedBy('delete_objects', `<R>${deleted}${failed}</R>`), failed).to.equal('unknown')
  })

  it('is data of a read, however it is put', () => {
    for (const failure of Object.values(FAILURES))
      expect(failureIn(`${lines(60)}\n${failure}\n${lines(60)}`), failure).to.equal(undefined)
  })
})

const WAYS = ['a text', 'stderr', 'a block of MCP'] as const

describe('words of a failure', () => {
  for (const words of [
    'Order 17 is not available.',
    'A customer with that name already exists',
    '{"deletedCount": 0}',
    '{"id": 17, "error": "mail failed"}',
    `Expected 1 occurrences but found 3 in /a.txt. ${'Double check. '.repeat(40)}`,
    'Exact match not found, but found a similar text with 90% similarity:\n\nDifferences:\n{-fuz-}{+foz+}',
    'No documents matched the filter.',
    'Deleted `0` document(s) from collection "orders"',
    "Updated '0' rows"
  ])
    it(`make no write executed, however they were returned: ${words.slice(0, 40)}`, async () => {
      for (const way of WAYS) expect(await executedBy('run_step', PLACES[way]?.(words)), way).to.equal('unknown')
    })

  it('do so where no call asked for them', async () => {
    const block = { content: [{ type: 'text', text: 'Order 17 rejected.' }] }
    expect(await executedBy('reject_order', block)).to.equal('yes')
    expect(await executedBy('place_order', block)).to.equal('unknown')
  })
})

const GOOD: ReadonlyArray<readonly [tool: string, raw: unknown]> = [
  ['sync_files', 'Deleted 0 files, uploaded 3 files'],
  ['npm_install', 'changed 0 packages, and audited 15 packages in 1s'],
  [
    'git_push',
    'remote: Resolving deltas: 100% (6/6)\nTo github.com:o/r.git\n * [new branch]      fix-error-handling -> fix-error-handling'
  ],
  [
    'git_pull',
    `Updating abc1234..def5678\nFast-forward\n${lines(10)}\n src/error.ts | 12 +++---\n src/errors/failed.ts | 4 ++--`
  ],
  [
    'npm_install',
    `npm warn deprecated glob@7: no longer supported\n${lines(20)}\nadded 412 packages\n\nfound 0 vulnerabilities`
  ],
  [
    'npm_publish',
    `npm notice\nnpm notice 523B error.js\nnpm notice 2kB errors/failed.js\n${lines(10)}\nnpm notice Publishing to https://r/\n+ error-lib@1.0.0`
  ],
  [
    'docker_build',
    '#5 [3/3] RUN cargo build\n#5 1.31    Compiling error-chain v0.12.4\n#5 1.40    Compiling failure v0.1.8\n#5 DONE 2.2s'
  ],
  [
    'docker_push',
    `The push refers to repository [x/b]\n${lines(10)}\nc1ec31eb5944: Layer already exists\n1.0: digest: sha256:abcdef size: 1234`
  ],
  ['kubectl_apply', 'namespace/errors unchanged\nconfigmap/error-pages created\ndeployment.apps/web configured'],
  [
    'terraform_apply',
    `aws_s3_bucket.errors: Creating...\n${lines(20)}\n\nApply complete! Resources: 1 added.\n\nOutputs:\n\nfailed_queue = "arn:aws:sqs:x"`
  ],
  ['run_migration', `BEGIN\n${'CREATE TABLE\n'.repeat(60)}COMMIT`],
  ['run_migration', 'psql:m.sql:1: NOTICE:  relation "errors" already exists, skipping\nCREATE TABLE\nINSERT 0 1'],
  [
    'run_tests',
    'tests/test_errors.py::test_error_message PASSED\ntests/test_failed.py PASSED\n===== 12 passed, 1 warning in 0.21s ====='
  ],
  [
    'cargo_test',
    'running 3 tests\ntest error_handling ... ok\ntest tests::failed_upload ... ok\n\ntest result: ok. 3 passed; 0 failed; 0 ignored; finished in 0.00s'
  ],
  [
    'mvn_deploy',
    '[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n[INFO] Total time:  2 s'
  ],
  ['dotnet_build', `  App -> /x/bin/App.dll\n${lines(10)}\n\nBuild succeeded.\n    0 Warning(s)\n    0 Error(s)\n`],
  ['make_deploy', `cc -Werror -c error.c -o error.o\n${lines(20)}\ninstall -m 755 app /usr/local/bin/app`],
  [
    'run_playbook',
    `TASK [copy error page]\nchanged: [h]\n${lines(10)}\nPLAY RECAP\nh : ok=2 changed=1 unreachable=0 failed=0`
  ],
  [
    'run_dbt',
    '00:00:02  1 of 2 OK created sql table model x.errors\n00:00:03  Done. PASS=2 WARN=0 ERROR=0 SKIP=0 TOTAL=2'
  ],
  ['run_sync', `${lines(30)}\nErrors: 0\nFailed: 0, added: 12\nError: none\nExit code: 0`],
  ['run_deploy', `${lines(30)}\nfunctions:\n  onError: errors-dev-onError\n  onFailed: errors-dev-onFailed`],
  ['tag_release', `${'- fix: error when an upload failed (#1)\n'.repeat(20)}Released v1.2.3`],
  ['edit_file', `${lines(20)}\n--- a/src/a.py\n+++ b/src/a.py\n-error: old\n+error: new\n+ raise Error("failed")`],
  [
    'edit_file',
    `The file was edited:\n${lines(20)}\n     2\t  error: string\n     3\t  // Error: thrown when it failed\nReview it.`
  ],
  [
    'git_log',
    `${lines(3)}\n- fix: no space left on device (#1)\n- docs: a: broken pipe of a reader\nLOADING DATA 12 rows\nMOVED 3 files`
  ],
  ['git_push', { stdout: '', stderr: 'To github.com:o/r.git\n   abc1234..def5678  main -> main\n' }],
  ['npm_install', { stdout: 'added 1 package in 1s\n', stderr: 'npm warn deprecated x@1: no longer supported\n' }],
  ['cargo_build', { stdout: '', stderr: '   Compiling error-chain v0.12.4\n    Finished dev target(s) in 0.5s\n' }],
  ['close_issue', { id: 5, state: 'closed', body: 'Steps:\n1. run\n\nError: Cannot find module x\nexit code 1' }],
  ['pin_comment', { id: 77, text: 'I got this:\nError: denied\nExit code: 1' }]
]

describe('what a program printed that worked', () => {
  for (const [tool, raw] of GOOD)
    it(`makes its write executed: ${JSON.stringify(raw).slice(-60)}`, async () => {
      expect(await executedBy(tool, raw)).to.equal('yes')
    })

  it('does so where the lines are those of the call', async () => {
    const text = 'Steps to reproduce:\nError: Cannot find module x\nCommand failed with exit code 1'
    expect(
      await executedBy('post_note', `Posted this note for everybody:\n${lines(20)}\n${text}\nhttps://x/1`, { text })
    ).to.equal('yes')
    expect(await executedBy('post_note', { text }, { text })).to.equal('yes')
    expect(await executedBy('rollback_deploy', `${lines(20)}\nError: rollback failed`)).to.equal('unknown')
    expect(await executedBy('rollback_transaction', 'BEGIN\nINSERT 0 1\nROLLBACK')).to.equal('yes')
  })
})
