/** `t.exact`, `t.strict`, and `t.record` with enumerated keys: unknown keys are dropped. */
import * as t from 'io-ts'
import { isFields, type Fields } from '../../../core/foreign/fields.js'
import { enumeratedKeys, propsOf } from '../../inspect.js'
import { functionOf, NOT_FIELDS, stringLiteral, type Writer } from '../generate.js'
import { Node, Part, type Combinator, type Interpreter } from '../node.js'
import { asks, asksFields } from '../recognize.js'
import { FAIL } from '../run.js'
import { checkPlain, Props, readProps, SAME, structBody, type Slot } from './fields.js'
import { Intersection } from './intersection.js'

const { getOwnPropertyNames } = Object

// Drops the keys that are not known, if there are any.
const strip = (o: Fields, known: ReadonlySet<string>): Fields => {
  let extra = false
  const kept: Record<string, unknown> = {}
  for (const key of getOwnPropertyNames(o)) {
    if (known.has(key)) kept[key] = o[key]
    else extra = true
  }
  return extra ? kept : o
}

// -- orders of keys

/** Makes an object of the known keys of another, in its order, with the values of the slots. */
type Build = (o: Fields, values: ReadonlyArray<unknown>) => Fields

/** All own keys of an object that was seen, in their order. */
interface Order {
  readonly names: ReadonlyArray<string>
  /** All of them are known. */
  readonly whole: boolean
  readonly build: Build
}

// Objects of one source mostly come with few orders of keys. What differs more, or has keys without end, is not learned.
const MAX_ORDERS = 8
const MAX_NAMES = 256
const MAX_CHARACTERS = 10_000
// Generating a builder costs more than using a loop a few times.
const USES_BEFORE_BUILDER = 16

const areEqual = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((name, i) => name === b[i])

const comesIn = (o: object, names: ReadonlyArray<string>): boolean => {
  let i = 0
  for (const key in o) if (key !== names[i++]) return false
  return i === names.length
}

/** Learns in which orders the keys of objects come, and what remains of each when unknown keys are dropped. */
export class KeyOrders {
  private readonly orders: Array<Order> = []
  private last: Order | undefined

  constructor(
    private readonly known: ReadonlySet<string>,
    private readonly slots: ReadonlyArray<Slot>,
    /** Whether `for…in` shows all keys of an object, as it does of those of `JSON.parse`. */
    private readonly data: boolean
  ) {}

  /** The order of an object's keys. */
  of(o: object): Order {
    const { last } = this
    if (this.data && last !== undefined && comesIn(o, last.names)) return last
    const names = getOwnPropertyNames(o)
    const order = this.orders.find((one) => areEqual(one.names, names)) ?? this.read(names)
    if (this.orders.includes(order)) this.last = order
    return order
  }

  private read(names: ReadonlyArray<string>): Order {
    const keys = names.filter((name) => this.known.has(name))
    const isLearned =
      this.orders.length < MAX_ORDERS && names.length <= MAX_NAMES && names.join('').length <= MAX_CHARACTERS
    let uses = isLearned ? 0 : USES_BEFORE_BUILDER
    let build = this.loop(keys)
    const order: Order = {
      names,
      whole: keys.length === names.length,
      build: (o, values) => {
        if (++uses === USES_BEFORE_BUILDER) build = this.builder(keys)
        return build(o, values)
      }
    }
    if (isLearned) this.orders.push(order)
    return order
  }

  private loop(keys: ReadonlyArray<string>): Build {
    return (o, values) => {
      const to: Record<string, unknown> = {}
      for (const key of keys) to[key] = o[key]
      for (const [i, { key }] of this.slots.entries()) if (values[i] !== SAME) to[key] = values[i]
      return to
    }
  }

  // An object literal is several times faster than a loop.
  private builder(keys: ReadonlyArray<string>): Build {
    const entries = keys.map((key) => {
      const [name, slot] = [stringLiteral(key), this.slots.findIndex((one) => one.key === key)]
      return slot === -1 ? `${name}: o[${name}]` : `${name}: s[${slot}] === SAME ? o[${name}] : s[${slot}]`
    })
    const added = this.slots.map(({ key }, i) =>
      keys.includes(key) ? '' : `if (s[${i}] !== SAME) r[${stringLiteral(key)}] = s[${i}];\n`
    )
    const text = `return (o, s) => {\nconst r = {${entries.join(', ')}};\n${added.join('')}return r;\n}`
    return functionOf(['SAME'], text)(SAME) as Build
  }
}

// -- node

class Exact extends Node {
  constructor(
    private readonly of: Part,
    private readonly known: ReadonlySet<string>
  ) {
    super([of])
  }

  override body(writer: Writer): string {
    const { node } = this.of
    if (node instanceof Props || (node instanceof Intersection && node.struct !== undefined))
      return structBody(node.struct!, writer, (slots) => this.stripped(slots, writer))
    return `if (${NOT_FIELDS}) return FAIL;
const r = ${writer.functionOf(node)}(v, c);
return r === FAIL ? FAIL : ${writer.constant(strip)}(r, ${writer.constant(this.known)});`
  }

  private stripped(slots: ReadonlyArray<Slot>, writer: Writer): string {
    const orders = writer.constant(new KeyOrders(this.known, slots, writer.data))
    return `const o = ${orders}.of(v);
if (!changed) return o.whole ? v : o.build(v, ${writer.constant(slots.map(() => SAME))});
${checkPlain(writer)}
return o.build(v, [${slots.map(({ name }) => name).join(', ')}]);`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    if (!isFields(value)) return interpreter.refuse(value, context)
    const result = this.of.node.interpret(value, context, interpreter)
    return result === FAIL ? FAIL : strip(result as Fields, this.known)
  }
}

export const exact: Combinator = {
  sample: () => t.strict({}),
  read: (codec, reader) => {
    if (codec._tag === 'ExactType') {
      const props = propsOf(codec.type)
      const value = {}
      const isProved = props !== undefined && asks(codec, value, [{ codec: codec.type, value }])
      return isProved ? new Exact(reader.part(codec.type), new Set(getOwnPropertyNames(props))) : undefined
    }
    if (codec._tag !== 'DictionaryType') return undefined
    // A record whose keys are known is a strict type with one codec for every key.
    const keys = enumeratedKeys(codec.domain) ?? []
    const props = Object.fromEntries(keys.map((key) => [key, codec.codomain]))
    if (!asksFields(codec, props)) return undefined
    return new Exact(new Part(codec, reader.add(readProps(props, false, reader))), new Set(keys))
  }
}
