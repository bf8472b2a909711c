/** Learns in which orders the keys of objects come, and what remains of each when unknown keys are dropped. */
import { LOOPS, type Build, type Builders } from './builders.js'
import type { Field } from './plan.js'

// -- model

interface Pick {
  readonly keys: ReadonlyArray<string>
  readonly build: Build
}

/** All own keys of an object that was seen, in their order. */
export interface Order {
  readonly names: ReadonlyArray<string>
  /** Whether all of them are known. */
  readonly whole: boolean
  /** Makes an object of those that are. */
  readonly build: Build
}

// Objects of one source mostly come with few orders of keys. What differs more, or has keys without end, is not learned.
const MAX_ORDERS = 4
const MAX_PICKS = 8
const MAX_NAMES = 256
const MAX_NAME_LENGTH = 256

const { getOwnPropertyNames } = Object

const equal = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean => {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false
  }
  return true
}

const isLearnable = (names: ReadonlyArray<string>): boolean =>
  names.length <= MAX_NAMES && names.every((name) => name.length <= MAX_NAME_LENGTH)

const comesIn = (o: object, names: ReadonlyArray<string>): boolean => {
  let i = 0
  for (const key in o) {
    if (key !== names[i++]) return false
  }
  return i === names.length
}

export class Orders {
  private readonly picks: Array<Pick> = []
  private readonly orders: Array<Order> = []
  private last: Order | undefined

  constructor(
    private readonly known: ReadonlySet<string>,
    private readonly fields: ReadonlyArray<Field>,
    private readonly builders: Builders,
    /** Whether objects may have keys that `for…in` does not show. */
    private readonly hidden: boolean
  ) {}

  /** The order of an object's keys. */
  of(o: object): Order {
    return !this.hidden && this.last !== undefined && comesIn(o, this.last.names)
      ? this.last
      : this.named(getOwnPropertyNames(o))
  }

  private named(names: ReadonlyArray<string>): Order {
    if (this.last !== undefined && equal(this.last.names, names)) return this.last
    const known = this.orders.find((one) => equal(one.names, names))
    if (known !== undefined) return (this.last = known)
    const order = this.read(names)
    if (isLearnable(names)) this.remember(order)
    return order
  }

  private read(names: ReadonlyArray<string>): Order {
    const keys = names.filter((name) => this.known.has(name))
    const { build } = this.picks.find((pick) => equal(pick.keys, keys)) ?? this.pick(keys)
    return { names, whole: keys.length === names.length, build }
  }

  private remember(order: Order): void {
    if (this.orders.length === MAX_ORDERS) this.orders.shift()
    this.orders.push(order)
    this.last = order
  }

  private pick(keys: ReadonlyArray<string>): Pick {
    if (this.picks.length === MAX_PICKS) return { keys, build: LOOPS.pick(keys, this.fields) }
    const pick: Pick = { keys, build: this.builders.pick(keys, this.fields) }
    this.picks.push(pick)
    return pick
  }
}
