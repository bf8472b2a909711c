/** Reads a codec into a plan. */
import * as t from 'io-ts'
import {
  structOf,
  type AnyDecoder,
  type DraftNode,
  type Field,
  type Node,
  type Part,
  type Plan,
  type Shape,
  type Struct
} from './plan.js'
import { acceptsAll, combinatorOf, primitiveOf } from './trust.js'
import { findTraits } from './traits.js'

// -- model

/** What io-ts's own codecs carry at run time, beside `Decoder`. */
interface Tagged extends AnyDecoder {
  readonly _tag?: string
  readonly type: Tagged
  readonly types: ReadonlyArray<Tagged>
  readonly props: Readonly<Record<string, Tagged>>
  readonly domain: Tagged
  readonly codomain: Tagged
  readonly value: unknown
  readonly keys: object
  readonly tag: string
  readonly predicate: (value: unknown) => unknown
}

// Exported by io-ts at run time, left out of its types. A union finds its members by this index, so ours must be the same.
interface Internals {
  readonly getIndex?: (
    codecs: ReadonlyArray<unknown>
  ) => readonly [string, ReadonlyArray<ReadonlyArray<unknown>>] | undefined
  readonly getDomainKeys?: (domain: unknown) => Readonly<Record<string, unknown>> | undefined
}

const internals: Internals = t as Internals

// -- constructors

// io-ts strips by the props that it finds under a codec, tag by tag; where it finds none, stripping throws.
const propsOf = ({ _tag: tag, type, types, props }: Tagged): Record<string, unknown> | undefined => {
  switch (tag) {
    case 'RefinementType':
    case 'ReadonlyType':
      return propsOf(type)
    case 'InterfaceType':
    case 'StrictType':
    case 'PartialType':
      return props
    case 'IntersectionType':
      return types.reduce<Record<string, unknown>>((all, one) => Object.assign(all, propsOf(one)), {})
    default:
      return undefined
  }
}

// `__proto__` as a field is read, set and copied in ways of its own.
const areApart = (fields: ReadonlyArray<Field>): boolean => {
  const keys = new Set(fields.map((field) => field.key))
  return keys.size === fields.length && !keys.has('__proto__')
}

const mergedStruct = (parts: ReadonlyArray<Part>): Struct | undefined => {
  const members: Array<ReadonlyArray<Field>> = []
  for (const [i, { codec, node }] of parts.entries()) {
    if (node.shape.kind !== 'fields') return undefined
    const within = { key: String(i), codec }
    members.push(
      node.shape.fields.map(({ key, optional, codec: type, node: of }) => ({
        key,
        optional,
        within,
        codec: type,
        node: of
      }))
    )
  }
  const fields = members.flat()
  return areApart(fields) ? { fields, members, merged: true, known: undefined } : undefined
}

const exactStruct = (of: Node, known: ReadonlySet<string>): Struct | undefined => {
  const struct = structOf(of)
  return struct === undefined || struct.known !== undefined || !areApart(struct.fields)
    ? undefined
    : { ...struct, known }
}

const isAny = ({ _tag: tag }: Tagged): boolean => tag === 'AnyType'

// A tagged union's index is made while the union is; a recursive type beneath an intersection may not have shown all its tags by then.
const indexMayDiffer = (codec: Tagged, beneathIntersection = false): boolean => {
  const { _tag: tag } = codec
  switch (tag) {
    case 'RecursiveType':
      return beneathIntersection
    case 'ExactType':
    case 'RefinementType':
    case 'ReadonlyType':
      return indexMayDiffer(codec.type, beneathIntersection)
    case 'IntersectionType':
      return codec.types.some((type) => indexMayDiffer(type, true))
    case 'UnionType':
      return codec.types.some((type) => indexMayDiffer(type, beneathIntersection))
    default:
      return false
  }
}

class Reader {
  readonly nodes: Array<DraftNode> = []
  private readonly seen = new Map<AnyDecoder, Node>()

  read(codec: Tagged): Node {
    const aliases = new Set<AnyDecoder>()
    let one = codec
    for (let next = this.aliasOf(one); next !== undefined && !this.seen.has(one); next = this.aliasOf(one)) {
      // A recursive type that is its own definition never ends: io-ts is left to say so.
      if (aliases.has(one)) return this.draft(codec, () => ({ kind: 'opaque', codec }))
      aliases.add(one)
      one = next
    }
    const node = this.seen.get(one) ?? this.draft(one, () => this.shapeOf(one))
    for (const alias of aliases) this.seen.set(alias, node)
    return node
  }

  private aliasOf(codec: Tagged): Tagged | undefined {
    const { _tag: tag } = codec
    if (tag === 'ReadonlyType' && codec.type.validate === codec.validate) return codec.type
    if (tag === 'RecursiveType' && combinatorOf(codec) === 'recursion') return codec.type
    return undefined
  }

  // Known before its shape is, so that what is beneath can lead back to it.
  private draft(codec: AnyDecoder | undefined, shape: () => Shape): Node {
    const node: DraftNode = {
      id: this.nodes.length,
      shape: { kind: 'any' },
      same: false,
      nan: true,
      onUndefined: 'unknown',
      context: false
    }
    this.nodes.push(node)
    if (codec !== undefined) this.seen.set(codec, node)
    node.shape = shape()
    return node
  }

  private part(codec: Tagged): Part {
    return { codec, node: this.read(codec) }
  }

  private fields(props: Readonly<Record<string, Tagged>>, optional: boolean): Shape {
    return {
      kind: 'fields',
      fields: Object.entries(props).map(([key, codec]) => ({
        key,
        optional,
        within: undefined,
        codec,
        node: this.read(codec)
      }))
    }
  }

  private exact(of: Node, props: object): Shape {
    const known = new Set(Object.getOwnPropertyNames(props))
    return { kind: 'exact', of, known, struct: exactStruct(of, known) }
  }

  private shapeOf(codec: Tagged): Shape {
    const primitive = primitiveOf(codec)
    if (primitive !== undefined) return { kind: 'is', type: primitive }
    if (acceptsAll(codec)) return { kind: 'any' }
    return this.combinator(codec) ?? { kind: 'opaque', codec }
  }

  // The text says what validates; the tag says where that code found what it works on. Both must agree.
  private combinator(codec: Tagged): Shape | undefined {
    const { _tag: tag } = codec
    switch (`${combinatorOf(codec)}/${tag}`) {
      case 'array/ArrayType':
      case 'array/ReadonlyArrayType':
        return { kind: 'array', item: this.part(codec.type) }
      case 'tuple/TupleType':
        return { kind: 'tuple', items: codec.types.map((type) => this.part(type)) }
      case 'type/InterfaceType':
        return this.fields(codec.props, false)
      case 'partial/PartialType':
        return this.fields(codec.props, true)
      case 'exact/ExactType':
        return this.exactOf(codec)
      case 'exact/DictionaryType':
        return this.enumerable(codec)
      case 'record/DictionaryType':
        return {
          kind: 'record',
          domain: this.part(codec.domain),
          codomain: this.part(codec.codomain),
          arrays: isAny(codec.codomain)
        }
      case 'intersection/IntersectionType':
        return this.intersection(codec)
      case 'union/UnionType':
        return { kind: 'union', members: codec.types.map((type) => this.part(type)) }
      case 'tagged/UnionType':
        return this.tagged(codec)
      case 'refinement/RefinementType':
        return { kind: 'refinement', of: this.read(codec.type), predicate: codec.predicate }
      case 'literal/LiteralType':
        return { kind: 'literal', value: codec.value }
      case 'keyof/KeyofType':
        return { kind: 'keyof', keys: codec.keys }
      default:
        return undefined
    }
  }

  private intersection(codec: Tagged): Shape {
    const members = codec.types.map((type) => this.part(type))
    return { kind: 'intersection', members, struct: mergedStruct(members) }
  }

  private exactOf(codec: Tagged): Shape | undefined {
    const props = propsOf(codec.type)
    return props === undefined ? undefined : this.exact(this.read(codec.type), props)
  }

  // A record whose keys are known is a strict type with one codec for every key.
  private enumerable(codec: Tagged): Shape | undefined {
    const keys = internals.getDomainKeys?.(codec.domain)
    if (keys === undefined) return undefined
    const props: Record<string, Tagged> = {}
    for (const key of Object.keys(keys)) props[key] = codec.codomain
    return this.exact(
      this.draft(undefined, () => this.fields(props, false)),
      props
    )
  }

  private tagged(codec: Tagged): Shape | undefined {
    const index = internals.getIndex?.(codec.types)
    if (index === undefined || index[0] !== codec.tag || codec.types.some((type) => indexMayDiffer(type)))
      return undefined
    return { kind: 'tagged', tag: codec.tag, groups: index[1], members: codec.types.map((type) => this.part(type)) }
  }
}

/** Reads a codec once, as it is now: what is done to its `props` later is not seen. */
export const readPlan = (codec: AnyDecoder): Plan => {
  const reader = new Reader()
  const root = reader.read(codec as Tagged)
  findTraits(reader.nodes)
  return { root, nodes: reader.nodes }
}
