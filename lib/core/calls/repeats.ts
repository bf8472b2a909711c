/** The rule of repeats: a repeat counts if it brought nothing new. Live turns and replays share it. */
import { kindOf, type ToolKind } from '../signs/verbs.js'

// -- the rule of a tool

/** The limits of a call. @category Budget @since 0.1.0 */
export interface RepeatRule {
  /** Most calls in a row with an unchanged response; calls in flight count as such. */
  readonly unchanged: number
  /** Most calls, whatever their responses, since another call last wrote. */
  readonly admitted: number
  /** Most calls with no other call executed in between; of a tool of no known kind, those whose responses are alike. */
  readonly streak: number
  /** Most calls of the whole turn that were executed or are in flight; `NO_LIMIT` for repeatable ones. */
  readonly executed: number
  /** Most runs of a write that may run again after its own report of a failure, once another call wrote. @default 0 */
  readonly runs?: number
  /** The kind of a tool whose effect nobody declared. */
  readonly kind?: ToolKind | undefined
  /** Only repeats in a row count: any other call that ran begins their counts afresh. @default false */
  readonly inRow?: boolean
  /** Calls in flight count as admitted alone: whether they bring something new is not known yet. @default false */
  readonly countsReturned?: boolean
}

/** The names of its limits. */
export type Limit = Exclude<keyof RepeatRule, 'kind' | 'runs' | 'inRow' | 'countsReturned'>

/** The traits of a tool. */
export interface RepeatTraits {
  readonly effect: 'read' | 'write'
  readonly idempotent?: boolean
  readonly maxIdenticalCalls?: number
  readonly polls?: boolean
  /** What its name tells, where its effect is undeclared. */
  readonly kind?: ToolKind
  /** Whether nobody says when the turn ends: what comes between two reads may be another request of the user. */
  readonly inRow?: boolean
  /** Whether calls in flight may be those of other callers, whose responses a refused one would never read. */
  readonly countsReturned?: boolean
}

/** More than any turn makes: stores count in 32 bits, and never get a higher limit. */
export const NO_LIMIT = 2 ** 31 - 1

/** The rule that refuses nothing. */
export const UNLIMITED: RepeatRule = { unchanged: NO_LIMIT, admitted: NO_LIMIT, streak: NO_LIMIT, executed: NO_LIMIT }

const MOST_IDENTICAL = 20
const MOST_UNDECLARED = 3

/** Whether a turn may execute a tool only so often: a name may be mistaken, and is no reason for that. */
export const runsOnce = ({ effect, idempotent, kind }: RepeatTraits): boolean =>
  effect === 'write' && idempotent !== true && kind === undefined

/** What a tool counts as, everywhere: as declared (`idempotent` makes it a write), else by the kind of its name. */
export const effectOf = (
  name: string,
  declared: RepeatTraits['effect'] | undefined,
  idempotent = false
): Pick<RepeatTraits, 'effect' | 'kind'> => {
  if (declared !== undefined) return { effect: declared }
  if (idempotent) return { effect: 'write' }
  const kind = kindOf(name)
  return { effect: kind === 'writes' ? 'write' : 'read', kind }
}

/** The rule for the calls of a tool. */
export const ruleOf = (tool: RepeatTraits, budget: Readonly<Record<'read' | 'write', number>>): RepeatRule => {
  const { polls = false, kind } = tool
  const maxIdenticalCalls =
    tool.maxIdenticalCalls === undefined ? undefined : Math.min(tool.maxIdenticalCalls, NO_LIMIT)
  const unchanged = polls ? NO_LIMIT : Math.min(budget.read, NO_LIMIT)
  if (runsOnce(tool)) {
    // `NO_LIMIT` would make it repeatable.
    const executed = Math.min(maxIdenticalCalls ?? budget.write, NO_LIMIT - 1)
    // Without a budget for reads, writes that were not executed still have one.
    return {
      unchanged: Math.max(1, unchanged),
      admitted: Math.max(MOST_IDENTICAL, executed),
      streak: NO_LIMIT,
      executed,
      // Its author has said how often it may run.
      ...(maxIdenticalCalls === undefined ? { runs: Math.min(budget.read, NO_LIMIT) } : {}),
      kind: undefined
    }
  }
  const isBounded = kind !== undefined && kind !== 'reads' && !polls && maxIdenticalCalls === undefined
  return {
    unchanged,
    admitted: maxIdenticalCalls ?? MOST_IDENTICAL,
    streak: isBounded ? MOST_UNDECLARED : NO_LIMIT,
    executed: NO_LIMIT,
    // A stranger's word that its tool writes is a declaration for the calls of others.
    kind: tool.idempotent === true ? undefined : kind,
    ...(tool.inRow === true && tool.effect === 'read' ? { inRow: true } : {}),
    ...(tool.countsReturned === true && tool.effect === 'read' ? { countsReturned: true } : {})
  }
}

// -- the rule

/** A call of a turn, for the rule. Positions count the events of the turn. */
export interface CountedCall {
  readonly askedAt: number
  /** It waited as long as its last response asked: neither it nor an unchanged response counts. */
  readonly free: boolean
  /** 0 while it runs. */
  readonly endedAt: number
  /** Its response equalled the one before it, or it had none. */
  readonly unchanged: boolean
  /** Its response equalled the one before it, but for ids and figures. */
  readonly alike: boolean
  /** It counts as executed: it was, or may have been. */
  readonly counts: boolean
  /** It counts as executed, and its tool may be executed only so often. */
  readonly spent: boolean
  /** It reached its tool. */
  readonly reached: boolean
  /** It was executed, or nobody knows, however it counts. */
  readonly mayHaveRun: boolean
  /** Nobody knows whether it was executed, and the tool itself said no. */
  readonly reported: boolean
}

/** The calls of one key. */
export interface CallsOfKey {
  readonly running: ReadonlyArray<CountedCall>
  /** In the order in which they ended. */
  readonly ended: ReadonlyArray<CountedCall>
}

/** Positions of the latest calls of other keys; 0 where there are none. */
export interface LatestOthers {
  /** One that was executed, or may have been. */
  readonly ran: number
  /** One of these whose tool writes. */
  readonly wrote: number
  /** When one of these was asked for that ran now, and whose tool is declared to write. */
  readonly declaredAsked: number
}

// Loops, not folds: each call counts several times.
const askedAfter = (calls: ReadonlyArray<CountedCall>, position: number): number => {
  let count = 0
  for (const { askedAt, free } of calls) if (!free && askedAt > position) count += 1
  return count
}

const admittedSince = ({ running, ended }: CallsOfKey, position: number): number =>
  askedAfter(running, position) + askedAfter(ended, position)

const sameSince = (ended: ReadonlyArray<CountedCall>, position: number, same: 'unchanged' | 'alike'): number => {
  let count = 0
  for (let i = ended.length - 1; i >= 0; i--) {
    const call = ended[i] as CountedCall
    if (call.endedAt < position || call.spent) return count
    if (!call[same]) return count + 1
    if (!call.free) count += 1
  }
  return count
}

/** Whether its executions are used up: no store that lost its memory can admit it again. */
export const isSpent = ({ running, ended }: CallsOfKey, { executed }: RepeatRule): boolean => {
  let executions = running.length
  for (const { counts } of ended) if (counts) executions += 1
  return executions >= executed
}

/** Whether all of its runs were reports of a failure, and it may have one more: another call that writes reopens it. */
export const mayReopen = ({ running, ended }: CallsOfKey, { runs = 0 }: RepeatRule): boolean =>
  running.length === 0 &&
  ended.at(-1)?.reported === true &&
  ended.every(({ mayHaveRun, reported }) => !mayHaveRun || reported) &&
  ended.filter(({ reached }) => reached).length < runs

/** Whether a write whose executions are used up may run again: it reported a failure, and another call wrote since. */
export const isReopened = (calls: CallsOfKey, rule: RepeatRule, { declaredAsked }: LatestOthers): boolean =>
  declaredAsked > (calls.ended.at(-1)?.endedAt ?? 0) && mayReopen(calls, rule)

/** How many calls in flight count as if they had brought nothing new. */
const dueOf = ({ running }: CallsOfKey, { executed, countsReturned = false }: RepeatRule): number =>
  executed === NO_LIMIT && !countsReturned ? running.length : 0

const inStreak = (calls: CallsOfKey, rule: RepeatRule, position: number): number =>
  rule.kind === 'none' ? sameSince(calls.ended, position, 'alike') + dueOf(calls, rule) : admittedSince(calls, position)

/** The limit that refuses one more call. */
export const refusedBy = (
  calls: CallsOfKey,
  rule: RepeatRule,
  others: LatestOthers,
  isFree: boolean
): Limit | undefined => {
  if (isSpent(calls, rule) && !isReopened(calls, rule, others)) return 'executed'
  if (isFree) return undefined
  // The writes of others are news for whoever reads; a tool that writes by its name starts afresh by nothing.
  const wrote = rule.kind === 'writes' ? 0 : others.wrote
  const news = rule.inRow === true ? others.ran : wrote
  if (admittedSince(calls, rule.kind === 'none' ? wrote : news) >= rule.admitted) return 'admitted'
  if (rule.streak < NO_LIMIT && inStreak(calls, rule, others.ran) >= rule.streak) return 'streak'
  return sameSince(calls.ended, news, 'unchanged') + dueOf(calls, rule) >= rule.unchanged ? 'unchanged' : undefined
}
