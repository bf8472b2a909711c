/** One conversation: what its turns share. */
import type { RepairOutcome } from './call-record.js'
import type { SessionState } from './session-state.js'
import { settingsOf, type SessionOptions } from './settings.js'
import { newTurn, type Turn, type TurnOptions } from './turn.js'

/** One conversation. @category Guard @since 0.1.0 */
export interface Session {
  readonly openTurn: (options?: TurnOptions) => Turn
  /** How often each outcome of `repairArguments` came about in this session; one logical call may add to more than one. */
  readonly counters: () => Readonly<Record<RepairOutcome, number>>
  /** What another process needs to go on with the conversation: hand it to its `openSession({ state })`. */
  readonly save: () => SessionState
}

/**
 * Opens a session: one conversation, whose turns share their settings. Hold on to it for as long as the conversation lasts.
 *
 * @category Guard @since 0.1.0
 */
export const openSession = (options: SessionOptions = {}): Session => {
  const settings = settingsOf(options)
  return {
    openTurn: (turnOptions = {}) => newTurn(settings, turnOptions),
    counters: () => ({ ...settings.repairs }),
    save: () => ({ v: 1, loop: settings.loop?.save() ?? [] })
  }
}

/**
 * Opens a turn, one run of the agent from a user's message to its answer, in a session of its own.
 * Open one for each run, not for each model step: a budget that starts afresh at each step never refuses anything.
 *
 * @category Guard @since 0.1.0
 */
export const openTurn = (options: TurnOptions & SessionOptions = {}): Turn => openSession(options).openTurn(options)
