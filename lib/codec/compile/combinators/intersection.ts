/** `t.intersection`. */
import * as t from 'io-ts'
import { type Fields, isFields } from '../../../core/foreign/index.js'
import { Conduit, type Combinator, type Interpreter, type Writer } from '../node.js'
import { asks } from '../recognize.js'
import { FAIL } from '../run.js'
import { structBody, structOf } from './fields.js'

// Merges what the members made of one value: of a key that several hold, the last that changed it wins.
const merge = (base: unknown, results: ReadonlyArray<unknown>): unknown => {
  if (results.every((result) => result === base)) return base
  if (!results.some(isFields)) return results.at(-1)
  const merged: Record<string, unknown> = {}
  const before = base as Fields
  const baseIsOther = !isFields(base)
  for (const result of results as ReadonlyArray<Fields>) {
    for (const key in result) {
      if (!Object.hasOwn(merged, key) || baseIsOther || result[key] !== before[key]) merged[key] = result[key]
    }
  }
  return merged
}

export class Intersection extends Conduit {
  /** The members as one object, if they are objects without a key in common. */
  readonly struct = structOf(this.parts)

  override condition(v: string, writer: Writer): string {
    return `(${this.parts.map(({ node }) => writer.condition(node, v)).join(' && ')})`
  }

  override body(writer: Writer): string {
    if (this.struct !== undefined) return structBody(this.struct, writer)
    const each = this.parts.map(
      (part, i) => `const r${i} = ${writer.call(part, 'v')};\nif (r${i} === FAIL) return FAIL;`
    )
    const results = this.parts.map((_, i) => `r${i}`)
    const same = results.map((result) => `${result} === v`).join(' && ')
    return `${each.join('\n')}\nreturn ${same} ? v : ${writer.constant(merge)}(v, [${results.join(', ')}]);`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    const results: Array<unknown> = []
    for (const part of this.parts) {
      const result = interpreter.part(part, value, context)
      if (result !== FAIL) results.push(result)
      else if (interpreter.isFull) return FAIL
    }
    return results.length < this.parts.length ? FAIL : merge(value, results)
  }
}

export const intersection: Combinator = {
  sample: () => t.intersection([t.string, t.string]),
  read: (codec, reader) => {
    if (codec._tag !== 'IntersectionType') return undefined
    const members = reader.parts(codec.types)
    return asks(codec, Symbol('value'), members) ? new Intersection(members) : undefined
  }
}
