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
import { findFacts, Opaque, Reader, type Combinator, type Node } from './node.js'
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

const nodeOf = (codec: AnyDecoder, reader: Reader): Node => {
  const seen = tagOf(codec)
  const primitive = readPrimitive(codec)
  if (primitive !== undefined || seen === undefined) return primitive ?? new Opaque(codec)
  find ??= finder(COMBINATORS)
  return find(codec)?.read(seen, reader) ?? new Opaque(codec)
}

/** Reads a codec once, as it is now: what is done to its `props` later is not seen. */
export const readCodec = (codec: AnyDecoder): { readonly root: Node; readonly nodes: ReadonlyArray<Node> } => {
  const reader = new Reader(nodeOf)
  const root = reader.read(codec)
  findFacts(reader.nodes)
  return { root, nodes: reader.nodes }
}
