/** Secrets as programs, files and people print them around a name, and what stands there that is none. */
import { expect } from 'chai'
import { inspect } from 'node:util'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()
const S = 'kJ8sQ2mZx9LwPq4'
const WEAK = 'sesame'
const HEX = '9f86d081884c7d659a2feaa0c55ad015'

/** Any value is a secret. */
const ANY: Readonly<Record<string, (secret: string) => string>> = {
  'behind an equals sign in a column': (s) => `password                = "${s}"`,
  'behind a colon in a column': (s) => `Api Key                  : ${s}`,
  'behind tabs': (s) => `password\t\t\t\t\t\t\t\t\t\t= ${s}`,
  'behind an arrow in a column': (s) => `password                    => ${s}`,
  'settings of .NET': (s) => `Jwt:Issuer = https://a.example\nJwt:Secret = ${s}\nSmtp:Host = h`,
  'a setting of .NET whose last name says nothing': (s) => `Jwt:Key = ${s}\nApiKeys:OpenAI = ${s}\nSecrets:Db: ${s}`,
  'a setting of .NET in a list': (s) => `Authentication:Schemes:Bearer:SigningKeys:0:Value = ${s}`,
  'a logger that is called like a secret': (s) =>
    `12:00:00 DEBUG app::auth: password: ${s}\nDEBUG:auth.token:secret = ${s}`,
  'a name behind another, a colon and a blank': (s) =>
    `Credentials: password: ${s}\ntoken: access_token: ${s}\nSecrets: DB_PASSWORD = ${s}`,
  'behind dots and a colon': (s) => `password ........ : ${s}`,
  'a line of YAML before another': (s) => `user: app\npassword: ${s}\nhost: localhost`,
  'a line of a file of settings before another': (s) => `[db]\npassword = ${s}\n\nuser = app`,
  'JSON in a sentence, below the name': (s) => `Error: 400 {"auth":{"token":{"value":"${s}","type":"x"}}} (try 2)`,
  'JSON in a sentence, in a list below the name': (s) => `got {"a":1} and {"api_keys":[{"key":"${s}"}]}, failed`,
  'JSON that was cut, in a sentence': (s) => `Error: {"password":{"old":"${s}","ne`,
  'a value of YAML with a quote in it': (s) => `password: 'it''s${s}' # of ann`,
  'a value with an escaped quote at its end': (s) => `password="it is ${s}\\"" user="ann"`,
  'an address with a raw quote in its password': (s) => `Cannot open postgres://app:it's${s}@db:5432/x.`,
  'a quoted address with a raw quote in its password': (s) => `url: 'https://app:"${s}<x@db.example/x', from: "a@b.c"`,
  'the configuration that Redis shows': (s) => `1) "requirepass"\n2) "${s}"`,
  'a command of ioredis': (s) => `{"command":{"name":"auth","args":["default","${s}"]}}`,
  'headers of several cookies': (s) =>
    inspect({ headers: { 'set-cookie': ['lang=en; Path=/', `remember_me=${s}; Path=/; HttpOnly`], 'x-a': 'b' } }),
  'headers of one cookie': (s) => inspect({ headers: { 'Set-Cookie': [`connect.sid=${s}; Path=/`] } }),
  'headers in many lines': (s) => inspect({ 'set-cookie': ['a=b', `c=${s}`] }, { compact: false }),
  'a cookie beside one with brackets': (s) =>
    inspect({ 'set-cookie': ['p={"a":[1]}; Path=/', `remember_me="${s}"; Path=/`] }),
  'a cookie that was sent, in a list': (s) => inspect({ cookie: [`a=b; remember_me=${s}`] }),
  'headers of Python': (s) => `{'Set-Cookie': ['a=[1]; Path=/', 'remember_me=${s}; Path=/']}`,
  'headers of Go': (s) => `map[Content-Type:[text/html] Set-Cookie:[lang=en; Path=/ remember_me=${s}; Path=/]]`,
  'headers of Ruby': (s) => `{"set-cookie"=>["lang=en; Path=/", "remember_me=${s}"]}`,
  'pairs of Python': (s) => `[('Server', 'a'), ('Set-Cookie', 'remember_me=${s}; Path=/')]`,
  'raw headers': (s) => inspect({ rawHeaders: ['Server', 'a', 'Set-Cookie', `remember_me=${s}; Path=/`] }),
  'entries of headers': (s) => inspect([['set-cookie', `remember_me=${s}; Path=/; HttpOnly`]]),
  'headers as JSON in JSON': (s) => `body "{\\"set-cookie\\": [ \\"a=b\\", \\"remember_me=${s}; Path=/\\" ]}"`,
  'an option of a list in YAML': (s) => `args:\n  - --api-token\n  - ${s}\n  - --verbose`,
  'an option of redis-cli in YAML': (s) => `command:\n  - redis-cli\n  - -a\n  - ${s}\n  - ping`,
  'an option of redis-server in a line of YAML': (s) => `command: [redis-server, --requirepass, ${s}]`,
  'a value of ODBC in braces': (s) => `Driver={SQL Server};Uid=ann;Pwd={${s}};Encrypt=yes`,
  'a value of ODBC at the end': (s) => `Driver={SQL Server};Uid=ann;Pwd={${s}}`,
  'a value of ODBC at the end of a quotation': (s) => `cannot open "Driver={X};UID=ann;PWD={${s}}", (28000)`,
  'a value of ODBC at the end of a line': (s) => `Server=x; Password={${s}}\nLogin failed`,
  'a value of ODBC with all signs': (s) => `Driver={X};Pwd={a;b "c' {d}}${s}};Encrypt=yes`,
  'a value of ODBC with all signs at the end': (s) => `Driver={X};Pwd={a;b "c' {d}}${s}}`,
  'a value of ODBC that was cut': (s) => `Driver={X};Uid=ann;Pwd={${s}`,
  'a property of Hadoop': (s) => `<property><name>fs.s3a.secret.key</name><value>${s}</value></property>`,
  'a property in lines': (s) =>
    `<property>\n  <name> fs.s3a.bucket.shop.access.key </name>\n  <value>\n    ${s}\n  </value>\n</property>`,
  'a property as a section of characters': (s) =>
    `<name>javax.jdo.option.ConnectionPassword</name><value><![CDATA[${s}]]></value>`,
  'a property as attributes': (s) => `<property name="fs.s3a.secret.key" value="${s}"/>`,
  'a property with an equals sign': (s) => `spark.hadoop.fs.s3a.secret.key=${s}`,
  'a property with a colon': (s) => `trino.s3.access.key: ${s}`,
  'a property of Spark': (s) => `spark.master yarn\nspark.hadoop.fs.s3a.secret.key ${s}\nspark.eventLog.enabled true`,
  'a property of Spark in a column': (s) => `spark.ssl.keyStorePassword\t\t${s}\r\nspark.app.name    a`,
  'a token of Spark': (s) => `  spark.kubernetes.authenticate.oauthToken    ${s}`,
  'an account of Azure': (s) => `fs.azure.account.key.shop.dfs.core.windows.net=${s}`,
  'an account of Azure in Spark': (s) => `spark.hadoop.fs.azure.account.key.shop.blob.core.windows.net ${s}`,
  'an account of Azure in XML': (s) =>
    `<name>fs.azure.account.oauth2.client.secret.shop.dfs.core.windows.net</name>\n<value>${s}</value>`,
  'an account of Azure in JSON': (s) => `{"fs.azure.account.key.shop.dfs.core.windows.net":"${s}"}`,
  'a password with all signs in an address': (s) => `mongodb+srv://admin:P@ss!w0rd#9x$${s}@db.example/x`,
  'constants of WordPress': (s) =>
    `define( 'DB_NAME', 'wp' );\n\n/** Database password */\ndefine( 'DB_PASSWORD', '${s}' );\ndefine("FTP_PASS", "${s}");`,
  'settings of Gradle': (s) => `  storePassword "${s}"\n  keyAlias "my-key-alias"\n  keyPassword '${s}'`,
  'defaults of variables': (s) =>
    `'password' => env('DB_PASSWORD', '${s}'),\nx = os.getenv("DB_PASSWORD", "${s}")\ny = ENV.fetch("API_TOKEN", "${s}")`,
  'another default of a variable': (s) => `const a = process.env.DB_PASSWORD || '${s}', b = env.API_TOKEN ?? "${s}"`,
  'properties of Java': (s) =>
    `props.setProperty("password", "${s}"); source.setPassword("${s}"); with.withApiKey("${s}")`,
  'a login of MongoDB': (s) => `db.auth("admin", "${s}")`,
  'variables of Apache and nginx': (s) => `SetEnv DB_PASSWORD ${s}\nfastcgi_param DB_PASSWORD "${s}";`,
  'variables of servers': (s) =>
    `REDISCLI_AUTH=${s}\nNEO4J_AUTH=neo4j/${s}\nDB_PSWD=${s}\nVNC_PW=${s}\nVAULT_DEV_ROOT_TOKEN_ID=${s}\nSNMP_COMMUNITY=${s}`,
  'the configuration of a router': (s) =>
    `crypto isakmp key ${s} address 203.0.113.7\ntacacs-server key ${s}\nradius-server host 10.0.0.1 auth-port 1812 key ${s}\n ikev1 pre-shared-key ${s}\n ip ospf message-digest-key 1 md5 ${s}\n neighbor 10.0.0.1 password ${s}\nusername bob secret ${s}`,
  'a line of a router in an error': (s) => inspect(new Error(`tacacs-server key ${s}`).message),
  'the configuration of a firewall': (s) =>
    `  edit "admin"\n    set password ENC ${s}\n    set psksecret ENC ${s}\n  next`,
  'what Playwright typed before it failed': (s) =>
    `TimeoutError: locator.fill: Timeout 1500ms exceeded.\nCall log:\n\u001b[2m  - waiting for locator('#a')\u001b[22m\n\u001b[2m    - locator resolved to <input disabled type="password"/>\u001b[22m\n\u001b[2m    - fill("${s}")\u001b[22m\n\u001b[2m  - attempting fill action\u001b[22m\n    - elementHandle.type("${s}")`,
  'what Playwright typed, as an object': (s) =>
    inspect({
      cause: `Timeout\nCall log:\n  - waiting for locator('#a')\n    - fill("${s}")\n  - attempting fill action\n`
    }),
  'a result of Athena': (s) =>
    JSON.stringify({
      ResultSet: {
        Rows: [{ Data: [{ VarCharValue: 'ann' }, { VarCharValue: s }] }],
        ResultSetMetadata: { ColumnInfo: [{ Name: 'user' }, { Name: 'password' }] }
      }
    }),
  'a result of Athena by its first row': (s) =>
    JSON.stringify({
      Rows: [
        { Data: [{ VarCharValue: 'user' }, { VarCharValue: 'password' }] },
        { Data: [{ VarCharValue: 'ann' }, { VarCharValue: s }] }
      ],
      ResultSetMetadata: { ColumnInfo: [{ Name: 'user' }, { Name: 'password' }] }
    }),
  'a result of the RDS Data API': (s) =>
    JSON.stringify({
      records: [[{ longValue: 1 }, { stringValue: s }]],
      columnMetadata: [{ name: 'id' }, { name: 'api_key' }]
    }),
  'a result of BigQuery': (s) =>
    JSON.stringify({
      schema: { fields: [{ name: 'user' }, { name: 'password' }] },
      rows: [{ f: [{ v: 'ann' }, { v: s }] }]
    }),
  'a result of Snowflake': (s) =>
    JSON.stringify({
      resultSetMetaData: { rowType: [{ name: 'USER' }, { name: 'PASSWORD' }] },
      data: [['ann', s]]
    }),
  'a result of Databricks': (s) =>
    JSON.stringify({
      manifest: { schema: { columns: [{ name: 'user' }, { name: 'password' }] } },
      result: { data_array: [['ann', s]] }
    }),
  'the state of Terraform': (s) =>
    JSON.stringify({
      type: 'random_password',
      instances: [
        {
          attributes: { id: 'none', length: 16, result: s },
          sensitive_attributes: [[{ type: 'get_attr', value: 'result' }]]
        }
      ]
    }),
  'a plan of Terraform as JSON': (s) =>
    JSON.stringify([
      { values: { result: s }, sensitive_values: { result: true } },
      {
        change: {
          after: { blocks: [{ body: s }], tags: [s] },
          after_sensitive: { blocks: [{ body: true }], tags: [true] }
        }
      }
    ]),
  'parameters of Prisma': (s) =>
    `Query: INSERT INTO "User" ("email", "password") VALUES ($1,$2) Params: ["a@example.com","${s}"]`,
  'parameters of Prisma as JSON': (s) =>
    JSON.stringify({ query: 'UPDATE "User" SET "password" = $1 WHERE "id" = $2', params: JSON.stringify([s, 7]) }),
  'parameters of Sequelize': (s) =>
    `Executing (default): INSERT INTO "users" ("email","password") VALUES ($1,$2) RETURNING "id"; "a@example.com", "${s}"`,
  'parameters of Ecto': (s) => `UPDATE "users" SET "password" = $1 WHERE "id" = $2 ["${s}", 1]`
}

/** A value that looks random is a secret. */
const RANDOM: Readonly<Record<string, string>> = {
  'a command at the prompt of Redis': `127.0.0.1:6379> auth ${S}`,
  'a command of redis-cli': `redis-cli -h db auth ${S}`,
  'a command in an error': `WRONGPASS invalid username-password pair (AUTH ${S})`,
  'a property in a sentence': `Error: spark.hadoop.fs.s3a.secret.key ${S}`,
  'a property in a sentence, far behind its name': `Error: fs.s3a.access.key      ${S}`,
  'a property of a program': `.config("spark.hadoop.fs.s3a.secret.key", "${S}")`,
  'a cookie in a list of PHP': `Array\n(\n  [0] => lang=en; path=/\n  [1] => remember_me=${S}; path=/; HttpOnly\n)`,
  'a cookie without its header': `got remember_me=${S}; Max-Age=60; secure`,
  'tokens in a list': `{ accessTokens: [ '${S}', 'none' ], a: 1 }`,
  'a header in a list': `{ authorization: [ 'Bearer ${S}' ] }`,
  'a table of HTML with sections': `<table><thead><tr><th>id</th><th>password</th></tr></thead><tbody><tr><td>1</td><td>${S}</td></tr></tbody></table>`,
  'a dump of PostgreSQL': `COPY public.users (id, password) FROM stdin;\n1\t${S}\n\\.\n`,
  'a variable that begins with a password': `PASSWORD_PROD=${S}`,
  'a variable that begins with a token': `TOKEN_PROD=${S}`,
  'a variable of redis-cli': `REDISCLI_AUTH=${S}`,
  'a variable with a key': `OPENAI_KEY=${S}`,
  'variables as JSON': `{"env":{"OPENAI_KEY":"${S}"}}`,
  'a variable with a personal access token': `GH_PAT=${S}`,
  'a sentence of Markdown': `The \`password\` is \`${S}\``,
  'a password in brackets': `bad password [${S}]`,
  'a password in angle brackets': `password <${S}> not accepted`,
  'a value before its name': `${S} is not a valid API key`,
  'the log of a new database': `A temporary password is generated for root@localhost: ${S}`,
  'the log of a new scheduler': `Simple auth manager | Password for user 'admin': ${S}`,
  'the log of a new server': `Password for user "ann": ${S}`,
  'the log of a new program': `A temporary password is provided for this session: ${S}`,
  'the log of a new cluster': `The generated password for the elastic built-in superuser is : ${S}`,
  'a sentence with a blank before its colon': `the password is : ${S}`,
  'what MySQL could not read': `the right syntax to use near ''${S}'' at line 1`,
  'what MySQL could not read, behind a word': `the right syntax to use near 'BY '${S}' REQUIRE SSL' at line 1`,
  'what PostgreSQL could not read': `syntax error at or near "${S}"`,
  'a statement that PostgreSQL could not read': `near "PASWORD"\nLINE 1: ALTER USER ann PASWORD '${S}'`,
  'a value of the registry of Windows': `    DefaultPassword    REG_SZ    ${S}`,
  'a constant of PHP': `define( 'AUTH_KEY',         '${S}' );`,
  'the login of a mail server': `[smtp.example.com]:587 ann@example.com:${S}`,
  'a parameter of AWS as a row': `| Name  | Type         | Value |\n|-------|--------------|-------|\n| /door | SecureString | ${S} |`,
  'a password that was reset': `Password for the [elastic] user successfully reset.\nNew value: ${S}`,
  'the key of a wireless network': `    Security key           : Present\n    Key Content            : ${S}`
}

const PASSWORD = 'kJ8sQ2mZx9LwPq4t'
const OF_A_SERVER = 'a0pPb2xTTm1zeWFrdw=='
const LONG = `${HEX}${HEX}`
const STORAGE = `${S}${S}${S}${S}${S}k+J8sQ2m/Z9==`
const ELASTIC = btoa('VuaCfGcBCdbkQm-e5aOx:ui2lp2axTNmsyakw9tvNnw')
const HEAD = `CreationTime                      KeyName    Permissions    Value
--------------------------------  ---------  -------------  ${'-'.repeat(88)}
2026-01-01T00:00:00.000000+00:00  key1       FULL           `

/** What programs and pages show once, with nothing but the form, a place or a sentence to tell. */
const SHOWN_ONCE: ReadonlyArray<readonly [secret: string, write: (secret: string) => string]> = [
  [ELASTIC, (s) => JSON.stringify({ id: 'VuaCfGcBCdbkQm-e5aOx', name: 'a', encoded: s })],
  [ELASTIC, (s) => `{ id: 'VuaCfGcBCdbkQm-e5aOx', encoded: '${s}' }`],
  [ELASTIC, (s) => `Authorization failed for ApiKey ${s}`],
  [STORAGE, (s) => HEAD + s],
  [STORAGE, (s) => `2026-01-01T00:00:00+00:00\tkey2\tFULL\t${s}`],
  [
    PASSWORD,
    (s) => `${s}\n\n This password must be only used for first time login. We strongly recommend you update it.`
  ],
  [PASSWORD, (s) => JSON.stringify({ id: `https://a.vault.azure.net/secrets/b/${HEX}`, name: 'b', value: s })],
  [PASSWORD, (s) => `got {"value":"${s}","id":"https://a.vault.azure.net/secrets/b/${HEX}"} twice`],
  [HEX, (s) => `Access token was successfully created: ${s}`],
  [HEX, (s) => `API key has been generated: ${s}`],
  [LONG, (s) => `Secret Access Key:\n${s}`],
  [LONG, (s) => `Access Key ID:\nab\nSecret Access Key:\r\n${s}\nEndpoint:\nhttps://h.example`],
  [STORAGE, (s) => `Secret access key\n${s}`],
  [OF_A_SERVER, (s) => `< 334 UGFzc3dvcmQ6\n> ${s}\n< 535 5.7.8 Error: authentication failed`],
  [OF_A_SERVER, (s) => `<-  334 UGFzc3dvcmQ6\r\n -> ${s}\r\n<-  235 ok`],
  [OF_A_SERVER, (s) => `SERVER -> CLIENT: 334 UGFzc3dvcmQ6\nCLIENT -> SERVER: ${s}`],
  [
    OF_A_SERVER,
    (s) =>
      `reply: b'334 UGFzc3dvcmQ6\\r\\n'\nreply: retcode (334); Msg: b'UGFzc3dvcmQ6'\nsend: '${s}\\r\\n'\nreply: b'235 ok'`
  ],
  [STORAGE, (s) => `$ bw list items --session ${s}`],
  [btoa('{"ver":"8.14.0","adr":["10.0.0.1:9200"]}'), (s) => `Copy the following enrollment token:\n  ${s}`],
  [`0x${LONG}`, (s) => `DEPLOYER_PK=${s}`],
  [`K10${LONG}::server:${HEX}`, (s) => s],
  ['eyJhIjoiOWY4NmQwODE4ODRjN2Q2NTlhMmZlYWEwYzU1YWQwMTUi', (s) => `sudo cloudflared service install ${s}`]
]

const ID = '2c8e5f1a-9b7d-4c3e-8f60-1d2a3b4c5e6f'
const ACCESSOR = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

/** An ID or a digest is a secret by its name. The accessor of a secret ID only names it. */
const IDS: ReadonlyArray<string> = [
  `AccessorID:       ${ACCESSOR}\nSecretID:         ${ID}\nLocal:            false`,
  `{"AccessorID":"${ACCESSOR}","SecretID":"${ID}","Local":false}`,
  `Accessor ID  = ${ACCESSOR}\nSecret ID    = ${ID}\nName         = Bootstrap Token`,
  `Key                   Value\n---                   -----\nsecret_id             ${ID}\nsecret_id_accessor    ${ACCESSOR}`,
  `failed: {"data":{"secret_id":"${ID}","secret_id_accessor":"${ACCESSOR}"}}`,
  `vault write auth/approle/login role_id=${ACCESSOR} secret_id=${ID}`,
  `VAULT_SECRET_ID=${ID}`,
  `app --secret-id ${ID} --verbose`,
  `kubeadm join h:6443 --control-plane --certificate-key ${HEX}${HEX}`,
  `[upload-certs] Using certificate key:\n${HEX}${HEX}\n`
]

/** Addresses with the key of a service. */
const ADDRESSES: ReadonlyArray<(key: string) => string> = [
  (key) => `https://api.openweathermap.org/data/2.5/weather?q=Rome&appid=${key}`,
  (key) => `https://api.openweathermap.org/data/2.5/weather?APPID=${key}&q=Rome`,
  (key) => `https://api.example/x?a=1&amp;app_id=${key}`,
  (key) => `https://api.map.example/geocoder?ak=${key}&a=1`,
  (key) => `https://api.example/x?subscription-key=${key}`,
  (key) => `https://api.example/x?Ocp-Apim-Subscription-Key=${key}&a=1`,
  (key) => `https://app.azurewebsites.net/api/f?code=${key}&a=1`,
  (key) => `https://a.blob.core.windows.net/c/b?sv=2022-11-02&se=2026-01-01&sr=b&sp=r&sig=${key}`,
  (key) => `https://mainnet.infura.io/v3/${key}`,
  (key) => `wss://mainnet.infura.io/ws/v3/${key}`,
  (key) => `https://eth-mainnet.g.alchemy.com/v2/${key}/getNFTs?owner=a`,
  (key) => `https://polygon-mainnet.g.alchemy.com/nft/v3/${key}/a`,
  (key) => `https://a-b-c.quiknode.pro/${key}/`,
  (key) => `https://rpc.ankr.com/eth/${key}`,
  (key) => `https://v6.exchangerate-api.com/v6/${key}/latest/USD`,
  (key) => `https://api.pirateweather.net/forecast/${key}/1.5,2.5`,
  (key) => `https://maker.ifttt.com/trigger/door/with/key/${key}`
]

/** Where a failure says which address it is about. */
const FAILURES: ReadonlyArray<(address: string) => string> = [
  (address) => `401 Client Error: Unauthorized for url: ${address}`,
  (address) => `Client error '401 Unauthorized' for url '${address}'`,
  (address) => `Error: could not detect network (url ${address})`,
  (address) => `Get "${address}": dial tcp: lookup failed`,
  (address) => inspect({ config: { url: address, method: 'get' } }, { breakLength: Infinity }),
  (address) => JSON.stringify({ error: { url: address } })
]

/** Digests of passwords, by who writes them. */
const DIGESTS: Readonly<Record<string, string>> = {
  shadow: `$6$rounds=5000$${S}$${S}${S}${S}`,
  yescrypt: `$y$j9T$${S}$${S}${S}`,
  bcrypt: `$2b$12$${S}${S}${S}`,
  argon2: `$argon2id$v=19$m=65536,t=3,p=4$${S}$${S}${S}`,
  Django: `pbkdf2_sha256$600000$${S}$${S}${S}=`,
  'Django with MD5': `md5$abcDEF$${HEX}`,
  'Django with argon2': `argon2$argon2id$v=19$m=102400,t=2,p=8$${S}$${S}${S}`,
  WordPress: `$P$B${S}${S}`,
  phpBB: `$H$9${S}${S}`,
  Drupal: `$S$D${S}${S}${S}abc`,
  Werkzeug: `scrypt:32768:8:1$${S}$${HEX}${HEX}`,
  'Werkzeug before': `pbkdf2:sha256:600000$${S}$${HEX}${HEX}`,
  'PostgreSQL by SCRAM': `SCRAM-SHA-256$4096:${S}${S}==$${S}${S}=:${S}${S}=`,
  'PostgreSQL by MD5': `md5${HEX}`,
  MySQL: `*${HEX.toUpperCase()}9F86D081`,
  'MySQL since 8': `$A$005$k)2\u007fZ~9#m!z&e7rT+q;w${S}${S}abcDEF01234./`,
  Redis: `#${HEX}${HEX}`,
  LDAP: `{SSHA}${S}${S}==`,
  Kerberos: `$krb5tgs$23$*ann$EXAMPLE.COM$http/web*$${HEX}$${HEX}`
}

/** Nothing of these is a secret. */
const NONE: ReadonlyArray<string> = [
  '{"schema":{"fields":[{"name":"email"},{"name":"password"}]},"items":[{"tags":["x","y"]},{"tags":[{"a":1,"b":"y"}]}]}',
  'const a = token || "none"; const b = options.password ?? "unset"',
  `define("SESSION_TTL", "sixty"); t('password', 'Password'); setToken(null)`,
  'a pre-shared-key mismatch with the peer, see tacacs-server key of the manual',
  'Call log:\n- waiting for locator("#a")\n- fill("name") is what you need',
  '{"values":{"name":"blue"},"sensitive_values":{"tags":{}},"sensitive_attributes":[]}',
  'auth: error: connection refused by db.example',
  'Jwt:Issuer = https://a.example/\nAuth:Type = basic',
  "The 'Authorization:' header is missing. Add it first; it won't work otherwise.",
  "Unknown option 'token:' in config.yml\nwarning: 12 files changed\nerror: can't write lock file",
  'The "password:" prompt was not found. The host said: "Connection closed".',
  "Headers 'Cookie:' and `Set-Cookie:` aren't sent. It's in `fetch`.",
  "curl: option -H 'Authorization: Bearer' needs a value. It's empty.",
  "if (typeof user?.password !== 'string') throw new TypeError('x')",
  "The 'privateKey` option contains only the first line '-----BEGIN RSA PRIVATE KEY-----'. If you are setting it, see below",
  'It begins with -----BEGIN PRIVATE KEY----- and nothing else',
  'if (key.indexOf("-----BEGIN PRIVATE KEY-----") !== 0) throw new TypeError("pem")',
  'pem = `-----BEGIN EC PRIVATE KEY-----\\n${wrapped}\\n-----END EC PRIVATE KEY-----`; next()',
  `{'docs': 'http://[::1]:8080', 'mail': 'ann@b.example'} <a href="http://localhost:80">ann</a> <b@c.example>`,
  '{"errors":{"password":"is required","token":"expected string, received null","pin":"must be at least 8 characters"}}',
  `console.error('Failed to parse session cookie:', error);\nreturn null;\n}\napp.get('/confirm', h)`,
  `logger.warn("Invalid token:", err.message, "retrying")`,
  `console.log('API key:', apiKey, 'is set')`,
  '{"dependencies":{"passport-jwt":"^4.0.1","jsonwebtoken":"^9.0.2","pgpass":"1.x","jwt":">=1.2.0 <2","csrf-token":"~2.0.0-beta.1","client-secret":"1.2 || 2.x"}}',
  '{\n  "passport-jwt": "^4.0.1",\n  "pgpass": "1.0.5",\n  "cookie": "workspace:*"\n',
  '{"packages":{"node_modules/cookie":{"version":"0.7.1","license":"MIT","engines":{"node":">= 0.6"}}}}',
  '{"properties":{"password":{"type":"string","minLength":8,"maxLength":72,"format":"password","pattern":"^.+$","writeOnly":true,"examples":[]}}}',
  'access_token: z.ZodString;\n',
  'const token = req.x, next = 1',
  'const token = req.headers.authorization, user = req.user',
  'password: "{{ vault_x }}"',
  'password: ${DB_PASSWORD:changeme}',
  '"password": "${DB_PASSWORD:-}"',
  'auth required by the server',
  'the auth service2Backend is down',
  'password requirements          : see below',
  'Token usage................: high',
  'The `token` is `undefined`',
  'bad password [3 attempts]',
  'password <required> not accepted',
  'headers: { authorization: `Bearer ${token}` }, retries: 2',
  'TOKEN_SHA=9f8a7b6c5d4e3f2a1b0c',
  'SSH_KEY_ID=kJ8sQ2mZx9LwPq4',
  'TOKEN_LIMIT=4096',
  'PASSWORD_MIN_LENGTH=12',
  'TOKEN_URL=https://example.com/oauth2/v1/token',
  'PRIMARY_KEY=id',
  `{ cookies: [ 'necessary', 'analytics' ], secrets: [ 'DB_PASSWORD' ] }`,
  `{ fieldErrors: { password: [ 'Required', 'String must contain at least 8 character(s)' ], token: [ 'expired' ] } }`,
  'lang=en; Path=/ and text/html; charset=utf-8; path=/a',
  'open /etc/tls/server.private.key: permission denied',
  'private.key: permission denied',
  '<name>fs.s3a.endpoint</name><value>s3.eu-central-1.amazonaws.com</value>',
  '<name>dfs.primary.key</name><value>id</value>',
  'spark.hadoop.fs.s3a.aws.credentials.provider com.example.Provider',
  'spark.ssl.keyStorePassword required',
  'spark.sql.shuffle.partitions 200\nspark.master yarn',
  'table.partition.key: orders',
  'f"DRIVER={driver};UID={uid};PWD={password}"',
  '`Driver={X};Uid=${user};Pwd=${password}`',
  'Driver={X};Uid={0};Pwd={1}',
  'Driver={ODBC Driver 18};Uid=ann;Pwd={your_password_here}',
  '<Input type="password" password={values.password} onChange={set} />',
  'https://api.weixin.qq.com/sns/jscode2session?appid=wx1a2b3c4d5e6f7a8b&grant_type=a',
  'https://store.example/api/appdetails?appid=730&app_id=6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  `{ appid: '${HEX}', id: '${HEX}' }`,
  `https://h.example/v3/${HEX}?id=${HEX}&user_id=${HEX}&etag=${HEX}`,
  'https://mainnet.infura.io/v3/YOUR-PROJECT-ID',
  'https://docs.infura.io/api/networks/ethereum/json-rpc-methods/eth_getblockbynumber',
  'https://eth-mainnet.g.alchemy.com/v2/your-api-key',
  'https://x.blob.core.windows.net/c/b?sv=2022-11-02&se=2026-01-01T00%3A00%3A00Z&sr=b&sp=r',
  'https://h.example/?ak=47&al=99&code=invalid_request',
  'FOO_PATH=/usr/bin',
  'PASSWORD=\nHOST=db1\nTOKEN=\n\nPORT=5432',
  'Password:\nFailed at step2',
  'Missing fields: user,password\nAsk the owner, or see page 2',
  'args:\n  - --token-file\n  - /run/secrets/token\n',
  '1) "maxmemory"\n2) "100mb"',
  'COPY public.users (id, name) FROM stdin;\n1\tann\n\\.\n',
  '<table><thead><tr><th>id</th><th>name</th></tr></thead><tbody><tr><td>1</td><td>ann</td></tr></tbody></table>',
  '{"SecretId":"arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-a1B2c3","SecretIds":["prod/db"]}',
  `{"SecretId":"rds!cluster-${ACCESSOR}","secretName":"tls-${ACCESSOR}","keyId":"${ACCESSOR}"}`,
  `aws secretsmanager get-secret-value --secret-id rds!cluster-${ACCESSOR} --version-id ${ACCESSOR}`,
  'Resources:\n  SecretId: !Ref DatabaseSecret\nSecret ID: prod/db/password2',
  `secret_id_accessor    ${ACCESSOR}\nsecret_id_num_uses    0\nsecret_id_ttl         10m`,
  'secret_id\n------------------------------------\n',
  "Password for user 'admin': incorrect, try again",
  'Key Content            : Present',
  'tool --certificate-key /etc/tls/private.pem',
  "ERR unknown command 'CONFIG', with args beginning with: 'GET' 'maxmemory' ",
  "ERR unknown command 'FOO', with args beginning with: 'auth1' ",
  'ERROR:  syntax error at or near "oauth2Token"\nLINE 1: SELECT oauth2Token fromm t',
  "the right syntax to use near 'FROMM users WHERE id = 1' at line 1",
  'SyntaxError: Unexpected token near "getUser2ById"',
  'the user ann is on line 5 > 3',
  'at Settings$$anonfun$raw$1$$anonfun$apply$1$$anonfun$apply$2.apply(Plugin.scala:89)',
  'Sheet1!$A$1:$B$20000 and $P$10:$P$2000',
  'md5:5f4dcc3b5aa765d61d8327deb882cf99 sha256:5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
  'docker pull h.example/app@sha256:$IMAGE_DIGEST_VALUE and sha1-$CI_COMMIT_SHORT_SHA',
  'ewoks-and-other-creatures.html, ewolfsburg-is-a-long-name.example.com',
  'https://h.example/#5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
  'Parameter:\n  Name: /door\n  Type: String\n  Value: blue\n  Version: 1',
  '{"Parameter":{"Name":"/door","Type":"String","Value":"blue"}}',
  '- name: DB_HOST\n  slotSetting: false\n  value: db1',
  '{"name":"password","minValue":8,"maxValue":72}',
  'password:\n  minValue: 8',
  "INSERT INTO users (name, password_changed) VALUES (?, ?)\n[generated in 0.00021s] ('ann', 'blue')",
  '{"type":"string","value":"blue","kind":"secretary"}',
  '{"id":"https://a.vault.azure.net/keys/b","value":"blue"}',
  `{"contentHash":"${'kJ8sQ2mZx9LwPq4'.repeat(6).slice(0, 86)}=="}`,
  `{"cursor":"${btoa('arrayconnection:1042:2026-01-01T00:00:00')}","next":"${btoa('gid://shopify/Product/8012345678901234')}"}`,
  'Note: This password must be at least 12 characters',
  'KeyName    Permissions\n---------  -------------\nkey1       FULL',
  'Access token was successfully created: see your mail',
  'Secret Access Key:\nsee the page of your account',
  '< 334 UGFzc3dvcmQ6\n< 535 5.7.8 Error: authentication failed',
  'K10 is the prefix of a token: K10<hash>::<user>:<password>',
  'cloudflared service install <token>'
]

describe('a secret as it is printed', () => {
  for (const [name, write] of Object.entries(ANY))
    it(`is found in ${name}`, () => {
      for (const secret of [S, WEAK]) expect(redact(write(secret))).to.not.include(secret)
    })

  for (const [name, text] of Object.entries(RANDOM))
    it(`is found in ${name}, where it looks random`, () => {
      expect(redact(text)).to.equal(text.replace(S, '[redacted]'))
    })

  for (const address of ADDRESSES)
    it(`is found in the address ${address('…')}`, () => {
      for (const key of [HEX, HEX.toUpperCase()])
        for (const failure of FAILURES) expect(redact(failure(address(key)))).to.equal(failure(address('[redacted]')))
    })

  it('is found in what programs generate of letters alone', () => {
    for (const before of [
      "Password for user 'admin': ",
      'The generated password for the elastic built-in superuser is : ',
      'A temporary password is provided for this session: '
    ])
      expect(redact(`${before}kJqsQmmZxyLwPqqT\nReady`)).to.equal(`${before}[redacted]\nReady`)
  })

  for (const text of IDS)
    it(`is found in ${JSON.stringify(text)}`, () => {
      expect(redact(text)).to.equal(text.replace(ID, '[redacted]').replace(`${HEX}${HEX}`, '[redacted]'))
    })

  for (const [secret, write] of SHOWN_ONCE)
    it(`is found in ${JSON.stringify(write('…'))}`, () => {
      expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  for (const [name, digest] of Object.entries(DIGESTS))
    it(`is found in a digest of ${name}`, () => {
      for (const write of [
        (each: string) => each,
        (each: string) => `ann:${each}\nbob:`,
        (each: string) => `{"user":"ann","digest":"${each}"}`,
        (each: string) => ` ann | ${each} | t`,
        (each: string) => `IDENTIFIED WITH 'mysql_native_password' AS '${each}' REQUIRE NONE`,
        (each: string) => `user ann on sanitize-payload ${each} ~* -@all`
      ])
        expect(redact(write(digest)).replace(/(?:\[redacted\])+/, '[redacted]')).to.equal(write('[redacted]'))
    })

  it('is found under the name that OpenWeatherMap gives it, beside its address', () => {
    const config = { baseURL: 'https://api.openweathermap.org/data/2.5', params: { q: 'Rome', appid: HEX } }
    expect(redact(inspect(config))).to.not.include(HEX)
  })

  for (const text of NONE)
    it(`is not seen in ${JSON.stringify(text)}`, () => {
      expect(redact(text)).to.equal(text)
    })

  it('is found in data as in their JSON', () => {
    const command = { name: 'auth', args: ['default', S] }
    const query = { query: 'UPDATE t SET password = $1 WHERE id = $2', params: JSON.stringify([S, 7]) }
    expect(redact([{ command, env: { OPENAI_KEY: S, KEY_ID: S }, ...query }])).to.deep.equal([
      {
        command: { name: 'auth', args: ['[redacted]', '[redacted]'] },
        env: { OPENAI_KEY: '[redacted]', KEY_ID: S },
        query: query.query,
        params: '["[redacted]",7]'
      }
    ])
    const attributes = { id: 'none', blocks: [{ body: S }], result: S }
    const marks = {
      sensitive_attributes: [[{ type: 'get_attr', value: 'result' }]],
      after_sensitive: { blocks: [{ body: true }] }
    }
    expect(redact({ attributes, ...marks })).to.deep.equal({
      attributes: { id: 'none', blocks: [{ body: '[redacted]' }], result: '[redacted]' },
      ...marks
    })
    const service = { service: { name: 'auth', args: ['serve1'], ports: ['8080'] } }
    expect(redact(service)).to.deep.equal(service)
  })
})
