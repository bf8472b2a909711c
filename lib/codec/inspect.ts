/** Looks into io-ts codecs: their kind, their parts, and the codec inside their wrappers. */
import type * as t from 'io-ts'

// -- model

/** All that is asked of a codec before its tag is known. */
export interface NamedCodec {
  readonly name: string
}

export type Wrapper =
  t.RefinementType<t.Mixed> | t.ReadonlyType<t.Mixed> | t.ExactType<t.Mixed> | t.RecursiveType<t.Mixed>

/** The codecs of io-ts that hold others or members. */
export type Structure =
  | t.InterfaceType<t.Props>
  | t.StrictType<t.Props>
  | t.PartialType<t.Props>
  | t.DictionaryType<t.Mixed, t.Mixed>
  | t.ArrayType<t.Mixed>
  | t.ReadonlyArrayType<t.Mixed>
  | t.TupleType<Array<t.Mixed>>
  | t.UnionType<Array<t.Mixed>>
  | t.IntersectionType<Array<t.Mixed>>
  | t.LiteralType<string | number | boolean>
  | t.KeyofType<Record<string, unknown>>

export type Primitive =
  | t.NullType
  | t.UndefinedType
  | t.VoidType
  | t.StringType
  | t.NumberType
  | t.BigIntType
  | t.BooleanType
  | t.FunctionType
  | t.NeverType
  | t.AnyArrayType
  | t.AnyDictionaryType
  | t.UnknownType
  | t.AnyType

export type Visible = Structure | Primitive

/** A codec that wears a tag of io-ts; whether io-ts's code is behind it, the tag does not say. */
export type TaggedCodec = Visible | Wrapper

export interface Layers {
  /** `undefined` for an opaque codec: a `t.Type` of someone's own, whose inside cannot be seen. */
  readonly base: Visible | undefined
  /** The codec that was left when no more wrappers came off. */
  readonly core: NamedCodec
  /** Refinements and brands that were taken off, the outermost first. */
  readonly refinements: ReadonlyArray<t.RefinementType<t.Mixed>>
}

// -- destructors

const WRAPPERS: ReadonlySet<unknown> = new Set<Wrapper['_tag']>([
  'RefinementType',
  'ReadonlyType',
  'ExactType',
  'RecursiveType'
])

const VISIBLE: ReadonlySet<unknown> = new Set<Visible['_tag']>([
  'InterfaceType',
  'StrictType',
  'PartialType',
  'DictionaryType',
  'ArrayType',
  'ReadonlyArrayType',
  'TupleType',
  'UnionType',
  'IntersectionType',
  'LiteralType',
  'KeyofType',
  'NullType',
  'UndefinedType',
  'VoidType',
  'StringType',
  'NumberType',
  'BigIntType',
  'BooleanType',
  'FunctionType',
  'NeverType',
  'AnyArrayType',
  'AnyDictionaryType',
  'UnknownType',
  'AnyType'
])

// A recursion may be defined as itself; no sensible codec wears this many wrappers.
const MAX_WRAPPERS = 100

const tagOf = (codec: NamedCodec): unknown => ('_tag' in codec ? codec._tag : undefined)

const isWrapper = (codec: NamedCodec): codec is Wrapper => WRAPPERS.has(tagOf(codec))

const visible = (codec: NamedCodec): Visible | undefined => (VISIBLE.has(tagOf(codec)) ? (codec as Visible) : undefined)

/** The codec by its tag, if it wears one. */
export const tagged = (codec: NamedCodec): TaggedCodec | undefined => (isWrapper(codec) ? codec : visible(codec))

/** The codecs that a codec holds. */
export const childrenOf = (codec: NamedCodec): ReadonlyArray<t.Mixed> => {
  const seen = tagged(codec)
  switch (seen?._tag) {
    case 'InterfaceType':
    case 'StrictType':
    case 'PartialType':
      return Object.values(seen.props)
    case 'DictionaryType':
      return [seen.domain, seen.codomain]
    case 'ArrayType':
    case 'ReadonlyArrayType':
    case 'RefinementType':
    case 'ReadonlyType':
    case 'ExactType':
    case 'RecursiveType':
      return [seen.type]
    case 'TupleType':
    case 'UnionType':
    case 'IntersectionType':
      return seen.types
    default:
      return []
  }
}

/** The props by which `t.exact` strips, as io-ts finds them; `undefined` where it finds none, and stripping throws. */
export const propsOf = (codec: NamedCodec): t.Props | undefined => {
  const seen = tagged(codec)
  switch (seen?._tag) {
    case 'RefinementType':
    case 'ReadonlyType':
      return propsOf(seen.type)
    case 'InterfaceType':
    case 'StrictType':
    case 'PartialType':
      return seen.props
    case 'IntersectionType':
      return Object.assign({}, ...seen.types.map(propsOf)) as t.Props
    default:
      return undefined
  }
}

/** Takes off every wrapper that decodes in place: refinements, brands, `readonly`, `exact`, recursion. */
export const unwrap = (codec: NamedCodec): Layers => {
  const refinements: Array<t.RefinementType<t.Mixed>> = []
  let core = codec
  for (let i = 0; i < MAX_WRAPPERS && isWrapper(core); i++) {
    if (core._tag === 'RefinementType') refinements.push(core)
    core = core.type
  }
  return { base: visible(core), core, refinements }
}

/**
 * The codecs by which a codec may read a value: itself and the members of unions and intersections, without wrappers;
 * `undefined` stands for an opaque one.
 */
const readersOf = (codec: NamedCodec): ReadonlySet<Visible | undefined> => {
  const readers = new Set<Visible | undefined>()
  const pending: Array<NamedCodec> = [codec]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { base } = unwrap(next)
    if (readers.has(base)) continue
    readers.add(base)
    if (base?._tag === 'UnionType' || base?._tag === 'IntersectionType') pending.push(...base.types.toReversed())
  }
  return readers
}

/** The codecs that a value must or may satisfy: members, without wrappers and opaque ones. */
export const alternativesOf = (codec: NamedCodec): ReadonlyArray<Visible> =>
  [...readersOf(codec)].filter(
    (reader) => reader !== undefined && reader._tag !== 'UnionType' && reader._tag !== 'IntersectionType'
  )

/**
 * Whether a codec of someone's own, whose inside cannot be seen, may be what reads the value: alone, or as a member of
 * unions and intersections.
 */
export const mayBeOpaque = (codec: NamedCodec): boolean => readersOf(codec).has(undefined)

/** The keys of a record, if its domain enumerates them. As io-ts itself decides: a branded domain has none. */
export const enumeratedKeys = (domain: NamedCodec): ReadonlyArray<string> | undefined => {
  const codec = visible(domain)
  switch (codec?._tag) {
    case 'LiteralType':
      return typeof codec.value === 'string' ? [codec.value] : undefined
    case 'KeyofType':
      return Object.keys(codec.keys)
    case 'UnionType': {
      const keys = codec.types.map(enumeratedKeys)
      return keys.every((some) => some !== undefined) ? keys.flat() : undefined
    }
    default:
      return undefined
  }
}

/** The keys that a codec of objects declares by itself; `undefined` where any key may come, or none can. */
export const declaredKeys = (base: Visible | undefined): ReadonlyArray<string> | undefined => {
  switch (base?._tag) {
    case 'InterfaceType':
    case 'StrictType':
    case 'PartialType':
      return Object.keys(base.props)
    case 'DictionaryType':
      return enumeratedKeys(base.domain)
    default:
      return undefined
  }
}

/** Whether a codec of objects declares a key by itself. */
export const declares = (base: Visible | undefined, key: string): boolean => declaredKeys(base)?.includes(key) ?? false

/** The codec of what stands under a key of a value; `undefined` where the value's codec declares none. */
export const inside = (codec: Visible, key: string | number): NamedCodec | undefined => {
  switch (codec._tag) {
    case 'InterfaceType':
    case 'StrictType':
    case 'PartialType':
      return Object.hasOwn(codec.props, key) ? codec.props[key] : undefined
    case 'DictionaryType':
      return codec.domain.is(key) ? codec.codomain : undefined
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return typeof key === 'number' ? codec.type : undefined
    case 'TupleType':
      return typeof key === 'number' ? codec.types[key] : undefined
    default:
      return undefined
  }
}

/**
 * The name of a refinement's predicate, where the refinement has none: io-ts calls it `(string | isEven)`, and
 * `(string | <function1>)` where the predicate has none either.
 */
export const predicateOf = ({ name, type }: t.RefinementType<t.Mixed>): string | undefined => {
  const prefix = `(${type.name} | `
  return name.startsWith(prefix) ? name.slice(prefix.length, -1) : undefined
}
