/** `t.literal`. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Combinator, Writer } from '../node.js'
import { leaveToIoTs, NOWHERE } from '../run.js'
import { Leaf } from './primitive.js'

/** A literal as an expression. */
export const literalText = (value: unknown, writer: Writer): string =>
  typeof value === 'string' || typeof value === 'boolean' ? JSON.stringify(value) : writer.constant(value)

export const literal: Combinator = {
  sample: () => t.literal(1),
  // It accepts nothing but the value that it closed over, and gives back that.
  read: (codec) => {
    if (codec._tag !== 'LiteralType') return undefined
    const { value } = codec
    const result = codec.validate(value, NOWHERE)
    if (!E.isRight(result) || !Object.is(result.right, value)) return undefined
    const isSame = (given: unknown): given is unknown => given === value
    if (value !== 0) return new Leaf(isSame, (v, writer) => `${v} === ${literalText(value, writer)}`)
    const isZero = (given: unknown): given is unknown =>
      Object.is(given, value) || (given === 0 && leaveToIoTs('A literal zero answers with its own sign.'))
    return new Leaf(isZero, (v, writer) => `${writer.constant(isZero)}(${v})`)
  }
}
