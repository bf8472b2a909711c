/** Finds secrets by the name before them. Every expression here is linear. */
import { plainName } from '../signs/names.js'
import { BARE, bareSpan, endOfRun, SIGNLESS, TO_LINE_END, TO_PERCENT, UNQUOTED } from './bare-values.js'
import { groupedSpan, isGrouped } from './grouped-values.js'
import { lineBefore, namesInText, pairName, type PairName } from './pair-names.js'
import { behind, matchAt, quotedSpan, SCHEME } from './quoted-values.js'
import { isMixed, looksRandom } from './random-text.js'
import { isHarmlessSibling, isModelToken, isSecretName, REDACTED, VARIABLE } from './secret-keys.js'
import { isCookie, secretsInList } from './secret-lists.js'
import type { Span } from './seen-text.js'

// `Token token="…"`: pairs of their own
const PARAMETER = /[\w-]{1,24}=\\?"/y
const BLOCK = /[|>][+-]?\r?\n\s{1,80}/y
// What a language writes around a text: `b'…'`, `r#"…"#`, `(string) "…"`, `Some("…")`, `aws.String("…")`, `Just "…"`.
const LITERAL =
  /(?:(?:[bBuUrRfFNnEeLqQ@$&]{1,2}|r#{1,3}|<<|string\(\d{1,6}\)\s|\(string\) (?:\(len=\d{1,9}\) )?|(?:Just|Right|Some|chr)\s)(?=\\{0,4}["'`]))/y
const WRAPPER =
  /(?:new\s)?(?:\[\]byte|(?:\w{1,20}(?:\.|::)){0,2}(?:Some|Ok|Just|Right|Left|Optional|Option|Secret\w{0,12}|Redacted|Sensitive|Protected|Hidden|Password|Token|String\w{0,6}|CString|Literal|Text|text|Value|crypt|MD5|md5|PASSWORD|SHA\d{0,3}|sha\d{0,3}|str|bytes|bytearray|unicode|atob|b64decode|from|of|new))[([]\s{0,80}/y
const MAX_WRAPPERS = 4
// `<property name="…">`
const NAMED_TAG = /<[\w:.-]+ (?:name|key)=["'][\w.:-]*$/i
// `define('DB_PASSWORD', …)`, `os.getenv("DB_PASSWORD", …)`, `properties.setProperty("password", …)`
const SETTER =
  /(?:\bdefine|env(?:iron)?(?:\.\w{1,12})?|\b(?:set(?:Default|Env|Header|Item|Property|Value)|put))\s?\(\s{0,4}["']$/i
// `apiKey: string = '…'`
const TYPE =
  /(?:&(?:'\w{1,20} )?)?[A-Za-z][\w.]{0,40}(?:<[\w., ]{0,40}>|\[[\w., ]{0,40}\])?(?: \| \w{1,20})?\s?=\s{0,4}(?=[bNru]?["'`])/y
// Of YAML, and the first value in a plan of changes, `"[redacted]" -> "new"`
const TAG = /(?:(?<=: {1,8})(?:!{1,2}[\w-]{1,20}|&\w{1,40})[ \t]|"(?:\[redacted\]|\W{0,9})" ->\s)\s{0,8}/y
// `password=${DB_PASSWORD:-changeme1}`
const REFERENCE = /\$\{[\w.]{1,80}:[-=?+]?(?=[^{}\s]{0,80}\d)/y
// `--smtp.auth.password`, before its last word
const OPTION = /(?<![\w-])--?[A-Za-z][\w.:-]{0,60}[.:]$/
const WHOLE_LINE = /(?:authorization|cookies?)$/
// Twelve words and more.
const WORDS = /(?:mnemonic|(?:recovery|seed)phrase)$/

// Where the value stands within what is written around it.
const unwrapped = (text: string, start: number): number => {
  let at = start
  for (let i = 0; i < MAX_WRAPPERS; i++) at = behind(WRAPPER, text, at)
  return behind(LITERAL, text, at)
}

// Before a name that is quoted with what follows: `'Cookie: a=b'`
const OPENED = /(?<!\w)(["'`])[\w -]{0,40}$/

// `console.error('bad cookie:', error)`, `the 'Set-Cookie:' header`: the quote behind the name ends a text that began
// before it.
const isClosing = (text: string, quote: number, opened: string | undefined): boolean =>
  (opened === text.charAt(quote) && /^.(?:[\s.,;)\]}+]|$)/.test(text.slice(quote, quote + 2))) ||
  (/^["'`](?:\s{0,4}[,;)\]}+]|\s*$|\r?\n)/.test(text.slice(quote, quote + 8)) &&
    lineBefore(text, quote).split(text.charAt(quote)).length % 2 === 0)

// The last of them names the value: a secret, which is found by that name, or what is none: `token: type: x`.
const namesValue = ([, last = '']: RegExpExecArray, isSecret: (plain: string) => boolean): boolean =>
  isSecret(plainName(last)) || (isHarmlessSibling(plainName(last)) && !looksRandom(last, 8))

// Behind a name in backticks stands what is said of it as often. A value ends its line, or its part of a list.
const isLoneMix = (text: string, { end }: Span, value: string): boolean =>
  /^(?=.*[A-Za-z])(?=.*\d)[^\s()]{8,}$/.test(value) && /^[ \t]{0,8}(?:[\r\n,]|$)/.test(text.slice(end, end + 9))

const isRandom = (value: string): boolean => isMixed(value) || value.split(/[:|]/).some((part) => looksRandom(part, 8))

/** The secret that begins behind a name, if one does. */
const secretAt = (text: string, start: number, named: PairName): Span | undefined => {
  const { name, plain, before, lead, connector, separator, isTyped, isSure, isDefault } = named
  let at = start
  if (isDefault && text.charAt(at) === '-') at++
  at = behind(REFERENCE, text, at)
  at = behind(BLOCK, text, at)
  if (separator === ':') at = behind(TYPE, text, at)
  at = behind(TAG, text, at)
  const inside = unwrapped(text, at)
  const isWords = isSure && (isTyped || (separator === ':' && WORDS.test(plain)))
  const isHeader = isWords || (isSure && separator === ':' && WHOLE_LINE.test(plain))
  const ofSure = /["'`]/.test(lineBefore(text, inside)) ? BARE : UNQUOTED
  const bare = separator.startsWith('%') ? TO_PERCENT : isHeader ? TO_LINE_END : isSure ? ofSure : SIGNLESS
  const opened = /["'`]/.test(connector) ? undefined : OPENED.exec(lead.slice(-48))?.[1]
  if (isClosing(text, inside, opened)) return undefined
  const quoted = quotedSpan(text, inside)
  const isQuoted = quoted !== undefined
  const mayBeWords = /(?<!-)[:=>]$/.test(separator)
  const grouped = isSure && !isQuoted && !isHeader ? groupedSpan(text, inside, plain, mayBeWords) : undefined
  if (grouped !== undefined) return named.hides(text.slice(grouped.start, grouped.end)) ? grouped : undefined
  const whole = quoted ?? bareSpan(text, inside, bare, isWords, connector === '=')
  if (whole === undefined) return undefined
  // `-H 'Cookie: a=b' https://…`
  const ended = isHeader && !isQuoted && opened === "'" ? /'(?![\w;])/ : /$/
  const span = {
    start: behind(SCHEME, text, whole.start),
    end: whole.start + text.slice(whole.start, whole.end).search(ended)
  }
  if (span.end <= span.start || text.startsWith(REDACTED, span.start)) return undefined
  if (isHeader && !isQuoted && matchAt(PARAMETER, text, span.start) !== null) return undefined
  const written = text.slice(span.start, span.end)
  // Behind a sure name, too, signs count only in what looks like a password: `token=required;x`.
  const isWhole = isQuoted || isHeader || isMixed(written)
  const value = isWhole ? written : written.replace(/(?<=.)[&;"'`<>].*/s, '')
  // `["--password", "x"]`
  const option = OPTION.exec(lead.slice(-64))?.[0]
  const isOption = option === undefined ? name.startsWith('--') : isSecretName(plainName(option + name))
  const isArgument = isTyped || (isOption && (isQuoted || separator === ',') && /^[^\s-]+$/.test(value))
  // What connects them may connect other things, too. `<b class="password">Password</b>`: only a direct name is
  // followed by anything.
  const isLoose =
    !isArgument &&
    ((separator.startsWith('>')
      ? isQuoted || (before !== '<' && before !== ':')
      : /^["']?[,>]|^["']\s.*\w=|(?:->|[\u2013\u2014\u2192\u21d2\u279c])$/.test(separator) &&
        !/value|[:=]$/i.test(separator) &&
        !NAMED_TAG.test(lead) &&
        !SETTER.test(lead)) ||
      (/^(?:\|\||\?\?)$/.test(separator) && !VARIABLE.test(name)) ||
      (!isQuoted &&
        ((isDefault && !/\d/.test(value)) ||
          inside > at ||
          (separator.startsWith('`') && !isLoneMix(text, span, value)))))
  if (!named.hides(value) || isModelToken(plain, text, span.end)) return undefined
  const isTold = isRandom(value) || isCookie(plain, value) || isGrouped(plain, value, isOption)
  if (isLoose && !isTold) return undefined
  return isQuoted ? span : { start: span.start, end: endOfRun(text, { start: whole.start, end: span.end }, bare) }
}

// Between the parts of a text, with a word for a line break or without: `"…" + "…"`, `'…' . PHP_EOL . '…'`; on a line
// of its own, a part needs no sign before it, but has no blanks.
const SIGN = '(?:\\+|\\.{1,2}|&(?: _)?|\\|\\||<>|\\\\)'
const JOINT = new RegExp(
  [
    `(\\\\{0,4}["'\`])(?:\\s{0,8}${SIGN}(?:\\s{0,80}[\\w.()]{1,24}\\s{0,8}${SIGN})?\\s{0,80}(?=\\1(?:(?!\\1)[^\\r\\n]){1,4000}\\1)`,
    `|[ \\t]{0,8}\\r?\\n\\s{0,80}(?=\\1[^\\s"'\`]{1,4000}\\1(?!\\s{0,8}[:=])))`
  ].join(''),
  'y'
)

/** The parts of a text that follow its first one. */
const partsBehind = (text: string, { end }: Span): ReadonlyArray<Span> => {
  const parts: Array<Span> = []
  let at = end
  for (;;) {
    const next = behind(JOINT, text, at)
    const part = next === at ? undefined : quotedSpan(text, next)
    if (part === undefined) return parts
    parts.push(part)
    at = part.end
  }
}

/** Finds what stands behind the names of secrets, as pairs of files, programs, URLs and forms have it. */
export const findPairs = (text: string, isSecret: (plain: string) => boolean): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  const names = namesInText(text)
  const { pair: pattern } = names
  pattern.lastIndex = 0
  for (let pair = pattern.exec(text); pair !== null; pair = pattern.exec(text)) {
    const named = pairName(text, pair, names, isSecret)
    if (named === undefined) {
      // What stands between may have names of its own.
      pattern.lastIndex = pair.index + (pair[1] ?? '').length
      continue
    }
    const { plain, connector, separator, chain, isSure } = named
    const end = pair.index + pair[0].length
    // The name is a scheme: what follows is an address.
    if (separator === ':' && text.startsWith('//', end)) continue
    if (chain !== null && namesValue(chain, isSecret)) continue
    // Behind a blank, a value may be followed by what is said of it: `token: sesame: expired`.
    const at = end + (chain === null || /\s$/.test(connector) ? 0 : chain[0].length)
    const isList = isSure && (separator === ':' || text.charAt(at) === '[')
    const items = isList ? secretsInList(text, at, plain, isSecret) : []
    if (items.length > 0) {
      found.push(...items)
      pattern.lastIndex = items.at(-1)?.end ?? at
      continue
    }
    const secret = secretAt(text, at, named)
    if (secret === undefined) {
      // `session["password"] = …`: a list may be called so, and its element be the secret.
      if (/\[|%5B/i.test(connector)) pattern.lastIndex = pair.index + named.name.length
      continue
    }
    found.push(secret, ...partsBehind(text, secret))
    pattern.lastIndex = found.at(-1)?.end ?? secret.end
  }
  return found
}
