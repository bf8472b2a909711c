/** `t.type` and `t.partial`, and objects that several of them describe together. */
import * as t from 'io-ts'
import { isFields, type Fields } from '../../../core/foreign/fields.js'
import { NOT_FIELDS, stringLiteral, type Writer } from '../generate.js'
import { Node, Part, type Combinator, type Interpreter, type Reader } from '../node.js'
import { asksFields } from '../recognize.js'
import { FAIL, LeftToIoTs, type AnyDecoder } from '../run.js'

// -- model

/** Fields that are decoded in one pass: those of one `type` or `partial`, or of an intersection of such with no key in common. */
export interface Struct {
  readonly fields: ReadonlyArray<Part>
  /** The members of the intersection, by the fields that they bring. io-ts merges what they make of one object. */
  readonly members?: ReadonlyMap<Part, Part>
}

/** A variable that holds the other value of a field, or `SAME`. */
export interface Slot {
  readonly name: string
  readonly key: string
}

/** The object has the right value already. */
export const SAME: unique symbol = Symbol('SAME')

// -- plain objects

const NOT_PLAIN = new LeftToIoTs('An object has to be copied whose copy does not read like it.')

const beOdd = (): never => {
  throw NOT_PLAIN
}

const countKeys = (o: object): number => {
  let count = 0
  // oxlint-disable-next-line no-unused-vars
  for (const _ in o) count++
  return count
}

// Nothing is inherited, and no own `__proto__` would become the copy's prototype.
const expectPlainData = (o: object): void => {
  if (Object.getPrototypeOf(o) !== Object.prototype || Object.hasOwn(o, '__proto__') || countKeys({}) > 0) beOdd()
}

// Objects that `JSON.parse` did not make may have hidden keys besides, and symbols, which io-ts copies here and drops there.
const expectPlain = (o: object): void => {
  expectPlainData(o)
  if (countKeys(o) !== Object.getOwnPropertyNames(o).length || Object.getOwnPropertySymbols(o).length > 0) beOdd()
}

/** The call that leaves `v` to io-ts if a copy does not read like it. */
export const checkPlain = (writer: Writer): string =>
  `${writer.constant(writer.data ? expectPlainData : expectPlain)}(v);`

// -- text

// Decodes the field's value in `x`.
const fieldBody = (part: Part, slot: string, refuse: string, { members }: Struct, writer: Writer): string => {
  const { key, node, optional } = part
  const odd = `if (x !== x) ${writer.constant(beOdd)}();`
  // A field that the object lacks is added, as `t.type` does where the codec accepts `undefined`.
  const isAdded = `x === undefined && ${node.same ? '' : 'r === undefined && '}!hasOwn(v, ${stringLiteral(key)})`
  const added = optional || !node.absent ? '' : `\nif (${isAdded}) { ${slot} = undefined; changed = true; }`
  if (node.same) {
    const refused = `!(${writer.condition(node, 'x')})${optional ? ' && x !== undefined' : ''}`
    return `if (${refused}) { ${refuse} }${node.nan ? ` ${odd}` : ''}${added}`
  }
  const member = members?.get(part)
  const call = writer.call(part, 'x', stringLiteral(key), member === undefined ? 'c' : writer.enter('c', member, 'v'))
  // io-ts takes NaN for a change in each member of an intersection.
  const changed = `${member === undefined ? '' : `${odd} `}${slot} = r; changed = true;`
  const refused = optional ? `if (x !== undefined) { ${refuse} }` : refuse
  const decoded = `r = ${call};\nif (r !== x) { if (r === FAIL) { ${refused} } else { ${changed} } }${added}`
  return optional && !node.absent ? `if (x !== undefined) {\n${decoded}\n}` : decoded
}

// A copy of `v` with the slots, in the order in which io-ts would set them.
const copied = (slots: ReadonlyArray<Slot>, writer: Writer): string => {
  if (slots.length === 0) return 'return v;'
  const set = slots.map(({ name, key }) => `if (${name} !== SAME) r[${stringLiteral(key)}] = ${name};`)
  return `if (!changed) return v;\n${checkPlain(writer)}\nr = { ...v };\n${set.join('\n')}\nreturn r;`
}

/** The function body that decodes the fields of `v` in one pass; `give` says what becomes of it, once all are accepted. */
export const structBody = (struct: Struct, writer: Writer, give: typeof copied = copied): string => {
  const { fields } = struct
  const slots = fields.flatMap(({ node, key, optional }, i) =>
    node.same && (optional || !node.absent) ? [] : [{ name: `s${i}`, key }]
  )
  // After a change io-ts reads the later fields from a copy.
  const refuse = slots.length === 0 ? 'return FAIL;' : `if (changed) ${checkPlain(writer)} return FAIL;`
  const each = fields.map(
    (part, i) => `x = v[${stringLiteral(part.key)}];\n${fieldBody(part, `s${i}`, refuse, struct, writer)}`
  )
  return `if (${NOT_FIELDS}) return FAIL;
const SAME = ${writer.constant(SAME)};
let x, r, changed = false${slots.map(({ name }) => `, ${name} = SAME`).join('')};
${each.join('\n')}
${give(slots, writer)}`
}

// -- node

export class Props extends Node {
  readonly struct: Struct = { fields: this.parts }

  override body(writer: Writer): string {
    return structBody(this.struct, writer)
  }

  // After its first change io-ts reads from the copy, which lacks what was inherited or hidden.
  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    if (!isFields(value)) return interpreter.refuse(value, context)
    const { quick = interpreter } = interpreter
    let after: Fields = value
    let failed = false
    for (const part of this.parts) {
      const { key, optional } = part
      const before = after[key]
      const isMissing = optional && before === undefined
      const result = (isMissing ? quick : interpreter).part(part, before, context)
      if (result === FAIL) {
        if (isMissing) continue
        if (interpreter.isFull) return FAIL
        failed = true
      } else if (result !== before || (!optional && result === undefined && !Object.hasOwn(after, key))) {
        if (after === value) after = Object.assign({}, value)
        ;(after as Record<string, unknown>)[key] = result
      }
    }
    return failed ? FAIL : after
  }
}

/** The struct of an intersection, if its members are objects without a key in common. */
export const structOf = (members: ReadonlyArray<Part>): Struct | undefined => {
  const byField = new Map(members.flatMap((member) => member.node.parts.map((part) => [part, member] as const)))
  const fields = [...byField.keys()]
  const areApart = new Set(fields.map(({ key }) => key)).size === fields.length
  return areApart && members.every(({ node }) => node instanceof Props) ? { fields, members: byField } : undefined
}

// -- recognition

/** The node of an object with these fields. */
export const readProps = (props: Readonly<Record<string, AnyDecoder>>, optional: boolean, { read }: Reader): Props =>
  new Props(Object.entries(props).map(([key, codec]) => new Part(codec, read(codec), key, optional)))

// What is read from `__proto__`, and where it is written, is io-ts's matter.
const isProved = (codec: t.InterfaceType<t.Props> | t.PartialType<t.Props>): boolean =>
  !Object.hasOwn(codec.props, '__proto__') && asksFields(codec, codec.props)

export const type: Combinator = {
  sample: () => t.type({}),
  read: (codec, reader) =>
    codec._tag === 'InterfaceType' && isProved(codec) ? readProps(codec.props, false, reader) : undefined
}

export const partial: Combinator = {
  sample: () => t.partial({}),
  read: (codec, reader) =>
    codec._tag === 'PartialType' && isProved(codec) ? readProps(codec.props, true, reader) : undefined
}
