/** The options that the turns of one session share, checked once and with every default filled in. */
import {
  type LoopLog,
  type LoopOptions,
  type LoopRules,
  NO_LIMIT,
  RESULTS,
  type ResultHandles,
  loopRules,
  restoredLoop
} from '../core/calls/index.js'
import { redactor } from '../core/redact/index.js'
import { type LoggerLike, abandon } from '../core/foreign/index.js'
import { debugLogger } from './debug-logger.js'
import type { BudgetStore } from './shared-log.js'
import type { CallRecorder, RepairOutcome } from './call-record.js'
import type { Observer } from './observer.js'
import * as o from '../core/options.js'
import type { ErrorWords, QuoteErrors } from './tool.js'
import { KNOWS_CALLERS } from './running-call.js'
import { QUOTES } from './tool-options.js'
import { OpenTurns, stateFrom, type SavedTurn } from './session-state.js'
import { sharedBudget, sharedLedger, type Ledger, type SharedBudget, type SharedLedger } from './shared-stores.js'
import { sha256 } from '#platform'

// -- model

/** Most calls in one turn. @category Budget @since 0.1.0 */
export interface BudgetOptions {
  readonly read?: number
  readonly write?: number
  readonly invalid?: number
  readonly calls?: number
  readonly chars?: number
  readonly atOnce?: number
}

/** How long a call waits for the servers behind it. @category Guard @since 0.1.0 */
export interface DeadlineOptions {
  /** Milliseconds for each question to the store, from when it is sent. @default 100 */
  readonly storeMs?: number
  /** Milliseconds for each question to the ledger, from when it is sent. @default 2_000 */
  readonly ledgerMs?: number
}

/** The options that the turns of one conversation share. @category Guard @since 0.1.0 */
export interface SessionOptions {
  /** Names the conversation in traces. @default none */
  readonly id?: string
  /**
   * Most calls in one turn: `read`, with the same arguments and an unchanged response, in a row; `write`, with the same
   * arguments, unless idempotent; `invalid`, of one tool in a row with arguments that do not fit it. Ceilings, whatever
   * comes back: `calls`, all that run; `chars`, UTF-16 units of all responses, of which the last may pass it; `atOnce`,
   * calls that run at once in this process, where others wait in order. `false` for calls that code makes, not a model.
   *
   * @default { read: 3, write: 1, invalid: 3 }
   */
  readonly budget?: BudgetOptions | false
  /** Where budgets live when processes share turns. @default this process's memory */
  readonly store?: BudgetStore
  /** Keeps effects that must outlive a process; turns need an `id` then. @default none: writes are counted alone */
  readonly ledger?: Ledger
  /** When a silent store or ledger counts as down, for that call. @default { storeMs: 100, ledgerMs: 2_000 } */
  readonly deadlines?: DeadlineOptions
  /** How calls proceed while the store does not respond. @default 'local' for reads, 'refuse' for writes */
  readonly onStoreError?: 'local' | 'refuse'
  /** The definition of a loop across turns; `false`: none. @default 3 repeats within the latest 36 calls */
  readonly loop?: LoopOptions | false
  /** Whether the model reads a tool's words of a failure, redacted; `'returned'`: not of throws. @default true */
  readonly quoteErrors?: QuoteErrors
  /** The author's words for what any tool throws; those of a tool come first. @default the guard's */
  readonly errors?: ErrorWords<unknown>
  /**
   * What becomes of text in responses that a model reads and people do not see (tag characters, marks that reverse,
   * runs of zero width, tokens of chat templates): it is marked visibly or stripped before anything of the response is
   * judged. @default 'keep'
   */
  readonly hidden?: 'keep' | 'mark' | 'strip'
  /**
   * Gets one line a call: a logger of winston, or `console`.
   * @default none, but one warning of the process for the first bug of each tool, for its first response that holds no
   * data, for one that looks like a write and is not declared, and for a ledger or store that cannot be used; with
   * `DEBUG=guarded-call` in the environment, lines on the standard error. `false` silences all of those
   */
  readonly logger?: LoggerLike | false
  /** Receive every settled call, or watch it from its beginning; their errors change nothing. */
  readonly observers?: ReadonlyArray<Observer>
  /** Keeps settled calls and responses: `recorder()` of `guarded-call/traffic`. @default none */
  readonly recorder?: CallRecorder
  /** Keeps too long results in adapters: `resultHandles()` of `guarded-call/results`. @default none */
  readonly results?: ResultHandles
  /** Aborts every call of the session. */
  readonly signal?: AbortSignal
  /** Monotonic milliseconds. @default performance.now */
  readonly clock?: () => number
  /** The namespace in log lines. @default 'guarded-call' */
  readonly ext?: string
  /** The result of `session.save()` in another process, to go on here; a TypeError for anything else. */
  readonly state?: unknown
  /**
   * What to do where `state` cannot be read: `'throw'` a TypeError, or begin `'fresh'`, in a session that refuses every
   * write that neither is idempotent nor has a ledger, because nobody knows which of them ran. @default 'throw'
   */
  readonly onUnreadableState?: 'throw' | 'fresh'
  /**
   * Redacts log lines, whose message is made of the fields that it leaves, and, as `{ detail, cause }`, the words of
   * each failed call or output before anybody reads them: the model, observers, a recorder. Known secrets are taken out
   * of those already. What it throws for, leaves out or gives as no text is `[redacted]`.
   * @default known secret keys and token shapes
   */
  readonly redact?: (value: unknown) => unknown
}

/** The budgets of a turn; without `counts`, calls are neither counted nor refused, but writes under a ledger. */
export interface Budget extends Readonly<Required<Pick<BudgetOptions, 'read' | 'write' | 'invalid'>>> {
  readonly counts: boolean
  readonly calls: number | undefined
  readonly chars: number | undefined
  readonly atOnce: number | undefined
}

/** The loop detector of a session: its rules, and the latest events. */
export interface SessionLoop {
  readonly rules: LoopRules
  log: LoopLog
}

/** The options that the stages read as they were given. */
type HandedOn =
  'quoteErrors' | 'errors' | 'hidden' | 'observers' | 'recorder' | 'results' | 'signal' | 'clock' | 'ext' | 'redact'

/** The settings of a session for the stages of a call, with every default filled in. */
export interface SessionSettings extends Pick<o.Filled<SharedOptions, typeof SHARED>, HandedOn> {
  readonly id: string | undefined
  readonly budget: Budget
  /** Fields of answers that make no news. */
  readonly ignoredFields: ReadonlySet<string>
  /** Those that are open, and those that another process had open. */
  readonly turns: OpenTurns
  /** What came before could not be read. */
  readonly forgot: boolean
  readonly store: SharedBudget | undefined
  readonly ledger: SharedLedger | undefined
  readonly deadlines: Required<DeadlineOptions>
  readonly onStoreError: Readonly<Record<'read' | 'write', 'local' | 'refuse'>>
  readonly loop: SessionLoop | undefined
  readonly logger: LoggerLike | undefined
  /** Whether the process is warned of bugs of tools, and of undeclared writes: nobody else would hear of them. */
  readonly warns: boolean
  /** How often each outcome of repairing arguments came about. */
  readonly repairs: Record<RepairOutcome, number>
}

// -- constructors

/** The loop detector of a turn that has one of its own, with what another process saw of it. */
export const turnLoop = (session: SessionLoop | undefined, saved: SavedTurn | undefined): SessionLoop | undefined =>
  session && { rules: session.rules, log: { seen: restoredLoop(saved?.loop ?? []), held: [] } }

/** What redacts where nobody says otherwise. */
export const redactDefault = redactor()

// Durations are worth less than the answer: a clock that throws, or tells no time, stands still.
const steadied = (clock: () => number) => (): number => {
  try {
    const now: unknown = clock()
    abandon(now)
    return Number.isFinite(now) ? (now as number) : 0
  } catch {
    return 0
  }
}

type SharedOptions = Omit<SessionOptions, 'id'>

const isObserver = (observer: Observer | undefined): boolean =>
  typeof observer === 'function' || typeof observer?.start === 'function'

const readBudget = o.options('budget', {
  read: o.optional(o.nonNegative, 3),
  write: o.optional(o.nonNegative, 1),
  invalid: o.optional(o.nonNegative, 3),
  calls: o.optional(o.nonNegative),
  chars: o.optional(o.nonNegative),
  atOnce: o.optional(o.positive)
} satisfies o.TableOf<BudgetOptions>)

const UNCOUNTED: Budget = {
  read: NO_LIMIT,
  write: NO_LIMIT,
  invalid: NO_LIMIT,
  counts: false,
  calls: undefined,
  chars: undefined,
  atOnce: undefined
}

const budgetOf = (given: SessionOptions['budget'] = {}, hasLedger: boolean): Budget => {
  // Equal writes of a turn are one operation of a ledger.
  if (given === false) return hasLedger ? { ...UNCOUNTED, write: 1 } : UNCOUNTED
  const budget = readBudget(given, 'budget')
  o.expectOption(
    budget.atOnce === undefined || KNOWS_CALLERS,
    'budget.atOnce',
    'absent on a platform without AsyncLocalStorage: a call inside a running call would wait for it'
  )
  return { ...budget, counts: true }
}

// A write to a disk takes less than the ledger's, and a model waits for longer.
const readDeadlines = o.options('deadlines', {
  storeMs: o.optional(o.milliseconds, 100),
  ledgerMs: o.optional(o.milliseconds, 2_000)
} satisfies o.TableOf<DeadlineOptions>)

const NAMES = o.optional(
  o.kind<ReadonlyArray<string>>(
    (names) => Array.isArray(names) && names.every((name) => typeof name === 'string'),
    'an array of names'
  ),
  []
)

const readLoop = o.options('loop', {
  // The detector reads them.
  repeats: o.anything,
  window: o.anything,
  ignoreArgs: NAMES,
  ignoreResultFields: NAMES
} satisfies o.TableOf<LoopOptions>)

/** The table of what the turns of a conversation share. */
export const SHARED = {
  // By tables of their own.
  budget: o.anything,
  deadlines: o.anything,
  store: o.optional(o.having<BudgetStore>(['append', 'close'], 'a BudgetStore: append and close')),
  ledger: o.optional(o.having<Ledger>(['begin', 'settle'], 'a Ledger: begin and settle')),
  onStoreError: o.optional(o.choice('local', 'refuse')),
  loop: o.anything,
  quoteErrors: o.optional(QUOTES, true),
  errors: o.optional(o.func),
  hidden: o.optional(o.choice('keep', 'mark', 'strip'), 'keep'),
  logger: o.optional(
    o.kind<LoggerLike | false>(
      (logger) => logger === false || typeof (logger as LoggerLike | null)?.log === 'function',
      'an object with a function `log(level, message, meta)`, or false'
    )
  ),
  observers: o.optional(
    o.kind<ReadonlyArray<Observer>>(
      (observers) => Array.isArray(observers) && observers.every(isObserver),
      'an array of functions, or of objects with a function `start`'
    ),
    []
  ),
  recorder: o.optional(o.having<CallRecorder>(['record'], 'an object with a `record` function')),
  results: RESULTS,
  signal: o.optional(o.signal),
  clock: o.optional(o.func, () => performance.now()),
  ext: o.optional(o.text, 'guarded-call'),
  state: o.anything,
  onUnreadableState: o.optional(o.choice('throw', 'fresh'), 'throw'),
  redact: o.optional(o.func, redactDefault)
} satisfies o.TableOf<SharedOptions>

/** Fills in what the options of a session leave out. */
export const settingsOf = (options: o.Filled<SharedOptions, typeof SHARED>, id?: string): SessionSettings => {
  const { onStoreError, loop: detector, logger, state: saved, onUnreadableState, budget, ...others } = options
  const { store, ledger, deadlines, clock, ...rest } = others
  const loop = detector === false ? undefined : readLoop(detector ?? {}, 'loop')
  const state = saved === undefined ? undefined : stateFrom(saved, onUnreadableState)
  // Fields that follow a spread cost a microsecond each.
  return {
    id,
    budget: budgetOf(budget, ledger !== undefined),
    ignoredFields: new Set(loop?.ignoreResultFields),
    turns: new OpenTurns(state?.turns),
    forgot: saved !== undefined && state === undefined,
    store: store && sharedBudget(store),
    ledger: ledger && sharedLedger(ledger),
    deadlines: readDeadlines(deadlines ?? {}, 'deadlines'),
    onStoreError: { read: onStoreError ?? 'local', write: onStoreError ?? 'refuse' },
    loop: loop && {
      // Nothing is saved in clear.
      rules: loopRules(o.given(loop), sha256),
      log: { seen: restoredLoop(state?.loop ?? []), held: [] }
    },
    logger: logger === false ? undefined : (logger ?? debugLogger()),
    warns: logger === undefined,
    clock: steadied(clock),
    repairs: { no_retry: 0, success: 0, redundant: 0, exhausted: 0, llm_gave_up: 0, fabricated_id_on_retry: 0 },
    ...rest
  }
}
