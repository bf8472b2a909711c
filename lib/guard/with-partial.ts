/** Lets pipelines go on with partial payloads. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { PartialData, ToolError } from '../core/tool-error.js'
import { takeArgs } from './arguments.js'
import { stagesOf, type GuardedCall } from './guarded-call.js'
import type { Judgement } from './judge.js'
import { prepare } from './perform.js'

/** A payload, and its missing part. @category Guard @since 0.1.0 */
export interface WithPartial<A> {
  readonly payload: A
  readonly partial: O.Option<PartialData>
}

const goOn = <A>({ result, payload }: Judgement<A>): E.Either<ToolError, WithPartial<A>> => {
  if (E.isRight(result)) return E.right({ payload: result.right, partial: O.none })
  return payload === undefined || result.left.error_class !== 'partial_data'
    ? result
    : E.right({ payload: payload.value, partial: O.some(result.left) })
}

/**
 * Makes a call whose partial results are `Right` too, with the missing part beside the payload. Only a payload that the codec validated
 * as a whole counts (a page, a row cap): salvaged elements of a cut body stay a `Left`.
 *
 * @category Guard @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as O from 'fp-ts/lib/Option.js'
 * import * as t from 'io-ts'
 * import { detectMorePages, guardedCall, openTurn, withPartial } from 'guarded-call'
 *
 * const Page = t.type({ orders: t.array(t.number), next_page: t.number })
 * const list = withPartial(guardedCall({ name: 'list', effect: 'read', run: () => '{"orders":[1,2],"next_page":2}' }, Page, detectMorePages()))
 *
 * const result = await openTurn().run(list({ page: 1 }))
 * assert.ok(E.isRight(result) && O.isSome(result.right.partial))
 * assert.deepEqual(result.right.payload.orders, [1, 2])
 * assert.equal(result.right.partial.value.hint, 'Call again with page=2.')
 */
export const withPartial = <Args, A>(call: GuardedCall<Args, A>) => {
  const stages = { ...stagesOf(call), take: takeArgs<Args> }
  return (...[args, options]: Parameters<GuardedCall<Args, A>>) => prepare(stages, args as Args, options, goOn)
}
