/** What follows from how a repair ended: the log, the counters, the caller's stored call, the call's record, a hint to stop. */
import * as E from 'fp-ts/lib/Either.js'
import { count } from '../core/text.js'
import { abandon } from '../guard/abandon.js'
import type { Taken } from '../guard/arguments.js'
import type { ArgumentRepair } from '../guard/call-record.js'
import { withHint } from '../guard/payloads.js'
import type { SessionSettings } from '../guard/settings.js'
import type { Ending } from './repair-loop.js'
import { noteInterruption, noteOutcome, type RepairLine } from './repair-log.js'
import type { RepairOptions } from './repair-options.js'

/** Logs and counts the outcome. */
export const noteEnding = <Args>(
  settings: SessionSettings,
  line: RepairLine,
  { outcome, retries, mendings, cause }: Ending<Args>
): void => {
  if (cause !== undefined) noteInterruption(settings, line, retries, cause)
  if (outcome !== undefined && outcome !== 'interrupted') noteOutcome(settings, line, outcome, retries, mendings)
}

/** Tells the caller which arguments run, where they are not those that the model first sent. */
export const tellRepaired = <Args>(
  onRepaired: RepairOptions['onRepaired'],
  callId: string | undefined,
  { taken, retries, mendings }: Ending<Args>
): void => {
  if (E.isLeft(taken.args) || (retries === 0 && mendings.length === 0)) return
  try {
    abandon(onRepaired?.({ callId, args: taken.data }))
  } catch {
    // What the caller does with them changes nothing.
  }
}

/** What the call's record says of it. */
export const repairOf = <Args>({ outcome, retries, usage, mendings }: Ending<Args>): ArgumentRepair | undefined =>
  outcome === undefined
    ? undefined
    : { outcome, retries, usage, ...(mendings.length === 0 ? {} : { mended: mendings }) }

const STOP = 'Ask the user for what is missing, or use another tool.'

const stopHint = (retries: number): string =>
  retries === 0
    ? `Asking for these arguments again did not help before. ${STOP}`
    : `These arguments were asked for again ${count(retries, 'time')} and still do not fit. ${STOP}`

/** The arguments as they go on. Where asking did not help, the model is not invited to send the same once more. */
export const takenOf = <Args>({ taken, outcome, retries }: Ending<Args>, maxRetries: number): Taken<Args> =>
  outcome === 'exhausted' && maxRetries > 0 && E.isLeft(taken.args)
    ? { ...taken, args: E.left(withHint(taken.args.left, stopHint(retries))) }
    : taken
