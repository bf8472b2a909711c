/** `t.literal`. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Writer } from '../generate.js'
import { Node, type Combinator, type Facts, type Interpreter } from '../node.js'
import { NOWHERE } from '../run.js'

/** A literal as an expression. */
export const literalText = (value: unknown, writer: Writer): string =>
  typeof value === 'string' || typeof value === 'boolean' ? JSON.stringify(value) : writer.constant(value)

export class Literal extends Node {
  constructor(readonly value: unknown) {
    super()
  }

  // The answer to 0 and -0 is the literal's own zero, whichever came in.
  override facts(): Facts {
    return { same: this.value !== 0, nan: false, absent: this.value === undefined, context: false }
  }

  override condition(v: string, writer: Writer): string {
    return `${v} === ${literalText(this.value, writer)}`
  }

  override body(writer: Writer): string {
    return `return ${this.condition('v', writer)} ? ${literalText(this.value, writer)} : FAIL;`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    return value === this.value ? this.value : interpreter.refuse(value, context)
  }
}

export const literal: Combinator = {
  sample: () => t.literal(1),
  // It accepts nothing but the value that it closed over, and gives back that.
  read: (codec) => {
    if (codec._tag !== 'LiteralType') return undefined
    const result = codec.validate(codec.value, NOWHERE)
    return E.isRight(result) && Object.is(result.right, codec.value) ? new Literal(codec.value) : undefined
  }
}
