/** Finds the field by which the members of a union tell themselves apart. */
import type * as t from 'io-ts'
import type { Literal } from './enumeration.js'
import { expectationOf } from './expectation.js'
import { unwrap, type NamedCodec } from './inspect.js'

/** A field that holds one of a few literals in every member of a union that is an object. */
export interface Discriminant {
  readonly key: string
  /** The literals of each member, by its place in the union; none for members that are no objects. */
  readonly literals: ReadonlyArray<ReadonlyArray<Literal>>
}

type Tags = ReadonlyMap<string, ReadonlyArray<Literal>>

const NO_TAGS: Tags = new Map()

const tagsOfProps = (props: t.Props): Tags => {
  const tags = new Map<string, ReadonlyArray<Literal>>()
  for (const [key, codec] of Object.entries(props)) {
    const { literals, others } = expectationOf(codec)
    if (literals.length > 0 && others.length === 0) tags.set(key, literals)
  }
  return tags
}

/** The fields of an object codec that hold literals alone. */
const tagsOf = (codec: NamedCodec): Tags => {
  const { base } = unwrap(codec)
  switch (base?._tag) {
    case 'InterfaceType':
    case 'StrictType':
      return tagsOfProps(base.props)
    case 'IntersectionType':
      return new Map(base.types.map(tagsOf).flatMap((tags) => Array.from(tags)))
    default:
      return NO_TAGS
  }
}

// A member of unknown type may be an object too, and has no tag to go by.
const mayBeObject = (codec: NamedCodec): boolean => expectationOf(codec).types?.includes('object') ?? true

/** Where io-ts itself found a tag, it has looked at no other field. */
interface AnyUnion extends t.UnionType<Array<t.Mixed>> {
  readonly tag?: string
}

const find = (union: AnyUnion): Discriminant | undefined => {
  const tags = union.types.map((member) => (mayBeObject(member) ? tagsOf(member) : undefined))
  const objects = tags.filter((some) => some !== undefined)
  if (objects.length < 2) return undefined
  const tellsApart = (key: string, perfectly: boolean): boolean => {
    if (!objects.every((some) => some.has(key))) return false
    const literals = objects.flatMap((some) => some.get(key)!)
    const distinct = new Set(literals).size
    return distinct > 1 && (!perfectly || distinct === literals.length)
  }
  const keys = [...objects[0]!.keys()]
  const key = union.tag ?? keys.find((some) => tellsApart(some, true)) ?? keys.find((some) => tellsApart(some, false))
  return key === undefined ? undefined : { key, literals: tags.map((some) => some?.get(key) ?? []) }
}

const known = new WeakMap<NamedCodec, Discriminant | null>()

/** The discriminant of a union, wrappers taken off; `undefined` for every other codec. */
export const discriminantOf = (codec: NamedCodec): Discriminant | undefined => {
  const { base } = unwrap(codec)
  if (base?._tag !== 'UnionType') return undefined
  const before = known.get(base)
  if (before !== undefined) return before ?? undefined
  const found = find(base)
  known.set(base, found ?? null)
  return found
}
