/** `t.tuple`. */
import * as t from 'io-ts'
import type { Writer } from '../generate.js'
import type { Combinator, Part } from '../node.js'
import { asks, Probe } from '../recognize.js'
import { Items } from './array.js'

class Tuple extends Items {
  constructor(private readonly items: ReadonlyArray<Part>) {
    super(items.map(({ node }) => node))
  }

  override body(writer: Writer): string {
    const { length } = this.items
    const each = this.items.map((item, i) => {
      const changed = `if (a === v) a = v.slice(); a[${i}] = r;`
      return `x = v[${i}];\n${writer.item(item.node, () => writer.call(item, 'x'), changed)}`
    })
    return `if (!isArray(v)) return FAIL;
let a = v.length > ${length} ? v.slice(0, ${length}) : v, x, r;
${each.join('\n')}
return a;`
  }

  protected override partAt(i: number): Part {
    return this.items[i]!
  }

  protected override lengthOf(): number {
    return this.items.length
  }
}

export const tuple: Combinator = {
  sample: () => t.tuple([t.string]),
  read: (codec, reader) => {
    if (codec._tag !== 'TupleType') return undefined
    const parts = reader.parts(codec.types)
    const due = parts.map((part) => ({ ...part, value: Symbol(part.key) }))
    const probe = new Probe((key) => (key === 'length' ? due.length : due[Number(key)]?.value), [])
    const isProved = asks(codec, probe.value, due) && probe.hasRead(['length', ...due.map(({ key }) => key)])
    return isProved ? new Tuple(parts) : undefined
  }
}
