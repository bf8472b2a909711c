/** The codec of a schema judges and explains as the schema's own library does: zod, valibot, arktype as they are. */
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { expect } from 'chai'
import * as Schema from 'effect/Schema'
import { expectTypeOf } from 'expect-type'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import {
  explain,
  fromStandardSchema,
  guardedCall,
  judge,
  schemaMismatch,
  openTurn,
  toStandardSchema,
  type ToolError
} from 'guarded-call'
import { guardTools } from 'guarded-call/ai-sdk'
import { toJsonSchema } from 'guarded-call/json-schema'
import * as v from 'valibot'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { z as z3 } from 'zod/v3'
import type { StandardSchemaV1 } from '@standard-schema/spec'

interface Order {
  readonly id: string
  readonly total: number
  readonly status: 'placed' | 'shipped'
  readonly mail?: string | undefined
}

const zodOrder = z.strictObject({
  id: z.string(),
  total: z.number().positive(),
  status: z.enum(['placed', 'shipped']),
  mail: z.email().optional()
})
const valibotOrder = v.strictObject({
  id: v.string(),
  total: v.pipe(v.number(), v.gtValue(0)),
  status: v.picklist(['placed', 'shipped']),
  mail: v.optional(v.pipe(v.string(), v.email()))
})
const arktypeOrder = type({
  id: 'string',
  total: 'number > 0',
  status: "'placed' | 'shipped'",
  'mail?': 'string.email',
  '+': 'reject'
})

// Inference: the codec is one of the schema's output.
expectTypeOf(fromStandardSchema(zodOrder)).toExtend<t.Decoder<unknown, Order>>()
expectTypeOf(fromStandardSchema(valibotOrder)).toExtend<t.Decoder<unknown, Order>>()
expectTypeOf(fromStandardSchema(arktypeOrder)).toExtend<t.Decoder<unknown, Order>>()
expectTypeOf(fromStandardSchema(z.string())).not.toExtend<t.Decoder<unknown, Order>>()
expectTypeOf(toStandardSchema(fromStandardSchema(zodOrder))).toExtend<StandardSchemaV1<unknown, Order>>()

// Inference, of what a schema gives where it is taken as it is.
const bare = { name: 'a', effect: 'read', run: (): unknown => null } as const
const take = (args: Order): unknown => args
expectTypeOf(guardedCall(bare, zodOrder).codec).toEqualTypeOf<t.Decoder<unknown, z.output<typeof zodOrder>>>()
expectTypeOf(guardedCall(bare, valibotOrder).codec).toEqualTypeOf<
  t.Decoder<unknown, v.InferOutput<typeof valibotOrder>>
>()
expectTypeOf(guardedCall(bare, arktypeOrder).codec).toEqualTypeOf<t.Decoder<unknown, typeof arktypeOrder.infer>>()
expectTypeOf(guardedCall(bare, Schema.toStandardSchemaV1(Schema.NumberFromString)).codec).toEqualTypeOf<
  t.Decoder<unknown, number>
>()
expectTypeOf(guardedCall(bare, z.string().transform(Number)).codec).toEqualTypeOf<t.Decoder<unknown, number>>()
expectTypeOf(guardedCall({ ...bare, args: zodOrder, run: take }, zodOrder).tool.args).toEqualTypeOf<
  t.Type<z.output<typeof zodOrder>, unknown> | undefined
>()
guardedCall({ ...bare, args: zodOrder, run: (args) => args.id }, valibotOrder)
guardedCall({ ...bare, args: valibotOrder, run: (args) => args.id }, arktypeOrder)
guardedCall({ ...bare, args: arktypeOrder, run: (args) => args.id }, mini.string())
guardedCall({ ...bare, args: z3.object({ id: z3.string() }), run: (args) => args.id }, z3.number())
// @ts-expect-error the schema has no such field
guardedCall({ ...bare, args: zodOrder, run: (args) => args.missing }, zodOrder)

const orders: Readonly<Record<string, t.Mixed>> = {
  zod: fromStandardSchema(z.object({ orders: z.array(zodOrder) })),
  valibot: fromStandardSchema(v.object({ orders: v.array(valibotOrder) })),
  'valibot with its JSON Schema': fromStandardSchema(toStandardJsonSchema(v.object({ orders: v.array(valibotOrder) }))),
  arktype: fromStandardSchema(type({ orders: arktypeOrder.array() }))
}

const order = { id: 'o1', total: 12, status: 'placed' }

const issuesOf = (codec: t.Decoder<unknown, unknown>, value: unknown) => {
  const decoded = codec.decode(value)
  return E.isRight(decoded) ? [] : explain(decoded.left, { values: true })
}

for (const [library, codec] of Object.entries(orders)) {
  describe(`fromStandardSchema, ${library}`, () => {
    it('accepts what the schema accepts', () => {
      expect(codec.decode({ orders: [order, { ...order, mail: 'a@b.io' }] })).to.deep.equal(
        E.right({ orders: [order, { ...order, mail: 'a@b.io' }] })
      )
      expect([codec.is({ orders: [order] }), codec.is({ orders: [{}] })]).to.deep.equal([true, false])
    })

    it('says at which place which kind of thing is wrong', () => {
      const wrong = {
        orders: [
          { ...order, total: 'twelve' },
          { ...order, more: 1 },
          { ...order, mail: 'nobody' },
          { total: 1, status: 'placed' }
        ]
      }
      const found = issuesOf(codec, wrong).map(({ path, kind }) => `${path.join('.')}: ${kind}`)
      expect(found.sort()).to.deep.equal([
        'orders.0.total: type',
        'orders.1.more: unknown_field',
        'orders.2.mail: constraint',
        'orders.3.id: missing'
      ])
    })

    it('names the type that was due, to the model as well', () => {
      expect(judge({ codec }, JSON.stringify({ orders: [{ ...order, total: 'secret' }] })))
        .to.have.nested.property('left.detail')
        .that.matches(/^orders\[0\]\.total: expected number(?: \(more than 0\))?, received one word of 6 letters$/)
    })

    it('quotes no text of a result, but what stands in the place of a member', () => {
      const detailOf = (one: object) => {
        const { left } = judge({ codec }, JSON.stringify({ orders: [one] })) as { readonly left: ToolError }
        return left.detail
      }
      for (const one of [
        { ...order, status: 'a secret' },
        { ...order, status: 'pass\nword: secret' },
        { ...order, mail: 'secret' },
        { ...order, id: ['secret'] },
        { ...order, total: 'secret' }
      ])
        expect(detailOf(one))
          .to.match(/^orders\[0\]\.\w+: /)
          .and.not.to.include('secret')
      // Without its JSON Schema, nobody knows that Valibot's picklist is one.
      expect(detailOf({ ...order, status: 'shiped' }).includes('"shiped"')).to.equal(library !== 'valibot')
      expect(detailOf({ ...order, total: -12345 })).to.match(/-12345/)
    })

    if (library !== 'valibot') {
      it('offers the member that was meant, and what the format is', () => {
        const [status] = issuesOf(codec, { orders: [{ ...order, status: 'shiped' }] })
        expect(status).to.include({ kind: 'enum', suggestion: 'shipped' })
        const [mail] = issuesOf(codec, { orders: [{ ...order, mail: 'x' }] })
        expect(mail).to.include({ expected: 'email' })
      })

      it('writes the schema as JSON Schema', () => {
        expect(toJsonSchema(codec))
          .to.have.nested.property('properties.orders.items.required')
          .that.includes.members(['id', 'total', 'status'])
      })

      it('sees which fields are numbers, so that a rounded one does not pass', () => {
        expect(
          judge({ codec }, '{"orders":[{"id":"o1","total":9007199254740993,"status":"placed"}]}')
        ).to.have.nested.property('left.code', 'unsafe_integer')
      })
    }
  })
}

describe('fromStandardSchema, what is special to a library', () => {
  it('hands on what a zod schema transforms, and takes its defaults', () => {
    const codec = fromStandardSchema(z.object({ page: z.coerce.number().default(1), q: z.string().trim() }))
    expect(codec.decode({ q: ' x ' })).to.deep.equal(E.right({ page: 1, q: 'x' }))
    expect([codec.is({ q: 'x' }), codec.is({ page: 1, q: 'x' })]).to.deep.equal([false, true])
  })

  it('explains the branch of a zod union that is nearest', () => {
    const codec = fromStandardSchema(
      z.object({
        by: z.union([
          z.object({ user: z.string(), mail: z.string() }),
          z.object({ bot: z.string(), version: z.number() })
        ])
      })
    )
    expect(
      issuesOf(codec, { by: { bot: 'b', version: 'x' } }).map(({ path, expected }) => ({ path, expected }))
    ).to.deep.equal([{ path: ['by', 'version'], expected: 'number' }])
  })

  it('follows a zod schema that holds itself', () => {
    const Tree = z.object({
      label: z.string(),
      get kids() {
        return z.array(Tree)
      }
    })
    const found = issuesOf(fromStandardSchema(Tree), {
      label: 'a',
      kids: [{ label: 'b', kids: [{ label: 5, kids: [] }] }]
    })
    expect(found.map(({ path, expected }) => ({ path, expected }))).to.deep.equal([
      { path: ['kids', 0, 'kids', 0, 'label'], expected: 'string' }
    ])
  })

  it('says at which place a transform threw, and not that it is asynchronous', () => {
    const codec = fromStandardSchema(
      z.object({ orders: z.array(z.object({ 'x-total': z.string().transform((text) => BigInt(text)) })) })
    )
    expect(judge({ codec }, '{"orders":[{"x-total":"1"},{"x-total":"one"}]}')).to.deep.equal(
      E.left(
        schemaMismatch({
          code: 'codec_threw',
          detail: 'The codec threw at orders[1]["x-total"] instead of returning.'
        })
      )
    )
    const any = fromStandardSchema(
      z.unknown().transform((value) => (value as { readonly a: { readonly b: number } }).a.b)
    )
    expect(any.decode({ a: { b: 1 } })).to.deep.equal(E.right(1))
  })

  it('refuses what can only be validated asynchronously', () => {
    expect(() => fromStandardSchema(v.objectAsync({ a: v.string() }))).to.throw(TypeError, 'synchronously')
    const codec = fromStandardSchema(z.object({ a: z.string().refine(async () => true) }))
    expect(judge({ codec }, '{"a":"x"}')).to.deep.equal(
      E.left(
        schemaMismatch({
          code: 'codec_threw',
          detail:
            'The codec is a schema that validates asynchronously: use a synchronous schema, or validate in code of yours that can wait.'
        })
      )
    )
  })

  it("reads a model's arguments", async () => {
    const tool = {
      name: 'search',
      effect: 'read' as const,
      args: fromStandardSchema(z.strictObject({ q: z.string(), page: z.int().min(1) })),
      run: () => ({ ok: true })
    }
    const call = guardedCall(tool, fromStandardSchema(z.object({ ok: z.boolean() })))
    const result = await openTurn().run(call.fromModel({ q: 5, page: 'two', more: 1 }))
    expect(E.isLeft(result) && result.left.detail).to.equal(
      "- 'q': expected string, got number; - 'page': expected integer, got 'two'; - 'more': unknown field — remove it"
    )
  })
})

const rows: Readonly<Record<string, StandardSchemaV1>> = {
  zod: z.object({ rows: z.array(z.number()) }),
  'zod/mini': mini.object({ rows: mini.array(mini.number()) }),
  'zod/v3': z3.object({ rows: z3.array(z3.number()) }),
  valibot: v.object({ rows: v.array(v.number()) }),
  arktype: type({ rows: 'number[]' }),
  effect: Schema.toStandardSchemaV1(Schema.Struct({ rows: Schema.Array(Schema.Number) }))
}

for (const [library, schema] of Object.entries(rows)) {
  describe(`a schema as it is, ${library}`, () => {
    it('is an output of tools that are there already', async () => {
      const tools = guardTools(
        { search: { execute: ({ answer }: { readonly answer: unknown }) => answer } },
        { turn: openTurn(), rules: { search: { output: schema } } }
      )
      const codeOf = async (answer: unknown): Promise<unknown> => {
        try {
          return await tools.search.execute({ answer })
        } catch (thrown) {
          return (JSON.parse((thrown as Error).message) as { readonly code: string }).code
        }
      }
      expect([await codeOf({ rows: [1] }), await codeOf({ rows: ['x'] }), await codeOf('{"rows":[1')]).to.deep.equal([
        { rows: [1] },
        'schema_violation',
        'truncated_response'
      ])
    })

    it('salvages no elements, as none is judged by itself', () => {
      expect(() => judge({ codec: fromStandardSchema(schema), salvage: 'rows' }, '')).to.throw(
        TypeError,
        /^Expected `salvage`/
      )
    })

    it('is what a guarded call takes and gives', async () => {
      const run = (args: unknown) => args
      const call = guardedCall({ name: 'a', effect: 'read', args: schema, run }, schema)
      const [right, wrong] = [call.fromModel({ rows: [1] }), call.fromModel({ rows: ['x'] })]
      expect(await openTurn().run(right)).to.deep.equal(E.right({ rows: [1] }))
      expect(await openTurn().run(wrong)).to.have.nested.property('left.code', 'invalid_arguments')
      expect(judge({ codec: schema }, '{"rows":["x"]}')).to.have.nested.property('left.code', 'schema_violation')
    })
  })
}

describe('toStandardSchema', () => {
  it('is taken for a schema by another library', () => {
    const schema = toStandardSchema(fromStandardSchema(zodOrder))
    expect(schema['~standard'].validate(order)).to.deep.equal({ value: order })
    expect(fromStandardSchema(schema).is(order)).to.equal(true)
  })
})
