/** Detects calls that repeat without progress: the same call, a short cycle of calls, or one tool that keeps failing alike. */
import * as O from 'fp-ts/lib/Option.js'
import { canonicalText } from './canonical-json.js'
import type { Exchange } from './exchange.js'
import { key, LazyExchange, LatestExchanges, short } from './latest-exchanges.js'
import type { LoopState, RememberedExchange } from './loop-state.js'

// -- model

/** The definition of a loop. @category Loops @since 0.1.0 */
export interface LoopOptions {
  /** How often the same call, or each call of a cycle, must have returned the same response. @default 3 */
  readonly repeats?: number
  /** How many of the latest exchanges are examined; at least `repeats`. @default 12 times `repeats` */
  readonly window?: number
  /** Names of argument fields, at any depth, that do not change the call: request ids, timestamps. @default [] */
  readonly ignoreArgs?: ReadonlyArray<string>
  /** Names of response fields, at any depth, that do not make it new: durations, trace ids. @default [] */
  readonly ignoreResultFields?: ReadonlyArray<string>
}

/** A loop: its calls, and how often each was made. @category Loops @since 0.1.0 */
export interface Loop {
  /** `repeat`: one call; `cycle`: up to twelve calls in turn; `same_error`: one tool that fails alike, whatever its arguments. */
  readonly kind: 'repeat' | 'cycle' | 'same_error'
  readonly calls: ReadonlyArray<{ readonly tool: string; readonly times: number }>
  /** The error code, if all had the same. */
  readonly code: string | null
  /** How many turns the loop spans. */
  readonly turns: number
  /** If a write among them failed: whether it ran all the same, or may have. */
  readonly executed?: 'yes' | 'unknown'
}

/** A call that has not been made yet. @category Loops @since 0.1.0 */
export type NextCall = Pick<Exchange, 'tool' | 'args' | 'turn'>

/** The latest exchanges of a session, as texts; bounded. @category Loops @since 0.1.0 */
export interface LoopWindow {
  /** Notes a settled call. A refused call is not an exchange: do not push it. */
  push(exchange: Exchange): void
  /** Returns the loop that this call would continue; repeats of one call within its turn are left to the budget. Changes nothing. */
  wouldLoop(next: NextCall): O.Option<Loop>
  /** Returns the loop that the latest exchanges make. */
  current(): O.Option<Loop>
  /** Forgets the errors of a tool: later ones begin a new count. */
  forgive(tool: string): void
  /** Its memory, for `loopWindow` to continue elsewhere. */
  save(): LoopState
}

/** The start and the memory of a window. @category Loops @since 0.1.0 */
export interface LoopMemory {
  /** The saved state of an earlier window with the same options. @default nothing */
  readonly state?: LoopState
  /** Shortens long or saved texts of arguments, so that a saved state does not hold them; equal texts must stay equal. @default the text itself */
  readonly digestArgs?: (text: string) => string
  /** The same for the text of a response; short ones are passed only when they are compared or saved, which is rare. @default the text itself */
  readonly digestResult?: (text: string) => string
}

const MAX_CYCLE = 12
const SAME_ERROR = 5

// -- what is alike

// Compared part by part: joining the parts costs more than the rest of the detector.
const sameCall = (one: CallTexts, other: CallTexts): boolean => one.args === other.args && one.tool === other.tool

const sameExchange = (one: RememberedExchange, other: RememberedExchange): boolean =>
  sameCall(one, other) && one.outcome === other.outcome && one.code === other.code && one.answer === other.answer

const exchangeKey = ({ tool, args, outcome, code, answer }: RememberedExchange): string =>
  key(tool, args, outcome, code ?? '', answer)

// -- exact repeats and cycles

type CallTexts = Pick<RememberedExchange, 'tool' | 'args'>

interface NextTexts extends CallTexts {
  readonly turn: string | number
  /** Whether this window identifies calls exactly as the budget does. */
  readonly apart: boolean
}

interface CallCount {
  readonly first: RememberedExchange
  times: number
  readonly byTurn: Map<string | number, number>
}

// A Left repeats across turns; a Right only within one, because a later turn may need the same again.
const offends = (counted: CallCount, repeats: number, turn: string | number | undefined): boolean => {
  if (counted.first.outcome !== 'right') return counted.times >= repeats
  if (turn !== undefined) return (counted.byTurn.get(turn) ?? 0) >= repeats
  return [...counted.byTurn.values()].some((times) => times >= repeats)
}

const ranIn = (entries: ReadonlyArray<RememberedExchange>): Pick<Loop, 'executed'> => {
  if (entries.some(({ executed }) => executed === 'unknown')) return { executed: 'unknown' }
  return entries.some(({ executed }) => executed === 'yes') ? { executed: 'yes' } : {}
}

// One call may alternate between two responses.
const callsOf = (offenders: ReadonlyArray<CallCount>): Loop['calls'] => {
  const calls: Array<{ readonly first: RememberedExchange; times: number }> = []
  for (const { first, times } of offenders) {
    const known = calls.find((one) => sameCall(one.first, first))
    if (known === undefined) calls.push({ first, times })
    else known.times += times
  }
  return calls.map(({ first, times }) => ({ tool: first.tool, times }))
}

const toLoop = (offenders: ReadonlyArray<CallCount>): Loop => {
  const codes = new Set(offenders.map(({ first }) => first.code))
  return {
    kind: offenders.length === 1 ? 'repeat' : 'cycle',
    calls: callsOf(offenders),
    code: codes.size === 1 ? (offenders[0]?.first.code ?? null) : null,
    turns: new Set(offenders.flatMap(({ byTurn }) => [...byTurn.keys()])).size,
    ...ranIn(offenders.map(({ first }) => first))
  }
}

const tally = (counts: Map<string, CallCount>, entry: RememberedExchange): CallCount => {
  const exchange = exchangeKey(entry)
  const counted = counts.get(exchange) ?? { first: entry, times: 0, byTurn: new Map<string | number, number>() }
  counts.set(exchange, counted)
  counted.times++
  counted.byTurn.set(entry.turn, (counted.byTurn.get(entry.turn) ?? 0) + 1)
  return counted
}

// Consecutive repeats within one turn are no cycle, and the budget has counted them.
const isBudgets = (
  counts: ReadonlyMap<string, CallCount>,
  { turn, apart }: NextTexts,
  changes: number,
  repeats: number
): boolean =>
  apart && changes < repeats && [...counts.values()].every(({ byTurn }) => byTurn.size === 1 && byTurn.has(turn))

/**
 * Finds the tail that holds at most twelve different exchanges, each at least `repeats` times. Their order does not matter, since parallel calls settle in any
 * order. Any unrepeated exchange ends the tail: it was progress.
 */
const cycleIn = (seen: ReadonlyArray<RememberedExchange>, repeats: number, next?: NextTexts): O.Option<Loop> => {
  const counts = new Map<string, CallCount>()
  let lacking = 0
  let changes = 0
  for (let at = seen.length - 1; at >= 0; at--) {
    const entry = seen[at] as RememberedExchange
    const counted = tally(counts, entry)
    const later = seen[at + 1]
    if (later !== undefined && !sameExchange(entry, later)) changes++
    if (counts.size > MAX_CYCLE) return O.none
    if (counted.times === 1) lacking++
    if (counted.times === repeats) lacking--
    if (lacking > 0 || (next !== undefined && isBudgets(counts, next, changes, repeats))) continue
    const offenders = [...counts.values()].filter((one) => offends(one, repeats, next?.turn)).reverse()
    if (next === undefined ? offenders.length === 0 : !offenders.some(({ first }) => sameCall(first, next))) continue
    // The loop may be older than the shortest tail that proves it.
    for (let earlier = seen[--at]; earlier !== undefined && counts.has(exchangeKey(earlier)); earlier = seen[--at])
      tally(counts, earlier)
    return O.some(toLoop(offenders))
  }
  return O.none
}

// -- one tool, one error, any arguments

const sameErrorIn = (seen: ReadonlyArray<RememberedExchange>, tool?: string): O.Option<Loop> => {
  let error: string | null = null
  const alike: Array<RememberedExchange> = []
  for (let at = seen.length - 1; at >= 0 && alike.length < SAME_ERROR; at--) {
    const entry = seen[at] as RememberedExchange
    if (error === null && entry.error !== null && (tool === undefined || entry.tool === tool)) error = entry.error
    if (entry.error === null || entry.error !== error) {
      if (entry.fresh) return O.none
      // Equal arguments are a repeat or, with another response, a poll: neither is a new attempt.
    } else if (!alike.some((one) => sameCall(one, entry))) alike.push(entry)
  }
  const [latest] = alike
  if (latest === undefined || alike.length < SAME_ERROR) return O.none
  return O.some({
    kind: 'same_error',
    calls: [{ tool: latest.tool, times: alike.length }],
    code: latest.code,
    turns: new Set(alike.map(({ turn }) => turn)).size,
    ...ranIn(alike)
  })
}

// -- constructors

const checked = (name: string, value: number, least: number): number => {
  if (!Number.isInteger(value) || value < least)
    throw new TypeError(`Expected \`${name}\` to be an integer of at least ${least}.`)
  return value
}

/**
 * Opens a window.
 *
 * @throws TypeError for options that cannot work.
 * @category Loops @since 0.1.0
 */
export const loopWindow = (
  options: LoopOptions = {},
  { state = [], digestArgs = (text) => text, digestResult = (text) => text }: LoopMemory = {}
): LoopWindow => {
  const repeats = checked('repeats', options.repeats ?? 3, 2)
  const size = checked('window', options.window ?? 12 * repeats, repeats)
  const ignoreArgs = new Set(options.ignoreArgs)
  const ignoreResultFields = new Set(options.ignoreResultFields)
  const latest = new LatestExchanges(size)
  const { seen } = latest
  for (const entry of state) latest.add({ ...entry })
  // A call without arguments equals one with an empty object.
  const plainText = (args: unknown): string => short(canonicalText(args ?? {}, ignoreArgs), digestArgs)
  // A saved window holds digests, so later texts are digested for the comparison.
  const argsText = state.length === 0 ? plainText : (args: unknown): string => digestArgs(plainText(args))
  const savedArgs = state.length === 0 ? digestArgs : (args: string): string => args

  return {
    push: (exchange) => {
      const entry = new LazyExchange(exchange, argsText(exchange.args), ignoreResultFields, digestResult)
      // A poll is in no loop, and its new response ends one.
      if (exchange.polls === true && (entry.error !== null || seen.some((earlier) => sameExchange(earlier, entry))))
        return
      const before = latest.times(entry.args)
      if (before > 0 || (entry.error !== null && latest.failures > 0)) {
        // An error in the window is no news, whatever its arguments.
        entry.fresh = !seen.some(
          (earlier) => sameExchange(earlier, entry) || (entry.error !== null && earlier.error === entry.error)
        )
      }
      latest.add(entry, before)
    },
    wouldLoop: ({ tool, args, turn }) => {
      const next = { tool, args: argsText(args), turn, apart: ignoreArgs.size === 0 }
      const cycle = latest.times(next.args) < repeats ? O.none : cycleIn(seen, repeats, next)
      if (O.isSome(cycle)) return cycle
      return latest.failures < SAME_ERROR ? O.none : sameErrorIn(seen, tool)
    },
    current: () => {
      const cycle = cycleIn(seen, repeats)
      return O.isSome(cycle) ? cycle : sameErrorIn(seen)
    },
    forgive: (tool) => {
      for (const entry of seen)
        if (entry.tool === tool && entry.error !== null) {
          entry.error = null
          entry.fresh = false
          latest.failures--
        }
    },
    save: () =>
      seen.map(({ tool, args, answer, outcome, error, code, turn, fresh, executed }) => ({
        tool,
        args: savedArgs(args),
        answer,
        outcome,
        error,
        code,
        turn,
        fresh,
        ...(executed === undefined ? {} : { executed })
      }))
  }
}

/**
 * Finds the loop at the end of a list of exchanges, oldest first. Paging, polling with progress, and repeats interrupted by other work are not loops.
 *
 * @category Loops @since 0.1.0
 * @example
 * import * as O from 'fp-ts/lib/Option.js'
 * import { detectLoop, type Exchange } from 'guarded-call'
 *
 * const failed = (turn: number): Exchange =>
 *   ({ tool: 'get_order', args: { id: 'o-1' }, result: 'no answer', outcome: 'partial_data', code: 'timeout', turn })
 *
 * assert.deepEqual(
 *   detectLoop([failed(1), failed(2), failed(3)]),
 *   O.some({ kind: 'repeat', calls: [{ tool: 'get_order', times: 3 }], code: 'timeout', turns: 3 })
 * )
 * assert.deepEqual(detectLoop([failed(1), failed(2)]), O.none)
 */
export const detectLoop = (exchanges: ReadonlyArray<Exchange>, options: LoopOptions = {}): O.Option<Loop> => {
  const latest = loopWindow(options)
  for (const exchange of exchanges) latest.push(exchange)
  return latest.current()
}
