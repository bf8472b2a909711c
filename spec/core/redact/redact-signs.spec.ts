/** A password of any signs is found whole: only what follows a sign shows that it ends one. */
import { expect } from 'chai'
import fc from 'fast-check'
import { anyNameRedactor } from './any-name.js'
import { runs } from '../../helpers/runs.js'

const redact = anyNameRedactor()

const SIGNS = [...'!#$%&()*+,-./:;<=>?@[]^_`{|}~']
const REST = 'mQ2vLp7zR4tX'
const REDACTED = '[redacted]'
const escaped = (secret: string): string => (secret === REDACTED ? secret : encodeURIComponent(secret))
const inMarkup = (secret: string): string =>
  secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Writing = (secret: string) => string

// What others write without quotes, or escape as their format asks.
const UNQUOTED: Readonly<Record<string, Writing>> = {
  'a file of variables': (secret) => `DB_PASSWORD=${secret}`,
  'a variable before others': (secret) => `env DB_PASSWORD=${secret} PATH=/bin`,
  'a sentence about a variable': (secret) => `cannot start: DB_PASSWORD=${secret} is refused`,
  YAML: (secret) => `password: ${secret}\nport: 1`,
  'an INI file': (secret) => `[db]\npassword = ${secret}\nport = 1`,
  'properties of Java': (secret) => `spring.datasource.password=${secret}\na.b=1`,
  'a connection of libpq': (secret) => `host=db user=ann password=${secret} dbname=shop`,
  'a connection of ADO.NET': (secret) => `Server=db;User Id=ann;Password=${secret};Encrypt=true`,
  'a connection of ADO.NET with a name of two words': (secret) => `Server=db;Password=${secret};User Id=ann`,
  'an object of Java': (secret) => `Config(user=ann, password=${secret}, host=db)`,
  'a map of Java': (secret) => `{user=ann, password=${secret}, host=db}`,
  'a struct of Go': (secret) => `{User:ann Password:${secret} Host:db}`,
  'a header': (secret) => `X-Api-Key: ${secret}\r\nHost: h`,
  'a list of variables in YAML': (secret) => `env:\n  - name: DB_PASSWORD\n    value: ${secret}\n`,
  'an option': (secret) => `mysqldump --password=${secret} shop`,
  'an argument of curl': (secret) => `curl -u ann:${secret} https://h.example`,
  'an argument of redis-cli': (secret) => `redis-cli -a ${secret} ping`,
  'an argument of mysql': (secret) => `mysql -uroot -p${secret} shop`,
  'a field of a form': (secret) => `grant_type=password&username=ann&password=${escaped(secret)}`,
  'a query': (secret) => `https://h.example/cb?password=${escaped(secret)}&a=1`,
  'a query in markup': (secret) => `<a href="https://h.example/cb?password=${escaped(secret)}&amp;a=1">a</a>`,
  XML: (secret) => `<db><password>${inMarkup(secret)}</password><port>1</port></db>`,
  'a section of XML': (secret) => `<password><![CDATA[${secret}]]></password>`,
  'a sentence': (secret) => `login failed for user ann with password ${secret} of h`,
  'a sentence that says so': (secret) => `The password is ${secret}`
}
const QUOTED: Readonly<Record<string, Writing>> = {
  'a sentence with quotes': (secret) => `login failed for user "ann" with password "${secret}"`,
  'a sentence with other quotes': (secret) => `Your password '${secret}' is wrong`,
  'a sentence that says so, with quotes': (secret) => `Your temporary password is '${secret}'.`,
  JSON: (secret) => JSON.stringify({ user: 'ann', password: secret })
}

describe('a password with signs', () => {
  for (const [name, writing] of Object.entries({ ...UNQUOTED, ...QUOTED }))
    it(`is found whole in ${name}, and nothing else`, () => {
      const left = SIGNS.flatMap((sign) => {
        const text = redact(writing(`Kx${sign}${REST}`))
        return text === writing(REDACTED) ? [] : [text]
      })
      expect(left).to.deep.equal([])
    })

  // `&K7x=` is the next name.
  const sign = fc.constantFrom(...SIGNS.filter((each) => each !== '='))
  const letters = fc.constantFrom('K7x', 'm9Q', 'vL4', 'zR2', 'T8b', 'w5D')
  const passwords = fc
    .array(fc.tuple(letters, sign), { minLength: 4, maxLength: 8 })
    .map((parts) => `${parts.flat().join('')}Z3y`)
  const FREE = ['a file of variables', 'YAML', 'an INI file', 'properties of Java', 'a field of a form', 'JSON']

  for (const name of FREE)
    it(`is found whole in ${name}, whatever its signs are`, () => {
      const writing = UNQUOTED[name] ?? QUOTED[name]
      if (writing === undefined) throw new Error(name)
      fc.assert(
        fc.property(passwords, (secret) => {
          expect(redact(writing(secret))).to.equal(writing(REDACTED))
        }),
        { numRuns: runs(300) }
      )
    })

  it('is not seen in code, types and what stands for one', () => {
    for (const text of [
      'password=getPassword(x)',
      'password = os.environ["DB_PASSWORD"]',
      'password: string;',
      'password: Option<String>,',
      'password: z.string().min(8),',
      'password = prompt(\n  "x"\n)',
      'token = (NAME, 2)',
      "credentials=('foo', 'bar')",
      'const takeToken = (args, from) => {',
      'password=$DB_PASSWORD;x',
      'password=${DB_PASSWORD}',
      'token=required;x',
      'token: <your token here>',
      'expectTypeOf<z.infer<typeof connectionString>>().toEqualTypeOf<'
    ])
      expect(redact(text), text).to.equal(text)
  })

  it('is found to its end, however long it is', () => {
    const long = REST.repeat(60)
    for (const writing of [
      (secret: string) => `sid=${secret}&a=1`,
      (secret: string) => `my_auth=${secret} next`,
      (secret: string) => `DB_PASSWORD=${secret} next`
    ])
      expect(redact(writing(long))).to.equal(writing(REDACTED))
    const sentence = (secret: string): string => `login failed for user ann with password ${secret} of h`
    expect(redact(sentence(long.slice(0, 400)))).to.equal(sentence(REDACTED))
  })

  it('ends where another name follows, with a tag and with a quote that was open', () => {
    for (const [text, left] of [
      ['password=Kx2vLp7z&user=ann', 'password=[redacted]&user=ann'],
      ['password=Kx2vLp7z&amp;user=ann', 'password=[redacted]&amp;user=ann'],
      ['Password=Kx2vLp7z;User Id=ann', 'Password=[redacted];User Id=ann'],
      ['password=Kx2vLp7z; exit', 'password=[redacted]; exit'],
      ['password=Kx2vLp7z<br>user', 'password=[redacted]<br>user'],
      ['"a password=Kx2vLp7z","b"', '"a password=[redacted]","b"'],
      ['`password=Kx2vLp7z`', '`password=[redacted]`'],
      ['(password=Kx2vLp7z)', '(password=[redacted])'],
      ['(password=Kx<pass920)', '(password=[redacted])'],
      ['<https://h.example/?token=Kx2vLp7z>; rel="next"', '<https://h.example/?token=[redacted]>; rel="next"']
    ] as const)
      expect(redact(text)).to.equal(left)
  })
})
