/**
 * A secret in a cell behind the whole of its name, or apart from it in one record, is one as behind a colon; what else
 * stands there stays.
 */
import { expect } from 'chai'
import { inspect } from 'node:util'
import { redactor } from '#core/redact'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()
const SECRETS = ['Summer2026!', 'Xk,9#mQ!v2zz', '8675309214', 'sunshine', 'correct-horse-battery']

type Write = (secret: string) => string

const CELLS: Readonly<Record<string, Write>> = {
  'a record of psql': (s) => `-[ RECORD 1 ]\nid       | 1\npassword | ${s}\n`,
  'an unaligned record of psql': (s) => `id|1\npassword|${s}`,
  'variables of gcloud': (s) => `  Env vars:\n    DB_HOST          db.local\n    DB_PASSWORD      ${s}\n    PORT  80`,
  'the longest of some variables': (s) =>
    `  Env vars:\n    DB_HOST     db.local\n    DB_PASSWORD ${s}\n    PORT        80`,
  'an argument of PowerShell': (s) => `New-LocalUser ann -Password (ConvertTo-SecureString '${s}' -AsPlainText -Force)`,
  'a variable of PowerShell': (s) => `$Password = ConvertTo-SecureString "${s}" -AsPlainText -Force`,
  'a list of PowerShell with tabs': (s) => `user\tann\npassword\t${s}`,
  'a frame': (s) => `║ DB_PASSWORD │ ${s} ║\n║─────────────────║\n║ PORT        │ 80 ║`,
  'a table of settings': (s) =>
    `+-----------+---+\n| Field     | Value |\n+-----------+---+\n| adminPass | ${s} |\n+---+---+`,
  'a series of pandas': (s) => `id                   1\npassword    ${s}\nName: 0, dtype: object`,
  'settings of Spark': (s) => `spark.hadoop.fs.s3a.secret.key ${s}\nspark.ui.port 4040`,
  'a row of HTML': (s) => `<tr><th>Password</th><td>${s}</td></tr>`,
  'a row of HTML in lines': (s) => `<tr>\n  <th>Password</th>\n  <td class="v">${s}</td>\n</tr>`,
  'a list of HTML': (s) => `<dl><dt>Password</dt><dd>${s}</dd></dl>`,
  'a frame of ClickHouse': (s) => `┌─id─┬─password─┐\n│  1 │ ${s} │\n└────┴──────────┘`,
  'a hash of Redis': (s) => `1) "user"\n2) "ann"\n3) "password"\n4) "${s}"`,
  'settings of Redis': (s) => `1) "masterauth"\n2) "${s}"`,
  'a property of XML': (s) => `<property name="hibernate.connection.password">${s}</property>`,
  'a field of MySQL': (s) => `<field name="id">1</field>\n<field name="password">${s}</field>`
}

const APART: Readonly<Record<string, Write>> = {
  'an error of FastAPI': (s) =>
    `1 validation error:\n  {'type': 'string_too_short', 'loc': ('body', 'password'), 'msg': 'String should have at least 18 characters', 'input': '${s}', 'ctx': {'min_length': 18}}`,
  'errors of pydantic': (s) =>
    `[{'type': 'missing', 'loc': ('email',), 'msg': 'Field required', 'input': {}}, {'type': 'int_parsing', 'loc': ('api_key',), 'msg': "can't be read", 'input': '${s}', 'url': 'https://errors.pydantic.dev/2/v/int'}]`,
  'an issue of zod': (s) => inspect({ code: 'too_small', path: ['password'], message: 'Too small', input: s }),
  'a plan of Terraform': (s) => `+ env {\n          + name  = "DB_PASSWORD"\n          + value = "${s}"\n        }`,
  'a change of a plan': (s) => `{\n    name  = "DB_PASSWORD"\n  ~ value = "${s}" -> "${s}"\n}`,
  'an unchanged element of a plan': (s) =>
    `        {\n            name  = "DB_PASSWORD"\n            value = "${s}"\n        },`,
  'a secret that comes anew': (s) => `  ~ password = "" -> "${s}"`,
  'an insertion whose values are far': (s) =>
    `\n            INSERT INTO users (email, password)\n            VALUES ('a@b.c', '${s}')`,
  'an insertion with comments between': (s) =>
    `INSERT INTO users (email, password) -- one; of many\n/* all */ VALUES ('a@b.c', '${s}')`,
  'an insertion with escaped lines': (s) =>
    `[SQL: "\\n        INSERT INTO users (email, password)\\n        VALUES ('a@b.c', '${s}')\\n"]`,
  'an insertion that Node shows': (s) =>
    `{ sql: '\\n' +\n    '        INSERT INTO users (email, password)\\n' +\n    "        VALUES ('a@b.c', '${s}')\\n" }`,
  'an insertion of Django': (s) =>
    `(0.001) INSERT INTO "users" ("email", "password") VALUES ('a@b.c', '${s}'); args=('a@b.c', '${s}'); alias=default`,
  'an update of Django': (s) =>
    `(0.001) UPDATE "users" SET "n" = 3, "password" = '${s}' WHERE "users"."id" = 1; args=(3, '${s}', 1); alias=default`,
  'a query of Django': (s) =>
    `(0.000) SELECT "u"."id" FROM "u" WHERE ("u"."api_token" = '${s}' AND "u"."x" = 'y') LIMIT 21; args=('${s}', 'y')`,
  'an error of jsonschema': (s) =>
    `'${s}' is too long\n\nFailed validating 'maxLength' in schema['properties']['password']:\n    {'maxLength': 3}\n\nOn instance['password']:\n    '${s}'`
}

const WITH_A_FIGURE: Readonly<Record<string, Write>> = {
  'an option of Meilisearch': (s) => `meilisearch --master-key ${s} --env production`,
  'an option of its own name': (s) => `tool --storage-account-key ${s}`,
  'a table whose head spans columns': (s) =>
    `<table><tr><th class="a" colspan="2">User</th><th>Password</th></tr><tr><td>ann</td><td>x@y.z</td><td>${s}</td></tr></table>`,
  'a table with a row as wide as it': (s) =>
    `<table><tr><th>User</th><th>Password</th></tr><tr><td colspan=2>Live</td></tr><tr><td>ann</td><td>${s}</td></tr></table>`,
  'a table whose cells span rows': (s) =>
    `<table><tr><th>User</th><th>Env</th><th>Password</th></tr><tr><td rowspan="2">ann</td><td>live</td><td>${s}</td></tr><tr><td>test</td><td>${s}</td></tr></table>`,
  'a table with empty cells, whose head has attributes': (s) =>
    `<table>\n<tr><th style="text-align: right;${' '.repeat(300)}" title="a: b">Id</th><th>Password</th><th>Note</th></tr>\n<tr><td>1</td><td>${s}</td><td></td></tr>\n<tr><td style="color: red;${' '.repeat(300)}">2</td><td>${s}</td><td>x</td></tr></table>`,
  'a table whose head is long': (s) =>
    `<tr>${`<th style="${'a: b; '.repeat(99)}">Id</th>`.repeat(6)}<th>Password</th></tr><tr>${'<td></td>'.repeat(6)}<td>${s}</td></tr>`,
  'a table whose head has a colon': (s) =>
    `<tr><th>Host: port</th><th>Password</th></tr><tr><td/><td>${s}</td></tr><tr><td>a</td><td>${s}</td></tr>`,
  'a table of Jira': (s) => `||User||Password||\n|ann|${s}|\n|bob|${s}|`,
  'a table of Jira with blanks': (s) => `h1. Logins\n|| Service || Password || User ||\n| mail | ${s} | |\n`,
  'a table of DokuWiki': (s) => `^ User ^ Password ^ Note ^\n| ann | ${s} | |\n| bob | ${s} | x |`,
  'a table of MediaWiki': (s) =>
    `{| class="wikitable"\n|-\n! User !! Password !! Note\n|-\n| ann || ${s} || x\n|-\n| bob || ${s} ||\n|}`,
  'a table of AsciiDoc': (s) => `|===\n|User |Password |Note\n\n|ann |${s} |x\n|bob |${s} |y\n|===`,
  'a list of Markdown': (s) => `- **Username** - \`admin\`\n- **Password** - \`${s}\``,
  'a reset server': (s) => `Password of server 42 reset to: ${s}`
}

const tableOf = (name: string, key: string): ReadonlyArray<string> => {
  const [head, cell, rule] = [name.padEnd(key.length), key.padEnd(name.length), '-'.repeat(key.length)]
  return [
    `ID  ${head}  Name\n--  ${rule}  ----\n7   ${cell}  x`,
    `ID   ${head}   NAME\n7    ${cell}   x`,
    ` id | ${head} | name\n----+-${rule}-+------\n  7 | ${cell} | x\n(1 row)`,
    `| id | ${head} | name |\n|---|---|---|\n| 7 | ${cell} | x |`,
    `id\t${name}\tname\n7\t${key}\tx`,
    `id,${name},name\n7,${key},x`
  ]
}

/** Heads of what is a secret where it looks random. */
const DOUBTFUL = ['PrimaryKey', 'Key1', 'Secondary', 'admin_key', 'query_key', 'application_key', 'Session']

const NONE = [
  'KeyName,PrimaryKey\nRoot,6ba7b810-9dad-11d1-80b4-00c04fd430c8\nMain,orders#7\nA,AllowPushAndPullFromCodeBuildV2Project',
  ' Column   | Type | Nullable\n----------+------+----\n id       | uuid |\n password | text | not null\n token | text |',
  'password | text | not null',
  ' password | text |',
  'password  varchar',
  '  --password   password',
  '  --password   The password to use',
  '  --token string   Bearer token',
  '  -p, --password PASS\n  --api-key KEY   the key',
  'use --no-password 1 or --password <value2>',
  '--use-askpass=COMMAND',
  'Login | Password | Help',
  'Forgot password   Help',
  '| Secret | 12 |\n| Tokens | 1200 |\n| Cookies | 3 |',
  ' PASS  src/token.test.ts\n FAIL  src/a.test.ts',
  '  max_cookies   300\n  auth          none',
  '<tr><td>password</td><td>string</td><td>The password</td></tr>',
  '<tr><th>Password</th><td>Required</td></tr>',
  '<a name="password">Password</a>',
  '<tr><th>Id</th><th>Password</th><th>User</th></tr><tr><td rowspan="2">1</td><td>x</td><td>ann</td></tr><tr><td></td><td>ann2024!</td></tr>',
  '<tr><th colspan="2">Password</th><th>Id</th></tr><tr><td>old</td><td>new</td><td>ann2024!</td></tr>',
  '|| User || Password ||\n| ann | must be set |\n| bob | - |',
  'a2 ||\n|| isUser || isPassword ||\nb2',
  '^ User ^ Password ^\n| ann | required |',
  '! Rule !! Password\n|-\n| length || long',
  '<tr><th>User</th><th>Password</th></tr><tr><td colspan="2">Live</td></tr>',
  "{'type': 'missing', 'loc': ('body', 'password'), 'msg': 'Field required', 'input': {'email': 'a@b.c'}}, {'loc': ('age',), 'input': 'abc'}",
  "UPDATE users SET password = '' WHERE id = $1; args=(7)",
  "INSERT INTO users (name, password) VALUES ('ann', NULL); args=('ann', None)",
  '1) "user"\n2) "password"\n3) "plan"',
  '{"password":["can\'t be blank"]}',
  "password: can't be blank",
  '{"password":["This field is required."]}',
  '{"password":["This password is too short. It must contain at least 8 characters."]}',
  '{"password":["Ensure this field has at least 8 characters.","Field required"]}',
  "password: doesn't match",
  'password: is too short (minimum is 8 characters)',
  '{"password":["is too short (minimum is 8 characters)"],"email":"has already been taken"}',
  'invalid token: TokenExpiredError',
  'PIN: 4 digits required',
  'some basic CRUD, and Basic HTTP authentication'
]

describe('a secret in a cell', () => {
  for (const [name, write] of Object.entries({ ...CELLS, ...APART }))
    it(`is found in ${name}`, () => {
      for (const secret of SECRETS) expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  for (const [name, write] of Object.entries(WITH_A_FIGURE))
    it(`is found in ${name}, where it has a figure`, () => {
      for (const secret of ['Summer2026!', 'aSampleMasterKey-R4nd0m'])
        expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  for (const name of DOUBTFUL)
    it(`is found below ${name}, where it looks random`, () => {
      for (const key of ['q7Zr0pLw93JxVbN4sTgYh2KfUe81MdCaAzQ', 'k8+J2m/Z9pQ4xV7bN1sT0gYh3KfUe5MdCa6wR8=='])
        for (const text of tableOf(name, key)) expect(redact(text)).to.equal(text.replace(key, '[redacted]'))
    })

  it('is found beside heads that are no words', () => {
    const written: ReadonlyArray<(head: string, secret: string) => string> = [
      (head, secret) => `| ${head} | User | API key |\n|---|---|---|\n| 1 | ann | ${secret} |`,
      (head, secret) => ` ${head} | user | password \n---+---+---\n 1 | ann | ${secret}\n`,
      (head, secret) => `<tr><th>${head}</th><th>Password</th></tr><tr><td>1</td><td>${secret}</td></tr>`
    ]
    const lines: typeof written = [
      (head, secret) => `${head},user,password\n1,ann,${secret}\n`,
      (head, secret) => `${head}\tuser\tpassword\n1\tann\t${secret}\n`
    ]
    for (const head of ['#', '№', '%', '?column?', 'count(*)', 'Server/Host', 'User (login)', '🔑'])
      for (const write of [...written, ...lines])
        expect(redact(write(head, 'Sommer2024!'))).to.equal(write(head, '[redacted]'))
    for (const head of ['1st', '2024', ''])
      for (const write of written) expect(redact(write(head, 'Sommer2024!'))).to.equal(write(head, '[redacted]'))
    expect(redact(',Password\n0,Sommer2024!\n')).to.equal(',Password\n0,[redacted]\n')
  })

  it('is found in a table that follows one of doubtful names', () => {
    const write = (secret: string) => `session,name\na,b\nid,password\n1,${secret}`
    expect(redact(write('sunshine'))).to.equal(write('[redacted]'))
  })

  it('is found under an own name', () => {
    const own = redactor({ keys: ['codename'] })
    for (const write of [
      (s: string) => `codename | ${s}`,
      (s: string) => `{'loc': ('codename',), 'msg': 'x', 'input': '${s}'}`,
      (s: string) => `tool --codename ${s}`
    ])
      expect(own(write('Raven77'))).to.equal(write('[redacted]'))
  })

  for (const text of NONE)
    it(`is not seen in ${JSON.stringify(text)}`, () => {
      expect(redact(text)).to.equal(text)
    })

  for (const [name, write] of Object.entries({
    'with blanks behind its commas': (s) => `id, password, email\n1, ${s}, a@x\n2, ${s}, b@x\n`,
    'with blanks behind its semicolons': (s) => `id; password; email\n1; ${s}; a@x\n`,
    'with blanks around its commas': (s) => `id , password , email\n1 , ${s} , a@x\n`,
    'with blanks behind quotes': (s) => `"id", "password", "email"\n"1", "${s}", "a@x"\n`,
    'with names of two words': (s) => `User Name, Password\nann@x.org, ${s}\n`,
    'that is indented': (s) => `Users:\n  id,password,email\n  1,${s},a@x\n`,
    'that is indented, with blanks': (s) => `Users:\n\tid, password, email\n\t1, ${s}, a@x\n`,
    'with a comma between doubled quotes': (s) => `id,name,password\n1,"Ann ""Jack, Jr""",${s}\n2,bob,${s}\n`,
    'with a comma behind doubled quotes': (s) => `id,name,password\n1,"Ann ""Jack"", Jr",${s}\n2,bob,${s}\n`,
    'with a comma behind an escaped quote': (s) => `id,name,password\n1,"Ann \\"Jack\\", Jr",${s}\n`,
    'with a backslash at the end of a quoted cell': (s) => `id,path,password\n1,"C:\\t, v\\",${s}\n2,b,${s}\n`
  } satisfies Record<string, Write>))
    it(`is found in CSV ${name}`, () => {
      for (const secret of ['Winter2023!', 'Berlin_2024', 'sunshine', 'P@ss#word'])
        expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  it('is none where a sentence has commas', () => {
    for (const text of [
      'user, password and email are required\nplease, enter2 them',
      'The user, the password, the token\nIn 2024, v2, and later',
      'Enter a user, password, email.\nSteps: 1, two, 3',
      'name, password, email\nAnn, Bob, Carl',
      'login(user, password, otp)\nlogin(a1, b2, c3)'
    ])
      expect(redact(text)).to.equal(text)
  })
})
