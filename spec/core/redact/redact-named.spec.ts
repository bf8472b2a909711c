/**
 * A secret is found by what names it elsewhere than right before it: other languages, heads of columns, lists by turns,
 * validators.
 */
import { expect } from 'chai'
import { generateKeyPairSync } from 'node:crypto'
import { inspect } from 'node:util'
import { redactor, responseRedactor } from '#core/redact'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()
const answer = responseRedactor()
const REDACTED = '[redacted]'
const SECRETS = ['hunter2', 'c4n4ryC4N4RYc4n4ry99']

type Writing = (secret: string) => string

const TEXTS: Readonly<Record<string, Writing>> = {
  'a parameter of AWS in YAML': (secret) => `Name: /door\nType: SecureString\nValue: ${secret}\nVersion: 1`,
  'a parameter of AWS in a table': (secret) =>
    `||  Name     |  /door        ||\n||  Type     |  SecureString ||\n||  Value    |  ${secret}  ||\n||  Version  |  1  ||`,
  'a parameter of AWS in a line of text': (secret) => `PARAMETER\ttext\t/door\tSecureString\t${secret}\t1`,
  'a parameter of AWS as Node shows it': (secret) =>
    `{\n  Name: '/door',\n  Type: 'SecureString',\n  Value: '${secret}',\n  Version: 1\n}`,
  'a parameter of AWS in an error': (secret) =>
    `Error: {"Name":"/door","Type":"SecureString","Version":1,"Value":"${secret}"}`,
  'a parameter of CloudFormation in YAML': (secret) => `- ParameterKey: DBPassword\n  ParameterValue: ${secret}`,
  'a parameter of CloudFormation in an error': (secret) =>
    `Error: {"ParameterKey":"DBPassword","UsePreviousValue":false,"ParameterValue":"${secret}"}`,
  'a setting of Azure in an error': (secret) =>
    `exit 1\n[\n  {\n    "name": "DB_PASSWORD",\n    "slotSetting": false,\n    "value": "${secret}"\n  }\n]`,
  'a setting of Azure in an error, behind its value': (secret) =>
    `exit 1: {"value":"${secret}","slotSetting":false,"name":"DB_PASSWORD"}`,
  'a setting of Azure in YAML': (secret) => `- name: DB_PASSWORD\n  slotSetting: false\n  value: ${secret}`,
  'a setting of Azure as Node shows it': (secret) =>
    `[ { name: 'DB_PASSWORD', slotSetting: false, value: '${secret}' } ]`,
  'the echo of SQLAlchemy': (secret) =>
    `INFO INSERT INTO users (name, password) VALUES (?, ?)\nINFO [generated in 0.00021s] ('ann', '${secret}')`,
  'the echo of SQLAlchemy, once more': (secret) =>
    `UPDATE users SET password=%s WHERE id = %s\n[cached since 1.2s ago] ('${secret}', 7)`,
  'the echo of SQLAlchemy for several rows': (secret) =>
    `INSERT INTO users (name, password) VALUES (?, ?)\n[raw sql] [('ann', '${secret}'), ('bob', '${secret}')]`,
  'an error of SQLAlchemy for several rows': (secret) =>
    `[SQL: INSERT INTO users (name, password) VALUES (?, ?)]\n[parameters: [('ann', '${secret}'), ('bob', '${secret}')]]`,
  'bold Russian': (secret) => `<b>пароль</b>: ${secret}`,
  'bold Spanish': (secret) => `**contraseña**: ${secret}`,
  'Spanish as an assignment': (secret) => `contraseña=${secret}`,
  'Spanish JSON': (secret) => `{"contraseña": "${secret}"}`,
  French: (secret) => `mot de passe : ${secret}`,
  'French in bold': (secret) => `**Mot de passe** : ${secret}`,
  'a cell of French': (secret) => `<td>Mot de passe</td><td>${secret}</td>`,
  'a sentence of French': (secret) => `votre mot de passe est : ${secret}`,
  'a sentence of German': (secret) => `Ihr Passwort lautet: ${secret}`,
  Dutch: (secret) => `wachtwoord: ${secret}`,
  Portuguese: (secret) => `senha: ${secret}`,
  'Swedish without its accents': (secret) => `losenord: ${secret}`,
  'Turkish, within a name': (secret) => `db_şifre = ${secret}`,
  Vietnamese: (secret) => `mật khẩu: ${secret}`,
  'Chinese with a wide colon': (secret) => `您的密码：${secret}`,
  Japanese: (secret) => `パスワード：${secret}`,
  Korean: (secret) => `비밀번호: ${secret}`,
  Arabic: (secret) => `كلمة المرور: ${secret}`,
  Hebrew: (secret) => `סיסמה: ${secret}`,
  'a name of two words': (secret) => `Access key: ${secret}`,
  'a name of two words before an equals sign': (secret) => `api key = ${secret}`,
  CSV: (secret) => `user,password\nann,${secret}`,
  'CSV behind words': (secret) => `Error: user,password\nann,${secret}`,
  'CSV in JSON in a sentence': (secret) => `got {"rows":"user,password\\nann,${secret}","n":1} (try 2)`,
  'rows of JSON in a sentence': (secret) => `got [["user","password"],["ann","${secret}"]]`,
  'a table of psql behind words': (secret) => `Error:  user | password \n------+----------\n ann  | ${secret}`,
  'columns of spaces behind words': (secret) => `Error: USER   PASSWORD     AGE\nann    ${secret}   3d`,
  'a line behind the equals sign': (secret) => `password=\n${secret}`,
  'CSV in quotes': (secret) => `"id","the, note","password"\r\n"1","a, b","${secret}"\r\n`,
  'CSV of several rows': (secret) => `id,user,db_password,city\n1,ann,${secret},Bern\n2,bob,${secret},Basel`,
  'CSV with semicolons': (secret) => `user;api_key\nann;${secret}`,
  'values between tabs': (secret) => `user\tcontraseña\nann\t${secret}`,
  'a table of Markdown': (secret) => `| user | password |\n|------|----------|\n| ann  | \`${secret}\` |`,
  'a table of psql': (secret) => ` user | password \n------+----------\n ann  | ${secret}\n(1 row)`,
  'a table of MySQL': (secret) =>
    `+------+----------+\n| user | password |\n+------+----------+\n| ann  | ${secret} |\n+------+----------+`,
  'columns of spaces': (secret) => `USER   PASSWORD     AGE\nann    ${secret}   3d`,
  'a table of HTML': (secret) =>
    `<table><tr><th>user</th><th>password</th></tr>\n<tr><td>ann</td>\n<td class="p"><b>${secret}</b></td></tr></table>`,
  'a table of nushell': (secret) => `│ id │ password │\n├────┼──────────┤\n│ 1  │ ${secret} │`,
  'console.table': (secret) => `│ (index) │ id │ password │\n├─────────┼────┼──────────┤\n│ 0 │ 1 │ '${secret}' │`,
  'a column of psql': (secret) =>
    `SELECT password FROM users;\n password \n----------\n ${secret}\n ${secret}\n(2 rows)`,
  'a column of MySQL': (secret) => `+----------+\n| password |\n+----------+\n| ${secret} |\n+----------+`,
  'a column of CSV': (secret) => `password\n${secret}\n${secret}\n`,
  'columns as wide as the rule below': (secret) =>
    `\nUser Name Password\n--------- --------------------\nann b     ${secret}\n\n(1 rows affected)`,
  'a column of DuckDB': (secret) =>
    `┌──────────┐\n│ password │\n│ varchar  │\n├──────────┤\n│ ${secret} │\n└──────────┘`,
  'a table of polars': (secret) =>
    `│ user ┆ password │\n│ ---  ┆ ---      │\n│ str  ┆ str      │\n╞══════╪══════════╡\n│ ann  ┆ ${secret} │`,
  'a table of rich': (secret) => `┃ user ┃ password ┃\n┡━━━━━━╇━━━━━━━━━━┩\n│ ann  │ ${secret} │`,
  'a data frame': (secret) => `  user password\n0  ann ${secret}\n1  bob ${secret}`,
  'a data frame of one column': (secret) => `   password\n0  ${secret}`,
  'a series of pandas': (secret) => `0    ${secret}\n1    ${secret}\nName: password, dtype: object`,
  'a tibble': (secret) => `# A tibble: 1 × 2\n  user  password\n  <chr> <chr>   \n1 ann   ${secret}`,
  'a column of Arrow': (secret) => `user: [["ann"]]\npassword: [["${secret}"]]`.replace('"[redacted]"', '[redacted]'),
  'settings of psql': (secret) =>
    ` name        | value\n-------------+-------\n DB_PASSWORD | ${secret}\n API_KEY     | ${secret}\n PORT        | 8080\n(3 rows)`,
  'settings in CSV': (secret) => `name,value\nDB_PASSWORD,${secret}\nAPI_KEY,${secret}\nPORT,8080`,
  'settings in Markdown': (secret) =>
    `| Name | Value |\n|---|---|\n| DB_PASSWORD | ${secret} |\n| API_KEY | ${secret} |\n| PORT | 8080 |`,
  'settings in a box': (secret) =>
    `┃ Key ┃ Value ┃\n┡━━━━╇━━━━┩\n│ DB_PASSWORD │ ${secret} │\n│ API_KEY │ ${secret} │\n│ PORT │ 8080 │`,
  'settings of console.table': (secret) =>
    `│ (index) │ Values │\n├────┼────┤\n│ DB_PASSWORD │ '${secret}' │\n│ API_KEY │ '${secret}' │`,
  'settings of .NET': (secret) => `<setting name="Password" serializeAs="String"><value>${secret}</value></setting>`,
  'a resource of .NET': (secret) => `<data name="ApiKey" xml:space="preserve"><value>${secret}</value></data>`,
  'parameters of web.xml': (secret) =>
    `<init-param><param-name>password</param-name><param-value>${secret}</param-value></init-param>`,
  'parameters of CloudFormation in XML': (secret) =>
    `<member><ParameterKey>DbPassword</ParameterKey><ParameterValue>${secret}</ParameterValue></member>`,
  'an element with attributes': (secret) => `<wsse:Password Type="x#PasswordText" a='b'>${secret}</wsse:Password>`,
  'a list of PowerShell': (secret) => `Name  : DB_PASSWORD\nValue : ${secret}`,
  'a name on the line before': (secret) => `key: API_KEY\nvalue: ${secret}`,
  'an error of ArkType': (secret) => `TraversalError: apiKey must be a UUID (was "${secret}")`,
  'an INSERT': (secret) =>
    `INSERT INTO \`users\` (\`id\`, \`at\`, \`password\`) VALUES (1, now(), '${secret}'), (2, 'a, (b', '${secret}');`,
  'an INSERT of a SELECT': (secret) => `INSERT INTO users (email, password) SELECT 'a', '${secret}' WHERE 1 = 1`,
  'an INSERT in JSON in JSON': (secret) =>
    `got {\\"sql\\":\\"INSERT INTO users (\\\\\\"password\\\\\\") VALUES ('${secret}')\\"}`,
  'an INSERT with a quote that is doubled': (secret) =>
    `INSERT INTO users (name, password, a) VALUES ('o''neill', '${secret}', ''), ('', '${secret === REDACTED ? secret : `''it''s ${secret}`}', 'b')`,
  'an INSERT of Laravel': (secret) =>
    `Duplicate entry (Connection: mysql, SQL: insert into \`users\` (\`name\`, \`password\`) values (ann, ${secret}))`,
  'an INSERT of an older Laravel': (secret) =>
    `Duplicate entry (SQL: insert into \`users\` (\`password\`, \`a\`) values (${secret}, 1), (${secret}, 2))`,
  'a password of SQL with a quote': (secret) =>
    `near: ALTER ROLE ann WITH PASSWORD '${secret === REDACTED ? secret : `it''s${secret}`}' VALID`,
  'a password of MySQL with a quote': (secret) =>
    `CREATE USER ann IDENTIFIED BY '${secret === REDACTED ? secret : `it''s${secret}`}' WITH`,
  'a password of Neo4j': (secret) => `ALTER CURRENT USER SET PASSWORD FROM '${secret}' TO '${secret}'`,
  'a password of a shell with a quote': (secret) =>
    `Command failed: pg_dump --password='${secret === REDACTED ? secret : `it'\\''s${secret}`}' db`,
  'parameters of Postgres before their statement': (secret) =>
    `ERROR: duplicate key\nCONTEXT:  unnamed portal with parameters: $1 = 'ann', $2 = '${secret}'\nSTATEMENT:  INSERT INTO users (name, password) VALUES ($1, $2)`,
  'a token of a form of ASP.NET': (secret) =>
    `<input name="__RequestVerificationToken" type="hidden" value="${secret}" />`,
  'a token of a form of Rails': (secret) =>
    `<input type="hidden" name="authenticity_token" value="${secret}" autocomplete="off" />`,
  'a token of a form of Django': (secret) => `<input type="hidden" value="${secret}" name="csrfmiddlewaretoken">`,
  'a list of values': (secret) => `SELECT * FROM users WHERE password NOT IN ('${secret}', '${secret}')`,
  'parameters of TypeORM': (secret) =>
    `query: INSERT INTO "users"("email", "password") VALUES ($1, $2) RETURNING "id" -- PARAMETERS: ["a@b.c","${secret}"]`,
  'parameters of SQLAlchemy': (secret) =>
    `[SQL: UPDATE users SET name=?, password=? WHERE users.id = ?]\n[parameters: ('ann', '${secret}', 1)]`,
  'parameters of Hibernate': (secret) =>
    `insert into users (email, password) values (?, ?)\nbinding parameter (1:VARCHAR) <- [ann]\nbinding parameter (2:VARCHAR) <- [${secret}]`,
  'parameters of an older Hibernate': (secret) =>
    `insert into users (email, password) values (?, ?)\nbinding parameter [2] as [VARCHAR] - [${secret}]`,
  'parameters of Postgres': (secret) =>
    `LOG:  execute <unnamed>: UPDATE users SET password = $1 WHERE id = $2\nDETAIL:  parameters: $1 = '${secret}', $2 = 'a1b2'`,
  'parameters of MyBatis': (secret) =>
    `==>  Preparing: UPDATE users SET password = ?, name = ? WHERE id = ?\n==> Parameters: ${secret}(String), ann(String), 1(Integer)`,
  'parameters of knex': (secret) =>
    `{ method: 'insert', bindings: [ 'ann', '${secret}' ], sql: 'insert into "users" ("email", "password") values (?, ?)' }`,
  'parameters of Drizzle': (secret) =>
    `Failed query: insert into "users" ("email", "password") values ($1, $2)\nparams: ann,${secret}`,
  'parameters of Django': (secret) =>
    `(0.001) INSERT INTO "users" ("email", "password") VALUES (%s, %s); args=('ann', '${secret}')`,
  'parameters of Entity Framework': (secret) =>
    `Executed DbCommand (2ms) [Parameters=[@p0='ann', @p1='${secret}' (Size = 40)], Type='Text']\nINSERT INTO Users (Email, Password) VALUES (@p0, @p1);`,
  'a digest that a database computes': (secret) => `UPDATE users SET password = crypt('${secret}', gen_salt('bf'))`,
  'a condition of SQL': (secret) => `WHERE "users"."api_token" LIKE '${secret}'`,
  'SET PASSWORD FOR': (secret) => `SET PASSWORD FOR 'ann'@'%' = '${secret}'`,
  'an error of Spring': (secret) =>
    `Field error in object 'user' on field 'password': rejected value [${secret}]; codes []`,
  'an error of Hibernate': (secret) => `{message='x', propertyPath=password, root=User, invalidValue=${secret}}`,
  'an error of Mongoose': (secret) => `Validator failed for path \`password\` with value \`${secret}\``,
  'a length of Mongoose': (secret) => `password: Path \`password\` (\`${secret}\`) is shorter than 20.`,
  'a cast of Mongoose': (secret) => `Cast to Number failed for value "${secret}" (type string) at path "password"`,
  'an error of io-ts': (secret) => `Invalid value "${secret}" supplied to : Login/password: number`,
  'a cast of Mongoose to a number': (secret) =>
    `Cast to Number failed for value "${secret}" (type string) at path "pin"`,
  'a value of MySQL': (secret) => `Incorrect integer value: '${secret}' for column 'token' at row 1`,
  'a validation of AWS': (secret) =>
    `1 validation error detected: Value '${secret}' at 'masterUserPassword' failed to satisfy constraint`,
  'a bad request of Google': (secret) => `Invalid value at 'user.password' (TYPE_INT32), "${secret}"`,
  'an argument of GraphQL': (secret) =>
    `Argument "password" has invalid value "${secret}".\nExpected type "Int", found "${secret}".`,
  'a token of GraphQL': (secret) =>
    `Argument "token" has invalid value "${secret}".\nExpected type "Int", found "${secret}".`,
  'fields of a validator in a row': (secret) =>
    `Bad Request; objectName: user; field: password; rejectedValue: ${secret}; defaultMessage: too short`,
  'a choice of argparse': (secret) => `x: error: argument --token: invalid choice: '${secret}' (choose from 'a', 'b')`,
  'a flag of cobra': (secret) => `Error: invalid argument "${secret}" for "--password" flag: too short`,
  'a sentence that names whose it is': (secret) => `The password for admin is "${secret}" and has expired`,
  'a colon behind whose it is': (secret) => `Could not send mail. Temporary password for ada@example.com: ${secret}`,
  'the user of a database': (secret) => `The auto generated password for the elastic superuser is: ${secret}`,
  'what was made': (secret) => `New password generated: ${secret}, but the welcome mail failed`,
  'the setting of a user': (secret) => `PASSWORD elastic = ${secret}`,
  'an error of ASP.NET': (secret) => `The value '${secret}' is not valid for ApiKey.`,
  'an error of jsonschema': (secret) =>
    `'${secret}' is too short\n\nFailed validating 'minLength' in schema['properties']['password']:\n    {'x': 1}\n\nOn instance['password']:\n    '${secret}'`,
  'a field of a form': (secret) => `user%5Bpassword%5D=${secret}&x=1`,
  'a URL that is escaped twice': (secret) => `to=https%253A%252F%252Fh%253Ftoken%253D${secret}`,
  'a tag of YAML': (secret) => `password: !!str ${secret}`,
  'a list of arguments': (secret) => `Command '['curl', '-u', 'ann:${secret}', 'h']' returned 22`,
  'a password of MySQL in a list': (secret) => `args=['mysql', '-p${secret}', 'db']`,
  'a literal of kubectl': (secret) => `kubectl create secret generic a --from-literal=foo=${secret}`,
  'a secret of AWS': (secret) => `aws secretsmanager create-secret --name a --secret-string ${secret}`,
  'a login of IMAP': (secret) => `a1 LOGIN ann ${secret}`,
  'a short name': (secret) => `user=ann pw=${secret} host=h`,
  'a variable of a Dockerfile': (secret) => `ENV DB_PASSWORD ${secret}`,
  'a variable of Windows': (secret) => `setx API_TOKEN "${secret}"`,
  'a field of a form in Spanish': (secret) => `usuario=ann&contrase%C3%B1a=${secret}&x=1`,
  'a field of a form in Russian': (secret) => `a=1&%D0%BF%D0%B0%D1%80%D0%BE%D0%BB%D1%8C=${secret}`,
  'a field of a form in a list, in Spanish': (secret) => `user%5Bcontrase%C3%B1a%5D=${secret}`,
  'a field of a form with blanks': (secret) => `a=1&mot%20de%20passe=${secret}&api+key=${secret}`,
  'the first field of a form, with a blank': (secret) => `api+key=${secret}&a=1`,
  'a field in a URL within a URL': (secret) => `next=%2Fa%3Fapi%2520key%3D${secret}`,
  'an element of a session': (secret) => `session["password"] = "${secret}"`,
  'an element of a session of PHP': (secret) => `$_SESSION['access_token'] = '${secret}';`,
  'an element of a session of Node': (secret) => `req.session['api_key']='${secret}'`,
  'an element of what is called in short': (secret) =>
    `d['password'] = '${secret}'\np['db']['password'] = '${secret}'\ncred["api_key"]="${secret}"\nkey['secret'] = '${secret}'`,
  'a variable of the environment in Perl': (secret) => `$ENV{PGPASSWORD} = '${secret}';`,
  'a field in Perl': (secret) => `$self->{password} = "${secret}"; $h{ 'api_key' }='${secret}'`,
  'an element of Visual Basic': (secret) => `Session("password") = "${secret}"`,
  'a field of a form in parts': (secret) =>
    `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--x--`,
  'a list of PHP that begins like JSON': (secret) => `["password"]=>\n  string(7) "${secret}"`,
  'a space that does not break': (secret) => `password:\u00a0${secret}`,
  'a password for a shell': (secret) => `echo ${secret} | passwd --stdin ann`,
  'a short name of YAML': (secret) => `user: ann\npw: ${secret}`,
  'a field of a form of HTML': (secret) => `<input class="a" type="password" id="p" value="${secret}">`,
  'a field whose value comes first': (secret) => `<input value="${secret}" id="p" type="password">`,
  'a field whose name comes last': (secret) => `<input type='text' value='${secret}' name='password' />`,
  'a list of YAML': (secret) => `a: 1\npasswords:\n  - ${secret}\n  - "${secret}"\nport: 1`,
  'a list of YAML that is not indented': (secret) => `db_passwords:\n- ${secret}\n- ${secret}\n`,
  'a jar of cookies': (secret) => `.h.example\tTRUE\t/\tTRUE\t0\tsid\t${secret}`,
  'a manifest whose kind comes last': (secret) =>
    `apiVersion: v1\ndata:\n  foo: ${secret}\n  url: "${secret}"\nkind: Secret\nmetadata:\n  name: a`,
  'a manifest with blocks': (secret) =>
    `kind: Secret\nmetadata:\n  labels:\n    app: x\nstringData:\n  a.conf: |\n    ${secret}\n    ${secret}\ntype: Opaque`,
  'a list of manifests': (secret) =>
    `items:\n- apiVersion: v1\n  data:\n    foo: ${secret}\n  kind: Secret\n- data:\n    foo: bar\n  kind: ConfigMap\nkind: List`,
  'a manifest among others': (secret) =>
    `---\nkind: ConfigMap\ndata:\n  foo: bar\n---\nkind: "Secret" # of a\ndata: # of b\n  foo: ${secret}\n---\nkind: Pod`,
  'Japanese and English': (secret) => `APIキー: ${secret}`,
  'a data source of Go': (secret) => `user:${secret}@tcp(host:3306)/db`,
  'a data source of Go by a socket': (secret) => `dial root:${secret}@unix(/tmp/mysql.sock)/db?parseTime=true`,
  'what a validator received': (secret) => `password: expected at least 12 characters, received "${secret}"`,
  'an error of pydantic': (secret) =>
    `password\n  String should have at least 12 characters [type=string_too_short, input_value='${secret}', input_type=str]`,
  'an error of joi': (secret) => `"password" with value "${secret}" fails to match the required pattern`,
  'an error of yup': (secret) => `password is too short, but the final value was: \`"${secret}"\`.`,
  'an assertion of a client': (secret) => `client_assertion=${secret}&id_token_hint=${secret}`,
  'a row that Postgres refused': (secret) => `DETAIL:  Failing row contains (${secret}).`,
  'a key of Postgres': (secret) => `Key (password)=(${secret}) already exists.`,
  'a key of MySQL': (secret) => `Duplicate entry '${secret}' for key 'users.api_key'`,
  'code of Playwright': (secret) =>
    `await page.getByRole('textbox', { name: 'Password', exact: true }).fill('${secret}');`,
  'code of Playwright that types': (secret) =>
    `await page.getByRole('textbox', { name: 'API key:' }).pressSequentially('${secret}');`,
  'code of Playwright on several lines': (secret) =>
    `page\n  .locator('input[type="password"]')\n  .first()\n  .fill('${secret}')`,
  'code of Playwright by its id': (secret) => `await page.getByTestId('login-password-input').fill("${secret}");`,
  'code of Playwright for .NET': (secret) => `await Page.GetByLabel("Password *").FillAsync("${secret}");`,
  'code of Puppeteer': (secret) => `await page.type('input[name="password"]', '${secret}')`,
  'code of Selenium': (secret) => `driver.find_element(By.ID, "password").send_keys("${secret}")`,
  'code of Cypress': (secret) => `cy.get('[data-test=password]').type('${secret}')`,
  'code of a page': (secret) => `document.querySelector('#password').value='${secret}'`,
  'an answer of Puppeteer': (secret) => `Filled input[type="password"] with: ${secret}`,
  'an answer of Playwright': (secret) => `Typed "${secret}" into "Password textbox"`,
  'a snapshot of a page': (secret) =>
    `- textbox "User" [ref=e4]: ann\n- textbox "Password" [active] [ref=e6]: ${secret}\n- button "Sign in" [ref=e7]`,
  'a snapshot of a page with a placeholder': (secret) =>
    `- textbox "Access code *" [ref=e6]:\n  - /placeholder: 6 digits\n  - text: ${secret}\n- textbox "User"`,
  'a snapshot of a page in Spanish': (secret) => `- textbox "Contraseña" [ref=e6]: ${secret}`,
  'a snapshot of DevTools': (secret) => `uid=1_5 textbox "API key:" focusable focused required value="${secret}"`
}

type Writings = (secret: string) => unknown

const DATA: Readonly<Record<string, Writings>> = {
  'a parameter of AWS': (secret) => ({ Parameter: { Name: '/door', Type: 'SecureString', Value: secret, Version: 1 } }),
  'a parameter of Azure': (secret) => ({ door: { type: 'securestring', defaultValue: secret } }),
  'a variable of Postman': (secret) => [{ key: 'door', value: secret, type: 'secret', enabled: true }],
  'a credential of Keycloak': (secret) => ({ credentials: [{ type: 'password', value: secret, temporary: false }] }),
  'a variable of Azure DevOps': (secret) => ({ variables: { door: { isSecret: true, value: secret } } }),
  'the list of raw headers': (secret) => ({ rawHeaders: ['Host', 'h', 'X-Api-Key', secret, 'Cookie', secret] }),
  'rows under a list of columns': (secret) => ({ columns: ['user', 'password'], rows: [['ann', secret]] }),
  'rows under a list of columns behind an option': (secret) => ({
    header: true,
    columns: ['user', 'password'],
    rows: [['ann', secret]]
  }),
  'a token beside a likelihood that is none': (secret) => ({ token: secret, logprob: null }),
  'rows under fields with names': (secret) => ({
    fields: [{ name: 'user' }, { name: 'password' }],
    rows: [['ann', secret]]
  }),
  'rows under a row of names': (secret) => [
    ['id', 'user', 'password'],
    [1, 'ann', secret],
    [2, 'bob', secret]
  ],
  'rows of two columns, of which the first has the secrets': (secret) => ({
    fields: [{ name: 'password' }, { name: 'username' }],
    rows: [
      [secret, 'ann'],
      [secret, null]
    ]
  }),
  'rows of two columns below those of their metadata': (secret) => ({
    resultSetMetaData: { rowType: [{ name: 'API_TOKEN' }, { name: 'OWNER' }] },
    data: [[secret, 'ann']]
  }),
  'rows of two columns in cells of their own': (secret) => ({
    schema: { fields: [{ name: 'password' }, { name: 'username' }] },
    rows: [{ f: [{ v: secret }, { v: 'ann' }] }]
  }),
  'rows of names and values behind an id': (secret) => ({
    columns: ['id', 'name', 'value'],
    rows: [
      [1, 'smtp_password', secret],
      [2, 'smtp_host', 'mail.example.de'],
      [3, 'stripe_secret_key', secret],
      [4, 'port', '25']
    ]
  }),
  'rows of values before their names': (secret) => ({
    fields: [{ name: 'value' }, { name: 'id' }, { name: 'name' }],
    rows: [
      ['mail.example.de', '1', 'smtp_host'],
      [secret, '2', 'smtp_password']
    ]
  }),
  'rows of variables of environments': (secret) => ({
    columns: ['env', 'key', 'value'],
    index: [0, 1],
    data: [
      ['prod', 'DB_PASSWORD', secret],
      ['prod', 'DB_HOST', 'db.example.de']
    ]
  }),
  'rows of names and values in cells of their own': (secret) => ({
    columnMetadata: [{ name: 'id' }, { name: 'name' }, { name: 'value' }],
    records: [
      [{ longValue: 1 }, { stringValue: 'smtp_host' }, { stringValue: 'mail.example.de' }],
      [{ longValue: 2 }, { stringValue: 'smtp_password' }, { stringValue: secret }]
    ]
  }),
  'rows of a sheet, whose first one has the names of the columns': (secret) => ({
    range: 'Config!A1:C3',
    values: [
      ['Id', 'Name', 'Value'],
      ['1', 'smtp_host', 'mail.example.de'],
      ['2', 'smtp_password', secret]
    ]
  }),
  'rows of a sheet below its title': (secret) => ({
    values: [
      ['Passwords', '', ''],
      [],
      ['Service', 'User', 'Password'],
      ['mail', 'ann', secret],
      ['vpn'],
      ['a', '', secret]
    ]
  }),
  'rows of a sheet below a title in each cell': (secret) => [
    ['Logins of 2024', 'Logins of 2024'],
    ['User', 'Password'],
    ['ann', secret]
  ],
  'rows of a sheet below groups of columns': (secret) => ({
    text: [
      ['', 'A', 'B', 'C'],
      ['Service', '', 'Login', ''],
      ['Name', 'Address', 'User', 'Password'],
      ['mail', 'x.org', 'ann', secret],
      ['vpn', 'y.org', 'bob', secret]
    ]
  }),
  'rows of the second table of a sheet': (secret) => [
    ['Host', 'Port'],
    ['a', 22],
    null,
    ['User', 'Password'],
    ['ann', secret],
    ['', ''],
    ['Token', 'Host', 'Note'],
    [secret, 'a', 'b']
  ],
  'rows behind one that reads like heads': (secret) => [
    ['Service', 'User', 'Password'],
    ['mail', 'ann', secret],
    [],
    ['vpn token', 'bob', secret],
    ['', 'carl', secret]
  ],
  'rows of names and values behind a blank one': (secret) => [
    ['Name', 'Value', 'Note'],
    ['host', 'x.org', ''],
    ['', '', ''],
    ['password', secret, 'new'],
    ['port', '22', ''],
    ['api_token', secret, '']
  ],
  'rows of names and values beside a column of secrets': (secret) => ({
    columns: ['name', 'value', 'api_key'],
    rows: [
      ['smtp_password', secret, secret],
      ['smtp_host', 'mail.example.de', secret]
    ]
  }),
  'a command in a list of them': (secret) => [
    ['AUTH', secret, secret],
    ['GET', 'x']
  ],
  'a pair below a row of names': (secret) => [
    ['id', 'name', 'password'],
    ['X-Api-Key', secret]
  ],
  'a list of pairs': (secret) => [
    ['user', 'ann'],
    ['password', secret]
  ],
  'an issue with a path': (secret) => ({ code: 'invalid', path: ['user', 'password'], received: secret }),
  'an error of a field of Spring': (secret) => ({
    objectName: 'user',
    field: 'password',
    rejectedValue: secret,
    defaultMessage: 'size must be between 20 and 40'
  }),
  'an issue of pydantic': (secret) => ({ loc: ['body', 'password'], msg: 'too short', input: secret }),
  'an issue that quotes before it names': (secret) => ({ type: 'field', value: secret, msg: 'x', path: 'password' }),
  'an error of Spring': (secret) => ({ objectName: 'user', field: 'password', rejectedValue: secret }),
  'a value before its name': (secret) => ({ value: secret, name: 'X-Api-Key' }),
  'a Secret whose kind comes last': (secret) => ({ data: { foo: secret, host: secret }, kind: 'Secret' }),
  'a Secret to be': (secret) => ({ kind: 'Secret', type: 'Opaque', stringData: { 'a.conf': secret } }),
  'a list of Secrets': (secret) => ({
    kind: 'SecretList',
    items: [{ metadata: { name: 'a' }, data: { foo: secret } }]
  }),
  'parameters of a statement': (secret) => ({
    sql: 'INSERT INTO users (email, password) VALUES ($1, $2)',
    params: ['ann', secret]
  }),
  'parameters by number': (secret) => ({ text: 'UPDATE users SET password = $2 WHERE id = $1', values: [1, secret] }),
  'a parameter of CloudFormation': (secret) => [{ ParameterKey: 'DBPassword', ParameterValue: secret }],
  'an output of CloudFormation': (secret) => ({ Outputs: [{ OutputValue: secret, OutputKey: 'ApiSecret' }] }),
  'a variable of a pipeline': (secret) => ({ variables: [{ variable_name: 'API_TOKEN', variable_value: secret }] }),
  'a label of a form': (secret) => ({ label: 'API key', value: secret }),
  'a field of 1Password': (secret) => ({ id: 'x7', type: 'CONCEALED', label: 'door of the garage', value: secret }),
  'a field of 1Password that says so last': (secret) => ({ label: 'door', value: secret, type: 'CONCEALED' }),
  'an output of Terraform': (secret) => ({ conn: { sensitive: true, type: 'string', value: secret } }),
  'an output of Terraform with fields': (secret) => ({
    db: { sensitive: true, value: { dsn1: secret, list: [secret] } }
  }),
  'a value that is sensitive, as it says behind it': (secret) => ({ value: secret, sensitive: true }),
  'a change of a field': (secret) => ({ field: 'password', oldValue: secret, newValue: secret }),
  'the words of an issue': (secret) => ({
    path: ['user', 'password'],
    message: `Expected 'a' | 'b', received '${secret}'`
  }),
  'the words of an error of JSON:API': (secret) => ({
    source: { pointer: '/data/attributes/password' },
    detail: `Value "${secret}" is too weak`
  }),
  'the words of RFC 9457': (secret) => ({ name: 'password', reason: `'${secret}' is too weak` }),
  'the words of OData': (secret) => ({ target: 'password', message: `'${secret}' is too weak` }),
  'the words of Stripe': (secret) => ({ type: 'x', param: 'password', message: `'${secret}' is too weak` }),
  'the words of FluentValidation': (secret) => ({ propertyName: 'Password', errorMessage: `'${secret}' is too weak` }),
  'the words of GraphQL': (secret) => ({
    message: `'${secret}' is too weak`,
    extensions: { argumentName: 'password' }
  }),
  'text for an element': (secret) => ({ element: 'Password textbox', ref: 'e6', text: secret }),
  'text for an input field': (secret) => ({ element: 'Password input field', ref: 'e6', text: secret }),
  'text for a field of a form': (secret) => ({ element: 'Password field in the login form', ref: 'e6', text: secret }),
  'text for a box of a page': (secret) => ({ element: 'Password text box on login page', ref: 'e6', text: secret }),
  'text for a field in German': (secret) => ({ element: 'Passwort-Eingabefeld im Formular', ref: 'e6', text: secret }),
  'text for an element in Spanish': (secret) => ({ element: 'Contraseña', ref: 'e6', text: secret }),
  'a value for a selector of Playwright': (secret) => ({
    selector: 'internal:role=textbox[name="Password"i]',
    value: secret
  }),
  'a value for a selector': (secret) => ({ selector: 'input[type="password"][required]', value: secret }),
  'text for a locator of Selenium': (secret) => ({ by: 'id', value: 'password', text: secret }),
  'fields of a form': (secret) => ({ fields: [{ name: 'Password field', type: 'textbox', value: secret }] }),
  'a JSON patch': (secret) => ({ op: 'replace', path: '/users/7/password', value: secret })
}

describe('a secret with its name elsewhere', () => {
  for (const [name, writing] of Object.entries(TEXTS))
    it(`is found in ${name}`, () => {
      for (const secret of SECRETS) {
        expect(redact(writing(secret))).to.equal(writing('[redacted]'))
        expect(answer(writing(secret)).text).to.equal(writing('[redacted]'))
      }
    })

  for (const [name, writing] of Object.entries(DATA))
    it(`is found in ${name}`, () => {
      for (const secret of SECRETS) {
        expect(redact(writing(secret))).to.deep.equal(writing('[redacted]'))
        expect(redact({ body: JSON.stringify(writing(secret)) })).to.deep.equal({
          body: JSON.stringify(writing('[redacted]'))
        })
        expect(JSON.parse(answer(JSON.stringify(writing(secret))).text)).to.deep.equal(writing('[redacted]'))
      }
    })

  it('is found beside its name in a table without a head', () => {
    const tables: ReadonlyArray<Writing> = [
      (secret) => `DB_PASSWORD\t${secret}\nAPI_KEY\t${secret}\nPORT\t8080`,
      (secret) => `| DB_PASSWORD | ${secret} |\n| API_KEY | ${secret} |\n| PORT | 8080 |`,
      (secret) => `║ DB_PASSWORD │ ${secret} ║\n║────║\n║ API_KEY │ ${secret} ║`,
      (secret) => `web | DB_PASSWORD | ${secret}\nweb | API_KEY | ${secret}`
    ]
    for (const table of tables) expect(redact(table('c4n4ryC4N4RYc4n4ry99'))).to.equal(table('[redacted]'))
    expect(redact('| Secret | Value |\n|---|---|\n| stripe | c4n4ryC4N4RYc4n4ry99 |')).to.equal(
      '| Secret | Value |\n|---|---|\n| stripe | [redacted] |'
    )
  })

  it('is all that is typed into a field, words and quotes, too', () => {
    for (const typed of ['correct horse', 'Correct horse battery', 'hunter"2', 'a; b'])
      for (const before of ['Filled #password with: ', '- textbox "Password" [ref=e6]: '])
        expect(redact(`${before}${typed}\n- text: x`)).to.equal(`${before}[redacted]\n- text: x`)
    const pair = { element: 'Password textbox', text: 'correct horse' }
    expect(redact(pair)).to.deep.equal({ ...pair, text: REDACTED })
  })

  it('is nothing that a page shows, or that is typed into other fields', () => {
    const texts = [
      '- button "Reset password" [ref=e13]: Go\n- heading "Password" [level=2] [ref=e5]: Rules',
      '- checkbox "Show password" [checked] [ref=e5]: Show\n- textbox "Email" [ref=e6]: ann@example.com',
      '- textbox "Password" [ref=e6]:\n  - /placeholder: Yours\n- textbox "Access code" [ref=e7]\n- text: Hello',
      "page.getByLabel('Password').click(); page.getByLabel('Name').fill('ann')",
      "await page.getByLabel('Password').fill(process.env.PASSWORD)",
      'Filled #user with: ann',
      'Filled #password-hint with: ann'
    ]
    for (const text of texts) expect(redact(text)).to.equal(text)
    const data = [
      { element: 'Forgot password link', text: 'Forgot it?' },
      { element: 'Token name input field', text: 'deploy2026' },
      { element: 'Search box for password managers', text: 'best2026' },
      { element: 'Password hint field in the login form', text: 'my dog 2' },
      { selector: '.password-error', text: 'Too weak, ann' },
      { selector: '#password', text: 'Password' },
      { name: 'Password', text: 'Choose one' },
      { by: 'id', value: 'name', text: 'ann' }
    ]
    expect(redact(data)).to.deep.equal(data)
  })

  it('is found in any column of a row that Postgres refused, and what follows the row stays', () => {
    const followed: Readonly<Record<string, string>> = {
      'Failing row contains (17, line one\nline (two)\nthree, hunter2secret).': '',
      'Failing row contains (17, [], hunter2secret).\nCONTEXT:  COPY users, line 3 (of 9)':
        '\nCONTEXT:  COPY users, line 3 (of 9)',
      "{ detail: 'Failing row contains (17, hunter2secret).', at: f (a.js:3) }": "', at: f (a.js:3) }"
    }
    for (const [text, rest] of Object.entries(followed)) {
      const [before = ''] = text.split(/(?<=contains \()/)
      expect(redact(text)).to.equal(`${before}[redacted]).${rest}`)
    }
    expect(redact('Failing row contains (17, see (x), hunter2sec')).to.equal('Failing row contains ([redacted]')
    expect(redact('Failing row contains (17, a).\nFailing row contains (18, b).')).to.equal(
      'Failing row contains ([redacted]).\nFailing row contains ([redacted]).'
    )
  })

  it('is found in rows that may be pairs or stand under the first one, as either', () => {
    const values = (secret: string, name: string) => [
      ['password', name],
      [secret, 'ann'],
      ['x1' + secret, 'bob']
    ]
    for (const secret of ['hunter2', 'Winterabend77x']) {
      const left = [
        ['password', REDACTED],
        [REDACTED, 'ann'],
        [REDACTED, 'bob']
      ]
      expect(redact(values(secret, 'username'))).to.deep.equal(left)
      expect(redact({ body: JSON.stringify(values(secret, 'username')) })).to.deep.equal({ body: JSON.stringify(left) })
    }
    const pairs = (secret: string) => [
      ['password', secret],
      ['username', 'ann'],
      ['color', 'blue'],
      ['note', 'x']
    ]
    for (const secret of ['hunter2', 'username', 'melon']) expect(redact(pairs(secret))).to.deep.equal(pairs(REDACTED))
  })

  it('is not what stands in a list of another name', () => {
    for (const text of [
      'session["user"] = "ann2024!"',
      "key['name'] = 'bob2024!'",
      "d['password'] = None",
      '$self->{user} = "ann2024!"',
      'Session("user") = "ann2024!"',
      'a=1&pa%C3%ADs=ann2024!&full+name=x2',
      'total = a+key=x2024',
      'a=caf%C3%A9%3Dx&b=%FF%FE=ann2024!'
    ])
      expect(redact(text)).to.equal(text)
  })

  it('is nothing in rows that tell of a secret, or name none', () => {
    const data = [
      {
        columns: ['id', 'name', 'value'],
        rows: [
          [1, 'password_min_length', 12],
          [2, 'password', 'required'],
          [3, 'color', 'blue77x'],
          [4, 'token_url', 'https://example.com/token']
        ]
      },
      { columns: ['key', 'min_value', 'max_value'], rows: [['password', 8, 64]] },
      // Without a head: a first row with figures is one of data.
      [
        [1, 'smtp_password', true],
        [2, 'smtp_host', false]
      ],
      [
        ['Table users', '', ''],
        ['Field', 'Type', 'Required'],
        ['id', 'text', 'yes'],
        ['password', 'text', 'yes'],
        ['email', 'text', 'no']
      ]
    ]
    expect(redact(data)).to.deep.equal(data)
    const text = JSON.stringify(data)
    expect(answer(text).text).to.equal(text)
  })

  it('is found in a mapping on one line', () => {
    expect(redact('kind: Secret\ndata: {foo: hunter2, bar: x}')).to.equal('kind: Secret\ndata: {[redacted]}')
  })

  it('is found behind an arrow, a bar and a wide gap, where it has a figure', () => {
    for (const secret of ['hunter2', 'Sommer2024!'])
      for (const between of [' -> ', ' => ', ' → ', ' | ', '      ', '\t', '.......: ', '->'])
        expect(redact(`user${between}ann\npassword${between}${secret}\n`)).to.equal(
          `user${between}ann\npassword${between}[redacted]\n`
        )
  })

  it('is found in a list of YAML under a name that lists names, too, where it looks random', () => {
    expect(redact(`api_keys:\n  - ${SECRETS[1] ?? ''}\n  - stripe`)).to.equal('api_keys:\n  - [redacted]\n  - stripe')
  })

  it('is found in a list of tokens, which words of a text stay in', () => {
    const tokens = ['Hppt7QJXaUDcwNTXUvNu', 'The', ' quick', '▁internationalization']
    const hidden = { tokens: ['[redacted]', ...tokens.slice(1)] }
    expect(redact({ tokens })).to.deep.equal(hidden)
    expect(JSON.parse(answer(JSON.stringify({ tokens })).text)).to.deep.equal(hidden)
  })

  it('is not what a field says is none, nor what stands beside it', () => {
    for (const data of [
      { sensitive: false, type: 'string', value: 'eu-west-1' },
      { type: 'STRING', label: 'username', value: 'ann' },
      { ParameterKey: 'Region', ParameterValue: 'eu-west-1' },
      { label: 'Token', value: 'access_token' }
    ]) {
      expect(redact(data)).to.deep.equal(data)
      expect(JSON.parse(answer(JSON.stringify(data)).text)).to.deep.equal(data)
    }
  })

  it('is found in a key of RFC 7517, in any order of its members', () => {
    const pem = generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey.export({ format: 'jwk' })
    const parts = {
      d: 'hunter2',
      p: SECRETS[1],
      q: '-a_b',
      dp: 'sesame',
      dq: '1a',
      qi: 'aaaa',
      oth: [{ r: 'x7', t: 'y7' }]
    }
    const keys: ReadonlyArray<readonly [data: Readonly<Record<string, unknown>>, parts: ReadonlyArray<string>]> = [
      // One modulus in thirty has a token's form.
      [{ ...pem, n: 'abc' }, ['d', 'p', 'q', 'dp', 'dq', 'qi']],
      [{ kty: 'RSA', n: 'abc', e: 'AQAB', ...parts }, Object.keys(parts)],
      [{ kty: 'oct', alg: 'HS256', k: 'hunter2' }, ['k']],
      [{ crv: 'P-256', d: 'hunter2', x: 'f83OJ3D2', y: 'x_FEzRu9', kty: 'EC' }, ['d']],
      [{ d: 'hunter2', crv: 'Ed25519', x: 'f83OJ3D2', kty: 'OKP', kid: 'a1b2' }, ['d']]
    ]
    for (const [key, among] of keys) {
      const hidden = { ...key, ...Object.fromEntries(among.map((part) => [part, '[redacted]'])) }
      if ('oth' in key) hidden.oth = [{ r: '[redacted]', t: '[redacted]' }]
      for (const of of [(each: object) => each, (each: object) => ({ keys: [each] })]) {
        expect(redact(of(key))).to.deep.equal(of(hidden))
        expect(JSON.parse(answer(JSON.stringify(of(key))).text)).to.deep.equal(of(hidden))
      }
    }
    const { kty, n, e, ...secret } = pem
    for (const print of [inspect, JSON.stringify, (key: unknown) => JSON.stringify(JSON.stringify(key))] as const)
      for (const part of Object.values(secret))
        expect(redact(`invalid key ${(print as (key: unknown) => string)(pem)}, ${kty} ${n} ${e}`)).to.not.include(part)
    for (const data of [
      { kty: 'RSA', n: SECRETS[1], e: 'AQAB', kid: 'a1b2', use: 'sig', alg: 'RS256' },
      { kty: 'EC', crv: 'P-256', x: 'f83OJ3D2', y: 'x_FEzRu9' },
      { kty: 'pet', d: 'dog', k: 'kitten' },
      { d: 'hunter2', p: 'page', q: 'kitty', k: 5, t: 'a' },
      { key: { kty: 'oct' }, k: 'hunter2' }
    ]) {
      expect(redact(data)).to.deep.equal(data)
      expect(answer(JSON.stringify(data)).text).to.equal(JSON.stringify(data))
    }
  })

  it('is found under an own name of another script', () => {
    expect(redactor({ keys: ['кодовое слово'] })({ 'Кодовое слово': 'x7' })).to.deep.equal({
      'Кодовое слово': '[redacted]'
    })
  })

  it('takes nothing from what has none', () => {
    const texts = [
      'mot de passe : requis',
      'Mot de passe oublié : cliquez ici',
      'пароль: обязательное поле',
      '如果你忘记了密码：请联系管理员',
      'Passwort: muss mindestens acht Zeichen haben',
      'desenha: 3 figuras',
      'public key: id',
      'foreign key: orders_id',
      'API keys: create one in the settings',
      'name,value\nport,8080\nregion,eu-west-1',
      '| Name | Value |\n|---|---|\n| token | required |\n| password_policy | strong2 |',
      '| Setting | Value | Meaning |\n|---|---|---|\n| ttl | 3600 | Lifetime of the access token |',
      '<a class="token" href="/docs">Docs</a>',
      '| Token | Description |\n|---|---|\n| NPM_TOKEN | publishes the package |',
      '| | Password | Passkey |\n|---|---|---|\n| phishing | vulnerable | safe |',
      'You need a user, password\nand then, restart',
      'Unexpected token: expected "}" but got "foo"',
      'password: expected string, received "undefined"',
      'const root:any = x@/db',
      'Password\n--------\nIt has 8 characters.\n\nutf8mb4',
      'password\nSign in\nx1y2',
      '  Enter your password\n  then press key1 twice',
      '  user password\n  the form asks 2 times',
      '| Password |\n|----------|\n| required |',
      'password -> SHA256',
      'password → users.password_hash',
      'password -> bcrypt',
      'password | varchar(20) | utf8mb4',
      'password   v1.2.3',
      '  --password      the password, 8 characters',
      'password  3 fields',
      'passwords:\n  - must be long\n  - required\n',
      'secrets:\n  - db_password\n  - my_app2\ntokens:\n- NPM_TOKEN',
      '<input type="password" name="password" value="">',
      '<input type="text" name="user" value="ann1"> <input type="password">',
      'SELECT password FROM users WHERE id = $1 -- PARAMETERS: ["a1b2"]',
      "UPDATE users SET token = $1, at = $2; params: [null, 'a1b2']",
      '[SQL: INSERT INTO users (name, password) VALUES (%(name)s, %(password)s)]',
      '(Connection: mysql, SQL: insert into `users` (`name`, `password`, `token`) values (ann, NULL, default))',
      '(SQL: insert into `users` (`password`, `name`) values (?, ann))',
      'INSERT INTO users (name, password) VALUES (p_name, p_word1)',
      "ALTER ROLE ann WITH LOGIN PASSWORD NULL; SELECT 'it''s'",
      "moved 'a1b2' FROM 'c3d4' TO 'e5f6'",
      "CONTEXT: portal with parameters: $1 = 'ann', $2 = 'a1b2'\nSTATEMENT: INSERT INTO users (name, city) VALUES ($1, $2)",
      '<input name="tokens_per_day" type="number" value="a1b2"> <input type="hidden" name="page" value="a1b2">',
      'Name Value\n---- -----\nsize a1b2c3',
      'kind: ConfigMap\ndata:\n  foo: bar9x',
      'involvedObject:\n  kind: Secret\n  name: a\nspec:\n  data:\n    foo: bar9x'
    ]
    for (const text of texts) {
      expect(redact(text)).to.equal(text)
      expect(answer(text).text).to.equal(text)
    }
    const data = [
      { fields: ['user', 'password'], required: ['user'] },
      { allowedHeaders: ['Authorization', 'Content-Type'] },
      { type: 'tool_use', name: 'get_access_token', input: { user: 'ann' } },
      { path: 'src/token', input: { user: 'ann' } },
      { path: ['user', 'name'], received: 'ann' },
      { name: 'token', type: 'slider', minValue: 3, maxValue: '1024', minimumValue: 1 },
      ['password', 'user'],
      { sql: 'SELECT a FROM t WHERE id = $1 AND token = $2', params: ['a1b2', null], rows: [['a1b2', 'c3d4']] },
      { query: 'update the password', args: ['a1b2'] },
      { kind: 'ConfigMap', data: { foo: 'bar9x' } },
      { pw: 12.5, scripts: { pw: 'playwright test' } }
    ]
    for (const value of data) {
      expect(redact(value)).to.deep.equal(value)
      expect(answer(JSON.stringify(value)).text).to.equal(JSON.stringify(value))
    }
  })
})
