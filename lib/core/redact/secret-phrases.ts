/** The words of commands, files and sentences before a secret. */
import { WITHIN } from './bare-values.js'
import { SPELLINGS } from './foreign-names.js'
import type { SecretForm } from './secret-shapes.js'

// Words of a person, with a figure among the letters: they call nothing, and no sign stands at their end.
const PART = `(?:${WITHIN})`
const OF_A_PERSON = `(?![\\w$.]{1,80}\\(\\S{0,64}\\)(?![\\w#$]))(?=${PART}{0,64}\\d)(?=${PART}{0,64}[A-Za-z])${PART}{6,400}(?<![,;|&()<>])`
const byPerson = (before: string): RegExp => new RegExp(`(${before})${OF_A_PERSON}`, 'gi')

export const phrases = (): ReadonlyArray<SecretForm> => [
  // `The key 'x' is not authorized`: a `key` alone may be that of a row, but no row is
  [
    'key',
    /(\bkey\s["'`(]?)([^\s"'`<>,;|&()[\]]{16,200})(?=["'`)]?\s(?:is|was|has|does|cannot)\b[^\r\n.]{0,40}?\b(?:(?:un)?authori[sz]ed|(?:in)?valid|revoked|expired|disabled|inactive|suspended|permission|quota|limit)\b)/gi,
    16
  ],
  [' is generated for ', /(\bpassword is generated for \S{1,80}: )(\S{4,200})/gi],
  // `password is: Sommer2024!`, `Invalid password 'Sommer2024!'`, `password for ann is "Sommer2024!"`, `password
  // generated: Sommer2024!`, `PASSWORD elastic = Sommer2024`: words of a person, with a figure among the letters
  [
    'pass',
    byPerson(
      /\bpass(?:word|phrase|code)\b(?:\s(?:for|of)\s(?:the\s)?\S{1,80}(?:\s(?:account|superuser|user))?|\s(?:created|generated))?(?:\s(?:is|was|(?:has been |was )?(?:set|changed|reset) to)(?: now)?:?\s["'`(]?|:\s["'`(]?|\s[\w-]{1,40}\s=\s|\s(?:["'`(]|(?<=\b(?:with|and|using)(?: the)? password\s)))/
        .source
    )
  ],
  // `password -> Sommer2024!`, `password | …`, `password      …`: the same, but no type, algorithm, version or place
  [
    'pass',
    /(\bpass(?:word|wd|phrase|code)["'`]?(?:[ \t]{0,20}(?:[-=]>|[\u2192\u21d2\u279c|]|\.{2,40}:?)[ \t]{0,20}["'`]?|\t|[ \t]{3,40}))(?!v?\d{1,3}\.|(?:aes|argon|base|bytes?|char|float|hs|int|ipv|k8s|md|oauth|pbkdf|rs|sha|step|string|u?int|utf|v|varchar|win)[-_]?\d)((?=[^\s"'`<>,;|&()]{0,64}\d)(?=[^\s"'`<>,;|&()]{0,64}[A-Za-z])[^\s"'`<>,;|&()/:={}[\]]{6,64}(?![^\s"'`<>,;|&)]))/gi
  ],
  // `Ihr Passwort lautet Sommer2024!`, `| contraseña | Sommer2024! |`
  ...SPELLINGS.map(
    ({ sign, source }) =>
      [
        sign,
        byPerson(
          `${source}["'\\])]{0,2}(?: (?:actuel|anterior|atual|es|est|é|è|ist|jest|lautet|neues?|nueva|provisoire|temporaire|är|er|это|:)){0,2}:?[\\s|]{1,8}["'(]?`
        )
      ] as const
  ),
  // `--password x`, `password is x`, `API key: x is invalid`, `| token | x |`, `password for ann: x`
  [
    '',
    /((?:pass(?:word|wd|phrase|code)?|pwd?|secret|token|(?:api|access|account|auth|encryption|private|secret|signing)[ ._-]?key|credentials?)["'`\])]{0,3}:?(?:[ \t](?:(?:created|generated|issued)(?: for [^:\r\n]{1,80})?|is|was|set to|is set to|(?:you )?(?:provided|supplied|sent|used)|of|to [^:\r\n]{1,40}:|to|for [^:\r\n]{1,80})(?<=[:\w)]):?)?(?:[\s|.?]|or\s){1,40}["'`([<]?)([^\s"'`<>,;|&()[\]]{6,400})/gi,
    8
  ],
  // A plan of changes: `password = "old" -> "new"`
  [
    '" -> "',
    /((?:password|passphrase|secret|token|(?:api|access|private|secret)_?key)\w{0,20}"?\s{0,40}[=:]\s{0,4}"[^"\r\n]{0,200}" -> ")([^"\r\n]{3,200})/gi
  ],
  // `spark.hadoop.fs.s3a.secret.key x`, as files of Spark, Hadoop and Java have settings
  [
    '.',
    /(^[ \t]{0,8}(?:[\w-]{1,40}\.){2,12}[\w-]{0,40}?(?:password|passphrase|secret|token|(?:access|account|api|secret)[._-]?key)[ \t]{1,40})(?!(?:false|invalid|missing|none|null|required|true)\b)([^\s=:][^\s]{2,400}(?=[ \t]{0,8}\r?$))/gim
  ],
  [
    'fs.azure.account.',
    /(\bfs\.azure\.account\.(?:key|oauth2\.client\.secret)\.[\w.-]{1,120}(?:["']?\s{0,4}[=:]\s{0,4}["']?|\s{1,8}|["'],\s{0,4}["']|\s{0,8}<\/name>\s{0,40}<value>\s{0,8}))([^\s"'<>,;$({][^\s"'<>,;]{5,400})/g
  ],
  ['unseal', /(\bunseal key \d{1,3}:\s{1,4})(\S{20,200})/gi],
  ['access key', /(\bsecret access key(?: \[[\w*]{0,24}\])?:\s{1,4})([\w+/=]{16,200})/gi],
  ['a', /(\b(?:requirepass|masterauth)\s{1,4}["']?)([^\s"']{3,200})/g],
  // `password N'x'`, `password is b'x'`: a literal of a language
  [
    "'",
    /((?:pass(?:word|wd|phrase|code)|pwd|secret|token|(?:api|access|private|secret)[ _-]?key)["'\]]{0,2}:?\s{1,4}(?:(?:is|was|to|=)\s)?(?:[bBuUrRnNeE]|U&|rb|br|Rb|bR)')([^'\r\n]{3,200})/gi
  ],
  // `//name:secret@host.example`, `name:secret@host.example`
  [
    '@',
    /((?<![\w.@+-])(?!(?:\w{0,8}mail(?:to)?|acct|author|bcc|by|cc|contact|from|owner|sips?|to|user(?:name)?|xmpp):)[\w.+-]{1,40}:)([^\s:/@"'`<>,;()]{6,128}(?=@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\b|@localhost\b|@\d{1,3}(?:\.\d{1,3}){3}\b))/g,
    8
  ],
  // `name:secret@tcp(host:3306)/db`, as drivers of Go write it
  [
    '@',
    /((?<![\w.@+-])[\w.+-]{1,40}:)([^\s"'`<>]{1,128}?(?=@(?:(?:tcp[46]?|udp|unix|cloudsql\w{0,8})\(|\/\w{1,40}(?:\?|["'`\s]|$))))/g
  ],
  ['="', /(\b(?:Digest|Hawk|MAC)\s[^\r\n]{0,240}?\b(?:response|mac)=")([^"\r\n]{6,400})/g],
  ['//', /((?<![:\w/])\/\/[\w.+-]{1,40}:)([^\s:/@"'`<>]{3,128}(?=@[\w.-]))/g],
  ['credentials', /(\bcredentials?:?\s[\w.@+-]{1,40}(?::|\s\/?\s?))([^\s"'`<>,;:|&()]{6,400})/gi, 8],
  // `--password x`: a flag is followed by its value, unless that is a word of a sentence
  [
    ' -',
    /(\s--?(?:[\w-]{1,40}[-_]|[a-z]{0,8})(?:pass(?:word|wd|phrase)?|secret|token|api-?key)\s{1,8}["']?)(?=[a-z]{0,40}[^a-z\s])([^\s"'`-](?:[^\s"'`]|(?<=\w)["'`](?=\w)){2,400})/gi
  ],
  // `-u name:secret`
  [
    ' -',
    /(\s(?:-u|-U|--user|--?auth|--auth-user|--proxy-user|--creds)[ =]?["']?[\w.@+-]{1,80}[:%])([^\s"'`/]{4,400})/g,
    6
  ],
  // `-p secret` of a command that logs in
  [
    ' -',
    /((?:\s-[uUD]\s|\s--?user(?:name)?[ =]|\b(?:login|sshpass|redis-cli|openssl|ldap[a-z]{3,12}|mongo[a-z]{0,8}|my(?:sql|cli)[a-z]{0,8}|htpasswd|ipmitool|psexec|snmp[a-z]{3,8}|sqlcmd|un?zip|zip|7z)\s)(?:[^\r\n]{0,40}?\s)?-(?:[pP]\s?|[waksNAX]\s)["']?)([^\s"'`/.:]{6,400})/g,
    8
  ],
  // `ENV DB_PASSWORD x`, `setx DB_PASSWORD x`
  [
    '',
    /(\b(?:ENV|setenv|setx|set -g?x)\s[\w-]{0,40}(?:PASSWORD|PASSWD|PWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY)\s{1,4}["']?)([^\s"'$<{][^\s"']{2,400})/g
  ],
  // A field of a form in parts
  [
    'form-data',
    /(\bform-data; name="?[\w.-]{0,40}(?:password|passwd|secret|token|api_?key)"?(?:\r?\n[^\r\n]{1,200}){0,2}(?:\r?\n){2})([^\r\n]{1,400})/gi
  ],
  // Commands that take a secret at its place
  [
    'rabbitmqctl',
    /(\brabbitmqctl\s(?:[^\r\n]{0,60}?\s)?(?:add_user|authenticate_user|change_password)\s\S{1,60}\s{1,4}["']?)([^\s"']{3,200})/g
  ],
  ['net us', /(\bnet user?\s(?:\S{1,80}\s){1,2})(?!\/)([^\s/*:][^\s]{5,200})/gi, 6],
  ['chpasswd', /((?:echo|printf)\s["']?[\w.-]{1,40}:)([^\s"']{3,200})(?=["']?\s{0,4}\|\s{0,4}(?:sudo\s)?chpasswd)/g],
  [
    '|',
    /(\b(?:echo|printf)\s(?:'%s'\s)?["']?)(?!\$)([^\s"'|]{3,400}(?=["']?\s{0,4}\|[^\r\n|]{0,120}(?:--pass\w{1,8}-stdin|passwd\s--stdin|sudo\s-S|gh\s(?:secret\sset|auth\slogin))))/g
  ],
  ['htpasswd', /(\bhtpasswd\s-\w{0,6}b\w{0,6}\s(?:\S{1,200}\s){1,2})([^\s-]\S{2,200})(?=\s|$)/g],
  ['wpa_passphrase', /(\bwpa_passphrase\s(?:"[^"\r\n]{1,40}"|\S{1,40})\s["']?)([^\s"']{8,63})/g],
  ['vault ', /(\bvault\s(?:operator\sunseal|login)\s(?:token=)?)([^\s-]\S{15,200})/g, 8],
  // `expdp ann/secret@db`
  [
    '@',
    /(\b(?:(?:sqlplus|rman|expdp|impdp|sqlldr)\s[^\r\n]{0,60}?\b|oracle:(?:thin|oci8?):)\w{1,40}\/["']?)([^\s@"']{3,200})(?=["']?@)/gi
  ],
  // Clauses of SQL
  [
    'identified',
    /(\bIDENTIFIED\s{1,4}(?:WITH\s{1,4}\w{1,40}\s{1,4})?(?:BY|AS)\s{1,4}(?:PASSWORD\s{1,4})?[NE]?["'])((?:[^"'\r\n]|''){3,200})/gi
  ],
  // `SET PASSWORD FROM 'x' TO 'y'`
  ["[redacted]' to ", /(\bPASSWORD FROM '\[redacted\]' TO ')([^'\r\n]{3,200})/gi],
  ['identified', /(\bIDENTIFIED\s{1,4}BY\s{1,4})([^\s"';,]{6,200})/gi, 6],
  [
    "'",
    /(\b(?:[A-Z]{1,20}_){0,4}(?:PASSWORD|PASSWD|SECRET|SECRET_KEY|TOKEN|API_KEY|ACCESS_KEY|CREDENTIALS?)(?:\s{1,4}(?:FROM\s{1,4})?|\s?\(\s?)[NE]?')((?:[^'\r\n]|''){3,200})/g
  ],
  // The private members of a key that is shown as an object
  ['kty', /((?<![\w.-])(?:d[pq]?|p|qi?|k|r|t)\\{0,3}["']?\s{0,4}(?::|=>)\s{0,4}\\{0,3}["'])([\w-]{16,2000})/g],
  // Files of tools: `.netrc`, `.pgpass`, Bundler, ipsec, routers
  ['machine', /(\bmachine\s\S{1,100}\s{1,8}login\s\S{1,80}\s{1,8}password\s{1,8})(\S{3,200})/g],
  [':*:', /(^(?:\*|[\w.-]{1,80}):(?:\*|\d{2,5}):(?:\*|[\w.-]{1,60}):(?:\*|[\w.-]{1,60}):)([^\s:]{6,200})$/gm, 8],
  [':5432:', /(^[\w.-]{1,80}:5432:[\w.-]{1,60}:[\w.-]{1,60}:)([^\s:]{6,200})$/gm, 8],
  ['bundle_', /(\bBUNDLE_\w{1,80}[=:]\s?["']?[\w.-]{1,40}:)([^\s"']{3,200})/g],
  ['psk "', /(:\s{1,4}PSK\s{1,4}")([^"\r\n]{3,200})/g],
  [' 7 ', /(\b(?:password|secret|key|key-string|md5)\s7\s)([\dA-Fa-f]{4,200})/g],
  ['', /(\b(?:password\s0|(?:snmp-server\s|r[ow])community6?)\s)(\S{3,200})/g],
  [
    'value=',
    /(<input\b[^<>]{0,200}?\b(?:type|name)\s?=\s?["']?(?:pass(?:word|wd)|pwd|\w{0,40}token)\b[^<>]{0,200}?\bvalue\s?=\s?["'])([^"'<>]{1,200})/gi
  ],
  [
    'value=',
    /(<input\b[^<>]{0,200}?\bvalue\s?=\s?["'])([^"'<>]{1,200}(?=["'][^<>]{0,200}?\b(?:type|name)\s?=\s?["']?(?:pass(?:word|wd)|pwd|\w{0,40}token)\b))/gi
  ],
  ['securestring', /(\bSecureString\s{1,4}(?:-\w{1,12}\s{1,4}){0,3}["'])([^"'\r\n]{3,200})/gi],
  ['auth ', /(\bAUTH\s{1,4}(?:PLAIN|LOGIN)\s{1,4})([A-Za-z0-9+/=]{8,400})/g],
  // `Your verification code is 123456`, `123456 is your login code`
  [
    '',
    /((?:verification|security|one[- ]time|login|sign[- ]in|access|confirmation|authentication|2fa|mfa|recovery|reset)[ -](?:code|password|passcode|pin)s?(?: is)?:?\s{1,3})([\dA-Za-z-]{4,12}(?<=\d.{0,12}))/gi
  ],
  [' is your ', /(^|\s)(\d{4,8}(?= is your [\w -]{0,40}code\b))/g],
  ['in with ', /(\blog(?:ged)? ?in with [\w.@+-]{1,60} ?\/ ?)([^\s"'`<>,;]{6,200})/gi, 8],
  // The way to a new password, an account, an invitation
  [
    '://',
    /(\/(?:reset|verify|confirm|invite|magic|activate|unsubscribe)[\w-]{0,20}\/(?:[\w-]{1,24}\/)?)([\w-]{20,200})/gi,
    16
  ]
]
