/**
 * What shells say themselves of a command that they did not run: as bash 5.2, dash 0.5.12, zsh 5.9, fish 3.6, mksh R59,
 * ksh93u+m and BusyBox 1.35 print it, and as Microsoft documents it of PowerShell and cmd.
 */

/** A command, or a part of it, that its shell did not run. */
export interface ShellError {
  readonly code: 'not_found' | 'unauthorized' | 'error_in_body'
  /** The line that says so. */
  readonly says: string
  /** The program, the file or the pattern that is missing. */
  readonly missing: string | undefined
}

const NAME = String.raw`[\w./~-]{1,60}`

/** Who speaks: a shell, a script or a function, with its line. */
const SPEAKERS = [
  // bash: `bash: line 3: `, `bash: -c: line 3: `, `run.sh: line 3: `
  String.raw`(?:${NAME}/)?bash: (?:-c: )?(?:line \d+: )?`,
  String.raw`${NAME}: line \d+: `,
  // dash: `sh: 1: `, `run.sh: 1: `; BusyBox: `sh: `; ksh: `ksh: `; mksh: `E: mksh: `
  String.raw`(?:[EW]: )?(?:${NAME}[./])?(?:da|a|k|mk)?sh: (?:\d+: )?`,
  // zsh: `zsh: `, `zsh:1: `, `zsh:cd:1: `, `(eval):1: `, `run.zsh:1: `
  String.raw`(?:zsh|\(eval\)|${NAME}\.z?sh):(?:\w+:)?(?:\d+:)? `,
  String.raw`\w{1,60}: (?=command not found: )`,
  'fish: '
]

// The built-in command that looked for a program or a file, of most shells; a warning is no error.
const BUILTIN = String.raw`(?!warning: )(?:(?:cd|eval|exec|source)(?:\[\d+\])?: (?:line \d+: )?)?`
const WHAT = String.raw`([^\n]{1,200}?)`

const MESSAGES: ReadonlyArray<readonly [code: ShellError['code'], form: string]> = [
  // bash, dash, BusyBox, ksh, mksh
  ['not_found', `${WHAT}: (?:command not found|(?:inaccessible or )?not found|[Nn]o such file or directory)`],
  ['not_found', String.raw`(?:cannot|can't) (?:open|create|cd to) ${WHAT}(?:: [^\n]{1,60})?`],
  ['not_found', String.raw`${WHAT}: (?:cannot (?:open|create) )?\[[^\n]{1,60}\]`],
  // zsh
  ['not_found', `(?:command not found|no such file or directory|no matches found): ${WHAT}`],
  // fish
  ['not_found', `Unknown command: ${WHAT}`],
  ['not_found', String.raw`No matches for wildcard '${WHAT}'\.[^\n]{0,60}`],
  [
    'unauthorized',
    String.raw`(?:[^\n]{1,200}: (?:can(?:no|')t execute: )?[Pp]ermission denied|permission denied: [^\n]{1,200}|[^\n]{1,200}\[Permission denied\])`
  ],
  [
    'error_in_body',
    String.raw`[^\n]{0,200}(?:[Ss]yntax error|parse error|unexpected EOF|[Uu]nmatched|no closing quote|[Bb]ad (?:substitution|pattern|interpreter)|unbound variable|parameter not set|[Ee]xec format error|can(?:no|')t execute|Is a directory|event not found|ambiguous redirect|Unexpected |Missing end|is not a valid variable|is not an executable)[^\n]{0,200}`
  ]
]

// The source around it: of bash, and of fish with a mark below.
const SOURCE = String.raw`(?:\n(?:${NAME}: ){1,2}line \d+: \`[^\n]{0,300}'|(?:\n[^\n]{0,300}){1,3}\n *\^~{0,300}\^?)?`

const FORMS = MESSAGES.map(
  ([code, form]) =>
    [code, new RegExp(String.raw`(?:^|\n)((?:${SPEAKERS.join('|')})${BUILTIN}${form})${SOURCE}$`)] as const
)

const OF_WINDOWS: ReadonlyArray<readonly [code: ShellError['code'], form: RegExp]> = [
  // cmd
  [
    'not_found',
    /(?:^|\n)('([^'\n]{1,200})' is not recognized as an internal or external command),?\s{0,4}(?:operable program or batch file\.)?$/
  ],
  ['not_found', /(?:^|\n)(The system cannot find the (?:path|file|drive) specified\.)$/],
  ['error_in_body', /(?:^|\n)(The syntax of the command is incorrect\.|\S{1,60} was unexpected at this time\.)$/],
  // PowerShell 7, and 5.1, which wraps lines and prints the source and its class below.
  [
    'not_found',
    /(?:^|[\n:|] ?)(The term '([^'\n]{1,200})' is not recognized as (?:a|the)\s{1,9}name\s{1,9}of\s{1,9}a\s{1,9}cmdlet)[^]{0,400}$/
  ],
  ['error_in_body', /(?:^|\n)(The token '[&|]{2}' is not a valid statement separator in this version\.)[^]{0,400}$/]
]

const NEAR = 1_000

/** The error with which a shell ended an output; undefined of any other. */
export const shellErrorIn = (text: string): ShellError | undefined => {
  const near = text.slice(-NEAR).replaceAll('\r\n', '\n').trimEnd()
  for (const [code, form] of [...FORMS, ...OF_WINDOWS]) {
    const [, says, missing] = form.exec(near) ?? []
    if (says !== undefined) return { code, says: says.trim(), missing }
  }
  return undefined
}
