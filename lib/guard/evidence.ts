/** What is known of a write's effect once its call was judged: only evidence about the operation counts, not the fate of its latest request. */
import * as E from 'fp-ts/lib/Either.js'
import type { Call } from './call.js'
import type { Judgement } from './judgement.js'
import { isOpen as isOpenOperation } from './operation.js'
import { quotedFor } from './outcome.js'
import { isTransient } from './tool.js'

const NO_ANSWER: ReadonlySet<string> = new Set(['timeout', 'cancelled', 'truncated_response', 'incomplete_response'])

/**
 * Adds what the author knows (`transient`), and takes away what the latest request cannot prove: where an earlier run of this operation `isOpen`, a refusal
 * speaks of its own request alone.
 */
export const weighed = <Args, A>(
  call: Call<Args, A>,
  judgement: Judgement<A>,
  isOpen: () => boolean = () => call.logged !== undefined && isOpenOperation(call.logged)
): Judgement<A> => {
  const { tool } = call
  const { result, executed: judged, lost = false } = judgement
  if (E.isRight(result) || judged === 'refused') return judgement
  // The author reads what the model reads.
  const again =
    tool.transient !== undefined &&
    isTransient(tool, quotedFor(call, result.left, judgement), (thrown) => call.tellOf('transient', thrown))
  // Whoever sends an idempotency key makes the same attempt again.
  const isUndone =
    again && judged === 'unknown' && !lost && !NO_ANSWER.has(result.left.code) && tool.idempotencyMs === undefined
  const told = isUndone ? 'no' : judged
  const executed = told === 'no' && isOpen() ? 'unknown' : told
  return executed === judged && !again ? judgement : { ...judgement, executed, again }
}
