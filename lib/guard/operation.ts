/** An operation: one attempt at an effect, under a name that is the same in every process and every replay of its turn. */
import { BoundedMap } from './bounded-map.js'
import { MAX_KEYS } from './budget.js'
import type { Call } from './call.js'
import type { Execution } from './tool.js'
import { SavedRows, savedKey, type SavedOperations } from './session-state.js'
import { sha256 } from '#platform'

// -- the name

// Frozen: services and ledgers remember operations by it, and an upgrade has to find them. A spec holds names that were given once.
const FORM = 'guarded-call/operation/1'

/** Names an attempt of a call. 32 hexadecimal characters: short enough for every service's idempotency key. */
export const operationIdOf = (turnId: string, key: string, attempt: number): string =>
  sha256(JSON.stringify([FORM, turnId, key, attempt])).slice(0, 32)

// -- model

/** The outcome of one write of a turn. @category Guard @since 0.1.0 */
export interface WriteOutcome {
  readonly operationId: string
  readonly callId: string
  readonly tool: string
  /** The arguments as data, as in the call's record; `null` of a write that was made before the turn went on in this process. */
  readonly args: unknown
  readonly executed: Exclude<Execution, 'refused'>
  /** The code of the error that the model read; `null` for a success. */
  readonly code: string | null
}

interface Tally {
  /** Attempts whose outcome is known. */
  known: number
  /** Responses of executed attempts that this turn received. */
  given: number
  running: number
}

/** The operations of one turn, as this process knows them. */
export class Operations {
  readonly #tallies = new BoundedMap<Tally>(MAX_KEYS)
  readonly #saved: SavedRows<SavedOperations['operations'][number]>
  readonly #outcomes = new Map<string, WriteOutcome>()

  constructor(saved?: SavedOperations) {
    this.#saved = new SavedRows(saved?.operations)
    for (const { name, ...outcome } of saved?.outcomes ?? []) this.#note(name, { ...outcome, args: null })
  }

  /** The number of the next attempt of this key: it grows only after an attempt whose outcome is known. */
  attemptOf(key: string): number {
    return this.#tallyOf(key).known + 1
  }

  /** Claims the next response of a write that the ledger counts; returns how many come before it. Each claim must be followed by `ended`. */
  claim(key: string): number {
    const tally = this.#tallyOf(key)
    tally.running += 1
    return tally.given + tally.running - 1
  }

  /** Ends what `claim` began. */
  ended(key: string, executed: Execution): void {
    const tally = this.#tallyOf(key)
    tally.running -= 1
    if (executed === 'yes') tally.given += 1
  }

  /** Notes the outcome of a write, or of a read whose attempt has a number, if it reached its tool, now or in an earlier run. */
  settled(call: Call, code: string | null): void {
    const { key, tool, callId, args, judgement } = call
    const { executed } = judgement
    if (executed === 'refused') return
    const { attempt } = call
    // A framework that stopped a call makes the same attempt again.
    if (executed !== 'unknown' && judgement.handedBack === undefined) this.#tallyOf(key).known = attempt
    // The name costs two digests.
    if (tool.effect === 'write')
      this.#note(`${savedKey(key)} ${attempt}`, {
        operationId: call.operationId,
        callId,
        tool: tool.name,
        args: args.data,
        executed,
        code
      })
  }

  outcomes(): ReadonlyArray<WriteOutcome> {
    return [...this.#outcomes.values()]
  }

  /** The data for another process: digests for keys, no arguments, and no call that still runs. */
  save(): SavedOperations {
    const ours = this.#tallies.entries().map(([key, { known, given }]) => ({ call: savedKey(key), known, given }))
    const outcomes = [...this.#outcomes].map(([name, { args: _, ...outcome }]) => ({ name, ...outcome }))
    return { operations: [...this.#saved.rest, ...ours], outcomes }
  }

  #note(name: string, outcome: WriteOutcome): void {
    this.#outcomes.set(name, outcome)
    if (this.#outcomes.size > MAX_KEYS) this.#outcomes.delete(this.#outcomes.keys().next().value as string)
  }

  #tallyOf(key: string): Tally {
    const known = this.#tallies.get(key)
    if (known !== undefined) return known
    const { known: before = 0, given = 0 } = this.#saved.take(key) ?? {}
    const first = { known: before, given, running: 0 }
    this.#tallies.set(key, first)
    return first
  }
}
