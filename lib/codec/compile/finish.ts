/** Gives the answer for an object whose fields have been decoded: itself, or a new one. */
import type * as t from 'io-ts'
import { warmed, type Builders } from './builders.js'
import { Orders } from './orders.js'
import { slotsOf, type Struct } from './plan.js'
import { replayOf, type DecodeField } from './replay.js'
import { FAIL, isPlain, type Fields } from './run.js'
import { blankSlots, type Slots } from './slots.js'

// -- model

export interface Finish {
  /** All fields were accepted; `slots` is undefined if none changed. */
  readonly accepted: (o: Fields, slots: Slots | undefined, context: t.Context) => unknown
  /** The field at a position was refused after another had changed: io-ts had made a copy by then, and read the field from it. */
  readonly refused: (o: Fields, slots: Slots, context: t.Context, position: number) => unknown
}

// io-ts loses symbols where it merges.
const hasSymbols = (o: object): boolean => Object.getOwnPropertySymbols(o).length > 0

// -- constructors

/** Finishes the objects of a struct. */
export const finishOf = (struct: Struct, decode: DecodeField, given: Builders, hidden: boolean): Finish => {
  const { fields, merged, known } = struct
  const slotted = slotsOf(fields)
  const replay = replayOf(struct, decode)
  const builders = warmed(given)
  const copy = builders.copy(slotted)
  const refused: Finish['refused'] = (o, slots, context, position) =>
    isPlain(o, hidden) ? FAIL : replay(o, slots, context, position)
  if (known === undefined) {
    return {
      refused,
      accepted: (o, slots, context) => {
        if (slots === undefined) return o
        return !isPlain(o, hidden) || (merged && hasSymbols(o)) ? replay(o, slots, context) : copy(o, slots)
      }
    }
  }
  const orders = new Orders(known, slotted, builders, hidden)
  const unchanged = blankSlots(slotted.length)
  return {
    refused,
    accepted: (o, slots, context) => {
      const order = orders.of(o)
      if (slots === undefined) return order.whole ? o : order.build(o, unchanged)
      if (!isPlain(o, hidden)) return replay(o, slots, context)
      // A copy keeps symbols, as io-ts does unless it merges or drops something.
      return order.whole && !merged ? copy(o, slots) : order.build(o, slots)
    }
  }
}
