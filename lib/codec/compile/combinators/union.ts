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
  // If it asks several members what is beneath their value, unions of unions would ask about the same object again and again.
  private isMemoized = false

  constructor(private readonly members: ReadonlyArray<Part>) {
    super(members.map(({ node }) => node))
  }

  override facts(): Facts {
    this.isMemoized = this.below.filter((node) => !node.same).length > 1
    return {
      same: this.below.every((node) => node.same),
      nan: this.below.some((node) => node.nan),
      onUndefined: this.below.map((node) => node.onUndefined).find((answer) => answer !== 'refused') ?? 'refused',
      context: this.below.some((node) => node.context)
    }
  }

  override condition(v: string, writer: Writer): string {
    const texts = this.below.map((node) => (node instanceof Literal ? node.value : undefined))
    return texts.length > FEW && texts.every((text) => typeof text === 'string')
      ? `${writer.constant(new Set(texts))}.has(${v})`
      : `(${this.below.map((node) => writer.condition(node, v)).join(' || ')})`
  }

  override body(writer: Writer): string {
    const memo = writer.constant(writer.memo)
    const each = this.members.map((member) =>
      member.node.same
        ? `if (${writer.condition(member.node, 'v')}) return v;`
        : `r = ${writer.call(member, 'v')};\nif (r !== FAIL) return r;`
    )
    const known = this.isMemoized ? `if (${memo}.wasRefused(${this.id}, v, ${this.context})) return FAIL;\n` : ''
    return `let r;
${known}${each.join('\n')}
return ${this.isMemoized ? `${memo}.refuse(${this.id}, v)` : 'FAIL'};`
  }

  override accepts(value: unknown): boolean {
    return this.below.some((node) => node.accepts(value))
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    const { memo, collects, errors } = interpreter
    const before = errors.length
    if (!collects && memo.wasRefused(this.id, value, this.context)) return FAIL
    // The errors of a member only count if no later member accepts, so a union that might make many of them is asked before.
    if (collects && this.isMemoized) {
      const result = interpreter.quick.beneath(this, value, context)
      if (result !== FAIL) return result
    }
    for (const member of this.members) {
      const result = interpreter.part(member, value, context)
      if (result !== FAIL) {
        if (collects) errors.length = before
        return result
      }
      if (collects && this.isMemoized && interpreter.isFull) return FAIL
    }
    return !collects && this.isMemoized ? memo.refuse(this.id, value) : FAIL
  }
}

export const union: Combinator = {
  sample: () => t.union([t.string, t.number]),
  read: (codec, reader) => {
    if (codec._tag !== 'UnionType') return undefined
    const value = Symbol('value')
    const parts = reader.parts(codec.types)
    const due = parts.map((part) => ({ ...part, value }))
    return asks(codec, value, due, 'refuse') ? new Union(parts) : undefined
  }
}
