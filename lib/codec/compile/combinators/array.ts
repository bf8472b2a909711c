/** `t.array` and `t.readonlyArray`. */
import * as t from 'io-ts'
import type { Writer } from '../generate.js'
import { FAIL, type Interpreter } from '../interpret.js'
import { Node, type Combinator, type Part } from '../node.js'
import { asks } from '../recognize.js'

/** Items that are decoded one by one. */
export abstract class Items extends Node {
  protected abstract partAt(i: number): Part
  /** The number of items that come out of an array. */
  protected abstract lengthOf(value: ReadonlyArray<unknown>): number

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    if (!Array.isArray(value)) return interpreter.refuse(value, context)
    const { memo, collects } = interpreter
    const before: ReadonlyArray<unknown> = value
    const length = this.lengthOf(before)
    let after = before.length > length ? before.slice(0, length) : before
    let failed = false
    // Where errors are collected there is no result that would lack the items before the refused one.
    for (let i = collects ? memo.acceptedItems(this.id, value) : 0; i < length; i++) {
      const item = before[i]
      const result = interpreter.part(this.partAt(i), item, context, collects || this.context ? String(i) : '')
      if (result === FAIL) {
        if (interpreter.isFull) return collects ? FAIL : memo.stop(this.id, value, i)
        failed = true
      } else if (result !== item) {
        if (after === before) after = before.slice()
        ;(after as Array<unknown>)[i] = result
      }
    }
    return failed ? FAIL : after
  }
}

class List extends Items {
  constructor(private readonly item: Part) {
    super([item.node])
  }

  override body(writer: Writer): string {
    const { item } = this
    const stop = `return ${writer.constant(writer.memo)}.stop(${this.id}, v, i);`
    const changed = 'if (a === v) a = v.slice(); a[i] = r;'
    return `if (!isArray(v)) return FAIL;
let a = v, r;
for (let i = 0, n = v.length; i < n; i++) {
const x = v[i];
${writer.item(item.node, () => writer.call(item, 'x', 'String(i)'), changed, stop)}
}
return a;`
  }

  protected override partAt(): Part {
    return this.item
  }

  protected override lengthOf({ length }: ReadonlyArray<unknown>): number {
    return length
  }
}

export const array: Combinator = {
  sample: () => t.array(t.string),
  read: (codec, reader) => {
    if (codec._tag !== 'ArrayType' && codec._tag !== 'ReadonlyArrayType') return undefined
    const value = Symbol('item')
    return asks(codec, [value], [{ codec: codec.type, value, key: '0' }])
      ? new List(reader.part(codec.type))
      : undefined
  }
}
