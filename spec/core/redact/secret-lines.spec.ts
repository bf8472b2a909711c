/** Texts that come as the list of their lines, and values of any length. */
import { expect } from 'chai'
import { generateKeyPairSync } from 'node:crypto'
import { redactor, responseRedactor } from '#core/redact'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()
const redactJson = responseRedactor()
const S = 'Sommer2024!'
const PEM = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
  .trim()

const TEXTS: Readonly<Record<string, string>> = {
  'a table of psql': ` user | password \n------+----------\n ann  | ${S}\n(1 row)`,
  'a table of CSV': `user,password,host\nann,${S},db`,
  'a Secret of Kubernetes': `apiVersion: v1\nkind: Secret\nstringData:\n  foo: ${S}`,
  'a name and its value': `env:\n- name: DB_PASSWORD\n  value: ${S}`,
  'a part of a form': `--x\nContent-Disposition: form-data; name="password"\n\n${S}\n--x--`,
  'JSON over lines': JSON.stringify({ env: [{ name: 'DB_PASSWORD', value: S }] }, null, 2),
  'a statement over lines': `INSERT INTO users (email, password)\n        VALUES ('a@b.c', '${S}')`,
  'a command over lines': `mysqldump \\\n  -u root \\\n  -p${S} \\\n  db`,
  'a key block': PEM
}

const FORMS: Readonly<Record<string, (lines: ReadonlyArray<string>) => unknown>> = {
  'a list': (lines) => ({ stdout_lines: lines }),
  records: (lines) => ({ events: lines.map((message, i) => ({ timestamp: i, message, id: `a${i}` })) }),
  'records within records': (lines) => lines.map((line, i) => ({ data: { n: i, lines: { text: `${line}\n` } } })),
  'one content a line': (lines) => ({ content: lines.map((text) => ({ type: 'text', text })) })
}

describe('a list of lines', () => {
  for (const [what, text] of Object.entries(TEXTS))
    for (const [form, of] of Object.entries(FORMS))
      it(`is searched as one text: ${what} as ${form}`, () => {
        const lines = text.split('\n')
        const hidden = text === PEM ? (lines[9] ?? '') : S
        const json = JSON.stringify(of(lines), null, 1)
        for (const left of [JSON.stringify(redact(of(lines))), redactJson(json).text, redact(`got:\n${json}`)])
          expect(left).to.include('[redacted]').and.not.include(hidden)
        // As many as before, and the others as they were.
        expect(JSON.stringify(redact(of(lines.map((_, i) => `line ${i}`))))).to.equal(
          JSON.stringify(of(lines.map((_, i) => `line ${i}`)))
        )
      })

  it('keeps each line in its place', () => {
    const lines = ['before', ...PEM.split('\n'), 'after', 'password: x1y2', 'end']
    const left = redact({ lines }) as { lines: ReadonlyArray<string> }
    expect(left.lines).to.have.lengthOf(lines.length)
    expect(left.lines[0]).to.equal('before')
    expect(left.lines.slice(1, -3).every((line) => line === '[redacted]')).to.equal(true)
    expect(left.lines.slice(-3)).to.deep.equal(['after', 'password: [redacted]', 'end'])
  })

  it('keeps its lines where a pattern of the user replaces several', () => {
    const own = redactor({ patterns: [/BEGIN[^]*END/] })
    for (const first of ['{', 'got'])
      expect(own([first, '"a": "BEGIN",', '"b": "END"', '}', 'after'])).to.deep.equal([
        first,
        '"a": "[redacted]',
        '[redacted]"',
        '}',
        'after'
      ])
  })

  it('that holds the words of a command is none', () => {
    const names = { keys: ['password', 'abc1', 'requirepass', 'masterauth'] }
    expect(redact({ names: names.keys })).to.deep.equal({ names: names.keys })
    expect(redactJson(JSON.stringify({ names: names.keys })).count).to.equal(0)
  })

  it('may hold what throws, runs code or leads back', () => {
    const hostile = new Proxy({}, { ownKeys: () => expect.fail('ran') })
    const self: Array<unknown> = [{ a: 'kind: Secret', get b() { return expect.fail('ran') } }] // prettier-ignore
    self.push(self, { a: 'data:' }, { a: `  foo: ${S}` })
    expect(JSON.stringify(redact([self, hostile, 'a b', 'c d']))).to.not.include(S)
    const twice = `[{"a":1,"a":"kind: Secret"},{"a":{"b":"x y"},"a":"data:"},{"a":"  foo: ${S}"}]`
    expect(redactJson(twice).text).to.equal(twice.replace(S, '[redacted]'))
  })
})

describe('a key block', () => {
  const lines = PEM.split('\n')
  const forms: Readonly<Record<string, string>> = {
    'a text of C for each line': `static const char key[] =\n${lines.map((line) => `"${line}\\n"`).join('\n')};\n`,
    'a text of C for each line, under a name': `const char *private_key =\n${lines.map((line) => `  "${line}\\n"`).join('\n')};\n`,
    'texts of Java, under a name': `String privateKey = ${lines.map((line) => `"${line}\\n"`).join('\n    + ')};`,
    'texts of PHP, under a name': `$privateKey = ${lines.map((line) => `'${line}'`).join(' . PHP_EOL .\n')};`,
    'texts of Ruby, under a name': `private_key = ${lines.map((line) => `"${line}\\n"`).join(' \\\n')}`,
    'texts of Python, under a name': `{'private_key': ${lines.map((line) => `'${line}\\n'`).join('\n    ')}}`,
    'texts of SQL, under a name': `UPDATE k SET private_key = '${lines.join("' || chr(10) ||\n '")}'`,
    'texts without an end, under a name': `private_key = (${lines
      .slice(0, -1)
      .map((line) => `'${line}\\n'`)
      .join('\n    ')}`,
    'a printed list of lines': `['${lines.join("\\n', '")}']`,
    'its last lines': `$ tail -n 20 key.pem\n${lines.slice(-20).join('\n')}\n$ `,
    'a part of an address': `q=${encodeURIComponent(PEM)}`,
    'a key of SSH2': `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "a"\n${lines.slice(1, -1).join('\n')}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`
  }
  for (const [what, text] of Object.entries(forms))
    it(`is found as ${what}`, () => {
      const left = redact(text)
      for (const line of lines.slice(8, -2)) expect(left).to.not.include(encodeURIComponent(line).slice(0, 40))
    })

  it('of a certificate stays where a line ends as a name does', () => {
    const [before, line] = [
      '+zsE4bh48sf2c6oJ+9j6bAzOOONCZFsmq4erTN0WRwZlGLgQ1c/dUC2Go67L4t',
      'D3nhWBH0o4x+XBczlDOt7WJx'
    ]
    for (const name of ['Pw', 'pwd', 'Token'])
      expect(redact(`${before}${name}\n${line}\n`)).to.equal(`${before}${name}\n${line}\n`)
    expect(redact(`MY_VERY_LONG_SERVICE_PASSWORD\n${line}\n`)).to.not.include(line)
  })

  it('of a certificate stays', () => {
    const certificate = PEM.replaceAll('PRIVATE KEY', 'CERTIFICATE')
    for (const text of [certificate, certificate.split('\n').slice(9).join('\n'), encodeURIComponent(certificate)])
      expect(redact(text)).to.equal(text)
  })
})

describe('a value of any length', () => {
  const S1000 = `EwB${'aB3dE5fG7'.repeat(111)}`
  const forms: Readonly<Record<string, (secret: string) => string>> = {
    'a header': (s) => `> Authorization: Bearer ${s}\n> Accept: a`,
    'a header without a scheme': (s) => `Authorization: ${s}\r\nAccept: a`,
    'a header in a command': (s) => `curl -H "Authorization: Bearer ${s}" https://a.example`,
    'a part of a form': (s) => `--b\r\nContent-Disposition: form-data; name="access_token"\r\n\r\n${s}\r\n--b--`,
    'a cell of HTML': (s) => `<tr><th>Access token</th><td>${s}</td></tr>`,
    'a cell': (s) => `id            | 1\naccess_token  | ${s}\n`,
    'a login': (s) => `machine h login a password ${s}`,
    'a variable of an image': (s) => `ENV API_TOKEN ${s}`,
    'a key that exists': (s) => `Key (refresh_token)=(${s}) already exists.`,
    'a literal of a command': (s) => `kubectl create secret generic x --from-literal=foo=${s}`
  }
  for (const [what, form] of Object.entries(forms))
    it(`is found to its end as ${what}`, () => {
      expect(redact(form(S1000))).to.equal(form('[redacted]'))
    })
})
