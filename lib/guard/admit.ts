/** The stage that decides whether a call may run at all: the turn, the budget, the loop detector. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { MAY_HAVE_RUN } from '../core/codes.js'
import { loopError } from '../core/loop-error.js'
import { count } from '../core/text.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { waitFor } from '../core/wait.js'
import { ruleOf } from '../core/repeats.js'
import { type LastAnswer, type RepeatLimit, type Reservation, type Settlement } from './budget.js'
import type { Call } from './call.js'
import { invalidTooOften } from './invalid-calls.js'
import { writeLog } from '../core/logger-like.js'
import { NO_MORE } from './outcome.js'
import type { SessionSettings } from './settings.js'
import type { SharedBudget } from './shared-stores.js'

/** Whether a call may run, and how it was counted. */
export interface Admission {
  readonly refusal: ToolError | undefined
  /** How often the call was requested in this turn, this time included; 0 where it was not counted. */
  readonly asked: number
  /** It was admitted, so its outcome must be settled. */
  readonly reserved: boolean
  /** It waited for as long as its last response asked. */
  readonly free: boolean
  /** Whether the shared store counted it. */
  readonly shared: boolean
  /** The shared store did not respond: this process counted the call alone, or nobody did. */
  readonly degraded: boolean
}

/** The admission of an uncounted call: it continues a counted one, or was never admitted. */
export const NO_ADMISSION: Admission = {
  refusal: undefined,
  asked: 0,
  reserved: false,
  free: false,
  shared: false,
  degraded: false
}

const uncounted = (refusal: ToolError, degraded = false): Admission => ({ ...NO_ADMISSION, refusal, degraded })

const cancelled = (why: string): ToolError =>
  schemaMismatch({ code: 'cancelled', detail: `${why}; the tool was not run.` })

// -- refusing a repeat

// Without `report`, this process knows nothing of earlier calls.
interface RepeatAdvice {
  readonly report?: string
  readonly hint?: string
  readonly data?: unknown
}

const RUNNING: RepeatAdvice = {
  report: 'its first call is still running',
  hint: 'This call is still running: wait for its response and use it. Do not make it again.'
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

// Never say "go by that answer" without the answer: a small model would make one up. Data that are too long, or that JSON cannot hold, are left out.
const answeredBefore = (last: LastAnswer, what: string): RepeatAdvice => {
  const report = `the last response was ${what}`
  if (last.data === undefined || !(last.given || isCarried(last.data)))
    return { report, hint: `${NO_MORE} Its result is in an earlier message and cannot be repeated here.` }
  if (last.given)
    return {
      report: `${report}, and the first refusal of this call repeated it`,
      hint: `${NO_MORE} Use the data of its first refusal, or do something else.`
    }
  last.given = true
  return {
    report,
    hint: 'This call was made before in this turn: `data` is its response. Use that.',
    data: last.data
  }
}

const before = <Args, A>(
  { tool, args, key, turn: { budget } }: Call<Args, A>,
  by: RepeatLimit | undefined,
  limit: number
): RepeatAdvice => {
  if (by === 'keys')
    return {
      report: 'too many different calls that write were made in it',
      hint: 'Tell the user that this turn is too long, and stop.'
    }
  if (limit === 0) return { hint: 'Do not call this tool in this turn. Use another tool, or tell the user.' }
  if (budget.isRunning(key)) return RUNNING
  const last = budget.lastAnswer(key)
  // Another process made it, or it went on elsewhere.
  if (last === undefined)
    return {
      report: 'its result is not known here',
      ...(tool.effect === 'write' ? { hint: `${NO_MORE} ${MAY_HAVE_RUN.hint}` } : {})
    }
  if (last.args !== args.key.id)
    return {
      report: `the call before it had other arguments, and its response was ${last.code ?? 'valid'}`,
      hint: last.hint ?? `${NO_MORE} The tool counts it as the same call, whatever its other arguments are.`
    }
  if (last.code === null) return answeredBefore(last, 'valid')
  if (last.data !== undefined) return answeredBefore(last, last.code)
  return { report: `the last response was ${last.code}`, ...(last.hint === null ? {} : { hint: last.hint }) }
}

const AT_MOST: Readonly<Record<RepeatLimit, (limit: number) => string>> = {
  unchanged: (limit) =>
    `at most ${limit} that ${limit === 1 ? 'brings' : 'bring'} nothing new ${limit === 1 ? 'is' : 'are'} allowed`,
  streak: (limit) => `at most ${limit} with no other call in between are allowed`,
  admitted: (limit) => `at most ${limit} ${limit === 1 ? 'is' : 'are'} allowed`,
  executed: (limit) => `at most ${limit} ${limit === 1 ? 'is' : 'are'} allowed`,
  keys: () => 'no further call can be counted'
}

const exceeded = <Args, A>(
  call: Call<Args, A>,
  { count: asked, by = 'admitted' }: Reservation,
  degraded: boolean
): ToolError => {
  const rule = ruleOf(call.tool, call.turn.settings.budget)
  const limit = by === 'keys' ? 1 : rule[by]
  const { report, hint, data } = before(call, by, limit)
  const where = degraded
    ? ' Counted in this process alone, because the shared budget cannot be reached (budget_degraded).'
    : ''
  return schemaMismatch({
    code: 'retry_budget_exceeded',
    detail: `The same call of ${call.tool.name} was asked for ${count(asked, 'time')} in this turn and ${AT_MOST[by](limit)}${report === undefined ? '' : `; ${report}`}. The tool was not run.${where}`,
    ...(hint === undefined ? {} : { hint }),
    ...(data === undefined ? {} : { data })
  })
}

// A model that repeats invalid arguments reads which ones would fit.
const refusalOf = <Args, A>(call: Call<Args, A>, reservation: Reservation, degraded: boolean): ToolError => {
  const refusal = exceeded(call, reservation, degraded)
  const { value } = call.args
  return (E.isLeft(value) ? invalidTooOften(call, value.left) : undefined) ?? refusal
}

const decide = <Args, A>(
  call: Call<Args, A>,
  reservation: Reservation,
  { degraded = false, shared = false }: { readonly degraded?: boolean; readonly shared?: boolean } = {}
): Admission => {
  const { admitted, count: asked, free = false } = reservation
  const { tool, args, key, turn } = call
  const { loop, loopReadsArgs } = turn.settings
  const found = admitted
    ? loop?.refuse({ tool: tool.name, args: loopReadsArgs ? args.data : key, turn: turn.id })
    : undefined
  const refusal = !admitted
    ? refusalOf(call, reservation, degraded)
    : found !== undefined && O.isSome(found)
      ? loopError(found.value)
      : undefined
  // Spelled out: a spread that more fields follow costs a microsecond, as much as all the rest of the stage.
  return { refusal, asked, reserved: admitted, free, shared, degraded }
}

// -- with a shared store

const logDegraded = ({ logger, clock, redact, ext }: SessionSettings, store: SharedBudget, cause: string): void => {
  if (logger === undefined) return
  const calls = store.noteDegraded(clock())
  if (calls !== undefined)
    writeLog(logger, 'warn', `budget_degraded calls=${calls}`, () => redact({ ext, calls, cause }))
}

const unavailable = (tool: string): ToolError =>
  schemaMismatch({
    code: 'store_unavailable',
    detail: `The shared budget cannot be reached, so it is unknown whether ${tool} was already called; the tool was not run.`
  })

const takenBack = ({ free = false }: Reservation): Settlement => ({
  digest: null,
  executed: 'refused',
  writes: false,
  once: false,
  free,
  retryAfterMs: null,
  back: true
})

// It never ran: count it as if it had not been requested.
const takeBack = async <Args, A>(
  store: SharedBudget,
  answer: ReturnType<SharedBudget['reserve']>,
  { storeKey, turn }: Call<Args, A>
): Promise<void> => {
  const reserved = await answer
  if (E.isRight(reserved) && reserved.right.admitted && !turn.closed)
    await store.settle(turn.id, storeKey, takenBack(reserved.right))
}

const admitShared = async <Args, A>(store: SharedBudget, call: Call<Args, A>): Promise<Admission> => {
  const { key, storeKey, tool, turn } = call
  const rule = ruleOf(tool, turn.settings.budget)
  const answer = store.reserve(turn.id, storeKey, rule)
  const waited = await waitFor(() => answer, { signals: call.signals })
  if (turn.closed) return uncounted(cancelled('The turn was closed'))
  if (waited.kind !== 'answered' || call.isCancelled) {
    void takeBack(store, answer, call)
    return uncounted(cancelled('The caller cancelled the call'))
  }
  const reserved = waited.answer
  // Counted here too, for times when the store cannot be reached.
  if (E.isRight(reserved)) return decide(call, turn.budget.reserve(key, rule, reserved.right), { shared: true })
  logDegraded(turn.settings, store, reserved.left)
  if (turn.settings.onStoreError[tool.effect] === 'refuse') return uncounted(unavailable(tool.name), true)
  return decide(call, turn.budget.reserve(key, rule), { degraded: true })
}

const UNCOUNTED: Reservation = { admitted: true, count: 0 }

/** Admits a call at once by the counts of this process: it is counted before anything else runs. */
export const admitHere = <Args, A>(call: Call<Args, A>): Admission => {
  const { turn, key, tool } = call
  if (turn.closed) return uncounted(cancelled('The turn is closed'))
  if (call.isCancelled) return uncounted(cancelled('The caller cancelled the call'))
  const { budget } = turn.settings
  if (!budget.counts) return { ...decide(call, UNCOUNTED), reserved: false }
  return decide(call, turn.budget.reserve(key, ruleOf(tool, budget)))
}

/** Admits a call or refuses it. A shared store counts it first, unless it is a write that a ledger counts. */
export const admit = <Args, A>(call: Call<Args, A>): Admission | Promise<Admission> => {
  const { store, budget } = call.turn.settings
  return store === undefined || call.isLedgered || !budget.counts || call.turn.closed || call.isCancelled
    ? admitHere(call)
    : admitShared(store, call)
}
