/**
 * The decision about one more call of a key, and the end of one: both are functions of the calls of its key and of
 * where it stands among those of others.
 */
import {
  type Ceiling,
  type LatestOthers,
  type Limit,
  NO_LIMIT,
  type RepeatRule,
  isReopened,
  isSpent,
  mayReopen,
  refusedBy
} from '../core/calls/index.js'
import { isRun, LoggedCall, NONE, type Ask, type Ending, type KeyLog } from './logged-call.js'

// -- model

/**
 * The reason for a refusal: the field of its rule, a ceiling, a person or a policy, or a turn that cannot keep more
 * writes apart.
 * @category Budget @since 0.1.0
 */
export type RepeatLimit = Limit | 'keys' | 'denied' | Ceiling

/** The answer to an ask. */
export interface Decision {
  /** How often the call was asked for in this turn, this time included. */
  readonly count: number
  /** The rule that refuses it. */
  readonly by?: RepeatLimit
  /** It waited for as long as its last response asked. */
  readonly free: boolean
  /** Its tool reported a failure, and another call wrote since. */
  readonly reopened?: boolean
  /** The call, if it was admitted and the log can hold it. */
  readonly call?: LoggedCall
}

/** Of a write that the turn cannot keep apart from others. */
export const NO_ROOM: Decision = { count: 1, by: 'keys', free: false }

/** When a call is asked for. */
export interface Moment {
  /** Its position. */
  readonly at: number
  readonly clock: () => number
  readonly others: LatestOthers
  /** The ceiling that allows no further call. */
  readonly ceiling: Ceiling | undefined
}

// -- what others did

/** A call that ran, or may have. */
interface RanCall<Key> {
  readonly of: Key
  readonly askedAt: number
  readonly endedAt: number
  readonly writes: boolean
  /** It reads, as declared or by its name; where neither tells, its tool may do anything. */
  readonly reads: boolean
  /** Its tool is declared to write, and ran for it. */
  readonly wroteNow: boolean
}

/** The latest call of a kind, and the latest of any other key: enough to know the latest other call of each key. */
export class LatestPositions<Key> {
  #key: Key | undefined
  #at = 0
  #before = 0

  note(key: Key, at: number): void {
    if (this.#key === key) this.#at = Math.max(this.#at, at)
    else if (at < this.#at) this.#before = Math.max(this.#before, at)
    else {
      this.#before = this.#at
      this.#key = key
      this.#at = at
    }
  }

  otherThan(key: Key | undefined): number {
    return this.#key === key ? this.#before : this.#at
  }
}

/** The latest calls that the rule of repeats asks for. */
export class OtherCalls<Key> {
  readonly #ran = new LatestPositions<Key>()
  readonly #wrote = new LatestPositions<Key>()
  readonly #declaredAsked = new LatestPositions<Key>()

  /** What may have changed something is news for others: a write, and the first call of a key of no known kind. */
  note(call: RanCall<Key>, isFirst: boolean): void {
    this.#ran.note(call.of, call.endedAt)
    if (!call.writes && (call.reads || !isFirst)) return
    this.#wrote.note(call.of, call.endedAt)
    if (call.wroteNow) this.#declaredAsked.note(call.of, call.askedAt)
  }

  than(key: Key | undefined): LatestOthers {
    return {
      ran: this.#ran.otherThan(key),
      wrote: this.#wrote.otherThan(key),
      declaredAsked: this.#declaredAsked.otherThan(key)
    }
  }
}

// -- an ask

// Reads that were made so often are refused until a write: older ones count no more. Two that waited are kept beside
// them: the latest, and the news that it is compared with.
const keptOf = ({ admitted }: RepeatRule): number => (admitted < NO_LIMIT ? admitted + 2 : 0)

const hasWaited = ({ running, ended }: KeyLog, clock: () => number): boolean => {
  const freeAt = ended.at(-1)?.end?.freeAt
  return freeAt !== undefined && !running.some(({ free }) => free) && clock() >= freeAt
}

// A call that was denied waits for a person's word alone, whatever became of it.
const limitOn = (of: KeyLog, ask: Ask, { others, ceiling }: Moment, free: boolean): RepeatLimit | undefined => {
  if (of.isDenied && ask.approved !== true) return 'denied'
  // Another turn of this id may have run it.
  const ran = ({ counts, reported, end }: LoggedCall): boolean => counts && !reported && end?.code !== 'denied'
  const isLetThrough = of.isDenied && of.running.length === 0 && of.ended.filter(ran).length < ask.rule.executed
  return (isLetThrough ? undefined : refusedBy(of, ask.rule, others, free)) ?? ceiling
}

/** Counts a call and decides; the decision of a shared log is only noted. */
export const decideOn = (of: KeyLog, ask: Ask, moment: Moment, decided?: Partial<Decision>): Decision => {
  of.asked += 1
  const { rule } = ask
  of.mostKept = Math.max(of.mostKept, keptOf(rule))
  const free = decided?.free ?? hasWaited(of, moment.clock)
  const isSpentHere = isSpent(of, rule)
  const reopened =
    isSpentHere && (decided?.reopened === true ? mayReopen(of, rule) : isReopened(of, rule, moment.others))
  const by =
    decided === undefined
      ? limitOn(of, ask, moment, free)
      : (decided.by ?? (isSpentHere && !reopened && !of.isDenied ? 'executed' : undefined))
  const count = decided?.count ?? of.asked
  if (by !== undefined) {
    of.refused += 1
    return { count, by, free: false }
  }
  const call = new LoggedCall(ask, of, moment.at, free)
  of.running = of.running.length === 0 ? [call] : [...of.running, call]
  return reopened ? { count, free, reopened, call } : { count, free, call }
}

/** Whether one more call would be refused by what is known of its key, however long it waited. */
export const refusesMore = (of: KeyLog, rule: RepeatRule, others: LatestOthers, approved = false): boolean => {
  if (of.isDenied) return !approved
  return of.ended.at(-1)?.end?.freeAt === undefined && refusedBy(of, rule, others, false) !== undefined
}

/** Whether no more calls of a key can run in their turn, whatever comes of those that run and of others. */
export const isUsedUp = ({ ended }: KeyLog, rule: RepeatRule): boolean => {
  const calls = { running: NONE, ended }
  return isSpent(calls, rule) && !mayReopen(calls, rule)
}

// -- an end

const isAlike = ({ answer: before, alike: digest }: KeyLog, { answer, alike }: Ending): boolean =>
  alike === undefined ? answer !== null && before?.isAlike(answer) === true : alike === digest

/** Notes how a call ended, at a position of its turn. Returns whether the response was unchanged. */
export const endCall = (call: LoggedCall, ending: Ending, at: number, clock: () => number): boolean => {
  const { of, runsOnce } = call
  const { executed, code, answer, retryAfterMs, standing = 'made', report = false, replayed = false } = ending
  of.running = of.running.length === 1 ? NONE : of.running.filter((one) => one !== call)
  const spent = runsOnce && isRun({ executed, standing }) && standing !== 'open'
  const unchanged = !spent && (answer === null || of.answer?.equals(answer) === true)
  const alike = unchanged || (call.kind === 'none' && isAlike(of, ending))
  const freeAt = retryAfterMs === null ? undefined : clock() + retryAfterMs
  call.end = { at, executed, code, unchanged, alike, freeAt, standing, report, replayed }
  if (standing === 'voided') {
    of.asked -= 1
    return false
  }
  of.ended = of.ended.length === 0 ? [call] : [...of.ended, call]
  of.alike = ending.alike ?? of.alike
  if (!unchanged) of.answer = spent ? undefined : (answer ?? undefined)
  return unchanged
}
