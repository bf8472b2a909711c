/** A codec as the compiler understands it: a graph of nodes, each proved to be io-ts's own, or opaque. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { tagged, type TaggedCodec } from '../inspect.js'
import { FAIL, leaveToIoTs, NOWHERE, type AnyDecoder, type Memo, type Run } from './run.js'

// -- model

/** The facts that a parent may rely on without checking. */
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
  /** Decodes without errors: generated where code may be and stands alone, or interpreted. */
  run!: Run
  /** Whether its function does no more than `interpret`, which makes no errors where it accepts: not asked first. */
  interprets = false

  constructor(public parts: ReadonlyArray<Part> = []) {}

  abstract interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown
  /** The condition under which `v` is accepted, if nothing changes it. */
  condition?(v: string, writer: Writer): string
  /** The function body of any other node: from `v` and its context `c` to a value or `FAIL`. */
  body?(writer: Writer): string

  /** Finds its facts by those of its parts: here for containers, which refuse everything else. */
  facts(): Facts {
    return { same: false, nan: false, absent: false, context: this.parts.some(({ node }) => node.context) }
  }
}

/** A codec where io-ts mostly adds an entry to the context: the entry names the codec, the node decodes. */
export class Part {
  constructor(
    readonly codec: AnyDecoder,
    readonly node: Node,
    /** The key of the entry; of items and values, the first one's. */
    readonly key = '0',
    /** In a partial type, a refused `undefined` is no error. */
    readonly optional = false
  ) {}
}

/** A combinator of io-ts: how it is recognized. Its node says the rest. */
export interface Combinator {
  /** Any codec of it, for the text of its `validate`. */
  readonly sample: () => AnyDecoder
  /** Reads a codec whose `validate` has that text; `undefined` where it works on more than the codec shows. */
  readonly read: (codec: TaggedCodec, reader: Reader) => Node | undefined
}

/** Reads a codec and what it holds into nodes. */
export class Reader {
  readonly nodes: Array<Node> = []
  private readonly seen = new Map<AnyDecoder, Node>()

  constructor(private readonly nodeOf: (codec: AnyDecoder, reader: Reader) => Node) {}

  read(codec: AnyDecoder): Node {
    const seen = tagged(codec)
    // `t.readonly` shares the `validate` of the codec that it wraps.
    if (seen?._tag === 'ReadonlyType' && seen.type.validate === codec.validate) return this.read(seen.type)
    return this.seen.get(codec) ?? this.add(this.nodeOf(codec, this), codec)
  }

  part(codec: AnyDecoder): Part {
    return new Part(codec, this.read(codec))
  }

  /** Items and members, by their positions. */
  parts(codecs: ReadonlyArray<AnyDecoder>): ReadonlyArray<Part> {
    return codecs.map((codec, i) => new Part(codec, this.read(codec), String(i)))
  }

  /** Takes in a node that no codec was read for, or not yet. */
  add<N extends Node>(node: N, codec?: AnyDecoder): N {
    if (codec !== undefined) this.seen.set(codec, node)
    if (node.id === -1) node.id = this.nodes.push(node) - 1
    return node
  }
}

// -- facts

/** A node that hands on the results of its parts. */
export abstract class Conduit extends Node {
  override facts(): Facts {
    const nodes = this.parts.map(({ node }) => node)
    return {
      same: nodes.every(({ same }) => same),
      nan: nodes.some(({ nan }) => nan),
      absent: nodes.some(({ absent }) => absent),
      context: nodes.some(({ context }) => context)
    }
  }
}

/** Finds the facts of all nodes from cautious answers, only improving them, so that recursive types settle. */
export const findFacts = (nodes: ReadonlyArray<Node>): void => {
  const improves = (node: Node): boolean => {
    const { same, nan, absent, context } = node
    Object.assign(node, node.facts())
    return node.same !== same || node.nan !== nan || node.absent !== absent || node.context !== context
  }
  while (nodes.filter(improves).length > 0);
}

// -- the interpreter

/** Decodes a part of a value, without errors. Only an opaque codec beneath needs its entry in the context. */
export const decodePart = ({ codec, node, key }: Part, value: unknown, context: t.Context, at = key): unknown =>
  node.run(value, node.context ? t.appendContext(context, at, codec, value) : NOWHERE)

/**
 * Decodes node by node as io-ts does: where no code may be generated, and for the errors of what generated code
 * refused. It stops at the first refusal once it is full, which one for no errors always is.
 */
export class Interpreter {
  /** In io-ts's order. */
  readonly errors: Array<t.ValidationError> = []

  constructor(
    readonly memo: Memo,
    private readonly maxErrors = 0
  ) {}

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
    return this.isFull ? FAIL : this.add({ value, context, message: undefined } as unknown as t.ValidationError)
  }

  /** Decodes a part of a value: its function says whether there are errors to find. */
  part(part: Part, value: unknown, context: t.Context, at = part.key): unknown {
    const { codec, node } = part
    const fit = node.interprets && !this.isFull ? FAIL : decodePart(part, value, context, at)
    if (fit !== FAIL || this.isFull) return fit
    return node.interpret(value, t.appendContext(context, at, codec, value), this)
  }

  /** Decodes a value in the place of its parent. */
  beneath(node: Node, value: unknown, context: t.Context): unknown {
    const fit = node.interprets && !this.isFull ? FAIL : node.run(value, context)
    return fit !== FAIL || this.isFull ? fit : node.interpret(value, context, this)
  }
}

// -- the writer

/** A text as a literal. */
export const stringLiteral = (text: string): string => JSON.stringify(text)

/** Whether `v` is no object that has fields. */
export const NOT_FIELDS = 'typeof v !== "object" || v === null || isArray(v)'

/**
 * Writes conditions for nodes that change nothing, and one function for each other node. Nothing foreign is ever part
 * of the text but through `JSON.stringify`: keys and texts enter as string literals, everything else as a numbered
 * constant.
 */
export class Writer {
  readonly functions = new Map<Node, string>()
  /** The values that the text refers to by number. */
  readonly constants: Array<unknown> = []
  private readonly names = new Map<unknown, string>()

  constructor(readonly memo: Memo) {}

  /** The name of a constant. */
  constant(value: unknown): string {
    const known = this.names.get(value)
    if (known !== undefined) return known
    const name = `d${this.constants.push(value) - 1}`
    // A map does not tell 0 from -0, and a literal is given back with its own sign.
    if (value !== 0) this.names.set(value, name)
    return name
  }

  /** The name of a node's function, which is written when it is first asked for. */
  functionOf(node: Node): string {
    const name = `n${node.id}`
    if (!this.functions.has(node)) {
      this.functions.set(node, '')
      const body = node.same ? `return ${this.condition(node, 'v')} ? v : FAIL;` : node.body!(this)
      this.functions.set(node, `function ${name}(v, c) {\n${body}\n}`)
    }
    return name
  }

  condition(node: Node, v: string): string {
    return node.condition!(v, this)
  }

  /** The call of a part's function, with its place only if it needs to know. `key` and `context` are expressions. */
  call(part: Part, v: string, key = stringLiteral(part.key), context = 'c'): string {
    const name = this.functionOf(part.node)
    return part.node.context ? `${name}(${v}, ${this.enter(context, part, v, key)})` : `${name}(${v})`
  }

  /** The context of a part. */
  enter(context: string, part: Part, v: string, key = stringLiteral(part.key)): string {
    return `enter(${context}, ${key}, ${this.constant(part.codec)}, ${v})`
  }

  /** Decodes `x`, refuses, or does `changed` with another result in `r`. To io-ts, NaN differs from itself. */
  item(part: Part, changed: string, key = stringLiteral(part.key)): string {
    const { node } = part
    if (!node.same) return `r = ${this.call(part, 'x', key)};\nif (r !== x) { if (r === FAIL) return FAIL; ${changed} }`
    const nan = node.nan ? `\nif (x !== x) { r = x; ${changed} }` : ''
    return `if (!(${this.condition(node, 'x')})) return FAIL;${nan}`
  }
}

// -- opaque codecs

const ask = (codec: AnyDecoder, value: unknown, context: t.Context, interpreter?: Interpreter): unknown => {
  const result = codec.validate(value, context)
  if (E.isRight(result)) return result.right
  if (result.left.length === 0) leaveToIoTs('A refusal without an error is acceptance to io-ts in some places.')
  if (interpreter !== undefined) for (const error of result.left) interpreter.add(error)
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
