/** Finds secrets by the name before them. Every expression here is linear. */
import { plainName } from '../signs/names.js'
import { BARE, bareSpan, endOfRun, SIGNLESS, TO_LINE_END, TO_PERCENT, UNQUOTED } from './bare-values.js'
import { matchAt, quotedSpan, SCHEME } from './quoted-values.js'
import { isMixed, looksRandom } from './random-text.js'
import {
  fieldName,
  isHarmlessSibling,
  isHarmlessValue,
  isModelToken,
  isSecretVariable,
  maybeSecret,
  maybeSecretName,
  REDACTED,
  VARIABLE
} from './secret-keys.js'
import { isHidden } from './secret-columns.js'
import { isCookie, secretsInList } from './secret-lists.js'
import type { Span } from './seen-text.js'

// A value on the next line is in quotes, or alone and indented, or has a digit behind an equals sign.
const GAP = `(?:\\s{0,8}(?=["'\`\\\\]|string\\(\\d)|\\r?\\n(?:[ \\t]{1,40}(?!continue|return)|(?<==\\r?\\n)(?=\\S{0,60}\\d))(?=[^\\s:(=]{6,400}[ \\t]{0,4}(?:\\r?\\n|$))|[ \\t\u00a0]{0,60})`
// The last cell of a row, which is no head with a rule below.
const LAST = '(?=[^\\s|](?:\\S{2,400}|[^\\s|]{400,})[ \\t|]{0,60}(?:\\r?\\n(?![ \\t|]{0,8}:?--)|$))'
const STRING = `(?:"[^"\\r\\n]{0,200}"|'[^'\\r\\n]{0,200}')`
// Before what is typed into a field of a page: `getByLabel('Password').fill('…')`, `page.fill('#password', '…')`,
// `Filled #password with: …`, `- textbox "Password" [ref=e6]: …`
const TYPED = [
  '[\\\\"\'`\\]]{1,4}(?!\\w)[^;"\'`]{0,60}?\\.(?:type|\\w{0,9}(?:[fF]ill|[sS]equentially|[kK]eys|[vV]alue))(?:Async)?(?:\\(| ?= ?)(?=[\\\\"\'`])',
  '[\\\\"\'`\\])]{0,5}(?:, ?(?=[\\\\"\'`])| with: )(?<=(?:\\.(?:fill|type)\\(|Filled )[^;\\r\\n]{0,120})',
  '"(?<=(?:(?:text|search|combo)box|spinbutton) "[^"\\r\\n]{0,80}")(?: \\[[^[\\]\\r\\n]{1,60}\\]| [a-z]{4,12}){0,9}(?:\'?:(?: |(?:\\r?\\n *- /\\w+: [^\\r\\n]*){0,3}\\r?\\n *- text: )| value=)'
].join('|')
// What may stand between a name and its value.
const CONNECTORS = [
  `([ *:]{0,3}(?:${TYPED}))`,
  '["\'`\\]]?[ \\t]{1,4}(?:!?={2,3}|!=|<>|<-|\\|\\||\\?\\?|I?LIKE|IN \\()[ \\t]{0,4}(?=[NE]?["\'])', // of conditions
  // The visibility of a property in PHP: `[password:Db:private] => x`, `["password":protected]=>`
  `\\\\{0,4}["'\`]?(?:>>)?(?:(?::["\\w\\\\]{1,80})?:(?:private|protected))?\\]?(?:\\s{0,8}|[ \\t]{9,60}|[ \\t]{0,4}\\.{2,60}[ \\t]{0,4})(?:=>|:{0,3}=|[?.+]=|::?)${GAP}`,
  `["'\`]?[ \\t]{0,4}(?:->|[\u2013\u2014\u2192\u21d2\u279c])${GAP}`, // of lists and prose
  '(?:%5D|\\[\\])=|(?:%(?:25)?5D)?%(?:25)?3D|%22%3A%22', // of forms, and as part of a URL in a URL
  ',[ \\t]{0,4}(?=(?:<<)?")', // of tuples
  // Declared: `password[] = "…"`, `password As String = "…"`, `@password nvarchar(50) = '…'`, `{ get; set; } = "…"`,
  // `ENV["KEY"] ||= "…"`
  `["'\`\\]]{0,2}(?:\\[\\d{0,4}\\]|[ \\t]As[ \\t]String|[ \\t]\\w{1,12}\\(\\d{1,5}\\)|[ \\t]\\{[ \\t]?get;[^{}]{0,60}\\})?[ \\t]{0,40}(?:\\|\\||\\?\\?|:)?=[ \\t]{0,8}(?=[NL]?["'])`,
  // `#define KEY "…"`, `\\set key '…'`, `:key "…"`
  `([ \\t]{1,20}(?=["'])(?<=(?:#define[ \\t]{1,4}|\\\\set |[({ ,]:)[\\w-]{1,60}[ \\t]{1,20}))`,
  // `add_argument("--password", default="…")`, `variable "password" { default = "…" }`, `.password | default "…"`
  `(?:["'](?:,[^()\\r\\n]{0,200}?|\\s{0,4}\\{[^{}]{0,400}?)\\bdefault\\s{0,12}=\\s{0,4}|[ \\t]?\\|[ \\t]?default[ (])(?=[bru]?["'])`,
  '\\\\{0,4}";s:\\d{1,6}:(?=\\\\{0,4}")', // of PHP, serialized
  '\\r?\\n(?<=\\$[\\w.]{1,80}\\r?\\n)\\[1\\] (?=")', // of R
  '["\']?\\r?\\n(?<=--[\\w-]{1,60}["\']?\\r?\\n)[ \\t]{0,40}- {1,4}(?=["\']?[^\\s"\'-][^\\s"\']{0,400}["\']?[ \\t]{0,8}(?:\\r?\\n|$))', // of options in YAML
  ',(?<=\\[[^[\\]\\r\\n]{0,200}--[\\w-]{1,60},) ?(?=[^\\s"\',[\\]-][^\\s"\',[\\]]{0,400}[,\\]])',
  `\\\\{0,4}["'][\\s,)\\]+~-]{0,80}(?:["']?\\w{1,20}["']?: (?:${STRING}|[^\\s"'{}]{1,20}),\\s{0,20}){0,3}\\\\{0,4}["']?(?:(?!m(?:in|ax))\\w{0,20}[vV]alue|val|content|input)\\\\{0,4}["']?\\s{0,8}[=:]\\s{0,4}`, // name="…" value="…", 'loc': ('body', '…'), 'msg': '…', 'input': '…'
  '[ |]{0,99}\\r?\\n(?:[\\s|]{0,20}\\w{1,20}: [^\\s:]{1,40}\\r?\\n)?[\\s|]{0,20}(?!m(?:in|ax))\\w{0,20}[vV]alue\\s{0,20}[:|]\\s{1,4}', // of YAML and tables
  '["\'],(?:\\s{0,8}|[ \\t]{9,40})(?=[bu]?["\'])', // set("NAME", "value")
  ',(?=[\\w+/=.-]{16})', // NAME,value
  '\\s{1,8}REG_[A-Z_]{2,12}\\s{1,8}',
  `["']?(?:\\s{1,8}[\\w:.-]{1,40}=${STRING}){0,8}>(?!>)\\s{0,40}(?:<value>\\s{0,40})?(?:<!\\[CDATA\\[)?`, // <name>value, name="…">value
  '\\s{0,8}</[\\w-]{0,20}(?:[kK]ey|[nN]ame)>\\s{0,40}<(?:string|[\\w-]{0,20}[vV]alue)>\\s{0,8}(?:<!\\[CDATA\\[)?', // property lists
  '\\s{0,8}</[dt][hdt]>\\s{0,40}<[dt]d[^<>]{0,200}>\\s{0,8}(?=[^\\s<>]{3,}\\s{0,8}</.d>\\s{0,40}(?:</|<d|$))',
  '"\\r?\\n\\s{0,20}\\d{0,5}[02468]\\) (?=")', // of a hash of Redis
  `[ \\t]{0,60}[ \\t|][ \\t]{0,60}${LAST}`
].join('|')
interface NamePatterns {
  /** A name and what connects it to its value. */
  readonly pair: RegExp
  /** The words before, of a name like `mot de passe`, `clé d'api`, `api key`. */
  readonly before: RegExp
}

const namesOf = (letters: string): NamePatterns => ({
  pair: new RegExp(`(?<!${letters})(${letters}+)(?!${letters})(${CONNECTORS})`, 'g'),
  before: new RegExp(`(?:(?<!${letters})${letters}{1,20}[ ']){1,3}$`)
})
const PLAIN = namesOf('[\\w-]')
// Letters of any script, without its punctuation: those take longer.
const FOREIGN = namesOf('[\\w\\u00c0-\\u1fff\\u2c00-\\u2dff\\u3005-\\u3007\\u3041-\\ud7ff\\uf900-\\ufefc-]')
// `Token token="…"`: pairs of their own
const PARAMETER = /[\w-]{1,24}=\\?"/y
const BLOCK = /[|>][+-]?\r?\n\s{1,80}/y
// What a language writes around a text: `b'…'`, `r#"…"#`, `(string) "…"`, `Some("…")`, `aws.String("…")`, `Just "…"`.
const LITERAL =
  /(?:(?:[bBuUrRfFNnEeLqQ@$&]{1,2}|r#{1,3}|<<|string\(\d{1,6}\)\s|\(string\) (?:\(len=\d{1,9}\) )?|(?:Just|Right|Some|chr)\s)(?=\\{0,4}["'`]))/y
const WRAPPER =
  /(?:new\s)?(?:\[\]byte|(?:\w{1,20}(?:\.|::)){0,2}(?:Some|Ok|Just|Right|Left|Optional|Option|Secret\w{0,12}|Redacted|Sensitive|Protected|Hidden|Password|Token|String\w{0,6}|CString|Literal|Text|text|Value|crypt|MD5|md5|PASSWORD|SHA\d{0,3}|sha\d{0,3}|str|bytes|bytearray|unicode|atob|b64decode|from|of|new))[([]\s{0,80}/y
const MAX_WRAPPERS = 4
// Nothing but the name stands before a cell, or its number.
const ROW = /(?:^|>)[\s|]*(?:\d+\) )*"?((?:[\w-]+\.)*)$/
// `<property name="…">`
const NAMED_TAG = /<[\w:.-]+ (?:name|key)=["'][\w.:-]*$/i
// `define('DB_PASSWORD', …)`, `os.getenv("DB_PASSWORD", …)`, `properties.setProperty("password", …)`
const SETTER =
  /(?:\bdefine|env(?:iron)?(?:\.\w{1,12})?|\b(?:set(?:Default|Env|Header|Item|Property|Value)|put))\s?\(\s{0,4}["']$/i
// Of a run of tests, in front of a name and elsewhere: `--- PASS: TestLogin`, `PASS: a.sh`, `FAIL: b.sh`
const RESULT = /^[ \t]*--- $/
const RESULTS = /^[ \t]*(?:--- )?(?:FAIL|SKIP|XFAIL|XPASS|# TOTAL): /m
// `apiKey: string = '…'`
const TYPE =
  /(?:&(?:'\w{1,20} )?)?[A-Za-z][\w.]{0,40}(?:<[\w., ]{0,40}>|\[[\w., ]{0,40}\])?(?: \| \w{1,20})?\s?=\s{0,4}(?=[bNru]?["'`])/y
// Of YAML, and the first value in a plan of changes, `"[redacted]" -> "new"`
const TAG = /(?:(?<=: {1,8})(?:!{1,2}[\w-]{1,20}|&\w{1,40})[ \t]|"(?:\[redacted\]|\W{0,9})" ->\s)\s{0,8}/y
// `password=${DB_PASSWORD:-changeme1}`
const REFERENCE = /\$\{[\w.]{1,80}:[-=?+]?(?=[^{}\s]{0,80}\d)/y
const WHOLE_LINE = /(?:authorization|cookies?)$/
// Names below a name, before a value: `Jwt:Key = …`, `auth: api_key: …`
const BELOW = /(?:\w[\w.-]{0,60}::?){0,6}?([A-Za-z_][\w-]{0,60})(?:[ \t]{1,4}:?=|:)[ \t]{1,4}(?=\S)/y
// Twelve words and more.
const WORDS = /(?:mnemonic|(?:recovery|seed)phrase)$/

// Where the value stands within what is written around it.
const unwrapped = (text: string, start: number): number => {
  let at = start
  for (let i = 0; i < MAX_WRAPPERS; i++) {
    const wrapper = matchAt(WRAPPER, text, at)
    if (wrapper === null) break
    at += wrapper[0].length
  }
  return at + (matchAt(LITERAL, text, at)?.[0].length ?? 0)
}

const lineBefore = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - 400), at)
  return before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1)
}

// Before a name that is quoted with what follows: `'Cookie: a=b'`
const OPENED = /(?<!\w)(["'`])[\w -]{0,40}$/

// `console.error('bad cookie:', error)`, `the 'Set-Cookie:' header`: the quote behind the name ends a text that began
// before it.
const isClosing = (text: string, quote: number, opened: string | undefined): boolean =>
  (opened === text.charAt(quote) && /^.(?:[\s.,;)\]}+]|$)/.test(text.slice(quote, quote + 2))) ||
  (/^["'`](?:\s{0,4}[,;)\]}+]|\s*$|\r?\n)/.test(text.slice(quote, quote + 8)) &&
    lineBefore(text, quote).split(text.charAt(quote)).length % 2 === 0)

// In the query of a URL these carry what nobody else may have: `?key=` of Google and many others, `?code=` of a login.
const QUERY = /^(?:ak|code|key|sig|(?:xamz|xgoog)?signature|state|t|ticket)$/

// OpenWeatherMap calls its key `appid`; that of others only tells which application asks.
const OF_APP_KEYS = /openweathermap/i

// A name of several words, which only what assigns a value can end.
const phraseOf = (
  textBefore: string,
  before: RegExp,
  name: string,
  isSecret: (plain: string) => boolean
): string | undefined => {
  const words = (before.exec(textBefore)?.[0] ?? '').split(/(?<=[ '])/)
  return words.map((_, i) => plainName(words.slice(i).join('') + name)).find(isSecret)
}

// Of settings that are parted by dots: `fs.s3a.secret.key`; a file may be called `/etc/tls/private.key`.
const KIND_OF_KEY =
  /(?<![\w./\\-])(?:[\w-]{1,40}\.){1,8}((?:access|account|api|encryption|master|private|secret|shared|signing)\.)$/i

const kindOfKey = (text: string, at: number): string =>
  KIND_OF_KEY.exec(text.slice(Math.max(0, at - 200), at))?.[1] ?? ''

/** Finds what stands behind the names of secrets, as pairs of files, programs, URLs and forms have it. */
export const findPairs = (text: string, isSecret: (plain: string) => boolean): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  const names = /[^\0-\x7f]/.test(text) ? FOREIGN : PLAIN
  const { pair: pattern } = names
  let hasAppKeys: boolean | undefined
  pattern.lastIndex = 0
  for (let pair = pattern.exec(text); pair !== null; pair = pattern.exec(text)) {
    const [matched, name = '', connector = '', typed, declared] = pair
    const isTyped = typed !== undefined
    const before = text.charAt(pair.index - 1) || ' '
    const called = plainName(before === '.' && name === 'key' ? kindOfKey(text, pair.index) + name : name)
    const own = isTyped ? fieldName(called) : called
    const isLast = " '".includes(before) && (isTyped || /[:=\u2192\u21d2\u279c]|->/.test(connector)) && !isSecret(own)
    const phrase = isLast
      ? phraseOf(text.slice(Math.max(0, pair.index - 48), pair.index), names.before, name, isSecret)
      : undefined
    const plain = phrase ?? own
    const isSure = isSecret(plain) || (plain === 'key' && '?&'.includes(before))
    const isQuery = '?&#;'.includes(before) && QUERY.test(plain)
    const isApp = plain === 'appid' && ('?&;'.includes(before) || (hasAppKeys ??= OF_APP_KEYS.test(text)))
    const chain = connector.trim().endsWith(':') ? matchAt(BELOW, text, pair.index + matched.length) : null
    // `arn:aws:secretsmanager:…:secret:name`
    const isPart = before === ':' && connector === ':' && chain === null
    const separator = connector.trim().replace(/^\.{2,}\s*/, '')
    const isCell = declared === undefined && /^\|?$|^<\/[td]|\)$/.test(separator)
    const isVariable = (isCell || /^[:=]/.test(connector)) && VARIABLE.test(name)
    const lead = lineBefore(text, pair.index)
    const row = isCell ? ROW.exec(lead) : null
    const isOfRow = row !== null && (connector !== ' ' || before === '.' || VARIABLE.test(name))
    // `typeof token === 'string'`
    const isType = /\btypeof [\w.$?]*$/.test(lead.slice(-80))
    const isResult = name === 'PASS' && connector === ': ' && (RESULT.test(lead) || RESULTS.test(text))
    if (
      isPart ||
      isType ||
      isResult ||
      (isCell && !isOfRow) ||
      !(isSure || isQuery || isApp || isVariable || maybeSecretName(plain))
    ) {
      // What stands between may have names of its own.
      pattern.lastIndex = pair.index + name.length
      continue
    }
    let at = pair.index + matched.length
    // The name is a scheme: what follows is an address.
    if (separator === ':' && text.startsWith('//', at)) continue
    if (chain !== null) {
      const [below, last = ''] = chain
      pattern.lastIndex = at
      if (isSecret(plainName(last)) || (isHarmlessSibling(plainName(last)) && !looksRandom(last, 8))) continue
      // Behind a blank, a value may be followed by what is said of it: `token: sesame: expired`.
      if (!/\s$/.test(connector)) at += below.length
    }
    const isList = isSure && (separator === ':' || text.charAt(at) === '[')
    const items = isList ? secretsInList(text, at, plain, isSecret) : []
    if (items.length > 0) {
      found.push(...items)
      pattern.lastIndex = items.at(-1)?.end ?? at
      continue
    }
    const isDefault = text.startsWith('${', pair.index - 2)
    if (isDefault && text.charAt(at) === '-') at++
    at += matchAt(REFERENCE, text, at)?.[0].length ?? 0
    at += matchAt(BLOCK, text, at)?.[0].length ?? 0
    if (separator === ':') at += matchAt(TYPE, text, at)?.[0].length ?? 0
    at += matchAt(TAG, text, at)?.[0].length ?? 0
    const inside = unwrapped(text, at)
    const isWords = isSure && (isTyped || (separator === ':' && WORDS.test(plain)))
    const isHeader = isWords || (isSure && separator === ':' && WHOLE_LINE.test(plain))
    const ofSure = /["'`]/.test(lineBefore(text, inside)) ? BARE : UNQUOTED
    const bare = separator.startsWith('%') ? TO_PERCENT : isHeader ? TO_LINE_END : isSure ? ofSure : SIGNLESS
    const opened = /["'`]/.test(connector) ? undefined : OPENED.exec(lead.slice(-48))?.[1]
    if (isClosing(text, inside, opened)) continue
    const quoted = quotedSpan(text, inside)
    const whole = quoted ?? bareSpan(text, inside, bare, isWords, connector === '=')
    if (whole === undefined) continue
    // `-H 'Cookie: a=b' https://…`
    const ended = isHeader && quoted === undefined && opened === "'" ? /'(?![\w;])/ : /$/
    const span = {
      start: whole.start + (matchAt(SCHEME, text, whole.start)?.[0].length ?? 0),
      end: whole.start + text.slice(whole.start, whole.end).search(ended)
    }
    if (span.end <= span.start || text.startsWith(REDACTED, span.start)) continue
    if (isHeader && quoted === undefined && matchAt(PARAMETER, text, span.start) !== null) continue
    const written = text.slice(span.start, span.end)
    // Behind a sure name, too, signs count only in what looks like a password: `token=required;x`.
    const isWhole = quoted !== undefined || isHeader || isMixed(written)
    const value = isWhole ? written : written.replace(/(?<=.)[&;"'`<>].*/s, '')
    // `<b class="password">Password</b>`: only a direct name is followed by anything.
    // `["--password", "x"]`
    const isArgument =
      isTyped || (name.startsWith('--') && (quoted !== undefined || separator === ',') && /^[^\s-]+$/.test(value))
    const isLoose =
      !isArgument &&
      ((separator.startsWith('>')
        ? quoted !== undefined || (before !== '<' && before !== ':')
        : /^["']?[,>]|^["']\s.*\w=|(?:->|[\u2013\u2014\u2192\u21d2\u279c])$/.test(separator) &&
          !/value|[:=]$/i.test(separator) &&
          !NAMED_TAG.test(lead) &&
          !SETTER.test(lead)) ||
        (/^(?:\|\||\?\?)$/.test(separator) && !VARIABLE.test(name)) ||
        (quoted === undefined && ((isDefault && !/\d/.test(value)) || inside > at || separator.startsWith('`'))))
    const isFound = isSure
      ? isCell
        ? isHidden(plainName((row?.[1] ?? '') + name), value, 'any')
        : !isHarmlessValue(plain, value)
      : (isQuery && looksRandom(value)) ||
        (isApp && /^[\da-f]{32}$/i.test(value)) ||
        (isVariable && isSecretVariable(name, value)) ||
        maybeSecret(plain, value)
    if (!isFound) continue
    const isRandom = isMixed(value) || value.split(/[:|]/).some((part) => looksRandom(part, 8))
    if ((isLoose && !isRandom && !isCookie(plain, value)) || isModelToken(plain, text, span.end)) continue
    const end = quoted === undefined ? endOfRun(text, { start: whole.start, end: span.end }, bare) : span.end
    found.push({ start: span.start, end })
    pattern.lastIndex = end
  }
  return found
}
