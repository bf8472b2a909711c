/** Recognizes a text that reports a failure by its beginning: logs, listings and findings of a linter do not count. */
import { wordSet } from '../signs/names.js'
import type { FailureCode } from '../errors/codes.js'
import { inLine } from '../errors/text.js'
import { redactText } from '../redact/redact-json.js'
import { codeOfStatus } from '../signs/statuses.js'
import { withoutEcho } from './echo.js'
import { opensAsFailure } from './openings.js'
import { codeOfWords, isDenial } from './words.js'

/** A failure that a text reports. */
export interface TextFailure {
  readonly code: FailureCode
  readonly says: string
}

// -- how it begins

const NEAR = 2_000

// A refusal may also be a plain sentence or two, if the text holds nothing else. The state of an entity (locked,
// offline) is a regular response.
const SENTENCE = new RegExp(
  [
    `\\b(?:${[
      "cannot|can't|could not|couldn't|unable to|failed to|won't|must (?:be|have|provide|specify|run)|may not be",
      "(?:isn't|aren't|not) (?:found|allowed|authori[sz]ed|permitted|enough|available|valid|eligible|possible|recogni[sz]ed|supported|mergeable|exist|implemented|connected|logged in|a (?:member|function)|a (?:valid )?\\w+ (?:command|repository|file|directory))",
      "do(?:es)?(?:n't| not) (?:exist|have (?:permission|access|a resource|enough))",
      'invalid|denied|refused|rejected|unauthori[sz]ed|forbidden|malformed|insufficient|exceed(?:s|ed)?|too many|timed out|aborting|prohibit(?:s|ed)?|already (?:exists|been|has|taken)|bad credentials',
      'missing required|(?:is|are) required|no longer (?:valid|available)',
      '(?:has|have) expired',
      'declined|illegal|not (?:yet )?been (?:read|found|started|paid|confirmed)|is taken|needs? the (?:role|permission|scope)|query too (?:short|long)',
      'already contains|(?:is|was|are|were|has been|have been) (?:missing|undefined|not defined)|(?:is|was|are|were|has|have)(?: been)? already',
      'unsupported|went wrong|too large|too long|write protected|only admins|admins only|outside (?:the|of) (?:workspace|allowed|directory)',
      'violates|constraint failed|(?:is|are|service) temporarily',
      'E(?:CONNREFUSED|CONNRESET|TIMEDOUT|NOTFOUND|PIPE|HOSTUNREACH|NOENT|ACCES)'
    ].join('|')})\\b`,
    "^no (?:such|[\\w'-]+(?: [\\w'-]+){0,3} (?:exists?|with (?:this|that|the)))\\b",
    '^(?:unknown|missing|no permission|still in progress)\\b(?!:)',
    'is still in progress\\b',
    '^(?:deadlock detected|out of memory|disk full|stale element)',
    '^(?:\\w+ )?(?:required|expired|wrong|bad|aborted|interrupted)(?: \\w+){0,3}\\W?$',
    '^(?:[\\w-]+ ){1,3}(?:required|expired|needed|filtered|not empty|hang up|missing: \\w+)\\W?$',
    '^(?:fetch|network|response code|self.signed|no (?:active )?session|under maintenance|temporarily|cancelled by|is a directory|file exists|only available (?:for|to|on|in|with)|duplicate (?:object|entry|key|record|name|value)|unexpected (?:tokens?|end))\\b'
  ].join('|'),
  'i'
)

const MAX_SENTENCE = 400

// -- what is no failure

// `src/a.ts:10:`, `main.c(21):`, `file.f90, line 7`: a finding of a linter or a compiler, or a line of grep.
const POSITION = /\S\.\w{1,8}(?:[:(]\d+|"?,? line \d+)|^\S+:\d+:\d+/
const STAMPED =
  /^\W{0,3}(?:(?:ERROR|FATAL|WARN(?:ING)?|INFO)\W{1,3})?(?:\d{2,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}:\d{2}:\d{2}|\d{8,}|[A-Z][a-z]{2} +\d{1,2} \d\d:)/
// Redis replies with `-ERR …`.
const MARKED = /^(?:[#*>|@+]|-(?![A-Z]{3,} )|\w+\t|[0-9a-f]{7,40} |diff |\(?\d+[.)] )/
const FILE =
  /(?:^|[\s:('"])[\w./\\-]*[\w-]\.(?:py|[jt]sx?|go|rs|c|cc|cpp|h|java|rb|php|s?css|html|ya?ml|json|tf|f90|lib|o|so|cs|kt|swift|md|proto|sql|sh|pas|erl|hs|scala)\b/
const FRAME = /^[ \t]+(?:at |File ")/m

const SEVERITY = /^\s*(?:[\w.-]+: )?(error|warn(?:ing)?|info(?:rmation)?|note|fatal)\b/i

// Several findings, of files or with more than one severity, are the regular response of linters and compilers.
const isListing = (lines: ReadonlyArray<string>): boolean => {
  const findings = lines.filter((line) => SEVERITY.test(line))
  if (findings.length < 2) return false
  const severities = new Set(findings.map((line) => SEVERITY.exec(line)?.[1]?.toLowerCase()))
  return severities.size > 1 || findings.filter((line) => FILE.test(line)).length > 1
}

// `Failed: 0, Passed: 10`, `Error rate: 0.3 %`, `GraphQL: 618/5000 used`: figures about failures.
const FIGURE =
  /^(?![Ee]rror:? ?(?:[45]\d\d\b|\d+\/|\d+ (?:is|was|does|has|not|cannot|could|already)\b)|[\w -]*: \d+ validation errors?\b)(?:[A-Z][\w -]{1,40}[:=] (?![45]\d\d\b(?!\/\d))\d+(?:[.,]\d+)?(?:\/\d|\s?%|\s*[,;(]|\s*$| [a-z]+ )|[\w -]{1,40}[:=] ?\d+\s*[,;(])/
// `status: failed` and `code: 3` on consecutive lines.
const PAIR = /^[\w.-]{1,40}:(?: \S.{0,60})?$/
const SNIPPET = /^\s*(?:-->|┌─|╭─) ?\S+:\d+/

const isPairs = (lines: ReadonlyArray<string>): boolean => {
  const keys = new Set(lines.map((line) => line.slice(0, line.indexOf(':')).trim()))
  return (
    lines.length > 1 &&
    keys.size === lines.length &&
    lines.every((line) => PAIR.test(line.trim())) &&
    !lines.some((line) => /(?:^|: )(?:fatal|failed|\w*(?:error|exception)): ./i.test(line))
  )
}

const isAnswer = (lines: ReadonlyArray<string>, first: string): boolean =>
  STAMPED.test(first) ||
  MARKED.test(first) ||
  FIGURE.test(first) ||
  isPairs(lines) ||
  isListing(lines) ||
  lines.slice(1, 4).some((line) => SNIPPET.test(line))

// -- words

const TRACE = /^(?:Traceback \(most recent call last\)|Exception in thread)/i
const WRAPPER = /<\/?(?:tool_use_error|error|returncode|exit_code|output|stderr)>/g
const STATUS =
  /\b(?:HTTP(?: status)?|status(?: ?code)?|returned|returned error|error code|HttpError|API error|request failed)[ :(=]{0,3}([45]\d\d)\b|^(?:error:? |http |MCP error )*([45]\d\d)\b|: ([45]\d\d) [A-Z]/i

// The last line of a Python traceback is the error; its frames are paths of the host. Lines stay lines: a secret of a
// table or of YAML is known by them.
const wordsOf = (lines: ReadonlyArray<string>, first: string): string => {
  if (TRACE.test(first)) return lines.findLast((line) => !FRAME.test(line) && /\w/.test(line))?.trim() ?? first
  const near = lines.slice(0, 6)
  const frame = near.findIndex((line) => FRAME.test(line))
  const kept = frame === -1 ? near : near.slice(0, frame)
  return kept.join('\n').replace(WRAPPER, ' ').trim()
}

const codeOf = (words: string): FailureCode => {
  const says = inLine(words)
  const status = STATUS.exec(says)
  const byStatus = status === null ? undefined : codeOfStatus(Number(status[1] ?? status[2] ?? status[3]))
  const byWords = codeOfWords(says)
  // GitHub and AWS send 403 and 400 for rate limits.
  if (byWords === 'denied' || byWords === 'rate_limited' || byStatus === undefined) return byWords ?? 'error_in_body'
  return byStatus
}

// A table has no sentences; a failure in a later sentence need not be this call's.
const firstSentence = (line: string): string =>
  /\S {3,}\S/.test(line) ? '' : (/^.*?[.!?](?= |$)/.exec(line)?.[0] ?? line)

const MAX_LINES = 8
const FATAL =
  /^(?:(?:fatal|(?:Syntax|Module|Import|Type|Value|Key|Name|OS)\w*Error): |\W{0,6}error: (?:failed|cannot|could not|couldn't|can't|unable|no such)\b|error Command |Automatic merge failed)/i
const USAGE = /^usage:/i
const MISUSE = /^(?:[\w./-]+: )?error: /i

// Git and Python report a failure at the end of their output.
const endOf = (lines: ReadonlyArray<string>): string | undefined =>
  lines.length > MAX_LINES
    ? undefined
    : lines.find((line) => FATAL.test(line) || (USAGE.test(lines[0] ?? '') && MISUSE.test(line)))?.trim()

// The output of a run; a trace is longer, and so is what a harness itself calls a failure.
const MAX_REPORT = 40
const BY_HARNESS =
  /^\W{0,3}(?:error (?:executing|calling|invoking|running) (?:the )?(?:mcp )?tool\b|your proposed edit has introduced new syntax error|mcp tool '[^']*' reported tool error|tool_use_error>)/i

// The first or the last line of a command's output: how it ended.
const EXIT =
  /^\W{0,3}(?:(?:exit|return)[ _-]?(?:code|status)(?: (?:was|is))?\s?[:=]?\s?|(?:(?:the )?(?:command|process|program|script|shell) )?(?:exited|failed|terminated|finished|completed|returned) with (?:an? )?(?:non-zero )?(?:exit |return )?(?:code|status)(?: of)?:?\s?)-?[1-9]\d{0,2}\W{0,3}$/i

const lastOf = (text: string): string => text.slice(-NEAR).trim().split('\n').at(-1)?.trim() ?? ''

const exitOf = (text: string, lines: ReadonlyArray<string>, first: string): string | undefined => {
  if (EXIT.test(first)) return wordsOf(lines, first)
  const last = lastOf(text)
  // The log of a build ends so, too, and so does what a linter found.
  const isOutput = lines.length > 1 && lines.length <= MAX_REPORT && !isAnswer(lines, first)
  return isOutput && EXIT.test(last) && !lines.some((line) => POSITION.test(line)) ? last : undefined
}

// Pydantic AI ends each retry that it asks for so.
const ASKS_RETRY = /\n\s*Fix the errors and try again\.\s*$/

// Docker prints this before it fetches the image.
const NOTICE = /^(?:Unable to find image '[^']*' locally|=+ ?STD(?:ERR|OUT) ?=+)\s*$/

// Runners of Python end each result so: its limit is no timeout, and the error stands above, behind all output.
const RUN_FOOTER = /\n=+ ?EXECUTION INFO ?=+\nReturn code: (\S+)\n[^=]{0,200}$/

const linesOf = (near: string): ReadonlyArray<string> =>
  near.split('\n').filter((line) => line.trim() !== '' && !NOTICE.test(line))

const failureInSection = (whole: string, accepted: boolean): TextFailure | undefined => {
  const all = withoutEcho(whole)
  const [footer = '', ended = '0'] = RUN_FOOTER.exec(all.slice(-MAX_SENTENCE)) ?? []
  const text = all.slice(0, all.length - footer.length)
  if (ended !== '0') return { code: codeOf(lastOf(text)), says: lastOf(redactText(text.slice(-NEAR))) }
  // Colours of a terminal, and signs before the words.
  const near = text
    .slice(0, NEAR)
    .replace(/^\ufeff|\u001b\[[\d;]{0,12}m/g, '')
    .replace(/^\s{0,8}[❌❗⚠⛔🚫🛑]\ufe0f?\s{0,8}/u, '')
  const lines = linesOf(near)
  const first = lines[0]?.trim() ?? ''
  if (first === '') return undefined
  // A line by itself has lost what tells of a secret in it: words are taken from lines that were searched together.
  const clean = (): ReadonlyArray<string> => linesOf(redactText(near))
  const exit = exitOf(text, lines, first)
  if (exit !== undefined) return { code: codeOf(exit), says: EXIT.test(first) ? wordsOf(clean(), first) : exit }
  if (text.length <= NEAR && isDenial(first)) return { code: 'denied', says: wordsOf(clean(), first) }
  const asksRetry = ASKS_RETRY.test(text.slice(-60))
  if (
    !asksRetry &&
    (isAnswer(lines, first) || (lines.length > MAX_REPORT && !TRACE.test(first) && !BY_HARNESS.test(first)))
  )
    return undefined
  const opens =
    asksRetry ||
    (opensAsFailure(first) && !(POSITION.test(first) && !TRACE.test(first) && FILE.test(first) && lines.length > 1))
  const isSentence =
    !opens &&
    !accepted &&
    lines.length <= 3 &&
    text.length <= MAX_SENTENCE &&
    !lines.some((line) => POSITION.test(line)) &&
    SENTENCE.test(firstSentence(first))
  const last = opens || isSentence || accepted ? undefined : endOf(lines)
  if (!opens && !isSentence && last === undefined) return undefined
  if (last !== undefined) {
    const code = codeOf(last)
    return { code: code === 'error_in_body' ? codeOf(first) : code, says: endOf(clean()) ?? '' }
  }
  return { code: codeOf(wordsOf(lines, first)), says: wordsOf(clean(), first) }
}

// Playwright's server writes an answer in sections: what failed stands under `### Error`, and once under `### Result`.
// The title of a document has one mark.
const HEADING = /^\s{0,8}#{2,6} (error|result):?[ \t]*\n\s*(?=\S)/i

/** The failure that a text reports, if any; in an accepted text, only its first words count. */
export const failureInText = (whole: string, accepted = false): TextFailure | undefined => {
  const [heading = '', title = ''] = HEADING.exec(whole) ?? []
  if (heading === '') return failureInSection(whole, accepted)
  const [section = ''] = whole.slice(heading.length).split(/\n#{2,6} /, 1)
  return failureInSection(section, !/error/i.test(title))
}

// -- too often

const TOO_OFTEN =
  /^\W*(?:(?:http|status|code|error|api|request|failed|mcp|the|your|you|have|been|are|is|being|has|hit|reached|exceeded|service|github|429)[\s:_'-]+){0,6}(?:rate[ _-]?limit(?:s|ed)?|too many (?:api )?requests|throttled|quota exceeded)(?![\w-])/i
const STATUS_429 = /^\W*(?:http|status|error|code|failed)(?:[ :]|error|status|code|http){1,8}429\b/i
// Only the time to come back: any other word may be data.
const WAIT = /* @__PURE__ */ wordSet(
  `has have been for please try retry wait again after in until reset resets second seconds minute minutes hour
  hours per of user id ip this the your limit exceeded reached later before making more request requests call
  calls api key and to is at up slow down you can will be a an few s ms m h z t gmt utc`
)

const saysOnlyWhen = (rest: string): boolean =>
  rest
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .every((word) => word === '' || WAIT.has(word) || /^\d+(?:s|ms|m|h|z)?$/.test(word)) && !/[{}[\]|\n]/.test(rest)

/** Whether a text says only that its service got too many requests. */
export const saysTooOften = (text: string): boolean => {
  const opening = text.length > 300 ? null : (TOO_OFTEN.exec(text) ?? STATUS_429.exec(text))
  return opening !== null && saysOnlyWhen(text.slice(opening[0].length))
}
