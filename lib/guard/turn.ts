/** One run of the agent, from a user's message to its answer: budgets live here. */
import type * as E from 'fp-ts/lib/Either.js'
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import { isObject } from '../core/foreign/fields.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { wholeRecord, type CallRecord, type LateRecord } from './call-record.js'
import { InvalidCalls } from './invalid-calls.js'
import { LocalBudget } from './budget.js'
import { Operations, type WriteOutcome } from './operation.js'
import type { SavedTurn } from './session-state.js'
import { expectOption, expectSignal } from '../core/options.js'
import type { SessionSettings } from './settings.js'

// -- model

/** The options of a turn. @category Guard @since 0.1.0 */
export interface TurnOptions {
  /**
   * Names the turn in records, a shared store, a ledger and saved sessions; let the host choose it, never the model. Without a store or ledger, each turn
   * that is opened counts by itself, whatever its id. @default a random UUID
   */
  readonly id?: string
  /** Aborts every call of the turn. */
  readonly signal?: AbortSignal
}

declare const TURN: unique symbol

/** One run of the agent. @category Guard @since 0.1.0 */
export interface Turn {
  /** Only `openTurn` and `session.openTurn` make one. */
  readonly [TURN]: true
  readonly id: string
  /** One record a logical call, in the order in which they settled: the newest 1,000. */
  readonly calls: ReadonlyArray<CallRecord>
  /** How many calls were settled in all. */
  readonly count: number
  /** Runs a call, or a pipeline of calls, in this turn. */
  readonly run: <Err, A>(call: RTE.ReaderTaskEither<HasTurn, Err, A>) => Promise<E.Either<Err, A>>
  /** Frees the turn's memory. Later calls are refused as `cancelled`. */
  readonly close: () => void
  /** Lists every write of the turn as executed, not executed or unknown, for a final answer that must hide none. */
  readonly outcomes: () => ReadonlyArray<WriteOutcome>
}

/** The environment of every guarded call. A pipeline adds its own dependencies to it: `{ ...dependencies, turn }`. @category Guard @since 0.1.0 */
export interface HasTurn {
  readonly turn: Turn
}

const MAX_RECORDS = 1_000

const isDefined = <A>(value: A | undefined): value is A => value !== undefined

/** The state of a turn for the stages of a call. */
export class TurnState {
  readonly operations: Operations
  readonly budget: LocalBudget
  readonly invalid: InvalidCalls
  readonly signals: ReadonlyArray<AbortSignal>
  /** The records of the newest calls. */
  readonly records: Array<LateRecord> = []
  count = 0
  closed = false
  #started: number

  constructor(
    readonly id: string,
    readonly settings: SessionSettings,
    signal: AbortSignal | undefined,
    saved: SavedTurn | undefined
  ) {
    this.budget = new LocalBudget(settings.clock, { saved: saved?.budget })
    this.invalid = new InvalidCalls(settings.budget.invalid, saved?.invalid)
    this.operations = new Operations(saved?.writes)
    this.#started = saved?.started ?? 0
    this.signals = [settings.signal, signal].filter(isDefined)
  }

  nextCallId(): string {
    return `${this.id}.${++this.#started}`
  }

  add(record: LateRecord): void {
    this.count += 1
    this.records.push(record)
    if (this.records.length > MAX_RECORDS) this.records.shift()
  }

  /** The data with which another process continues. */
  save(): SavedTurn {
    return {
      id: this.id,
      started: this.#started,
      budget: this.budget.save({ keepsRunning: this.settings.ledger !== undefined }),
      invalid: this.invalid.save(),
      writes: this.operations.save()
    }
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    this.budget.clear()
    this.settings.store?.closeTurn(this.id)
  }
}

// -- constructors

class OpenTurn implements Turn {
  declare readonly [TURN]: true
  // Not in a WeakMap: until a full collection, those keep what they hold alive, and turns come and go.
  readonly #state: TurnState
  readonly id: string

  constructor(state: TurnState) {
    this.#state = state
    this.id = state.id
  }

  static stateOf(this: void, environment: unknown): TurnState | undefined {
    try {
      const turn: unknown = (environment as HasTurn | null | undefined)?.turn
      return isObject(turn) && #state in turn ? turn.#state : undefined
    } catch {
      return undefined
    }
  }

  get calls(): ReadonlyArray<CallRecord> {
    return this.#state.records.map(wholeRecord)
  }

  get count(): number {
    return this.#state.count
  }

  // Not methods: a turn's `run` is handed around by itself.
  readonly run: Turn['run'] = (call) => call({ turn: this })()
  readonly close = (): void => this.#state.close()
  readonly outcomes = (): ReadonlyArray<WriteOutcome> => this.#state.operations.outcomes()
}

export const newTurn = (settings: SessionSettings, { id, signal }: TurnOptions): Turn => {
  const { turns } = settings
  expectOption(id === undefined || (typeof id === 'string' && id !== ''), 'id', 'a non-empty string')
  expectSignal(signal, 'signal')
  expectOption(
    id !== undefined || settings.ledger === undefined,
    'id',
    "given where the session has a ledger: the job's or workflow's own, by which a replay finds what ran"
  )
  if (id === undefined) return new OpenTurn(new TurnState(crypto.randomUUID(), settings, signal, undefined))
  const state = new TurnState(id, settings, signal, turns.resume(id))
  turns.add(state)
  return new OpenTurn(state)
}

// -- destructors

/** The refusal of a call without a turn, or with a fake one. */
export const NO_TURN: ToolError = schemaMismatch({
  code: 'cancelled',
  detail:
    'The turn was not made by `openTurn` or `session.openTurn`: run the call by `turn.run(call)`, or give it `{ turn }`.'
})

/** The state of an environment's turn; undefined where it holds no turn of this library. Never throws. */
export const stateOf: (environment: unknown) => TurnState | undefined = OpenTurn.stateOf
