/** Decodes node by node as io-ts does: where no code may be generated, and for the errors of what generated code refused. */
import * as t from 'io-ts'

// -- model

export type AnyDecoder = t.Decoder<unknown, unknown>

/** Decodes one node: the decoded value, or `FAIL`. */
export type Run = (value: unknown, context: t.Context) => unknown

/** The result of a node that refuses; never handed out. */
export const FAIL: unique symbol = Symbol('FAIL')

/** For nodes that need no context. */
export const NOWHERE: t.Context = []

/** Thrown where only io-ts itself can answer for the whole value. */
export class LeftToIoTs extends Error {}

/** A codec refused without an error, which io-ts takes for acceptance in some places. */
export const REFUSED_WITHOUT_ERROR = new LeftToIoTs('A codec refused without an error.')

/** A value has to be copied whose copies do not read like it. */
export const NOT_PLAIN = new LeftToIoTs('The value is not plain data.')

/** The part of a node that the interpreter needs. */
interface Interpreted {
  readonly id: number
  readonly same: boolean
  readonly context: boolean
  /** Whether a node accepts that changes nothing. */
  readonly accepts: (value: unknown) => boolean
  readonly interpret: (value: unknown, context: t.Context, interpreter: Interpreter) => unknown
}

// -- memory

const NONE = Symbol('NONE')

// An opaque codec may answer by its context, and so differently for one object that is reached through two members. It is asked
// again each time, until the value has been refused so often that coming to an end matters more.
const MANY_REFUSALS = 10_000

/** Remembers refusals while one value is decoded. */
export class Memo {
  // Unions of unions would ask about the same object again through every member: twelve levels of three members are half a
  // million questions about 75 bytes.
  private readonly refused: Array<unknown>
  private refusals = 0
  // Where the last array stopped: the errors need not look at the items before.
  private list: unknown = NONE
  private listId = -1
  private position = 0
  /** Whether there is anything to forget. */
  used = false

  constructor(nodes: number) {
    this.refused = Array.from({ length: nodes }, () => NONE)
  }

  /** Whether a union would refuse an object as it did before. */
  wasRefused(id: number, value: unknown, asksUsers: boolean): boolean {
    return value === this.refused[id] && (!asksUsers || this.refusals > MANY_REFUSALS)
  }

  /** Notes that a union refused a value. */
  refuse(id: number, value: unknown): typeof FAIL {
    if (typeof value === 'object') {
      this.refused[id] = value
      this.refusals++
      this.used = true
    }
    return FAIL
  }

  /** Notes that an array was refused for the item at a position. */
  stop(id: number, list: unknown, position: number): typeof FAIL {
    this.used = true
    this.list = list
    this.listId = id
    this.position = position
    return FAIL
  }

  /** The number of items of an array that are known to be accepted. */
  acceptedItems(id: number, list: unknown): number {
    return list === this.list && id === this.listId ? this.position : 0
  }

  /** Lets go of all values. */
  forget(): void {
    this.refused.fill(NONE)
    this.refusals = 0
    this.list = NONE
    this.used = false
  }
}

// -- the interpreter

/** A codec in a position where io-ts adds an entry to the context. */
interface InterpretedPart {
  readonly codec: AnyDecoder
  readonly node: Interpreted
  readonly key: string
  /** Of its node, beside it: nodes are of so many classes that an engine reads their properties slowly. */
  readonly id: number
  readonly same: boolean
  readonly context: boolean
}

/**
 * Interprets the nodes that have no generated function; all of them, where no code may be generated. One that collects no errors
 * stops at the first refusal.
 */
export class Interpreter {
  /** In io-ts's order. */
  readonly errors: Array<t.ValidationError> = []
  readonly collects: boolean
  /** The one that collects no errors. */
  readonly quick: Interpreter

  constructor(
    private readonly generated: ReadonlyArray<Run | undefined>,
    readonly memo: Memo,
    private readonly maxErrors = 0,
    quick?: Interpreter
  ) {
    this.collects = maxErrors > 0
    this.quick = quick ?? this
  }

  /** The same, but for the errors of a value that was refused. */
  collecting(maxErrors: number): Interpreter {
    return new Interpreter(this.generated, this.memo, maxErrors, this)
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

  /** Decodes a value in the place of its parent, and collects the errors where it is refused. */
  beneath(node: Interpreted, value: unknown, context: t.Context): unknown {
    const result = this.run(node, value, context)
    return result === FAIL && this.collects ? node.interpret(value, context, this) : result
  }

  /** Decodes a part of a value. Its entry in the context is only made for an error, or for an opaque codec beneath. */
  part(part: InterpretedPart, value: unknown, context: t.Context, key = part.key): unknown {
    const { codec, node } = part
    const enter = (): t.Context => t.appendContext(context, key, codec, value)
    if (part.same) {
      if (node.accepts(value)) return value
      return this.collects ? node.interpret(value, enter(), this) : FAIL
    }
    const run = this.generated[part.id]
    if (run === undefined) return node.interpret(value, part.context || this.collects ? enter() : NOWHERE, this)
    const result = run(value, part.context ? enter() : NOWHERE)
    return result === FAIL && this.collects ? node.interpret(value, enter(), this) : result
  }

  // What has no function is interpreted once, by an interpreter that collects as by one that does not.
  private run(node: Interpreted, value: unknown, context: t.Context): unknown {
    if (node.same) return node.accepts(value) ? value : FAIL
    const run = this.generated[node.id]
    if (run !== undefined) return run(value, context)
    return this.collects ? FAIL : node.interpret(value, context, this)
  }
}
