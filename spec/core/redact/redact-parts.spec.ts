/** Texts within a text are read as texts of their own: cells of several lines, attributes, what is in colours. */
import { expect } from 'chai'
import { generateKeyPairSync } from 'node:crypto'
import { inspect } from 'node:util'
import { responseRedactor } from '#core/redact'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()
const SECRET = 'Winter2023!x'

const expectFound = (write: (secret: string) => string): void => {
  for (const find of [redact, (text: string) => responseRedactor()(text).text])
    expect(find(write(SECRET))).to.equal(write('[redacted]'))
}

const SHAPES = {
  fields: (secret: string) => ({ user: 'ann', password: secret }),
  'a value below its name': (secret: string) => ({ credentials: { user: 'ann', value: secret } }),
  columns: (secret: string) => ({ columns: ['user', 'password'], rows: [['ann', secret]] }),
  'a secret of Kubernetes': (secret: string) => ({ kind: 'Secret', data: { foo: secret } })
}

describe('a row of CSV whose cells hold line breaks', () => {
  for (const [name, rows] of Object.entries({
    'before the secret': (s: string) => `"call before nine\nask for Bob",${s}`,
    'of an empty line': (s: string) => `"call\n\n\nask, ""please""",${s}`,
    'with a quote that only looks like one': (s: string) => `5" wide,${s}\nnone,${s}`
  }))
    it(`is read as one: ${name}`, () => {
      for (const delimiter of [',', '\t', ';']) {
        const of = (text: string): string => text.replaceAll(',', delimiter)
        expectFound((s) => `${of(`note,password\n${rows(s)}`)}\n${of(`none,${s}`)}\n`)
      }
    })

  it('is read as one where the secret stands before', () => {
    expectFound((s) => `password,note\n${s},"call\nask"\n${s},none\n`)
  })

  it('is none where its quotes do not end', () => {
    expectFound((s) => `note,password\n5" nail,${s}\n`)
    expectFound((s) => `password,note\n${s},"call\n`)
  })
})

describe('a text of HTML whose quotes are entities', () => {
  for (const [name, dataOf] of Object.entries(SHAPES))
    it(`is read as data: ${name}`, () => {
      const json = (secret: string): string => JSON.stringify(dataOf(secret))
      for (const entity of ['&quot;', '&#34;', '&#x22;'])
        for (const write of [
          (s: string) => `<div id="app" data-page="${json(s).replaceAll('"', entity)}"></div>`,
          (s: string) => `<my-app props='${json(s).replaceAll('"', entity)}'></my-app>`,
          (s: string) => `<p>a &lt; b</p><pre>${json(s).replaceAll('"', entity)}</pre>`
        ])
          expectFound(write)
    })

  it('is read as a connection string', () => {
    expect(redact(`<add connectionString="Server=x;Password=&quot;${SECRET};=1&quot;;Encrypt=true" />`)).not.to.include(
      'Winter'
    )
  })

  it('stays where it holds none', () => {
    for (const text of [
      '<a title="say &quot;please&quot; &amp; &#39;thanks&#39; &eacute;">5 &lt; 6</a>',
      '<div data-page="{&quot;component&quot;:&quot;Users&quot;,&quot;tokens&quot;:12}"></div>'
    ])
      expect(redact(text)).to.equal(text)
  })
})

describe('data in colours', () => {
  for (const [name, dataOf] of Object.entries(SHAPES))
    it(`are read as data: ${name}`, () => {
      expect(redact(inspect(dataOf(SECRET), { colors: true, depth: 9 })))
        .to.include('[redacted]')
        .and.not.include(SECRET)
    })

  it('hold keys of many lines', () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-521',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' }
    })
    const shown = redact(inspect({ private_key: privateKey }, { colors: true }))
    for (const line of privateKey.split('\n').slice(1, -2)) expect(shown).not.to.include(line)
  })
})
