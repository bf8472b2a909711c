/** Where a validator, a database, a list of arguments or a protocol quotes a secret, before or far behind its name. */
import { SPELLINGS } from './foreign-names.js'
import { IN_QUOTES, isWhole } from './grouped-values.js'
import type { SecretForm } from './secret-shapes.js'

// A `token` is a word of parsers, too.
const QUOTED_NAME = `pass(?:word|wd|phrase|code)|secret|(?:access|auth|api|bearer|refresh)[ _-]?token|(?:api|access|private|secret)[ _-]?key|${SPELLINGS.map(({ source }) => source).join('|')}`

const FIELD = `[\\w.\\[\\]/:-]{0,60}(?:${QUOTED_NAME}|token)`

export const quotations = (): ReadonlyArray<SecretForm> => [
  // `password: expected 12 characters, received "x"`, `password … input_value='x'`: a value that a validator quotes
  ...['received', 'got', 'input', 'value', 'found', 'choice', 'argument', 'parsing', '(was'].map(
    (sign) =>
      [
        sign,
        new RegExp(
          `((?:${QUOTED_NAME}|(?:--|[$[]|\\b(?:argument|field|parameter|property) ["'])(?:[\\w-]{0,40}token|pin\\b))\\w{0,16}["'\`\\])]{0,3}[^\\r\\n]{0,160}?(?:\\r?\\n[^\\r\\n]{0,160}?)?(?<!\\w)${sign.replace('(', '\\(')}(?:[_ ]value| was)?[:=]?\\s{0,2}\`?\\\\?["'])(?!\\)|(?:\\[redacted\\]|undefined|null|string|number|object|boolean|array)["'\\\\])(${IN_QUOTES}(?=["'\\\\]))`,
          'gi'
        ),
        isWhole
      ] as const
  ),
  // `Key (email, password)=(ann, x) already exists`
  [
    ')=(',
    new RegExp(`(\\([^()\\r\\n]{0,80}(?:${QUOTED_NAME}|token)[^()\\r\\n]{0,80}\\)=\\()([^()\\r\\n]{1,400})`, 'gi')
  ],
  // `Incorrect integer value: 'x' for column 'token'`, `Value 'x' at 'masterUserPassword' failed`, `Duplicate entry 'x'
  // for key 'users.api_key'`, `invalid argument "x" for "--password" flag`, `invalid value "x" for flag -token`, `for
  // value "x" (type string) at path "pin"`
  [
    '',
    new RegExp(
      `(\\b(?:value|argument|entry|typed):? \\\\?["'])([^"'\\\\\\r\\n]{1,400}(?=\\\\?["'](?: \\([^()\\r\\n]{1,60}\\))? (?:for|at|into) (?:[a-z]{2,9} ){0,2}(?:\\\\?["']|-)(?:${FIELD}|masterauth|requirepass|(?:[\\w.]{0,40}\\.)?pin["'])))`,
      'gi'
    )
  ],
  // Newtonsoft: `converting value "x" to type 'Guid'. Path 'token'`
  [
    "'. path '",
    new RegExp(
      `(\\bvalue \\\\?")([^"\\\\\\r\\n]{1,400}(?=\\\\?" to type '[^'\\r\\n]{1,200}'\\. Path '${FIELD}'))`,
      'gi'
    )
  ],
  // Jackson: `from String "x": … (through reference chain: Login["token"])`
  [
    'reference chain',
    new RegExp(
      `(\\bString \\\\?")([^"\\\\\\r\\n]{1,400}(?=\\\\?": [^\\r\\n]{0,200}\\s{1,4}(?:at \\[[^\\r\\n]{0,200} )?\\(through reference chain: [^\\r\\n]{1,400}\\[\\\\?"${FIELD}["\\\\]))`,
      'gi'
    )
  ],
  // boto3: `parameter Password, value: x, type: <class 'str'>`
  [', value: ', new RegExp(`(\\bparameter ${FIELD}, value: )([^\\r\\n]{1,400}?(?=, type: <))`, 'gi')],
  // SQL Server: `constraint 'UQ_Users_ApiKey'. Cannot insert … The duplicate key value is (x).`
  [
    'key value is (',
    new RegExp(
      `(\\b(?:constraint|index) '${FIELD}\\w{0,40}'[^\\r\\n]{0,200} key value is \\()([^()\\r\\n]{1,400})`,
      'gi'
    )
  ],
  // Ajv, as Node shows its errors: `instancePath: '/password', … data: 'x'`
  [
    'instancepath',
    new RegExp(
      `(\\binstancePath["']?: ?["']${FIELD}["'],(?:(?!instancePath)[^]){0,2000}?\\bdata["']?: ?["'])([^"'\\r\\n]{1,400})`,
      'g'
    )
  ],
  // Where nothing names it: `Int cannot represent non-integer value: "x"`, `For input string: "x"`. A name behind it
  // may tell that it is no secret. Java writes `String`.
  ...[
    ['cannot represent ', '(?:[\\w-]{1,20} ){1,3}?value: '],
    ['could not convert string to ', '\\w{2,12}: '],
    ['from string ', ''],
    ['input string: ', ''],
    ['parsing ', ''],
    ['invalid type: string ', ''],
    ['invalid input syntax for type ', '[a-z ]{3,30}: '],
    ['invalid literal for ', '\\w{2,12}\\(\\) with base \\d{1,2}: '],
    ['invalid value ', '(?<!got invalid value )(?:for \\w{2,12}\\(\\): )?'],
    ['varchar value ', ''],
    ['key value is ', ''],
    ['xpected value of type ', '[^,\\r\\n]{1,60}, found ']
  ].map(
    ([sign = '', rest = '']) =>
      [
        sign,
        new RegExp(
          `(${sign.replace('string', '[sS]tring')}${rest}\\\\{0,3}["'(])((?=[\\w+/=.-]{0,64}[a-z])(?=[\\w+/=.-]{0,64}[A-Z])[\\w+/=.-]{16,400}(?=\\\\{0,3}["')](?! (?:for|at) )))`,
          'g'
        ),
        16
      ] as const
  ),
  // Google: `Invalid value at 'user.password' (TYPE_INT32), "x"`
  ['(type_', new RegExp(`('${FIELD}\\w{0,16}' \\(TYPE_\\w{1,20}\\), ")([^"\\r\\n]{1,400})`, 'gi')],
  // `Field error in object 'user' on field 'password': rejected value [x]`, `propertyPath=password, …, invalidValue=x`,
  // `field: password; rejectedValue: x`
  ['rejected value [', new RegExp(`(on field '${FIELD}': rejected value \\[)([^\\]\\r\\n]{1,400})`, 'gi')],
  ['invalidvalue=', new RegExp(`(propertyPath=${FIELD},[^\\r\\n]{0,200}? invalidValue=)([^}\\s]{1,400})`, 'gi')],
  [
    'edvalue: ',
    new RegExp(`(\\b(?:field|property|path|param): ${FIELD}; (?:reject|attempt)edValue: )([^;\\r\\n]{1,400})`, 'gi')
  ],
  // Mongoose: `… for path \`password\` with value \`x\``, `Path \`password\` (\`x\`) is …`
  ['path `', new RegExp(`(\\bpath \`${FIELD}\`(?: with value|,)? \\(?\`)([^\`\\r\\n]{1,400})`, 'gi')],
  // io-ts: `Invalid value "x" supplied to : Login/password: number`
  [
    'supplied to',
    new RegExp(
      `(\\bInvalid value \\\\?")([^"\\r\\n\\\\]{1,400}(?=\\\\?" supplied to [^\\r\\n]{0,400}?/${FIELD}: ))`,
      'gi'
    )
  ],
  // ASP.NET: `The value 'x' is not valid for ApiKey.`
  [' is not valid for ', new RegExp(`(\\bvalue ')([^'\\r\\n]{1,400}(?=' is not valid for ${FIELD}))`, 'gi')],
  // jsonschema of Python
  [
    'failed validating',
    new RegExp(
      `((?:^|\\s)')([^'\\r\\n]{1,400}(?=' (?:is|does) [^\\r\\n]{1,200}\\s{1,4}Failed validating '\\w{1,30}' in schema[^\\r\\n]{0,200}?'${FIELD}'))`,
      'gi'
    )
  ],
  // `x is not a valid API key`
  [
    'valid ',
    /((?:^|\s)["'`(]?)([^\s"'`<>,;|&(){}[\]:]{8,200}(?=["'`)]? (?:is|was) (?:an? )?(?:not |in)(?:an? )?valid (?:\w{1,20} )?(?:password|passcode|secret|token|(?:api|access|secret)[ _-]?key)))/gi,
    8
  ],
  // `SET PASSWORD FOR 'ann' = 'x'`, `sp_addlogin 'ann', 'x'`, `db.auth("ann", "x")`
  [
    '',
    /(\b(?:SET PASSWORD FOR [^\r\n=]{1,80}= ?|(?:sp_addlogin\s|pgp_sym_\w{7,13}\(|db\.auth\()[^\r\n]{1,200}?,\s{0,4}N?)["'])([^"'\r\n]{1,200})/gi
  ],
  ['pragma key', /(\bPRAGMA key\s?=\s?["'])([^"'\r\n]{3,200})/gi],
  // Texts that Playwright typed before it failed, into any field: `- fill("x")`
  [
    'call log:',
    /(- (?:\w{1,20}\.)?(?:fill|type|pressSequentially)\(\\{0,3}")([^\r\n]{1,400}?)(?=\\{0,3}"\)(?:[ \t]?\r?$|[\\'"`]))/gm
  ],
  // `ds.setPassword("x")`, `storePassword "x"` of Gradle
  [
    '',
    /(\b(?:set|with|store|key)\w{0,20}(?:Password|Passphrase|Secret(?:Key)?|ApiKey|Token)(?:\(|\s{1,4})["'])([^"'\s]{3,200}(?=["']))/g
  ],
  // Commands that take a secret under a name that says nothing, or under none
  [
    '--from-literal=',
    /(\bcreate secret generic\s[^\r\n]{0,200}?--from-literal=["']?[\w.-]{1,80}=["']?)([^\s"']{1,400})/g
  ],
  [
    '',
    /((?:--secret-string\s(?!["']?\{)|\b(?:gh secret set \S{1,80}[^\r\n]{0,80}? (?:-b|--body)[ =]|config set (?:--secret \S{1,80} |\S{1,80} (?=\S{1,200} --secret))|put-parameter\s(?=[^\r\n]{0,300}SecureString)[^\r\n]{0,80}?--value\s|wpa_passphrase\s(?:"[^"\r\n]{1,40}"|\S{1,40})\s|(?:rabbitmqctl|Arguments given:)\s(?:[^\r\n]{0,60}?\s)?(?:add_user|authenticate_user|change_password)\s\S{1,60}\s{1,4}|pypi-token\.[\w-]{1,40} |http-basic\.[\w-]{1,40} \S{1,80} |mc alias set \S{1,80} \S{1,200} \S{1,80} |lftp\s[^\r\n]{0,40}?-u\s[\w.@-]{1,80},|add-generic-password\s[^\r\n]{0,200}?-w\s|ssh-keygen\s[^\r\n]{0,80}?-[NP]\s|service install (?=eyJ)))["']?)(?![$<])([^\s"']{3,400})/g
  ],
  // Protocols: Redis (commands, MONITOR, as sent), IMAP, IRC, the jar of cookies of curl
  [
    'auth ',
    /((?:(?:> AUTH|:\d{1,5}(?:\[\d{1,2}\])?> auth) (?:[\w.-]{1,40} )?|(?:^|[\]):] |\bERR )AUTH (?:[\w.-]{1,40} )?(?=\S{0,200}[\d!#$%^&*+]))["']?)(?![A-Z][A-Z_\d-]{1,40}(?:\s|$))([^\s"']{3,200}(?=["']?[ \t]?\r?$))/gm
  ],
  // The answer to a mail server's `Password:`, in base64 both
  [
    'ugfzc3dvcmq6',
    /(\bUGFzc3dvcmQ6[^\r\n]{0,20}(?:\r?\nreply: [^\r\n]{0,60})?\r?\n(?:[^\r\n]{0,60}?[>:] )?["']?)([\w+/=]{4,400}(?=(?:\\r\\n)?["']?\r?$))/gm
  ],
  ['(auth ', /(\(AUTH (?:[\w.-]{1,40} )?)([^\s"'()]{3,200})(?=\))/gi, 8],
  ['"auth" "', /("AUTH" (?:"[^"\r\n]{1,80}" )?")([^"\r\n]{1,200})(?="\s*$)/gim],
  ['auth', /(\bAUTH(?:\r?\n\$\d{1,4}\r?\n\S{1,80})?\r?\n\$\d{1,4}\r?\n)(\S{1,200})/g],
  [
    '',
    /(\b(?:HELLO \d AUTH \S{1,80} |(?:ACL SETUSER|(?<!\w )user \S{1,80} o(?:n|ff))\b[^\r\n]{0,120}? >|NickServ :IDENTIFY (?:\S{1,40} )?|SETUSER modifier '))(\S{1,200}?(?=': |\s|$))/gi
  ],
  // A server that refuses a command repeats it.
  [
    'beginning with: ',
    /(\bcommand ["'`](?:auth["'`],? with args beginning with: |\w[^\r\n]{0,200}? ["'`](?:auth2?|auth-pass|masterauth|requirepass|setuser)["'`],? )["'`])([^\r\n]{1,400}(?=["'`]))/gi
  ],
  [
    '',
    /(\b(?:near ["'`](?:[^"'`\r\n]{0,80}["'`]|(?=\S{0,64}\d[A-Za-z]+\d))|(?:ALTER|CREATE) (?:ROLE|USER) \S{1,80} [^'\r\n]{1,160}'))([^\s"'`]{8,400}(?=["'`]))/gi,
    8
  ],
  // As go-redis shows a command and its error
  [': wrongpass', /(\bauth (?:[\w.-]{1,40} )?)([^\s"']{3,200}?(?=: WRONGPASS ))/gi],
  [' login ', /(^[A-Za-z]{0,4}\d{1,6} LOGIN ["']?[\w.@+-]{1,80}["']? ["']?)([^\s"'{]{3,400})(?=["']?\r?$)/gm],
  [
    '\t/',
    /(^\S{1,200}\t(?:TRUE|FALSE)\t\/[^\t\r\n]{0,200}\t(?:TRUE|FALSE)\t\d{1,20}\t[^\t\r\n]{1,200}\t)([^\s]{1,4000})/gm
  ]
]
