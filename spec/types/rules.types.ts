/**
 * What the compiler must infer of the rules of tools in place; nothing of this file runs. The mistakes that it must
 * find stand in rule-mistakes.slow.spec.ts.
 */
import { expectTypeOf } from 'expect-type'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { optionFromNullable } from 'io-ts-types/lib/optionFromNullable.js'
import { z } from 'zod'
import { guardTools as guardAiTools } from '../../lib/adapters/ai-sdk/index.js'
import { guardHooks } from '../../lib/adapters/claude-agent/index.js'
import { guardMiddleware, guardTools as guardLangChainTools } from '../../lib/adapters/langchain/index.js'
import { guardTools as guardMcpTools } from '../../lib/adapters/mcp/index.js'
import {
  countMatches,
  detectMorePages,
  echoes,
  failed,
  guardFunctions,
  incomplete,
  nonEmpty,
  openTurn,
  semanticGarbage,
  within,
  type ToolError
} from '../../lib/index.js'

const turn = openTurn()

const getOrder = async ({ id }: { id: string }) => ({ id, items: [] as Array<string> })
const refund = async ({ id, cents }: { id: string; cents: number }) => ({ id, cents, done: cents > 0 })
const Id = z.object({ id: z.string() })

// -- checks

// The first thing that people write: the payload is what the function answers.
guardFunctions({ getOrder }, { rules: { getOrder: { checks: [nonEmpty((o) => o.items)] } } })

// With an `output`, it is what that makes, wherever it stands.
guardFunctions({ getOrder }, { turn, rules: { getOrder: { output: Id, checks: [nonEmpty((o) => o.id.split(','))] } } })
guardFunctions({ getOrder }, { turn, rules: { getOrder: { checks: [nonEmpty((o) => o.id.split(','))], output: Id } } })
guardFunctions(
  { getOrder },
  {
    turn,
    rules: {
      getOrder: {
        output: t.type({ items: t.array(t.string) }),
        checks: [
          nonEmpty((o) => o.items, { firstPage: ({ id }) => id === '' }),
          countMatches(
            (o) => o.items,
            (o) => o.items.length
          ),
          detectMorePages()
        ]
      }
    }
  }
)

// Several rules, each of its own tool; callbacks of the author's own; destructured arguments.
guardFunctions(
  { getOrder, refund },
  {
    turn,
    rules: {
      getOrder: {
        checks: [
          echoes({ asked: ({ id }) => id, answered: ({ id }) => id }),
          (order, { id }, { raw }) => {
            expectTypeOf(order).toEqualTypeOf<{ id: string; items: Array<string> }>()
            expectTypeOf(id).toEqualTypeOf<string>()
            expectTypeOf(raw).toEqualTypeOf<unknown>()
            return O.none
          }
        ],
        narrow: ({ id }, _, { bytes }) => ({ id: `${id}:${bytes}` })
      },
      refund: {
        effect: 'write',
        identity: ({ id }) => ({ id }),
        place: ({ id }) => id,
        transient: ({ code }) => code === 'rate_limited',
        errors: (thrown, { cents }) =>
          thrown instanceof Error ? failed({ code: 'too_much', detail: `${cents}` }) : null,
        verify: async ({ id }, { operationId }) => (id === operationId ? 'executed' : 'unknown'),
        checks: [within((receipt) => receipt.cents, { min: 0 })]
      }
    }
  }
)

// Of several arguments, the array of them all.
guardFunctions(
  { send: async (to: string, subject: string, body?: string) => ({ to, subject, body }) },
  { turn, rules: { send: { effect: 'write', identity: ([to, subject]) => ({ to, subject }) } } }
)
guardFunctions(
  { find: async (query: string, limit?: number) => [query, limit] },
  {
    turn,
    rules: {
      find: {
        identity: (args) => {
          expectTypeOf(args).toEqualTypeOf<string | [query: string, limit?: number | undefined]>()
          return args
        }
      }
    }
  }
)
guardFunctions(
  { sum: async (numbers: Array<number>) => numbers.length },
  { turn, rules: { sum: { effect: 'write', identity: ([numbers]) => numbers.length } } }
)

// A tool with `parameters` has the arguments that those make.
guardFunctions(
  { search: { parameters: z.object({ q: z.string().default('') }), execute: async (args: { q: string }) => args } },
  {
    turn,
    rules: {
      search: {
        identity: (args) => {
          expectTypeOf(args).toEqualTypeOf<{ q: string }>()
          return args.q
        },
        checks: [nonEmpty(({ q }) => q.split(' '))]
      }
    }
  }
)

// Right and Some are the payload.
guardFunctions(
  {
    either: (id: number) => E.right({ id }) as E.Either<Error, { id: number }>,
    option: async () => O.some({ rows: [1] }) as O.Option<{ rows: Array<number> }>
  },
  {
    turn,
    rules: {
      either: { checks: [within((one) => one.id, { min: 0 })] },
      option: { checks: [nonEmpty(({ rows }) => rows)] }
    }
  }
)

// -- results

const results = guardFunctions(
  {
    getOrder,
    refund,
    dropped: getOrder,
    counted: getOrder,
    dated: async (id: number) => ({ id, at: '', total: id === 8 ? null : 12 }),
    zodDate: async () => ({ at: '2026-01-01' }),
    shown: async () => ({ size: '12', note: null as string | null }),
    text: async () => '{"id":"7"}',
    some: async (): Promise<unknown> => 7,
    response: async () => new Response('{}'),
    either: async () => E.right('') as E.Either<string, string | { id: string }>,
    one: async () => ({ ok: true, id: '7' }) as { ok: true; id: string } | { error: string },
    list: async () => [{ id: '7', secret: 's' }],
    tool: { execute: async (_: { id: string }) => ({ id: 'x', more: 1 }) },
    unit: 'EUR'
  },
  {
    turn,
    rules: {
      refund: { effect: 'write', output: false },
      dropped: { output: Id },
      counted: { output: z.object({ items: z.array(z.string()) }).transform(({ items }) => items.length) },
      dated: { output: t.type({ id: t.number, at: DateFromISOString, total: t.number }) },
      zodDate: { output: z.object({ at: z.string().transform((at) => new Date(at)) }) },
      shown: { output: t.type({ size: NumberFromString, note: optionFromNullable(t.string) }) },
      text: { output: Id },
      some: { output: Id, checks: [nonEmpty((o) => o.id.split(','))] },
      response: { output: Id },
      either: { output: Id },
      one: { output: Id },
      list: { output: z.array(Id) },
      tool: { output: Id }
    }
  }
)
expectTypeOf(results.getOrder).toEqualTypeOf<(args: { id: string }) => Promise<{ id: string; items: Array<string> }>>()
expectTypeOf(results.refund({ id: '', cents: 1 })).resolves.toEqualTypeOf<{
  id: string
  cents: number
  done: boolean
}>()
expectTypeOf(results.dropped).toEqualTypeOf<(args: { id: string }) => Promise<{ id: string }>>()
expectTypeOf(results.counted({ id: '' })).resolves.toEqualTypeOf<number>()
// What a codec of io-ts decodes it writes again, and a date is handed on as JSON carries it.
expectTypeOf(results.dated(7)).resolves.toEqualTypeOf<{ id: number; at: string; total: number }>()
expectTypeOf(results.zodDate()).resolves.toEqualTypeOf<{ at: string }>()
expectTypeOf(results.shown()).resolves.toEqualTypeOf<{ size: string; note: string | null }>()
// JSON text comes back as text.
expectTypeOf(results.text()).resolves.toEqualTypeOf<string>()
expectTypeOf(results.some()).resolves.toEqualTypeOf<string | { id: string }>()
expectTypeOf(results.response()).resolves.toEqualTypeOf<{ id: string }>()
expectTypeOf(results.either()).resolves.toEqualTypeOf<string | { id: string }>()
expectTypeOf(results.one()).resolves.toEqualTypeOf<{ id: string }>()
expectTypeOf(results.list()).resolves.toEqualTypeOf<Array<{ id: string }>>()
expectTypeOf(results.tool.execute({ id: '' })).resolves.toEqualTypeOf<{ id: string }>()
expectTypeOf(results.unit).toEqualTypeOf<string>()

// -- outputs that fit

type Paid = { readonly ok: true; readonly id: number } | { readonly ok: false; readonly why: string }
const pay = async (id: number): Promise<Paid> => (id > 0 ? { ok: true, id } : { ok: false, why: 'no' })
enum Kind {
  Book = 'book',
  Pen = 'pen'
}
const Tagged = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), id: z.number() }),
  z.object({ ok: z.literal(false), why: z.string() })
])
const Count = z.object({ n: z.number() })
const fitting = guardFunctions(
  {
    tagged: pay,
    plain: pay,
    codec: pay,
    branch: pay,
    branches: async () => [await pay(1)],
    buffer: async () => new ArrayBuffer(1),
    stream: async () => new Blob([]).stream(),
    either: async () => new Response() as Response | { n: number },
    option: async () => O.some(new Response()) as O.Option<Response>,
    kind: async () => ({ kind: Kind.Book }),
    record: async () => ({ a: 1, b: 2 }),
    more: async () => ({ n: 1, rest: 2 }),
    url: async () => new URL('http://shop.invalid/')
  },
  {
    turn,
    rules: {
      tagged: { output: Tagged },
      plain: { output: z.union(Tagged.options) },
      codec: {
        output: t.union([
          t.type({ ok: t.literal(true), id: t.number }),
          t.type({ ok: t.literal(false), why: t.string })
        ])
      },
      branch: { output: Tagged.options[0] },
      branches: { output: z.array(Tagged.options[0]) },
      buffer: { output: Count },
      stream: { output: Count },
      either: { output: Count },
      option: { output: Count },
      kind: { output: z.object({ kind: z.enum(['book', 'pen']) }) },
      record: { output: z.record(z.string(), z.number()) },
      more: { output: Count.catchall(z.number()) },
      url: { output: z.string() }
    }
  }
)
expectTypeOf(fitting.tagged(1)).resolves.toEqualTypeOf<{ ok: true; id: number } | { ok: false; why: string }>()
expectTypeOf(fitting.branch(1)).resolves.toEqualTypeOf<{ ok: true; id: number }>()
// A body is read, and comes as the data in it.
expectTypeOf(fitting.buffer()).resolves.toEqualTypeOf<{ n: number }>()
expectTypeOf(fitting.stream()).resolves.toEqualTypeOf<{ n: number }>()
expectTypeOf(fitting.either()).resolves.toEqualTypeOf<{ n: number }>()
expectTypeOf(fitting.option()).resolves.toEqualTypeOf<{ n: number }>()

// -- functions that are made where they are given, with rules

class Shop {
  async find(query: { readonly q: string }) {
    return [query.q]
  }
}
const logged =
  <Args extends ReadonlyArray<unknown>, R>(f: (...args: Args) => R) =>
  (...args: Args): R =>
    f(...args)
const shop = new Shop()
const made = guardFunctions(
  { bound: shop.find.bind(shop), wrapped: logged(getOrder) },
  {
    turn,
    rules: {
      bound: { effect: 'read', checks: [nonEmpty((rows) => rows)] },
      wrapped: { effect: 'read', checks: [nonEmpty(({ items }) => items)] }
    }
  }
)
expectTypeOf(made.bound).toEqualTypeOf<(query: { readonly q: string }) => Promise<Array<string>>>()
expectTypeOf(made.wrapped({ id: '' })).resolves.toEqualTypeOf<{ id: string; items: Array<string> }>()
expectTypeOf(
  guardFunctions(shop, { turn, rules: { find: { effect: 'read' } } }).find({ q: '' })
).resolves.toEqualTypeOf<Array<string>>()

// -- verdicts, which are no answer of the type

const stock = async (sku: string) =>
  sku === '' ? failed({ code: 'sold_out', detail: 'Sold out.', hint: null }) : { sku, left: 3 }
const partly = async (sku: string) => (sku === '' ? incomplete([sku], { detail: 'One shard answered.' }) : [sku])
const verdicts = guardFunctions(
  { stock, partly, checked: stock },
  {
    turn,
    rules: {
      stock: { checks: [within(({ left }) => left, { min: 0 })] },
      checked: { output: z.object({ left: z.number() }) }
    }
  }
)
expectTypeOf(verdicts.stock('')).resolves.toEqualTypeOf<{ sku: string; left: number }>()
expectTypeOf(verdicts.partly('')).resolves.toEqualTypeOf<Array<string>>()
expectTypeOf(verdicts.checked('')).resolves.toEqualTypeOf<{ left: number }>()

// Without a rule, and with rules made elsewhere, the answers are the functions' own.
expectTypeOf(guardFunctions({ getOrder }, { turn }).getOrder({ id: '' })).resolves.toEqualTypeOf<{
  id: string
  items: Array<string>
}>()
const rules = { getOrder: { effect: 'read', output: Id } } as const
expectTypeOf(guardFunctions({ getOrder }, { turn, rules }).getOrder({ id: '' })).resolves.toEqualTypeOf<{
  id: string
}>()

// -- frameworks

const aiTools = {
  get_order: {
    description: 'Gets an order.',
    inputSchema: Id,
    execute: async ({ id }: { id: string }, _: { toolCallId: string }) => ({ id, items: ['x'] })
  },
  stream: {
    execute: async function* ({ q }: { q: string }) {
      yield { part: q }
    }
  },
  provider: { type: 'provider' }
}
const guarded = guardAiTools(aiTools, {
  turn: () => turn,
  rules: {
    get_order: { checks: [nonEmpty((order) => order.items)], narrow: ({ id }) => ({ id }) },
    stream: { checks: [nonEmpty(({ part }) => part.split(''))] }
  }
})
expectTypeOf(guarded).toEqualTypeOf<typeof aiTools>()
guardAiTools(aiTools, { turn, rules: { get_order: { output: Id, checks: [nonEmpty(({ id }) => id.split(','))] } } })

// Results of MCP tell their payload by the `output` alone.
guardMcpTools(
  { find: async ({ q }: { q: string }, _: { signal: AbortSignal }) => ({ content: [{ type: 'text', text: q }] }) },
  { turn, rules: { find: { output: Id, checks: [echoes({ asked: ({ q }) => q, answered: ({ id }) => id })] } } }
)

// In an array, tools are known by names that are literals; of any other, only the `output` is.
guardLangChainTools([{ name: 'find' as const, invoke: () => 1, func: async ({ q }: { q: string }) => [q] }], {
  turn,
  rules: { find: { checks: [nonEmpty((rows) => rows)], identity: ({ q }) => q } }
})
guardLangChainTools([{ name: 'find' as string, invoke: () => 1 }], {
  turn,
  rules: { find: { output: Id, checks: [nonEmpty(({ id }) => id.split(','))], narrow: ({ q }) => ({ q: q.trim() }) } }
})
guardMiddleware({ turn, rules: { find: { output: Id, checks: [nonEmpty(({ id }) => id.split(','))] } } })
guardHooks({ turn, rules: { mcp__shop__find: { output: Id, checks: [nonEmpty(({ id }) => id.split(','))] } } })

// -- codes

declare const error: ToolError
expectTypeOf(error.code).toExtend<string>()
// An author's own code is one, too.
semanticGarbage({ code: 'account_closed', detail: 'It is closed.' })
if (error.code === 'truncated_response' || error.code === 'account_closed') error.detail.trim()
