/** What a result says of itself: it was cut, nothing was found, the answer proper stands in one of its fields. */
import { asFields, type Fields, isFields } from '../../core/foreign/index.js'
import { dataOf } from '../../core/json/index.js'
import { plainName } from '../../core/signs/index.js'
import { stringOf } from '../../history/content.js'
import { TOOL_FAILED } from '../../history/texts.js'
import { commandsIn, fromFailingLine, scriptsIn } from './cause.js'
import type { ReadableCall } from './conversation.js'
import { ownName } from './known-tools.js'
import { pythonData } from './python-text.js'

// `'truncated': False` says the opposite.
const CUT_NOTE =
  /(?:[[(<…]|\.{3})[^\])>\n]{0,60}\b(?:truncated|clipped|omitted)\b(?!["']?\s*[:=]\s*(?:false|none|null|no|0)\b)[^\])>\n]{0,80}(?:[\])>…]|\.{3})/i

// Hits of a search are snippets, and where several texts end so, the list of them is whole.
const SNIPPET_END = /(?:\.{3}|…) ?\[truncated\]/gi
const holdsSnippets = (text: string): boolean =>
  (text.match(SNIPPET_END)?.length ?? 0) > (/^\s*search results\b/i.test(text) ? 0 : 1)

const NOTE_CHARS = 200

// Amid a text only a note with its figure is one: `[... omitted 255 of 511 lines ...]`, `... [5 characters truncated]`.
const CUT = '(?:omitted|truncated|clipped|elided|removed)'
const UNIT = '(?:lines?|char(?:acter)?s?|bytes?|tokens?|rows?|items?|results?|entries|records)'
const NUMBER = '\\d[\\d,]{0,12}'
const INNER_NOTE = new RegExp(
  `(?:[[(<…]|\\.{3}) {0,3}(?:\\.{3}|…)? {0,3}\\[?(?:${CUT} ${NUMBER}(?: of ${NUMBER})? ${UNIT}|` +
    `${NUMBER}(?: of ${NUMBER})? (?:more )?${UNIT} (?:(?:were|was|have been) )?${CUT})\\b[^\\n\\])>…]{0,40}` +
    '(?:[\\])>…]|\\.{3})',
  'i'
)

// What known agents hand on in place of a long result: editors of SWE-agent and OpenHands, Claude Code, Toolathlon, Pi
// and Oh My Pi.
const AGENT_CUT = new RegExp(
  [
    '<response clipped><NOTE>',
    '^\\s*<NOTE>This file is too large to display entirely\\. Showing abbreviated version\\.',
    '^\\s*<persisted-output>\\s*Output too large[^\\n]{0,400}',
    '^\\s*(?:Error: )?result \\([\\d,]+ characters[^)\\n]{0,60}\\) exceeds maximum allowed tokens\\. Output has been saved to [^\\n]{0,200}',
    '\\(The output of the tool call \\(shortuuid identifier: \\w+\\) is too long! Only the first \\d+ characters are shown here\\.',
    '\\[Showing (?:lines|last) [^\\n\\]]{1,100}\\. Full output: [^\\n\\]]{1,300}\\]\\s*$',
    '\\[Showing [^\\n\\]]{1,160}\\. Read artifact://\\w{1,40} for full output[^\\n\\]]{0,80}\\]\\s*$'
  ].join('|')
)

// Oh My Pi, of a file or an address: the next call names the line behind a colon.
const CONTINUES = /\[Showing lines [^\n\]]{1,120}\. Use :\d{1,9} to continue[^\n\]]{0,80}\]\s*$/

/** The note by which an agent says how the rest of a result is read; undefined without one. */
export const continuesBy = (text: string): string | undefined => CONTINUES.exec(text.slice(-NOTE_CHARS * 2))?.[0].trim()

/** The note by which a known agent says that it kept the whole result from the model; undefined without one. */
export const agentCut = (text: string): string | undefined => AGENT_CUT.exec(text)?.[0].trim()

// The limits of OpenCode, Codex and the Gemini CLI, amid a result of whichever tool.
const CLIENT_CUT =
  /\n\.{3}\d+ (?:bytes|lines|chars) truncated\.{3}\n|…\d+ (?:tokens|chars) truncated…|\[\.{3} omitted \d+ of \d+ lines \.{3}\]|^Output too large\. Showing (?:the )?first\b/

/** Whether the client of a tool cut its result at a limit of its own, which stands behind any server or proxy. */
export const isCutByClient = (text: string): boolean => CLIENT_CUT.test(text)

/** The note that something was left out, as in `(Results are truncated.)` at the end; undefined without one. */
export const cutNote = (text: string): string | undefined =>
  ((holdsSnippets(text) ? null : CUT_NOTE.exec(text.slice(-NOTE_CHARS))) ?? INNER_NOTE.exec(text))?.[0]

// Programs cut after a round number of characters, and some drop a space that then stands last.
const isRound = (chars: number): boolean => chars >= 999 && (chars % 1_000 === 0 || chars % 1_000 === 999)

/**
 * Whether a text stops amid words after a round number of characters, and no result of its tool is longer: a program
 * cut it there.
 */
export const stopsAtLimit = (text: string, longest: number): boolean =>
  isRound(text.length) && longest <= text.length + 1 && /[\p{L},]$/u.test(text) && /\s/.test(text.slice(-NOTE_CHARS))

const NOTHING = /^\s*(?:no|0) (?:[\w-]+ ){0,2}(?:found|results?|matches|records|rows|entries|files)[.!]?\s*$/i

// Playwright's server, of a script: what was run stands below.
const NO_VALUE = /^### Result\n(?:undefined|null|""|\[\]|\{\})(?:\n### |\s*$)/

/** Whether a text says no more than that there is nothing, as in `No files found`. */
export const saysNothing = (text: string): boolean => (text.length <= 80 && NOTHING.test(text)) || NO_VALUE.test(text)

// Agents that call tools in Python print each value so: `# var_0 = "Error: user not found"`.
const ASSIGNED = /^\s*#\s*[A-Za-z_]\w{0,60} = (?=["{[])/

/** A text that some serializer wrote as JSON once more, in its own words; any other as it is. */
export const unquoted = (text: string): string => {
  const value = text.replace(ASSIGNED, '')
  const data = value !== text || /^\s*"/.test(text) ? dataOf(value) : text
  return data === value ? text : typeof data === 'string' ? data : value
}

const CODES: ReadonlySet<string> = new Set(['returncode', 'exitcode'])
const PRINTED: ReadonlySet<string> = new Set(['output', 'stdout', 'stderr', 'outputhead', 'outputtail'])
// What mini-swe-agent writes beside them: why a command was stopped, and how much of a long output it kept back.
const EXCEPTION = 'exceptioninfo'
const BESIDE: ReadonlySet<string> = new Set([EXCEPTION, 'elidedchars', 'warning'])

// Of a command behind the one that ended the run.
const NOT_RUN = 'action was not executed'

/** What a program printed, behind the code by which it failed, or the reason why it was stopped. */
const exitText = (data: Fields): string | undefined => {
  const named = Object.entries(data).map(([key, value]) => [plainName(key), value] as const)
  const [coded, printed, beside] = [CODES, PRINTED, BESIDE].map((names) => named.filter(([name]) => names.has(name)))
  const code = coded?.[0]?.[1]
  if (coded?.length !== 1 || typeof code !== 'number' || printed === undefined || printed.length === 0) return undefined
  if (named.length > 1 + printed.length + (beside?.length ?? 0)) return undefined
  const exception = stringOf(beside?.find(([name]) => name === EXCEPTION)?.[1])
  // Harnesses write -1 for a program that never ran.
  if (exception === NOT_RUN || (exception === '' && code <= 0)) return undefined
  const texts = printed.map(([, text]) => text).filter((text) => text !== null && text !== '')
  if (!texts.every((text) => typeof text === 'string')) return undefined
  return [exception === '' ? `Exit code ${code}` : `Error: ${exception}`, ...texts].join('\n')
}

// A record that has times may hold the error of an earlier run.
const TIME = /(?:_at|At)$/

/** The error that a status confirms, whatever else is named: `{"status": "error", "error": "…", "task_id": "a"}`. */
const statedError = ({ status, error, ...beside }: Fields): string | undefined => {
  const words = stringOf(error) || stringOf(asFields(error)['message'])
  return status === 'error' && words !== '' && !Object.keys(beside).some((name) => TIME.test(name))
    ? `Error: ${words}`
    : undefined
}

/**
 * The answer in an envelope whose other field is an error that did not happen, `{"error": "", "response": "…"}`, the
 * code of an exit, or an error that its status confirms.
 */
export const wrappedText = (data: unknown): string | undefined => {
  if (!isFields(data)) return undefined
  const own = exitText(data) ?? statedError(data)
  if (own !== undefined || (data['error'] !== '' && data['error'] !== null)) return own
  const others = Object.keys(data).filter((name) => name !== 'error')
  const answer = others.length === 1 ? data[others[0] ?? ''] : undefined
  if (typeof answer !== 'string') return undefined
  // It may be a text of JSON once more.
  const inner = answer.startsWith('"') ? dataOf(answer) : pythonData(answer)
  return typeof inner === 'string' ? inner : answer.startsWith('"') ? answer : JSON.stringify(inner)
}

/** What a program printed, where it stands beside the code of its exit. */
export const outputOf = (text: string): string => {
  const data = /^\s*\{/.test(text) ? dataOf(text) : undefined
  if (!isFields(data)) return text
  const output = data['stdout'] ?? data['output']
  return typeof output === 'string' ? output : text
}

// Programs that exit with 1 where there is nothing to show, or a difference.
const ASKS =
  /^\s*(?:[\w./-]*\/)?(?:[ef]?grep|findstr|rg|ag|pgrep|diff|cmp|test|which|where|git (?:grep|diff)|Get-(?:ChildItem|Command|Item|Process|Service)|Select-String|Test-Path)(?: |$)/i
const COMPARES = /^\s*(?:[\w./-]*\/)?(?:diff|cmp|git diff)(?: |$)/
const EXIT_1 =
  /^\W{0,3}exit(?:ed with)?(?: code| status)?\W{1,3}1\W{0,3}(?:\n|$)(?:wall time:[^\n]*\n)?(?:output:)?(?:\(no output\))?\s*$/i
const DIFFERENCE =
  /(?:^|\n)(?:[<>] [^\n]*|(?:Binary f|F)iles [^\n]{1,400} differ|[^\n]{1,400} differ: [^\n]{1,80}|\\ No newline at end of file)$|(?:^|\n)--- [^\n]*\n\+\+\+ [^\n]*\n@@ /
const EXIT_OTHER = /^\W{0,3}exit(?:ed with)?(?: code| status)?\W{1,3}(?!1\b)-?\d/i

// GitHub and its like let nobody in, and so `ssh -T` ends with 1.
const GREETING = /\bsuccessfully authenticated, but \w+ does not provide shell access\b/i

/** Whether the service that a command only greeted let it in, though it exits with 1. */
export const isGreeting = (args: unknown, text: string): boolean =>
  GREETING.test(text) && commandsIn(args).some((command) => /^\s*ssh\b/.test(command))

// Of `grep -q a b && make`, the search ends all where it finds nothing.
const lastIs = (program: RegExp, command: string): boolean =>
  (
    command
      .replace(/\d?>&\d|<\([^()]{0,400}\)/g, '')
      .replace(/(?:\| *(?:Format-\w+|(?:Select|Sort|Where)-Object)\b[^|;&\n]{0,200}){1,4}$/i, '')
      .split(/[\n;(]|\|\|/)
      .at(-1) ?? ''
  )
    .split('&&')
    .some((part) => program.test(part.split(/[|&]/).at(-1) ?? ''))

const lastAsks = (command: string): boolean => lastIs(ASKS, command)

// `grep -c` says so of each file, and exits with 1 as well.
const COUNTS = /\b(?:grep|rg|ag)\b[^|;&]{0,400}\s-(?:[a-zA-Z]{0,9}c[a-zA-Z]{0,9}|-count)\b/
const NONE = /^(?:[^\n:]{1,400}:)?0$/gm

/**
 * Whether a command of a search or a comparison that failed said no more than the code that stands for "none", or than
 * the difference.
 */
export const foundNothing = (args: unknown, text: string): boolean => {
  const commands = commandsIn(args)
  const said = commands.some((command) => COUNTS.test(command)) ? text.replace(NONE, '') : text
  if (said.trim() === '' || said === TOOL_FAILED || EXIT_1.test(said)) return commands.some(lastAsks)
  const isDifference = DIFFERENCE.test(said.trimEnd()) && !EXIT_OTHER.test(said)
  return isDifference && commands.some((command) => lastIs(COMPARES, command))
}

// `make; echo "EXIT=$?"`: behind it the command ends well, and its output says how the one before ended.
const ECHOED = /\becho +["']?([^"'\n;|&$]{0,40}[A-Za-z][^"'\n;|&$]{0,20})\$(?:\?|\{PIPESTATUS\[\d\]\})/g

/** What a command printed that failed, whose script prints its exit code itself; undefined of any other. */
export const echoedFailure = (args: unknown, text: string): string | undefined => {
  const lines = text.split('\n')
  for (const script of scriptsIn(args)) {
    let from = 0
    for (const echo of script.matchAll(ECHOED)) {
      const before = script.slice(from, echo.index).trim()
      from = echo.index + echo[0].length
      const [, label = ''] = echo
      const line = lines.find((one) => one.startsWith(label) && /^[1-9]\d{0,2}\b/.test(one.slice(label.length)))
      const isAsked = commandsIn(before.replace(/(?<![\s;&|])[\s;&|]+$/, '')).some(lastAsks)
      if (line !== undefined && !isAsked) return fromFailingLine(text.replace(line, '').trim()) ?? line
    }
  }
  return undefined
}

// A proxy, in place of the answer of whoever was asked.
const BLOCKED =
  /^\W{0,3}(?:(?:access|connection|domain|host|request|url) )?(?:(?:is|was) )?(?:blocked|denied) by (?:\w+ ){0,3}(?:allowlist|firewall|policy|proxy|rules?)\W{0,3}$/i

/** Whether a result is only the word of a proxy that lets nobody through. */
export const isBlocked = (text: string): boolean => text.length < NOTE_CHARS && BLOCKED.test(text.trim())

// Of Claude Code, beside another call that failed: it never ran.
const CANCELLED = /^\s*(?:<tool_use_error>)?Cancelled: parallel tool call\b/

/** Whether an agent did not make a call, as another one of the same step had failed. */
export const isCancelled = (text: string): boolean => CANCELLED.test(text)

// Hosts name the tool, or the server, that they do not have; of any other name, it is data.
const NO_TOOL =
  /^\W*(?:(?:mcp )?(?:error|tool_use_error)[\W\d]*){0,3}(?:(?:tool|server) ["'`]?([\w.:/-]{1,100})["'`]? not found\b|(?:no such tool(?: available)?|unknown tool):? ["'`]?([\w.:/-]{1,100}))/i

/** Whether there is no tool, or no server, of the name that a call gave. */
export const lacksTool = ({ tool, args }: Pick<ReadableCall, 'tool' | 'args'>, text: string): boolean => {
  const [, name, other = name] = NO_TOOL.exec(text.slice(0, NOTE_CHARS)) ?? []
  return other !== undefined && [tool, ownName(tool), asFields(args)['server']].includes(other)
}
