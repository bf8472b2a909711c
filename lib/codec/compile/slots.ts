/** Which fields of an object changed, and to what. */
import type { Field } from './plan.js'
import type { Fields } from './run.js'

// -- model

/** One value for each field that may change (`slotsOf`), or `SAME`. */
export type Slots = ReadonlyArray<unknown>

/** The object has the right value already. */
export const SAME: unique symbol = Symbol('SAME')
/** Handed to `PutSlot`: the field is missing and must be added, as `undefined`. */
export const ADDED: unique symbol = Symbol('ADDED')

/** Notes a changed field; the first one makes the slots. */
export type PutSlot = (slots: Slots | undefined, slot: number, value: unknown) => Slots

// -- constructors

/** Nothing changed. */
export const blankSlots = (count: number): Slots => Array.from({ length: count }, () => SAME)

/**
 * Notes changed fields of objects with so many slots. Fields without one have slot -1: all that can happen to them is that
 * they are NaN, which io-ts takes for a change; a new object has the same NaN anyway.
 */
export const putSlot = (count: number): PutSlot => {
  const blank = blankSlots(count)
  return (slots, slot, value) => {
    const noted = (slots ?? blank.slice()) as Array<unknown>
    if (slot !== -1) noted[slot] = value === ADDED ? undefined : value
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
