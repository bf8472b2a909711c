/** The refusal of a repeat: how often it was called, what came of it, and one move. Later ones are short. */
import * as E from 'fp-ts/lib/Either.js'
import { type ToolError, count, oneLine, schemaMismatch } from '../core/errors/index.js'
import { type Ceiling, isCeiling, runsOnce } from '../core/calls/index.js'
import { given } from '../core/options.js'
import { failureIn, isReportIn, namesPrecondition } from '../core/failure/index.js'
import type { Call } from './call.js'
import { invalidTooOften } from './invalid-calls.js'
import type { LastResponse } from './turn-responses.js'
import type { KeyLog } from './logged-call.js'
import { limitReached } from './limit-reached.js'
import { beganOtherwise, NO_MORE, outcomeOnRepeat, ranOtherwise, untilThen } from './outcome.js'
import type { Execution } from './execution-of.js'
import type { Decision, RepeatLimit } from './decision.js'
import { onlyRuns, stillRunning, stillRunningInShort } from './still-running.js'

/** What came of the earlier calls, where there is something to say, and one move. */
interface RepeatAdvice {
  readonly report?: string
  readonly hint?: string
  readonly data?: unknown
}

/** Longest answer that a refusal carries, in characters of its JSON. */
const MAX_CARRIED = 16_384

const isCarried = (data: unknown): boolean => {
  try {
    const text = JSON.stringify(data) as string | undefined
    return text !== undefined && text.length <= MAX_CARRIED
  } catch {
    return false
  }
}

/**
 * Hands the response over with this refusal; returns whether it did. `again`: also where an earlier one did, because
 * its reader may have lost it since.
 */
const handsOver = (last: LastResponse, again = false): boolean => {
  const isNew = (again || !last.given) && last.data !== undefined && isCarried(last.shown)
  if (isNew) last.given = true
  return isNew
}

const FIRST = 'Do first what its response names'

/**
 * What the response of a repeat says of itself: one that reports a failure is not called valid, and nothing is said of
 * one that is gone.
 */
const kindOf = (last: LastResponse): 'valid' | 'gone' | 'failed' | 'precondition' => {
  const failure = last.code === null && last.data !== undefined ? failureIn(last.data) : undefined
  if (failure === undefined) return last.data === undefined ? 'gone' : 'valid'
  const mayFollow = last.executed !== 'unknown' || isReportIn(last.data, true)
  return mayFollow && namesPrecondition(failure.says) ? 'precondition' : 'failed'
}

const USE: Readonly<Record<ReturnType<typeof kindOf>, string>> = {
  valid: 'Use that.',
  gone: 'Do something else, or tell the user.',
  failed: 'Use other arguments or another tool, or tell the user.',
  precondition: `${FIRST}.`
}

/** What became of a write: of one without a word of its end, nobody knows. A valid response shows that it ran. */
const outcomeFor = <Args, A>(
  { tool }: Call<Args, A>,
  last: LastResponse | undefined,
  words: (executed: Execution) => string
): string => {
  const isShown = last?.isHere === true && last.code === null && kindOf(last) === 'valid'
  return tool.effect === 'read' || isShown ? '' : words(last?.executed ?? 'unknown')
}

/** The next move: after a write that ran, or may have, the words about its outcome name it. */
const moveAfter = (outcome: string, last: LastResponse | undefined, use: keyof typeof USE): string => {
  if (outcome === '') return USE[use]
  const isMove = use !== 'precondition' && use !== 'valid' && last?.executed !== 'no' && last?.executed !== 'refused'
  return isMove ? outcome : `${outcome} ${USE[use]}`
}

// Never say "go by that answer" without the answer: a small model would make one up. Data that are too long, or that
// JSON cannot hold, are left out.
const answeredBefore = (last: LastResponse, outcome: string): RepeatAdvice => {
  const kind = kindOf(last)
  const was = kind === 'valid' ? (last.code ?? 'valid') : 'a report of a failure'
  const report = kind === 'gone' ? 'the last response came' : `the last response was ${was}`
  const isFine = kind === 'valid'
  const move = moveAfter(outcome, last, kind)
  if (!handsOver(last))
    return {
      report,
      hint: `${NO_MORE} ${isFine || (kind === 'gone' && outcome === '') ? 'Its result is in an earlier message and cannot be repeated here.' : move}`
    }
  return {
    report,
    hint: isFine
      ? `This call was made before in this turn: \`data\` is its response. ${move}`
      : `This call was made before in this turn, and \`data\`, its response, reports a failure. ${move}`,
    data: last.shown
  }
}

const before = <Args, A>(call: Call<Args, A>, by: RepeatLimit | undefined, limit: number): RepeatAdvice => {
  if (by === 'keys')
    return {
      report: 'too many different calls that write were made in it',
      hint: 'Tell the user that this turn is too long, and stop.'
    }
  if (limit === 0) return { hint: 'Do not call this tool in this turn. Use another tool, or tell the user.' }
  const { argsKey, key, rule, turn } = call
  const made = turn.log.of(key)
  if (onlyRuns(made, rule)) return stillRunning(call.tool.effect)
  const last = made?.lastWord
  const outcome = outcomeFor(call, last, outcomeOnRepeat)
  // Another process made it, or it went on elsewhere.
  if (last?.isHere !== true)
    return {
      report: 'its result is not known here',
      ...(outcome === '' ? {} : { hint: `${NO_MORE} ${outcome}` })
    }
  if (!last.isOf(argsKey))
    return {
      report: `the call before it had other arguments, and its response was ${last.code ?? 'valid'}`,
      hint: last.hint ?? `${NO_MORE} The tool counts it as the same call, whatever its other arguments are.`
    }
  if (last.code === null || last.data !== undefined) return answeredBefore(last, outcome)
  const report = `the last response was ${last.code}`
  if (last.namesPrecondition)
    return { report, hint: `${outcome === '' ? '' : `${outcome} `}${FIRST}; do not repeat this call before.` }
  return { report, ...(last.hint === null ? {} : { hint: last.hint }) }
}

// -- refusing it again

const MAX_CODE = 30

const IN_SHORT: Readonly<Record<Execution, string>> = {
  yes: 'It was executed: verify with a read.',
  no: 'It was not executed.',
  refused: 'It was not executed.',
  unknown: 'It is unknown whether it was executed: verify with a read.'
}

/** The advice of the second and later refusals: where the response stands, and one move. */
const again = <Args, A>(call: Call<Args, A>): RepeatAdvice => {
  const { key, rule, turn } = call
  const made = turn.log.of(key)
  if (onlyRuns(made, rule)) return stillRunningInShort(call.tool.effect)
  const last = made?.lastWord
  const outcome = outcomeFor(call, last, (executed) => IN_SHORT[executed])
  const gone = moveAfter(outcome, last, 'gone')
  if (last?.isHere !== true) return { report: 'Its result is not known here.', hint: gone }
  if (last.code === null || last.data !== undefined) {
    const kind = kindOf(last)
    const isNew = handsOver(last, rule.inRow)
    const hint = moveAfter(outcome, last, kind)
    if (last.given)
      return isNew
        ? { report: 'Its response is `data`.', hint, data: last.shown }
        : { report: 'Its response is in the first refusal.', hint }
    return kind === 'valid' ? { report: 'Its response was valid.', hint: gone } : { hint }
  }
  const report = `It failed: ${oneLine(last.code, MAX_CODE)}.`
  return { report, hint: last.namesPrecondition ? moveAfter(outcome, last, 'precondition') : gone }
}

// A write that said no was allowed more.
const runsAllowed = <Args, A>({ key, turn: { log } }: Call<Args, A>, executed: number): number =>
  executed === 0 ? 0 : Math.max(executed, log.of(key)?.ended.filter(({ counts }) => counts).length ?? 0)

/** A person or a policy refused a call of the tool. */
export const callDenied = (tool: string): ToolError =>
  schemaMismatch({
    code: 'denied',
    detail: `A person or a policy refused this call of ${tool} in this turn; the tool was not run.`
  })

/** An equal call ran in the turn, or may have, and no more may. */
export const callMade = (tool: string, { standing }: KeyLog): ToolError =>
  schemaMismatch({
    code: 'retry_budget_exceeded',
    detail: `A call of ${tool} that counts as the same was made before in this turn; the tool was not run.`,
    hint: `${NO_MORE} ${outcomeOnRepeat(standing?.end?.executed ?? 'unknown')}`
  })

const AT_MOST: Readonly<Record<Exclude<RepeatLimit, Ceiling | 'denied'>, (limit: number) => string>> = {
  unchanged: (limit) =>
    `at most ${limit} that ${limit === 1 ? 'brings' : 'bring'} nothing new ${limit === 1 ? 'is' : 'are'} allowed`,
  streak: (limit) => `at most ${limit} with no other call in between are allowed`,
  admitted: (limit) => `at most ${limit} ${limit === 1 ? 'is' : 'are'} allowed`,
  executed: (limit) => `at most ${limit} ${limit === 1 ? 'is' : 'are'} allowed`,
  keys: () => 'no further call can be counted'
}

/** Milliseconds of the wait that the last response asked for, where nothing else refuses the call after it. */
const waitLeft = <Args, A>({ key, turn }: Call<Args, A>, by: RepeatLimit): number | undefined => {
  const freeAt = turn.log.of(key)?.ended.at(-1)?.end?.freeAt
  const left = by === 'executed' ? 0 : (freeAt ?? 0) - turn.settings.clock()
  return left > 0 ? left : undefined
}

const exceeded = <Args, A>(
  call: Call<Args, A>,
  { count: asked, by = 'admitted' }: Decision,
  degraded: boolean
): ToolError => {
  if (by === 'denied') return callDenied(call.tool.name)
  if (isCeiling(by)) return limitReached(call, by)
  const { rule } = call
  const limit = by === 'keys' ? 1 : by === 'executed' ? runsAllowed(call, rule.executed) : rule[by]
  const isAgain = by !== 'keys' && limit > 0 && (call.turn.log.of(call.key)?.refused ?? 0) > 1
  const { report, hint, data } = isAgain ? again(call) : before(call, by, limit)
  const waitMs = waitLeft(call, by)
  const times = count(asked, 'time')
  const where = degraded
    ? ' Counted in this process alone, because the shared budget cannot be reached (budget_degraded).'
    : ''
  return schemaMismatch({
    code: 'retry_budget_exceeded',
    detail: isAgain
      ? `Asked for ${times}; not run${degraded ? ' (budget_degraded)' : ''}.${report === undefined ? '' : ` ${report}`}`
      : `The same call of ${call.tool.name} was asked for ${times} in this turn and ${AT_MOST[by](limit)}${report === undefined ? '' : `; ${report}`}. The tool was not run.${where}`,
    ...(waitMs === undefined
      ? given({ hint })
      : { hint: untilThen(waitMs, isAgain ? undefined : hint), retryAfterMs: waitMs }),
    ...(data === undefined ? {} : { data })
  })
}

/** Whether a refusal is about a write that ran, or may have, before its turn went on in this process. */
export const lacksResponse = <Args, A>({ key, turn: { log } }: Call<Args, A>, { by }: Decision): boolean => {
  if (by !== 'executed' && by !== 'admitted') return false
  const made = log.of(key)
  const isHere = made?.last?.isHere === true
  return made !== undefined && !isHere && made.running.length === 0 && made.ended.some(({ ran }) => ran)
}

/** The last response of the same order, where it was placed with other arguments. */
const lastOtherwise = <Args, A>({ args, argsKey, key, turn }: Call<Args, A>): LastResponse | undefined => {
  // Without an identity of its own, the same call has the same arguments.
  const last = args.whole === undefined ? undefined : turn.log.of(key)?.last
  return last?.isOf(argsKey) === false ? last : undefined
}

/** The refusal of an order that this turn placed with other arguments: one executed, or unknown. */
const orderedOtherwise = <Args, A>(call: Call<Args, A>): ToolError | undefined => {
  const { argsKey, key, turn } = call
  const running = turn.log.of(key)?.running ?? []
  const runsOtherwise = running.some(({ write }) => write?.whole !== undefined && write.whole.hash !== argsKey.hash)
  const last = running.length > 0 ? undefined : lastOtherwise(call)
  if (runsOtherwise || last?.executed === 'unknown') return beganOtherwise(call)
  if (last?.executed !== 'yes') return undefined
  if (last.given)
    return { ...ranOtherwise(undefined, 'The first refusal holds its answer.'), hint: 'The first call stands.' }
  return ranOtherwise(handsOver(last) ? last.shown : undefined)
}

/** The refusal of an admitted write whose open attempt has other arguments; a ledger refuses by itself. */
export const openOtherwise = <Args, A>(call: Call<Args, A>): ToolError | undefined =>
  runsOnce(call.tool) && !call.isLedgered && lastOtherwise(call)?.executed === 'unknown'
    ? beganOtherwise(call)
    : undefined

/** The refusal of a repeat. A model that repeats invalid arguments reads which ones would fit. */
export const refusalOf = <Args, A>(call: Call<Args, A>, decision: Decision, degraded: boolean): ToolError => {
  const refusal = (decision.by === 'denied' ? undefined : orderedOtherwise(call)) ?? exceeded(call, decision, degraded)
  const { value } = call.args
  return (E.isLeft(value) ? invalidTooOften(call, value.left) : undefined) ?? refusal
}

// -- after an equal write

/** The refusal of a write after one that was under way: it ran once, or nobody knows. */
export const ranAlready = <Args, A>(call: Call<Args, A>, executed: Execution): ToolError => {
  const { turn, key, argsKey } = call
  turn.log.refused(key, 1)
  const otherwise = orderedOtherwise(call)
  if (otherwise !== undefined) return otherwise
  if (executed !== 'yes')
    return schemaMismatch({
      code: 'retry_budget_exceeded',
      detail: 'An equal call was made; whether it ran is unknown. This one did not run.',
      hint: 'Verify with a read what was done.'
    })
  const last = turn.log.of(key)?.last
  const isNew = last !== undefined && last.isOf(argsKey) && handsOver(last)
  return schemaMismatch({
    code: 'retry_budget_exceeded',
    detail: 'An equal call ran once; this one did not run.',
    hint: isNew ? '`data` is its response. Use that.' : 'Use its response, which another result holds.',
    ...(isNew ? { data: last.shown } : {})
  })
}
