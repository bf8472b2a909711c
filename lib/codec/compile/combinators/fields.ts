/** `t.type` and `t.partial`, and objects that several of them describe together. */
import * as t from 'io-ts'
import { type Fields, isFields } from '../../../core/foreign/index.js'
import {
  decodePart,
  Node,
  NOT_FIELDS,
  Part,
  stringLiteral,
  type Combinator,
  type Interpreter,
  type Reader,
  type Writer
} from '../node.js'
import { asksFields } from '../recognize.js'
import { FAIL, leaveToIoTs, type AnyDecoder } from '../run.js'

// -- model

/** Fields decoded in one pass: of one `type` or `partial`, or of an intersection of such without a common key. */
export interface Struct {
  readonly fields: ReadonlyArray<Part>
  /** The members of the intersection, by the fields that they bring. io-ts merges what they make of one object. */
  readonly members?: ReadonlyMap<Part, Part>
}

// In place of a field's other value, where the object has the right one already.
const SAME = Symbol('SAME')

// -- plain objects

const beOdd = (): never => leaveToIoTs('An object has to be copied whose copy does not read like it.')

// The copy of an object reads like it if nothing is inherited or hidden, no key is a symbol, and no own `__proto__`
// would become the copy's prototype.
const expectPlain = (o: object): void => {
  const inheritsNothing = Object.getPrototypeOf(o) === Object.prototype && Object.keys(Object.prototype).length === 0
  // `Reflect.ownKeys` says the same in one call, which takes three times as long as these.
  const hidesNothing = Object.getOwnPropertyNames(o).length === Object.keys(o).length
  const hasSymbols = Object.getOwnPropertySymbols(o).length > 0
  if (!inheritsNothing || !hidesNothing || hasSymbols || Object.hasOwn(o, '__proto__')) beOdd()
}

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
  // NaN counts as a change to io-ts in each member of an intersection.
  const changed = `${member === undefined ? '' : `${odd} `}${slot} = r; changed = true;`
  const refused = optional ? `if (x !== undefined) { ${refuse} }` : refuse
  const decoded = `r = ${call};\nif (r !== x) { if (r === FAIL) { ${refused} } else { ${changed} } }${added}`
  return optional && !node.absent ? `if (x !== undefined) {\n${decoded}\n}` : decoded
}

/** The function body that decodes the fields of `v` in one pass. `drop` names a function that drops unknown keys. */
export const structBody = (struct: Struct, writer: Writer, drop = ''): string => {
  const { fields } = struct
  const changing = fields.flatMap(({ node, key, optional }, i) =>
    node.same && (optional || !node.absent) ? [] : [{ slot: `s${i}`, key }]
  )
  const each = (refuse: string): string =>
    fields
      .map((part, i) => `x = v[${stringLiteral(part.key)}];\n${fieldBody(part, `s${i}`, refuse, struct, writer)}\n`)
      .join('')
  const kept = `${drop}(v)`
  if (changing.length === 0) return `if (${NOT_FIELDS}) return FAIL;\nlet x;\n${each('return FAIL;')}return ${kept};`
  const expect = `${writer.constant(expectPlain)}(v);`
  // After a change io-ts reads the later fields from a copy, and sets the changed ones in its order.
  return `if (${NOT_FIELDS}) return FAIL;
const SAME = ${writer.constant(SAME)};
let x, r, changed = false${changing.map(({ slot }) => `, ${slot} = SAME`).join('')};
${each(`if (changed) ${expect} return FAIL;`)}r = ${kept};
if (!changed) return r;
${expect}
if (r === v) r = { ...v };
${changing.map(({ slot, key }) => `if (${slot} !== SAME) r[${stringLiteral(key)}] = ${slot};`).join('\n')}
return r;`
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
    let after: Fields = value
    let failed = false
    for (const part of this.parts) {
      const { key, optional } = part
      const before = after[key]
      const isMissing = optional && before === undefined
      const result = isMissing ? decodePart(part, before, context) : interpreter.part(part, before, context)
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
export const readProps = (props: Readonly<Record<string, AnyDecoder>>, optional: boolean, reader: Reader): Props =>
  new Props(Object.entries(props).map(([key, codec]) => new Part(codec, reader.read(codec), key, optional)))

const fieldsOf = (tag: 'InterfaceType' | 'PartialType', optional: boolean, sample: () => AnyDecoder): Combinator => ({
  sample,
  // io-ts decides about fields named `__proto__`.
  read: (codec, reader) =>
    codec._tag === tag && !Object.hasOwn(codec.props, '__proto__') && asksFields(codec, codec.props)
      ? readProps(codec.props, optional, reader)
      : undefined
})

export const type = fieldsOf('InterfaceType', false, () => t.type({}))

export const partial = fieldsOf('PartialType', true, () => t.partial({}))
