/** Makes the new object where fields changed or unknown keys are dropped. */
import type { Field } from './plan.js'
import type { Fields } from './run.js'
import { setSlots, type Slots } from './slots.js'

// -- model

/** Makes a new object of some of an object's keys, in their order, with the values of the slots. */
export type Build = (o: Fields, slots: Slots) => Fields

/** What a back end makes of fixed keys: code that is faster than a loop. */
export interface Builders {
  /** A new object of these keys. */
  readonly pick: (keys: ReadonlyArray<string>, fields: ReadonlyArray<Field>) => Build
  /** A copy of the whole object. */
  readonly copy: (fields: ReadonlyArray<Field>) => Build
}

// -- constructors

/** Builders for what is seen too seldom to be worth more. */
export const LOOPS: Builders = {
  pick: (keys, fields) => (o, slots) => {
    const to: Fields = {}
    for (const key of keys) to[key] = o[key]
    return setSlots(to, fields, slots)
  },
  copy: (fields) => (o, slots) => setSlots({ ...o }, fields, slots)
}

const USES_BEFORE_BUILDER = 16

// Making a builder costs more than using a loop a few times.
const warming = (loop: Build, make: () => Build): Build => {
  let uses = 0
  let build: Build = (o, slots) => {
    if (++uses === USES_BEFORE_BUILDER) build = make()
    return loop(o, slots)
  }
  return (o, slots) => build(o, slots)
}

/** Starts with the loops, and takes what the back end makes once that pays. */
export const warmed = (builders: Builders): Builders => ({
  pick: (keys, fields) => warming(LOOPS.pick(keys, fields), () => builders.pick(keys, fields)),
  copy: (fields) => warming(LOOPS.copy(fields), () => builders.copy(fields))
})
