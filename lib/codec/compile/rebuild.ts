/** Makes the new object where fields changed or unknown keys are dropped. */
import type * as t from 'io-ts'
import type { Field, Flat } from './plan.js'
import { isPlain, isPlainToMerge, type Fields } from './run.js'

// -- model

/** One value for each field that may change (`slotsOf`), or `SAME`. */
export type Slots = ReadonlyArray<unknown>

/** In a slot: the object has the right value already. */
export const SAME: unique symbol = Symbol('SAME')
/** Handed to `PutSlot`: the field is missing and must be added, as `undefined`. */
export const ADDED: unique symbol = Symbol('ADDED')
/** Instead of slots: a field changed that mostly never does (a number that is NaN). */
export const ODD: Slots = []

/** Notes a changed field; the first one makes the slots. */
export type PutSlot = (slots: Slots | undefined, slot: number, value: unknown) => Slots

/** Makes a new object of some of an object's keys, in their order, with the values of the slots. */
export type Build = (o: Fields, slots: Slots) => Fields

/** What a back end makes of fixed keys: code that is faster than a loop. */
export interface Builders {
  /** A new object of these keys. */
  readonly pick: (keys: ReadonlyArray<string>, fields: ReadonlyArray<Field>) => Build
  /** A copy of the whole object. */
  readonly copy: (fields: ReadonlyArray<Field>) => Build
}

/** Gives what io-ts answers for an object whose fields were all accepted; `slots` is undefined if none changed. */
export type Finish = (o: Fields, slots: Slots | undefined, context: t.Context) => unknown

/** For objects whose copies do not read as they do. */
export type Slow = (o: Fields, context: t.Context) => unknown

const { getOwnPropertyNames } = Object

// -- slots

/** Notes changed fields of objects with so many slots. */
export const putSlot = (count: number): PutSlot => {
  const blank: Slots = Array.from({ length: count }, () => SAME)
  return (slots, slot, value) => {
    if (slot < 0 || slots === ODD) return ODD
    const noted = (slots ?? blank.slice()) as Array<unknown>
    noted[slot] = value === ADDED ? undefined : value
    return noted
  }
}

/** Sets what changed, which adds the fields that were missing, in the order in which io-ts would. */
export const setSlots = (to: Fields, fields: ReadonlyArray<Field>, slots: Slots): Fields => {
  for (let i = 0; i < fields.length; i++) {
    if (slots[i] !== SAME) to[fields[i]!.key] = slots[i]
  }
  return to
}

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
  let build = loop
  return (o, slots) => {
    if (uses < USES_BEFORE_BUILDER && ++uses === USES_BEFORE_BUILDER) build = make()
    return build(o, slots)
  }
}

const copier = (fields: ReadonlyArray<Field>, builders: Builders): Build => warming(LOOPS.copy(fields), () => builders.copy(fields))

// -- fields without an exact type around them

/** Copies an object whose fields changed. */
export const finishFields = (fields: ReadonlyArray<Field>, slow: Slow, builders: Builders): Finish => {
  const copy = copier(fields, builders)
  return (o, slots, context) => {
    if (slots === undefined) return o
    return slots !== ODD && isPlain(o) ? copy(o, slots) : slow(o, context)
  }
}

// -- exact types

interface Pick {
  readonly keys: ReadonlyArray<string>
  readonly build: Build
}

/** All own keys of an object that was seen, in their order, and what remains of them. */
interface Order {
  readonly names: ReadonlyArray<string>
  readonly whole: boolean
  readonly pick: Pick
}

// Objects of one source mostly come with few orders of keys. What differs more, or has keys without end, is not learned.
const MAX_ORDERS = 4
const MAX_PICKS = 8
const MAX_NAMES = 256

const equal = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean => {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false
  }
  return true
}

class Orders {
  private readonly picks: Array<Pick> = []
  private readonly orders: Array<Order> = []
  private last: Order | undefined

  constructor(
    private readonly known: ReadonlySet<string>,
    private readonly fields: ReadonlyArray<Field>,
    private readonly builders: Builders
  ) {}

  of(names: ReadonlyArray<string>): Order {
    if (this.last !== undefined && equal(this.last.names, names)) return this.last
    const order = this.orders.find((one) => equal(one.names, names)) ?? this.read(names)
    if (names.length <= MAX_NAMES) this.last = order
    return order
  }

  private read(names: ReadonlyArray<string>): Order {
    const keys = names.filter((name) => this.known.has(name))
    const order = { names, whole: keys.length === names.length, pick: this.picks.find((pick) => equal(pick.keys, keys)) ?? this.pick(keys) }
    if (names.length > MAX_NAMES) return order
    if (this.orders.length === MAX_ORDERS) this.orders.shift()
    this.orders.push(order)
    return order
  }

  private pick(keys: ReadonlyArray<string>): Pick {
    const loop = LOOPS.pick(keys, this.fields)
    if (this.picks.length === MAX_PICKS) return { keys, build: loop }
    const pick: Pick = { keys, build: warming(loop, () => this.builders.pick(keys, this.fields)) }
    this.picks.push(pick)
    return pick
  }
}

/** Drops what an exact type does not know, and sets what changed, in one new object. */
export const finishExact = ({ merged }: Flat, known: ReadonlySet<string>, fields: ReadonlyArray<Field>, slow: Slow, builders: Builders): Finish => {
  const orders = new Orders(known, fields, builders)
  const copy = copier(fields, builders)
  const unchanged: Slots = fields.map(() => SAME)
  const plain = merged ? isPlainToMerge : isPlain
  return (o, slots, context) => {
    const names = getOwnPropertyNames(o)
    const order = orders.of(names)
    if (slots === undefined) return order.whole ? o : order.pick.build(o, unchanged)
    if (slots === ODD || !plain(o, names)) return slow(o, context)
    // A copy keeps symbols, as io-ts does unless it merges or drops something.
    return order.whole && !merged ? copy(o, slots) : order.pick.build(o, slots)
  }
}
