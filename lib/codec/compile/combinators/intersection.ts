/** `t.intersection`. */
import * as t from 'io-ts'
import { isFields, type Fields } from '../../../core/fields.js'
import type { Writer } from '../generate.js'
import { FAIL, type Interpreter } from '../interpret.js'
import { Node, type Combinator, type Facts, type Part } from '../node.js'
import { asks } from '../recognize.js'
import { structBody, structOf, type Struct } from './fields.js'

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

const undefinedBy = (answers: ReadonlyArray<Facts['onUndefined']>): Facts['onUndefined'] => {
  if (answers.includes('refused')) return 'refused'
  return answers.includes('unknown') ? 'unknown' : 'kept'
}

export class Intersection extends Node {
  /** The members as one object, if they are objects without a key in common. */
  readonly struct: Struct | undefined

  constructor(private readonly members: ReadonlyArray<Part>) {
    super(members.map(({ node }) => node))
    this.struct = structOf(members)
  }

  override facts(): Facts {
    return {
      same: this.below.every((node) => node.same),
      nan: this.below.some((node) => node.nan),
      onUndefined: undefinedBy(this.below.map((node) => node.onUndefined)),
      context: this.below.some((node) => node.context)
    }
  }

  override condition(v: string, writer: Writer): string {
    return `(${this.below.map((node) => writer.condition(node, v)).join(' && ')})`
  }

  override body(writer: Writer): string {
    if (this.struct !== undefined) return structBody(this.struct, writer)
    const each = this.members.map(
      (member, i) => `const r${i} = ${writer.call(member, 'v')};\nif (r${i} === FAIL) return FAIL;`
    )
    const results = this.members.map((_, i) => `r${i}`)
    const same = results.map((result) => `${result} === v`).join(' && ')
    return `${each.join('\n')}\nreturn ${same} ? v : ${writer.constant(merge)}(v, [${results.join(', ')}]);`
  }

  override accepts(value: unknown): boolean {
    return this.below.every((node) => node.accepts(value))
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    const results: Array<unknown> = []
    for (const member of this.members) {
      const result = interpreter.part(member, value, context)
      if (result !== FAIL) results.push(result)
      else if (interpreter.isFull) return FAIL
    }
    return results.length < this.members.length ? FAIL : merge(value, results)
  }
}

export const intersection: Combinator = {
  sample: () => t.intersection([t.string, t.number]),
  read: (codec, reader) => {
    if (codec._tag !== 'IntersectionType') return undefined
    const value = Symbol('value')
    const parts = reader.parts(codec.types)
    const due = parts.map((part) => ({ ...part, value }))
    return asks(codec, value, due) ? new Intersection(parts) : undefined
  }
}
