/** `t.type` and `t.partial`, and objects that several of them describe together. */
import * as t from 'io-ts'
import { isFields, type Fields } from '../../../core/fields.js'
import { NOT_FIELDS, quote, type Writer } from '../generate.js'
import { FAIL, NOT_PLAIN, type AnyDecoder, type Interpreter } from '../interpret.js'
import { Node, type Combinator, type Part, type Reader } from '../node.js'
import { asksFields } from '../recognize.js'

// -- model

export interface Field {
  readonly part: Part
  /** The intersection's member that the field comes from, where the fields of several are read in one pass. */
  readonly within?: Part
}

/** Fields that are decoded in one pass: those of one `type` or `partial`, or of an intersection of such with no key in common. */
export interface Struct {
  readonly fields: ReadonlyArray<Field>
  /** io-ts merges what several make of one object, and takes NaN for a change in each of them. */
  readonly merged: boolean
}

/** A variable that holds the other value of a field, or `SAME`. */
export interface Slot {
  readonly name: string
  readonly key: string
}

/** The object has the right value already. */
export const SAME: unique symbol = Symbol('SAME')

// -- plain objects

const countKeys = (o: object): number => {
  let count = 0
  // oxlint-disable-next-line no-unused-vars
  for (const _ in o) count++
  return count
}

const isOdd = (): never => {
  throw NOT_PLAIN
}

// A copy reads like the object: nothing is inherited, and no own `__proto__` would become the copy's prototype.
const expectPlainData = (o: object): void => {
  if (Object.getPrototypeOf(o) !== Object.prototype || Object.hasOwn(o, '__proto__') || countKeys({}) > 0) isOdd()
}

// Objects that `JSON.parse` did not make may have hidden keys besides, and symbols, which io-ts copies here and drops there.
const expectPlain = (o: object): void => {
  expectPlainData(o)
  if (countKeys(o) !== Object.getOwnPropertyNames(o).length || Object.getOwnPropertySymbols(o).length > 0) isOdd()
}

/** The name of the function that leaves an object to io-ts whose copies do not read like it. */
export const plainness = (writer: Writer): string => writer.constant(writer.data ? expectPlainData : expectPlain)

// -- text

// A field that may have to be added although the object lacks it, as `t.type` does where the codec accepts `undefined`.
const maybeAdded = ({ node, optional }: Part): boolean =>
  optional ? node.onUndefined === 'unknown' && !node.same : node.onUndefined !== 'refused'

// Decodes the field's value in `x`.
const fieldBody = (field: Field, slot: string, refuse: string, merged: boolean, writer: Writer): string => {
  const { part, within } = field
  const { key, node, optional } = part
  const unsure = optional && node.onUndefined === 'unknown'
  const odd = `if (x !== x) ${writer.constant(isOdd)}();`
  const accepted =
    !optional && maybeAdded(part)
      ? `\nif (x === undefined && ${node.same ? '' : 'r === undefined && '}!hasOwn(v, ${quote(key)})) { ${slot} = undefined; changed = true; }`
      : ''
  if (node.same) {
    const refused = `!(${writer.condition(node, 'x')})${optional ? ' && x !== undefined' : ''}`
    return `if (${refused}) { ${refuse} }${node.nan ? ` ${odd}` : ''}${accepted}`
  }
  const context = within === undefined ? 'c' : writer.enter('c', within, 'v')
  const changed = `${merged ? `${odd} ` : ''}${slot} = r; changed = true;`
  const refused = unsure ? `if (x !== undefined) { ${refuse} }` : refuse
  const decoded = `r = ${writer.call(part, 'x', quote(key), context)};
if (r !== x) { if (r === FAIL) { ${refused} } else { ${changed} } }${accepted}`
  // Without user code beneath, nothing becomes of a missing field.
  return optional && !unsure ? `if (x !== undefined) {\n${decoded}\n}` : decoded
}

// A copy of `v` with the slots, in the order in which io-ts would set them.
const copied = (slots: ReadonlyArray<Slot>, writer: Writer): string =>
  slots.length === 0
    ? 'return v;'
    : `if (!changed) return v;
${plainness(writer)}(v);
r = { ...v };
${slots.map(({ name, key }) => `if (${name} !== SAME) r[${quote(key)}] = ${name};`).join('\n')}
return r;`

/** The function body that decodes the fields of `v` in one pass; `give` says what becomes of it, once all are accepted. */
export const structBody = (struct: Struct, writer: Writer, give: typeof copied = copied): string => {
  const { fields, merged } = struct
  const slots = fields.flatMap(({ part }, i) =>
    part.node.same && !maybeAdded(part) ? [] : [{ name: `s${i}`, key: part.key }]
  )
  // After a change io-ts reads the later fields from a copy.
  const refuse = slots.length === 0 ? 'return FAIL;' : `if (changed) ${plainness(writer)}(v); return FAIL;`
  const each = fields.map(
    (field, i) => `x = v[${quote(field.part.key)}];\n${fieldBody(field, `s${i}`, refuse, merged, writer)}`
  )
  return `if (${NOT_FIELDS}) return FAIL;
const SAME = ${writer.constant(SAME)};
let x, r, changed = false${slots.map(({ name }) => `, ${name} = SAME`).join('')};
${each.join('\n')}
${give(slots, writer)}`
}

// -- node

export class Props extends Node {
  readonly struct: Struct

  constructor(readonly parts: ReadonlyArray<Part>) {
    super(parts.map(({ node }) => node))
    this.struct = { fields: parts.map((part) => ({ part })), merged: false }
  }

  override body(writer: Writer): string {
    return structBody(this.struct, writer)
  }

  // After its first change io-ts reads from the copy, which lacks what was inherited or hidden.
  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    if (!isFields(value)) return interpreter.refuse(value, context)
    let after: Fields = value
    let failed = false
    for (const field of this.parts) {
      const { key, optional } = field
      const before = after[key]
      const isMissing = optional && before === undefined
      const result = (isMissing ? interpreter.quick : interpreter).part(field, before, context)
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
  const fields: Array<Field> = []
  for (const member of members) {
    if (!(member.node instanceof Props)) return undefined
    fields.push(...member.node.parts.map((part) => ({ part, within: member })))
  }
  return new Set(fields.map(({ part }) => part.key)).size === fields.length ? { fields, merged: true } : undefined
}

/** The node of an object with these fields. */
export const readProps = (
  entries: ReadonlyArray<readonly [key: string, codec: AnyDecoder]>,
  optional: boolean,
  reader: Reader
): Props => new Props(entries.map(([key, codec]) => reader.part(codec, key, optional)))

// What is read from `__proto__`, and where it is written, is io-ts's matter.
const read = (
  codec: t.InterfaceType<t.Props> | t.PartialType<t.Props>,
  optional: boolean,
  reader: Reader
): Node | undefined => {
  const entries = Object.entries(codec.props)
  const isKnown = !Object.hasOwn(codec.props, '__proto__') && asksFields(codec, entries)
  return isKnown ? readProps(entries, optional, reader) : undefined
}

export const type: Combinator = {
  sample: () => t.type({}),
  read: (codec, reader) => (codec._tag === 'InterfaceType' ? read(codec, false, reader) : undefined)
}

export const partial: Combinator = {
  sample: () => t.partial({}),
  read: (codec, reader) => (codec._tag === 'PartialType' ? read(codec, true, reader) : undefined)
}
