/** A codec as the compiler understands it: a graph of nodes, each proved to be io-ts's own, or opaque; and how they are interpreted. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Tagged } from '../inspect.js'
import type { Writer } from './generate.js'
import { FAIL, LeftToIoTs, NOWHERE, type AnyDecoder, type Memo, type Run } from './run.js'

// -- model

/** What a parent may rely on without asking. */
export interface Facts {
  /** It gives back what it accepts, in the sense of `Object.is`, and can be written as a condition. */
  readonly same: boolean
  /** It may accept NaN. */
  readonly nan: boolean
  /** It may accept `undefined`. */
  readonly absent: boolean
  /** An opaque codec beneath it must know where it stands. */
  readonly context: boolean
}

/** One combinator at work. Its facts are cautious until those of all beneath it are known. */
export abstract class Node implements Facts {
  id = -1
  same = false
  nan = true
  absent = true
  context = false

  constructor(public parts: ReadonlyArray<Part> = []) {}

  abstract interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown
  /** The condition under which `v` is accepted, if nothing changes it. */
  condition?(v: string, writer: Writer): string
  /** The function body of any other node: from `v` and its context `c` to a value or `FAIL`. */
  body?(writer: Writer): string

  /** Finds its facts by those of its parts: here for containers, which refuse whatever is none. */
  facts(): Facts {
    return { same: false, nan: false, absent: false, context: this.parts.some(({ node }) => node.context) }
  }
}

/** A codec in a position where io-ts adds an entry to the context, mostly: the entry names the codec, the node says how it decodes. */
export class Part {
  // Of the node, beside it: nodes are of so many classes that an engine reads their properties slowly.
  id = -1
  same = false
  context = false

  constructor(
    readonly codec: AnyDecoder,
    readonly node: Node,
    /** The key of the entry; of items and values, the first one's. */
    readonly key = '0',
    /** In a partial type, a refused `undefined` is no error. */
    readonly optional = false
  ) {}
}

/** Reads the codecs that a codec holds. */
export interface Reader {
  readonly read: (codec: AnyDecoder) => Node
  readonly part: (codec: AnyDecoder) => Part
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

/** The facts of what hands on the results of its parts. */
export const handingOn = ({ parts }: Node): Facts => ({
  same: parts.every(({ node }) => node.same),
  nan: parts.some(({ node }) => node.nan),
  absent: parts.some(({ node }) => node.absent),
  context: parts.some(({ node }) => node.context)
})

/** Finds the facts of all nodes: starts from the cautious answers and only improves them, so that recursive types settle on answers that hold. */
export const findFacts = (nodes: ReadonlyArray<Node>): void => {
  const improves = (node: Node): boolean => {
    const { same, nan, absent, context } = node
    Object.assign(node, node.facts())
    return node.same !== same || node.nan !== nan || node.absent !== absent || node.context !== context
  }
  while (nodes.filter(improves).length > 0);
  for (const part of nodes.flatMap((node) => node.parts)) {
    const { id, same, context } = part.node
    Object.assign(part, { id, same, context })
  }
}

// -- the interpreter

/**
 * Decodes node by node as io-ts does: where no code may be generated, and for the errors of what generated code refused. One that
 * collects no errors stops at the first refusal.
 */
export class Interpreter {
  /** In io-ts's order. */
  readonly errors: Array<t.ValidationError> = []
  readonly collects: boolean

  constructor(
    /** Functions by the numbers of their nodes. What has none is interpreted. */
    private readonly generated: ReadonlyArray<Run | undefined>,
    readonly memo: Memo,
    private readonly maxErrors = 0,
    /** One that collects no errors. */
    readonly quick?: Interpreter
  ) {
    this.collects = maxErrors > 0
  }

  /** Whether a refusal ends the decoding, since nobody asks for more errors. */
  get isFull(): boolean {
    return this.errors.length >= this.maxErrors
  }

  add(error: t.ValidationError): typeof FAIL {
    if (!this.isFull) this.errors.push(error)
    return FAIL
  }

  /** Refuses a value as io-ts does. */
  refuse(value: unknown, context: t.Context): typeof FAIL {
    return this.collects ? this.add({ value, context, message: undefined } as unknown as t.ValidationError) : FAIL
  }

  /** Decodes a value in the place of its parent. */
  beneath({ node, id }: Pick<Part, 'node' | 'id'>, value: unknown, context: t.Context): unknown {
    const run = this.generated[id]
    const result = run === undefined ? FAIL : run(value, context)
    return result !== FAIL || (run !== undefined && !this.collects) ? result : node.interpret(value, context, this)
  }

  /** Decodes a part of a value. Its entry in the context is only made for an error, or for an opaque codec beneath. */
  part(part: Part, value: unknown, context: t.Context, key = part.key): unknown {
    const { codec, node, same } = part
    const run = same ? undefined : this.generated[part.id]
    if (part.context || (this.collects && !same && run === undefined))
      return this.beneath(part, value, t.appendContext(context, key, codec, value))
    const { quick = this } = this
    const result = run === undefined ? node.interpret(value, NOWHERE, quick) : run(value, NOWHERE)
    if (result !== FAIL || !this.collects) return result
    return node.interpret(value, t.appendContext(context, key, codec, value), this)
  }
}

// -- opaque codecs

const REFUSED_WITHOUT_ERROR = new LeftToIoTs(
  'A codec refused without an error, which io-ts takes for acceptance in some places.'
)

const ask = (codec: AnyDecoder, value: unknown, context: t.Context, interpreter?: Interpreter): unknown => {
  const result = codec.validate(value, context)
  if (E.isRight(result)) return result.right
  if (result.left.length === 0) throw REFUSED_WITHOUT_ERROR
  if (interpreter?.collects === true) for (const error of result.left) interpreter.add(error)
  return FAIL
}

/** A codec that is not known to be io-ts's own: it is asked itself. */
export class Opaque extends Node {
  constructor(private readonly codec: AnyDecoder) {
    super()
  }

  override facts(): Facts {
    return { same: false, nan: true, absent: true, context: true }
  }

  override body(writer: Writer): string {
    return `return ${writer.constant(ask)}(${writer.constant(this.codec)}, v, c);`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    return ask(this.codec, value, context, interpreter)
  }
}
