/** Decodes again, step by step as io-ts does, an object whose copies do not read as it does. */
import * as t from 'io-ts'
import { slotsOf, type Field, type Node, type Struct } from './plan.js'
import { copyFields, FAIL, merge, NOWHERE, strip, type Fields, type Run } from './run.js'
import { SAME, type Slots } from './slots.js'

// -- model

/** Decodes a value in the place of a field of an object. */
export type DecodeField = (field: Field, value: unknown, o: Fields, context: t.Context) => unknown

/** All fields before `refused`, or all if there is none, have been accepted as they were read from the object, and changed to what the slots say. */
export type Replay = (o: Fields, slots: Slots, context: t.Context, refused?: number) => unknown

// -- constructors

/** Decodes fields by the runs of their nodes. */
export const decodeFieldOf =
  (runOf: (node: Node) => Run): DecodeField =>
  ({ key, codec, node, within }, value, o, context) => {
    if (!node.context) return runOf(node)(value, NOWHERE)
    const outer = within === undefined ? context : t.appendContext(context, within.key, within.codec, o)
    return runOf(node)(value, t.appendContext(outer, key, codec, value))
  }

const answer = (before: unknown, slot: unknown): unknown => (slot === SAME ? before : slot)

/** Replays the fields of a struct; a field is only decoded again if the copy reads otherwise. */
export const replayOf = ({ fields, members, merged, known }: Struct, decode: DecodeField): Replay => {
  const slotted = slotsOf(fields)
  const slotAt = fields.map((field) => slotted.indexOf(field))

  return (o, slots, context, refused = fields.length) => {
    const results: Array<Fields> = []
    let position = 0
    for (const member of members) {
      let after = o
      for (const field of member) {
        const { key, optional } = field
        const before = after[key]
        const readsAlike = Object.is(before, o[key])
        if (position === refused && readsAlike) return FAIL
        const result =
          position < refused && readsAlike
            ? answer(before, slotAt[position] === -1 ? SAME : slots[slotAt[position]!])
            : decode(field, before, o, context)
        position++
        if (result === FAIL) {
          if (optional && before === undefined) continue
          return FAIL
        }
        if (result !== before || (!optional && result === undefined && !Object.hasOwn(after, key))) {
          if (after === o) after = copyFields(o)
          after[key] = result
        }
      }
      results.push(after)
    }
    const result = merged ? (merge(o, results) as Fields) : results[0]!
    return known === undefined ? result : strip(result, known)
  }
}
