/**
 * What the compiler must infer through Standard Schemas; nothing of this file runs. spec/sdk has those of zod, valibot
 * and arktype.
 */
import { expectTypeOf } from 'expect-type'
import type * as E from 'fp-ts/lib/Either.js'
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import {
  guardedCall,
  judge,
  structuredOutput,
  type HasTurn,
  type StandardSchemaLike,
  type StructuredOutput,
  type Tool,
  type ToolError
} from '../../lib/index.js'
import { httpTool } from '../../lib/tools/http/index.js'

interface Order {
  readonly id: number
}
declare const Order: StandardSchemaLike<Order>
declare const Args: StandardSchemaLike<{ readonly q: string }>

const call = guardedCall(
  {
    name: 'search',
    effect: 'read',
    args: Args,
    run: (args) => {
      expectTypeOf(args).toEqualTypeOf<{ readonly q: string }>()
      return ''
    }
  },
  Order,
  (payload, args) => {
    expectTypeOf(payload).toEqualTypeOf<Order>()
    expectTypeOf(args).toEqualTypeOf<{ readonly q: string }>()
    return O.none
  }
)
expectTypeOf(call({ q: 'x' })).toEqualTypeOf<RTE.ReaderTaskEither<HasTurn, ToolError, Order>>()
expectTypeOf(call.codec).toEqualTypeOf<t.Decoder<unknown, Order>>()
expectTypeOf(call.tool.args).toEqualTypeOf<t.Type<{ readonly q: string }, unknown> | undefined>()
// @ts-expect-error the schema wants a text
call({ q: 1 })

expectTypeOf(judge({ codec: Order }, '')).toEqualTypeOf<E.Either<ToolError, Order>>()
expectTypeOf(structuredOutput({ generate: () => '', codec: Order, fallback: { codec: t.string } })('x')).toEqualTypeOf<
  RTE.ReaderTaskEither<HasTurn, ToolError, StructuredOutput<Order | string>>
>()
expectTypeOf(
  httpTool({
    name: 'search',
    effect: 'read',
    args: Args,
    request: ({ q }) => ({ url: q }),
    allowOrigins: 'public'
  })
).toEqualTypeOf<Tool<{ readonly q: string }>>()
