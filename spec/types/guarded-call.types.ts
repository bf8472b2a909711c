/** What the compiler must infer; nothing of this file runs. */
import { expectTypeOf } from 'expect-type'
import * as E from 'fp-ts/lib/Either.js'
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import {
  guardedCall,
  guardFunctions,
  judge,
  openTurn,
  withPartial,
  type AnyGuardedCall,
  type PartialData,
  type Tool,
  type ToolError,
  type HasTurn
} from '../../lib/index.js'

const Order = t.type({ id: t.number, note: t.union([t.string, t.null]) })
interface Order extends t.TypeOf<typeof Order> {}

const Args = t.type({ id: t.number })
const typed: Tool<{ id: number }> = { name: 'get_order', effect: 'read', args: Args, run: ({ id }) => `{"id":${id}}` }
const untyped = { name: 'get_order', effect: 'read', run: () => '{}' } as const

// The payload's type comes from the codec alone, however the checks are typed.
const call = guardedCall(typed, Order, (payload, args) => {
  expectTypeOf(payload).toEqualTypeOf<{ id: number; note: string | null }>()
  expectTypeOf(args).toEqualTypeOf<{ id: number }>()
  return O.none
})
expectTypeOf(call({ id: 1 })).toEqualTypeOf<RTE.ReaderTaskEither<HasTurn, ToolError, Order>>()
expectTypeOf(call.fromModel('anything')).toEqualTypeOf<RTE.ReaderTaskEither<HasTurn, ToolError, Order>>()
guardedCall(untyped, Order, (payload: { id: number }) => (payload.id > 0 ? O.none : O.none))
// @ts-expect-error a check that wants another payload than the codec gives
guardedCall(untyped, Order, (payload: { name: string }) => (payload.name === '' ? O.none : O.none))

// Arguments are required exactly where the tool types them.
// @ts-expect-error the tool wants an id
call()
// @ts-expect-error the tool wants a number
call({ id: 'x' })
guardedCall(untyped, Order)()
guardedCall(untyped, Order)({ whatever: 1 })

// A tool infers its arguments from its codec.
guardedCall(
  {
    name: 'n',
    effect: 'read',
    args: Args,
    run: (args) => {
      expectTypeOf(args).toEqualTypeOf<{ id: number }>()
      return ''
    }
  },
  t.string
)

expectTypeOf(withPartial(call)({ id: 1 })).toEqualTypeOf<
  RTE.ReaderTaskEither<HasTurn, ToolError, { readonly payload: Order; readonly partial: O.Option<PartialData> }>
>()
expectTypeOf(judge({ codec: Order }, '')).toEqualTypeOf<import('fp-ts/lib/Either.js').Either<ToolError, Order>>()
expectTypeOf(call).toExtend<AnyGuardedCall>()
expectTypeOf(openTurn().run(call({ id: 1 }))).resolves.toEqualTypeOf<
  import('fp-ts/lib/Either.js').Either<ToolError, Order>
>()

const functions = guardFunctions(
  {
    text: (): string => '7',
    bytes: () => new Uint8Array(),
    response: async () => new Response('7'),
    tool: { execute: (_: { id: number }) => new Response('7') },
    unit: 'EUR'
  },
  { turn: openTurn(), rules: { text: { output: t.number } } }
)
expectTypeOf(functions.text()).resolves.toEqualTypeOf<string>()
expectTypeOf(functions.bytes()).resolves.toEqualTypeOf<unknown>()
expectTypeOf(functions.response()).resolves.toEqualTypeOf<unknown>()
expectTypeOf(functions.tool.execute({ id: 1 })).resolves.toEqualTypeOf<unknown>()
expectTypeOf(functions.unit).toEqualTypeOf<string>()

// Of an Either or an Option a function gives what is Right or Some.
const values = guardFunctions(
  {
    either: (id: number) => E.right(id) as E.Either<Error, number>,
    task: () => TE.right('x') as TE.TaskEither<string, string>,
    option: async () => O.some({ id: 7 }) as O.Option<{ id: number }>,
    failing: () => E.left('no'),
    response: async () => E.right(new Response()) as E.Either<Error, Response>,
    tool: { execute: ({ id }: { id: number }) => O.some(id) as O.Option<number> },
    action: () => () => undefined
  },
  { turn: openTurn() }
)
expectTypeOf(values.either).toEqualTypeOf<(id: number) => Promise<number>>()
expectTypeOf(values.task()).resolves.toEqualTypeOf<TE.TaskEither<string, string>>()
expectTypeOf(values.option()).resolves.toEqualTypeOf<{ id: number }>()
expectTypeOf(values.failing()).resolves.toEqualTypeOf<never>()
expectTypeOf(values.response()).resolves.toEqualTypeOf<unknown>()
expectTypeOf(values.tool.execute({ id: 1 })).resolves.toEqualTypeOf<number>()
expectTypeOf(values.action()).resolves.toEqualTypeOf<() => undefined>()

// A tool may return any of them.
guardedCall(
  { name: 'n', effect: 'read', args: Args, run: ({ id }) => TE.tryCatch(async () => id, E.toError) },
  t.number
)
