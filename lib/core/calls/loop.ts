/**
 * Detects calls that repeat without progress in a list of exchanges: the same call, a short cycle of calls, one tool or
 * one place that keeps failing.
 */
import * as O from 'fp-ts/lib/Option.js'
import type { Exchange } from './exchange.js'
import {
  noted,
  sameCall,
  sameError,
  sameExchange,
  wouldMeet,
  type LoopRules,
  type NextCall,
  type SeenExchange
} from './seen-exchange.js'

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
  /** `repeat`: one call; `cycle`: up to twelve in turn; `same_error`: a tool or place that fails alike. */
  readonly kind: 'repeat' | 'cycle' | 'same_error'
  readonly calls: ReadonlyArray<{ readonly tool: string; readonly times: number }>
  /** The error code, if all had the same. */
  readonly code: string | null
  /** How many turns the loop spans. */
  readonly turns: number
  /** If a write among them failed: whether it ran all the same, or may have. */
  readonly executed?: 'yes' | 'unknown'
  /** Of a `same_error`, if a place is silent: one that the arguments name, or the service behind the tool. */
  readonly place?: 'address' | 'service'
}

const MAX_CYCLE = 12
const SAME_ERROR = 5

// -- options

const checked = (name: string, value: number, least: number): number => {
  if (!Number.isInteger(value) || value < least)
    throw new TypeError(`Expected \`${name}\` to be an integer of at least ${least}.`)
  return value
}

/** The rules of a detector. Throws a TypeError for options that cannot work. */
export const loopRules = (options: LoopOptions = {}, digest = (text: string): string => text): LoopRules => {
  const repeats = checked('repeats', options.repeats ?? 3, 2)
  return {
    repeats,
    window: checked('window', options.window ?? 12 * repeats, repeats),
    ignoreArgs: new Set(options.ignoreArgs),
    ignoreResultFields: new Set(options.ignoreResultFields),
    digest
  }
}

// -- exact repeats and cycles

interface CallCount {
  readonly first: SeenExchange
  times: number
  readonly byTurn: Map<string | number, number>
}

// A Left repeats across turns; a Right only within one, because a later turn may need the same again, and a Left
// between Rights of its call as they do: it is not how the call ends. Where nobody says when a turn ends, any call may
// be of a later one.
const offends = (
  { first, times, byTurn }: CallCount,
  counts: ReadonlyArray<CallCount>,
  repeats: number,
  next: NextCall | undefined
): boolean => {
  const succeeds = counts.some((one) => one.first.outcome === 'right' && sameCall(one.first, first))
  if (!succeeds) return times >= repeats
  const inRow = counts.length === 1
  if (next !== undefined) return (inRow || next.inRow !== true) && (byTurn.get(next.turn) ?? 0) >= repeats
  return [...byTurn.values()].some((made) => made >= repeats)
}

const ranIn = (entries: ReadonlyArray<SeenExchange>): Pick<Loop, 'executed'> => {
  if (entries.some(({ executed }) => executed === 'unknown')) return { executed: 'unknown' }
  return entries.some(({ executed }) => executed === 'yes') ? { executed: 'yes' } : {}
}

const sameCode = (entries: ReadonlyArray<SeenExchange>): string | null =>
  new Set(entries.map(({ code }) => code)).size === 1 ? (entries[0]?.code ?? null) : null

/** How often each call was made, where `isOne` says which are one. */
const callsOf = (
  counted: ReadonlyArray<Pick<CallCount, 'first' | 'times'>>,
  isOne: (one: SeenExchange, other: SeenExchange) => boolean
): Loop['calls'] => {
  const calls: Array<{ readonly first: SeenExchange; times: number }> = []
  for (const { first, times } of counted) {
    const known = calls.find((one) => isOne(one.first, first))
    if (known === undefined) calls.push({ first, times })
    else known.times += times
  }
  return calls.map(({ first, times }) => ({ tool: first.tool, times }))
}

const toLoop = (offenders: ReadonlyArray<CallCount>): Loop => {
  const first = offenders.map((one) => one.first)
  return {
    kind: offenders.length === 1 ? 'repeat' : 'cycle',
    // One call may alternate between two responses.
    calls: callsOf(offenders, sameCall),
    code: sameCode(first),
    turns: new Set(offenders.flatMap(({ byTurn }) => [...byTurn.keys()])).size,
    ...ranIn(first)
  }
}

const tally = (counts: Array<CallCount>, entry: SeenExchange): CallCount => {
  const known = counts.find(({ first }) => sameExchange(first, entry))
  const counted = known ?? { first: entry, times: 0, byTurn: new Map<string | number, number>() }
  if (known === undefined) counts.push(counted)
  counted.times++
  counted.byTurn.set(entry.turn, (counted.byTurn.get(entry.turn) ?? 0) + 1)
  return counted
}

// Consecutive repeats within one turn are no cycle, and the budget has counted them: it tells calls apart exactly as
// the detector does if no field is ignored.
const leftToBudget = (
  counts: ReadonlyArray<CallCount>,
  { turn }: NextCall,
  changes: number,
  { repeats, ignoreArgs }: LoopRules
): boolean =>
  ignoreArgs.size === 0 && changes < repeats && counts.every(({ byTurn }) => byTurn.size === 1 && byTurn.has(turn))

/**
 * Finds the tail that holds at most twelve different exchanges, each at least `repeats` times. Their order does not
 * matter, since parallel calls settle in any order. Any unrepeated exchange ends the tail: it was progress. With
 * `next`, only a tail that this call would continue; repeats of one call within its turn are left to the budget.
 */
export const cycleIn = (seen: ReadonlyArray<SeenExchange>, rules: LoopRules, next?: NextCall): Loop | undefined => {
  const { repeats } = rules
  const counts: Array<CallCount> = []
  let lacking = 0
  let changes = 0
  for (let at = seen.length - 1; at >= 0; at--) {
    const entry = seen[at] as SeenExchange
    const counted = tally(counts, entry)
    const later = seen[at + 1]
    if (later !== undefined && !sameExchange(entry, later)) changes++
    if (counts.length > MAX_CYCLE) return undefined
    if (counted.times === 1) lacking++
    if (counted.times === repeats) lacking--
    if (lacking > 0 || (next !== undefined && leftToBudget(counts, next, changes, rules))) continue
    const offenders = counts.filter((one) => offends(one, counts, repeats, next)).reverse()
    if (next === undefined ? offenders.length === 0 : !offenders.some(({ first }) => sameCall(first, next))) continue
    // The loop may be older than the shortest tail that proves it.
    const isInside = (one: SeenExchange): boolean => counts.some(({ first }) => sameExchange(first, one))
    for (let earlier = seen[--at]; earlier !== undefined && isInside(earlier); earlier = seen[--at])
      tally(counts, earlier)
    return toLoop(offenders)
  }
  return undefined
}

/** How many of the latest exchanges have the arguments of a call. Nearly every call is new. */
export const timesMade = (seen: ReadonlyArray<SeenExchange>, next: NextCall): number => {
  let times = 0
  for (const { args } of seen) if (args.equals(next.args)) times++
  return times
}

// -- one error, any arguments

/** Whether what is blamed for failures gave a result in between: the tool, or one of the calls that name a place. */
const succeeded = (entry: SeenExchange, latest: SeenExchange, alike: ReadonlyArray<SeenExchange>): boolean =>
  entry.outcome === 'right' &&
  (latest.address === undefined ? entry.tool === latest.tool : alike.some((one) => sameCall(one, entry)))

/**
 * The five latest calls that failed for one reason, with no success of theirs and nothing new in between: latest first.
 */
const alikeSince = (seen: ReadonlyArray<SeenExchange>, latest: SeenExchange): ReadonlyArray<SeenExchange> => {
  const alike: Array<SeenExchange> = []
  for (let at = seen.length - 1; at >= 0 && alike.length < SAME_ERROR; at--) {
    const entry = seen[at] as SeenExchange
    if (!sameError(entry, latest)) {
      if (entry.fresh || succeeded(entry, latest, alike)) return []
      // Equal arguments are a repeat or, with another response, a poll: neither is a new attempt.
    } else if (!alike.some((one) => sameCall(one, entry))) alike.push(entry)
  }
  return alike.length < SAME_ERROR ? [] : alike
}

const sameTool = (one: SeenExchange, other: SeenExchange): boolean => one.tool === other.tool

/** A loop of failures, and the latest of them. */
export interface FailureLoop {
  readonly loop: Loop
  readonly latest: SeenExchange
}

const latestFailure = (seen: ReadonlyArray<SeenExchange>, next?: NextCall): SeenExchange | undefined => {
  for (let at = seen.length - 1; at >= 0; at--) {
    const entry = seen[at] as SeenExchange
    if (entry.failed && (next === undefined || wouldMeet(next, entry))) return entry
  }
  return undefined
}

/** The failures that a call would continue, whatever its arguments. */
export const failuresAhead = (seen: ReadonlyArray<SeenExchange>, next?: NextCall): FailureLoop | undefined => {
  const latest = latestFailure(seen, next)
  const alike = latest === undefined ? [] : alikeSince(seen, latest)
  if (latest === undefined || alike.length === 0) return undefined
  const loop: Loop = {
    kind: 'same_error',
    calls: callsOf(
      alike.map((first) => ({ first, times: 1 })),
      sameTool
    ),
    code: sameCode(alike),
    turns: new Set(alike.map(({ turn }) => turn)).size,
    ...ranIn(alike),
    ...(latest.place === undefined ? {} : { place: latest.address === undefined ? 'service' : 'address' })
  }
  return { loop, latest }
}

// -- all of them

/** The loop at the end of a list. */
export const loopIn = (seen: ReadonlyArray<SeenExchange>, rules: LoopRules): Loop | undefined =>
  cycleIn(seen, rules) ?? failuresAhead(seen)?.loop

/**
 * Finds the loop at the end of a list of exchanges, oldest first. Paging, polling with progress, and repeats
 * interrupted by other work are not loops.
 *
 * @throws TypeError for options that cannot work.
 * @category Loops @since 0.1.0
 * @example
 * import * as O from 'fp-ts/lib/Option.js'
 * import { detectLoop, type Exchange } from 'guarded-call/audit'
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
  const rules = loopRules(options)
  let seen: ReadonlyArray<SeenExchange> = []
  for (const exchange of exchanges) seen = noted(seen, exchange, rules)
  return O.fromNullable(loopIn(seen, rules))
}
