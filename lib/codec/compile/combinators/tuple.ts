/** `t.tuple`. */
import * as t from 'io-ts'
import type { Combinator, Writer } from '../node.js'
import { asks, Probe } from '../recognize.js'
import { Items } from './array.js'

class Tuple extends Items {
  protected override readonly isTuple = true

  override body(writer: Writer): string {
    const { length } = this.parts
    const each = this.parts.map(
      (item, i) => `x = v[${i}];\n${writer.item(item, `if (a === v) a = v.slice(); a[${i}] = r;`)}`
    )
    return `if (!isArray(v)) return FAIL;
let a = v.length > ${length} ? v.slice(0, ${length}) : v, x, r;
${each.join('\n')}
return a;`
  }
}

export const tuple: Combinator = {
  sample: () => t.tuple([t.string]),
  read: (codec, reader) => {
    if (codec._tag !== 'TupleType') return undefined
    const due = codec.types.map((type, i) => ({ codec: type, value: Symbol(String(i)), key: String(i) }))
    const probe = new Probe((key) => (key === 'length' ? due.length : due[Number(key)]?.value), [])
    const isProved = asks(codec, probe.value, due) && probe.hasRead(['length', ...due.map(({ key }) => key)])
    return isProved ? new Tuple(reader.parts(codec.types)) : undefined
  }
}
