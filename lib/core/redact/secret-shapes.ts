/** The shapes of secrets: what is one wherever it stands. */

/**
 * A form of a secret. Most texts hold no `sign` of it, in small letters, and cost next to nothing. The first group of
 * its `pattern`, if it has one, is what stands before the secret; `least` is the least length of one that looks random,
 * 0 where it may look like anything, or tells of one by itself and what stands before.
 */
export type SecretForm = readonly [
  sign: string,
  pattern: RegExp,
  least?: number | ((secret: string, before: string) => boolean)
]

// Services whose key is a part of the path: `https://mainnet.infura.io/v3/…`
const WITH_KEY_IN_PATH =
  'infura|alchemy(?:api)?|quiknode|ankr|p2pify|chainstack|getblock|blastapi|nodereal|darksky|pirateweather|exchangerate-api|wunderground|ifttt'

/** Those that a name before them must not take the first line of: each line may be a text in quotes. */
export const keyBlocks = (): ReadonlyArray<SecretForm> => [
  // A sentence or code that only mentions such a line has no text of a key behind it.
  ['-- begin', /---- BEGIN SSH2 [A-Z ]{0,20}PRIVATE KEY ----[^]*?(?:---- END [A-Z\d ]{1,40} ----|$)/g],
  [
    '-----begin',
    /-----BEGIN(?: |\+|%20)(?!CERTIFICATE|PUBLIC|X509|PGP.{1,3}(?:SIG|PUB|MES)|SSH.{1,3}SIG)[A-Za-z0-9 +%]{1,60}-----(?=[\s\S]{0,200}?[A-Za-z0-9+/]{40}|[\w+/=\s\\"',]{1,4000}-----END|(?:[\r\n]|\\{1,4}[nr])[\w+/=\r\n\\]*-{0,5}[A-Z -]{0,60}$)[\s\S]*?(?:-----END[A-Za-z0-9 +%]{1,60}-----|$)/g
  ]
]

// Linear because nothing is required after an unbounded run, or because no run can reach beyond the next start.
export const shapes = (): ReadonlyArray<SecretForm> => [
  // The last lines of a key block
  [
    '-----end ',
    /(?<![\w+/=]{16}\r?\n|[\w+/=])(?:[\w+/=]{16,100}\r?\n)+(?:[\w+/=]{1,15}\r?\n)?-----END (?!CERT|PUB|X509|PGP (?:SIG|PUB|MES)|SSH SIG)[A-Z\d ]{1,40}-----/g
  ],
  ['ls0tls1crudjti', /LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM)[\w+/]{40}[\w+/=]*/g],
  [
    'private-lines',
    /(\bPrivate-Lines: \d{1,4}\r?\n)[A-Za-z0-9+/=]{1,80}(?:\r?\n[A-Za-z0-9+/=]{1,80}(?=\r?\n|$)){0,200}/g
  ],
  // A password with raw signs, of a database: no query stands before the slash there.
  [
    '://',
    /((?<!https?):\/\/)[^\s/:"'<>]{0,128}:(?!\d{1,5},)[^\s/"'<>]{1,256}(?=@[\w.-]{1,200}(?::\d{1,5})?(?:[/?,"'\s]|$))/g
  ],
  // `ssh://git@host` names a user; a token in its place looks random. JSON of PHP escapes each slash.
  ['/', /(:(?:\\{0,3}\/){2}(?![A-Za-z]{1,40}\d{0,4}@))[^\s/?#"'<>\\]*(?=@)/g],
  // A password with a raw slash or quote: everything to the last `@`, unless what stands before the slash is a port,
  // the colon begins an address, or what follows the quote shows that it closes. A shell joins `ada:'Sommer2024!'@h`.
  [
    '://',
    /(:\/\/)[^\s/:"'<>]{0,128}:(?!\d{1,5}[,/?#>]|\/\/)["']?(?:(?!:\/\/)(?:[^\s"'<>]|["'<>](?=[\w@]))){1,256}(?=@)/g
  ],
  ['%3a%2f%2f', /(%3A%2F%2F[\w.~-]{0,80}%3A)(?:(?!%2F)[^\s"'<>&@]){1,128}(?=%40)/gi],
  [
    'bearer',
    /(\b(?:Bearer|bearer|BEARER)\s{1,8})(?!(?:[Tt]okens?|[Aa]uth\w{0,16}|scheme|realm|[a-z]{1,5})\b(?![-.+~=/])|(?:realm|scope|error|resource|authorization)(?:_[a-z]{3,11})?=|\[redacted\]|\$\{[A-Za-z])[^\s,;"'`<>()]+/g
  ],
  // Prose says "Basic usage"; credentials in base64 mix cases or hold digits.
  [
    'basic',
    /(\b(?:Basic|basic|BASIC)\s{1,8})(?!(?:[A-Z][a-z]+|[A-Z]{2,12})\b(?!\d|[+/=]))(?=[A-Za-z]?[a-z]{0,40}[A-Z0-9+/=])[A-Za-z0-9+/_=-]{4}[A-Za-z0-9+/_=-]*/g
  ],
  // Cursors are base64 of JSON, too: a web token has parts, or a header that says so.
  [
    'e',
    /(?:eyJ(?:hbGci|0eXAi|raWQi|4NXQi|lbmMi|jdHki|rIjoi|2ZXIiO)[\w-]{9}|(?<=[a-z]_)eyJ[\w-]{14}|(?<![\w-])e(?:yJ|wo[Jgi])[\w-]{14,400}\.[\w-])[\w+/=-]*(?:\.[\w+/=-]*){0,4}/g
  ],
  // A key of Elasticsearch, of 22 characters, behind its id of 20, in base64
  ['==', /(?<![\w+/])(?:[L-Za-e]\w{3}){6}\w{3}6(?:[L-Za-e]\w{3}){7}\w\w==/g],
  // Digests of passwords: `$2y$10$…`, `pbkdf2_sha256$600000$…`, `{SSHA}…`, tickets, those of MySQL, Redis and
  // PostgreSQL, the lines of an NTLM dump
  [
    '$',
    /\$(?:\d|2[abxy]|g?y|apr1)\$[\w./=,+-]{2,20}\$?[\w./=,+-]{12}[\w./$=,+-]*|\$?(?<!\w)(?:argon2|md5|pbkdf2|SCRAM|scrypt|sha\d)[\w:-]{0,24}\$[\w./=,:+-]{2,99}\$(?:[\w./$=,+-]|:(?=[\w+/=]{20})){9,}|\$[HPS]\$[\w./]{31,}|\$krb5[a-z]{2,8}\$[\w./$@:*-]{32,}/g
  ],
  ['$a$0', /\$A\$\d{3}\$[^]{1,24}?[\w./]{43}(?![\w./])/g],
  ['', /(?<![^\s"'`:|=,(])(?:\*[\dA-F]{8}|#[\da-f]{32}|md5)[\da-f]{32,99}/gi],
  ['sha', /\{S?SHA\d{0,3}\}[A-Za-z0-9+/=]{20}[A-Za-z0-9+/=]*/g],
  [':::', /:[0-9a-fA-F]{32}:[0-9a-fA-F]{32}(?=:::)/g],
  // Whoever knows the URL of a hook may post to it.
  [
    'hook',
    /(:\/\/(?:hooks\.[\w.-]{1,80}|[\w-]{1,60}\.webhook\.[\w.-]{1,80}|[\w.-]{1,80}\/(?:api\/)?(?:web)?hooks?)\/)[^\s"'<>()]{16}[^\s"'<>()]*/g
  ],
  [
    '/',
    new RegExp(
      `((?<!\\w)(?:${WITH_KEY_IN_PATH})\\.(?:com|io|net|pro)/(?:[\\w.-]{1,20}/){0,4}?)([\\w-]{16,80})(?![\\w-])`,
      'gi'
    ),
    16
  ],
  // A cookie that a service sets, whatever its name
  [
    '; ',
    /((?<![\w.-])[\w.-]{1,64}=)([^\s;,"'<>\\=]{8,4000}(?=={0,2}; (?:path=|domain=|expires=|max-age=|httponly|secure|samesite=)))/gi,
    8
  ],
  // The same as curl, Python and Go show it
  ['ed cookie ', /(\b(?:Add|Replac)ed cookie [^\s="]{1,200}=")([^"\r\n]{1,4000})(?=" for domain )/g],
  ['<cookie ', /(<Cookie [^\s=<>]{1,200}=)([^\s<>]{1,4000})(?= for [^\s<>]{1,400}>)/g],
  ['cookie(', /(\bCookie\(version=\w{1,8}, name='[^'\r\n]{1,200}', value=')([^'\r\n]{1,4000})/g],
  [' value:', /(\bName:[^\s:]{1,200} Value:)([^\s{}]{1,4000})(?= (?:Quoted:\w{4,5} )?Path:\S{0,400} Domain:)/g],
  // Access tokens of Facebook's applications
  ['', /(?<!\w)\d{15,16}[|%][\w-]{27,42}(?![\w-])/g],
  // PostgreSQL shows a row that a constraint refused, without the names of its columns; one that was cut has no end.
  ['row contains (', /(\bFailing row contains \()(?:[^]{1,4000}?(?=\)\.(?:[\\"'`]|[ \t]*$))|[^]{1,4000})/gm]
]
