/** `t.array` and `t.readonlyArray`. */
import * as t from 'io-ts'
import { Node, type Combinator, type Interpreter, type Writer } from '../node.js'
import { asks } from '../recognize.js'
import { FAIL } from '../run.js'

/** Items that are decoded one by one: all by the first part, or each by its own. */
export abstract class Items extends Node {
  protected abstract readonly isTuple: boolean

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    if (!Array.isArray(value)) return interpreter.refuse(value, context)
    const { isTuple, parts } = this
    const before: ReadonlyArray<unknown> = value
    const length = isTuple ? parts.length : before.length
    let after = before.length > length ? before.slice(0, length) : before
    let failed = false
    for (let i = 0; i < length; i++) {
      const item = before[i]
      const result = interpreter.part(parts[isTuple ? i : 0]!, item, context, String(i))
      if (result === FAIL) {
        if (interpreter.isFull) return FAIL
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
  protected override readonly isTuple = false

  override body(writer: Writer): string {
    return `if (!isArray(v)) return FAIL;
let a = v, r;
for (let i = 0, n = v.length; i < n; i++) {
const x = v[i];
${writer.item(this.parts[0]!, 'if (a === v) a = v.slice(); a[i] = r;', 'String(i)')}
}
return a;`
  }
}

export const array: Combinator = {
  sample: () => t.array(t.string),
  read: (codec, reader) => {
    if (codec._tag !== 'ArrayType' && codec._tag !== 'ReadonlyArrayType') return undefined
    const value = Symbol('item')
    const isProved = asks(codec, [value], [{ codec: codec.type, value, key: '0' }])
    return isProved ? new List([reader.part(codec.type)]) : undefined
  }
}
