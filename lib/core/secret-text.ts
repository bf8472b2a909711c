/** Finds secrets in running text: by their shape, and by the name before an `=` or a `:`. Every expression here is linear. */
import { isSecretName, plainName } from './secret-keys.js'

/** What stands in the place of a secret. */
export const REDACTED = '[redacted]'

// -- by shape

// Linear because nothing is required after an unbounded run, or because no run can reach beyond the next start.
const SHAPES: ReadonlyArray<readonly [RegExp, string]> = [
  [/-----BEGIN [A-Z0-9 ]{1,40}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,40}-----|$)/g, REDACTED],
  [/:\/\/[^\s/?#"'<>]*@/g, `://${REDACTED}@`],
  // A password with a raw slash: everything to the last `@`, unless what stands before the slash is a port, or the colon begins what the line above has left.
  [/:\/\/[^\s/:@"'<>]{0,128}:(?!\d{1,5}[/?#]|\/\/\[redacted\]@)(?:(?!:\/\/)[^\s"'<>]){1,256}@/g, `://${REDACTED}@`],
  [/\b(Bearer|bearer|BEARER)\s{1,8}(?!(?:[Tt]okens?|[Aa]uth\w{0,16}|scheme|realm)\b)[^\s,;"'<>()]+/g, `$1 ${REDACTED}`],
  // Prose says "Basic usage"; credentials in base64 mix cases or hold digits.
  [
    /\b(Basic|basic|BASIC)\s{1,8}(?=[A-Za-z]?[a-z]{0,40}[A-Z0-9+/=])[A-Za-z0-9+/_=-]{4}[A-Za-z0-9+/_=-]*/g,
    `$1 ${REDACTED}`
  ],
  [/eyJ[\w-]{14}[\w-]*(?:\.[\w-]*){0,4}/g, REDACTED],
  [/(?:AKIA|ASIA)[A-Z0-9]{16}/g, REDACTED],
  [/(?<![A-Za-z0-9])(?:sk|rk)[-_][\w-]{8}[\w-]*/g, REDACTED],
  [/gh[pousr]_[A-Za-z0-9]{16}[A-Za-z0-9]*|github_pat_\w{16}\w*|glpat-[\w-]{16}[\w-]*/g, REDACTED],
  [/(?:xox[a-z]|xapp)-[\w-]{8}[\w-]*/g, REDACTED],
  [
    /AIza[\w-]{30}[\w-]*|ya29\.[\w-]{16}[\w-]*|SG\.[\w-]{16}[\w-]*(?:\.[\w-]*)?|(?:npm|hf)_[A-Za-z0-9]{30}[A-Za-z0-9]*/g,
    REDACTED
  ]
]

// Most texts hold nothing of the kind: one pass tells, instead of a dozen.
const ANY =
  /[:=]|-----BEGIN|(?:earer|EARER|asic|ASIC)\s|eyJ|A[KS]IA|AIza|ya29|[sr]k[-_]|gh[pousr]_|_pat_|glpat|xox|xapp|SG\.|npm_|hf_/

// -- by name

const NAME = /(?<![\w-])([\w-]+)\\{0,4}["']?\s{0,8}(=>|[:=])\s{0,8}/g
const OPENING = /(\\{0,4})(["'`])/y
const TO_LINE_END = /[^\r\n"]+/y
const BARE = /(?:(?:Bearer|Basic|Digest|Token|Negotiate)\s{1,8})?[^\s&;"'`<>]+/iy
// What our own details say of a field that happens to be called `token`, and values that give nothing away.
const HARMLESS = /(?:expected|required field|unknown field|true|false|null|undefined)\b/y
const WHOLE_LINE = /(?:authorization|cookies?)$/

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text.charAt(before - 1) === '\\') before--
  return (at - before) % 2 === 1
}

const closingQuote = (text: string, from: number, quote: string): number => {
  let at = text.indexOf(quote, from)
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf(quote, at + 1)
  return at === -1 ? text.length : at
}

interface Span {
  readonly start: number
  readonly end: number
}

const quotedSpan = (text: string, at: number): Span | undefined => {
  const opening = matchAt(OPENING, text, at)
  if (opening === null) return undefined
  const [mark, slashes = '', quote = ''] = opening
  const start = at + mark.length
  if (slashes === '') return { start, end: closingQuote(text, start, quote) }
  const end = text.indexOf(mark, start)
  return { start, end: end === -1 ? text.length : end }
}

const bareSpan = (text: string, at: number, wholeLine: boolean): Span | undefined => {
  if (matchAt(HARMLESS, text, at) !== null) return undefined
  const found = matchAt(wholeLine ? TO_LINE_END : BARE, text, at)
  if (found === null) return undefined
  let end = at + found[0].length
  while (end > at && ',.)]}'.includes(text.charAt(end - 1))) end--
  return { start: at, end }
}

const redactPairs = (text: string, isSecret: (plain: string) => boolean): string => {
  let redacted = ''
  let done = 0
  NAME.lastIndex = 0
  for (let pair = NAME.exec(text); pair !== null; pair = NAME.exec(text)) {
    const [whole, name = '', separator] = pair
    const plain = plainName(name)
    // `?key=` is how Google and many others take their API keys; elsewhere a key is anything.
    const isQueryKey = plain === 'key' && '?&'.includes(text.charAt(pair.index - 1) || ' ')
    if (!isQueryKey && !isSecret(plain)) continue
    const at = pair.index + whole.length
    const span = quotedSpan(text, at) ?? bareSpan(text, at, separator === ':' && WHOLE_LINE.test(plain))
    if (span === undefined || span.end <= span.start || text.startsWith(REDACTED, span.start)) continue
    redacted += text.slice(done, span.start) + REDACTED
    done = span.end
    NAME.lastIndex = span.end
  }
  return redacted + text.slice(done)
}

/** Replaces every secret that can be told by shape or name. */
export const redactText = (text: string, isSecret: (plain: string) => boolean = isSecretName): string => {
  if (!ANY.test(text)) return text
  let redacted = redactPairs(text, isSecret)
  for (const [shape, replacement] of SHAPES) redacted = redacted.replace(shape, replacement)
  return redacted
}
