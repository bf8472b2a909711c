/** Where a validator, a database, a list of arguments or a protocol quotes a secret, before or far behind its name. */
import { SPELLINGS } from './foreign-names.js'
import type { SecretForm } from './secret-shapes.js'

// A `token` is a word of parsers, too.
const QUOTED_NAME = `pass(?:word|wd|phrase|code)|secret|(?:access|auth|api|bearer|refresh)[ _-]?token|(?:api|access|private|secret)[ _-]?key|${SPELLINGS.map(({ source }) => source).join('|')}`

const FIELD = `[\\w.\\[\\]/-]{0,60}(?:${QUOTED_NAME}|token)`

export const QUOTATIONS: ReadonlyArray<SecretForm> = [
  // `password: expected 12 characters, received "x"`, `password … input_value='x'`: a value that a validator quotes
  ...['received', 'got', 'input', 'value'].map((sign) => ({
    sign,
    pattern: new RegExp(
      `((?:${QUOTED_NAME})\\w{0,16}["'\`\\])]{0,3}[^\\r\\n]{0,160}?(?:\\r?\\n[^\\r\\n]{0,160}?)?\\b${sign}(?:[_ ]value| was)?[:=]?\\s{0,2}\`?\\\\?["'])(?!(?:undefined|null|string|number|object|boolean|array)["'\\\\])([^"'\`\\\\\\s]{3,200}(?=["'\\\\]))`,
      'gi'
    ),
    least: 0
  })),
  // `Key (email, password)=(ann, x) already exists`, `Duplicate entry 'x' for key 'users.api_key'`
  {
    sign: ')=(',
    pattern: new RegExp(
      `(\\([^()\\r\\n]{0,80}(?:${QUOTED_NAME}|token)[^()\\r\\n]{0,80}\\)=\\()([^()\\r\\n]{1,400})`,
      'gi'
    ),
    least: 0
  },
  {
    sign: 'duplicate entry',
    pattern: new RegExp(
      `(Duplicate entry ')([^'\\r\\n]{1,200}(?=' for key '[^'\\r\\n]{0,80}(?:${QUOTED_NAME}|token)))`,
      'gi'
    ),
    least: 0
  },
  // `Field error in object 'user' on field 'password': rejected value [x]`, `propertyPath=password, …, invalidValue=x`
  {
    sign: 'rejected value [',
    pattern: new RegExp(`(on field '${FIELD}': rejected value \\[)([^\\]\\r\\n]{1,400})`, 'gi'),
    least: 0
  },
  {
    sign: 'invalidvalue=',
    pattern: new RegExp(`(propertyPath=${FIELD},[^\\r\\n]{0,200}? invalidValue=)([^}\\s]{1,400})`, 'gi'),
    least: 0
  },
  // Mongoose: `… for path \`password\` with value \`x\``, `Path \`password\` (\`x\`) is …`,
  // `… for value "x" (type string) at path "password"`
  {
    sign: 'path `',
    pattern: new RegExp(`(\\bpath \`${FIELD}\`(?: with value|,)? \\(?\`)([^\`\\r\\n]{1,400})`, 'gi'),
    least: 0
  },
  {
    sign: 'at path "',
    pattern: new RegExp(
      `(\\bfor value ["'])([^"'\\r\\n]{1,400}(?=["'] \\([^()\\r\\n]{1,60}\\) at path "${FIELD}))`,
      'gi'
    ),
    least: 0
  },
  // io-ts: `Invalid value "x" supplied to : Login/password: number`
  {
    sign: 'supplied to',
    pattern: new RegExp(
      `(\\bInvalid value \\\\?")([^"\\r\\n\\\\]{1,400}(?=\\\\?" supplied to [^\\r\\n]{0,400}?/${FIELD}: ))`,
      'gi'
    ),
    least: 0
  },
  // ASP.NET: `The value 'x' is not valid for ApiKey.`
  {
    sign: ' is not valid for ',
    pattern: new RegExp(`(\\bvalue ')([^'\\r\\n]{1,400}(?=' is not valid for ${FIELD}))`, 'gi'),
    least: 0
  },
  // jsonschema of Python, which shows the value at both ends
  {
    sign: 'on instance[',
    pattern: new RegExp(`(\\bOn instance\\[[^\\r\\n]{0,100}?'${FIELD}'\\]:\\r?\\n\\s{1,8}')([^'\\r\\n]{1,400})`, 'gi'),
    least: 0
  },
  {
    sign: "' is too short",
    pattern: new RegExp(
      `((?:^|\\s)')([^'\\r\\n]{1,400}(?=' is too short\\s{1,4}Failed validating '\\w{1,30}' in schema[^\\r\\n]{0,200}?'${FIELD}'))`,
      'gi'
    ),
    least: 0
  },
  {
    sign: "' does not match '",
    pattern: new RegExp(
      `((?:^|\\s)')([^'\\r\\n]{1,400}(?=' does not match '[^\\r\\n]{1,200}\\s{1,4}Failed validating '\\w{1,30}' in schema[^\\r\\n]{0,200}?'${FIELD}'))`,
      'gi'
    ),
    least: 0
  },
  // `x is not a valid API key`
  {
    sign: 'valid ',
    pattern:
      /((?:^|\s)["'`(]?)([^\s"'`<>,;|&(){}[\]:]{8,200}(?=["'`)]? (?:is|was) (?:an? )?(?:not |in)(?:an? )?valid (?:\w{1,20} )?(?:password|passcode|secret|token|(?:api|access|secret)[ _-]?key)))/gi,
    least: 8
  },
  // `SET PASSWORD FOR 'ann' = 'x'`
  { sign: 'set password for', pattern: /(\bSET PASSWORD FOR [^\r\n=]{1,80}= ?')([^'\r\n]{1,200})/gi, least: 0 },
  { sign: '_addlogin', pattern: /(\bsp_addlogin\s[^\r\n,]{1,80},\s{0,4}N?')([^'\r\n]{3,200})/gi, least: 0 },
  { sign: 'pgp_sym_', pattern: /(\bpgp_sym_\w{7,13}\([^\r\n]{1,200}?,\s{0,4}')([^'\r\n]{3,200})/gi, least: 0 },
  { sign: 'pragma key', pattern: /(\bPRAGMA key\s?=\s?["'])([^"'\r\n]{3,200})/gi, least: 0 },
  // Commands that take a secret under a name that says nothing, or under none
  {
    sign: '--from-literal=',
    pattern: /(\bcreate secret generic\s[^\r\n]{0,200}?--from-literal=["']?[\w.-]{1,80}=["']?)([^\s"']{1,400})/g,
    least: 0
  },
  { sign: '--secret-string ', pattern: /(--secret-string\s["']?)([^\s"'{$<][^\s"']{2,400})/g, least: 0 },
  {
    sign: 'put-parameter',
    pattern: /(\bput-parameter\s[^\r\n]{0,80}?--value\s["']?)(?=[^\r\n]{0,200}SecureString)([^\s"'$<]{3,400})/g,
    least: 0
  },
  {
    sign: 'secret set ',
    pattern: /(\bgh secret set \S{1,80}[^\r\n]{0,80}? (?:-b|--body)[ =]["']?)([^\s"'$<]{3,400})/g,
    least: 0
  },
  {
    sign: ' gh ',
    pattern: /(\b(?:echo|printf)\s(?:'%s' )?["']?)([^\s"'|$]{3,400}(?=["']?\s\|\sgh (?:secret set|auth login)))/g,
    least: 0
  },
  { sign: 'pypi-token.', pattern: /(\bpypi-token\.[\w-]{1,40}\s)([^\s$<]{3,400})/g, least: 0 },
  { sign: 'http-basic.', pattern: /(\bconfig http-basic\.[\w-]{1,40}\s\S{1,80}\s)([^\s$<]{3,400})/g, least: 0 },
  { sign: ' alias set ', pattern: /(\bmc alias set \S{1,80} \S{1,200} \S{1,80} )([^\s$<]{3,400})/g, least: 0 },
  { sign: 'lftp ', pattern: /(\blftp\s[^\r\n]{0,40}?(?:-u|open -u)\s[\w.@-]{1,80},)([^\s"'$<]{3,400})/g, least: 0 },
  {
    sign: 'add-generic-password',
    pattern: /(\badd-generic-password\s[^\r\n]{0,200}?-w\s["']?)([^\s"'$<]{3,400})/g,
    least: 0
  },
  { sign: 'ssh-keygen', pattern: /(\bssh-keygen\s[^\r\n]{0,80}?-[NP]\s["']?)([^\s"'$<]{3,400})/g, least: 0 },
  // Protocols: Redis (commands, MONITOR, as sent), IMAP, IRC, the jar of cookies of curl
  {
    sign: 'auth ',
    pattern:
      /((?:> AUTH (?:[\w.-]{1,40} )?|(?:^|[\]):] |\bERR )AUTH (?:[\w.-]{1,40} )?(?=\S{0,200}[\d!#$%^&*+]))["']?)(?![A-Z][A-Z_\d-]{1,40}(?:\s|$))([^\s"']{3,200}(?=["']?[ \t]?\r?$))/gm,
    least: 0
  },
  {
    sign: '> auth ',
    pattern: /(:\d{1,5}(?:\[\d{1,2}\])?> auth (?:[\w.-]{1,40} )?["']?)([^\s"']{3,200})(?=["']?[ \t]?\r?$)/gim,
    least: 0
  },
  { sign: '(auth ', pattern: /(\(AUTH (?:[\w.-]{1,40} )?)([^\s"'()]{3,200})(?=\))/gi, least: 8 },
  // `1) "requirepass"`, and its value on the next line
  ...['requirepass', 'masterauth'].map((sign) => ({
    sign,
    pattern: new RegExp(`(\\d\\) "${sign}"\\r?\\n\\s{0,8}\\d{1,6}\\) ")([^"\\r\\n]{1,200})`, 'g'),
    least: 0
  })),
  // PostgreSQL shows a row that a constraint refused, without the names of its columns; one that was cut has no end.
  {
    sign: 'row contains (',
    pattern: /(\bFailing row contains \()(?:[^]{1,4000}?(?=\)\.(?:[\\"'`]|[ \t]*$))|[^]{1,4000})/gm
  },
  { sign: '"auth" "', pattern: /("AUTH" (?:"[^"\r\n]{1,80}" )?")([^"\r\n]{1,200})(?="\s*$)/gim, least: 0 },
  {
    sign: 'auth',
    pattern: /(\bAUTH(?:\r?\n\$\d{1,4}\r?\n\S{1,80})?\r?\n\$\d{1,4}\r?\n)(\S{1,200})/g,
    least: 0
  },
  { sign: 'hello ', pattern: /(\bHELLO \d AUTH \S{1,80} )(\S{1,200})/gi, least: 0 },
  // As go-redis shows a command and its error
  {
    sign: ': wrongpass',
    pattern: /(\bauth (?:[\w.-]{1,40} )?)([^\s"']{3,200}?(?=: WRONGPASS ))/gi,
    least: 0
  },
  { sign: 'acl setuser ', pattern: /(\bACL SETUSER [^\r\n]{1,120}? >)(\S{1,200})/gi, least: 0 },
  {
    sign: ' login ',
    pattern: /(^[A-Za-z]{0,4}\d{1,6} LOGIN ["']?[\w.@+-]{1,80}["']? ["']?)([^\s"'{]{3,400})(?=["']?\r?$)/gm,
    least: 0
  },
  { sign: ':identify ', pattern: /(\bNickServ :IDENTIFY (?:\S{1,40} )?)(\S{3,200})/gi, least: 0 },
  {
    sign: '\t/',
    pattern:
      /(^\S{1,200}\t(?:TRUE|FALSE)\t\/[^\t\r\n]{0,200}\t(?:TRUE|FALSE)\t\d{1,20}\t[^\t\r\n]{1,200}\t)([^\s]{1,4000})/gm,
    least: 0
  }
]
