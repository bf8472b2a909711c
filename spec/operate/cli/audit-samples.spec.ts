/** What an audit says of failures: of several kinds of one tool, of those that no rule mends, and of commands. */
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditHistory } from '../../../lib/operate/audit/index.js'
import { AuditJson } from './audit-json.js'
import { openFolder, type Folder } from './command.js'

type Call = readonly [name: string, args: object, content: string]

/** Whoever calls, and what came back, each once. */
const talk = (calls: ReadonlyArray<Call>): string =>
  JSON.stringify([
    { role: 'user', content: 'Go.' },
    ...calls.flatMap(([name, args, content], at) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `c${at}`, type: 'function', function: { name, arguments: JSON.stringify({ ...args, at }) } }]
      },
      { role: 'tool', tool_call_id: `c${at}`, content }
    ])
  ])

const times = (n: number, one: (at: number) => Call): ReadonlyArray<Call> =>
  Array.from({ length: n }, (_, at) => one(at))

describe('guarded-call audit, of failures', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const shown = async (calls: ReadonlyArray<Call>) => {
    const name = folder.write('t.json', talk(calls))
    const { stdout } = await folder.run(['audit', name, '--html', 'page.html'])
    const json: unknown = JSON.parse((await folder.run(['audit', name, '--json'])).stdout)
    if (!AuditJson.is(json)) throw new Error('No JSON of an audit.')
    const page = readFileSync(join(folder.path, 'page.html'), 'utf8')
      .replace(/<[^>]*>/g, '')
      .replaceAll('&#39;', "'")
    return { stdout, json, page }
  }

  it('quotes no line with a secret that another line of the result reveals', async () => {
    const secret = 'K7qXv9TzR2mWb4LpYd8s'
    const trace = `Traceback (most recent call last):\n  File "main.py", line 3\njsonschema.exceptions.ValidationError: '${secret}' is too short\n\nFailed validating 'minLength' in schema['properties']['password']:\n    {'minLength': 30}\n\nOn instance['password']:\n    '${secret}'`
    const { stdout, json, page } = await shown(times(3, () => ['run', {}, trace]))
    for (const text of [stdout, JSON.stringify(json), page]) {
      expect(text).to.include("ValidationError: '[redacted]' is too short")
      expect(text).to.not.include(secret)
    }
  })

  it('shows the three most frequent of one tool and code, with their counts', async () => {
    const called = (words: string): Call => ['execute', {}, `Error: ${words}`]
    const { stdout, json, page } = await shown([
      called('Invalid shape of the browser'),
      ...times(4, (at) => called(`Invalid page ${at}`)),
      ...times(2, () => called("'files' is a required property")),
      ...times(3, () => called("'path' is a required property"))
    ])
    expect(json.given.map(({ count, samples }) => [count, samples.map((one) => [one.count, one.says])])).to.deep.equal([
      [
        10,
        [
          [4, 'Error: Invalid page 0'],
          [3, "Error: 'path' is a required property"],
          [2, "Error: 'files' is a required property"]
        ]
      ]
    ])
    expect(stdout).to.contain(`
      t.json, call 2 (c1): 4 × Error: Invalid page 0
      also 3 × Error: 'path' is a required property; 2 × Error: 'files' is a required property
`)
    expect(page).to.contain("3 × Error: 'path' is a required property")
  })

  it('counts failures with one cause together, whatever call, path or log is named behind it', async () => {
    const { json } = await shown([
      ...[5_000, 10_000].flatMap((ms) =>
        ["'.answers h2'", "'.stats'"].map((selector): Call => [
          'open',
          { ms },
          `Error: page.click: Timeout ${ms}ms exceeded.\nCall log:\n - ${selector}`
        ])
      ),
      ...['/home/me/a.md', 'C:\\me\\b.md'].map((path): Call => [
        'open',
        { path },
        `Error: cannot load the file ${path}`
      ]),
      ...["'page.title'", "'a b'"].map((name): Call => [
        'open',
        { name },
        `Error: Missing ${name} in the first of all rows`
      ])
    ])
    const counts = json.given.flatMap(({ samples }) => samples.map(({ count }) => count))
    expect(counts.toSorted((one, other) => other - one)).to.deep.equal([4, 2, 1, 1])
  })

  it('tells failures apart behind one heading, and the place of each', async () => {
    const failed = (place: string, words: string): Call => [
      'Bash',
      { command: 'npm run build' },
      `Exit code 1\nFailed to compile.\n\n./components/${place}\nType error: ${words}`
    ]
    const { json } = await shown([
      failed('event/card.tsx:27:3', "Cannot find name 'useEffect'."),
      failed('shared/safe-image.tsx:39:5', "Type 'number' is not assignable to type 'Timeout'."),
      failed('event/list.tsx:3:1', "Cannot find name 'useEffect'.")
    ])
    expect(json.given.flatMap(({ samples }) => samples.map(({ count }) => count))).to.deep.equal([2, 1])
  })

  it('shows no key of a block whose first and last line stand in the command', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIBBsLIssxRXw\n-----END PRIVATE KEY-----'
    const command = "ssh-add k.pem || sed -n '/-----BEGIN PRIVATE KEY-----/,/-----END PRIVATE KEY-----/p' k.pem"
    const { json } = await shown([['bash', { command }, `Error loading key "k.pem": invalid format\n${key}`]])
    expect(JSON.stringify(json)).to.include('invalid format').and.not.include('MC4CAQ')
  })

  it('finds the most frequent also where it comes after many rare ones', async () => {
    const rare = 'abcdefghijklmnopqrstuvwxyz'.split('').map((letter): Call => ['f', {}, `Error: invalid ${letter}`])
    const { json } = await shown([...rare, ...times(3, () => ['f', {}, 'Error: invalid zebra'])])
    expect(json.given[0]?.samples[0]).to.include({ count: 3, says: 'Error: invalid zebra' })
  })

  it('says in the terminal what the page does of failures for which there is no rule', async () => {
    const { stdout, page } = await shown(times(3, () => ['book_flight', {}, 'Error: not enough seats']))
    const said =
      'Most went wrong at book_flight: 3 failures in 3 calls. No rule of a guard helps here: a guard hands on the failures that a tool returns. What failed most often (3 times) may be the right answer of its service: Error: not enough seats'
    expect(page).to.contain(said).and.to.contain('What to look at first').and.not.to.contain('guardFunctions')
    expect(stdout).to.contain(`\n${said}\n`)
  })

  it('names what failed most often at the tool of which it speaks', async () => {
    const { page } = await shown([
      ...times(3, () => ['book_flight', {}, 'Error: the seats are gone']),
      ...times(2, (): Call => ['book_flight', {}, 'Error: no such flight']),
      ...times(4, () => ['cancel_flight', {}, 'Error: the desk is closed'])
    ])
    expect(page).to.contain('Most went wrong at book_flight: 5 failures in 5 calls. No rule of a guard helps here')
    expect(page).to.contain('Repair what failed most often (3 times): Error: the seats are gone')
  })

  it('says of what a service found wrong with the order that it may be right', async () => {
    for (const words of ['payment amount does not add up, total price is 305', 'flight HAT030 not available on date 3'])
      expect((await shown(times(3, () => ['book_flight', {}, `Error: ${words}`]))).page).to.contain(
        `What failed most often (3 times) may be the right answer of its service: Error: ${words}`
      )
  })

  it('says so behind what a framework writes around it, too', async () => {
    const before = [
      'Error executing tool get_order: ',
      "MCP tool 'get_order' reported tool error: ",
      'MCP error -32603: '
    ]
    const after = [
      'Order not found',
      'File not found: a.txt',
      'Some item not found',
      'Delivered order cannot be changed',
      'Method should be card'
    ]
    for (const words of before.flatMap((one) => after.map((other) => `${one}${other}`)))
      expect((await shown([['change_order', {}, words]])).page).to.contain(
        ` What failed may be the right answer of its service: ${words}`
      )
    for (const words of ['table orders not found', 'No module named orders', 'ValueError: no such status'])
      expect((await shown([['change_order', {}, `Error executing tool get_order: ${words}`]])).page).to.contain(
        ` Repair what failed: Error executing tool get_order: ${words}`
      )
  })

  it('asks for no repair of a tool that refused what the model sent', async () => {
    const words =
      'Error executing tool move_rows: 1 validation error for applyArguments\nrecursive\n  Field required [type=missing]'
    const { page } = await shown([['mcp__files__move_rows', {}, words]])
    expect(page).to.contain(' What failed lies with the arguments that the model sent: Error executing tool move_rows')
    expect(page).not.to.contain('Repair')
  })

  it('counts exits with different codes apart', async () => {
    const { json } = await shown(
      [7, 7, 28, 1].map((code): Call => ['Bash', { command: 'curl a' }, `Exit code ${code}`])
    )
    expect(json.given.flatMap(({ samples }) => samples.map(({ count, says }) => [count, says]))).to.deep.equal([
      [2, 'Exit code 7'],
      [1, 'Exit code 28'],
      [1, 'Exit code 1']
    ])
  })

  it('says how long commands ran that failed, where that matters', async () => {
    const said = async (...seconds: ReadonlyArray<number>) => {
      const lines = seconds.flatMap((of, at) => {
        const call = { type: 'toolCall', id: `c${at}`, name: 'bash', arguments: { command: `make ${at}` } }
        const text = `a\n\n\nCommand ${at === 0 ? `timed out after ${of} seconds` : 'exited with code 1'}`
        return [
          [0, { role: 'assistant', content: [call] }],
          [of, { role: 'toolResult', toolCallId: `c${at}`, content: [{ type: 'text', text }], isError: true }]
        ].map(([second, message]) => ({
          type: 'message',
          parentId: null,
          timestamp: new Date(3_600_000 * at + 1_000 * Number(second)).toISOString(),
          message
        }))
      })
      const text = lines.map((line) => JSON.stringify(line)).join('\n')
      return (await folder.run(['audit', folder.write('pi.jsonl', text)])).stdout
    }
    expect(await said(600, 120)).to.contain(
      'The 2 commands that failed ran for 12 minutes, 10 minutes in 1 that was stopped.'
    )
    expect(await said(6, 1)).not.to.contain('ran for')
  })

  it('advises no `output` where what a tool returns is no JSON', async () => {
    const page: Call = ['get_notes', {}, '<!doctype html><title>Sign in</title>']
    const good = (text: string) => times(3, () => ['get_notes', {}, text])
    const text = await shown([page, ...good('Buy milk.')])
    expect(text.page).to.contain('No rule of a guard helps here').and.not.to.contain('output: Output')
    expect((await shown([page, ...good('{"note": "Buy milk."}')])).page).to.contain('output: Output')
  })

  it('advises no envelope for what was thrown, of which a guard makes one by itself', async () => {
    const { stdout, page } = await shown(times(3, (at) => ['get_status', { at }, 'ValueError: no such status']))
    expect(stdout).not.to.contain('errorEnvelope')
    expect(page).to.contain('Without a rule, a guard gives what a function throws a code')
    // That alone is nothing to paste.
    expect(page).to.contain('What to look at first').and.not.to.contain('guardFunctions')
    expect(stdout).not.to.contain('--html writes the code')
    expect(page).to.contain('Repair what failed most often (3 times): ValueError: no such status')
    expect((await shown(times(3, (at) => ['get_status', { at }, 'Error: no such status']))).stdout).to.contain(
      'checks: [errorEnvelope()], // 3 failures in 3 calls'
    )
  })

  it('shows what failed from the line that speaks of it, and the code of each row where a tool has several', async () => {
    const bar = '='.repeat(300)
    const cmake =
      '-- The C compiler identification is GNU 12.2.0\n-- No errors found so far\nCMake Error at CMakeLists.txt:4'
    const { json, page } = await shown([
      ['Bash', { command: 'make test' }, `Exit code 2\n${bar}\n1 test failed: adds up`],
      ['Bash', { command: 'cmake .' }, `Exit code 1\n${cmake}`],
      ['Bash', { command: 'nope' }, 'bash: line 1: nope: command not found']
    ])
    const says = json.given.flatMap(({ samples }) => samples.map((one) => one.says)).toSorted()
    expect(says).to.deep.equal([
      '1 test failed: adds up',
      'CMake Error at CMakeLists.txt:4',
      'bash: line 1: nope: command not found'
    ])
    expect(page.replaceAll('\n', ' ')).to.match(/Bash not_found/)
  })

  it('gives an error of code no code of what its words happen to name', async () => {
    const codesOf = async (...texts: ReadonlyArray<string>) =>
      (await shown(texts.map((text, at): Call => ['run', { at }, text]))).json.given.map(({ code }) => code)
    expect(
      await codesOf(
        'SyntaxError: Invalid or unexpected token',
        'ImportError: LaTeX parsing requires the antlr4 python package',
        'ValueError: not authorized by the evidence'
      )
    ).to.deep.equal(['error_in_body'])
    expect(await codesOf('ValueError: 401 Unauthorized')).to.deep.equal(['unauthorized'])
  })

  it('counts neither a failure nor a write of a call that an agent did not make, as another one failed', async () => {
    const cancelled = '<tool_use_error>Cancelled: parallel tool call Bash(make) errored</tool_use_error>'
    expect((await shown([['TaskUpdate', { id: 1 }, cancelled]])).json.conclusion).to.contain('no bad result')
    const mail = (answer: string): Call => ['mcp__shop__send_mail', { to: 'ann' }, answer]
    expect((await shown([mail(cancelled), mail(cancelled), mail('sent')])).json.conclusion).to.equal(
      'In 3 calls in 1 conversation, no repeated write, no bad result and no useless call was found.'
    )
  })

  it('tells commands that failed from failures of tools', async () => {
    const tests: Call = ['Bash', { command: 'npm test' }, 'Exit code 1\n1 of 7 tests failed']
    const { json } = await shown([tests, ['get_order', {}, 'Error: 503 Service Unavailable']])
    expect(json.conclusion).to.equal(
      'Of 2 calls in 1 conversation, 1 result (50.0 %) was a failure, and 1 command of a shell failed.'
    )
    expect((await shown([tests])).json.conclusion).to.equal('Of 1 call in 1 conversation, 1 command of a shell failed.')
    const refused = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    expect((await shown([['Bash', { command: 'rm a' }, refused]])).json.conclusion).to.contain('was a failure')
  })

  it('takes what a search of an agent did not find for an answer', async () => {
    const { json } = await shown([
      ['Grep', { pattern: 'a' }, 'No matches found'],
      ['Glob', { pattern: 'a' }, 'No files found'],
      ['Bash', { command: 'cd src && rg "a|b" .' }, 'Exit code 1'],
      ['Bash', { command: 'grep -q a b 2>&1 && echo yes' }, 'Exit code 1'],
      [
        'shell',
        { command: ['bash', '-lc', "git diff | grep -n 'x'"] },
        'Exit code: 1\nWall time: 0.1 seconds\nOutput:\n'
      ]
    ])
    expect(json.conclusion).to.contain('no bad result')
    const { json: others } = await shown([
      ['Bash', { command: 'rg a || make' }, 'Exit code 1'],
      ['Bash', { command: 'rg a' }, 'Exit code 2'],
      ['Bash', { command: 'rg a' }, 'Exit code 1\nrg: no such option'],
      ['exec_command', { cmd: 'npm run e2e', workdir: '/home/me/app/test' }, 'Exit code 1'],
      ['Bash', { command: `${'(grep a '.repeat(50_000)};` }, 'Exit code 1']
    ])
    expect(others.conclusion).to.contain('5 commands of a shell failed')
  })

  it('takes a search that the log marks as failed, without a word, for one that found nothing', () => {
    const searched = (command: string, content = '') =>
      auditHistory('anthropic', [
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content, is_error: true }] }
      ]).given.failed
    expect([searched('rg -n "a|b" lib/a.py -S'), searched('make')]).to.deep.equal([0, 1])
    // In PowerShell, and of a difference, too.
    const process = 'Get-Process -Name gh -ErrorAction SilentlyContinue | Select-Object Id, StartTime'
    expect(searched(process, 'Exit code 1\n(no output)')).to.equal(0)
    for (const [command, text, failed] of [
      ['make && diff <(sed "s|a|b|" a.txt) b.txt && echo "same"', '24 checks passed\n15c15\n< a\n---\n> b\n', 0],
      ['cmp a b', 'Exit code 1\na b differ: byte 1, line 1', 0],
      ['git diff --no-index a b', 'Exit code 1\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-a\n+b', 0],
      ['diff a b', 'Exit code 2\n> diff: b: No such file or directory\n< ', 1],
      ['diff a b; make', 'Exit code 1\n< a\n---\n> b', 1]
    ] as const)
      expect(searched(command, text), command).to.equal(failed)
  })

  it('tells what crashed by its exception, behind a pipe, too', async () => {
    const crashed = (at: number, exception: string) =>
      `Read ${at} rows\nTraceback (most recent call last):\n  File "a.py", line ${at}\n    f(x)\n${exception}`
    const run = (at: number, exception: string): Call => [
      'Bash',
      { command: `python a.py 2>&1 | tail -${at}` },
      crashed(at, exception)
    ]
    const { json } = await shown([
      run(1, "KeyError: 'a'"),
      run(2, "KeyError: 'a'"),
      run(3, 'ZeroDivisionError: division by zero'),
      ['Bash', { command: 'python a.py' }, `Exit code 1\n${crashed(4, "KeyError: 'a'")}`],
      ['Bash', { command: 'tail train.log' }, crashed(5, "KeyError: 'a'")]
    ])
    expect(json.conclusion).to.equal('Of 5 calls in 1 conversation, 4 commands of a shell failed.')
    const samples = json.given.flatMap((group) => group.samples)
    expect(samples.map(({ count, says }) => [count, says])).to.deep.equal([
      [3, "KeyError: 'a'"],
      [1, 'ZeroDivisionError: division by zero']
    ])
  })

  it('counts a result once that is cut and fills the context, too', async () => {
    const long = `${'[{"id": 1, "name": "Samsung"}, '.repeat(3_000)}\n[... truncated, the rest is in a file ...]`
    const { json, stdout } = await shown([
      ['list_products', {}, long],
      ['list_products', {}, long],
      ['list_products', {}, '[{"id": 1}]']
    ])
    expect(json.conclusion).to.match(/^Of 3 calls in 1 conversation, 2 results \(66.7 %\) were cut or too long\.$/)
    expect(json.total).to.deep.include({ badResults: 2 })
    expect(json.total.given).to.include({ cut: 2, too_long: 2 })
    expect(stdout).to.match(/list_products +3 +0 +2 +0/)
  })

  /** The same call so often, beside others that worked. */
  const stuck = (n: number, name: string, args: object, content: string) => [
    { role: 'user', content: 'Go.' },
    ...Array.from({ length: n }, (_, at) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `s${at}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }]
      },
      { role: 'tool', tool_call_id: `s${at}`, content }
    ]).flat()
  ]

  it('says first that a run made one failing call over and over, with its place and what it left out', async () => {
    const query = (at: number): Call => [
      'execute_sql',
      { sql: `SELECT ${at}`, limit: at % 2 === 0 ? null : 5 },
      '[{"n":1}]'
    ]
    const worked = JSON.parse(talk(times(4, query)).replace(/,\\"at\\":\d/g, '')) as ReadonlyArray<object>
    const runs = [
      [
        '95.json',
        [...worked, ...stuck(95, 'execute_sql', {}, 'Error: syntax error at or near "all"\nLINE 1: all').slice(1)]
      ],
      ['12.json', stuck(12, 'execute_sql', {}, 'Error: syntax error at or near "all"')],
      ['09.json', stuck(9, 'book', { id: 1 }, 'Error: no seats')]
    ] as const
    for (const [name, messages] of runs) folder.write(name, JSON.stringify(messages))
    const { stdout } = await folder.run(['audit', ...runs.map(([name]) => name), '--json'])
    const json = JSON.parse(stdout) as AuditJson
    expect(json.conclusion).to.match(
      /^One run made the same failing call 95 times \(`execute_sql` without `sql`, from call 5 of 95\.json\), and 1 other run one 12 times\. Of 120 calls/
    )
    expect(json.config).to.contain('// args: Arguments, // 107 of 107 failures are about arguments (left out: sql)')
  })

  it('says of a call without arguments that it had none, where nothing tells their names', async () => {
    const { stdout } = await folder.run([
      'audit',
      folder.write('t.json', JSON.stringify(stuck(10, 'run', {}, 'Error: invalid query')))
    ])
    expect(stdout).to.match(
      /^One run made the same failing call 10 times \(`run` without arguments, from call 1 of t\.json\)\. Of /
    )
    const fewer = await folder.run([
      'audit',
      folder.write('t.json', JSON.stringify(stuck(9, 'run', {}, 'Error: invalid query')))
    ])
    expect(fewer.stdout).to.match(/^Of 9 calls/)
  })

  it('reads in the words of a service that arguments broke its schema, and advises `args`, beside which no envelope stands', async () => {
    const said = 'body failed validation. Fix one: body.embed should be defined, instead was `undefined`.'
    const notion = (at: number): Call => [
      'API-get-block',
      { block: at },
      JSON.stringify({ object: 'error', status: 400, code: 'validation_error', message: said })
    ]
    const { json } = await shown(times(3, notion))
    expect(json.config)
      .to.contain('// args: Arguments, // 3 of 3 failures are about arguments')
      .and.not.to.contain('errorEnvelope')
    const once = await shown([notion(1)])
    expect(once.json.config).to.contain('checks: [errorEnvelope()], // 1 failure in 1 call')
    const bug = await shown(times(2, () => ['get_bill', {}, "Error: NameError: name '_normalize' is not defined"]))
    expect(bug.stdout).to.contain('Fix the tool get_bill').and.not.to.contain('errorEnvelope()')
  })

  it('takes the greeting of a service that lets no shell in for no failure', async () => {
    const hi = "Exit code 1\nHi ada! You've successfully authenticated, but GitHub does not provide shell access."
    const { json } = await shown([
      ['Bash', { command: 'ssh -T git@github.com' }, hi],
      ['Bash', { command: './deploy.sh' }, hi]
    ])
    expect(json.conclusion).to.equal('Of 2 calls in 1 conversation, 1 command of a shell failed.')
  })
})
