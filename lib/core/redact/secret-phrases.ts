/** The words of commands, files and sentences before a secret. */
import { SPELLINGS } from './foreign-names.js'
import type { SecretForm } from './secret-shapes.js'

export const PHRASES: ReadonlyArray<SecretForm> = [
  // `--password x`, `password is x`, `API key: x is invalid`, `| token | x |`, `password for ann: x`
  {
    sign: '',
    pattern:
      /((?:pass(?:word|wd|phrase|code)?|pwd?|secret|token|(?:api|access|account|auth|encryption|private|secret|signing)[ ._-]?key|credentials?)["'`\]]{0,2}:?(?:[ \t](?:is|was|set to|is set to|provided|of|to [^:\r\n]{1,40}:|to|for [^:\r\n]{1,80})(?<=[:\w)]):?)?[\s|.]{1,40}["'`([<]?)([^\s"'`<>,;|&()[\]]{6,400})/gi,
    least: 8
  },
  { sign: ' is generated for ', pattern: /(\bpassword is generated for \S{1,80}: )(\S{4,200})/gi, least: 0 },
  // `password is: Sommer2024!`, `Invalid password 'Sommer2024!'`, `with password Sommer2024!`: words of a person, with
  // a figure among the letters
  {
    sign: 'pass',
    pattern:
      /(\bpass(?:word|phrase|code)\b(?:\s(?:is|was|(?:has been |was )?(?:set|changed|reset) to)(?: now)?:?\s["'`(]?|\s["'`(]))((?=[^\s"'`<>,;|&()]{0,64}\d)(?=[^\s"'`<>,;|&()]{0,64}[A-Za-z])[^\s"'`<>,;|&()]{6,64})/gi,
    least: 0
  },
  // `password -> Sommer2024!`, `password | …`, `password      …`: the same, but no type, algorithm, version or place
  {
    sign: 'pass',
    pattern:
      /(\bpass(?:word|wd|phrase|code)["'`]?(?:[ \t]{0,20}(?:[-=]>|[\u2192\u21d2\u279c|]|\.{2,40}:?)[ \t]{0,20}["'`]?|\t|[ \t]{3,40}))(?!v?\d{1,3}\.|(?:aes|argon|base|bytes?|char|float|hs|int|ipv|k8s|md|oauth|pbkdf|rs|sha|step|string|u?int|utf|v|varchar|win)[-_]?\d)((?=[^\s"'`<>,;|&()]{0,64}\d)(?=[^\s"'`<>,;|&()]{0,64}[A-Za-z])[^\s"'`<>,;|&()/:={}[\]]{6,64}(?![^\s"'`<>,;|&)]))/gi,
    least: 0
  },
  // `Ihr Passwort lautet Sommer2024!`, `| contraseña | Sommer2024! |`
  ...SPELLINGS.map(({ sign, source }) => ({
    sign,
    pattern: new RegExp(
      `(${source}["'\\])]{0,2}(?: (?:actuel|anterior|atual|es|est|é|è|ist|jest|lautet|neues?|nueva|provisoire|temporaire|är|er|это|:)){0,2}:?[\\s|]{1,8}["'(]?)((?=[^\\s"'<>,;|&()]{0,64}\\d)(?=[^\\s"'<>,;|&()]{0,64}[A-Za-z])[^\\s"'<>,;|&()]{6,64})`,
      'gi'
    ),
    least: 0
  })),
  {
    sign: ' password ',
    pattern:
      /(\b(?:with|and|using)(?: the)? password\s)((?=[^\s"'`<>,;|&()]{0,64}\d)(?=[^\s"'`<>,;|&()]{0,64}[A-Za-z])[^\s"'`<>,;|&()]{6,64})/gi,
    least: 0
  },
  // A plan of changes: `password = "old" -> "new"`
  {
    sign: '" -> "',
    pattern:
      /((?:password|passphrase|secret|token|(?:api|access|private|secret)_?key)\w{0,20}"?\s{0,40}[=:]\s{0,4}"[^"\r\n]{0,200}" -> ")([^"\r\n]{3,200})/gi,
    least: 0
  },
  // `spark.hadoop.fs.s3a.secret.key x`, as files of Spark, Hadoop and Java have settings
  ...['spark.', 'hadoop.', 'hive.', 'javax.', 'fs.s3'].map((sign) => ({
    sign,
    pattern:
      /(^[ \t]{0,8}(?:[\w-]{1,40}\.){2,12}[\w-]{0,40}?(?:password|passphrase|secret|token|(?:access|account|api|secret)[._-]?key)[ \t]{1,40})(?!(?:false|invalid|missing|none|null|required|true)\b)([^\s=:][^\s]{2,400}(?=[ \t]{0,8}\r?$))/gim,
    least: 0
  })),
  {
    sign: 'fs.azure.account.',
    pattern:
      /(\bfs\.azure\.account\.(?:key|oauth2\.client\.secret)\.[\w.-]{1,120}(?:["']?\s{0,4}[=:]\s{0,4}["']?|\s{1,8}|["'],\s{0,4}["']|\s{0,8}<\/name>\s{0,40}<value>\s{0,8}))([^\s"'<>,;$({][^\s"'<>,;]{5,400})/g,
    least: 0
  },
  { sign: 'unseal', pattern: /(\bunseal key \d{1,3}:\s{1,4})(\S{20,200})/gi, least: 0 },
  { sign: 'access key', pattern: /(\bsecret access key(?: \[[\w*]{0,24}\])?:\s{1,4})([\w+/=]{16,200})/gi, least: 0 },
  ...['requirepass', 'masterauth'].map((sign) => ({
    sign,
    pattern: new RegExp(`(\\b${sign}\\s{1,4}["']?)([^\\s"']{3,200})`, 'g'),
    least: 0
  })),
  // `password N'x'`, `password is b'x'`: a literal of a language
  {
    sign: "'",
    pattern:
      /((?:pass(?:word|wd|phrase|code)|pwd|secret|token|(?:api|access|private|secret)[ _-]?key)["'\]]{0,2}:?\s{1,4}(?:(?:is|was|to|=)\s)?(?:[bBuUrRnNeE]|U&|rb|br|Rb|bR)')([^'\r\n]{3,200})/gi,
    least: 0
  },
  // `//name:secret@host.example`, `name:secret@host.example`
  {
    sign: '@',
    pattern:
      /((?<![\w.@+-])(?!(?:\w{0,8}mail(?:to)?|acct|author|bcc|by|cc|contact|from|owner|sips?|to|user(?:name)?|xmpp):)[\w.+-]{1,40}:)([^\s:/@"'`<>,;()]{6,128}(?=@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\b|@localhost\b|@\d{1,3}(?:\.\d{1,3}){3}\b))/g,
    least: 8
  },
  // `name:secret@tcp(host:3306)/db`, as drivers of Go write it
  {
    sign: '@',
    pattern:
      /((?<![\w.@+-])[\w.+-]{1,40}:)([^\s"'`<>]{1,128}?(?=@(?:(?:tcp[46]?|udp|unix|cloudsql\w{0,8})\(|\/\w{1,40}(?:\?|["'`\s]|$))))/g,
    least: 0
  },
  {
    sign: '="',
    pattern: /(\b(?:Digest|Hawk|MAC)\s[^\r\n]{0,240}?\b(?:response|mac)=")([^"\r\n]{6,400})/g,
    least: 0
  },
  { sign: '//', pattern: /((?<![:\w/])\/\/[\w.+-]{1,40}:)([^\s:/@"'`<>]{3,128}(?=@[\w.-]))/g, least: 0 },
  // `<Password xsi:type="xsd:string">x</Password>`
  {
    sign: '</',
    pattern:
      /(<(?:[\w-]{1,40}:)?[\w-]{0,40}(?:pass(?:word|wd|phrase)|secret|token|api-?key)(?:\s{1,8}[\w:.-]{1,40}=(?:"[^"<>]{0,200}"|'[^'<>]{0,200}')){1,8}\s{0,4}>\s{0,40}(?:<!\[CDATA\[)?)([^\s<>]{3,400}(?=(?:\]\]>)?\s{0,40}<\/))/gi,
    least: 0
  },
  {
    sign: 'credentials',
    pattern: /(\bcredentials?:?\s[\w.@+-]{1,40}(?::|\s\/?\s?))([^\s"'`<>,;:|&()]{6,400})/gi,
    least: 8
  },
  // `--password x`: a flag is followed by its value, unless that is a word of a sentence
  {
    sign: ' -',
    pattern:
      /(\s--?(?:[\w-]{1,40}[-_]|[a-z]{0,8})(?:pass(?:word|wd|phrase)?|secret|token|api-?key)\s{1,8}["']?)(?=[a-z]{0,40}[^a-z\s])([^\s"'`-][^\s"'`]{2,400})/gi,
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
      /((?:\s-[uUD]\s|\s--?user(?:name)?[ =]|\b(?:login|sshpass|redis-cli|openssl|ldap[a-z]{3,12}|mongo[a-z]{0,8}|my(?:sql|cli)[a-z]{0,8}|htpasswd|ipmitool|psexec|snmp[a-z]{3,8}|sqlcmd|un?zip|zip|7z)\s)(?:[^\r\n]{0,40}?\s)?-(?:[pP]\s?|[waksNAX]\s)["']?)([^\s"'`/.:]{6,400})/g,
    least: 8
  },
  // `ENV DB_PASSWORD x`, `setx DB_PASSWORD x`
  {
    sign: '',
    pattern:
      /(\b(?:ENV|setenv|setx|set -g?x)\s[\w-]{0,40}(?:PASSWORD|PASSWD|PWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY)\s{1,4}["']?)([^\s"'$<{][^\s"']{2,400})/g,
    least: 0
  },
  // A field of a form in parts
  {
    sign: 'form-data',
    pattern:
      /(\bform-data; name="?[\w.-]{0,40}(?:password|passwd|secret|token|api_?key)"?(?:\r?\n[^\r\n]{1,200}){0,2}(?:\r?\n){2})([^\r\n]{1,400})/gi,
    least: 0
  },
  // Commands that take a secret at its place
  {
    sign: 'rabbitmqctl',
    pattern:
      /(\brabbitmqctl\s(?:[^\r\n]{0,60}?\s)?(?:add_user|authenticate_user|change_password)\s\S{1,60}\s{1,4}["']?)([^\s"']{3,200})/g,
    least: 0
  },
  {
    sign: 'net us',
    pattern: /(\bnet user?\s(?:\S{1,80}\s){1,2})(?!\/)([^\s/*:][^\s]{5,200})/gi,
    least: 6
  },
  {
    sign: 'chpasswd',
    pattern: /((?:echo|printf)\s["']?[\w.-]{1,40}:)([^\s"']{3,200})(?=["']?\s{0,4}\|\s{0,4}(?:sudo\s)?chpasswd)/g,
    least: 0
  },
  {
    sign: ' sudo -s',
    pattern: /(\b(?:echo|printf)\s["']?)([^\s"'|]{3,200})(?=["']?\s{0,4}\|\s{0,4}sudo\s-S)/g,
    least: 0
  },
  {
    sign: '-stdin',
    pattern:
      /(\b(?:echo|printf)\s["']?)([^\s"'|$]{6,400})(?=["']?\s{0,4}\|[^\r\n|]{0,120}(?:--pass\w{1,8}-stdin|passwd\s--stdin))/g,
    least: 0
  },
  {
    sign: 'htpasswd',
    pattern: /(\bhtpasswd\s-\w{0,6}b\w{0,6}\s(?:\S{1,200}\s){1,2})([^\s-]\S{2,200})(?=\s|$)/g,
    least: 0
  },
  {
    sign: 'wpa_passphrase',
    pattern: /(\bwpa_passphrase\s(?:"[^"\r\n]{1,40}"|\S{1,40})\s["']?)([^\s"']{8,63})/g,
    least: 0
  },
  { sign: 'vault ', pattern: /(\bvault\s(?:operator\sunseal|login)\s(?:token=)?)([^\s-]\S{15,200})/g, least: 8 },
  // `expdp ann/secret@db`
  ...['sqlplus', 'rman', 'expdp', 'impdp', 'sqlldr'].map((sign) => ({
    sign,
    pattern: new RegExp(`(\\b${sign}\\s[^\\r\\n]{0,60}?\\b\\w{1,40}/["']?)([^\\s@"']{3,200})(?=["']?@)`, 'gi'),
    least: 0
  })),
  { sign: 'oracle:', pattern: /(\boracle:(?:thin|oci8?):\w{1,40}\/)([^\s@"']{3,200})(?=@)/gi, least: 0 },
  // Clauses of SQL
  {
    sign: 'identified',
    pattern:
      /(\bIDENTIFIED\s{1,4}(?:WITH\s{1,4}\w{1,40}\s{1,4})?(?:BY|AS)\s{1,4}(?:PASSWORD\s{1,4})?[NE]?["'])((?:[^"'\r\n]|''){3,200})/gi,
    least: 0
  },
  // `SET PASSWORD FROM 'x' TO 'y'`
  { sign: "[redacted]' to ", pattern: /(\bPASSWORD FROM '\[redacted\]' TO ')([^'\r\n]{3,200})/gi, least: 0 },
  { sign: 'identified', pattern: /(\bIDENTIFIED\s{1,4}BY\s{1,4})([^\s"';,]{6,200})/gi, least: 6 },
  {
    sign: "'",
    pattern:
      /(\b(?:[A-Z]{1,20}_){0,4}(?:PASSWORD|PASSWD|SECRET|SECRET_KEY|TOKEN|API_KEY|ACCESS_KEY|CREDENTIALS?)(?:\s{1,4}(?:FROM\s{1,4})?|\s?\(\s?)[NE]?')((?:[^'\r\n]|''){3,200})/g,
    least: 0
  },
  // The private members of a key that is shown as an object
  {
    sign: 'kty',
    pattern: /((?<![\w.-])(?:d[pq]?|p|qi?|k|r|t)\\{0,3}["']?\s{0,4}(?::|=>)\s{0,4}\\{0,3}["'])([\w-]{16,2000})/g,
    least: 0
  },
  // Files of tools: `.netrc`, `.pgpass`, Bundler, ipsec, routers
  {
    sign: 'machine',
    pattern: /(\bmachine\s\S{1,100}\s{1,8}login\s\S{1,80}\s{1,8}password\s{1,8})(\S{3,200})/g,
    least: 0
  },
  {
    sign: ':*:',
    pattern: /(^(?:\*|[\w.-]{1,80}):(?:\*|\d{2,5}):(?:\*|[\w.-]{1,60}):(?:\*|[\w.-]{1,60}):)([^\s:]{6,200})$/gm,
    least: 8
  },
  { sign: ':5432:', pattern: /(^[\w.-]{1,80}:5432:[\w.-]{1,60}:[\w.-]{1,60}:)([^\s:]{6,200})$/gm, least: 8 },
  { sign: 'bundle_', pattern: /(\bBUNDLE_\w{1,80}[=:]\s?["']?[\w.-]{1,40}:)([^\s"']{3,200})/g, least: 0 },
  { sign: 'psk "', pattern: /(:\s{1,4}PSK\s{1,4}")([^"\r\n]{3,200})/g, least: 0 },
  { sign: ' 7 ', pattern: /(\b(?:password|secret|key|key-string|md5)\s7\s)([\dA-Fa-f]{4,200})/g, least: 0 },
  { sign: 'password 0 ', pattern: /(\bpassword\s0\s)(\S{4,200})/g, least: 0 },
  { sign: 'snmp', pattern: /(\bsnmp-server\scommunity\s)(\S{3,80})/g, least: 0 },
  { sign: 'community', pattern: /(\br[ow]community6?\s)(\S{3,80})/g, least: 0 },
  {
    sign: 'value=',
    pattern:
      /(<input\b[^<>]{0,200}?\b(?:type|name)\s?=\s?["']?(?:pass(?:word|wd)|pwd|\w{0,40}token)\b[^<>]{0,200}?\bvalue\s?=\s?["'])([^"'<>]{1,200})/gi,
    least: 0
  },
  {
    sign: 'value=',
    pattern:
      /(<input\b[^<>]{0,200}?\bvalue\s?=\s?["'])([^"'<>]{1,200}(?=["'][^<>]{0,200}?\b(?:type|name)\s?=\s?["']?(?:pass(?:word|wd)|pwd|\w{0,40}token)\b))/gi,
    least: 0
  },
  {
    sign: 'securestring',
    pattern: /(\bSecureString\s{1,4}(?:-\w{1,12}\s{1,4}){0,3}["'])([^"'\r\n]{3,200})/gi,
    least: 0
  },
  { sign: 'auth ', pattern: /(\bAUTH\s{1,4}(?:PLAIN|LOGIN)\s{1,4})([A-Za-z0-9+/=]{8,400})/g, least: 0 },
  // `Your verification code is 123456`, `123456 is your login code`
  {
    sign: '',
    pattern:
      /((?:verification|security|one[- ]time|login|sign[- ]in|access|confirmation|authentication|2fa|mfa|recovery|reset)[ -](?:code|password|passcode|pin)s?(?: is)?:?\s{1,3})([\dA-Za-z-]{4,12}(?<=\d.{0,12}))/gi,
    least: 0
  },
  { sign: ' is your ', pattern: /(^|\s)(\d{4,8}(?= is your [\w -]{0,40}code\b))/g, least: 0 },
  { sign: 'in with ', pattern: /(\blog(?:ged)? ?in with [\w.@+-]{1,60} ?\/ ?)([^\s"'`<>,;]{6,200})/gi, least: 8 },
  // The way to a new password, an account, an invitation
  {
    sign: '://',
    pattern:
      /(\/(?:reset|verify|confirm|invite|magic|activate|unsubscribe)[\w-]{0,20}\/(?:[\w-]{1,24}\/)?)([\w-]{20,200})/gi,
    least: 16
  }
]
