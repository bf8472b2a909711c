/** A secret is found behind its name in declarations, as a default, and in what Go and Lisps print. */
import { expect } from 'chai'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()
const SECRETS = ['Sommer2024!', 'hunter2', 'K7qXv9TzR2mWb4LpYd8s']

type Writing = (secret: string) => string

const DECLARED: ReadonlyArray<Writing> = [
  (secret) => `#define WIFI_PASSWORD "${secret}"`,
  (secret) => `char password[] = "${secret}";`,
  (secret) => `let password: &str = "${secret}";`,
  (secret) => `const API_KEY: &'static str = "${secret}";`,
  (secret) => `public string ApiKey { get; set; } = "${secret}";`,
  (secret) => `Dim password As String = "${secret}"`,
  (secret) => `DECLARE @password nvarchar(50) = '${secret}';`,
  (secret) => `v_password VARCHAR2(50) := '${secret}';`,
  (secret) => `\\set password '${secret}'`,
  (secret) => `ENV["API_KEY"] ||= "${secret}"`,
  (secret) => `localStorage.setItem('token', '${secret}')`,
  (secret) => `{:user "ann", :password "${secret}"}`
]

const DEFAULTS: ReadonlyArray<Writing> = [
  (secret) => `    POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:-${secret}}`,
  (secret) => `      - MYSQL_ROOT_PASSWORD=\${MYSQL_ROOT_PASSWORD:-${secret}}`,
  (secret) => `spring.datasource.password=\${DB_PASSWORD:${secret}}`,
  (secret) => `PASSWORD=\${PASSWORD:-${secret}}`,
  (secret) => `: "\${DB_PASSWORD:=${secret}}"`,
  (secret) => `parser.add_argument("--password", default="${secret}")`,
  (secret) => `variable "db_password" {\n  type    = string\n  default = "${secret}"\n}`,
  (secret) => `{{ .Values.password | default "${secret}" }}`,
  (secret) => `{{ db_password | default('${secret}') }}`
]

// Also words alone
const PRINTED: ReadonlyArray<Writing> = [
  (secret) => `map[password:${secret} user:ann]`,
  (secret) => `&{Host:db User:ann Password:${secret} Port:5432 SSL:true}`,
  (secret) => `config: {Db:{Host:db Password:${secret} Port:1} Name:x}`
]

// A name and its value in elements of XML
const ELEMENTS: ReadonlyArray<Writing> = [
  (secret) => `<String>\n\t<Key>Password</Key>\n\t<Value ProtectInMemory="True">${secret}</Value>\n</String>`,
  (secret) => `<property><name>db.password</name><value final="true">${secret}</value></property>`,
  (secret) => `<item><key xsi:type="xsd:string">password</key><value xsi:type="xsd:string">${secret}</value></item>`,
  (secret) => `<ns2:entry><ns2:key>password</ns2:key><ns2:value type="a">${secret}</ns2:value></ns2:entry>`,
  (secret) => `<p><name>password</name><description>a b</description>\n<final>true</final><value>${secret}</value></p>`,
  (secret) => `<key>password</key><string xml:space="preserve">${secret}</string>`,
  (secret) => `<name>password</name><value type="a"><![CDATA[${secret}]]></value>`,
  (secret) => `<property name="password"><value type="java.lang.String">${secret}</value></property>`,
  (secret) => `<property name="password"><description>a b</description><value>${secret}</value></property>`
]

// Of an element of what is called so
const INDEXED: ReadonlyArray<Writing> = [
  (secret) => `app.api-keys[0]=${secret}\napp.name=x`,
  (secret) => `json.client_secrets[0] = "${secret}";`,
  (secret) => `api_keys[0]=${secret}&x=1`,
  (secret) => `api_keys%5B0%5D=${secret}&x=1`,
  (secret) => `accounts[0][api_key][live]=${secret}`,
  (secret) => `$config['passwords']['db'] = '${secret}';`,
  (secret) => `passwords['db'] = '${secret}'`,
  (secret) => `password[0]: ${secret}`
]

// In backticks, as Markdown and statements of MySQL have names
const TICKED: ReadonlyArray<Writing> = [
  (secret) => `\`password\` = ${secret}`,
  (secret) => `- \`ADMIN_PASSWORD\`: ${secret}\n- \`USER\`: ann`,
  (secret) => `SQL: update \`users\` set \`password\` = ${secret}, \`x\` = 1 where \`id\` = 7`
]

// Words of a name that a dot parts, as `_` and `-` do
const DOTTED: ReadonlyArray<Writing> = [
  (secret) => `server.port=8080\napi.key=${secret}\nlog.level=info`,
  (secret) => `private.key=${secret}`,
  (secret) => `access.key: ${secret}\nregion: eu`,
  (secret) => `secret.key = "${secret}"`,
  (secret) => `"api.key": "${secret}"`,
  (secret) => `API.KEY=${secret}`,
  (secret) => `{api.key=${secret}, a=1}`,
  (secret) => `<entry key="api.key">${secret}</entry>`,
  (secret) => `<property><name>api.key</name><value>${secret}</value></property>`,
  (secret) => `java -Dapi.key=${secret} -jar a.jar`,
  (secret) => `helm install x --set api.key=${secret}`,
  (secret) => `--api.key=${secret}`,
  (secret) => `client.secret=${secret}`
]

// The same, of what may be a field in code: a value tells.
const DOTTED_FIELDS: ReadonlyArray<Writing> = [
  (secret) => `session.id=${secret}`,
  (secret) => `pass.word: ${secret}`,
  (secret) => `license.key = ${secret}`,
  (secret) => `Error: private.key: ${secret}`
]

// With a remark in parentheses, in an element over lines or beside its name, and with letters and figures
const SHOWN: ReadonlyArray<Writing> = [
  (secret) => `Password (initial): ${secret}`,
  (secret) => `API key (live): ${secret}`,
  (secret) => `DB password (read only) = ${secret}`,
  (secret) => `- **Token (valid until 2027-01-01):** ${secret}`,
  (secret) => `<tr><th>Password (initial)</th><td>${secret}</td></tr>`,
  (secret) => `<password hash="plain" encoding="utf8"\n>${secret}</password>`,
  (secret) => `<password\n            hash="plain"\n        >${secret}</password>`,
  (secret) => `<password\n  >${secret}</password>`,
  (secret) => `<span class="label">Password</span><span class="value">${secret}</span>`,
  (secret) => `<b>API key</b><code>${secret}</code>`,
  (secret) => `<div class="label">Password</div>\n<div class="value">${secret}</div>`,
  (secret) => `<dt>Password:</dt>\n<dd>${secret}</dd>`,
  (secret) => `<dt>Password (live)</dt>\n<dd>${secret}</dd>`
]

// One text in several parts
const PARTS: ReadonlyArray<Writing> = [
  (secret) => `token = "${secret}" + "${secret}";`,
  (secret) => `String token = "${secret}"\n    + "${secret}";`,
  (secret) => `const char *token =\n  "${secret}"\n  "${secret}";`,
  (secret) => `{'token': '${secret}'\n          '${secret}'}`,
  (secret) => `$token = '${secret}' . PHP_EOL .\n'${secret}'.'${secret}';`,
  (secret) => `token := '${secret}' || chr(10) || '${secret}'`,
  (secret) => `token = "${secret}" & _\n "${secret}"`,
  (secret) => `token = "${secret}" \\\n "${secret}"`
]

const HARMLESS = [
  '<key>password</key><note>x</note><key>user</key><string>ann2024!</string>',
  '<name>password</name><value xsi:nil="true"/>ann2024!',
  '<name>password</name><description>ann2024!</description>',
  '<name>user</name><value type="x">ann2024!</value>',
  '<name>password</name><type>string</type><value type="x"></value>',
  'password: ${DB_PASSWORD:changeme}',
  'POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:-}',
  'char *password = NULL; char password[64];',
  'variable "db_password" {\n  type      = string\n  sensitive = true\n}',
  'parser.add_argument("--password", default=None, help="the password")',
  '@password nvarchar(50) = NULL',
  '#define PASSWORD_LENGTH "12"',
  'public string Password { get; set; } = "";',
  'see password:reset at https://example.com',
  '=== RUN   TestLogin\n--- PASS: TestLogin (0.00s)\n    --- PASS: TestLogin/empty_password (0.00s)\nPASS',
  'PASS: test_login.sh\nPASS: tests/check-1\nFAIL: test_x.sh',
  'Unexpected token: COMMA',
  'Password (min. length): 8\nToken (limit): 4096\nSecret (required): see below',
  'API key (optional): string\nToken (JWT): the token of the user',
  'if (password (x) == y1234567) password > x1234567',
  '<a href="x">Secrets</a><a href="y">OAuth2.0</a>',
  '<b>token</b><code>string</code> <dt>Password:</dt><dd>at least 8 characters</dd>',
  '<name>password</name><id>ann2024!</id>',
  '> password\n> Sommer, 2024 was fine',
  '- `password`: 8-64 characters',
  '- `token`: base64 text\n- `token`: string',
  'set `password` = required, `jwt`: HS256',
  '`signature`: SHA256 of the body',
  'tokens[0] = next1; if (token[0] == "x1") y',
  "passwords[0].length = 8; users['ann'] = 'x2024!'",
  'case token[0]: return next1;',
  'accounts[0][name]=ann2024!&page[size]=20',
  '{"token":"USDC","amount":"10"}',
  "if (event.key === 'Enter' || api.key === 'Enter') {}",
  'config.key = value\nrow.key: x1\nsession.id = newId\nuser.name = "ann1990x"',
  'public.key=hT7qZk2LmX9vB4nC',
  'master.key: No such file\nError: open private.key: EACCES\nLoaded private.key: 2048 bits',
  "readFileSync('private.key', 'utf8'); localStorage.key(0)",
  '-rw-r--r-- 1 root root 1679 private.key\nprivate.key   1.7K\nprivate.key -> server.key',
  'api.key is missing\napi.key: required'
]

describe('a secret behind its name', () => {
  for (const write of [...DECLARED, ...DEFAULTS, ...ELEMENTS, ...INDEXED, ...DOTTED, ...PARTS])
    it(`is found in ${JSON.stringify(write('…'))}`, () => {
      for (const secret of SECRETS) expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  for (const write of PRINTED)
    it(`is found in ${JSON.stringify(write('…'))}`, () => {
      for (const secret of [...SECRETS, 'swordfish']) expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  for (const write of DOTTED_FIELDS)
    it(`is found in ${JSON.stringify(write('…'))}, where it looks random`, () => {
      for (const secret of ['hT7qZk2LmX9vB4nC', 'a1b2c3d4e5f6'])
        expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  for (const write of [...TICKED, ...SHOWN])
    it(`is found in ${JSON.stringify(write('…'))}`, () => {
      for (const secret of ['Sommer2024!', 'Passw0rd', 'ann.2024.x', ...SECRETS.slice(2)])
        expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  it('ends with its text, whatever text follows', () => {
    for (const write of [
      (secret: string) => `password: "${secret}"\n"user": "ann2"`,
      (secret: string) => `password: "${secret}"\n"GET /index 200"`,
      (secret: string) => `got {\\"password\\":\\"${secret}\\",\\"user\\":\\"ann2\\"}`,
      (secret: string) => `login(password="${secret}", user="ann2")`,
      (secret: string) => `x = {'password': '${secret}'} + {'user': 'ann2'}`
    ])
      for (const secret of SECRETS) expect(redact(write(secret))).to.equal(write('[redacted]'))
  })

  it('is no type, no reference, no result of a test, and no word that stands for one', () => {
    for (const text of HARMLESS) expect(redact(text)).to.equal(text)
  })
})
