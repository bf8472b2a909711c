/** A secret is found as it is shown, whatever is written around it and within it; what is written stays. */
import { expect } from 'chai'
import { inspect } from 'node:util'
import { redactor } from '#core/redact'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()
const E = '\u001b'
const RANDOM = 'c4n4ryC4N4RYc4n4ry99'
const WEAK = 'hunter2'

type Writing = (secret: string) => string

/** A name beside its value: any value is a secret. */
const NAMED: Readonly<Record<string, Writing>> = {
  'util.inspect with colours': (secret) => inspect({ user: 'ann', password: secret, n: 1 }, { colors: true }),
  'util.inspect of nested objects': (secret) => inspect({ db: { apiKey: secret, port: 1 } }, { colors: true }),
  'jq -C': (secret) =>
    `${E}[1;39m{\n  ${E}[0m${E}[34;1m"password"${E}[0m${E}[1;39m:${E}[0m ${E}[0;32m"${secret}"${E}[0m${E}[1;39m\n${E}[1;39m}${E}[0m`,
  httpie: (secret) =>
    `${E}[94m"token"${E}[39;49;00m:${E}[37m ${E}[39;49;00m${E}[33m"${secret}"${E}[39;49;00m${E}[37m${E}[39;49;00m`,
  'pino-pretty': (secret) => `INFO: ${E}[36mlogin${E}[39m\n    ${E}[35mpassword${E}[39m: "${secret}"`,
  'a bold name': (secret) => `${E}[1mpassword${E}[0m=${secret}`,
  'a coloured name and value': (secret) => `${E}[1mpassword${E}[22m=${E}[32m${secret}${E}[39m`,
  'a colour within the name': (secret) => `pass${E}[0mword=${secret}`,
  'eight-bit controls': (secret) => `\u009b1mpassword\u009b0m: ${secret}`,
  'colours as source code': (secret) => `\\u001b[32mpassword\\u001b[39m: ${secret}`,
  'colours as a shell has them': (secret) => `\\033[1mpassword\\033[0m=${secret}`,
  'colours of a log viewer': (secret) => `^[[1mpassword^[[0m=${secret}`,
  'a title of the window within the name': (secret) => `pass${E}]0;x\u0007word=${secret}`,
  'a link of a terminal': (secret) => `${E}]8;;https://h/\u0007password${E}]8;;\u0007: ${secret}`,
  'a name that is struck over': (secret) => `${[...'password'].map((c) => `${c}\b${c}`).join('')}: ${secret}`,
  'a control character within the name': (secret) => `pass\u0000word=${secret}`,
  'a soft hyphen within the name': (secret) => `pass\u00adword=${secret}`,
  'a bidi mark': (secret) => `password\u202e: ${secret}`,
  'tag characters': (secret) => `pass\u{e0041}word: ${secret}`,
  'a bold value': (secret) => `password: <b>${secret}</b>`,
  'a value as code': (secret) => `Your token: <code class="x">${secret}</code>`,
  'a bold name of HTML': (secret) => `<b>password</b>: ${secret}`,
  'highlighted source': (secret) =>
    `<span class="nt">"password"</span><span class="p">:</span> <span class="s2">"${secret}"</span>`,
  'a part of the name that was searched for': (secret) => `<mark>pass</mark>word: ${secret}`,
  'cells with a colon': (secret) => `<td>password:</td><td>${secret}</td>`,
  'JSON in HTML': (secret) => `{&quot;password&quot;:&quot;${secret}&quot;}`,
  'numeric entities': (secret) => `&#34;password&#x22;&#58; &#34;${secret}&#34;`,
  'numeric entities within the name': (secret) => `p&#97;ssw&#x006F;rd: ${secret}`,
  'a Spanish name with an entity': (secret) => `<td>contrase&#241;a:</td> <td>${secret}</td>`,
  'a space of HTML': (secret) => `password:&nbsp;${secret}`,
  'fields of XML': (secret) => `<db><password>${secret}</password></db>`,
  'a name and a value of XML': (secret) => `<name>password</name>\n<value>${secret}</value>`,
  'a section of characters': (secret) => `<password><![CDATA[${secret}]]></password>`,
  'bold Markdown': (secret) => `**password**: ${secret}`,
  'bold Markdown with the colon': (secret) => `**password:** ${secret}`,
  'italic Markdown': (secret) => `*password*: ${secret}`,
  'a bold value of Markdown': (secret) => `password: **${secret}**`,
  'code of Markdown': (secret) => `\`password\`: \`${secret}\``,
  'bold code of Markdown': (secret) => `- **\`password\`**: \`${secret}\``,
  'typographic quotes': (secret) => `“password”: “${secret}”`,
  'quotes of German': (secret) => `„password“: „${secret}“`,
  'quotes of French': (secret) => `«password»: «${secret}»`,
  'quotes of Japanese': (secret) => `「password」：「${secret}」`,
  'single typographic quotes': (secret) => `‘api_key’: ‘${secret}’`,
  'wide letters and signs': (secret) => `ｐａｓｓｗｏｒｄ＝${secret}`,
  'JSON of .NET in JSON': (secret) => `{\\u0022password\\u0022:\\u0022${secret}\\u0022}`,
  'a struck name': (secret) => `~~password~~: ${secret}`,
  'a bold name of a forum': (secret) => `[b]password[/b]: ${secret}`,
  'a bold scheme': (secret) => `**Bearer** ${secret}`,
  'emphasis by low lines': (secret) => `__password__: ${secret}`,
  'bytes of Python': (secret) => `{'password': b'${secret}'}`,
  'a raw text of Python': (secret) => `password = r"${secret}"`,
  'a secret of pydantic': (secret) => `password=SecretStr('${secret}')`,
  'an option of Rust': (secret) => `Config { password: Some("${secret}") }`,
  'a text of Rust': (secret) => `password: Some(String::from("${secret}"))`,
  'a raw text of Rust': (secret) => `let password = r#"${secret}"#;`,
  'a national text of SQL': (secret) => `ALTER LOGIN a WITH PASSWORD = N'${secret}'`,
  'an escaped text of SQL': (secret) => `password = E'${secret}'`,
  'a clause of SQL': (secret) => `CREATE USER ann WITH PASSWORD '${secret}'`,
  'a user of MySQL': (secret) => `CREATE USER a IDENTIFIED BY '${secret}'`,
  'a user of MySQL, by plugin': (secret) => `CREATE USER a IDENTIFIED WITH caching_sha2_password BY "${secret}"`,
  'a pointer of Go': (secret) => `Password: aws.String("${secret}"),`,
  'bytes of Go': (secret) => `password := []byte("${secret}")`,
  Haskell: (secret) => `password = Just "${secret}"`,
  'Objective-C': (secret) => `password = @"${secret}"`,
  'C++': (secret) => `password = L"${secret}";`,
  Swift: (secret) => `password: Optional("${secret}")`
}

/** No more than a neighbour, or nothing at all: a secret looks made. */
const LOOSE: Readonly<Record<string, Writing>> = {
  'a table of a terminal': (secret) =>
    `${E}[1mNAME${E}[0m      VALUE\n${E}[1mPASSWORD${E}[0m  ${E}[32m${secret}${E}[39m`,
  'a token that begins in another colour': (secret) => `sk_live_${E}[31m${secret}${E}[0m`,
  'the address of a link': (secret) => `${E}]8;;https://h/?a=1&token=${secret}${E}\\open${E}]8;;${E}\\`,
  'cells of HTML': (secret) => `<tr><td>password</td><td>${secret}</td></tr>`,
  'a head and a cell': (secret) => `<tr><th scope="row">API key</th>\n  <td>${secret}</td></tr>`,
  'a list of terms': (secret) => `<dt>Access token</dt><dd>${secret}</dd>`,
  'cells of Markdown': (secret) => `| **password** | ${secret} |`,
  'an arrow of text': (secret) => `password -> ${secret}`,
  'an arrow': (secret) => `api_key → ${secret}`,
  'a dash': (secret) => `token — ${secret}`,
  'an optional of Java': (secret) => `password=Optional[${secret}]`,
  'an option of Scala': (secret) => `password = Some(${secret})`
}

const ICON = '<svg class="i" viewBox="0 0 1 1"><title>copy</title><path d="M0 0"/></svg>'

/** Pages with what is no part of the text around it. */
const IN_PAGES: ReadonlyArray<Writing> = [
  (secret) => `<p>Password: <!-- -->${secret}</p>`,
  (secret) => `<p>Password<!-- -->: <!--$-->${secret}<!--/$--></p>`,
  (secret) => `<p>Your API key: <!-- -->${secret}</p>`,
  (secret) => `<p>Password: <img src="a.png">${secret}</p>`,
  (secret) => `<p>Password: ${ICON} ${secret}</p>`,
  (secret) => `<details><summary>Password:</summary>${secret}</details>`,
  (secret) => `<fieldset><legend>Password:</legend>${secret}</fieldset>`,
  (secret) => `<!-- password: ${secret} -->`,
  ...['<!-- -->', '<img src="a.png"> ', `${ICON} `, '<button>Copy</button>', `<button>${ICON} Copy</button> `].flatMap(
    (aside): ReadonlyArray<Writing> => [
      (secret) => `<tr><td>Password</td><td>${aside}${secret}</td></tr>`,
      (secret) => `<tr><td>Password${aside}</td><td>${secret}${aside}</td></tr>`,
      (secret) => `<tr><th>User</th><th>Password ${aside}</th></tr><tr><td>ann</td><td>${secret}</td></tr>`,
      (secret) => `<tr><th>User</th><th>Password</th></tr><tr><td>ann</td><td>${aside}${secret}</td></tr>`
    ]
  ),
  (secret) => `<tr><td>Password</td><td><button>${secret}</button></td></tr>`
]

const withSign = (name: string): string => (name === 'a token that begins in another colour' ? `sk_live_${E}[31m` : '')

describe('a secret that is shown', () => {
  for (const [name, writing] of Object.entries(NAMED))
    it(`is found in ${name}`, () => {
      for (const secret of [RANDOM, WEAK]) {
        expect(redact(writing(secret))).to.equal(writing('[redacted]'))
        expect(redact([{ note: `x ${writing(secret)} y` }])).to.deep.equal([{ note: `x ${writing('[redacted]')} y` }])
      }
    })

  for (const [name, writing] of Object.entries(LOOSE))
    it(`is found in ${name}`, () => {
      expect(redact(writing(RANDOM))).to.equal(writing('[redacted]').replace(withSign(name), ''))
    })

  for (const writing of IN_PAGES)
    it(`is found in ${writing('…')}`, () => {
      for (const secret of [RANDOM, WEAK, 'Sommer2024!'])
        expect(redact(writing(secret))).to.equal(writing('[redacted]'))
    })

  it('is replaced with all that is hidden within it', () => {
    const [begin, end] = [RANDOM.slice(0, 8), RANDOM.slice(8)]
    for (const mark of [`${E}[1m`, '\u00ad', '\u200b', '\u2060', `${E}]0;x\u0007`, '<b>', '<wbr>', '\u0007'])
      for (const [before, after] of [
        ['password=', ' ok'],
        ['is ghp_', ' ok']
      ] as const)
        expect(redact(`${before}${begin}${mark}${end}${after}`)).to.equal(
          `${before.replace('ghp_', '')}[redacted]${after}`
        )
  })

  it('is found under a name of data that is coloured or hides a mark', () => {
    for (const name of [`${E}[1mpassword${E}[0m`, 'pass\u200bword', '**password**'])
      expect(redact({ [name]: WEAK })).to.deep.equal({ [name]: '[redacted]' })
  })

  it('is found by an own name and an own pattern, too', () => {
    const own = redactor({ keys: ['codename'], patterns: [/ACME-\d+/] })
    expect(own(`${E}[1mcodename${E}[0m: ${WEAK}`)).to.equal(`${E}[1mcodename${E}[0m: [redacted]`)
    expect(own('<i>codename</i>: x7')).to.equal('<i>codename</i>: [redacted]')
    expect(own(`AC${E}[1mME-4${E}[0m2`)).to.equal(`[redacted]${E}[0m2`.replace(`${E}[0m2`, ''))
  })

  it('is found in the words of a person, where it has a figure', () => {
    const weak = 'Sommer2024!'
    const writings: ReadonlyArray<Writing> = [
      (secret) => `Your temporary password is: ${secret}`,
      (secret) => `The password was changed to ${secret}`,
      (secret) => `Invalid password '${secret}' for ann`,
      (secret) => `wrong password (${secret})`,
      (secret) => `login as ann with password ${secret}`,
      (secret) => `  ~ password = "Old" -> "${secret}"`.replace('Old', '[redacted]'),
      (secret) => `requirepass ${secret}`
    ]
    for (const writing of writings) expect(redact(writing(weak))).to.equal(writing('[redacted]'))
    for (const name of ['Unseal Key 1: ', 'AWS Secret Access Key [None]: ', 'Secret access key: '])
      expect(redact(`${name}${RANDOM}`)).to.equal(`${name}[redacted]`)
  })

  it('is not what is told in its place', () => {
    for (const text of [
      'Password: required',
      'token: expired',
      'api_key: missing',
      'session_id: "invalid"',
      'Pass: 12 Fail: 0',
      'auth: ok',
      'jwt: HS256',
      'secrets: inherit',
      'this.password = password',
      'The password is too short.',
      "Unknown option 'password'",
      'with password authentication'
    ])
      expect(redact(text)).to.equal(text)
  })

  it('takes nothing from a text without one', () => {
    for (const text of [
      inspect({ user: 'ann', tokens: 12, note: 'co\u00adoperate' }, { colors: true }),
      `${E}[32m✔${E}[39m 12 passing ${E}[90m(3s)${E}[39m`,
      '<tr><th>Token</th><th>Description</th><th>Required</th></tr>',
      '<p>The <code>token</code> parameter is <b>required</b>.</p>',
      '<label for="p">Password</label> <input id="p" type="password">',
      '<label>Password <svg><path d="M0 0"/></svg></label> <button>Show</button>',
      '<p>Password: <!-- hidden --></p> <button type="submit">Reset</button>',
      '<tr><td>Password</td><td><button>Reset</button></td></tr>',
      'mysql -p <password> <host1>',
      '- **Token**: your token, as *text*\n- **Key**: the `key` of the row',
      'Once you have your **API key**:\n\n1. Open the form',
      '`apiKey`: the key to use, see **Secrets**',
      'postgres://<user>:<password>@<host>:<port>/<database>',
      'curl -H "Authorization: Bearer <YOUR-API-KEY>" -H "Accept: application/json"',
      'if (a < b && password > c) { token = next(token) }',
      'password: Option<SecretString>, token: Some(token)',
      '🏷️ family 👨‍👩‍👧 co\u00adoperate &quot;quoted&quot; a\u200bb',
      'Map<string, Token> & *pointer **double** 2*3*4 C:\\x1b[new'
    ])
      expect(redact(text)).to.equal(text)
  })
})
