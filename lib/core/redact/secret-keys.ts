/** Which names, by themselves or with the look of their value, say that their value is a secret. */
import { FOREIGN } from './foreign-names.js'
import { isMixed, looksRandom, mixtureOf } from './random-text.js'
import { plainName, remembered, wordSet } from '../signs/names.js'

/** The text that replaces a secret. */
export const REDACTED = '[redacted]'

// Compared without case and separators: `X-Api-Key`, `stripeApiKey` and `API_KEY` all end with `apikey`.
const endings = (): RegExp =>
  new RegExp(
    `(?:${[
      'passw(?:or)?ds?',
      'pass(?:phrase|code)',
      // `askpass`, `bypass`, `compass`, `encompass`, `boardingpass`, `surpass`
      '(?<!ask|by|com|ing|sur|tres)pass',
      'ps?wd|(?:admin|bind|db|ldap|root|secret|smtp|sql|user|vnc)pw',
      ...FOREIGN.map(plainName),
      'secrets?|secure(?:string|object)',
      'token|roottokenid|snmpcommunity',
      '(?:access|refresh|auth|id|api|bearer|session|security)tokens',
      'authorization',
      '(?:bot|registry|http|basic|master|neo4j|proxy|rediscli)auth',
      'cookies?',
      'creds|credentials?',
      '(?:api|app|access|account|activation|auth|encryption|decryption|function|host|hmac|integration|license|master|private|sas|secret|service|session|shared|signing|storage|subscription|unseal|validation|webhook|workspace)keys?',
      'secretkeybase',
      'unsealkeyshex',
      // `fs.azure.account.key.shop.dfs.core.windows.net`
      '(?:accountkey|clientsecret)\\w{1,60}corewindowsnet',
      'connectionstrings?',
      'kube(?:admin)?config',
      'pfx\\w{0,12}',
      '(?:^|account|blob|container|storage)sas|sasur[il]',
      '(?:access|auth|backup|device|mfa|otp|recovery|user)codes?',
      'codeverifier',
      'clientassertion|idtokenhint',
      'oauthverifier',
      '(?:otp|psk|pin|pincode|cvv|cvc|jwt|mnemonic|seedphrase)',
      'securityquestion|(?:recovery|security)answer',
      'recoveryphrase',
      'privatemac',
      '(?:protected|secure|sensitive)(?:settings?|parameters?|environmentvariables)',
      'sess(?:ion)?id',
      'signature'
    ].join('|')})$`
  )
// Made when it is needed first: to tell letters of all scripts, Node loads tables, which takes 3 % of an import.
let ending: RegExp | undefined
// Too short to be looked for at the end of longer names.
const WHOLE = wordSet('auth bearer keycontent dsn databasedsn sentrydsn dbpass mdp pw userpw passw psw pword')
// `db_password_new`, `secret_key_base64`, `private_key_pem`, `admin_password_wo`
const SUFFIX =
  /(?:base64|b64|binary|text|values?|raw|plain|wo|new|old|current|previous|primary|secondary|remote|again|confirm(?:ation)?|hash|md5|data|content|json|pem|in|alias|string|arguments|[lv]?\d{1,3})$/
// A page token is no secret, and without it a log of pages cannot be read; the others are words of music, grammar,
// databases and Portuguese.
const HARMLESS =
  /^nodemodules|(?:(?:page|next|prev|previous|continuation|resumption|cancellation|forward|backward|client|skip|sync|delta|sequence|pagination|creation|request|change|lock|time|key|method|type|function)(?:token|signature)|(?:map|ship|group|type|stop|dro|shop|scra|pum|s)pin|(?:public|change|issue|object|partition|sort|row|cache|idempotency|foreign|routing|event|message)keys?|storagekeys|desenha)$/
// A name like these counts where its value is long and looks random: `partition_key: "orders#7"` does not.
const DOUBTFUL =
  /(?:\wkeys?|^key|key(?:data|material|params|string|value)|session|sid|salt|seed|nonce|ticket|verifier|auth|\wpat|\wpk|passin|passout|blob|cert(?:ificate)?|cred|pem|p12|keystore|keytab|hmac|jwk|csrf|xsrf|assertion|samlresponse|community|secretid|wallet|keystash|(?:plain|cipher)text|(?:encrypted|user|custom)data|^(?:primary|secondary|d|k|p|q|dp|dq|qi))$/
// The same of a name that holds such a word, unless it ends with what only describes one.
const AMONG =
  /^(?:encrypted|private|protected|sensitive)|passw(?:or)?d|passphrase|secret|apikey|accesskey|privatekey|credential|serviceaccount/
// What stands beside the secrets of an object that is called `credentials` or `authorization`, tells of a package
// called `cookie`, and describes a field of a schema. Its ends `at` and `on` are those of `format` and `version`, too.
const BESIDE =
  /(?:id|name|type|kind|status|state|href|ur[il]|method|scheme|template|error|message|severity|range|date|time|(?<!^)(?:at|on)|user|email|role|scope|provider|domain|arn|title|label|path|host|port|algorithm|source|via|effect|node|dependency|public\w{1,20}|m(?:in|ax)length|pattern|integrity|resolved|licen[sc]e|engine)s?$/

/** A plain name without the word that says it is a field of a page: `Password textbox`, `login-password-input`. */
export const fieldName = (plain: string): string => plain.replace(/(?:text)?(?:box|field|input)$/, '')

const DOUBTFUL_LENGTH = 26
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

const isStrong = (plain: string): boolean =>
  WHOLE.has(plain) || ((ending ??= endings()).test(plain) && !HARMLESS.test(plain))

// Of the name, and of what it is without its suffix.
const isAny = (plain: string, test: (plain: string) => boolean): boolean => {
  if (test(plain)) return true
  const stem = plain.replace(SUFFIX, '')
  return stem !== plain && test(stem)
}

/** Tells by its plain name whether a key holds a secret. */
export const isSecretName = remembered((plain) => isAny(plain, isStrong))

const isAmong = (plain: string): boolean => AMONG.test(plain) && !BESIDE.test(plain)

/** Tells by its plain name that a key may hold a secret. */
export const maybeSecretName = remembered(
  (plain) => (isAny(plain, (name) => DOUBTFUL.test(name)) || isAmong(plain)) && !HARMLESS.test(plain)
)

// `AllowPushAndPullFromCodeBuildV2Project`
const isMadeOfWords = (value: string): boolean =>
  value.replace(/[A-Z][a-z]{2,}|\d/g, '').length * 4 < value.replace(/\d/g, '').length

// The `key` of a listing is a path or a digest.
const isOneRun = (value: string): boolean => /^[\w+=-]+$/.test(value) && mixtureOf(value).hasBothCases

/**
 * Tells by its plain name and the look of its value whether a key may hold a secret after all. The secret ID of Consul,
 * Nomad and Vault is a UUID, that of AWS a name.
 */
export const maybeSecret = (plain: string, value: string): boolean =>
  (plain.endsWith('secretid') && UUID.test(value)) ||
  (value.length >= DOUBTFUL_LENGTH &&
    maybeSecretName(plain) &&
    looksRandom(value) &&
    !isMadeOfWords(value) &&
    !(plain === 'key' && !isOneRun(value)) &&
    !/(?:-[^-]*){3}/.test(value))

/** Whether an element of a list is a token: `tokens` are words of a text as often. */
export const isTokenIn = (list: string, value: unknown): boolean =>
  list === 'tokens' && typeof value === 'string' && looksRandom(value, 16)

/** Names of variables that hold such a word: `PASSWORD_PROD`, `OPENAI_KEY`, `GH_PAT`. */
export const VARIABLE =
  /^(?=[A-Z\d_]{4,80}$)(?:[A-Z\d]+_)*[A-Z]*(?:AUTH|CREDENTIALS?|KEY|PASS(?:WORD|WD|PHRASE)?|PAT|PWD|SECRET|TOKEN)(?:_|$)/
const DESCRIBES =
  /(?:checksum|commit|count|digest|fingerprint|hash|length|limit|prefix|ref|rev|sha\d{0,3}|size|tag|ttl)$/

const isVariable = remembered((name) => {
  const found = VARIABLE.exec(name)?.[0]
  if (found === undefined || HARMLESS.test(plainName(name))) return false
  const rest = plainName(name.slice(found.length))
  return !BESIDE.test(rest) && !DESCRIBES.test(rest)
})

/** Tells by its name and its value that a variable of the environment holds a secret. */
export const isSecretVariable = (name: string, value: string): boolean =>
  isVariable(name) && looksRandom(value, 12) && !/[/.@]/.test(value) && !UUID.test(value) && !isMadeOfWords(value)

// Places, moments, objects, parameters and answers to a question: `PWD=/home/ann`, `"credential":
// "/api/v1/credentials/7/"`, `token: BinderProxy@2bd79ce`
const NO_SECRET =
  /^(?:(?:[a-z]+:\/)?(?:\/[\w.%-]{0,40})+|arn:[\w:/.-]+|\d{4}-\d\d-\d\d[T ][\d:.+Z-]+|[\w.$]{1,80}@[0-9a-f]{5,8}|[\w-]{1,80}\.(?:json|pem|crt|ya?ml|txt)|0x[0-9a-f]{1,16}|[:@]p\d{1,3}|<[\w -]{1,80}>|true|false|none|null|yes|no|0|[*x.•]{3,}|[^\p{L}\p{M}\p{N}\w\s]{0,3}|\\{1,4}[nrt]|\{\{[\w .|$()-]{1,80}\}\}|\$\{[\w.]{1,80}(?::?[-?=]?[^\d{}]{0,80})?\})$/iu
// Base64 may begin with a slash; a path begins with a word.
const IN_BASE64 = /^\/(?!(?:[a-z]{2,}|[A-Z]+[a-z]*)?\d*\/)[A-Za-z\d/]{15,400}$/
const isKeyWithSlashes = (value: string): boolean =>
  value.includes('/') &&
  (value.split('/').some((part) => looksRandom(part)) || (IN_BASE64.test(value) && isMixed(value)))
// Of packages: `^4.0.1`, `1.x`, `>=1.2.0 <2`
const VERSION =
  /^(?:(?:[\^~]|[<>]?=|[<>]) ?v?\d{1,4}(?:\.\w{1,6}){0,2}|v?\d{1,4}(?:\.\d{1,6}){2}|\d{1,4}(?:\.\d{1,4})?\.[x*])(?:-[a-z]{1,10}(?:\.\d{1,4})?)?$/
const isVersion = (value: string): boolean => {
  if (value.length > 80) return false
  const parts = value.split(/ ?\|\| ?|(?<=[\dx]) (?=[<>=^~])| - /)
  const isRange = parts.length > 1
  return (
    /^(?:catalog|file|link|npm|workspace):[\w@./*^~-]*$/.test(value) ||
    parts.every((part) => VERSION.test(part) || (isRange && /^\d{1,4}(?:\.\d{1,6})?$/.test(part)))
  )
}

// The name of a field: `token: 'access_token'`
const isFieldName = (value: string): boolean =>
  /^[a-z]{2,20}(?:_[a-z]{2,20}){1,3}$/.test(value) && isSecretName(plainName(value))

// What is told of a secret in its place: `token: expired`
const STATE =
  /^(?:[a-z]+(?:error|exception)|\(?convertto-securestring|absent|accepted|changed|denied|disabled|empty|enabled|expired|failed|hidden|inherit|invalide?|mismatch|missing|ok|optional|present|rejected|required|revoked|rotated|set|unchanged|unset|valid|verified|wrong|[HREP]S(?:256|384|512)|requis|requerid[ao]|obligatoire|obrigatóri[ao]|incorrect[aeo]?|inválid[ao]|manquant|erforderlich|falsch|fehlt|ungültig|verplicht)$/i

// What a validator says of it: `"password": "must be at least 8 characters"`, `["This field is required."]`
const COMPLAINT =
  /^(?:(?:ensure )?(?:this|the|your) (?:[a-z]{2,12} ){1,2}|(?:field|password|string|value) )?(?:required|(?:has|is|was|expected|should|must|can(?:'t| ?not)|may not|do(?:es)?(?:n't| not))(?:\.? \(?[a-z]{1,12}[,)]?| \d{1,3}){1,14})\.?$/i

/** Tells of the value under a secret name that it gives nothing away. */
export const isHarmlessValue = (plain: string, value: string): boolean =>
  isFieldName(value) ||
  STATE.test(value) ||
  COMPLAINT.test(value) ||
  plainName(value) === plain ||
  // A test's
  (plain === 'pass' && /^\d{1,4}$/.test(value)) ||
  // Powers, widths, and scripts: `"pw": "playwright test"`
  (plain === 'pw' && /^[\d.,]{1,6}$|\s/.test(value)) ||
  (NO_SECRET.test(value) && !isKeyWithSlashes(value)) ||
  isVersion(value) ||
  // Of a parser, and of money: `Unexpected token: COMMA`, `"token": "USDC"`
  (plain.endsWith('token') && /^[A-Z_]{2,12}$/.test(value)) ||
  // Of mail (`dsn=4.3.0`), of payments and documents, of packages
  (/^dsn$|cookies?$/.test(plain) && /^\d{1,4}\.\d{1,6}$/.test(value)) ||
  (plain.endsWith('auth') && /^[A-Z_]{2,24}$/.test(value)) ||
  (plain.endsWith('signature') && /^-----BEGIN (?:PGP|SSH) SIGNATURE-/.test(value)) ||
  (/(?:credentials?|authorization|signature)$/.test(plain) &&
    (plain.endsWith('signature')
      ? /^[\w-]{1,24}$/
      : /^[A-Za-z][a-z]{0,23}(?:[-_ ][A-Za-z]{1,12}){0,2}$|^[A-Z_]{1,24}$|^\d{1,9}$/
    ).test(value) &&
    !looksRandom(value))

/** Tells by its plain name that a field among secrets is none itself. A `session` or `sid` only ends like one. */
export const isHarmlessSibling = (plain: string): boolean =>
  BESIDE.test(plain) && !isSecretName(plain) && !maybeSecretName(plain)

// The tokens of a model's own words carry their likelihood.
const LIKELIHOOD = /"?\s{0,4},\s{0,4}"logprob"/y

/** Tells of a text by what follows the value of a `token` that it is a word of a model. */
export const isModelToken = (plain: string, text: string, end: number): boolean => {
  LIKELIHOOD.lastIndex = end
  return plain === 'token' && LIKELIHOOD.test(text)
}
