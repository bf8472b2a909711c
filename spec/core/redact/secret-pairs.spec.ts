/** A secret is found behind its name in declarations, as a default, and in what Go and Lisps print. */
import { expect } from 'chai'
import { redactor } from '#core/redact'

const redact = redactor()
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

const HARMLESS = [
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
  '{"token":"USDC","amount":"10"}'
]

describe('a secret behind its name', () => {
  for (const write of [...DECLARED, ...DEFAULTS])
    it(`is found in ${JSON.stringify(write('…'))}`, () => {
      for (const secret of SECRETS) expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  for (const write of PRINTED)
    it(`is found in ${JSON.stringify(write('…'))}`, () => {
      for (const secret of [...SECRETS, 'swordfish']) expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  it('is no type, no reference, no result of a test, and no word that stands for one', () => {
    for (const text of HARMLESS) expect(redact(text)).to.equal(text)
  })
})
