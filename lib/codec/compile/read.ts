/** Reads a codec into nodes: each combinator is one line here, and one file. */
import { tagged as tagOf } from '../inspect.js'
import { array } from './combinators/array.js'
import { exact } from './combinators/exact.js'
import { partial, type } from './combinators/fields.js'
import { intersection } from './combinators/intersection.js'
import { keyof } from './combinators/keyof.js'
import { literal } from './combinators/literal.js'
import { readPrimitive } from './combinators/primitive.js'
import { record } from './combinators/record.js'
import { recursion } from './combinators/recursion.js'
import { refinement } from './combinators/refinement.js'
import { tagged } from './combinators/tagged.js'
import { tuple } from './combinators/tuple.js'
import { union } from './combinators/union.js'
import { findFacts, Opaque, Part, type Combinator, type Node, type Reader } from './node.js'
import { finder } from './recognize.js'
import type { AnyDecoder } from './run.js'

const COMBINATORS: ReadonlyArray<Combinator> = [
  literal,
  keyof,
  array,
  tuple,
  type,
  partial,
  record,
  exact,
  intersection,
  union,
  tagged,
  refinement,
  recursion
]

let find: ReturnType<typeof finder> | undefined

class Nodes implements Reader {
  readonly all: Array<Node> = []
  private readonly seen = new Map<AnyDecoder, Node>()

  readonly read = (codec: AnyDecoder): Node => {
    const seen = tagOf(codec)
    // `t.readonly` shares the `validate` of the codec that it wraps.
    if (seen?._tag === 'ReadonlyType' && seen.type.validate === codec.validate) return this.read(seen.type)
    return this.seen.get(codec) ?? this.add(this.nodeOf(codec), codec)
  }

  readonly part = (codec: AnyDecoder): Part => new Part(codec, this.read(codec))

  readonly parts = (codecs: ReadonlyArray<AnyDecoder>): ReadonlyArray<Part> =>
    codecs.map((codec, i) => new Part(codec, this.read(codec), String(i)))

  readonly add = <N extends Node>(node: N, codec?: AnyDecoder): N => {
    if (codec !== undefined) this.seen.set(codec, node)
    if (node.id === -1) node.id = this.all.push(node) - 1
    return node
  }

  private nodeOf(codec: AnyDecoder): Node {
    const seen = tagOf(codec)
    const primitive = readPrimitive(codec)
    if (primitive !== undefined || seen === undefined) return primitive ?? new Opaque(codec)
    find ??= finder(COMBINATORS)
    return find(codec)?.read(seen, this) ?? new Opaque(codec)
  }
}

/** Reads a codec once, as it is now: what is done to its `props` later is not seen. */
export const readCodec = (codec: AnyDecoder): { readonly root: Node; readonly nodes: ReadonlyArray<Node> } => {
  const nodes = new Nodes()
  const root = nodes.read(codec)
  findFacts(nodes.all)
  return { root, nodes: nodes.all }
}
