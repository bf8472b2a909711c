/** Results in which a client says that nothing has changed since the same call: they are the earlier result. */
import { seenKey } from './guard-replay.js'
import type { ReadableCall } from './conversation.js'

// Claude Code: "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead."
const UNCHANGED = /^\s*(?:wasted call\W{1,5})?file unchanged since (?:your )?last read\b/i

/** The calls, with the earlier result beside each that only says so; without an equal call before it, it stays. */
export const withKeptResults = (calls: ReadonlyArray<ReadableCall | null>): ReadonlyArray<ReadableCall | null> => {
  const known = new Map<string, string>()
  return calls.map((call) => {
    if (call === null || call.answer === null) return call
    const key = seenKey(call)
    const earlier = known.get(key)
    if (UNCHANGED.test(call.answer.text))
      return earlier === undefined ? call : { ...call, answer: { ...call.answer, seenAs: earlier } }
    known.set(key, call.answer.text)
    return call
  })
}
