import { expect } from 'chai'
import { redactor, responseRedactor } from '#core/redact'
import * as fc from 'fast-check'

const redact = responseRedactor()
const clean = (text: string): string => redact(text).text

describe('responseRedactor', () => {
  it('replaces what stands under a secret name and keeps every type', () => {
    expect(redact('{"user":"ann","password":"pw","pin_token":123,"ok":true,"apiKey":null}')).to.deep.equal({
      text: '{"user":"ann","password":"[redacted]","pin_token":0,"ok":true,"apiKey":null}',
      count: 2
    })
    expect(clean('{"secret":{"a":["x",7,{"b":"y"}],"c":true},"d":"x"}')).to.equal(
      '{"secret":{"a":["[redacted]",0,{"b":"[redacted]"}],"c":true},"d":"x"}'
    )
    expect(clean('{"tokens":[],"session_tokens":["a","b"],"after":"c"}')).to.equal(
      '{"tokens":[],"session_tokens":["[redacted]","[redacted]"],"after":"c"}'
    )
  })

  it('replaces the values that entries and flags name', () => {
    const text = (secret: string) =>
      `[{"name":"Authorization","value":"${secret}"},{"key":"DB_PASSWORD","value":{"from":"${secret}"}},{"name":"Accept","value":"any"},["--password","${secret}","--host","db"]]`
    expect(responseRedactor()(text('sesame1')).text).to.equal(text('[redacted]'))
  })

  it('replaces secrets inside any string, by shape and by name', () => {
    expect(clean('{"url":"https://u:p@example.com/?token=abc&page=2"}')).to.equal(
      '{"url":"https://[redacted]@example.com/?token=[redacted]&page=2"}'
    )
    expect(clean('["ghp_0123456789abcdef0123"]')).to.equal('["[redacted]"]')
    expect(clean(String.raw`{"body":"{\"password\":\"pw\"}"}`)).to.equal(
      String.raw`{"body":"{\"password\":\"[redacted]\"}"}`
    )
  })

  it('leaves a text without secrets as it was, to the last character', () => {
    const text = '\ufeff {"a" : 1.50e3,\n"b":"\\u00e4\\/","page_token":"x"} '
    expect(redact(text)).to.deep.equal({ text, count: 0 })
  })

  it('leaves a cut text cut at the same place', () => {
    expect(clean('{"a":1,"password":"s3c')).to.equal('{"a":1,"password":"[redacted]')
    expect(clean('{"password":{"a":12')).to.equal('{"password":{"a":0')
    expect(clean('{"password":{"a":1.')).to.equal('{"password":{"a":-')
    expect(clean('{"password":tr')).to.equal('{"password":tr')
    for (const end of ['', ':', ': ', ': tr', ': 1}', ': 1,'])
      expect(clean(`{"a":1,"postgres://ann:pw@db"${end}`)).to.equal(`{"a":1,"postgres://[redacted]@db"${end}`)
    expect(clean('{"a":"ghp_0123456789abcdef01\\')).to.equal('{"a":"[redacted]\\\\')
  })

  it('reads a column of texts in quotes as one, and other lines of JSON as they are', () => {
    for (const secret of ['Sommer2024!', 'q8ZxT3mNpL0vRk7WbYc2'])
      expect(redact(`"password"\n"${secret}"\n"${secret}"\n`)).to.deep.equal({
        text: '"password"\n"[redacted]"\n"[redacted]"\n',
        count: 1
      })
    for (const text of [
      '"user"\n"ann2024!"\n',
      '"password"\n"is too short"\n',
      '{"a":1}\n"password"\n"ann2024!"\n',
      '1\n2\n'
    ])
      expect(redact(text)).to.deep.equal({ text, count: 0 })
  })

  it('takes a remark behind a name for none of it', () => {
    for (const name of ['Password (initial)', 'API key (live)', 'Token (valid until 2027-01-01)'])
      expect(redact(`{"${name}":"Sommer2024!","User (login)":"ann2024!"}`).text).to.equal(
        `{"${name}":"[redacted]","User (login)":"ann2024!"}`
      )
    const plain = '{"Password length (max)":"12 to 64","Value (max)":"ann2024!","name":"x"}'
    expect(redact(plain).text).to.equal(plain)
  })

  it('cleans what is no JSON as running text', () => {
    expect(clean('<a href="https://u:p@h/">token=abc</a>')).to.equal(
      '<a href="https://[redacted]@h/">token=[redacted]</a>'
    )
    expect(clean("{'password': 'pw'}")).to.equal("{'password': '[redacted]'}")
    expect(clean('{"password":"pw"} password=pw')).to.equal('{"password":"[redacted]"} password=[redacted]')
    expect(clean('{"password":"p\nw"}')).to.equal('{"password":"[redacted]"}')
  })

  it('reads JSON within a text as JSON, as deep as services nest it', () => {
    const within = (value: object): string =>
      JSON.stringify({ content: [{ type: 'text', text: JSON.stringify(value) }] })
    for (const [value, redacted] of [
      [
        { columns: ['id', 'password'], rows: [[1, 'hunter2']] },
        { columns: ['id', 'password'], rows: [[1, '[redacted]']] }
      ],
      [
        { path: ['password'], received: 'hunter2' },
        { path: ['password'], received: '[redacted]' }
      ],
      [{ password: { value: 'hunter2' } }, { password: { value: '[redacted]' } }]
    ] as const) {
      expect(clean(within(value))).to.equal(within(redacted))
      expect(clean(within({ body: JSON.stringify(value) }))).to.equal(within({ body: JSON.stringify(redacted) }))
    }
    const honest = within({ path: ['name'], note: 'a "quoted" word, and [a list' })
    expect(clean(honest)).to.equal(honest)
  })

  it('takes names and shapes of its own', () => {
    const own = responseRedactor({ keys: ['SSN'], patterns: [/ACME-\d+/] })
    expect(own('{"ssn":"078-05","note":"see ACME-42"}').text).to.equal('{"ssn":"[redacted]","note":"see [redacted]"}')
  })

  it('takes shapes of numbers, in data and in text', () => {
    const options = { patterns: [/\b4\d{15}\b/g] }
    const [own, copied] = [responseRedactor(options), redactor(options)]
    for (const [text, left] of [
      ['{"card":4111111111111111,"id":17}', '{"card":0,"id":17}'],
      ['{"cards":[4111111111111111,41]}', '{"cards":[0,41]}'],
      ['{"body":"{\\"card\\":4111111111111111}"}', '{"body":"{\\"card\\":0}"}']
    ] as const) {
      expect(own(text).text).to.equal(left)
      expect(copied(text)).to.equal(left)
    }
    const data = { card: 4_111_111_111_111_111, big: 4_111_111_111_111_111n, id: 17 }
    expect(copied(data)).to.deep.equal({ card: '[redacted]', big: '[redacted]', id: 17 })
  })

  it('keeps JSON JSON of the same shape', () => {
    const shape = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shape)
      return typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shape(field)]))
        : typeof value
    }
    const key = fc.constantFrom('a', 'password', 'token', 'apiKey', 'id')
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.double({ noNaN: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 3 })
      )
    }))
    fc.assert(
      fc.property(tree, (value) => {
        const text = JSON.stringify({ value })
        expect(shape(JSON.parse(clean(text)))).to.deep.equal(shape(JSON.parse(text)))
      }),
      { numRuns: 300 }
    )
  })

  it('keeps an object or a list among the words of a command', () => {
    for (const word of [{ token: 'a', logprob: -1 }, ['x'], {}]) {
      const text = JSON.stringify({ args: ['HELLO', '3', 'AUTH', 'default', word] })
      expect(clean(text)).to.equal(text.replace('default', '[redacted]'))
    }
  })

  it('reads marks of secrets, however deep they stand', () => {
    const marks = `${'['.repeat(50_000)}true${']'.repeat(50_000)}`
    expect(clean(`{"sensitive_values":${marks},"password":"pw"}`)).to.equal(
      `{"sensitive_values":${marks},"password":"[redacted]"}`
    )
  })
})
