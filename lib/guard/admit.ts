/** The stage that decides whether a call may run at all: the turn, the budget, the loop detector. */
import * as E from 'fp-ts/lib/Either.js'
import { MAY_HAVE_RUN } from '../core/codes.js'
import { count } from '../core/text.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { onAbort } from './abort.js'
import type { Begun } from './begun.js'
import type { Reservation } from './budget.js'
import { writeLog } from './logger-like.js'
import { NO_MORE } from './outcome.js'
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

const before = <Args>({ tool, key }: Begun<Args>, limit: number, { budget }: TurnState): Before => {
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

const exceeded = <Args>(
  call: Begun<Args>,
  limit: number,
  asked: number,
  state: TurnState,
  degraded: boolean
): ToolError => {
  const { told, hint } = before(call, limit, state)
  const where = degraded
    ? ' Counted in this process alone, because the shared budget cannot be reached (budget_degraded).'
    : ''
  return schemaMismatch({
    code: 'retry_budget_exceeded',
    detail: `The same call of ${call.tool.name} was asked for ${count(asked, 'time')} in this turn and at most ${limit} ${limit === 1 ? 'is' : 'are'} allowed${told === undefined ? '' : `; ${told}`}. The tool was not run.${where}`,
    ...(hint === undefined ? {} : { hint })
  })
}

const decide = <Args>(
  call: Begun<Args>,
  limit: number,
  { admitted, count: asked }: Reservation,
  state: TurnState,
  degraded = false
): Admission => {
  if (!admitted) return { refusal: exceeded(call, limit, asked, state, degraded), asked, degraded }
  const { tool, data, key } = call
  const refusal = state.settings.loop?.refusal({ tool: tool.name, data, key, turnId: state.id })
  if (refusal !== undefined)
    state.budget.answered(
      key,
      state.budget.lastAnswer(key) ?? { code: refusal.code, hint: refusal.hint, executed: 'refused', digest: null }
    )
  return { refusal, asked, degraded }
}

const isCancelled = (signal: AbortSignal | undefined, { signals }: TurnState): boolean =>
  signal?.aborted === true || signals.some((one) => one.aborted)

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

/** What the store says, or nothing as soon as the caller gives up. */
const orAborted = <A>(answer: Promise<A>, signals: ReadonlyArray<AbortSignal>): Promise<A | undefined> =>
  new Promise((resolve) => {
    const stops: Array<() => void> = []
    const end = (said?: A): void => {
      for (const stop of stops) stop()
      resolve(said)
    }
    for (const signal of signals) stops.push(onAbort(signal, () => end()))
    void answer.then(end)
  })

// It never ran: as if it had not been asked for.
const takeBack = async (
  store: SharedBudget,
  answer: ReturnType<SharedBudget['reserve']>,
  key: string,
  state: TurnState
): Promise<void> => {
  if (E.isRight(await answer) && !state.closed) await store.giveBack(state.id, key)
}

const decideShared = async <Args>(
  store: SharedBudget,
  call: Begun<Args>,
  limit: number,
  signal: AbortSignal | undefined,
  state: TurnState
): Promise<Admission> => {
  const { key, args, tool } = call
  const keyInStore = args.inStore(tool.name)
  const answer = store.reserve(state.id, keyInStore, limit)
  const reserved = await orAborted(answer, signal === undefined ? state.signals : [...state.signals, signal])
  if (state.closed) return uncounted(cancelled('The turn was closed'))
  if (reserved === undefined || isCancelled(signal, state)) {
    void takeBack(store, answer, keyInStore, state)
    return uncounted(cancelled('The caller cancelled the call'))
  }
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
export const admit = <Args>(
  call: Begun<Args>,
  limit: number,
  signal: AbortSignal | undefined,
  state: TurnState
): Admission | Promise<Admission> => {
  if (state.closed) return uncounted(cancelled('The turn is closed'))
  if (isCancelled(signal, state)) return uncounted(cancelled('The caller cancelled the call'))
  const { store } = state.settings
  return store === undefined
    ? decide(call, limit, state.budget.reserve(call.key, limit), state)
    : decideShared(store, call, limit, signal, state)
}
