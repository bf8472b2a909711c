/** The data that an open turn carries to another process: counts of calls by digest, no arguments or responses. */
import * as t from 'io-ts'
import { sha256 } from '#platform'

// -- model

const Count = t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'Count')
const nullable = <A>(codec: t.Type<A, A, unknown>) => t.union([codec, t.null])

const SavedTally = t.strict({
  call: t.string,
  asked: Count,
  admitted: Count,
  streak: Count,
  same: Count,
  ran: Count,
  writes: Count,
  executed: Count,
  /** For how long its last answer still asked to wait. */
  waitMs: nullable(t.number),
  /** The digest of its last answer. */
  answer: nullable(t.string)
})

const SavedBudget = t.strict({
  writes: Count,
  executed: Count,
  calls: t.readonlyArray(SavedTally),
  /** The writes that are not idempotent. */
  once: t.readonlyArray(SavedTally)
})

const SavedOutcome = t.strict({
  name: t.string,
  operationId: t.string,
  callId: t.string,
  tool: t.string,
  executed: t.keyof({ yes: null, no: null, unknown: null }),
  code: nullable(t.string)
})

const SavedOperations = t.strict({
  operations: t.readonlyArray(t.strict({ call: t.string, known: Count, given: Count })),
  outcomes: t.readonlyArray(SavedOutcome)
})

export const SavedTurn = t.strict({
  id: t.string,
  started: Count,
  budget: SavedBudget,
  invalid: t.readonlyArray(t.strict({ tool: t.string, times: Count })),
  writes: SavedOperations
})

/** The saved counts of the calls with one key. */
export type SavedTally = Readonly<t.TypeOf<typeof SavedTally>>
export type SavedBudget = Readonly<t.TypeOf<typeof SavedBudget>>
export type SavedOperations = Readonly<t.TypeOf<typeof SavedOperations>>
/** An open turn, as data: digests and counts. @category Guard @since 0.1.0 */
export type SavedTurn = Readonly<t.TypeOf<typeof SavedTurn>>

// -- keys

/** A key holds the arguments of a short call: this is what stands for it outside of its process. */
export const savedKey = (key: string): string => sha256(key).slice(0, 32)

/** Data saved by digests of keys, until the keys themselves come. */
export class Saved<A extends { readonly call: string }> {
  readonly #rows: Map<string, A>

  constructor(rows: ReadonlyArray<A> = []) {
    this.#rows = new Map(rows.map((row) => [row.call, row]))
  }

  take(key: string): A | undefined {
    if (this.#rows.size === 0) return undefined
    const call = savedKey(key)
    const row = this.#rows.get(call)
    this.#rows.delete(call)
    return row
  }

  /** Those whose keys did not come yet. */
  get rest(): ReadonlyArray<A> {
    return [...this.#rows.values()]
  }

  clear(): void {
    this.#rows.clear()
  }
}
