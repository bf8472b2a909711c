/** Names of secrets in a text, and what connects them to their values. Every expression here is linear. */
import { plainName } from '../signs/names.js'
import { matchAt } from './quoted-values.js'
import { isMixed, looksRandom } from './random-text.js'
import { isHidden } from './secret-columns.js'
import { fieldName, isHarmlessValue, isSecretVariable, maybeSecret, maybeSecretName, VARIABLE } from './secret-keys.js'

// A value on the next line is in quotes, or alone and indented, or has a digit behind an equals sign.
const GAP = `(?:\\s{0,8}(?=["'\`\\\\]|string\\(\\d)|\\r?\\n(?:[ \\t]{1,40}(?!continue|return)|(?<==\\r?\\n)(?=\\S{0,60}\\d))(?=[^\\s:(=]{6,400}[ \\t]{0,4}(?:\\r?\\n|$))|[ \\t\u00a0]{0,60})`
// The last cell of a row, which is no head with a rule below.
const LAST = '(?=[^\\s|](?:\\S{2,400}|[^\\s|]{400,})[ \\t|]{0,60}(?:\\r?\\n(?![ \\t|]{0,8}:?--)|$))'
const STRING = `(?:"[^"\\r\\n]{0,200}"|'[^'\\r\\n]{0,200}')`
// The element of a value, and others before it that are none of a name: `<final>true</final><value type="…">`
const ATTRIBUTES = '(?:\\s[^<>]{0,200})?(?<!/)>'
const VALUE_TAG = `(?:<(?![\\w:.-]{0,20}(?:[kK]ey|[nN]ame|[vV]alue)[\\s>])[\\w:.-]{1,40}${ATTRIBUTES}[^<>]{0,400}</[\\w:.-]{1,40}>\\s{0,40}){0,3}?<(?:string|[\\w:.-]{0,20}[vV]alue)${ATTRIBUTES}\\s{0,40}`
// Before what is typed into a field of a page: `getByLabel('Password').fill('…')`, `page.fill('#password', '…')`,
// `Filled #password with: …`, `- textbox "Password" [ref=e6]: …`
const TYPED = [
  '[\\\\"\'`\\]]{1,4}(?!\\w)[^;"\'`]{0,60}?\\.(?:type|\\w{0,9}(?:[fF]ill|[sS]equentially|[kK]eys|[vV]alue))(?:Async)?(?:\\(| ?= ?)(?=[\\\\"\'`])',
  '[\\\\"\'`\\])]{0,5}(?:, ?(?=[\\\\"\'`])| with: )(?<=(?:\\.(?:fill|type)\\(|Filled )[^;\\r\\n]{0,120})',
  '"(?<=(?:(?:text|search|combo)box|spinbutton) "[^"\\r\\n]{0,80}")(?: \\[[^[\\]\\r\\n]{1,60}\\]| [a-z]{4,12}){0,9}(?:\'?:(?: |(?:\\r?\\n *- /\\w+: [^\\r\\n]*){0,3}\\r?\\n *- text: )| value=)'
].join('|')
// Of an element of what is called so: `api-keys[0]=…`, `passwords['db'] = '…'`, `api_key][live]=…`. In code, `tokens[0]
// = next` may assign anything.
const INDEX = '(?:\\[(?:[\\w.-]{1,40}|\\\\{0,4}["\'][\\w.-]{1,40}\\\\{0,4}["\'])\\]|%5B[\\w.-]{1,40}%5D){1,3}'
// What is said of a value, before it: `Password (initial): …`. In descriptions, letters or figures alone follow.
const REMARK = ' \\([^()<>\\r\\n]{1,40}\\)'
const LONE_MIX = '(?=[^\\s<>]{0,400}\\d)(?=[^\\s<>]{0,400}[A-Za-z])'
// Elements of a page side by side: `<b>Password</b><code>…</code>`; entries of a list tell nothing of each other.
const SHOWN = '(?:b|code|d[dt]|div|em|h[1-6]|i|kbd|label|p|samp|small|span|strong)'
// What may stand between a name and its value.
const CONNECTORS = [
  `(?:${REMARK})?:?\\s{0,8}</${SHOWN}>\\s{0,40}<${SHOWN}(?:\\s[^<>]{0,200})?>\\s{0,8}${LONE_MIX}(?=[^\\s<>]{8,400}\\s{0,8}</)`,
  `${REMARK}[*_]{0,3}(?:[:=][*_]{0,3}[ \\t]{0,8}|[ \\t]{1,8}=[ \\t]{0,8})(?=["'\`]?${LONE_MIX}[^\\s<>]{6})`,
  `([ *:]{0,3}(?:${TYPED}))`,
  `(?:\\\\{0,4}["']?\\]|%5D)?${INDEX}(?:=(?=[^\\s=>])|: (?!return)|\\s{0,8}(?:=>|:?=)\\s{0,8}(?=\\\\{0,4}["']))`,
  '["\'`\\]]?[ \\t]{1,4}(?:!?={2,3}|!=|<>|<-|\\|\\||\\?\\?|I?LIKE|IN \\()[ \\t]{0,4}(?=[NE]?["\'])', // of conditions
  // The visibility of a property in PHP: `[password:Db:private] => x`, `["password":protected]=>`
  `\\\\{0,4}["'\`]?(?:>>)?(?:(?::["\\w\\\\]{1,80})?:(?:private|protected))?\\]?(?:\\s{0,8}|[ \\t]{9,60}|[ \\t]{0,4}\\.{2,60}[ \\t]{0,4})(?:=>|:{0,3}=|[?.+]=|::?)${GAP}`,
  `["'\`]?[ \\t]{0,4}(?:->|[\u2013\u2014\u2192\u21d2\u279c])${GAP}`, // of lists and prose
  '(?:%5D|\\[\\])=|(?:%(?:25)?5D)?%(?:25)?3D|%22%3A%22', // of forms, and as part of a URL in a URL
  ',[ \\t]{0,4}(?=(?:<<)?")', // of tuples
  // Declared: `password[] = "…"`, `password As String = "…"`, `@password nvarchar(50) = '…'`, `{ get; set; } = "…"`,
  // `ENV["KEY"] ||= "…"`, `$ENV{KEY} = '…'`, `Session("password") = "…"`
  `(?:["'\`\\]]{0,2}|["'\`]?[ \\t]?[)}])(?:\\[\\d{0,4}\\]|[ \\t]As[ \\t]String|[ \\t]\\w{1,12}\\(\\d{1,5}\\)|[ \\t]\\{[ \\t]?get;[^{}]{0,60}\\})?[ \\t]{0,40}(?:\\|\\||\\?\\?|:)?=[ \\t]{0,8}(?=[NL]?["'])`,
  // `#define KEY "…"`, `\\set key '…'`, `:key "…"`
  `([ \\t]{1,20}(?=["'])(?<=(?:#define[ \\t]{1,4}|\\\\set |[({ ,]:)[\\w-]{1,60}[ \\t]{1,20}))`,
  // `add_argument("--password", default="…")`, `variable "password" { default = "…" }`, `.password | default "…"`
  `(?:["'](?:,[^()\\r\\n]{0,200}?|\\s{0,4}\\{[^{}]{0,400}?)\\bdefault\\s{0,12}=\\s{0,4}|[ \\t]?\\|[ \\t]?default[ (])(?=[bru]?["'])`,
  '\\\\{0,4}";s:\\d{1,6}:(?=\\\\{0,4}")', // of PHP, serialized
  '\\r?\\n(?<=\\$[\\w.]{1,80}\\r?\\n)\\[1\\] (?=")', // of R
  '["\']?\\r?\\n(?<=--[\\w.:-]{1,60}["\']?\\r?\\n)[ \\t]{0,40}- {1,4}(?=["\']?[^\\s"\'-][^\\s"\']{0,400}["\']?[ \\t]{0,8}(?:\\r?\\n|$))', // of options in YAML
  ',(?<=\\[[^[\\]\\r\\n]{0,200}--[\\w.:-]{1,60},) ?(?=[^\\s"\',[\\]-][^\\s"\',[\\]]{0,400}[,\\]])',
  `\\\\{0,4}["'][\\s,)\\]+~-]{0,80}(?:["']?\\w{1,20}["']?: (?:${STRING}|[^\\s"'{}]{1,20}),\\s{0,20}){0,3}\\\\{0,4}["']?(?:(?!m(?:in|ax))\\w{0,20}[vV]alue|val|content|input)\\\\{0,4}["']?\\s{0,8}[=:]\\s{0,4}`, // name="…" value="…", 'loc': ('body', '…'), 'msg': '…', 'input': '…'
  '[ |]{0,99}\\r?\\n(?:[\\s|]{0,20}\\w{1,20}: [^\\s:]{1,40}\\r?\\n)?[\\s|]{0,20}(?!m(?:in|ax))\\w{0,20}[vV]alue\\s{0,20}[:|]\\s{1,4}', // of YAML and tables
  '["\'],(?:\\s{0,8}|[ \\t]{9,40})(?=[bu]?["\'])', // set("NAME", "value")
  ',(?=[\\w+/=.-]{16})', // NAME,value
  '\\s{1,8}REG_[A-Z_]{2,12}\\s{1,8}',
  `["']?(?:\\s{1,40}[\\w:.-]{1,40}=${STRING}){0,8}(?:\\s{1,40}(?<=<\\w[^<>]{0,400}))?>(?!>)\\s{0,40}(?:${VALUE_TAG})?(?:<!\\[CDATA\\[)?`, // <name>value, name="…">value
  `\\s{0,8}</[\\w:.-]{0,20}(?:[kK]ey|[nN]ame)>\\s{0,40}${VALUE_TAG}(?:<!\\[CDATA\\[)?`, // property lists
  `(?:${REMARK})?\\s{0,8}</[dt][hdt]>\\s{0,40}<[dt]d[^<>]{0,200}>\\s{0,8}(?=[^\\s<>]{3,}\\s{0,8}</.d>\\s{0,40}(?:</|<d|$))`,
  '"\\r?\\n\\s{0,20}\\d{0,5}[02468]\\) (?=")', // of a hash of Redis
  `[ \\t]{0,60}[ \\t|][ \\t]{0,60}${LAST}`
].join('|')
interface NamePatterns {
  /** A name and what connects it to its value. */
  readonly pair: RegExp
  /** The words before, of a name like `mot de passe`, `clé d'api`, `api key`. */
  readonly wordsBefore: RegExp
}

const namesOf = (letters: string): NamePatterns => ({
  pair: new RegExp(`(?<!${letters})(${letters}+)(?!${letters})(${CONNECTORS})`, 'g'),
  wordsBefore: new RegExp(`(?:(?<!${letters})${letters}{1,20}[ ']){1,3}$`)
})
const PLAIN = namesOf('[\\w-]')
// Letters of any script, without its punctuation: those take longer.
const FOREIGN = namesOf('[\\w\\u00c0-\\u1fff\\u2c00-\\u2dff\\u3005-\\u3007\\u3041-\\ud7ff\\uf900-\\ufefc-]')
// Nothing but the name stands before a cell, or its number.
const ROW = /(?:^|>)[\s|]*(?:\d+\) )*"?((?:[\w-]+\.)*)$/
// Of a run of tests, in front of a name and elsewhere: `--- PASS: TestLogin`, `PASS: a.sh`, `FAIL: b.sh`
const RESULT = /^[ \t]*--- $/
const RESULTS = /^[ \t]*(?:--- )?(?:FAIL|SKIP|XFAIL|XPASS|# TOTAL): /m
// Names below a name, before a value: `Jwt:Key = …`, `auth: api_key: …`
const BELOW = /(?:\w[\w.-]{0,60}::?){0,6}?([A-Za-z_][\w-]{0,60})(?:[ \t]{1,4}:?=|:)[ \t]{1,4}(?=\S)/y

export const lineBefore = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - 400), at)
  return before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1)
}

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

// Of settings that are parted by dots: `fs.s3a.secret.key`, `-Dapi.key=…`; a file may be `/etc/tls/private.key`.
const KIND_OF_KEY =
  /(?<![\w./\\-])(?:--?D?)?((?:[\w-]{1,40}\.){0,8})(?:access|account|api|encryption|master|private|secret|shared|signing)\.$/i
const WORD = /[\w-]{1,40}(?=\.$)/
// Of two words, it may be a file after all, or a field in code: `private.key: permission denied`, `api.key === 'a'`.
const ASSIGNS = /^(?::?=|=>|:|>)$/
const FIRST = /^[\s"'-]{0,40}[\w-]{1,40}\.$/
const TO_END = /["'`]|\S{1,400}[ \t]{0,8}(?:[\r\n]|$)/y

/** A name whose words are parted by a dot. */
interface JoinedName {
  readonly plain: string
  /** Whether it names a secret, or may be a field of an object in code: `session.id`. */
  readonly isSure: boolean
}

const joinedAt = (
  text: string,
  { 0: { length }, 1: name = '', 2: connector = '', index }: RegExpExecArray,
  isSecret: (plain: string) => boolean
): JoinedName | undefined => {
  const before = text.slice(Math.max(0, index - 200), index)
  const plain = plainName((WORD.exec(before.slice(-41))?.[0] ?? '') + name)
  if (!/^(?:id|pw|.{3,})$/i.test(name) || !isSecret(plain)) return undefined
  const above = /^key$/i.test(name) ? KIND_OF_KEY.exec(before)?.[1] : undefined
  const isValue = (): boolean =>
    /^["']?[=>]$|value|string/i.test(connector) ||
    (ASSIGNS.test(connector.replace(/[\s"'`\\\]]/g, '')) &&
      (/["'`]/.test(text.charAt(index + length)) || FIRST.test(lineBefore(text, index))) &&
      matchAt(TO_END, text, index + length) !== null)
  return { plain, isSure: above !== undefined && (above !== '' || isValue()) }
}

/** How names are found in one text. */
interface NamesInText extends NamePatterns {
  readonly hasAppKeys: () => boolean
}

export const namesInText = (text: string): NamesInText => {
  let hasAppKeys: boolean | undefined
  return {
    ...(/[^\0-\x7f]/.test(text) ? FOREIGN : PLAIN),
    hasAppKeys: () => (hasAppKeys ??= OF_APP_KEYS.test(text))
  }
}

/** A name that is that of a secret, or may be, before its value. */
export interface PairName {
  readonly name: string
  readonly plain: string
  /** The sign before it, and its line up to it. */
  readonly before: string
  readonly lead: string
  /** What stands between it and its value, and the same without blanks and dots around it. */
  readonly connector: string
  readonly separator: string
  /** The names below it, before the value. */
  readonly chain: RegExpExecArray | null
  /** Whether it is a field of a page into which the value is typed. */
  readonly isTyped: boolean
  /** Whether it names a secret, whatever its value looks like. */
  readonly isSure: boolean
  /** Whether its value is a default: `${DB_PASSWORD:-changeme1}`. */
  readonly isDefault: boolean
  /** Whether a value behind it is a secret. */
  readonly hides: (value: string) => boolean
}

/** The name at the beginning of a pair, if what follows may be a secret. */
export const pairName = (
  text: string,
  pair: RegExpExecArray,
  { wordsBefore, hasAppKeys }: NamesInText,
  isSecret: (plain: string) => boolean
): PairName | undefined => {
  const [matched, name = '', connector = '', typed, declared] = pair
  const isTyped = typed !== undefined
  const before = text.charAt(pair.index - 1) || ' '
  const called = plainName(name)
  const joined = before === '.' && !isSecret(called) ? joinedAt(text, pair, isSecret) : undefined
  const own = isTyped ? fieldName(called) : joined?.isSure === true ? joined.plain : called
  const isLast = " '".includes(before) && (isTyped || /[:=\u2192\u21d2\u279c]|->|<\//.test(connector)) && !isSecret(own)
  const phrase = isLast
    ? phraseOf(text.slice(Math.max(0, pair.index - 48), pair.index), wordsBefore, name, isSecret)
    : undefined
  const plain = phrase ?? own
  const isSure = isSecret(plain) || (plain === 'key' && '?&'.includes(before))
  const isQuery = '?&#;'.includes(before) && QUERY.test(plain)
  const isApp = plain === 'appid' && ('?&;'.includes(before) || hasAppKeys())
  const mayBe = isSure || isQuery || isApp || joined !== undefined || maybeSecretName(plain)
  // Most names are of something else: nothing around them is read.
  if (!mayBe && !VARIABLE.test(name)) return undefined
  const chain = connector.trim().endsWith(':') ? matchAt(BELOW, text, pair.index + matched.length) : null
  // `arn:aws:secretsmanager:…:secret:name`
  const isPart = before === ':' && connector === ':' && chain === null
  const separator = connector.trim().replace(/^(?:\.{2,}|\([^()]*\)(?=[:=\s<]))\s*/, '')
  const isCell = declared === undefined && /^\|?$|^<\/[td]|\)$/.test(separator)
  const isVariable = (isCell || /^["']?[:=]/.test(connector)) && VARIABLE.test(name)
  const lead = lineBefore(text, pair.index)
  const row = isCell ? ROW.exec(lead) : null
  const isOfRow = row !== null && (connector !== ' ' || before === '.' || VARIABLE.test(name))
  // `typeof token === 'string'`
  const isType = /\btypeof [\w.$?]*$/.test(lead.slice(-80))
  const isResult = name === 'PASS' && connector === ': ' && (RESULT.test(lead) || RESULTS.test(text))
  if (isPart || isType || isResult || (isCell && !isOfRow) || !(mayBe || isVariable)) return undefined
  const hides = (value: string): boolean => {
    if (isCell && isSure) return isHidden(plainName((row?.[1] ?? '') + name), value, 'any')
    if (isSure) return !isHarmlessValue(plain, value)
    return (
      (isQuery && looksRandom(value)) ||
      (joined !== undefined && (isMixed(value) || looksRandom(value, 8)) && !isHarmlessValue(joined.plain, value)) ||
      (isApp && /^[\da-f]{32}$/i.test(value)) ||
      (isVariable && isSecretVariable(name, value)) ||
      maybeSecret(plain, value)
    )
  }
  const isDefault = text.startsWith('${', pair.index - 2)
  return { name, plain, before, lead, connector, separator, chain, isTyped, isSure, isDefault, hides }
}
