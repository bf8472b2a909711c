/** `t.record` with keys that are not enumerated. */
import * as t from 'io-ts'
import { isFields } from '../../../core/foreign/index.js'
import { decodePart, Node, NOT_FIELDS, type Combinator, type Interpreter, type Part, type Writer } from '../node.js'
import { asks } from '../recognize.js'
import { FAIL } from '../run.js'

class Dictionary extends Node {
  constructor(
    private readonly domain: Part,
    private readonly codomain: Part,
    /** io-ts lets an array through where the codomain is `t.any`. */
    private readonly takesArrays: boolean
  ) {
    super([domain, codomain])
  }

  // Keys that the domain refuses are dropped, and nothing is copied unless a key or a value changed.
  override body(writer: Writer): string {
    return `${this.takesArrays ? 'if (isArray(v)) return v;\n' : ''}if (${NOT_FIELDS}) return FAIL;
const names = Object.keys(v), rs = [];
let changed = false;
for (let i = 0; i < names.length; i++) {
const n = names[i], x = v[n], k = ${writer.call(this.domain, 'n', 'n')};
if (k !== n) { changed = true; names[i] = k; if (k === FAIL) continue; }
const r = ${writer.call(this.codomain, 'x', 'k')};
if (r !== x) { if (r === FAIL) return FAIL; changed = true; }
rs[i] = r;
}
if (!changed) return v;
const a = {};
for (let i = 0; i < names.length; i++) if (names[i] !== FAIL) a[names[i]] = rs[i];
return a;`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    if (!isFields(value)) return this.takesArrays && Array.isArray(value) ? value : interpreter.refuse(value, context)
    const after: Record<string, unknown> = {}
    let changed = false
    let failed = false
    for (const name of Object.keys(value)) {
      const before = value[name]
      const key = decodePart(this.domain, name, context, name) as string | typeof FAIL
      changed = changed || key !== name
      if (key === FAIL) continue
      const result = interpreter.part(this.codomain, before, context, key)
      changed = changed || result !== before
      failed = failed || result === FAIL
      if (result === FAIL && interpreter.isFull) return FAIL
      after[key] = result
    }
    if (failed) return FAIL
    return changed ? after : value
  }
}

export const record: Combinator = {
  sample: () => t.record(t.string, t.string),
  read: (codec, reader) => {
    if (codec._tag !== 'DictionaryType') return undefined
    const { domain, codomain } = codec
    const [key, value] = ['key', Symbol('value')]
    const ofKey = { codec: domain, value: key, key }
    if (!asks(codec, { [key]: value }, [ofKey, { codec: codomain, value, key }])) return undefined
    const takesArrays = '_tag' in codomain && codomain._tag === 'AnyType'
    return new Dictionary(reader.part(domain), reader.part(codomain), takesArrays)
  }
}
