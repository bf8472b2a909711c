/** The stage that decides whether a call may run at all: the turn, the budget, the loop detector. */
import * as E from 'fp-ts/lib/Either.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { count } from '../core/text.js'
import type { Begun } from './begun.js'
import type { LastAnswer, Reservation } from './budget.js'
import { writeLog } from './logger-like.js'
import type { SessionSettings } from './settings.js'
import type { SharedBudget } from './store.js'
import type { TurnState } from './turn.js'

/** Whether a call may run, and how it was counted. */
export interface Admission {
  readonly refusal: ToolError | undefined
  /** How often the call was asked for in this turn, this time included; 0 where it was not counted. */
  readonly asked: number
  /** The shared store did not answer: counted in this process alone, or not at all. */
  readonly degraded: boolean
}

const uncounted = (refusal: ToolError, degraded = false): Admission => ({ refusal, asked: 0, degraded })

const cancelled = (why: string): ToolError => schemaMismatch({ code: 'cancelled', detail: `${why}; the tool was not run.` })

const lastly = (last: LastAnswer | undefined): string => {
  if (last === undefined) return 'its answer is still due'
  return last.code === null ? 'the last answer was valid' : `the last answer was ${last.code}`
}

const moveOn = (last: LastAnswer | undefined): string | undefined => {
  if (last === undefined) return undefined
  if (last.code === null) return 'This call was answered before in this turn: go by that answer.'
  return last.hint === null ? undefined : `Do not make this call again in this turn. ${last.hint}`
}

const exceeded = (tool: string, limit: number, asked: number, last: LastAnswer | undefined, degraded: boolean): ToolError => {
  const hint = moveOn(last)
  const where = degraded ? ' Counted in this process alone, because the shared budget cannot be reached (budget_degraded).' : ''
  return schemaMismatch({
    code: 'retry_budget_exceeded',
    detail: `The same call of ${tool} was asked for ${count(asked, 'time')} in this turn and at most ${limit} ${limit === 1 ? 'is' : 'are'} allowed; ${lastly(last)}. The tool was not run.${where}`,
    ...(hint === undefined ? {} : { hint })
  })
}

const decide = <Args>({ tool, key, data }: Begun<Args>, limit: number, { admitted, count: asked }: Reservation, state: TurnState, degraded = false): Admission => {
  if (!admitted) return { refusal: exceeded(tool.name, limit, asked, state.budget.lastAnswer(key), degraded), asked, degraded }
  return { refusal: state.settings.loop?.refusal({ tool: tool.name, data, key, turnId: state.id }), asked, degraded }
}

const isCancelled = (signal: AbortSignal | undefined, { signals }: TurnState): boolean => signal?.aborted === true || signals.some((one) => one.aborted)

// -- with a shared store

const logDegraded = ({ logger, clock, redact, ext }: SessionSettings, store: SharedBudget, cause: string): void => {
  if (logger === undefined) return
  const calls = store.noteDegraded(clock())
  if (calls !== undefined) writeLog(logger, 'warn', `budget_degraded calls=${calls}`, () => redact({ ext, calls, cause }))
}

const unavailable = (tool: string): ToolError => schemaMismatch({
  code: 'store_unavailable',
  detail: `The shared budget cannot be reached, so it is unknown whether ${tool} was already called; the tool was not run.`
})

const decideShared = async <Args>(store: SharedBudget, call: Begun<Args>, limit: number, signal: AbortSignal | undefined, state: TurnState): Promise<Admission> => {
  const { key, args, tool } = call
  const reserved = await store.reserve(state.id, args.inStore(tool.name), limit)
  if (state.closed) return uncounted(cancelled('The turn was closed'))
  if (isCancelled(signal, state)) return uncounted(cancelled('The caller cancelled the call'))
  if (E.isRight(reserved)) {
    if (!reserved.right.admitted) return decide(call, limit, reserved.right, state)
    // Counted here too: whatever becomes of the store, no process makes a call more often than its budget allows.
    const here = state.budget.reserve(key, limit)
    return decide(call, limit, { admitted: here.admitted, count: Math.max(here.count, reserved.right.count) }, state)
  }
  logDegraded(state.settings, store, reserved.left)
  if (state.settings.onStoreError[tool.effect] === 'refuse') return uncounted(unavailable(tool.name), true)
  return decide(call, limit, state.budget.reserve(key, limit), state, true)
}

/** Admits a call or refuses it. Without a shared store it answers at once: a call that is admitted has been counted before anything else runs. */
export const admit = <Args>(call: Begun<Args>, limit: number, signal: AbortSignal | undefined, state: TurnState): Admission | Promise<Admission> => {
  if (state.closed) return uncounted(cancelled('The turn is closed'))
  if (isCancelled(signal, state)) return uncounted(cancelled('The caller cancelled the call'))
  const { store } = state.settings
  return store === undefined
    ? decide(call, limit, state.budget.reserve(call.key, limit), state)
    : decideShared(store, call, limit, signal, state)
}
