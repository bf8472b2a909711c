import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { auditConversation } from '../../../lib/operate/audit/audit.js'
import { callAnswer } from '../../../lib/operate/audit/call-answer.js'
import { shellErrorIn, type ShellError } from '../../../lib/operate/audit/shell-errors.js'

type Row = readonly [code: ShellError['code'], text: string, missing?: string]

/** What each prints of a program, a file or a pattern that is missing, of one it may not run, and of bad syntax. */
const SHELLS: Readonly<Record<string, ReadonlyArray<Row>>> = {
  bash: [
    ['not_found', 'bash: line 1: jq: command not found', 'jq'],
    ['not_found', '/bin/bash: jq: command not found', 'jq'],
    ['not_found', 'run.sh: line 7: jq: command not found', 'jq'],
    ['not_found', 'bash: line 1: cd: /nodir: No such file or directory', '/nodir'],
    ['not_found', 'bash: line 1: exec: jq: not found', 'jq'],
    ['unauthorized', 'bash: line 1: ./a.sh: Permission denied'],
    ['error_in_body', 'bash: line 1: ./a.bin: cannot execute binary file: Exec format error'],
    ['error_in_body', "bash: -c: line 1: syntax error near unexpected token `)'\nbash: -c: line 1: `echo a )'"],
    ['error_in_body', 'bash: line 1: ${a b}: bad substitution']
  ],
  dash: [
    ['not_found', 'sh: 1: vite: not found', 'vite'],
    ['not_found', '/bin/sh: 1: eval: vite: not found', 'vite'],
    ['not_found', 'sh: 1: cannot open a.txt: No such file', 'a.txt'],
    ['not_found', "sh: 1: cd: can't cd to /nodir", '/nodir'],
    ['unauthorized', 'dash: 1: ./a.sh: Permission denied'],
    ['error_in_body', 'sh: 1: Syntax error: Unterminated quoted string']
  ],
  zsh: [
    ['not_found', 'zsh: command not found: jq', 'jq'],
    ['not_found', '(eval):1: command not found: timeout', 'timeout'],
    ['not_found', 'build: command not found: vite', 'vite'],
    ['not_found', '(eval):1: no matches found: --include=*.py', '--include=*.py'],
    ['not_found', 'zsh:cd:1: no such file or directory: /nodir', '/nodir'],
    ['unauthorized', 'zsh:1: permission denied: ./a.sh'],
    ['error_in_body', "zsh:1: parse error near `)'"],
    ['error_in_body', 'run.zsh:3: unmatched "']
  ],
  fish: [
    ['not_found', 'fish: Unknown command: jq\nfish: \njq -r .a\n^^', 'jq'],
    ['not_found', "fish: No matches for wildcard '*.py'. See `help wildcards-globbing`.\nls *.py\n   ^~~^", '*.py'],
    ['error_in_body', "fish: Unexpected end of string, expecting ')'\necho (\n     ^"]
  ],
  'ksh, mksh and BusyBox': [
    ['not_found', 'ksh: eval[1]: jq: not found', 'jq'],
    ['not_found', 'ksh: a.txt: cannot open [No such file or directory]', 'a.txt'],
    ['not_found', 'E: mksh: jq: inaccessible or not found', 'jq'],
    ['not_found', 'sh: exec: line 0: jq: not found', 'jq'],
    ['unauthorized', 'ksh: ./a.sh: cannot execute [Permission denied]'],
    ['error_in_body', "E: mksh: syntax error: unexpected ')'"]
  ],
  PowerShell: [
    [
      'not_found',
      "jq : The term 'jq' is not recognized as the name of a cmdlet, function, script file, or operable program. Check the\r\nspelling of the name.\r\nAt line:1 char:1\r\n+ jq .\r\n+ ~~\r\n    + CategoryInfo          : ObjectNotFound: (jq:String) [], CommandNotFoundException\r\n    + FullyQualifiedErrorId : CommandNotFoundException\r\n",
      'jq'
    ],
    ['not_found', "jq: The term 'jq' is not recognized as a name of a cmdlet, function or executable program.", 'jq'],
    [
      'not_found',
      "Line |\n   2 |  jq .\n     |  ~~\n     | The term 'jq' is not recognized as a name of a cmdlet, function",
      'jq'
    ],
    [
      'error_in_body',
      "At line:1 char:9\n+ cd a && dir\n+      ~~\nThe token '&&' is not a valid statement separator in this version.\n"
    ]
  ],
  cmd: [
    [
      'not_found',
      "'jq' is not recognized as an internal or external command,\r\noperable program or batch file.\r\n",
      'jq'
    ],
    ['not_found', 'The system cannot find the path specified.\r\n'],
    ['error_in_body', 'The syntax of the command is incorrect.'],
    ['error_in_body', '( was unexpected at this time.']
  ]
}

describe('shellErrorIn', () => {
  for (const [shell, rows] of Object.entries(SHELLS))
    it(`reads what ${shell} says, also behind other output`, () => {
      for (const [code, text, missing] of rows)
        for (const before of ['', 'compiled 3 files\n'])
          expect(shellErrorIn(before + text), text).to.deep.include({ code, missing })
    })

  it('reads what the shells of this machine print', () => {
    for (const shell of ['bash', 'sh'])
      for (const command of ['no-such-program -a', 'cd /no-such-folder', 'echo )'])
        expect(
          shellErrorIn(execFileSync(shell, ['-c', `exec 2>&1; eval '${command}' | tail -9`], { encoding: 'utf8' })),
          `${shell} ${command}`
        ).not.to.equal(undefined)
  })

  it('takes no other program, no warning and nothing before other output for one', () => {
    for (const text of [
      "ls: cannot access 'a': No such file or directory",
      'main.c:12: syntax error, unexpected end of file',
      'bash: warning: setlocale: LC_ALL: cannot change locale (en_US.UTF-8): No such file or directory',
      'bash: no job control in this shell',
      'bash: line 1:  4711 Killed                  node a.js',
      'zsh: command not found: jq\n3 tests passed',
      'The docs say: zsh: command not found: jq'
    ])
      expect(shellErrorIn(text), text).to.equal(undefined)
  })
})

describe('a command that its shell did not run', () => {
  const given = (command: string, text: string) => {
    const call = { tool: 'Bash', args: { command }, turn: 1, answer: callAnswer(text) }
    return auditConversation({ entries: 1, calls: [call], strange: 0 }).marks[0]?.given
  }

  it('failed behind a pipe, also where all its programs only read', () => {
    const glob = '(eval):1: no matches found: docs/*.md'
    expect(given('grep -l "a" docs/*.md 2>/dev/null | head -10', glob)).to.deep.equal([
      { kind: 'failed', code: 'not_found', says: glob }
    ])
    const program = 'zsh: command not found: rg'
    expect(given('rg -n "a" src | head -3', program)?.[0]?.says).to.equal(program)
  })

  it('did not where it read a log, or searched for such words', () => {
    for (const [command, text] of [
      ['tail -2 build.log', 'build: start\nzsh: command not found: vite'],
      ['grep "command not found" build.log', '12:zsh: command not found: jq\nzsh: command not found: rg'],
      ['grep jq build.log | head', 'jq . a.json\nbash: line 1: jq: command not found'],
      ["grep 'docs/*.md' build.log", '(eval):1: no matches found: docs/*.md']
    ] as const)
      expect(given(command, text), command).to.deep.equal([])
  })
})
