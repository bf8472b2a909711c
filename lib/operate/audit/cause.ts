/** The line that says why something failed, where it stands behind other output. */
import { asFields } from '../../core/foreign/index.js'
import { canonicalText } from '../../core/json/index.js'
import { redactText } from '../../core/redact/index.js'
import { stringOf } from '../../history/content.js'
import { RUN } from './known-tools.js'
import { shellErrorIn } from './shell-errors.js'

// -- exceptions

const TRACE = 'Traceback (most recent call last):'
const EXCEPTION = /^(?:[A-Za-z_]\w*\.){0,10}[A-Za-z_]\w*(?:: \S.*)?$/

interface Exception {
  readonly line: string
  /** Nothing follows. */
  readonly isEnd: boolean
}

/** The exception of the last traceback of Python: the first line below its frames, which are indented. */
const exceptionIn = (text: string): Exception | undefined => {
  const at = text.lastIndexOf(TRACE)
  if (at < 0) return undefined
  const lines = text
    .slice(at + TRACE.length)
    .trimEnd()
    .split('\n')
  const own = lines.findIndex((line) => /^\S/.test(line))
  const line = lines[own]?.trimEnd() ?? ''
  return EXCEPTION.test(line) ? { line, isEnd: own === lines.length - 1 } : undefined
}

// Node prints the line of the source, with a mark below it and perhaps a remark, before the error.
const BELOW_MARK = /^ *\^+\r?\n(?:[^\n]{0,200}\n){0,3}?((?:Uncaught )?\w*(?:Error|Exception)\b.*?)\r?$/m

// BrowserGym, with which OpenHands browses, describes the page around it.
const IN_BLOCK = /BEGIN error message =+\n(?:The following error occurred[^\n]*\n)?([^\n]+)/

/** The line that says why it failed; undefined where none is marked. */
export const causeIn = (text: string): string | undefined =>
  exceptionIn(text)?.line ?? IN_BLOCK.exec(text)?.[1] ?? BELOW_MARK.exec(text)?.[1] ?? shellErrorIn(text)?.says

const EXIT_LINE = /^\s*(?:exit(?:ed with)?(?: code| status)?\W{1,3})?-?\d{1,3}\W{0,3}\n\s*(?=\S)/i

/** What a program printed, without the bare code of its exit on a line before it. */
export const withoutExit = (text: string): string => text.replace(EXIT_LINE, '')

const FAILING =
  /\b(?:error|fatal|fail(?:ed|ure|s)?|cannot|can't|unable|not found|no such|denied|invalid|panic(?:ked)?|refused)\b/i
const NONE_FAILED = /\b(?:0|no) (?:errors?|failures?|failed)\b/i
const isFailing = (line: string): boolean => FAILING.test(line) && !NONE_FAILED.test(line)

/** What a program printed, from its first line that speaks of a failure; undefined without one. */
export const fromFailingLine = (text: string): string | undefined => {
  const lines = text.split('\n')
  const at = lines.findIndex(isFailing)
  return at < 0 ? undefined : lines.slice(at).join('\n')
}

// What programs say below an error.
const BELOW = /^\s*(?:$|(?:hint|note|tip|help|usage|see|try)\b)/i

/** Whether what a program printed is one failure, as data or as words, or ends with one. */
export const endsInFailure = (text: string): boolean =>
  /^\s*[{[]/.test(text) || isFailing(text.split('\n').findLast((line) => !BELOW.test(line)) ?? '')

// -- whose fault it is

// What validators say of arguments: Pydantic, JSON Schema, zod, Python itself.
const OF_ARGUMENTS =
  /\b(?:body|input|request) failed validation\b|, instead was `|\binvalid json (?:input|arguments?)\b|\b\d+ validation errors?\b|\bfield required\b|\b(?:missing|must have) (?:\d+ )?required\b|\b(?:is a )?required (?:property|field|parameter|argument)\b|\binput should be\b|\bunexpected keyword argument\b|\binvalid[ _](?:type|input|arguments?|params)\b/i

/** Whether a tool refused the form of its arguments, in the words of its failure. */
export const isOfArguments = (words: string): boolean => OF_ARGUMENTS.test(words)

const MISSING = [
  /^([\w.]{1,60})\n\s+Field required/gm,
  /'(\w{1,60})' is a required property/g,
  /\b(?:missing|must have) required (?:parameter|argument|field|property)s?:? ['"`]?(\w{1,60})/gi,
  /required positional arguments?: '(\w{1,60})'/g
]

/** The names of what such words say is missing. */
export const leftOutIn = (words: string): ReadonlyArray<string> =>
  MISSING.flatMap((form) => [...words.matchAll(form)].map(([, name = '']) => name))

const BUG =
  /^(?:Error: )?(?:NameError|UnboundLocalError|ReferenceError|AttributeError|ImportError|ModuleNotFoundError): |\bCannot read propert(?:y|ies) of (?:undefined|null)\b|'NoneType' object (?:is not|has no)\b/
const NAMED = /'(\w+)'|\b(\w+) is not defined/

/** Whether a tool broke by an error in its own code: one that names what is not in its arguments. */
export const isOwnBug = (args: unknown, words: string): boolean => {
  if (!BUG.test(words)) return false
  const [, quoted, bare] = NAMED.exec(words) ?? []
  const name = quoted ?? bare
  return name === undefined || !canonicalText(args).includes(name)
}

// -- commands

/** What a call of a shell runs, to the letter. */
export const scriptsIn = (args: unknown): ReadonlyArray<string> =>
  (typeof args === 'string' ? [args] : RUN.map((name) => asFields(args)[name])).map((value) =>
    stringOf(Array.isArray(value) ? value.at(-1) : value)
  )

/** What a program printed, without the headings that its command wrote: `echo "=== Check the login ==="`. */
export const withoutHeadings = (args: unknown, text: string): string => {
  const scripts = scriptsIn(args)
  const isHeading = (line: string): boolean =>
    /^\s*[=*#-]{2,} ?\S/.test(line) && scripts.some((script) => script.includes(line.trim()))
  // Some, such as those of a key block, say what the lines below them are.
  return text.split('\n').some(isHeading)
    ? redactText(text)
        .split('\n')
        .filter((line) => !isHeading(line))
        .join('\n')
    : text
}

/** What a call of a shell runs, each quoted text in place of its words. */
export const commandsIn = (args: unknown): ReadonlyArray<string> =>
  scriptsIn(args)
    .map((command) => command.trim().replace(/"[^"]*"|'[^']*'/g, 'words'))
    .filter((command) => command !== '')

const READS =
  /^\s*(?:$|#|(?:\w+=\S* )*(?:\S*\/)?(?:cd|source|export|set|sleep|echo|printf|true|ls|cat|tail|head|less|more|nl|grep|egrep|rg|sed|awk|cut|tr|sort|uniq|wc|jq|find|ps|git|gh|journalctl|xargs)\b|(?:docker|podman|kubectl)(?: compose)? logs\b)/

const SEPARATORS = /[\n;&|()]+/

const partsOf = (command: string): ReadonlyArray<string> => command.replace(/\d?>&\d/g, '').split(SEPARATORS)

const onlyReads = (command: string): boolean => partsOf(command).every((part) => READS.test(part))

/** Whether a command runs a program, or holds a pattern: what a shell says of it stands in no log. */
const names = (command: string, missing: string): boolean =>
  /[*?[]/.test(missing)
    ? command.includes(missing)
    : partsOf(command).some((part) => /^\s*(?:\w+=\S* )*(\S+)/.exec(part)?.[1] === missing)

/**
 * The error with which a program ended, or its shell, whose exit code says nothing, as behind a pipe; a log that a
 * command only reads may end so, too.
 */
export const crashIn = (args: unknown, text: string): string | undefined => {
  const found = exceptionIn(text)
  const ofShell = shellErrorIn(text)
  const line = found?.isEnd === true ? found.line : ofShell?.says
  const commands = commandsIn(args)
  const isOwn = ofShell?.missing !== undefined && commands.some((command) => names(command, ofShell.missing ?? ''))
  return line === undefined || (!isOwn && commands.every(onlyReads)) ? undefined : line
}
