/** Names of a caller's own, in forms known of `password`: `any-name.ts` holds all those of the other specs. */
import { expect } from 'chai'
import { redactor, responseRedactor } from '#core/redact'

const SECRET = '078-05-1120'
const own = { keys: ['ssn', 'customer number', 'Größe', 'order', 'redacted', 'card pin'] }
const redact = redactor(own)
const recorded = responseRedactor(own)

type Writing = (name: string) => string

const FORMS: Readonly<Record<string, Writing>> = {
  'CSV with commas': (name) => `id,${name},city\n1,${SECRET},Rome\n`,
  'CSV with semicolons': (name) => `id;${name};city\n1;${SECRET};Rome\n`,
  'an option': (name) => `import --${name} ${SECRET}`,
  'a statement of SQL': (name) => `INSERT INTO t (id, ${name}) VALUES (1, '${SECRET}')`,
  'a form in parts': (name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${SECRET}\r\n--x--`,
  PostgreSQL: (name) => `Key (${name})=(${SECRET}) already exists.`,
  MySQL: (name) => `Duplicate entry '${SECRET}' for key 't.${name}'`,
  pydantic: (name) => `${name}\n  bad [type=x, input_value='${SECRET}', input_type=str]`,
  Playwright: (name) => `page.fill('#${name}', '${SECRET}')`,
  'a URL in a URL': (name) => `next=%2Fa%3F${name}%3D${SECRET}`,
  'a table of HTML': (name) =>
    `<table><tr><th>id</th><th>${name}</th></tr><tr><td>1</td><td>${SECRET}</td></tr></table>`,
  'a text in JSON': (name) => JSON.stringify({ out: `id,${name}\n1,${SECRET}\n` }),
  'a text in a text': (name) => `Could not parse "id,${name}\\n1,${SECRET}\\n"`,
  'a path of JSON': (name) => JSON.stringify({ path: `/users/7/${name}`, value: SECRET })
}

const NONE = [
  'the order was shipped',
  'Your order 4711 is late',
  'SELECT id FROM t ORDER BY a',
  'issn: 1234-5678',
  'id,issn\n1,1234-5678\n',
  'user_ssn,id\n1,2\n',
  'ssn_changed,id\n1,2\n',
  '`ssn` must be a string',
  'ssn is required',
  'select ssn, name from t',
  'class SSN extends A',
  'Unexpected token: COMMA'
]

// `card_pin` is known to some rules by itself.
const NAMES = ['ssn', 'SSN', 'Ssn', 'customer_number', 'customer-number', 'customerNumber', 'card_pin', 'grosse']

describe('a name of a caller’s own', () => {
  for (const [form, write] of Object.entries(FORMS))
    it(`is known in ${form}`, () => {
      for (const name of NAMES) {
        const text = write(name)
        const isOwn = name !== 'grosse'
        expect(redact(text)).to.equal(isOwn ? text.replace(SECRET, '[redacted]') : text)
        if (text.startsWith('{')) expect(recorded(text).text).to.equal(redact(text))
      }
    })

  it('is known with accents and without', () => {
    for (const name of ['größe', 'GRÖßE', 'groß\u00ade', 'große'])
      expect(redact(`id,${name}\n1,${SECRET}\n`)).to.equal(`id,${name}\n1,[redacted]\n`)
  })

  it('is known where a dot parts its words', () => {
    for (const name of ['customer.number', 'Customer.Number', 'card.pin'])
      expect(redact(`a=1\n${name}=${SECRET}\n`)).to.equal(`a=1\n${name}=[redacted]\n`)
  })

  it('hides all that is below it, which describes no secret, but flags', () => {
    const person = { name: 'Ada', email: 'a@b.io', id: 'C-7', at: [{ city: 'York', title: 'Dr' }], vip: true }
    const hidden = {
      name: '[redacted]',
      email: '[redacted]',
      id: '[redacted]',
      at: [{ city: '[redacted]', title: '[redacted]' }],
      vip: true
    }
    const data = { order: person, name: 'shop' }
    expect(redact(data)).to.deep.equal({ order: hidden, name: 'shop' })
    expect(JSON.parse(recorded(JSON.stringify(data)).text)).to.deep.equal({ order: hidden, name: 'shop' })
    expect(redact({ password: person })).to.deep.nested.include({ 'password.name': 'Ada', 'password.id': 'C-7' })
  })

  it('may be the word that stands for a secret', () => {
    expect(redact('ssn=[redacted]; redacted=Sommer2024!')).to.equal('ssn=[redacted]; redacted=[redacted]')
  })

  it('is found as often as it stands there', () => {
    const rows = Array.from({ length: 40 }, (_, i) => `--ssn 078-05-11${i + 10} --city Rome`)
    expect(redact(rows.join('\n'))).to.equal(rows.map(() => '--ssn [redacted] --city Rome').join('\n'))
  })

  for (const text of NONE)
    it(`is not seen in ${JSON.stringify(text)}`, () => {
      expect(redact(text)).to.equal(text)
    })
})
