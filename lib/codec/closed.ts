/** Object codecs that refuse unknown keys instead of dropping them. */
import * as t from 'io-ts'
import * as E from 'fp-ts/lib/Either.js'
import { expectCodec } from './is-codec.js'
import { declaredKeys, unwrap, type NamedCodec } from './inspect.js'

// -- model

/** Stands in the context of an error for a key that the codec does not know. */
export const unknownField = new t.Type<never, never>('no such field', t.never.is, t.failure, t.identity)

/** An exact type that refuses what `t.exact` strips: it decodes, encodes and unwraps like one. */
export class ClosedType<C extends t.Mixed> extends t.ExactType<C, t.TypeOf<C>, t.OutputOf<C>> {
  constructor(
    codec: C,
    /** All that it knows, those of the members of an intersection included. */
    readonly keys: ReadonlySet<string>,
    is: t.Is<t.TypeOf<C>>,
    validate: t.Validate<unknown, t.TypeOf<C>>
  ) {
    super(`Closed<${codec.name}>`, is, validate, codec.encode, codec)
  }
}

// -- constructors

/** The keys of an object codec, members of intersections included; `undefined` for any other codec. */
const keysOf = (codec: NamedCodec): ReadonlyArray<string> | undefined => {
  // The definition of a recursion is not known yet where it is closed inside itself.
  if ('_tag' in codec && codec._tag === 'RecursiveType') return undefined
  const { base } = unwrap(codec)
  if (base?._tag !== 'IntersectionType') return declaredKeys(base)
  const keys = base.types.map(keysOf)
  return keys.every((some) => some !== undefined) ? keys.flat() : undefined
}

// A hostile payload may hold a million keys: this many are enough to refuse it.
const MAX_UNKNOWN = 1_000

const unknownFields = (value: unknown, known: ReadonlySet<string>, context: t.Context): t.Errors => {
  if (!t.UnknownRecord.is(value)) return []
  return Object.keys(value)
    .filter((key) => !known.has(key))
    .slice(0, MAX_UNKNOWN)
    .map((key) => ({
      value: value[key],
      context: t.appendContext(context, key, unknownField, value[key])
    }))
}

/**
 * Closes an object codec (`type`, `partial`, `strict`, `exact`, intersections of these, refinements over them): a value
 * with a key that it does not declare is refused, where `t.strict` only drops the key. Objects inside stay as open as
 * they were: close them where they are declared; and close an intersection as a whole, since its members do not know
 * each other's keys.
 *
 * @throws TypeError if it is no codec, or does not say which keys it has.
 * @category Codecs @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 * import { closed, explain } from 'guarded-call'
 *
 * const Ticket = closed(t.type({ title: t.string }))
 * const result = Ticket.decode({ title: 'Printer on fire', prio: 1 })
 * assert.ok(E.isLeft(result))
 * assert.deepEqual(
 *   explain(result.left).map(({ path, kind }) => ({ path, kind })),
 *   [{ path: ['prio'], kind: 'unknown_field' }]
 * )
 */
export const closed = <C extends t.Mixed>(codec: C): ClosedType<C> => {
  expectCodec(codec)
  const keys = keysOf(codec)
  if (keys === undefined) {
    throw new TypeError(
      `Expected \`codec\` to be an object codec with declared keys (type, partial, strict, exact or an intersection of these), got \`${codec.name}\`. Close the members of a union one by one, and a recursion inside its definition.`
    )
  }
  const known: ReadonlySet<string> = new Set(keys)
  return new ClosedType<C>(
    codec,
    known,
    (value): value is t.TypeOf<C> => codec.is(value) && unknownFields(value, known, []).length === 0,
    (value, context) => {
      const result = codec.validate(value, context)
      const unknown = unknownFields(value, known, context)
      if (unknown.length === 0) return result
      return t.failures(E.isLeft(result) ? [...result.left, ...unknown] : unknown)
    }
  )
}
