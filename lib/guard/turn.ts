/** One run of the agent, from a user's message to its answer: budgets live here. */
import type * as E from 'fp-ts/lib/Either.js'
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import { type CeilingUse, leftOf, savedLoop } from '../core/calls/index.js'
import { isObject } from '../core/foreign/index.js'
import { type ToolError, fixedError } from '../core/errors/index.js'
import { adviceFrom, type OpenEnd, type TurnAdvice } from './advice.js'
import { wholeRecord, type CallRecord, type LateRecord } from './call-record.js'
import { digestOfKey } from './keys.js'
import { outcomesOf, type WriteOutcome } from './operation.js'
import type { SavedTurn } from './session-state.js'
import * as o from '../core/options.js'
import { Places } from './places.js'
import { turnLoop, type SessionLoop, type SessionSettings } from './settings.js'
import type { SharedTurn } from './shared-log.js'
import type { Flight } from './flight.js'
import { eventsOf, restored } from './turn-events.js'
import { readStep, type StepOptions } from './step.js'
import { TurnLog } from './turn-log.js'
import { turnReport } from './turn-report.js'

// -- model

/** The options of a turn. @category Guard @since 0.1.0 */
export interface TurnOptions {
  /**
   * Names the turn in records, a shared store, a ledger and saved sessions; let the host choose it, never the model.
   * Without a store or ledger, each turn that is opened counts by itself, whatever its id. @default a random UUID
   */
  readonly id?: string
  /** Aborts every call of the turn. */
  readonly signal?: AbortSignal
}

declare const BRAND: unique symbol

/** One run of the agent. @category Guard @since 0.1.0 */
export interface Turn {
  /** Only `openTurn` and `session.openTurn` make one. */
  readonly [BRAND]: true
  readonly id: string
  /** One record a logical call, in the order in which they settled: the newest 1,000. */
  readonly calls: ReadonlyArray<CallRecord>
  /** How many calls were settled in all. */
  readonly count: number
  /**
   * Runs a call, or a pipeline of calls, in this turn. Rejects with a TypeError for a call without its arguments, or
   * any other function.
   */
  readonly run: <Err, A>(
    call: RTE.ReaderTaskEither<HasTurn, Err, A>,
    options?: StepOptions
  ) => Promise<E.Either<Err, A>>
  /** Frees the turn's memory. Later calls are refused as `cancelled`. */
  readonly close: () => void
  /** Lists every write of the turn as executed, not executed or unknown, for a final answer that must hide none. */
  readonly outcomes: () => ReadonlyArray<WriteOutcome>
  /** Whether an engine should keep what the turn came to, or run the work again because more may be known then. */
  readonly advice: () => TurnAdvice
  /** What is left under its ceilings, for a host that tells its model. */
  readonly left: () => TurnLeft
  /**
   * The turn in words, for a person: a line a tool, with the codes that its calls came to and, where nobody declared
   * its effect, how its calls were counted.
   */
  readonly report: () => string
}

/** What is left in a turn under the ceilings that it has. @category Budget @since 0.1.0 */
export interface TurnLeft {
  /** Calls, where `budget.calls` limits them. */
  readonly calls?: number
  /** Characters of responses, where `budget.chars` limits them. */
  readonly chars?: number
  /** Calls of each tool with `maxCalls` that was asked for. */
  readonly tools: Readonly<Record<string, number>>
}

/**
 * The environment of every guarded call. A pipeline adds its own dependencies to it: `{ ...dependencies, turn }`.
 * @category Guard @since 0.1.0
 */
export interface HasTurn {
  readonly turn: Turn
}

const MAX_RECORDS = 1_000
let opened = 0

/** How many turns this process opened. */
export const turnsOpened = (): number => opened

/** The state of a turn for the stages of a call. */
export class TurnState {
  /** Turns that were opened later have a higher one. */
  readonly number = ++opened
  log = new TurnLog()
  /** The turn as other processes see it, where the session has a shared store. */
  readonly shared: SharedTurn | undefined
  readonly signals: ReadonlyArray<AbortSignal>
  /** The records of the newest calls. */
  readonly records: Array<LateRecord> = []
  closed = false
  /** Calls under way, by key. */
  readonly flights = new Map<string, Flight>()
  /** Undefined where any number of calls may run at once. */
  readonly places: Places | undefined
  count = 0
  /** Another process began it. */
  goesOn = false
  /** Under a ledger its own: jobs of one worker have nothing to do with each other. */
  readonly loop: SessionLoop | undefined
  /** By the key of its call, each end of which more may be known later. */
  readonly openEnds = new Map<string, OpenEnd>()
  #started = 0
  readonly #maxCalls = new Map<string, number>()

  constructor(
    readonly id: string,
    readonly settings: SessionSettings,
    signal: AbortSignal | undefined,
    saved: SavedTurn | undefined
  ) {
    this.loop = settings.ledger === undefined ? settings.loop : turnLoop(settings.loop, saved)
    if (saved !== undefined) this.resume(saved)
    this.shared = settings.store?.openTurn(id)
    const { atOnce } = settings.budget
    this.places = atOnce === undefined ? undefined : new Places(atOnce)
    this.signals = [settings.signal, signal].filter((one) => one !== undefined)
  }

  /** Goes on where another process stopped. */
  resume({ started, events }: SavedTurn): void {
    const { clock, ledger } = this.settings
    this.#started = started
    this.goesOn = true
    this.log = restored(events, clock(), { keepsRunning: ledger !== undefined })
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
      ...(this.loop === this.settings.loop ? {} : { loop: savedLoop(this.loop?.log.seen ?? []) }),
      events: eventsOf(this.log.calls, this.settings.clock(), this.#hasCeilings ? this.log.uses : undefined)
    }
  }

  /** What its ceilings count: the turn, and a tool whose calls are limited. */
  used(tool: string): CeilingUse {
    return this.shared === undefined ? this.log.used(tool) : this.shared.used(digestOfKey(tool))
  }

  /** Notes how often a tool may be called. */
  limits(tool: string, maxCalls: number): void {
    this.#maxCalls.set(tool, maxCalls)
  }

  /** How much is left under the ceilings. */
  left(): TurnLeft {
    const { calls, chars } = this.settings.budget
    const used = this.used('')
    const tools = [...this.#maxCalls].map(([name, most]) => [name, leftOf(this.used(name).ofTool, most) ?? 0] as const)
    return {
      ...(calls === undefined ? {} : { calls: leftOf(used.calls, calls) ?? 0 }),
      ...(chars === undefined ? {} : { chars: leftOf(used.chars, chars) ?? 0 }),
      tools: Object.fromEntries(tools)
    }
  }

  get #hasCeilings(): boolean {
    const { calls, chars } = this.settings.budget
    return calls !== undefined || chars !== undefined || this.#maxCalls.size > 0
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    this.settings.turns.drop(this)
    this.log.close()
    this.settings.store?.closeTurn(this.settings.deadlines.storeMs, this.id)
  }
}

// -- constructors

const isEither = <Err, A>(outcome: unknown): outcome is E.Either<Err, A> =>
  isObject(outcome) && '_tag' in outcome && (outcome._tag === 'Left' || outcome._tag === 'Right')

// Without types, `turn.run(search)` leads to a function, and nobody would notice that nothing ran.
const outcomeOf = async <Err, A>(
  call: RTE.ReaderTaskEither<HasTurn, Err, A>,
  given: Turn,
  options: StepOptions | undefined
): Promise<E.Either<Err, A>> => {
  const turn = options === undefined ? given : turnAt(given, readStep(options).step)
  const task: unknown = typeof call === 'function' ? call({ turn }) : undefined
  const outcome: unknown = typeof task === 'function' ? await task() : undefined
  if (isEither<Err, A>(outcome)) return outcome
  throw new TypeError(
    'Expected `turn.run` to be given a call with its arguments, as in `turn.run(search({ q: "x" }))`, or another ReaderTaskEither.'
  )
}

/** What is behind a turn: all that it counts, and the step that it is at. */
interface OpenedTurn {
  readonly state: TurnState
  readonly step: string | undefined
}

class OpenTurn implements Turn {
  declare readonly [BRAND]: true
  // Not in a WeakMap: until a full collection, those keep what they hold alive, and turns come and go.
  readonly #state: TurnState
  readonly #step: string | undefined
  readonly id: string

  constructor(state: TurnState, step?: string) {
    this.#state = state
    this.#step = step
    this.id = state.id
  }

  static open(this: void, environment: unknown): OpenedTurn | undefined {
    try {
      const turn: unknown = (environment as HasTurn | null | undefined)?.turn
      return isObject(turn) && #state in turn ? { state: turn.#state, step: turn.#step } : undefined
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
  readonly run: Turn['run'] = (call, options) => outcomeOf(call, this, options)
  readonly close = (): void => this.#state.close()
  readonly outcomes = (): ReadonlyArray<WriteOutcome> => outcomesOf(this.#state.log.calls)
  readonly advice = (): TurnAdvice => adviceFrom(this.#state.openEnds)
  readonly left = (): TurnLeft => this.#state.left()
  readonly report = (): string => turnReport(this.id, this.#state.records, this.count, this.outcomes())
}

/** The table of a turn's options. */
export const TURN = { id: o.optional(o.name), signal: o.optional(o.signal) } satisfies o.TableOf<TurnOptions>

export const newTurn = (settings: SessionSettings, { id, signal }: o.Filled<TurnOptions, typeof TURN>): Turn => {
  const { turns } = settings
  o.expectOption(
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
export const NO_TURN: ToolError = fixedError(
  'schema_mismatch',
  'cancelled',
  'The call was made without a turn that `openTurn()` or `session.openTurn()` gave, so the tool was not run: run it by `turn.run(call)`, or give it `{ turn }`.',
  'The program makes a mistake with this call: tell the user that the tool is unavailable.'
)

/** The state of an environment's turn; undefined where it holds no turn of this library. Never throws. */
export const stateOf = (environment: unknown): TurnState | undefined => openedTurn(environment)?.state

/** What is behind an environment's turn; undefined where it holds no turn of this library. Never throws. */
export const openedTurn: (environment: unknown) => OpenedTurn | undefined = OpenTurn.open

/** The same turn, at a step. */
export const turnAt = (turn: Turn, step: string | undefined): Turn => {
  const open = openedTurn({ turn })
  return open === undefined || step === undefined ? turn : new OpenTurn(open.state, step)
}
