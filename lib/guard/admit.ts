/** The stage that decides whether a call may run at all: the turn, the budget, the loop detector. */
import * as E from 'fp-ts/lib/Either.js'
import { MAY_HAVE_RUN } from '../core/codes.js'
import { count } from '../core/text.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { waitFor } from '../core/wait.js'
import type { Reservation } from './budget.js'
import type { Call } from './call.js'
import { writeLog } from '../core/logger-like.js'
import { NO_MORE } from './outcome.js'
import type { SessionSettings } from './settings.js'
import type { SharedBudget } from './store.js'

/** Whether a call may run, and how it was counted. */
export interface Admission {
  readonly refusal: ToolError | undefined
  /** How often the call was asked for in this turn, this time included; 0 where it was not counted. */
  readonly asked: number
  /** The shared store did not answer: counted in this process alone, or not at all. */
  readonly degraded: boolean
}

/** That of a call which nobody counts: it goes on with one that was counted, or was never admitted. */
export const NO_ADMISSION: Admission = { refusal: undefined, asked: 0, degraded: false }

const uncounted = (refusal: ToolError, degraded = false): Admission => ({ refusal, asked: 0, degraded })

const cancelled = (why: string): ToolError =>
  schemaMismatch({ code: 'cancelled', detail: `${why}; the tool was not run.` })

// What may be said of the calls before this one, and what is to be done about it. Without `told`, nothing is known of them here.
interface Before {
  readonly told?: string
  readonly hint?: string
}

const RUNNING: Before = {
  told: 'its answer is still due',
  hint: 'This call is still running: wait for its answer and go by it. Do not make it again.'
}

const limitOf = <Args, A>({ tool, turn }: Call<Args, A>): number =>
  tool.maxIdenticalCalls ?? turn.settings.budget[tool.effect]

const before = <Args, A>({ tool, key, turn: { budget } }: Call<Args, A>, limit: number): Before => {
  if (limit === 0) return { hint: 'Do not call this tool in this turn. Use another tool, or tell the user.' }
  if (budget.isRunning(key)) return RUNNING
  const last = budget.lastAnswer(key)
  // Another process made it, or it went on elsewhere.
  if (last === undefined)
    return {
      told: 'what came of it is not known here',
      ...(tool.effect === 'write' ? { hint: `${NO_MORE} ${MAY_HAVE_RUN.hint}` } : {})
    }
  if (last.code !== null)
    return { told: `the last answer was ${last.code}`, ...(last.hint === null ? {} : { hint: last.hint }) }
  const go =
    tool.polls === true
      ? 'Do not ask again in this turn. Go by the last answer, tell the user how it stands, or go on with other work.'
      : 'This call was answered before in this turn: go by that answer.'
  return { told: 'the last answer was valid', hint: go }
}

const exceeded = <Args, A>(call: Call<Args, A>, asked: number, degraded: boolean): ToolError => {
  const limit = limitOf(call)
  const { told, hint } = before(call, limit)
  const where = degraded
    ? ' Counted in this process alone, because the shared budget cannot be reached (budget_degraded).'
    : ''
  return schemaMismatch({
    code: 'retry_budget_exceeded',
    detail: `The same call of ${call.tool.name} was asked for ${count(asked, 'time')} in this turn and at most ${limit} ${limit === 1 ? 'is' : 'are'} allowed${told === undefined ? '' : `; ${told}`}. The tool was not run.${where}`,
    ...(hint === undefined ? {} : { hint })
  })
}

const decide = <Args, A>(call: Call<Args, A>, { admitted, count: asked }: Reservation, degraded = false): Admission => {
  if (!admitted) return { refusal: exceeded(call, asked, degraded), asked, degraded }
  const { tool, args, key, turn } = call
  const refusal = turn.settings.loop?.refusal({ tool: tool.name, data: args.data, key, turnId: turn.id })
  if (refusal !== undefined)
    turn.budget.answered(
      key,
      turn.budget.lastAnswer(key) ?? { code: refusal.code, hint: refusal.hint, executed: 'refused', digest: null }
    )
  return { refusal, asked, degraded }
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

// It never ran: as if it had not been asked for.
const takeBack = async <Args, A>(
  store: SharedBudget,
  answer: ReturnType<SharedBudget['reserve']>,
  { tool, args, turn }: Call<Args, A>
): Promise<void> => {
  if (E.isRight(await answer) && !turn.closed) await store.giveBack(turn.id, args.key.inStore(tool.name))
}

const admitShared = async <Args, A>(store: SharedBudget, call: Call<Args, A>): Promise<Admission> => {
  const { key, args, tool, turn } = call
  const limit = limitOf(call)
  const answer = store.reserve(turn.id, args.key.inStore(tool.name), limit)
  const waited = await waitFor(() => answer, { signals: call.signals })
  if (turn.closed) return uncounted(cancelled('The turn was closed'))
  if (waited.kind !== 'answered' || call.isCancelled) {
    void takeBack(store, answer, call)
    return uncounted(cancelled('The caller cancelled the call'))
  }
  const reserved = waited.answer
  if (E.isRight(reserved)) {
    if (!reserved.right.admitted) return decide(call, reserved.right)
    // Counted here too: whatever becomes of the store, no process makes a call more often than its budget allows.
    const here = turn.budget.reserve(key, limit)
    return decide(call, { admitted: here.admitted, count: Math.max(here.count, reserved.right.count) })
  }
  logDegraded(turn.settings, store, reserved.left)
  if (turn.settings.onStoreError[tool.effect] === 'refuse') return uncounted(unavailable(tool.name), true)
  return decide(call, turn.budget.reserve(key, limit), true)
}

/** Admits a call by what this process knows, at once: a call that is admitted has been counted before anything else runs. */
export const admitHere = <Args, A>(call: Call<Args, A>): Admission => {
  const { turn } = call
  if (turn.closed) return uncounted(cancelled('The turn is closed'))
  if (call.isCancelled) return uncounted(cancelled('The caller cancelled the call'))
  return decide(call, turn.budget.reserve(call.key, limitOf(call)))
}

/** Admits a call or refuses it; with a shared store, once that has counted it, too. */
export const admit = <Args, A>(call: Call<Args, A>): Admission | Promise<Admission> => {
  const { store } = call.turn.settings
  return store === undefined || call.turn.closed || call.isCancelled ? admitHere(call) : admitShared(store, call)
}
