/** Finds secrets in running text: by their shape, by the name before them, and by the words of a command or a sentence. Every expression here is linear. */
import { KNOWN_TOKENS } from './known-tokens.js'
import { looksRandom } from './random-text.js'
import {
  isDoubtfulName,
  isDoubtfulSecret,
  isHarmlessValue,
  isModelToken,
  isSecretName,
  plainName
} from './secret-keys.js'
import { replaceTokens } from './secret-tokens.js'
import { INVISIBLE } from './text.js'

/** The text that replaces a secret. */
export const REDACTED = '[redacted]'

// -- by shape

/** A row of a table; most texts hold no `sign` of it, in small letters, and cost next to nothing. */
interface Row {
  readonly sign: string
  readonly pattern: RegExp
}

// Linear because nothing is required after an unbounded run, or because no run can reach beyond the next start.
const SHAPES: ReadonlyArray<Row & { readonly by: string }> = [
  {
    sign: '-----begin',
    pattern:
      /-----BEGIN (?!CERTIFICATE|PUBLIC|X509|PGP (?:SIG|PUB|MES)|SSH SIG)[A-Za-z0-9 ]{1,40}-----[\s\S]*?(?:-----END [A-Za-z0-9 ]{1,40}-----|$)/g,
    by: REDACTED
  },
  // `ssh://git@host` names a user; a token in its place looks random.
  { sign: '://', pattern: /:\/\/(?![A-Za-z]{1,40}\d{0,4}@)[^\s/?#"'<>]*@/g, by: `://${REDACTED}@` },
  // A password with a raw slash: everything to the last `@`, unless what stands before the slash is a port, or the colon begins what the line above has left.
  {
    sign: '://',
    pattern: /:\/\/[^\s/:@"'<>]{0,128}:(?!\d{1,5}[/?#]|\/\/\[redacted\]@)(?:(?!:\/\/)[^\s"'<>]){1,256}@/g,
    by: `://${REDACTED}@`
  },
  {
    sign: '%3a%2f%2f',
    pattern: /(%3A%2F%2F[\w.~-]{0,80}%3A)(?:(?!%2F)[^\s"'<>&@]){1,128}(?=%40)/gi,
    by: `$1${REDACTED}`
  },
  {
    sign: 'bearer',
    pattern:
      /\b(Bearer|bearer|BEARER)\s{1,8}(?!(?:[Tt]okens?|[Aa]uth\w{0,16}|scheme|realm|or|and|is|was|in|as)\b|\[redacted\])[^\s,;"'<>()]+/g,
    by: `$1 ${REDACTED}`
  },
  // Prose says "Basic usage"; credentials in base64 mix cases or hold digits.
  {
    sign: 'basic',
    pattern:
      /\b(Basic|basic|BASIC)\s{1,8}(?![A-Z][a-z]+\b(?!\d|[+/=]))(?=[A-Za-z]?[a-z]{0,40}[A-Z0-9+/=])[A-Za-z0-9+/_=-]{4}[A-Za-z0-9+/_=-]*/g,
    by: `$1 ${REDACTED}`
  },
  // Cursors are base64 of JSON, too: a web token has parts, or a header that says so.
  {
    sign: 'eyj',
    pattern:
      /(?:eyJ(?:hbGci|0eXAi|raWQi|4NXQi|lbmMi|jdHki|rIjoi)[\w-]{9}|(?<=[a-z]_)eyJ[\w-]{14}|(?<![\w-])eyJ[\w-]{14,400}\.[\w-])[\w+/=-]*(?:\.[\w+/=-]*){0,4}/g,
    by: REDACTED
  },
  { sign: '', pattern: new RegExp(`(?:${KNOWN_TOKENS})[\\w+/=-]*(?:\\.[\\w+/=-]+)*`, 'g'), by: REDACTED },
  // Digests of passwords: `$2y$10$…`, `{SSHA}…`, the lines of an NTLM dump
  {
    sign: '$',
    pattern:
      /\$(?:\d|2[abxy]|y|apr1|argon2\w{1,2}|scrypt|pbkdf2[\w-]{0,16})\$[\w./=,+-]{2,20}\$?[\w./=,+-]{12}[\w./$=,+-]*/g,
    by: REDACTED
  },
  { sign: 'sha', pattern: /\{S?SHA\d{0,3}\}[A-Za-z0-9+/=]{20}[A-Za-z0-9+/=]*/g, by: REDACTED },
  { sign: ':::', pattern: /:[0-9a-fA-F]{32}:[0-9a-fA-F]{32}(?=:::)/g, by: REDACTED },
  // Whoever knows the URL of a hook may post to it.
  {
    sign: 'hook',
    pattern:
      /(:\/\/(?:hooks\.[\w.-]{1,80}|[\w-]{1,60}\.webhook\.[\w.-]{1,80}|[\w.-]{1,80}\/(?:api\/)?(?:web)?hooks)\/)[^\s"'<>()]{16}[^\s"'<>()]*/g,
    by: `$1${REDACTED}`
  }
]

// Most texts hold nothing of the kind: one pass tells, instead of two dozen.
const ANY =
  /[:=<$]|-----BEGIN|(?:earer|EARER|asic|ASIC)\s|[\w-]{19}|LTAI|\s-[a-zA-Z]|pass|pwd?\b|secret|token|key|code|credential/i

// -- by name

// What may stand between a name and its value.
const CONNECTORS = [
  '\\\\{0,4}["\']?\\]?\\s{0,8}(?:=>|:{0,3}=|[?.+]=|::?)\\s{0,8}',
  '%3D|%22%3A%22', // as part of a URL in a URL
  '\\\\{0,4}["\'],?\\s{0,20}\\\\{0,4}["\']?(?:[vV]alue|content)\\\\{0,4}["\']?\\s{0,4}[=:]\\s{0,4}', // name="…" value="…"
  '\\r?\\n\\s{1,20}value:\\s{1,4}',
  '["\'],\\s{0,8}(?=["\'])', // set("NAME", "value")
  '["\']?>\\s{0,40}', // <name>value, name="…">value
  '</key>\\s{0,40}<string>' // property lists
].join('|')
const NAME = new RegExp(`(?<![\\w-])([\\w-]+)(${CONNECTORS})`, 'g')
const OPENING = /(\\{0,4})("""|'''|["'`])/y
const TO_LINE_END = /[^\r\n"]+/y
const TO_PERCENT = /(?:(?!%2[26C])[^\s&;"'`<>])+/iy
const LIST = /\[(?!redacted\])(?=["'\w])[^[\]{}]{1,4000}\]/y
const BLOCK = /[|>][+-]?\r?\n\s{1,80}/y
const TAG = /(?:![\w-]{1,20}|&\w{1,40})\s{1,8}/y
const BARE = /(?:(?:Bearer|Basic|Digest|Token|Negotiate|ApiKey|OAuth)\s{1,8})?[^\s&;"'`<>]+/iy
// What our own details say of a field that happens to be called `token`, types, references to a value that stands elsewhere, code.
const HARMLESS =
  /(?:expected|required field|unknown field|(?:true|false|null|undefined|none|nil|str|string|number|int|bool|boolean|any|unknown|object|bytes|optional)\b(?!-)|[A-Za-z](?=[\s;,)]|$)|(?!Bearer|Basic|Digest|Token)[A-Z][a-z]{1,12}\s(?=[a-z]{2})|[[{*<]|\$\{|\$\(|\$[A-Z_]{2}|%\(|[A-Za-z_$][\w$.]{0,80}[([{]|(?:self|this|os|env|req|request|process|config|settings|args|options|data|kwargs|params|user|ctx|context)\.[a-z_])/iy
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

const bareSpan = (text: string, at: number, pattern: RegExp): Span | undefined => {
  const list = matchAt(LIST, text, at)
  if (list !== null) return { start: at + 1, end: at + list[0].length - 1 }
  if (matchAt(HARMLESS, text, at) !== null) return undefined
  const found = matchAt(pattern, text, at)
  if (found === null) return undefined
  let end = at + found[0].length
  while (end > at && ',.)]}'.includes(text.charAt(end - 1))) end--
  return { start: at, end }
}

// In the query of a URL these carry what nobody else may have: `?key=` of Google and many others, `?code=` of a login.
const QUERY = /^(?:code|key|sig|(?:xamz|xgoog)?signature|state|t|ticket)$/

const redactPairs = (text: string, isSecret: (plain: string) => boolean): string => {
  let redacted = ''
  let done = 0
  NAME.lastIndex = 0
  for (let pair = NAME.exec(text); pair !== null; pair = NAME.exec(text)) {
    const [whole, name = '', connector = ''] = pair
    const plain = plainName(name)
    const before = text.charAt(pair.index - 1) || ' '
    const isSure = isSecret(plain) || (plain === 'key' && '?&'.includes(before))
    const isQuery = '?&#;'.includes(before) && QUERY.test(plain)
    // `arn:aws:secretsmanager:…:secret:name`
    const isPart = before === ':' && connector === ':'
    if (isPart || !(isSure || isQuery || isDoubtfulName(plain))) continue
    const separator = connector.trim()
    let at = pair.index + whole.length
    // The name is a scheme: what follows is an address.
    if (separator === ':' && text.startsWith('//', at)) continue
    at += matchAt(BLOCK, text, at)?.[0].length ?? 0
    at += matchAt(TAG, text, at)?.[0].length ?? 0
    const isHeader = isSure && separator === ':' && WHOLE_LINE.test(plain)
    const span =
      quotedSpan(text, at) ?? bareSpan(text, at, separator.startsWith('%') ? TO_PERCENT : isHeader ? TO_LINE_END : BARE)
    if (span === undefined || span.end <= span.start || text.startsWith(REDACTED, span.start)) continue
    const value = text.slice(span.start, span.end)
    // `<b class="password">Password</b>`: only a direct name is followed by anything.
    const isLoose = separator.startsWith('>') ? before !== '<' && before !== ':' : /^["']?[,>]/.test(separator)
    if (isSure ? isHarmlessValue(plain, value) : !(isQuery ? looksRandom(value) : isDoubtfulSecret(plain, value)))
      continue
    if ((isLoose && !looksRandom(value, 8)) || isModelToken(plain, text, span.end)) continue
    redacted += text.slice(done, span.start) + REDACTED
    done = span.end
    NAME.lastIndex = span.end
  }
  return redacted + text.slice(done)
}

// -- by the words of a command or a sentence

// All that stands before the secret, and the secret.
const PHRASES: ReadonlyArray<
  Row & { /** Least length of a secret that looks random; 0 where it may look like anything. */ readonly least: number }
> = [
  // `--password x`, `password is x`, `API key x is invalid`, `| token | x |`, `password for ann: x`
  {
    sign: '',
    pattern:
      /((?:pass(?:word|wd|phrase|code)?|pwd?|secret|token|(?:api|access|account|auth|secret)[ _-]?key|credentials?)["'\]]{0,2}(?:[ \t](?:is|was|set to|is set to|provided|of|to|for [^:\r\n]{1,40})\b:?)?[\s|.]{1,40}["'`(]?)([^\s"'`<>,;|&()]{6,400})/gi,
    least: 8
  },
  // `--password x`: a flag is followed by its value, unless that is a word of a sentence
  {
    sign: ' --',
    pattern:
      /(\s--(?:[\w-]{1,40}[-_])?(?:password|passwd|passphrase|secret|token|api-?key)\s{1,8}["']?)(?=[a-z]{0,40}[^a-z\s])([^\s"'`-][^\s"'`]{2,400})/gi,
    least: 0
  },
  {
    sign: 'curl ',
    pattern: /(\bcurl\s[^\r\n]{0,200}?(?<=\s)(?:-u|--user)\s["']?[\w.@+-]{1,80}:)([^\s"'`]{3,400})/g,
    least: 0
  },
  // `-u name:secret`
  {
    sign: ' -',
    pattern:
      /(\s(?:-u|-U|--user|--?auth|--auth-user|--proxy-user|--creds)[ =]?["']?[\w.@+-]{1,80}[:%])([^\s"'`/]{4,400})/g,
    least: 6
  },
  // `-p secret` of a command that logs in
  {
    sign: ' -',
    pattern:
      /((?:\s-[uUD]\s|\s--?user(?:name)?[ =]|\b(?:login|sshpass|redis-cli|openssl|ldap[a-z]{3,12}|mysql[a-z]{0,8}|htpasswd|snmp[a-z]{3,8})\s)(?:[^\r\n]{0,40}?\s)?-[pPwaksNAX]\s?["']?)([^\s"'`/.:]{6,400})/g,
    least: 8
  },
  {
    sign: 'identified',
    pattern: /(\bIDENTIFIED\s{1,4}(?:WITH\s{1,4}\w{1,40}\s{1,4})?BY\s{1,4}["'])([^"'\r\n]{3,200})/gi,
    least: 0
  },
  { sign: 'securestring', pattern: /(\bSecureString\s{1,4}["'])([^"'\r\n]{3,200})/gi, least: 0 },
  { sign: 'auth ', pattern: /(\bAUTH\s{1,4}(?:PLAIN|LOGIN)\s{1,4})([A-Za-z0-9+/=]{8,400})/g, least: 0 },
  // `Your verification code is 123456`, `123456 is your login code`
  {
    sign: '',
    pattern:
      /((?:verification|security|one[- ]time|login|sign[- ]in|access|confirmation|authentication|2fa|mfa|recovery|reset)[ -](?:code|password|passcode|pin)s?(?: is)?:?\s{1,3})([\dA-Za-z-]{4,12}(?<=\d.{0,12}))/gi,
    least: 0
  },
  { sign: ' is your ', pattern: /(^|\s)(\d{4,8}(?= is your [\w -]{0,40}code\b))/g, least: 0 },
  // The way to a new password, an account, an invitation
  {
    sign: '://',
    pattern:
      /(\/(?:reset|verify|confirm|invite|magic|activate|unsubscribe)[\w-]{0,20}\/(?:[\w-]{1,24}\/)?)([\w-]{20,200})/gi,
    least: 16
  }
]

const redactRows = (text: string): string => {
  const small = text.toLowerCase()
  let redacted = text
  for (const { sign, pattern, by } of SHAPES) if (small.includes(sign)) redacted = redacted.replace(pattern, by)
  for (const { sign, pattern, least } of PHRASES) {
    if (!small.includes(sign)) continue
    redacted = redacted.replace(pattern, (whole, before: string, secret: string) =>
      secret.startsWith('[') || (least > 0 && !looksRandom(secret.replace(/[.!]$/, ''), least))
        ? whole
        : before + REDACTED
    )
  }
  return redacted
}

const MAX_PASSES = 4
const BEYOND_ASCII = /[^\u0000-\u007f]/

const redactPlain = (text: string, isSecret: (plain: string) => boolean): string =>
  ANY.test(text) ? replaceTokens(redactRows(redactPairs(text, isSecret)), REDACTED) : text

/** Replaces every secret that its shape, name or words reveal, and those that invisible characters within them would hide. */
export const redactText = (text: string, isSecret: (plain: string) => boolean = isSecretName): string => {
  const plain = BEYOND_ASCII.test(text) ? text.replace(INVISIBLE, '') : text
  let redacted = redactPlain(plain, isSecret)
  if (redacted === plain) return text
  // A secret that is gone may leave a value beside its name that was not read as one before.
  for (let pass = 1; pass < MAX_PASSES; pass++) {
    const again = redactPlain(redacted, isSecret)
    if (again === redacted) break
    redacted = again
  }
  return redacted
}
