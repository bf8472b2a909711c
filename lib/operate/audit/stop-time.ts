/** How long a call took that was stopped, where its result says so. */
import type { ReadableCall } from './conversation.js'
import { stoppedIn } from './shell-words.js'

/** The call with at least that time: those of a log may be missing, or of the report that a command was stopped. */
export const withStopTime = (call: ReadableCall | null): ReadableCall | null => {
  const { ms = 0 } = stoppedIn(call?.answer?.text ?? '') ?? {}
  return call === null || ms <= (call.ms ?? 0) ? call : { ...call, ms }
}
