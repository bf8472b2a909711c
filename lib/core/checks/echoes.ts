/** Refuses responses about another entity than the requested one. */
import * as O from 'fp-ts/lib/Option.js'
import * as o from '../options.js'
import { semanticGarbage } from '../errors/tool-error.js'
import type { SemanticCheck } from './semantic-check.js'

/** The identifier of an entity. @category Checks @since 0.1.0 */
export type Identity = string | number | bigint | boolean | null | undefined

/** The requested entity, the returned one, and when they are the same. @category Checks @since 0.1.0 */
export interface EchoesOptions<A, Args> {
  /** The entity in the arguments; `null` or `undefined` accepts any response. */
  readonly asked: (args: Args) => Identity
  /** The entity of the payload, or of each of its rows. */
  readonly answered: (payload: A) => Identity | ReadonlyArray<Identity>
  /** Whether two identifiers mean the same entity. @default compared as texts, so that `7` and `'7'` are the same */
  readonly same?: (asked: Identity, answered: Identity) => boolean
}

const sameText = (asked: Identity, answered: Identity): boolean =>
  answered !== null && answered !== undefined && String(asked) === String(answered)

const read = o.options('options', {
  asked: o.required(o.func),
  answered: o.required(o.func),
  same: o.optional(o.func, sameText)
} satisfies o.TableOf<EchoesOptions<never, never>>)

/**
 * Returns `wrong_entity` if the payload, or one of its rows, is about another entity than the requested one.
 *
 * @category Checks @since 0.1.0
 * @example
 * import * as O from 'fp-ts/lib/Option.js'
 * import { echoes } from 'guarded-call'
 *
 * const check = echoes<{ user: { id: number } }, { id: string }>({
 *   asked: (args) => args.id,
 *   answered: (payload) => payload.user.id
 * })
 * assert.ok(O.isNone(check({ user: { id: 7 } }, { id: '7' }, { raw: null })))
 * assert.ok(O.isSome(check({ user: { id: 8 } }, { id: '7' }, { raw: null })))
 */
export const echoes = <A, Args>(options: EchoesOptions<A, Args>): SemanticCheck<A, Args> => {
  const { asked, answered, same } = read(options)
  return (payload, args) => {
    const wanted = asked(args)
    if (wanted === null || wanted === undefined) return O.none
    const given = answered(payload)
    const isList = Array.isArray(given)
    const other = (isList ? (given as ReadonlyArray<Identity>) : [given as Identity]).findIndex(
      (identity) => !same(wanted, identity)
    )
    if (other === -1) return O.none
    const what = isList ? `Row ${other} of the response` : 'The response'
    return O.some(semanticGarbage({ code: 'wrong_entity', detail: `${what} is not about what was asked for.` }))
  }
}
