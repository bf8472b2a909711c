/** A codec as the compiler understands it: a graph of nodes, each proved to be io-ts's own, or opaque. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { Tagged } from '../inspect.js'
import type { Writer } from './generate.js'
import { FAIL, REFUSED_WITHOUT_ERROR, type AnyDecoder, type Interpreter } from './interpret.js'

// -- model

/** What a parent may rely on without asking. */
export interface Facts {
  /** It gives back what it accepts, in the sense of `Object.is`, and can be written as a condition. */
  readonly same: boolean
  /** It may accept NaN. */
  readonly nan: boolean
  /** It refuses `undefined`, keeps it, or leaves that to user code. */
  readonly onUndefined: 'refused' | 'kept' | 'unknown'
  /** An opaque codec beneath it must know where it stands. */
  readonly context: boolean
}

/** One combinator at work. Its facts are cautious until those of all beneath it are known. */
export abstract class Node implements Facts {
  id = -1
  same = false
  nan = true
  onUndefined: Facts['onUndefined'] = 'unknown'
  context = false

  constructor(
    /** The nodes directly beneath it. */
    public below: ReadonlyArray<Node> = []
  ) {}

  abstract interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown

  /** Whether a node accepts that changes nothing. */
  accepts(_value: unknown): boolean {
    throw new Error('It may change what it accepts.')
  }

  /** The condition of a node that changes nothing. */
  condition?(v: string, writer: Writer): string
  /** The function body of any other. */
  body?(writer: Writer): string

  /** Finds its facts by those of the nodes beneath: here for containers, of which no NaN comes, no `undefined`, and no condition. */
  facts(): Facts {
    return { same: false, nan: false, onUndefined: 'refused', context: this.below.some((node) => node.context) }
  }
}

/** A codec in a position where io-ts adds an entry to the context: the entry names the codec, the node says how it decodes. */
export class Part {
  id = -1
  same = false
  context = false

  constructor(
    readonly codec: AnyDecoder,
    readonly node: Node,
    /** The key of the entry; of an item or a value of a record, the first one's. */
    readonly key: string,
    /** In a partial type, a refused `undefined` is no error. */
    readonly optional: boolean
  ) {}

  /** Takes over the facts of its node. */
  settle(): void {
    const { id, same, context } = this.node
    Object.assign(this, { id, same, context })
  }
}

/** Reads the codecs that a codec holds. */
export interface Reader {
  readonly read: (codec: AnyDecoder) => Node
  readonly part: (codec: AnyDecoder, key?: string, optional?: boolean) => Part
  /** Items and members, by their positions. */
  readonly parts: (codecs: ReadonlyArray<AnyDecoder>) => ReadonlyArray<Part>
  /** Takes in a node that no codec was read for, or not yet. */
  readonly add: <N extends Node>(node: N, codec?: AnyDecoder) => N
}

/** A combinator of io-ts: how it is recognised. Its node says the rest. */
export interface Combinator {
  /** Any codec of it, for the text of its `validate`. */
  readonly sample: () => AnyDecoder
  /** Reads a codec whose `validate` has that text; `undefined` where that works on anything but what the codec shows. */
  readonly read: (codec: Tagged, reader: Reader) => Node | undefined
}

// -- facts

// Starts from the cautious answers and only ever improves them, so a recursive type settles on answers that hold.
const improve = (node: Node): boolean => {
  const { same, nan, onUndefined, context } = node
  const facts = node.facts()
  Object.assign(node, facts)
  return facts.same !== same || facts.nan !== nan || facts.onUndefined !== onUndefined || facts.context !== context
}

/** Finds the facts of all nodes. Those beneath mostly stand in front, so two rounds are enough. */
export const findFacts = (nodes: ReadonlyArray<Node>): void => {
  let changed = true
  while (changed) {
    changed = false
    for (const node of nodes) changed = improve(node) || changed
  }
}

// -- opaque codecs

const ask = (codec: AnyDecoder, value: unknown, context: t.Context, interpreter?: Interpreter): unknown => {
  const result = codec.validate(value, context)
  if (E.isRight(result)) return result.right
  if (result.left.length === 0) throw REFUSED_WITHOUT_ERROR
  for (const error of interpreter?.isFull === false ? result.left : []) interpreter?.add(error)
  return FAIL
}

/** A codec that is not known to be io-ts's own: it is asked itself. */
export class Opaque extends Node {
  constructor(private readonly codec: AnyDecoder) {
    super()
  }

  override facts(): Facts {
    return { same: false, nan: true, onUndefined: 'unknown', context: true }
  }

  override body(writer: Writer): string {
    return `return ${writer.constant(ask)}(${writer.constant(this.codec)}, v, c);`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    return ask(this.codec, value, context, interpreter)
  }
}
