/** A secret is found whatever characters around it are escaped, as serializers do of names that are not in ASCII. */
import { expect } from 'chai'
import * as fc from 'fast-check'
import { redactor } from '#core/redact'
import { anyNameRedactor } from './any-name.js'
import { runs } from '../../helpers/runs.js'

const redact = anyNameRedactor()
const WEAK = 'hunter2-Sommer!'

type Writing = (secret: string) => string

/** Within a sentence. */
const WRITINGS: Readonly<Record<string, Writing>> = {
  'a name of JSON': (secret) => `{"user": "bob", "password": "${secret}"}`,
  'a Spanish name': (secret) => `{"contraseña":"${secret}"}`,
  'a Russian name': (secret) => `{"пароль": "${secret}", "n": 1}`,
  'a Japanese name': (secret) => `{"パスワード":"${secret}"}`,
  'a name in wide letters': (secret) => `{"ｐａｓｓｗｏｒｄ":"${secret}"}`,
  'a name behind a sign of two units': (secret) => `{"🔑 password":"${secret}"}`,
  'a name with a mark that nobody sees': (secret) => `{"pass\u200bword":"${secret}","tag\u{e0041}":1}`,
  'a name of JSON that was cut': (secret) => `{"usuario": {"contraseña": "${secret}", "correo": "bo`,
  'settings of a database': (secret) => `{"jdbc":"Server=db;User Id=bob;Password=${secret};"}`,
  'a variable': (secret) => `{"env":"DB_PASSWORD=${secret}"}`,
  'the query of an address': (secret) => `{"url":"https://a.example/x?user=1&access_token=${secret}&b=2"}`,
  'an address': (secret) => `{"to":"redis://${secret}@db.example/1"}`,
  'a header': (secret) => `{"h":"Authorization: Bearer ${secret}"}`,
  'a statement': (secret) => `{"sql":"ALTER USER b PASSWORD '${secret}'"}`,
  'XML in JSON': (secret) => `{"xml":"<password>${secret}</password>"}`,
  'HTML in JSON': (secret) => `{"html":"<b>password</b>: ${secret}"}`,
  'entities in JSON': (secret) => `{"html":"{&quot;password&quot;:&quot;${secret}&quot;}"}`,
  'Markdown in JSON': (secret) => `{"text":"**password**: ${secret}"}`,
  'quotes of print': (secret) => `“password”: “${secret}”`,
  'a coloured name': (secret) => `\u001b[1mpassword\u001b[0m=${secret}`,
  'a raw text of Python': (secret) => `password = r"${secret}"`,
  'a text of Rust': (secret) => `password: Some(String::from("${secret}"))`
}

const SENTENCE = (text: string): string => `Error: 400 for the body ${text} (try 2)`

/** Nothing of these is a secret. */
const NONE: ReadonlyArray<string> = [
  'The password is too short, <b>token</b> expired, and "secret": null.',
  '{"tokens": 12, "contraseña": null, "años": "España", "note": "a=b&c<d>"}',
  'const UNSEEN = /[\\u0000-\\u001f\\u007f]/, PASSWORD_RULE = /^[!-~]{8,}$/u',
  'C:\\Users\\udead\\xfce4\\e[1 \\\\u00 \\u00g0 \\ud83d\\ude00 \\x1b[1mok\\033[0m'
]

interface Escapes {
  readonly slashes: number
  readonly isUpper: boolean
  /** For one character after the other, from the first again. */
  readonly chosen: ReadonlyArray<boolean>
}

const escapes: fc.Arbitrary<Escapes> = fc.record({
  // Of JSON, in JSON, in JSON.
  slashes: fc.constantFrom(1, 2, 4),
  isUpper: fc.boolean(),
  chosen: fc.oneof(
    fc.constant([true]),
    fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
    fc.array(
      fc.nat(9).map((nth) => nth === 0),
      { minLength: 1, maxLength: 40 }
    )
  )
})

const escaped = (text: string, { slashes, isUpper, chosen }: Escapes, kept: RegExp): string => {
  let at = 0
  // Escapes of the text itself stay whole.
  return text.replace(/\\+(?:u[\da-f]{4}|x[\da-f]{2}|033\[|e\[|[^])|[^]/gi, (unit) => {
    if (unit.length > 1 || kept.test(unit) || chosen[at++ % chosen.length] !== true) return unit
    const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `${'\\'.repeat(slashes)}u${isUpper ? code.toUpperCase() : code}`
  })
}

/** As `json.dumps` of Python writes it. */
const inAscii = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

describe('a secret among escapes', () => {
  for (const [name, writing] of Object.entries(WRITINGS)) {
    const [before = '', after = ''] = SENTENCE(writing(WEAK)).split(WEAK)

    it(`is found in ${name}, whatever else is escaped`, () => {
      fc.assert(
        fc.property(escapes, (each) => {
          const [left, right] = [escaped(before, each, /"/), escaped(after, each, /"/)]
          expect(redact(left + WEAK + right)).to.equal(`${left}[redacted]${right}`)
        }),
        { numRuns: runs(1_000, 10_000) }
      )
    })

    it(`is found in ${name}, where each quote is escaped, too`, () => {
      fc.assert(
        fc.property(escapes, (each) => {
          const quoted = { ...each, chosen: [true] }
          const write = (text: string) => escaped(escaped(text, each, /"/), quoted, /[^"]/)
          const [left, right] = [write(before), write(after)]
          expect(redact(left + WEAK + right)).to.equal(`${left}[redacted]${right}`)
        }),
        { numRuns: runs(200, 2_000) }
      )
    })
  }

  it('is found in ASCII JSON, in JSON within JSON, in a sentence', () => {
    for (const name of ['contraseña', 'пароль', '密码', 'パスワード', 'mot de passe', 'clé_secrète', 'password']) {
      let text = inAscii({ user: 'bob', [name]: WEAK })
      for (let depth = 1; depth <= 3; depth++) {
        for (const each of [text, SENTENCE(text), SENTENCE(text.slice(0, -1)), { body: SENTENCE(text) }])
          expect(JSON.stringify(redact([each]))).to.not.include('hunter2')
        text = inAscii({ [`größe${depth}`]: text })
      }
    }
  })

  it('is found in a text of several lines that a sentence quotes as JSON', () => {
    for (const lines of [
      `user,password\nann,${WEAK}\n`,
      `user\tpassword\nann\t${WEAK}\n`,
      `| user | password |\n|---|---|\n| ann | ${WEAK} |\n`,
      `- name: DB_PASSWORD\n  value: ${WEAK}\n`,
      `user\t=\tann\npassword\t=\t${WEAK}\n`,
      `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${WEAK}\r\n--b--`
    ])
      expect(redact(`Could not "parse" ${JSON.stringify(lines)}.`), lines).to.not.include(WEAK)
  })

  it('is found in lines that a program shows in the quotes of its language', () => {
    const other = 'xh2QYa5I0YM8gP9V'
    for (const lines of [
      `Password: ${WEAK}\nToken: ${other}\n`,
      `Db:Password = ${WEAK}\nMovies:ServiceApiKey = ${other}\n`,
      `requirepass ${WEAK}\nmasterauth ${other}\n`,
      `[default]\naws_secret_access_key = ${WEAK}\naws_session_token = ${other}\n`,
      `auth:\n  password: ${WEAK}\n  token: ${other}\n`,
      `- name: DB_PASSWORD\n  value: ${WEAK}\n- name: API_KEY\n  value: ${other}\n`,
      ` id |     password     \n----+------------------\n  1 | ${WEAK}\n  2 | ${other}\n`,
      `+----+------------------+\n| id | password         |\n+----+------------------+\n|  1 | ${WEAK}  |\n|  2 | ${other} |\n+----+------------------+\n`,
      `user,password\nann,${WEAK}\nbob,${other}\n`,
      `user\tpassword\nann\t${WEAK}\nbob\t${other}\n`,
      `it's so: "x"\nPassword: ${WEAK}\nToken: ${other}\n`
    ])
      for (const show of [
        (text: string) => `b${text}`,
        (text: string) => `Error: CompletedProcess(args=['x'], returncode=0, stdout=${text}, stderr='')`,
        (text: string) => `{ status: 0, stdout: ${text} }`,
        (text: string) => `{'stdout': b${text}, 'note': 'a\\tb'}`,
        (text: string) => `Output { stdout: ${text}, stderr: "" }`,
        (text: string) => `failed: ${text.slice(0, -1)}`
      ])
        for (const quote of ['"', "'", '`']) {
          const special = new RegExp(`[\\\\${quote}]`, 'g')
          const shown = show(
            quote + lines.replace(special, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t') + quote
          )
          const wanted = shown.replace(WEAK, '[redacted]').replace(other, '[redacted]')
          expect(redact(shown), shown).to.equal(wanted)
        }
  })

  it('is found in lines that Node joins', () => {
    const table = ' id |     password     \\n----+------------------\\n'
    const shown = (rows: string) => `{\n  stdout: '${rows}\\n'\n}`
    expect(redact(shown([table, `  1 | ${WEAK}\\n`, '(1 row)'].join(`' +\n    '`)))).to.equal(
      shown(`${table}  1 | [redacted]\\n(1 row)`)
    )
  })

  it('takes nothing from paths and expressions', () => {
    for (const text of [
      "open('C:\\new\\token', 'r')",
      '"C:\\temp\\password\\new"',
      "can't read C:\\new\\token: it isn't there",
      "re.compile(r'password[:=]\\s*(\\S+)\\n')",
      "text.split('\\n').map((token) => token.trim()).join('\\t')"
    ])
      expect(redact(text)).to.equal(text)
  })

  it('is looked for once in a quoted text that ends amid an escape', () => {
    const text = `got ${'"\\'.repeat(10_000)}`
    expect(redactor({ maxLength: 50_000 })(text)).to.equal(text)
  })

  it('is replaced with the escapes within it, also a quote', () => {
    for (const [text, replaced] of [
      ['{"password":"hun\\u0022ter2 \\u003c\\u005c"}', '{"password":"[redacted]"}'],
      ['{"a":"Password\\u003dhunter\\u0021Sommer;\\u0062=1"}', '{"a":"Password\\u003d[redacted];\\u0062=1"}'],
      ['{"a":"{\\u0022contrase\\u00f1a\\u0022:\\u0022hunter2\\u0022}"}', undefined],
      ['password\\x3dhunter\\x21Sommer', 'password\\x3d[redacted]']
    ] as const)
      expect(redact(SENTENCE(text))).to.equal(SENTENCE(replaced ?? text.replace('hunter2', '[redacted]')))
  })

  it('is found in a quoted cell of CSV, and in what Visual Basic and PowerShell quote', () => {
    for (const text of [
      `{"user": "app", "password": "${WEAK}"}`,
      `{"user":"app","stripe":{"apiKey":"${WEAK}"}}`,
      `connect password="${WEAK}" host=x`,
      `<user name="a" password="${WEAK}"/>`,
      `password="${WEAK}"`
    ])
      for (const write of [
        (each: string) => `id,log,note\n1,"${each.replaceAll('"', '""')}","say ""hi"""\n2,"",""`,
        (each: string) => `1\t"body=${each.replaceAll('"', '""')}"\tx`,
        (each: string) => `iwr -Body "${each.replaceAll('"', '`"')}" -Uri "http://a.example"`
      ])
        expect(redact(write(text))).to.equal(write(text.replace(WEAK, '[redacted]')))
  })

  it('is found beside empty quotes', () => {
    for (const write of [
      (each: string) => `got {"a":"","b":"","password":"${each}"} and ["",""]`,
      (each: string) => `def f():\n  """Signs in."""\n  password = """${each}"""\n  user = ""`
    ])
      expect(redact(write(WEAK))).to.equal(write('[redacted]'))
  })

  it('is found by an own name and an own pattern, too', () => {
    const own = redactor({ keys: ['código'], patterns: [/ACME-\d+/] })
    expect(own('got "c\\u00f3digo": "x7"')).to.equal('got "c\\u00f3digo": "[redacted]"')
    expect(own('got ACME\\u002d42.')).to.equal('got [redacted].')
    expect(redact({ 'contrase\\u00f1a': WEAK })).to.deep.equal({ 'contrase\\u00f1a': '[redacted]' })
  })

  it('takes nothing from a text without one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NONE), escapes, (text, each) => {
        const written = escaped(text, each, /[\\]/)
        expect(redact(written)).to.equal(written)
      }),
      { numRuns: runs(2_000, 20_000) }
    )
  })
})
