/** The values behind a name that stand in no quotes, and where they end. Every expression here is linear. */
import { matchAt, SCHEME } from './quoted-values.js'
import { isMixed } from './random-text.js'
import { LIST } from './secret-lists.js'
import { type Span, TAG } from './seen-text.js'

// What a generator of passwords writes between letters. A separator ends a value where another name follows, an angle
// where it begins a tag, a quote where nothing follows that goes on.
const NEXT = '(?:amp;)?(?:[\\w.%[\\]-]{1,60}|[A-Za-z]{2,20}(?: [A-Za-z]{2,20}){1,4}) ?='
const LETTER = '[\\w!#$%*?@^~]'
const NO_SIGN = `[^\\s\\0-\\x1f&;"'\`<>]`
const within = (quote: string): string =>
  `${NO_SIGN}|&(?!${NEXT}|\\w{4};(?!${LETTER}))|;(?!${NEXT})|${quote}|(?!${TAG}|</[A-Za-z])<`
/** The source of an expression for a character of a value, which may be a sign. */
export const WITHIN = within(`(?<=${LETTER})["'\`>](?=${LETTER})`)

// A value is judged by so much of it: what is rejected may stand behind each of many names.
const MAX_JUDGED = 400

const upTo = (character: string): RegExp =>
  new RegExp(`(?:${SCHEME.source}(?!<))?(?:${character}){1,${MAX_JUDGED}}`, 'iy')

/** Of a name that may be of something else: any sign ends it. */
export const SIGNLESS = upTo(NO_SIGN)
export const BARE = upTo(WITHIN)
/** On a line without quotes before: none can close. */
export const UNQUOTED = upTo(within(`["'\`>](?![\\s;,]|</|$)`))
/** Of a URL in a URL. */
export const TO_PERCENT = upTo(`(?!%2[26C])(?:${WITHIN})`)
export const TO_LINE_END = /(?:[^\r\n\u2028"]|"(?=\w)){1,400}/y

// What our own details say of a field that happens to be called `token`, types, references to a value that stands
// elsewhere; a block of a key is replaced as a whole. Last, what code opens: it closes that, or goes on behind a space.
const HARMLESS =
  /(?:-----BEGIN [A-Z]|expected|required field|unknown field|(?:true|false|null|undefined|none|nil|str|string|number|int|bool|boolean|any|unknown|object|bytes|optional)\b(?!-)|[A-Za-z](?=[\s;,)]|$)|(?:await|can(?:'t|not)|do(?:es)?n't|function|has|is|lambda|must|new|not|typeof|yield|\d\d?(?=\s[a-z]{4}))\s|(?:\*+(?:[a-z_]\w*)?|\$(?:\d{1,4}|[A-Z_]\w*))(?![\w*$#!^~+.({<>?%-])|\$[{(]|%\(|%[a-z]\b|(?:self|this|os|env|req|request|process|config|settings|args|options|data|kwargs|params|user|ctx|context)\.[a-z_]|(?:DataTypes|Joi|Sequelize|t|Type|types|typing|yup|z|zod)\.[A-Z]|(?!\S{0,40}[)\]}>][\w#$])(?:[a-z_$][\w$.]{0,80})?(?:[([{]|<(?=[^\r\n/"]{0,200}>|\s|$))(?:$|[\s"'`\\]|[^\r\n]{0,200}(?:[)\]}>]|[,([{](?:\s|$))))/iy
// `Password: Enter your own`, and words of other scripts. Nobody writes a sentence behind a bare equals sign:
// `password=sesame dbname=shop`; nor before another name, as Go shows data: `{Password:sesame Port:5432}`.
const PROSE = new RegExp(
  `[^\\0-\\x7f]+(?=[\\s,.;)]|$)|(?!${SCHEME.source})(?!(?<=\\w:)\\S{1,80} [\\w-]{1,40}:[^\\s/])[A-Z][a-z]{1,12}[ \\t](?=["'\`(]?[a-z]{2})`,
  'iy'
)
// `Authorization: SSWS 00x7…`: a scheme that nobody knows, before what is no word
const SCHEMED = /[A-Za-z-]{1,24}\s{1,4}(?=\S{0,64}\d)[^\s"']{1,400}(?=["']|[ \t]{0,8}(?:\r?\n|$))/y

/** The value that begins at a place, unless it is code, a type, words or what stands for one. */
export const bareSpan = (
  text: string,
  at: number,
  pattern: RegExp,
  isWords: boolean,
  isAssigned: boolean
): Span | undefined => {
  const list = matchAt(LIST, text, at)
  if (list !== null) return { start: at + (list[1]?.length ?? 1), end: at + list[0].length - 1 }
  const isSchemed = pattern === TO_LINE_END && matchAt(SCHEMED, text, at) !== null
  if (!isWords && !isAssigned && !isSchemed && matchAt(PROSE, text, at) !== null) return undefined
  const found = matchAt(pattern, text, at)
  if (found === null) return undefined
  let end = at + found[0].length
  while (end > at && ',.)]}\\;"\'`'.includes(text.charAt(end - 1))) end--
  const isHarmless = matchAt(HARMLESS, text, at) !== null && !isMixed(text.slice(at, end))
  return isHarmless && !isWords ? undefined : { start: at, end }
}

/** Where a value ends of which no more than the beginning was judged. */
export const endOfRun = (text: string, { start, end }: Span, pattern: RegExp): number => {
  let at = start
  for (;;) {
    const length = matchAt(pattern, text, at)?.[0].length ?? 0
    at += length
    if (length < MAX_JUDGED) return at - start < MAX_JUDGED ? end : at
  }
}
