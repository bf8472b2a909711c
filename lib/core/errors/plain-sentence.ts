/**
 * Decides whether the words of a thrown error may reach a model: what is left of them once secrets and facts of the
 * host are masked must still read as a sentence.
 */
import { codeOfWords } from '../failure/words.js'
import { mixtureOf } from '../redact/random-text.js'
import { REDACTED } from '../redact/secret-keys.js'
import { redactText } from '../redact/redact-json.js'

// -- masks

const ADDRESS = '[address]'
const PATH = '[path]'

// Domains of services and of networks at home; endings that files have, too (`.py`, `.sh`, `.md`), are no sign of a
// host.
const DOMAINS =
  'com|net|org|edu|gov|mil|io|ai|app|cloud|dev|tech|site|online|xyz|internal|intranet|local|localdomain|lan|corp|home|arpa|svc|cluster|example|test|invalid|localhost'
// With a subdomain before it, a country's ending is one, too.
const COUNTRIES =
  'uk|de|fr|nl|es|it|ch|at|be|se|no|dk|fi|eu|us|ca|au|nz|jp|kr|cn|in|br|mx|ru|ua|cz|ie|pt|gr|tr|il|sg|hk|tw|za'
const ROOTS =
  'home|root|usr|var|etc|opt|tmp|app|srv|mnt|proc|sys|dev|run|lib|bin|data|private|Users|Volumes|workspace|code|repo'

const QUOTED = '["\'`]?'

// A space is part of such a path if one more folder follows.
const SPACED = `(?:[^\\s"'\`<>|]|(?<=[^\\s.,;:)]) (?=(?:[^\\s"'\`<>|\\\\/:.,;]{1,60} ){0,2}[^\\s"'\`<>|\\\\/:.,;]{1,60}\\\\))+`

/** Each replaces what it finds, in order. Linear: nothing is required after a run that could start elsewhere. */
const MASKS: ReadonlyArray<readonly [pattern: RegExp, by: string]> = [
  [/\bfile:\/\/[^\s"'`<>)]+/gi, PATH],
  [/\bnode:internal\/[^\s"'`<>)]+/g, PATH],
  [/\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'`<>)]+/gi, ADDRESS],
  [/\barn:aws[\w-]{0,20}:[^\s"'`<>)]+/g, ADDRESS],
  // `'root'@'10.0.0.5'`, `ada@example.com`
  [/'[\w.+-]{1,64}'@'[\w.%:-]{1,253}'/g, ADDRESS],
  [/(?<![\w.+-])[\w.+-]+@[\w-][\w.-]{0,252}\w/g, ADDRESS],
  // A path in quotes ends with them, whatever spaces are in it.
  [/(?<=(["'`]))(?:~\/|\/[^"'`<>/\r\n]{1,255}\/|[A-Za-z]:[\\/]|\\\\[\w.$-]{1,255}\\)[^"'`<>\r\n]{0,400}(?=\1)/g, PATH],
  // Paths of Windows, with a drive or a server
  [new RegExp(`(?<!\\w)(?:[A-Za-z]:[\\\\/]|\\\\\\\\[\\w.$-]+\\\\)${SPACED}`, 'g'), PATH],
  [/(?<![\w.\])@/-])~\/[^\s"'`<>)]*/g, PATH],
  [/(?<![\w.\])@/-])\/(?:[\w.@~+%-]{1,255}\/)[^\s"'`<>),;]*/g, PATH],
  [new RegExp(`(?<![\\w.\\])@/-])/(?:${ROOTS})(?![\\w-])`, 'g'), PATH],
  // As Node writes an address of the fourth version in the sixth
  [/(?<![\w:])(?:[0-9a-fA-F]{0,4}:){2,6}(?:\d{1,3}\.){3}\d{1,3}(?:[:/]\d{1,5})?(?![\w.]*\d)/g, ADDRESS],
  [/(?<![\w.:])(?:\d{1,3}\.){3}\d{1,3}(?:[:/]\d{1,5})?(?![\w.]*\d)/g, ADDRESS],
  [/\[?(?<![\w:])(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}(?![\w:])\]?(?::\d{1,5})?/g, ADDRESS],
  [/(?<![\w:])(?:[0-9a-fA-F]{1,4}:){0,6}:(?::[0-9a-fA-F]{1,4}){1,6}(?![\w:])|::1(?::\d{1,5})?(?![\w:])/g, ADDRESS],
  [/\b0x[0-9a-fA-F]{6,}/g, ADDRESS],
  [/(?<![\w.-])localhost(?::\d{1,5})?(?![\w-])/gi, ADDRESS],
  [
    new RegExp(
      `(?<![\\p{L}\\w.@-])(?:[\\p{L}\\p{M}\\w-]{1,63}\\.){1,8}(?:${DOMAINS})(?:\\.(?:${COUNTRIES}))?(?::\\d{1,5})?(?![\\w-]|\\.\\w)`,
      'giu'
    ),
    ADDRESS
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\w.@-])(?:[\\p{L}\\p{M}\\w-]{1,63}\\.){2,8}(?:${COUNTRIES})(?::\\d{1,5})?(?![\\w-]|\\.\\w)`,
      'giu'
    ),
    ADDRESS
  ],
  // `redis:6379`
  [/(?<![\w.:-])[A-Za-z][\w-]{0,62}:\d{4,5}(?![\w:.]*\d|-)/g, ADDRESS],
  // A bare name of a host, by the word before it
  [
    new RegExp(
      `(\\b(?:host(?:name)?|server|node|instance|broker|cluster|pod|getaddrinfo(?: E[A-Z_]{3,12})?|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|connect(?:ing|ion)? to|proxy)[ =:]{1,2}${QUOTED})(?=[\\w-]{0,40}[\\d.-])[\\w-][\\w.-]{1,120}`,
      'gi'
    ),
    `$1${ADDRESS}`
  ],
  // Flags, `name=value`, `"name": "value"`
  [/(?<![\w-])-{1,2}[A-Za-z][\w-]{0,40}(?:=\S+)?/g, REDACTED],
  [/(?<![\w.\-"'`])[\w.-]+=(?:"[^"]{0,400}"|'[^']{0,400}'|[^\s,;)]{1,400})/g, REDACTED],
  [/["'][\w.-]{1,60}["']\s?:\s?(?:"[^"]{0,400}"|'[^']{0,400}'|[\d.]+|true|false|null)/g, REDACTED]
]

const TOKEN = /[\w+/=.~%-]{16,}/g
const MAX_TOKEN = 32
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{16,}$/i

const isLongToken = (token: string): boolean => {
  if (token.length >= MAX_TOKEN || UUID.test(token) || HEX.test(token)) return true
  const { digits, letters, changes, hasBothCases } = mixtureOf(token)
  return digits > 2 && letters > 2 && (changes >= 0.3 || (hasBothCases && digits > 4))
}

/** An object or a list that was printed into a message, to its end or to the end of the text. */
const PRINTED = /\{[^{}]{0,2000}(?:\}|$)|\[(?=\s*(?:[{["]|\]))[^[\]]{0,2000}(?:\]|$)/g
const MAX_NESTING = 6

const withoutPrinted = (text: string): string => {
  let left = text
  for (let level = 0; level < MAX_NESTING; level++) {
    const next = left.replace(PRINTED, (_printed, at: number, whole: string) =>
      at + _printed.length === whole.length ? '' : REDACTED
    )
    if (next === left) break
    left = next
  }
  return left
}

const CHUNK = /[^\s"'`<>()]+/g
// `src/index.ts:12:5`, and whatever is installed
const PLACE = /\.[cm]?[jt]sx?:\d|\bnode_modules\b/

const masked = (text: string): string => {
  let left = withoutPrinted(redactText(text)).replace(CHUNK, (chunk) => (PLACE.test(chunk) ? PATH : chunk))
  for (const [pattern, by] of MASKS) left = left.replace(pattern, by)
  return left.replace(TOKEN, (token) => (isLongToken(token) ? REDACTED : token))
}

// -- a sentence

const MASK = /\[(?:address|path|redacted)\]/g
const WORD = /[\p{L}]{2,}/gu
// Scripts that write no spaces
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

// Markup, code, a command, a frame of a stack
const UNPLAIN =
  /[{}]|<(?:!|anonymous>|\?xml|\/?(?:html|head|body|title|div|span|p|br|a|h\d|script|style|table|pre|center|svg|error|code|message)\b)|=>|::|&&|\|\||\bat [\w.<>$ ]{1,80} \(|^command failed\b|^failed query\b|^(?:\$|>|#) /i
// A statement, whose values are those of its call. Prose that tells to select something has no small letter at its
// start.
const STATEMENT =
  /\b(?:SELECT|INSERT INTO|DELETE FROM|UPDATE|WITH)\b.{0,400}\b(?:FROM|VALUES|SET|WHERE|AS)\b|\binsert into\b.{0,400}\bvalues\b|\bdelete from\s+\S+\s+where\b|\bupdate\s+\S+\s+set\b|(?:^|[:;'"`(-]\s*)select\s.{0,400}\sfrom\s|\bselect\s+(?:["`*(]|\w+\s*,|\w+\.\w|distinct\b|count\()/

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const readsAsSentence = (text: string): boolean => {
  const rest = text.replace(MASK, ' ').trim()
  if (UNPLAIN.test(rest) || STATEMENT.test(rest)) return false
  const letters = countOf(rest, /[\p{L}\s]/gu)
  if (rest === '' || letters < rest.length * 0.6) return false
  const words = countOf(rest, WORD) + countOf(rest, UNSPACED) / 2
  if (words < 2) return /^[A-Za-z]{3,40}[.!]?$/.test(rest) && codeOfWords(rest) !== undefined
  return countOf(text, MASK) <= Math.max(1, words / 2)
}

// -- the first line

// `Error: ` before the words, as a console writes them; Java's errors have long names.
const PREFIX =
  /^(?:Uncaught )?(?:(?:(?:[a-z][\w$]{0,40}\.){0,12}(?:[A-Z]\w{0,60})?(?:Error|Exception)(?: \[\w{1,60}\])?|MCP error -?\d{1,6}): )+/

// Some clients of databases write the statement before the server's words:
// `select … - relation "orders" does not exist`
const STATEMENT_FIRST = /^(?:select|insert|update|delete|with|create|alter|drop|truncate|merge)\s/i
const SEPARATOR = ' - '

const withoutStatement = (message: string): string =>
  STATEMENT_FIRST.test(message) && message.includes(SEPARATOR)
    ? message.slice(message.lastIndexOf(SEPARATOR) + SEPARATOR.length)
    : message

const MAX_LINE = 600
// A secret that begins before the cut is recognized only if it is complete.
const MARGIN = 1_024

/**
 * The beginning of the first line of a thrown message, with masks for addresses, paths, secrets and whatever was
 * printed into it; empty where it is no plain sentence.
 */
export const plainSentence = (message: string): string => {
  const near = withoutStatement(message.trimStart())
    .replace(PREFIX, '')
    .slice(0, MAX_LINE + MARGIN)
  const line =
    masked(near)
      .split(/[\r\n\u2029]|(?<!:)\u2028/, 1)[0]
      ?.trim()
      .slice(0, MAX_LINE) ?? ''
  return readsAsSentence(line) ? line : ''
}
