/** `t.keyof`. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Writer } from '../generate.js'
import { Node, type Combinator, type Facts, type Interpreter } from '../node.js'
import { NOWHERE } from '../run.js'

class Keyof extends Node {
  constructor(private readonly keys: object) {
    super()
  }

  override facts(): Facts {
    return { same: true, nan: false, absent: false, context: false }
  }

  override condition(v: string, writer: Writer): string {
    return `(typeof ${v} === "string" && hasOwn(${writer.constant(this.keys)}, ${v}))`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    const isKey = typeof value === 'string' && Object.hasOwn(this.keys, value)
    return isKey ? value : interpreter.refuse(value, context)
  }
}

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
  read: (codec) => (codec._tag === 'KeyofType' && looksUp(codec) ? new Keyof(codec.keys) : undefined)
}
