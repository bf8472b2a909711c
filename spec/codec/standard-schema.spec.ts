import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { explain } from '../../lib/codec/explain.js'
import { toJsonSchema } from '../../lib/codec/json-schema/to-json-schema.js'
import type { StandardIssueLike, StandardResultLike, StandardSchemaLike } from '../../lib/codec/is-codec.js'
import { SchemaFailure } from '../../lib/codec/schema-failure.js'
import { fromStandardSchema, toStandardSchema } from '../../lib/codec/standard-schema.js'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { openTurn } from '../../lib/guard/session.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const schemaBy = <A>(
  validate: StandardSchemaLike<A>['~standard']['validate'],
  jsonSchema?: unknown
): StandardSchemaLike<A> => ({
  '~standard': { version: 1, vendor: 'acme', validate, ...(jsonSchema === undefined ? {} : { jsonSchema }) }
})

const refusing = (
  ...issues: ReadonlyArray<StandardIssueLike & Readonly<Record<string, unknown>>>
): StandardSchemaLike => schemaBy(() => ({ issues }))

const issuesOf = (schema: StandardSchemaLike, value: unknown) =>
  explain(expectLeft(fromStandardSchema(schema).decode(value)), { values: true }).map(
    ({ path, kind, expected, message }) => ({ path, kind, expected, message })
  )

describe('fromStandardSchema', () => {
  const trimmed = schemaBy<string>((value) =>
    typeof value === 'string' ? { value: value.trim() } : { issues: [{ message: 'Expected text' }] }
  )

  it('decodes to what the schema makes of a value, and encodes it as it is', () => {
    const codec = fromStandardSchema(trimmed)
    expect(codec.name).to.equal('acme schema')
    expect(codec.decode(' x ')).to.deep.equal(E.right('x'))
    expect(codec.encode('x')).to.equal('x')
  })

  it('keeps a schema that needs its `this`', () => {
    class Positive {
      readonly version = 1
      readonly vendor = 'acme'
      readonly limit = 0
      validate(value: unknown): StandardResultLike<number> {
        return typeof value === 'number' && value > this.limit ? { value } : { issues: [{ message: 'not positive' }] }
      }
    }
    const codec = fromStandardSchema<number>({ '~standard': new Positive() })
    expect([codec.is(1), codec.is(-1)]).to.deep.equal([true, false])
  })

  it('is what the schema leaves unchanged, but for keys that it drops', () => {
    const schema = schemaBy<unknown>((value) => ({
      value: t.UnknownRecord.is(value) ? { a: 'b' in value ? [1, { c: value['b'] }] : 1 } : value
    }))
    const { is } = fromStandardSchema(schema)
    expect([is({ a: 1 }), is({ a: 1, more: 2 }), is({ a: [1, { c: 5, d: 6 }], b: 5 }), is(5), is(null)]).to.deep.equal([
      true,
      true,
      true,
      true,
      true
    ])
    expect([
      is({}),
      is({ a: [1], b: 5 }),
      is({ a: 1, b: 5 }),
      is({ a: [1, { d: 5 }], b: 5 }),
      is({ a: [1, null], b: 5 })
    ]).to.deep.equal([false, false, false, false, false])
    expect(fromStandardSchema(trimmed).is(' x ')).to.equal(false)
    const always = (value: unknown) => fromStandardSchema<unknown>(schemaBy(() => ({ value }))).is
    expect([
      always([1])([1]),
      always([1])([1, 2]),
      always([])({ length: 0 }),
      always({ a: 1, b: 1 })({ a: 1, b: 2 }),
      always({ a: 1 })([1])
    ]).to.deep.equal([true, false, false, false, false])
  })

  it('finds paths of keys and of path segments, in arrays and objects', () => {
    const schema = refusing(
      { message: 'wrong', path: ['orders', { key: 0 }, 'total'] },
      { message: 'odd', path: [Symbol('s')] }
    )
    expect(issuesOf(schema, { orders: [{ total: 'x' }] })).to.deep.equal([
      { path: ['orders', 0, 'total'], kind: 'constraint', expected: 'a value that fits the schema', message: 'wrong' },
      {
        path: ['Symbol(s)'],
        kind: 'missing',
        expected: 'a value that fits the schema',
        message: 'required field is missing (expected a value that fits the schema)'
      }
    ])
  })

  it('names a type that the issue names, and leaves other words of it alone', () => {
    const schema = refusing(
      { message: 'must be a number (was "x")', expected: 'number', path: ['a'] },
      { message: 'must be even (was 5)', expected: 'even (was 5)', path: ['b'] }
    )
    expect(issuesOf(schema, { a: 'x', b: 5 })).to.deep.equal([
      { path: ['a'], kind: 'type', expected: 'number', message: "expected number, got 'x'" },
      { path: ['b'], kind: 'constraint', expected: 'a value that fits the schema', message: 'must be even (was 5)' }
    ])
  })

  it('takes an issue without a path to be about the whole, and not about a key', () => {
    const expected = 'a value that fits the schema'
    expect(issuesOf(refusing({ message: 'never this' }), 5)).to.deep.equal([
      { path: [], kind: 'constraint', expected, message: 'never this' }
    ])
    expect(issuesOf(refusing({ message: 'never this', expected: 'never', path: [] }), 5)).to.deep.equal([
      { path: [], kind: 'constraint', expected, message: 'never this' }
    ])
  })

  it('reads what an issue says beside its message only where it is what it should be', () => {
    const odd: ReadonlyArray<Readonly<Record<string, unknown>>> = [
      { code: 'unrecognized_keys' },
      { code: 'unrecognized_keys', keys: 'k' },
      { code: 'unrecognized_keys', keys: [5] },
      { code: 'invalid_key', keys: ['k'] },
      { errors: 'no list' },
      { errors: [[{ message: 'no text', path: [] }], 'no list'] }
    ]
    for (const more of odd) {
      expect(issuesOf(refusing({ message: 'wrong', path: [], ...more }), { k: 1 })).to.deep.equal([
        { path: [], kind: 'constraint', expected: 'a value that fits the schema', message: 'wrong' }
      ])
    }
    expect(
      issuesOf(refusing({ message: 'wrong', code: 'unrecognized_keys', keys: [5, 'k'] }), { k: 1 }).map(
        ({ path, kind }) => ({ path, kind })
      )
    ).to.deep.equal([{ path: ['k'], kind: 'unknown_field' }])
  })

  it('knows how the libraries say that a key should not be there', () => {
    for (const issue of [
      { message: 'm', code: 'unrecognized_keys', keys: ['k'], path: [] },
      { message: 'm', expected: 'never', path: [{ key: 'k' }] },
      { message: 'm', expected: 'removed', path: ['k'] }
    ]) {
      expect(issuesOf(refusing(issue), { k: 1 }).map(({ path, kind }) => ({ path, kind }))).to.deep.equal([
        { path: ['k'], kind: 'unknown_field' }
      ])
    }
  })

  it('explains by the JSON Schema that a schema carries', () => {
    const jsonSchema = {
      input: () => ({
        type: 'object',
        properties: {
          s: { enum: ['placed', 'shipped'] },
          n: { anyOf: [{ type: 'number' }, { type: 'object', properties: { n: { type: 'string' } } }] },
          list: { type: 'array', items: { type: 'string' } }
        }
      })
    }
    const issues = [
      { message: 'wrong', path: ['s'] },
      {
        message: 'wrong',
        path: ['n'],
        errors: [[{ message: 'no number', path: [] }], [{ message: 'no text', path: ['n'] }]]
      },
      { message: 'wrong', path: ['list', 0] }
    ]
    expect(
      issuesOf(
        schemaBy(() => ({ issues }), jsonSchema),
        { s: 'shiped', n: { n: 5 }, list: [5] }
      )
    ).to.deep.equal([
      {
        path: ['s'],
        kind: 'enum',
        expected: 'one of "placed", "shipped"',
        message: 'expected one of "placed", "shipped", got \'shiped\'; did you mean "shipped"?'
      },
      { path: ['n', 'n'], kind: 'type', expected: 'string', message: 'expected string, got 5' },
      { path: ['list', 0], kind: 'type', expected: 'string', message: 'expected string, got 5' }
    ])
  })

  it('does without a JSON Schema that cannot be had', () => {
    const bad: ReadonlyArray<unknown> = [
      {
        input: () => {
          throw new Error('unrepresentable')
        }
      },
      { input: () => 5 },
      5,
      {}
    ]
    for (const jsonSchema of bad) {
      expect(toJsonSchema(fromStandardSchema(schemaBy((value) => ({ value }), jsonSchema)))).to.deep.equal({
        description: 'acme schema'
      })
    }
  })

  it('asks for the newest draft, once, and not before there is something to explain', () => {
    const asked: Array<unknown> = []
    const schema = schemaBy((value) => (value === 1 ? { value } : { issues: [{ message: 'no' }] }), {
      input: (options: unknown) => asked.push(options)
    })
    expect(fromStandardSchema(schema).decode(1)).to.deep.equal(E.right(1))
    expect(asked).to.deep.equal([])
    for (const value of [2, 3]) issuesOf(schema, value)
    expect(asked).to.deep.equal([{ target: 'draft-2020-12' }])
  })

  it('makes one codec of a schema, however often it is named', () => {
    const schema = schemaBy((value) => ({ value }))
    expect(fromStandardSchema(schema)).to.equal(fromStandardSchema(schema))
  })

  it('asks for the draft that is wanted', () => {
    const codec = fromStandardSchema(
      schemaBy((value) => ({ value }), { input: ({ target }: { readonly target: string }) => ({ $comment: target }) })
    )
    expect([toJsonSchema(codec), toJsonSchema(codec, { target: 'draft-07' })]).to.deep.equal([
      { $comment: 'draft-2020-12' },
      { $comment: 'draft-07' }
    ])
  })

  it('reads arguments that a model sent, and tells it what is wrong with them', async () => {
    const args = fromStandardSchema<{ readonly q: string }>(toStandardSchema(t.type({ q: t.string })))
    const call = guardedCall({ name: 'search', effect: 'read', args, run: ({ q }) => ({ q }) }, t.type({ q: t.string }))
    const turn = openTurn()
    expect(expectRight(await turn.run(call({ q: 'x' })))).to.deep.equal({ q: 'x' })
    expect(expectLeft(await turn.run(call.fromModel({})))).to.include({
      code: 'invalid_arguments',
      detail: "- 'q': required field is missing — provide a value"
    })
  })

  for (const schema of [
    undefined,
    null,
    5,
    {},
    { '~standard': null },
    { '~standard': { validate: 5 } },
    { '~standard': {} }
  ]) {
    it(`refuses ${JSON.stringify(schema)} in a sentence`, () => {
      expect(() => fromStandardSchema(schema as StandardSchemaLike)).to.throw(
        TypeError,
        'Expected `schema` to be a Standard Schema'
      )
    })
  }

  it('refuses a schema that answers with a promise, and swallows its rejection', async () => {
    for (const validate of [async () => ({ value: 1 }), () => Promise.reject(new Error('late'))]) {
      expect(() => fromStandardSchema(schemaBy<number>(validate))).to.throw(
        TypeError,
        'Expected `schema` to validate synchronously, got one that answers with a promise.'
      )
    }
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    const heard: Array<unknown> = []
    const thenable = {
      then: (accepted: unknown, rejected: unknown) => {
        heard.push([accepted, typeof rejected])
      }
    } as unknown as Promise<StandardResultLike<number>>
    expect(() => fromStandardSchema(schemaBy<number>(() => thenable))).to.throw(TypeError)
    expect(heard).to.deep.equal([[undefined, 'function']])
  })

  it('throws for a value for which only it answers with a promise, since its author made a mistake and not the value', () => {
    const schema = schemaBy<string>((value) =>
      value === undefined ? { issues: [{ message: 'no' }] } : Promise.resolve({ value: 'x' })
    )
    const codec = fromStandardSchema(schema)
    for (const ask of [() => codec.decode('x'), () => codec.is('x')])
      expect(ask).to.throw(SchemaFailure, 'The schema validates asynchronously.')
  })

  it('takes a schema that throws for undefined', () => {
    const codec = fromStandardSchema(schemaBy<number>((value) => ({ value: (value as string).length })))
    expect(codec.decode('abc')).to.deep.equal(E.right(3))
  })
})

describe('toStandardSchema', () => {
  const Due = t.type({ due: DateFromISOString })
  const standard = toStandardSchema(Due)['~standard']

  it('is a Standard Schema of version 1', () => {
    expect({ version: standard.version, vendor: standard.vendor }).to.deep.equal({ version: 1, vendor: 'guarded-call' })
    expect(standard.validate({ due: '2026-05-03T00:00:00.000Z' })).to.deep.equal({
      value: { due: new Date('2026-05-03') }
    })
    expect(standard.validate({ due: 'tomorrow' })).to.deep.equal({
      issues: [{ message: 'expected ISO datetime, got string', path: ['due'] }]
    })
  })

  it('is a Standard JSON Schema of the form on the wire, both ways', () => {
    const schema = {
      type: 'object',
      properties: { due: { type: 'string', description: 'ISO datetime' } },
      required: ['due']
    }
    expect(standard.jsonSchema.input({ target: 'draft-2020-12' })).to.deep.equal(schema)
    expect(standard.jsonSchema.output({ target: 'draft-07' })).to.deep.equal(schema)
    expect(() => standard.jsonSchema.input({ target: 'openapi-3.0' })).to.throw(
      TypeError,
      "Expected `target` to be 'draft-2020-12' or 'draft-07', got 'openapi-3.0'."
    )
  })

  it('and back gives a codec that judges alike', () => {
    const codec = fromStandardSchema<{ readonly due: Date }>(toStandardSchema(Due))
    for (const value of [{ due: '2026-05-03' }, { due: 'x' }, {}, null])
      expect(E.isRight(codec.decode(value))).to.equal(E.isRight(Due.decode(value)))
  })
})
