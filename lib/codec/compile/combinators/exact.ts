/** `t.exact`, `t.strict`, and `t.record` with enumerated keys: unknown keys are dropped. */
import * as t from 'io-ts'
import { type Fields, isFields } from '../../../core/foreign/index.js'
import { enumeratedKeys, propsOf } from '../../inspect.js'
import { functionOf } from '../generate.js'
import { Node, NOT_FIELDS, Part, stringLiteral, type Combinator, type Interpreter, type Writer } from '../node.js'
import { asks, asksFields } from '../recognize.js'
import { FAIL } from '../run.js'
import { Props, readProps, structBody } from './fields.js'
import { Intersection } from './intersection.js'

const { getOwnPropertyNames } = Object

// -- dropping keys

type Strip = (o: Fields) => Fields

const strip = (o: Fields, known: ReadonlySet<string>): Fields => {
  const names = getOwnPropertyNames(o)
  const kept = names.filter((name) => known.has(name))
  if (kept.length === names.length) return o
  const to: Record<string, unknown> = {}
  for (const name of kept) to[name] = o[name]
  return to
}

// Objects of one source mostly come with few orders of keys. What differs more, or has keys without end, is not
// learned.
const MAX_ORDERS = 8
const MAX_CHARACTERS = 10_000

const areEqual = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean => {
  let i = a.length === b.length ? a.length : -1
  while (i > 0 && a[i - 1] === b[i - 1]) i--
  return i === 0
}

/** Learns the orders of keys, and makes an object literal for each: several times faster than a loop. */
export const learningStripper = (known: ReadonlySet<string>): Strip => {
  const orders: Array<{ readonly names: ReadonlyArray<string>; readonly strip: Strip }> = []
  const learned = (names: ReadonlyArray<string>): Strip => {
    const kept = names.filter((name) => known.has(name)).map(stringLiteral)
    const literal = `return {${kept.map((name) => `${name}: o[${name}]`).join(', ')}}`
    const made = kept.length === names.length ? (o: Fields) => o : (functionOf(['o'], literal) as Strip)
    orders.push({ names, strip: made })
    return made
  }
  return (o) => {
    const names = getOwnPropertyNames(o)
    for (const order of orders) if (areEqual(order.names, names)) return order.strip(o)
    const isLearned = orders.length < MAX_ORDERS && names.join('').length <= MAX_CHARACTERS
    return isLearned ? learned(names)(o) : strip(o, known)
  }
}

// -- node

class Exact extends Node {
  constructor(
    of: Part,
    private readonly known: ReadonlySet<string>
  ) {
    super([of])
  }

  override body(writer: Writer): string {
    const { node } = this.parts[0]!
    const drop = writer.constant(learningStripper(this.known))
    if (node instanceof Props || (node instanceof Intersection && node.struct !== undefined))
      return structBody(node.struct!, writer, drop)
    return `if (${NOT_FIELDS}) return FAIL;
const r = ${writer.functionOf(node)}(v, c);
return r === FAIL ? FAIL : ${drop}(r);`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    if (!isFields(value)) return interpreter.refuse(value, context)
    const result = this.parts[0]!.node.interpret(value, context, interpreter)
    return result === FAIL ? FAIL : strip(result as Fields, this.known)
  }
}

export const exact: Combinator = {
  sample: () => t.strict({}),
  read: (codec, reader) => {
    if (codec._tag === 'ExactType') {
      const props = propsOf(codec.type)
      const isProved = props !== undefined && asks(codec, {}, [{ codec: codec.type }])
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
