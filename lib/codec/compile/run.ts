/** The results, errors and state of every compiled codec. */
import type * as t from 'io-ts'

// -- model

export type AnyDecoder = t.Decoder<unknown, unknown>

/** Decodes one node: the decoded value, or `FAIL`. */
export type Run = (value: unknown, context: t.Context) => unknown

/** The result of a node that refuses; never handed out. */
export const FAIL: unique symbol = Symbol('FAIL')

/** For nodes that need no context. */
export const NOWHERE: t.Context = []

/** Thrown where only io-ts itself can answer for the whole value. */
export class LeftToIoTs extends Error {}

export const leaveToIoTs = (why: string): never => {
  throw new LeftToIoTs(why)
}

// -- memory

// An opaque codec may answer by its context, differently for one object in two members: it is asked each time, until
// there were so many refusals that an end matters more.
const MANY_REFUSALS = 10_000

/** Remembers refusals while one value is decoded. */
export class Memo {
  // Unions of unions would ask about the same object through every member: twelve levels of three are half a million
  // questions about 75 bytes.
  private refused: Array<unknown> = []
  private refusals = 0
  /** Whether a union would refuse an object as it did before. */
  wasRefused(id: number, value: unknown, asksUsers: boolean): boolean {
    return typeof value === 'object' && value === this.refused[id] && (!asksUsers || this.refusals > MANY_REFUSALS)
  }

  /** Notes that a union refused a value. */
  refuse(id: number, value: unknown): typeof FAIL {
    if (typeof value !== 'object') return FAIL
    this.refused[id] = value
    this.refusals++
    return FAIL
  }

  /** Lets go of all values. */
  forget(): void {
    if (this.refusals > 0) this.refused = []
    this.refusals = 0
  }
}
