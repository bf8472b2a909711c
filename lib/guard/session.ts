/** One conversation, and the settings that its turns share. */
import { savedLoop } from '../core/calls/index.js'
import * as o from '../core/options.js'
import type { RepairOutcome } from './call-record.js'
import type { SessionState } from './session-state.js'
import { settingsOf, SHARED, type SessionOptions } from './settings.js'
import { newTurn, TURN, type Turn, type TurnOptions } from './turn.js'

/** One conversation. @category Guard @since 0.1.0 */
export interface Session {
  readonly openTurn: (options?: TurnOptions) => Turn
  /** How often each outcome of `repairArguments` occurred; one logical call may add to more than one. */
  readonly counters: () => Readonly<Record<RepairOutcome, number>>
  /**
   * Saves the conversation and the newest 100 open turns with an `id` of yours, for `openSession({ state })` elsewhere;
   * the session keeps those turns in memory until they are closed.
   */
  readonly save: () => SessionState
  /**
   * Goes on telling the ledger, for so many milliseconds at most, what came of writes whose outcome did not reach it;
   * answers how many it has not taken. Each outcome among them is a line `ledger_lacks` of the log, at `error`. For the
   * end of a process: what it knows is lost with it. It does not wait for calls: end them before.
   */
  readonly drain: (ms: number) => Promise<number>
}

const readSession = o.options('options', { id: o.optional(o.text), ...SHARED } satisfies o.TableOf<SessionOptions>)
const readTurn = o.options('options', TURN)
const readTurnAlone = o.options('options', { ...SHARED, ...TURN })

const openers = new WeakSet<object>()

const opener = <Open extends object>(open: Open): Open => {
  openers.add(open)
  return open
}

/** Whether a value is a function that opens turns: given as one, it would open another at each call. */
export const opensTurns = (value: unknown): boolean => openers.has(value as object)

/**
 * Opens a session: one conversation, whose turns share their settings. Keep it for as long as the conversation lasts.
 *
 * @throws TypeError for options that cannot work.
 * @category Guard @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardedCall, openSession } from 'guarded-call'
 *
 * const lines: Array<string> = []
 * const session = openSession({ budget: { read: 2 }, logger: { log: (_level, message) => lines.push(message) } })
 * const search = guardedCall({ name: 'search', effect: 'read', run: () => '<html>Sign in</html>' }, t.unknown)
 *
 * for (let message = 1; message <= 4; message++) await session.openTurn().run(search({ q: 'invoices' }))
 *
 * // The fourth turn is refused what failed alike in three before it.
 * assert.match(lines.at(-1) ?? '', /code=loop_detected executed=refused/)
 */
export const openSession = (options: SessionOptions = {}): Session => {
  const { id, ...shared } = readSession(options)
  const settings = settingsOf(shared, id)
  return {
    openTurn: opener((turnOptions = {}) => newTurn(settings, readTurn(turnOptions))),
    counters: () => ({ ...settings.repairs }),
    save: () => ({ v: 1, loop: savedLoop(settings.loop?.log.seen ?? []), turns: settings.turns.save() }),
    drain: async (ms) => {
      o.expectOption(o.milliseconds.is(ms), 'ms', o.milliseconds.wants)
      return (await settings.ledger?.drain(ms)) ?? 0
    }
  }
}

/**
 * Opens a turn, one run of the agent from a user's message to its answer, in a session of its own.
 * Open one for each run, not for each model step: a budget that starts over at each step never refuses anything.
 *
 * @throws TypeError for options that cannot work.
 * @category Guard @since 0.1.0
 */
export const openTurn: (options?: TurnOptions & Omit<SessionOptions, 'id'>) => Turn = opener((options = {}) => {
  // The `id` is the turn's: the conversation has no name.
  const { id, ...shared } = readTurnAlone(options)
  return newTurn(settingsOf(shared), { id, signal: shared.signal })
})
