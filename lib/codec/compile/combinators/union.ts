/** `t.union` without a tag: the first member that accepts. */
import * as t from 'io-ts'
import type { Writer } from '../generate.js'
import { FAIL, type Interpreter } from '../interpret.js'
import { Node, type Combinator, type Facts, type Part } from '../node.js'
import { asks } from '../recognize.js'
import { Literal } from './literal.js'

// Few texts are compared one by one; more are looked up.
const FEW = 8

class Union extends Node {
  constructor(private readonly members: ReadonlyArray<Part>) {
    super(members.map(({ node }) => node))
  }

  override facts(): Facts {
    return {
      same: this.below.every((node) => node.same),
      nan: this.below.some((node) => node.nan),
      onUndefined: this.below.map((node) => node.onUndefined).find((answer) => answer !== 'refused') ?? 'refused',
      context: this.below.some((node) => node.context)
    }
  }

  // One that asks several members what is beneath their value would ask about the same object again and again.
  private get isMemoized(): boolean {
    return this.below.filter((node) => !node.same).length > 1
  }

  override condition(v: string, writer: Writer): string {
    const texts = this.below.map((node) => (node instanceof Literal ? node.value : undefined))
    return texts.length > FEW && texts.every((text) => typeof text === 'string')
      ? `${writer.constant(new Set(texts))}.has(${v})`
      : `(${this.below.map((node) => writer.condition(node, v)).join(' || ')})`
  }

  override body(writer: Writer): string {
    const memo = writer.constant(writer.memo)
    const each = this.members.map((member, i) =>
      member.node.same
        ? `if (${writer.condition(member.node, 'v')}) return v;`
        : `r = ${writer.call(member, 'v', `"${i}"`)};\nif (r !== FAIL) return r;`
    )
    const known = this.isMemoized ? `if (${memo}.wasRefused(${this.id}, v, ${this.context})) return FAIL;\n` : ''
    return `let r;
${known}${each.join('\n')}
return ${this.isMemoized ? `${memo}.refuse(${this.id}, v)` : 'FAIL'};`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    const { memo, collects, errors } = interpreter
    const before = errors.length
    if (!collects && memo.wasRefused(this.id, value, this.context)) return FAIL
    for (const [i, member] of this.members.entries()) {
      const result = interpreter.part(member, value, context, String(i))
      if (result !== FAIL) {
        // A second look found what the first did not: the errors before count for nothing.
        errors.length = before
        return result
      }
      if (collects && interpreter.isFull) return FAIL
    }
    return !collects && this.isMemoized ? memo.refuse(this.id, value) : FAIL
  }
}

export const union: Combinator = {
  sample: () => t.union([t.string, t.number]),
  read: (codec, reader) => {
    if (codec._tag !== 'UnionType') return undefined
    const value = Symbol('value')
    const due = codec.types.map((type, i) => ({ codec: type, value, key: String(i) }))
    return asks(codec, value, due, 'refuse') ? new Union(codec.types.map(reader.part)) : undefined
  }
}
