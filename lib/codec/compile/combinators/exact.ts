/** `t.exact`, `t.strict`, and `t.record` with enumerated keys: unknown keys are dropped. */
import * as t from 'io-ts'
import { isFields, type Fields } from '../../../core/fields.js'
import { enumeratedKeys, propsOf } from '../../inspect.js'
import { functionOf, NOT_FIELDS, quote, type Writer } from '../generate.js'
import { FAIL, type Interpreter } from '../interpret.js'
import { Node, type Combinator } from '../node.js'
import { asks, asksFields } from '../recognize.js'
import { plainness, Props, readProps, SAME, structBody, type Slot } from './fields.js'
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
type Build = (o: Fields, slots: ReadonlyArray<unknown>) => Fields

/** All own keys of an object that was seen, in their order. */
interface Order {
  readonly names: ReadonlyArray<string>
  /** All of them are known. */
  readonly whole: boolean
  readonly build: Build
}

// Objects of one source mostly come with few orders of keys. Objects that differ more, or have keys without end, are not learned.
const MAX_ORDERS = 4
const MAX_BUILDERS = 8
const MAX_NAMES = 256
const MAX_NAME_LENGTH = 256
// Generating a builder costs more than using a loop a few times.
const USES_BEFORE_BUILDER = 16

const areEqual = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean => {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false
  }
  return true
}

const comesIn = (o: object, names: ReadonlyArray<string>): boolean => {
  let i = 0
  for (const key in o) {
    if (key !== names[i++]) return false
  }
  return i === names.length
}

const isLearnable = (names: ReadonlyArray<string>): boolean =>
  names.length <= MAX_NAMES && names.every((name) => name.length <= MAX_NAME_LENGTH)

const loop =
  (keys: ReadonlyArray<string>, slots: ReadonlyArray<Slot>): Build =>
  (o, values) => {
    const to: Record<string, unknown> = {}
    for (const key of keys) to[key] = o[key]
    for (const [i, { key }] of slots.entries()) if (values[i] !== SAME) to[key] = values[i]
    return to
  }

// An object literal is several times faster than a loop.
const builder = (keys: ReadonlyArray<string>, slots: ReadonlyArray<Slot>): Build => {
  const entries = keys.map((key) => {
    const slot = slots.findIndex((one) => one.key === key)
    const [name, read] = [quote(key), `o[${quote(key)}]`]
    return slot === -1 ? `${name}: ${read}` : `${name}: s[${slot}] === SAME ? ${read} : s[${slot}]`
  })
  const added = slots.map(({ key }, i) =>
    keys.includes(key) ? '' : `if (s[${i}] !== SAME) r[${quote(key)}] = s[${i}];\n`
  )
  const text = `return (o, s) => {\nconst r = {${entries.join(', ')}};\n${added.join('')}return r;\n}`
  return functionOf(['SAME'], text)(SAME) as Build
}

/** Learns in which orders the keys of objects come, and what remains of each when unknown keys are dropped. */
export class KeyOrders {
  private readonly orders: Array<Order> = []
  private last: Order | undefined
  private builders = 0

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
    if (last !== undefined && areEqual(last.names, names)) return last
    return (this.last = this.orders.find((one) => areEqual(one.names, names)) ?? this.learn(names))
  }

  private learn(names: ReadonlyArray<string>): Order {
    const keys = names.filter((name) => this.known.has(name))
    const whole = keys.length === names.length
    if (!isLearnable(names)) return { names, whole, build: loop(keys, this.slots) }
    const order = { names, whole, build: this.warming(keys) }
    if (this.orders.length === MAX_ORDERS) this.orders.shift()
    this.orders.push(order)
    return order
  }

  private warming(keys: ReadonlyArray<string>): Build {
    let uses = 0
    let build = loop(keys, this.slots)
    return (o, values) => {
      if (++uses === USES_BEFORE_BUILDER && this.builders++ < MAX_BUILDERS) build = builder(keys, this.slots)
      return build(o, values)
    }
  }
}

// -- node

class Exact extends Node {
  constructor(
    private readonly of: Node,
    private readonly known: ReadonlySet<string>
  ) {
    super([of])
  }

  override body(writer: Writer): string {
    const { of, known } = this
    const struct = of instanceof Props || of instanceof Intersection ? of.struct : undefined
    if (struct !== undefined) return structBody(struct, writer, (slots) => this.stripped(slots, writer))
    return `if (${NOT_FIELDS}) return FAIL;
const r = ${writer.functionOf(of)}(v, c);
return r === FAIL ? FAIL : ${writer.constant(strip)}(r, ${writer.constant(known)});`
  }

  private stripped(slots: ReadonlyArray<Slot>, writer: Writer): string {
    const orders = writer.constant(new KeyOrders(this.known, slots, writer.data))
    const unchanged = `return o.whole ? v : o.build(v, ${writer.constant(slots.map(() => SAME))});`
    return `const o = ${orders}.of(v);
if (!changed) ${unchanged}
${plainness(writer)}(v);
return o.build(v, [${slots.map(({ name }) => name).join(', ')}]);`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    if (!isFields(value)) return interpreter.refuse(value, context)
    const result = this.of.interpret(value, context, interpreter)
    return result === FAIL ? FAIL : strip(result as Fields, this.known)
  }
}

export const exact: Combinator = {
  sample: () => t.strict({}),
  read: (codec, reader) => {
    if (codec._tag === 'ExactType') {
      const props = propsOf(codec.type)
      const value = {}
      if (props === undefined || !asks(codec, value, [{ codec: codec.type, value }])) return undefined
      return new Exact(reader.read(codec.type), new Set(getOwnPropertyNames(props)))
    }
    if (codec._tag !== 'DictionaryType') return undefined
    // A record whose keys are known is a strict type with one codec for every key.
    const keys = new Set(enumeratedKeys(codec.domain))
    const entries = Object.entries(Object.fromEntries(Array.from(keys, (key) => [key, codec.codomain])))
    return asksFields(codec, entries) ? new Exact(reader.add(readProps(entries, false, reader)), keys) : undefined
  }
}
