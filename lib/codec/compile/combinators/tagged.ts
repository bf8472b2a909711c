/** `t.union` of objects that a tag tells apart. */
import * as t from 'io-ts'
import { isFields } from '../../../core/foreign/index.js'
import { childrenOf, tagged as tagOf, type NamedCodec } from '../../inspect.js'
import { Node, NOT_FIELDS, stringLiteral, type Combinator, type Interpreter, type Part, type Writer } from '../node.js'
import { asks, Probe } from '../recognize.js'
import { literalText } from './literal.js'

type Groups = ReadonlyArray<ReadonlyArray<unknown>>

class TaggedUnion extends Node {
  constructor(
    private readonly tag: string,
    /** The tags of each member. */
    private readonly groups: Groups,
    members: ReadonlyArray<Part>
  ) {
    super(members)
  }

  override body(writer: Writer): string {
    const cases = this.groups.map((group, i) => {
      const labels = group.map((value) => `case ${literalText(value, writer)}:`)
      return `${labels.join(' ')} return ${writer.call(this.parts[i]!, 'v')};`
    })
    return `if (${NOT_FIELDS}) return FAIL;\nswitch (v[${stringLiteral(this.tag)}]) {\n${cases.join('\n')}\n}\nreturn FAIL;`
  }

  interpret(value: unknown, context: t.Context, interpreter: Interpreter): unknown {
    const found = isFields(value) ? value[this.tag] : undefined
    const i = isFields(value) ? this.groups.findIndex((group) => group.indexOf(found) !== -1) : -1
    return i === -1 ? interpreter.refuse(value, context) : interpreter.part(this.parts[i]!, value, context)
  }
}

// Exported by io-ts at run time, left out of its types. A union finds its members by this index, so ours must be the
// same.
const { getIndex } = t as {
  readonly getIndex?: (codecs: ReadonlyArray<unknown>) => readonly [tag: string, groups: Groups] | undefined
}

const READ_THROUGH: ReadonlySet<unknown> = new Set([
  'ExactType',
  'RefinementType',
  'ReadonlyType',
  'IntersectionType',
  'UnionType'
])

// The index is made while the union is; a recursive type beneath an intersection may not have shown all its tags by
// then.
const mayDiffer = (codec: NamedCodec, isWithin = false): boolean => {
  const tag = tagOf(codec)?._tag
  if (tag === 'RecursiveType') return isWithin
  const isBeneath = isWithin || tag === 'IntersectionType'
  return READ_THROUGH.has(tag) && childrenOf(codec).some((child) => mayDiffer(child, isBeneath))
}

const STAND_IN: t.Mixed = t.array(t.unknown)

// A value of the tag, read from the field that is the tag, must lead to whatever stands in its member's place: so it
// closed over these members, and has no more than it shows. NaN leads nowhere.
const leadsTo = ({ validate, types }: t.UnionType<Array<t.Mixed>>, i: number, tag: string, value: unknown): boolean => {
  const member = types[i]
  if (Number.isNaN(value)) return true
  if (!Reflect.set(types, i, STAND_IN)) return false
  const probe = new Probe(() => value)
  const isLed = asks({ validate }, probe.value, [{ codec: STAND_IN, value: probe.value, key: String(i) }])
  Reflect.set(types, i, member)
  return isLed && probe.hasRead([tag])
}

export const tagged: Combinator = {
  sample: () => t.union([t.type({ kind: t.literal(1) }), t.type({ kind: t.literal(2) })]),
  read: (codec, reader) => {
    if (codec._tag !== 'UnionType' || codec.types.some((type) => mayDiffer(type))) return undefined
    const [tag, groups] = getIndex?.(codec.types) ?? []
    if (tag === undefined || groups === undefined) return undefined
    const isProved = codec.types.every((_, i) => groups[i]!.every((value) => leadsTo(codec, i, tag, value)))
    return isProved ? new TaggedUnion(tag, groups, reader.parts(codec.types)) : undefined
  }
}
