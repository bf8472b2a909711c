/** One run of the agent, from a user's message to its answer: budgets live here. */
import type * as E from 'fp-ts/lib/Either.js'
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import { localBudget, type LocalBudget } from './budget.js'
import type { CallRecord } from './call-record.js'
import { expectOption, expectSignal } from './options.js'
import type { SessionSettings } from './settings.js'

// -- model

/** What is known of a turn from its beginning. @category Guard @since 0.1.0 */
export interface TurnOptions {
  /** Names the turn in records and in a shared store; give it from the host, never from the model. @default a random UUID */
  readonly id?: string
  /** Aborts every call of the turn. */
  readonly signal?: AbortSignal
}

/** One run of the agent. @category Guard @since 0.1.0 */
export interface Turn {
  readonly id: string
  /** One record a logical call, in the order in which they settled: the newest 1,000. */
  readonly calls: ReadonlyArray<CallRecord>
  /** How many calls were settled in all. */
  readonly count: number
  /** Runs a call, or a pipeline of calls, in this turn. */
  readonly run: <Err, A>(call: RTE.ReaderTaskEither<Turn, Err, A>) => Promise<E.Either<Err, A>>
  /** Frees what the turn holds. Calls made afterwards are refused as `cancelled`. */
  readonly close: () => void
}

export interface TurnState {
  readonly settings: SessionSettings
  readonly budget: LocalBudget
  readonly signals: ReadonlyArray<AbortSignal>
  readonly nextCallId: () => string
  readonly add: (record: CallRecord) => void
  closed: boolean
}

const MAX_RECORDS = 1_000

// -- constructors

const states = new WeakMap<Turn, TurnState>()

const isDefined = <A>(value: A | undefined): value is A => value !== undefined

export const newTurn = (settings: SessionSettings, options: TurnOptions): Turn => {
  expectOption(options.id === undefined || (typeof options.id === 'string' && options.id !== ''), 'id', 'a non-empty string')
  expectSignal(options.signal, 'signal')
  const id = options.id ?? crypto.randomUUID()
  const records: Array<CallRecord> = []
  let settled = 0
  let started = 0

  const state: TurnState = {
    settings,
    budget: localBudget(),
    signals: [settings.signal, options.signal].filter(isDefined),
    nextCallId: () => `${id}.${++started}`,
    add: (record) => {
      settled += 1
      records.push(record)
      if (records.length > MAX_RECORDS) records.shift()
    },
    closed: false
  }
  const turn: Turn = {
    id,
    get calls() {
      return [...records]
    },
    get count() {
      return settled
    },
    run: (call) => call(turn)(),
    close: () => {
      if (state.closed) return
      state.closed = true
      state.budget.clear()
      settings.store?.closeTurn(id)
    }
  }
  states.set(turn, state)
  return turn
}

// -- destructors

/** What the stages know of a turn. */
export const stateOf = (turn: Turn): TurnState => {
  const state = states.get(turn)
  if (state === undefined) throw new TypeError('Expected a turn made by `openTurn` or `session.openTurn`.')
  return state
}
