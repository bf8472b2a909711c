import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { inDialect } from '../../../lib/codec/json-schema/dialect.js'
import type { JsonSchema } from '../../../lib/codec/schema-type.js'

const seventh = new Ajv({ strict: false })
const latest = new Ajv2020({ strict: false })

/** Schemas of draft-07, the same in 2020-12, and values that they judge. */
const PAIRS: ReadonlyArray<
  readonly [about: string, seventh: JsonSchema, latest: JsonSchema, ...values: ReadonlyArray<unknown>]
> = [
  [
    'words that both share',
    { type: 'object', properties: { items: { minimum: 1 } }, required: ['items'] },
    { type: 'object', properties: { items: { minimum: 1 } }, required: ['items'] },
    { items: 1 },
    { items: 0 },
    {}
  ],
  [
    'a list of items',
    { items: [{ type: 'string' }], additionalItems: false },
    { prefixItems: [{ type: 'string' }], items: false },
    ['a'],
    [1],
    ['a', 1]
  ],
  ['items of one kind', { items: { type: 'string' } }, { items: { type: 'string' } }, ['a'], [1]],
  [
    'dependencies',
    { dependencies: { a: ['b'], c: { required: ['d'] } } },
    { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
    { a: 1 },
    { a: 1, b: 1 },
    { c: 1 },
    { c: 1, d: 1 }
  ],
  ['values that look like schemas', { enum: [{ items: [1] }] }, { enum: [{ items: [1] }] }, { items: [1] }, {}],
  [
    'schemas beneath others',
    { $id: 'https://example.com/x', properties: { a: { items: [{ items: [true] }] } } },
    { $id: 'https://example.com/x', properties: { a: { prefixItems: [{ prefixItems: [true] }] } } },
    { a: [[1]] }
  ]
]

describe('inDialect', () => {
  for (const [about, old, now, ...values] of PAIRS) {
    it(`translates ${about}, both ways`, () => {
      expect([inDialect(old, 'draft-07', '2020-12'), inDialect(now, '2020-12', 'draft-07')]).to.deep.equal([now, old])
      const validators = [seventh.compile(old), latest.compile(now)]
      for (const value of values) expect(new Set(validators.map((validate) => validate(value))).size).to.equal(1)
      seventh.removeSchema()
      latest.removeSchema()
    })
  }

  it('leaves a schema alone that is of the dialect', () => {
    const schema = { unevaluatedProperties: false }
    expect(inDialect(schema, '2020-12', '2020-12')).to.equal(schema)
  })

  it('keeps what stands beside a reference, which ajv reads in both dialects and the standard in one', () => {
    const old = { $ref: '#/definitions/T', minLength: 3, definitions: { T: { type: 'string' } } }
    const now = { $ref: '#/$defs/T', minLength: 3, $defs: { T: { type: 'string' } } }
    expect(inDialect(old, 'draft-07', '2020-12')).to.deep.equal(old)
    expect(inDialect(now, '2020-12', 'draft-07')).to.deep.equal({
      minLength: 3,
      allOf: [{ $ref: '#/$defs/T' }],
      $defs: { T: { type: 'string' } }
    })
  })

  it('keeps both, where one key asks for other keys and for a schema', () => {
    const now = { dependentRequired: { a: ['b'] }, dependentSchemas: { a: { maxProperties: 2 } } }
    expect(inDialect(now, '2020-12', 'draft-07')).to.deep.equal({
      dependencies: { a: { required: ['b'], allOf: [{ maxProperties: 2 }] } }
    })
  })

  it('drops what 2020-12 does not read, and draft-07 would', () => {
    const now = { prefixItems: [true], additionalItems: false }
    expect(inDialect(now, '2020-12', 'draft-07')).to.deep.equal({ items: [true] })
  })

  it('refuses in a sentence what the other dialect cannot say', () => {
    for (const [schema, word] of [
      [{ properties: { a: { unevaluatedProperties: false } } }, 'unevaluatedProperties'],
      [{ $dynamicRef: '#x' }, '$dynamicRef'],
      [{ prefixItems: [true], $ref: '#/prefixItems/0' }, '$ref: #/prefixItems/0'],
      [{ $defs: { a: { $id: 'inner' } } }, 'a nested $id']
    ] as const) {
      expect(() => inDialect(schema, '2020-12', 'draft-07')).to.throw(
        TypeError,
        `Expected a JSON Schema that draft-07 can say too, got one of 2020-12 with \`${word}\`.`
      )
    }
  })
})
