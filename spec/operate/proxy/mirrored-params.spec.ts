import { expect } from 'chai'
import { mirroredIn, mirroredOf } from '../../../lib/operate/proxy/mirrored-params.js'

const REGION = { type: 'string', 'x-mcp-header': 'Region' }

const headersOf = (inputSchema: unknown, args: unknown): object =>
  Object.fromEntries(mirroredOf(mirroredIn(inputSchema).params, args))

const nested = (levels: number, schema: object): object => {
  let inner = schema
  for (let level = 0; level < levels; level++) inner = { properties: { a: inner } }
  return inner
}

describe('mirroredIn', () => {
  it('finds the arguments that a tool names, however deep', () => {
    const schema = {
      properties: {
        region: REGION,
        to: { type: 'object', properties: { n: { type: 'integer', 'x-mcp-header': 'N' }, other: { type: 'string' } } },
        items: { type: 'array', items: { type: 'string' } }
      }
    }
    expect(mirroredIn(schema)).to.deep.equal({
      params: [
        { header: 'mcp-param-n', path: ['to', 'n'] },
        { header: 'mcp-param-region', path: ['region'] }
      ],
      fault: undefined
    })
    for (const none of [{}, undefined, [], true, { properties: [] }, { properties: { a: null } }])
      expect(mirroredIn(none)).to.deep.equal({ params: [], fault: undefined })
    for (const isData of [{ default: REGION }, { const: REGION }, { enum: [REGION] }, { examples: [REGION] }])
      expect(mirroredIn({ properties: { a: isData } })).to.deep.equal({ params: [], fault: undefined })
  })

  it('says what is wrong with what a tool names, and names nothing then', () => {
    const faulty: ReadonlyArray<readonly [object, string]> = [
      [REGION, 'stands where it names no single argument'],
      [{ properties: { a: { type: 'array', items: REGION } } }, 'stands where it names no single argument'],
      [{ properties: { a: { items: [REGION] } } }, 'stands where it names no single argument'],
      [{ anyOf: [{ properties: { a: REGION } }] }, 'stands where it names no single argument'],
      [{ $defs: { a: REGION } }, 'stands where it names no single argument'],
      [{ additionalProperties: REGION }, 'stands where it names no single argument'],
      [{ properties: { a: { type: 'string', 'x-mcp-header': 'a b' } } }, 'names no header'],
      [{ properties: { a: { type: 'string', 'x-mcp-header': '' } } }, 'names no header'],
      [{ properties: { a: { type: 'string', 'x-mcp-header': 'a\r\nb' } } }, 'names no header'],
      [{ properties: { a: { type: 'string', 'x-mcp-header': 1 } } }, 'names no header'],
      [{ properties: { a: REGION, b: { ...REGION, 'x-mcp-header': 'REGION' } } }, 'names one header twice'],
      [
        { properties: { a: { ...REGION, type: 'object' } } },
        'stands at an argument that is no string, integer or boolean'
      ],
      [
        { properties: { a: { ...REGION, type: ['string'] } } },
        'stands at an argument that is no string, integer or boolean'
      ],
      [nested(101, REGION), 'stands where it names no single argument'],
      [nested(100_000, REGION), 'stands where it names no single argument']
    ]
    for (const [schema, fault] of faulty)
      expect(mirroredIn(schema)).to.deep.equal({ params: [], fault: `x-mcp-header ${fault}` })
  })

  it('names a number, which servers look at although clients must not list its tool', () => {
    expect(mirroredIn({ properties: { a: { ...REGION, type: 'number' } } })).to.deep.equal({
      params: [{ header: 'mcp-param-region', path: ['a'] }],
      fault: 'x-mcp-header stands at an argument that is no string, integer or boolean'
    })
  })
})

describe('mirroredOf', () => {
  it('repeats single values alone', () => {
    const schema = { properties: { region: REGION } }
    for (const region of ['eu', '', 'zürich', 42, 1.5, true, false])
      expect(headersOf(schema, { region })).to.deep.equal({ 'mcp-param-region': region })
    for (const args of [
      {},
      undefined,
      [],
      'region',
      { region: null },
      { region: ['eu'] },
      { region: {} },
      { region: 2 ** 53 },
      { region: Infinity }
    ])
      expect(headersOf(schema, args)).to.deep.equal({})
  })

  it('repeats nothing that every object has', () => {
    const named = (key: string): object =>
      JSON.parse(`{"properties":{"${key}":{"properties":{"name":${JSON.stringify(REGION)}}}}}`) as object
    for (const key of ['constructor', '__proto__', 'toString']) expect(headersOf(named(key), {})).to.deep.equal({})
    expect(headersOf(named('__proto__'), JSON.parse('{"__proto__":{"name":"eu"}}'))).to.deep.equal({
      'mcp-param-region': 'eu'
    })
  })
})
