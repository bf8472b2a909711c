/** `t.union` without a tag: the first member that accepts. */
import * as t from 'io-ts'
import { Conduit, type Combinator, type Facts, type Interpreter, type Writer } from '../node.js'
import { asks } from '../recognize.js'
import { FAIL } from '../run.js'

export class Union extends Conduit {
  // If it asks several members what is beneath their value, unions of unions would ask about the same object again and
  // again.
  private isMemoized = false

  override facts(): Facts {
    this.isMemoized = this.parts.filter(({ node }) => !node.same).length > 1
    return super.facts()
  }

  override condition(v: string, writer: Writer): string {
    return `(${this.parts.map(({ node }) => writer.condition(node, v)).join(' || ')})`
  }

  override body(writer: Writer): string {
    const memo = writer.constant(writer.memo)
    const each = this.parts.map((part) =>
      part.node.same
        ? `if (${writer.condition(part.node, 'v')}) return v;\n`
        : `r = ${writer.call(part, 'v')};\nif (r !== FAIL) return r;\n`
    )
    if (!this.isMemoized) return `let r;\n${each.join('')}return FAIL;`
    return `if (${memo}.wasRefused(${this.id}, v, ${this.context})) return FAIL;
let r;\n${each.join('')}return ${memo}.refuse(${this.id}, v);`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    const { memo, isFull } = interpreter
    if (isFull && memo.wasRefused(this.id, value, this.context)) return FAIL
    for (const part of this.parts) {
      const result = interpreter.part(part, value, context)
      if (result !== FAIL) return result
    }
    return memo.refuse(this.id, value)
  }
}

export const union: Combinator = {
  sample: () => t.union([t.string, t.string]),
  read: (codec, reader) => {
    if (codec._tag !== 'UnionType') return undefined
    const members = reader.parts(codec.types)
    return asks(codec, Symbol('value'), members, 'refuse') ? new Union(members) : undefined
  }
}
