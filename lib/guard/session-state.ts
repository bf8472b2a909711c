/** The data that a session carries from one process to the next: counts of calls by digest, no arguments or responses. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { LoopState } from '../core/loop-state.js'
import type { TurnState } from './turn.js'
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

const SavedTurn = t.strict({
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

/** The result of `session.save()`: small plain data, without arguments or responses in clear. @category Guard @since 0.1.0 */
export interface SessionState {
  readonly v: 1
  /** The memory of the loop detector. */
  readonly loop: LoopState
  /** The turns that were opened with an `id` and are open still: openTurn with that `id` goes on with them. */
  readonly turns: ReadonlyArray<SavedTurn>
}

/** The codec by which `openSession` checks a saved session. @category Guard @since 0.1.0 */
export const SessionState: t.Type<SessionState, unknown> = t.strict(
  { v: t.literal(1), loop: LoopState, turns: t.readonlyArray(SavedTurn) },
  'SessionState'
)

/** Checks a saved session; a TypeError where it is not one. */
export const stateFrom = (saved: unknown): SessionState => {
  const decoded = SessionState.decode(saved)
  if (E.isLeft(decoded)) throw new TypeError('Expected `state` to be what `session.save()` gave.')
  return decoded.right
}

// -- keys

/** A key holds the arguments of a short call: this is what stands for it outside of its process. */
export const savedKey = (key: string): string => sha256(key).slice(0, 32)

/** Data saved by digests of keys, until the keys themselves come. */
export class SavedRows<A extends { readonly call: string }> {
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

// -- open turns

/** A conversation has one open turn, or as many as it has agents; whoever closes none carries no more than these. */
const MAX_SAVED = 100

/** Turns that were dropped without being closed are let go: nothing here keeps them alive. */
export class OpenTurns {
  #open: Array<WeakRef<TurnState>> = []
  #sweepAt = MAX_SAVED
  // Saved by another process, and not opened in this one yet.
  readonly #saved: Map<string, SavedTurn>

  constructor(saved: ReadonlyArray<SavedTurn> = []) {
    this.#saved = new Map(saved.map((turn) => [turn.id, turn]))
  }

  /** What another process saved of a turn, for the first that opens it. */
  resume(id: string): SavedTurn | undefined {
    const saved = this.#saved.get(id)
    this.#saved.delete(id)
    return saved
  }

  add(turn: TurnState): void {
    if (this.#open.length >= this.#sweepAt) {
      this.#open = this.#open.filter((open) => open.deref()?.closed === false)
      this.#sweepAt = Math.max(MAX_SAVED, this.#open.length * 2)
    }
    this.#open.push(new WeakRef(turn))
  }

  save(): ReadonlyArray<SavedTurn> {
    const open = this.#open.flatMap((ref) => {
      const turn = ref.deref()
      return turn === undefined || turn.closed ? [] : [turn.save()]
    })
    return [...this.#saved.values(), ...open].slice(-MAX_SAVED)
  }
}
