/** A codec as the compiler understands it: a graph of nodes, each proven to be io-ts's own, or opaque. */
import type * as t from 'io-ts'

// -- model

export type AnyDecoder = t.Decoder<unknown, unknown>

/** A codec in a position where io-ts adds an entry to the context: the entry names the codec, the node says how it decodes. */
export interface Part {
  readonly codec: AnyDecoder
  readonly node: Node
}

export interface Field extends Part {
  readonly key: string
  /** In a partial type, a refused `undefined` is no error. */
  readonly optional: boolean
  /** The entry of the intersection's member that the field comes from, where the fields of several are read in one pass. */
  readonly within: { readonly key: string; readonly codec: AnyDecoder } | undefined
}

export type Primitive =
  | 'string'
  | 'number'
  | 'boolean'
  | 'bigint'
  | 'undefined'
  | 'null'
  | 'function'
  | 'object'
  | 'array'
  | 'dictionary'
  | 'never'

export type Shape =
  /** Not known to be io-ts's own: it is asked itself. */
  | { readonly kind: 'opaque'; readonly codec: AnyDecoder }
  | { readonly kind: 'any' }
  | { readonly kind: 'is'; readonly type: Primitive }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'keyof'; readonly keys: object }
  | { readonly kind: 'refinement'; readonly of: Node; readonly predicate: (value: unknown) => unknown }
  | { readonly kind: 'array'; readonly item: Part }
  | { readonly kind: 'tuple'; readonly items: ReadonlyArray<Part> }
  /** `arrays`: io-ts lets an array through where the codomain is `t.any`. */
  | { readonly kind: 'record'; readonly domain: Part; readonly codomain: Part; readonly arrays: boolean }
  | { readonly kind: 'fields'; readonly fields: ReadonlyArray<Field> }
  | {
      readonly kind: 'exact'
      readonly of: Node
      readonly known: ReadonlySet<string>
      readonly struct: Struct | undefined
    }
  | { readonly kind: 'intersection'; readonly members: ReadonlyArray<Part>; readonly struct: Struct | undefined }
  | { readonly kind: 'union'; readonly members: ReadonlyArray<Part> }
  | {
      readonly kind: 'tagged'
      readonly tag: string
      readonly groups: ReadonlyArray<ReadonlyArray<unknown>>
      readonly members: ReadonlyArray<Part>
    }

/** The shapes of these kinds. */
export type ShapeOf<K extends Shape['kind']> = Extract<Shape, { readonly kind: K }>

/** Fields that can be decoded in one pass: those of one `type` or `partial`, or of an intersection of such with no key in common. */
export interface Struct {
  readonly fields: ReadonlyArray<Field>
  /** The same fields, by the object that io-ts makes of them. */
  readonly members: ReadonlyArray<ReadonlyArray<Field>>
  /** Whether io-ts merges these objects, which drops symbols and adds what is inherited. */
  readonly merged: boolean
  /** The keys that an exact type keeps. */
  readonly known: ReadonlySet<string> | undefined
}

export interface Node {
  /** Its place in `Plan.nodes`. */
  readonly id: number
  readonly shape: Shape
  /** What it accepts it gives back as it is, in the sense of `Object.is`, at no cost: it can be written as a condition. */
  readonly same: boolean
  /** Whether it may accept NaN, which io-ts takes for a changed value because it differs from itself. */
  readonly nan: boolean
  /** What it makes of `undefined`: refuses it, keeps it, or that is for user code to say. */
  readonly onUndefined: 'refused' | 'kept' | 'unknown'
  /** Whether an opaque codec beneath it must be told where it stands. */
  readonly context: boolean
}

/** A node whose traits are still to be found. */
export type DraftNode = { -readonly [K in keyof Node]: Node[K] }

export interface Plan {
  readonly root: Node
  readonly nodes: ReadonlyArray<Node>
}

// -- destructors

/** The nodes directly beneath one. */
export const below = (shape: Shape): ReadonlyArray<Node> => {
  switch (shape.kind) {
    case 'refinement':
    case 'exact':
      return [shape.of]
    case 'array':
      return [shape.item.node]
    case 'tuple':
      return shape.items.map((item) => item.node)
    case 'record':
      return [shape.domain.node, shape.codomain.node]
    case 'fields':
      return shape.fields.map((field) => field.node)
    case 'intersection':
    case 'union':
    case 'tagged':
      return shape.members.map((member) => member.node)
    case 'opaque':
    case 'any':
    case 'is':
    case 'literal':
    case 'keyof':
      return []
  }
}

/** What can be decoded in one pass. */
export const structOf = ({ shape }: Node): Struct | undefined => {
  if (shape.kind === 'fields') return { fields: shape.fields, members: [shape.fields], merged: false, known: undefined }
  return shape.kind === 'exact' || shape.kind === 'intersection' ? shape.struct : undefined
}

/** Whether a field of an accepted object may have to be added although the object lacks it, as `t.type` does for a codec that accepts `undefined`. */
export const maybeAdded = (field: Field): boolean =>
  field.optional ? field.node.onUndefined === 'unknown' && !field.node.same : field.node.onUndefined !== 'refused'

/** The fields that a rebuilt object may hold other values for, in the order in which io-ts would set them. */
export const slotsOf = (fields: ReadonlyArray<Field>): ReadonlyArray<Field> =>
  fields.filter((field) => !field.node.same || maybeAdded(field))
