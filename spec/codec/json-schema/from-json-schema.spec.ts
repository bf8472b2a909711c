import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { closed } from '../../../lib/codec/closed.js'
import { explain } from '../../../lib/codec/explain.js'
import { fromJsonSchema } from '../../../lib/codec/json-schema/from-json-schema.js'
import { toJsonSchema } from '../../../lib/codec/json-schema/to-json-schema.js'
import type { JsonSchema } from '../../../lib/codec/schema-type.js'
import { judge } from '../../../lib/guard/judge.js'
import { expectLeft } from '../../helpers/either.js'

const Order: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1, pattern: '^o' },
    total: { type: 'number', minimum: 0 },
    qty: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
    status: { enum: ['placed', 'shipped'] },
    due: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
    size: { type: ['string', 'null'] },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
    extra: { type: 'object', additionalProperties: { type: 'boolean' }, maxProperties: 2 },
    by: {
      anyOf: [
        {
          type: 'object',
          properties: { kind: { const: 'user' }, name: { type: 'string' } },
          required: ['kind', 'name']
        },
        {
          type: 'object',
          properties: { kind: { const: 'bot' }, version: { type: 'integer' } },
          required: ['kind', 'version']
        }
      ]
    },
    odd: { not: { const: 5 } },
    none: false,
    'a/b~c%': { type: 'boolean' }
  },
  required: ['id'],
  additionalProperties: false
}

const issuesOf = (codec: t.Decoder<unknown, unknown>, value: unknown) =>
  explain(expectLeft(codec.decode(value)), { values: true }).map(({ path, kind, expected, received, message }) => ({
    path,
    kind,
    expected,
    received,
    message
  }))

describe('fromJsonSchema', () => {
  it('hands on what the schema accepts, as it is', () => {
    const codec = fromJsonSchema(Order)
    const order = { id: 'o1', by: { kind: 'bot', version: 1, more: true }, pair: ['x', 1, null], size: null }
    const decoded = codec.decode(order)
    expect(E.isRight(decoded) && decoded.right).to.equal(order)
    expect(codec.is(order)).to.equal(true)
    expect(codec.encode(order)).to.equal(order)
    expect(codec.is({})).to.equal(false)
  })

  const wrong: ReadonlyArray<readonly [string, unknown, ReadonlyArray<string | number>, string, string]> = [
    ['another type', { id: 5 }, ['id'], 'type', 'string (at least 1 character, matching ^o)'],
    ['a missing field', {}, ['id'], 'missing', 'string (at least 1 character, matching ^o)'],
    ['an unknown field', { id: 'o', more: 1 }, ['more'], 'unknown_field', 'no such field'],
    ['a field that must not be', { id: 'o', none: 1 }, ['none'], 'unknown_field', 'no such field'],
    ['a bound', { id: 'o', total: -1 }, ['total'], 'constraint', 'at least 0'],
    ['no integer', { id: 'o', qty: 1.5 }, ['qty'], 'format', 'integer'],
    ['no member', { id: 'o', status: 'shiped' }, ['status'], 'enum', 'one of "placed", "shipped"'],
    ['a format', { id: 'o', due: 'tomorrow' }, ['due'], 'format', 'ISO datetime'],
    ['an element', { id: 'o', tags: ['x', 5] }, ['tags', 1], 'type', 'string'],
    ['too few elements', { id: 'o', tags: [] }, ['tags'], 'constraint', 'at least 1 element, no element twice'],
    ['one of several types', { id: 'o', size: 5 }, ['size'], 'type', 'string or null'],
    ['a place of a tuple', { id: 'o', pair: ['x', 'y'] }, ['pair', 1], 'type', 'number'],
    ['a value of a record', { id: 'o', extra: { a: 1 } }, ['extra', 'a'], 'type', 'boolean'],
    ['a key with signs of a pointer', { id: 'o', 'a/b~c%': 1 }, ['a/b~c%'], 'type', 'boolean'],
    ['the branch that was meant', { id: 'o', by: { kind: 'bot', version: 'x' } }, ['by', 'version'], 'type', 'integer'],
    ['a tag of no branch', { id: 'o', by: { kind: 'cat' } }, ['by', 'kind'], 'enum', 'one of "user", "bot"'],
    ['what is no branch at all', { id: 'o', by: 5 }, ['by'], 'type', 'object'],
    ['what no word is known for', { id: 'o', odd: 5 }, ['odd'], 'constraint', 'must NOT be valid'],
    ['no object at all', [], [], 'type', 'object']
  ]
  for (const [what, value, path, kind, expected] of wrong) {
    it(`explains ${what}`, () => {
      expect(
        issuesOf(fromJsonSchema(Order), value).map((issue) => ({
          path: issue.path,
          kind: issue.kind,
          expected: issue.expected
        }))
      ).to.deep.equal([{ path, kind, expected }])
    })
  }

  it('explains what `if` asks for, and a dependency', () => {
    const schema = fromJsonSchema({
      if: { properties: { a: { const: 1 } } },
      then: { properties: { b: { type: 'string' } } },
      dependentRequired: { b: ['c'] },
      properties: { b: {}, c: {} }
    })
    expect(issuesOf(schema, { a: 1, b: 5, c: 1 }).map(({ path }) => path)).to.deep.equal([['b']])
    expect(issuesOf(schema, { b: 'x' }).map(({ path, kind }) => ({ path, kind }))).to.deep.equal([
      { path: ['c'], kind: 'missing' }
    ])
  })

  it('follows references within the document, also those that go round', () => {
    const tree = fromJsonSchema({
      $defs: {
        'T~/': {
          type: 'object',
          properties: { v: { type: 'integer' }, kids: { type: 'array', items: { $ref: '#/$defs/T~0~1' } } },
          required: ['v']
        }
      },
      $ref: '#/$defs/T~0~1'
    })
    expect(
      issuesOf(tree, { v: 1, kids: [{ v: 1, kids: [{ v: 'x' }] }] }).map(({ path, expected }) => ({ path, expected }))
    ).to.deep.equal([{ path: ['kids', 0, 'kids', 0, 'v'], expected: 'integer' }])
  })

  it('explains what a union that holds itself, or a reference to nothing that is shown, leaves unseen', () => {
    const round = fromJsonSchema({
      anyOf: [
        { $ref: '#/anyOf/1' },
        {
          type: 'object',
          properties: { a: { $ref: '#/anyOf/0' }, b: { $anchor: 'b', type: 'string' }, c: { $ref: '#b' } }
        }
      ]
    })
    expect(issuesOf(round, { a: { c: 1 } }).map(({ path, expected }) => ({ path, expected }))).to.deep.equal([
      { path: ['a', 'c'], expected: 'a value that fits the schema' }
    ])
  })

  it('never quotes a value of a result', () => {
    const result = judge({ codec: fromJsonSchema(Order) }, '{"id":"secret-token-1234"}')
    expect(JSON.stringify(result)).not.to.include('secret')
  })

  it('tells the guard which fields are read as numbers', () => {
    expect(
      expectLeft(
        judge(
          {
            codec: fromJsonSchema({ type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } })
          },
          '[{"id":9007199254740993}]'
        )
      )
    ).to.include({
      code: 'unsafe_integer',
      detail: '$[0].id: an integer beyond ±9007199254740991, whose last digits are lost'
    })
  })

  it('salvages no element that only looks right', () => {
    const list = fromJsonSchema({ type: 'array', items: { type: 'string', not: { const: 'bad' } } })
    expect(() => judge({ codec: list, salvage: '$' }, '')).to.throw(
      TypeError,
      /^Expected `salvage` to be the path of an array that the codec declares/
    )
    expect(() => judge({ codec: t.type({ rows: list }), salvage: 'rows' }, '')).to.throw(TypeError, /`salvage`/)
    const one = fromJsonSchema({ type: 'string', not: { const: 'bad' } })
    expect(expectLeft(judge({ codec: t.array(one), salvage: '$' }, '["bad","good","go'))).to.deep.include({
      code: 'incomplete_response',
      data: ['good']
    })
  })

  it('can be part of another codec, and be closed', () => {
    const inner = fromJsonSchema({ type: 'object', properties: { a: { type: 'string' } } })
    expect(
      issuesOf(t.type({ x: inner }), { x: { a: 1 } }).map(({ path, expected }) => ({ path, expected }))
    ).to.deep.equal([{ path: ['x', 'a'], expected: 'string' }])
    expect(issuesOf(closed(inner), { b: 1 }).map(({ path, kind }) => ({ path, kind }))).to.deep.equal([
      { path: ['b'], kind: 'unknown_field' }
    ])
  })

  it('reads draft-07 where the schema or the caller says so', () => {
    const items = { type: 'array', items: [{ type: 'string' }], additionalItems: false }
    const names = [
      'http://json-schema.org/draft-07/schema#',
      'http://json-schema.org/draft-07/schema',
      'https://json-schema.org/draft-07/schema#'
    ]
    for (const seventh of [
      fromJsonSchema(items, { target: 'draft-07' }),
      ...names.map(($schema) => fromJsonSchema({ $schema, ...items }))
    ]) {
      expect([seventh.is(['x']), seventh.is([5]), seventh.is(['x', 5])]).to.deep.equal([true, false, false])
    }
    expect(
      issuesOf(fromJsonSchema(items, { target: 'draft-07' }), [5]).map(({ path, expected }) => ({ path, expected }))
    ).to.deep.equal([{ path: [0], expected: 'string' }])
  })

  it('takes every multiple of a decimal for one, however it is rounded, and nothing between two of them', () => {
    const decimals = fc.record({ n: fc.integer({ min: -1e9, max: 1e9 }), of: fc.integer({ min: 2, max: 999 }) })
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 6 }), ({ n, of }, places) => {
        const decimal = (digits: number): number => Number(`${digits}e-${places}`)
        const codec = fromJsonSchema({ multipleOf: decimal(of) })
        expect([codec.is(decimal(n * of)), codec.is(decimal(n * of + 1))]).to.deep.equal([true, false])
      })
    )
    const even = fromJsonSchema({ multipleOf: 2 })
    expect([2 ** 53 - 1, 0, 'odd', 1e308].map((value) => even.is(value))).to.deep.equal([false, true, true, true])
    expect(fromJsonSchema({ multipleOf: 0.5 }).is(1e308)).to.equal(true)
  })

  it('takes a format for an annotation where it is told to', () => {
    const formats = ['date-time', 'time', 'duration', 'date', 'uri', 'email', 'uuid', 'url', 'int32', 'unheard-of']
    for (const target of ['2020-12', 'draft-07'] as const)
      for (const format of formats) {
        const codec = fromJsonSchema({ type: ['string', 'number'], format }, { target, formats: false })
        expect([codec.is('Köln'), codec.is(2 ** 40), codec.is(true)]).to.deep.equal([true, true, false])
      }
  })

  it('is named by its caller, or by its title', () => {
    expect([
      fromJsonSchema({}).name,
      fromJsonSchema({ title: 'Order' }).name,
      fromJsonSchema({ title: 'Order' }, { name: 'Mine' }).name
    ]).to.deep.equal(['JSON Schema', 'Order', 'Mine'])
  })

  it("compiles with an instance of the caller's own", () => {
    const ajv = new Ajv2020({ strict: false })
    ajv.addKeyword({
      keyword: 'even',
      type: 'number',
      validate: (wanted: boolean, n: number) => (n % 2 === 0) === wanted
    })
    expect([2, 3].map((n) => fromJsonSchema({ even: true }, { ajv }).is(n))).to.deep.equal([true, false])
  })

  it("leaves the dialect to an instance of the caller's own, and hands on why that cannot compile", () => {
    const own = (thrown?: unknown) => ({
      compile: () => {
        if (thrown !== undefined) throw thrown
        return Object.assign((value: unknown) => value === 'x', { errors: null })
      },
      removeSchema: () => undefined
    })
    const schema = { $schema: 'http://json-schema.org/draft-04/schema#' }
    expect(['x', 'y'].map((value) => fromJsonSchema(schema, { ajv: own() }).is(value))).to.deep.equal([true, false])
    expect(
      issuesOf(fromJsonSchema(schema, { ajv: own() }), 'y').map(({ path, kind }) => ({ path, kind }))
    ).to.deep.equal([{ path: [], kind: 'format' }])
    const thrown = new Error('no such keyword')
    expect(() => fromJsonSchema(schema, { ajv: own(thrown) }))
      .to.throw(TypeError, 'can be compiled: no such keyword.')
      .with.property('cause', thrown)
    expect(() => fromJsonSchema(schema, { ajv: own('odd') })).to.throw(TypeError, 'can be compiled: unknown reason.')
  })

  it('is written as a schema in both dialects', () => {
    const items = { type: 'array', items: [{ type: 'string' }] }
    const seventh = fromJsonSchema(items, { target: 'draft-07', name: 'Pair' })
    expect([toJsonSchema(seventh, { target: 'draft-07' }), toJsonSchema(seventh)]).to.deep.equal([
      items,
      { type: 'array', prefixItems: [{ type: 'string' }] }
    ])
  })

  it('takes the schemas true and false', () => {
    expect([true, false].map((schema) => fromJsonSchema(schema).is(5))).to.deep.equal([true, false])
    expect([true, false].map((schema) => toJsonSchema(fromJsonSchema(schema)))).to.deep.equal([{}, { not: {} }])
  })

  it('takes a key for absent that every object inherits', () => {
    const codec = fromJsonSchema({ type: 'object', properties: { constructor: { type: 'string' } } })
    const asked = fromJsonSchema({ type: 'object', required: ['toString'] })
    expect([codec.is({}), codec.is({ constructor: 'x' }), codec.is({ constructor: 5 })]).to.deep.equal([
      true,
      true,
      false
    ])
    expect([asked.is({}), asked.is({ toString: 1 })]).to.deep.equal([false, true])
  })

  it('compares values with a constant and with members by their own keys, whatever these are called', () => {
    const names = [...Object.getOwnPropertyNames(Object.prototype), 'toJSON', 'length', 'a']
    for (const name of names.filter((one) => one !== '__proto__'))
      for (const value of [1, null, 'x', {}, { b: [1] }, ['y']]) {
        const due = { [name]: value, z: { [name]: value } }
        const others = [{ [name]: value }, { ...due, more: 1 }, { ...due, [name]: 2 }, [due], {}, name]
        for (const schema of [{ const: due }, { enum: [5, due] }, { anyOf: [{ const: 'no' }, { enum: [due] }] }]) {
          const codec = fromJsonSchema(schema)
          const text = JSON.stringify({ z: due.z, [name]: value })
          expect(judge({ codec }, text), JSON.stringify(schema)).to.deep.equal(E.right(due))
          expect(others.filter((other) => codec.is(other))).to.deep.equal([])
        }
      }
  })

  it('is a constant or a member only as a value of its own kind', () => {
    const day = '2026-05-03T00:00:00.000Z'
    const member = fromJsonSchema({ enum: [day, 1, false, {}, []] })
    expect([day, 1, false, {}, []].map((value) => member.is(value))).to.deep.equal([true, true, true, true, true])
    expect([new Date(day), '1', 0, null, [[]], [{}], undefined].map((value) => member.is(value))).to.deep.equal(
      Array.from({ length: 7 }, () => false)
    )
    expect(() => fromJsonSchema({ enum: [] })).to.throw(TypeError, 'enum must have non-empty array')
  })

  it('may have an `$id` of its own and be part of other codecs, twice', () => {
    const named = {
      $id: 'https://example.com/order',
      type: 'object',
      properties: { a: { $ref: '#/$defs/T' }, b: { $ref: 'https://example.com/order#/$defs/T' }, c: { $ref: 'item' } },
      $defs: {
        T: { type: 'string' },
        I: { $id: 'item', type: 'object', properties: { n: { $ref: '#/$defs/N' } }, $defs: { N: { type: 'number' } } }
      }
    }
    const schema = toJsonSchema(t.type({ x: fromJsonSchema(named), y: t.array(fromJsonSchema(named)) }))
    const validate = new Ajv2020({ strict: false }).compile(schema)
    const good = { a: 'a', b: 'b', c: { n: 1 } }
    expect([
      validate({ x: good, y: [good] }),
      validate({ x: { ...good, b: 1 }, y: [] }),
      validate({ x: good, y: [{ c: { n: 'n' } }] })
    ]).to.deep.equal([true, false, false])
  })

  it('reads as many values and levels as it says', () => {
    expect(fromJsonSchema({ enum: Array.from({ length: 19_998 }, (_, i) => i) }).is(5)).to.equal(true)
    expect(fromJsonSchema(deep(100)).is(5)).to.equal(true)
  })

  it('leaves out of a schema what JSON cannot carry', () => {
    expect(fromJsonSchema({ type: 'string', 'x-check': () => false }).is('a')).to.equal(true)
  })

  it('does not change with the schema that it was made of', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    const before = fromJsonSchema(schema)
    schema.properties.a.type = 'number'
    expect([before.is({ a: 'x' }), fromJsonSchema(schema).is({ a: 'x' })]).to.deep.equal([true, false])
  })

  const deep = (levels: number): JsonSchema => (levels === 0 ? {} : { not: deep(levels - 1) })
  const refused: ReadonlyArray<readonly [string, unknown, RegExp]> = [
    ['nothing', null, /^Expected `schema` to be a JSON Schema: an object, true or false\.$/],
    ['a list', [], /^Expected `schema` to be a JSON Schema: an object, true or false\.$/],
    [
      'the name of the older dialect',
      { $id: 'http://json-schema.org/draft-07/schema', type: 'string' },
      /an `\$id` of its own/
    ],
    ['no object', 5, /^Expected `schema` to be a JSON Schema: an object, true or false\.$/],
    ['an unknown dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, /draft 2020-12 or draft-07/],
    ['a dialect that is no text', { $schema: 5 }, /draft 2020-12 or draft-07/],
    [
      'the name of the dialect',
      { $id: 'https://json-schema.org/draft/2020-12/schema', type: 'string' },
      /an `\$id` of its own/
    ],
    ['what ajv cannot compile', { type: 'wrong' }, /can be compiled: /],
    ['a reference to another document', { $ref: 'https://example.com/order.json' }, /can be compiled: /],
    ['a reference to nothing', { $ref: '#/$defs/none' }, /can be compiled: /],
    ['an asynchronous one', { $async: true, type: 'string' }, /it validates asynchronously/],
    ['one that is too deep', deep(101), /at most 20000 values and 100 levels/],
    [
      'one that is too large',
      { enum: Array.from({ length: 19_999 }, (_, i) => i) },
      /at most 20000 values and 100 levels/
    ]
  ]
  for (const [what, schema, message] of refused) {
    it(`refuses ${what} in a sentence`, () => {
      expect(() => fromJsonSchema(schema as JsonSchema)).to.throw(TypeError, message)
    })
  }

  it('still reads schemas after it was given one that pretends to be the dialect', () => {
    expect(() => fromJsonSchema({ $id: 'https://json-schema.org/draft/2020-12/schema' })).to.throw(TypeError)
    expect(() => fromJsonSchema({ type: 'wrong' })).to.throw(TypeError)
    expect(
      fromJsonSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'https://example.com/a',
        type: 'string'
      }).is('x')
    ).to.equal(true)
    expect(fromJsonSchema({ $id: 'https://example.com/a', type: 'number' }).is('x')).to.equal(false)
  })

  it('shows a schema of any shape without failing', () => {
    const strange = fromJsonSchema({
      properties: {
        constructor: {
          anyOf: [
            { type: 'object', properties: { constructor: { const: 'a' } } },
            { type: 'object', properties: { constructor: { const: 'b' } } }
          ]
        }
      },
      allOf: [{ properties: { n: { const: null }, o: { enum: [{ a: 1 }, 5] } } }, true],
      propertyNames: { maxLength: 20 }
    })
    expect(issuesOf(strange, { constructor: { constructor: 5 } }).map(({ path }) => path)).to.deep.equal([
      ['constructor', 'constructor']
    ])
    expect(issuesOf(strange, { n: 5 }).map(({ path, expected }) => ({ path, expected }))).to.deep.equal([
      { path: ['n'], expected: 'null' }
    ])
    expect(issuesOf(strange, { ['x'.repeat(21)]: 5 }).map(({ path }) => path)).to.deep.equal([[]])
  })
})
