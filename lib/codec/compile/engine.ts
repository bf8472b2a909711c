/** A codec that answers by itself at first, and by its program once it has been used often enough. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { childrenOf, tagged } from '../inspect.js'
import { Union } from './combinators/union.js'
import { generate } from './generate.js'
import { Interpreter, Opaque, type Node } from './node.js'
import { readCodec } from './read.js'
import { decodesAs } from './recognize.js'
import { FAIL, Memo, NOWHERE, type AnyDecoder } from './run.js'

// -- model

export interface EngineOptions {
  /** Asked when the codec is compiled: whether to generate code, or to interpret. */
  readonly generates: () => boolean
  /** The decoding by which the codec is compiled. */
  readonly from: number
  /** Hears why io-ts is left to answer: what was thrown, mostly. */
  readonly onThrow?: (thrown: unknown) => void
}

type Answer = t.Validation<unknown>

interface Program {
  readonly root: Node
  readonly memo: Memo
  /** The codec that errors name at their root. */
  readonly type: AnyDecoder
}

// -- destructors

const capped = (answer: Answer, maxErrors: number): Answer =>
  E.isLeft(answer) && answer.left.length > maxErrors ? E.left(answer.left.slice(0, maxErrors)) : answer

// io-ts keeps the errors of every member of a union, so that unions of unions multiply them. A tagged union asks one
// member.
const multipliesErrors = (codec: AnyDecoder): boolean => {
  const all = new Set<AnyDecoder>([codec])
  for (const one of all) {
    const seen = tagged(one)
    const asksMany = seen?._tag === 'UnionType' && !('tag' in seen)
    if (asksMany && seen.types.filter((type) => childrenOf(type).length > 0).length > 1) return true
    for (const child of childrenOf(one)) all.add(child)
  }
  return false
}

const programOf = (codec: AnyDecoder, generates: () => boolean): Program | undefined => {
  const { root, nodes } = readCodec(codec)
  const type = root instanceof Opaque ? undefined : decodesAs(codec)
  if (type === undefined) return undefined
  const memo = new Memo()
  const silent = new Interpreter(memo)
  if (generates()) generate(root, memo)
  for (const node of nodes.filter(({ run }) => run === undefined)) {
    node.run = (value, context) => node.interpret(value, context, silent)
    // The errors of a member only count if no later one accepts.
    node.interprets = !(node instanceof Union)
  }
  return { root, type, memo }
}

// -- the engine

/** Decodes by a codec, compiled when that pays. */
export class Engine {
  private decodings = 0
  private program: Program | undefined
  // An opaque codec, one whose definition throws, one that decodes otherwise than it validates.
  private isHopeless = false

  constructor(
    private readonly codec: AnyDecoder,
    private readonly options: EngineOptions
  ) {}

  /**
   * Decodes a value, at the root or in a context. If anything throws (user code, a proxy, the stack), io-ts decides.
   */
  decode(value: unknown, maxErrors: number, given?: t.Context): Answer {
    const program = this.ready(maxErrors)
    if (program !== undefined) {
      const { root, memo, type } = program
      const placed = (): t.Context => given ?? [{ key: '', type, actual: value }]
      try {
        // Most values fit: generated code needs no errors for them and, mostly, no context.
        const fit = root.interprets ? FAIL : root.run(value, root.context ? placed() : NOWHERE)
        if (fit !== FAIL) return E.right(fit)
        const collecting = new Interpreter(memo, maxErrors)
        const result = root.interpret(value, placed(), collecting)
        if (result !== FAIL) return E.right(result)
        if (collecting.errors.length > 0) return E.left(collecting.errors)
      } catch (thrown) {
        this.options.onThrow?.(thrown)
      } finally {
        memo.forget()
      }
    }
    return capped(given === undefined ? this.codec.decode(value) : this.codec.validate(value, given), maxErrors)
  }

  private ready(maxErrors: number): Program | undefined {
    if (this.program !== undefined || this.isHopeless) return this.program
    try {
      // Where errors are limited, io-ts must not make a million of them first.
      const isDue = ++this.decodings >= this.options.from || (maxErrors < Infinity && multipliesErrors(this.codec))
      if (!isDue) return undefined
      this.program = programOf(this.codec, this.options.generates)
    } catch (thrown) {
      this.options.onThrow?.(thrown)
    }
    this.isHopeless = this.program === undefined
    return this.program
  }
}
