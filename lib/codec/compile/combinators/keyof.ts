/** `t.keyof`. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Combinator } from '../node.js'
import { NOWHERE } from '../run.js'
import { Leaf } from './primitive.js'

const PROBE = '\u0000 no key of anybody'

// It closed over these keys if it accepts another one while, and only while, they hold it. Frozen keys prove nothing.
const looksUp = ({ keys, validate }: t.KeyofType<Record<string, unknown>>): boolean => {
  if (!Object.isExtensible(keys) || E.isRight(validate(PROBE, NOWHERE))) return false
  keys[PROBE] = null
  try {
    return E.isRight(validate(PROBE, NOWHERE))
  } finally {
    delete keys[PROBE]
  }
}

export const keyof: Combinator = {
  sample: () => t.keyof({ a: null }),
  read: (codec) => {
    if (codec._tag !== 'KeyofType' || !looksUp(codec)) return undefined
    const { keys } = codec
    return new Leaf(
      (value): value is unknown => typeof value === 'string' && Object.hasOwn(keys, value),
      (v, writer) => `(typeof ${v} === "string" && hasOwn(${writer.constant(keys)}, ${v}))`
    )
  }
}
