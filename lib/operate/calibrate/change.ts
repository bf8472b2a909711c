/** Changes of a codec at one place, each of which accepts one thing more. */
import * as t from 'io-ts'
import { ClosedType, closed } from '../../codec/closed.js'
import { FiniteNumber, integerBetween } from '../../codec/formats.js'
import { boundsOf } from '../../codec/known-formats.js'
import { unwrap } from '../../codec/inspect.js'
import type { PlaceStep } from './place.js'

// -- model

/** The values that a codec should accept in addition. @category Traffic @since 0.1.0 */
export type Extra =
  | { readonly kind: 'null' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'members'; readonly members: ReadonlyArray<string | number> }
  | { readonly kind: 'empty_array' }
  | { readonly kind: 'empty_text' }
  | { readonly kind: 'fraction' }
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'key'; readonly key: string }

/** A change of a codec: the additional values and their place. @category Traffic @since 0.1.0 */
export interface Change {
  readonly steps: ReadonlyArray<PlaceStep>
  readonly extra: Extra
}

// -- parts

/** Changes a codec only if exactly one part of it can be changed: with several, the change would accept too much. */
const only = (
  parts: ReadonlyArray<t.Mixed>,
  change: (part: t.Mixed) => t.Mixed | undefined
): ReadonlyArray<t.Mixed> | undefined => {
  const changed = parts.map(change)
  return changed.filter((part) => part !== undefined).length === 1
    ? changed.map((part, i) => part ?? (parts[i] as t.Mixed))
    : undefined
}

// -- at the place itself

/** An array without elements, whatever their codec. */
const EmptyArray = t.refinement(t.UnknownArray, (items) => items.length === 0, 'empty array')

const either = (codec: t.Mixed, more: ReadonlyArray<t.Mixed>): t.Mixed => {
  const members =
    codec instanceof t.UnionType ? [...(codec.types as ReadonlyArray<t.Mixed>), ...more] : [codec, ...more]
  return t.union(members as [t.Mixed, t.Mixed])
}

const withMembers = (codec: t.Mixed, members: ReadonlyArray<string | number>): t.Mixed => {
  if (codec instanceof t.KeyofType && members.every((member) => typeof member === 'string')) {
    return t.keyof({
      ...(codec.keys as Readonly<Record<string, null>>),
      ...Object.fromEntries(members.map((member) => [member, null]))
    })
  }
  // A nullable enumeration is a union with null.
  const inner =
    codec instanceof t.UnionType
      ? only(codec.types as ReadonlyArray<t.Mixed>, (part) =>
          part instanceof t.KeyofType ? withMembers(part, members) : undefined
        )
      : undefined
  return inner === undefined
    ? either(
        codec,
        members.map((member) => t.literal(member))
      )
    : t.union(inner as [t.Mixed, t.Mixed])
}

// An optional part may hold one key more: a closed type is opened for it alone.
const withKey = (codec: t.Mixed, key: string): t.Mixed | undefined =>
  codec instanceof ClosedType
    ? closed(t.intersection([codec.type as t.Mixed, t.partial({ [key]: t.unknown })]))
    : undefined

/** The codec with the additional values; undefined if it cannot have them. */
const extended = (codec: t.Mixed, extra: Extra): t.Mixed | undefined => {
  switch (extra.kind) {
    case 'null':
      return either(codec, [t.null])
    case 'absent':
      return either(codec, [t.undefined])
    case 'members':
      return withMembers(codec, extra.members)
    case 'empty_array':
      return either(codec, [EmptyArray])
    case 'empty_text':
      return either(codec, [t.literal('')])
    case 'fraction':
      return codec.name === 'Int' || codec.name === 'SafeInteger' ? FiniteNumber : undefined
    case 'range':
      return boundsOf(codec.name) === undefined ? undefined : integerBetween(extra.min, extra.max)
    case 'key':
      return withKey(codec, extra.key)
  }
}

// -- on the way there

/** Changes a codec that is reached by some steps. */
type Inner = (codec: t.Mixed, steps: ReadonlyArray<PlaceStep>) => t.Mixed | undefined

const changedProps = (props: t.Props, [step, ...rest]: ReadonlyArray<PlaceStep>, inner: Inner): t.Props | undefined => {
  if (step?.kind !== 'key' || !Object.hasOwn(props, step.key)) return undefined
  const changed = inner(props[step.key] as t.Mixed, rest)
  return changed && { ...props, [step.key]: changed }
}

const map = <A>(value: A | undefined, make: (value: A) => t.Mixed): t.Mixed | undefined =>
  value === undefined ? undefined : make(value)

/** Steps into a codec, and rebuilds it around the inner change. */
const stepped = (codec: t.Mixed, steps: ReadonlyArray<PlaceStep>, inner: Inner): t.Mixed | undefined => {
  const [step, ...rest] = steps
  if (codec instanceof ClosedType) return map(inner(codec.type as t.Mixed, steps), closed)
  if (codec instanceof t.ExactType)
    return map(inner(codec.type as t.Mixed, steps), (changed) => t.exact(changed as t.HasProps))
  if (codec instanceof t.ReadonlyType) return map(inner(codec.type as t.Mixed, steps), (changed) => t.readonly(changed))
  if (codec instanceof t.RefinementType) {
    const { predicate, name } = codec as t.RefinementType<t.Mixed>
    return map(inner(codec.type as t.Mixed, steps), (changed) => t.refinement(changed, predicate, name))
  }
  const { base } = unwrap(codec)
  switch (base?._tag) {
    case 'InterfaceType':
    case 'StrictType':
      return map(changedProps(base.props, steps, inner), (props) => t.type(props))
    case 'PartialType':
      return map(changedProps(base.props, steps, inner), (props) => t.partial(props))
    case 'ArrayType':
      return step?.kind === 'element' ? map(inner(base.type, rest), (changed) => t.array(changed)) : undefined
    case 'ReadonlyArrayType':
      return step?.kind === 'element' ? map(inner(base.type, rest), (changed) => t.readonlyArray(changed)) : undefined
    case 'DictionaryType':
      return step?.kind === 'any'
        ? map(inner(base.codomain, rest), (changed) => t.record(base.domain, changed))
        : undefined
    case 'TupleType':
      return step?.kind === 'position'
        ? map(
            only(base.types, (part) => (part === base.types[step.position] ? inner(part, rest) : undefined)),
            (parts) => t.tuple(parts as [t.Mixed])
          )
        : undefined
    case 'UnionType':
      return map(
        only(base.types, (part) => inner(part, steps)),
        (parts) => t.union(parts as [t.Mixed, t.Mixed])
      )
    case 'IntersectionType':
      return map(
        only(base.types, (part) => inner(part, steps)),
        (parts) => t.intersection(parts as [t.Mixed, t.Mixed])
      )
    default:
      return undefined
  }
}

/** Changes the codec at a place; undefined if that cannot be changed for itself. */
const changedAt = (
  codec: t.Mixed,
  steps: ReadonlyArray<PlaceStep>,
  change: (found: t.Mixed) => t.Mixed | undefined
): t.Mixed | undefined => {
  if (steps.length === 0) return change(codec)
  // A recursion defines itself: after one change, its deeper levels would be unchanged.
  if (codec instanceof t.RecursiveType) return undefined
  return stepped(codec, steps, (inner, rest) => changedAt(inner, rest, change))
}

/**
 * Makes a codec that accepts something more at one place, and equals the original everywhere else; undefined if the
 * place lies behind an opaque codec or a recursion, or in more than one branch of a union.
 *
 * @category Traffic @since 0.1.0
 */
export const changeCodec = (codec: t.Decoder<unknown, unknown>, { steps, extra }: Change): t.Mixed | undefined =>
  changedAt(codec as t.Mixed, steps, (found) => extended(found, extra))

/** Finds the codec that a change applies to; undefined if `changeCodec` makes none. */
export const codecAt = (codec: t.Decoder<unknown, unknown>, steps: ReadonlyArray<PlaceStep>): t.Mixed | undefined => {
  let found: t.Mixed | undefined
  return changedAt(codec as t.Mixed, steps, (inner) => (found = inner)) && found
}
