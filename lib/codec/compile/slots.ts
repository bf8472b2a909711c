/** Which fields of an object changed, and to what. */
import { slotsOf, type Field, type Struct } from './plan.js'
import type { Fields } from './run.js'

// -- model

/** One value for each field that may change (`slotsOf`), or `SAME`. */
export type Slots = ReadonlyArray<unknown>

/** The object has the right value already. */
export const SAME: unique symbol = Symbol('SAME')
/** Handed to `PutSlot`: the field is missing and must be added, as `undefined`. */
export const ADDED: unique symbol = Symbol('ADDED')

/** Notes a field that changed from `before`; the first one makes the slots. */
export type PutSlot = (slots: Slots | undefined, slot: number, value: unknown, before: unknown) => Slots

// -- constructors

/** Nothing changed. */
export const blankSlots = (count: number): Slots => Array.from({ length: count }, () => SAME)

// A NaN differs from itself, so to io-ts every later member of an intersection has changed it: back to what it was.
const staysNaN = ({ members, merged }: Struct): ReadonlyArray<boolean> =>
  members.flatMap((member, i) => slotsOf(member).map(() => merged && i < members.length - 1))

/**
 * Notes the changed fields of a struct. Fields without a slot have slot -1: all that can happen to them is that they are
 * NaN, which io-ts takes for a change; a new object has the same NaN anyway.
 */
export const putSlot = (struct: Struct): PutSlot => {
  const stays = staysNaN(struct)
  const blank = blankSlots(stays.length)
  return (slots, slot, value, before) => {
    const noted = (slots ?? blank.slice()) as Array<unknown>
    if (slot === -1 || (before !== before && stays[slot] === true)) return noted
    noted[slot] = value === ADDED ? undefined : value
    return noted
  }
}

// -- destructors

/** Sets what changed, which adds the fields that were missing, in the order in which io-ts would. */
export const setSlots = (to: Fields, fields: ReadonlyArray<Field>, slots: Slots): Fields => {
  for (let i = 0; i < fields.length; i++) {
    if (slots[i] !== SAME) to[fields[i]!.key] = slots[i]
  }
  return to
}
