/** What the compiler must infer of pipelines of guarded calls; nothing of this file runs. */
import { expectTypeOf } from 'expect-type'
import type * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import * as t from 'io-ts'
import { guardedCall, openTurn, type ToolError, type Turn } from '../../lib/index.js'

interface Deps {
  readonly currency: string
}
type Env = { readonly turn: Turn }

const run = () => null
const customer = guardedCall(
  { name: 'c', effect: 'read', args: t.type({ name: t.string }), run },
  t.type({ id: t.Int })
)
const orders = guardedCall({ name: 'o', effect: 'read', args: t.type({ id: t.Int }), run }, t.array(t.number))
const currency = RTE.asks((deps: Deps) => deps.currency)
const turn = openTurn()
const deps: Deps = { currency: 'EUR' }

// pipe: one environment, two calls; then the user's own dependencies beside the turn.
const ids = pipe(
  customer({ name: 'Ada' }),
  RTE.flatMap(({ id }) => orders({ id }))
)
expectTypeOf(ids).toEqualTypeOf<RTE.ReaderTaskEither<Env, ToolError, Array<number>>>()

const priced = pipe(
  ids,
  RTE.flatMap((totals) =>
    pipe(
      currency,
      RTE.map((sign) => `${totals.length} ${sign}`)
    )
  )
)
expectTypeOf(priced).toEqualTypeOf<RTE.ReaderTaskEither<Env & Deps, ToolError, string>>()

// Do and bind
const both = pipe(
  RTE.Do,
  RTE.bindW('found', () => customer({ name: 'Ada' })),
  RTE.bind('totals', ({ found }) => orders(found)),
  RTE.bindW('sign', () => currency)
)
expectTypeOf(both).toExtend<
  RTE.ReaderTaskEither<
    Env & Deps,
    ToolError,
    { readonly found: { id: t.Int }; readonly totals: Array<number>; readonly sign: string }
  >
>()

// orElse sees the error; traverseArray keeps the environment.
expectTypeOf(
  pipe(
    ids,
    RTE.orElse((error) => {
      expectTypeOf(error).toEqualTypeOf<ToolError>()
      return orders({ id: 1 as t.Int })
    })
  )
).toEqualTypeOf<RTE.ReaderTaskEither<Env, ToolError, Array<number>>>()
expectTypeOf(
  pipe(
    ['Ada', 'Grace'],
    RTE.traverseArray((name) => customer({ name }))
  )
).toEqualTypeOf<RTE.ReaderTaskEither<Env, ToolError, ReadonlyArray<{ id: t.Int }>>>()

// Ways to run them.
expectTypeOf(turn.run(ids)).resolves.toEqualTypeOf<E.Either<ToolError, Array<number>>>()
expectTypeOf(priced({ ...deps, turn })()).resolves.toEqualTypeOf<E.Either<ToolError, string>>()
expectTypeOf(orders({ id: 1 as t.Int })({ ...deps, turn })()).resolves.toEqualTypeOf<
  E.Either<ToolError, Array<number>>
>()

// @ts-expect-error a turn alone does not bring the other dependencies
void turn.run(priced)
// @ts-expect-error the turn itself is no environment
void ids(turn)()
// @ts-expect-error the likeness of a turn, which no function of the library made
void ids({ turn: { id: 'x', calls: [], count: 0, run: turn.run, close: () => {} } })()
