/** The call that runs the code which asks: its tool, and whatever that began. */
import type { Transaction } from './commit.js'
import type { CallContext } from './tool.js'
import { asyncValue } from '#platform'

/** A running call; `over` once it was judged, however long its tool goes on. */
export interface RunningCall {
  readonly context: CallContext
  over: boolean
  /** When the first run of its operation began, as `performance.now()` counts; undefined of a read. */
  readonly beganAt?: number
  /** The transaction whose end its tool leaves to the ledger; null where a ledger still waits for one. */
  enlisted?: Transaction | null
}

const running = asyncValue<RunningCall>()

/** Whether the platform can tell who asks. */
export const KNOWS_CALLERS = running !== undefined

/** Runs a tool, so that what it calls is known to be called by it. */
export const runWithin = <A>(call: RunningCall, work: () => A): A =>
  running === undefined ? work() : running.run(call, work)

/** The call that runs the code which asks, if any. */
export const runningNow = (): RunningCall | undefined => running?.getStore()

/**
 * The context of the guarded call that runs the code which asks, or undefined outside of any: a tool, or what it calls,
 * finds its turn and its operation without an argument. Undefined on platforms without AsyncLocalStorage.
 *
 * @category Tools @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { currentCall, guardedCall, openTurn } from 'guarded-call'
 *
 * const turn = openTurn({ id: 'run-17' })
 * const where = (): string | undefined => currentCall()?.turnId
 * const look = guardedCall({ name: 'look', effect: 'read', run: async () => JSON.stringify(where()) }, t.string)
 *
 * const found = await turn.run(look())
 * assert.equal(found._tag === 'Right' && found.right, 'run-17')
 * assert.equal(where(), undefined)
 */
export const currentCall = (): CallContext | undefined => {
  const call = running?.getStore()
  return call === undefined || call.over ? undefined : call.context
}
