/** The known effect of a judged write, by evidence about the operation, not its latest request's fate. */
import * as E from 'fp-ts/lib/Either.js'
import type { ToolError } from '../core/errors/index.js'
import { saysRefusal, sendsNotices, speaksOfTransport, wordsIn } from '../core/failure/index.js'
import { abandon } from '../core/foreign/index.js'
import type { Call } from './call.js'
import type { Judgement } from './judgement.js'
import { isOpen as isOpenOperation } from './operation.js'
import { quotedFor } from './outcome.js'
import { provesRefusal } from './thrown/proof.js'

const NO_ANSWER: ReadonlySet<string> = new Set(['timeout', 'cancelled', 'truncated_response', 'incomplete_response'])

/** Whether the tool itself says no, in plain words: after any other response, its request may be under way. */
export const saidNo = <A>({ report = false, says, thrown, raw }: Judgement<A>): boolean =>
  report && saysRefusal(says ?? thrown?.says ?? wordsIn(raw))

/** Whether an earlier run of the operation has an unknown outcome, as this turn knows it. */
export const isOpenInTurn = <Args, A>({ logged }: Call<Args, A>): boolean =>
  logged !== undefined && isOpenOperation(logged)

/**
 * Whether its author may know that a write is undone: what came has to say that the request was refused, by a status or
 * in words, returned or thrown.
 */
const mayBeUndone = <A>(
  { lost = false, thrown, refuses = false, says = '' }: Judgement<A>,
  code: string,
  sends: boolean
): boolean =>
  thrown === undefined
    ? refuses && !lost && !NO_ANSWER.has(code) && !speaksOfTransport(says)
    : provesRefusal(thrown.value, sends)

/** Whether the author says of a failure that the call may be made again. */
const isTransient = <Args, A>(call: Call<Args, A>, error: ToolError): boolean => {
  try {
    const said: unknown = call.tool.transient?.(error)
    abandon(said)
    return said === true
  } catch (thrown) {
    call.tellOf('transient', thrown)
    return false
  }
}

/**
 * Adds what the author knows (`transient`), and takes away what the latest request cannot prove: where an earlier run
 * of this operation is open, a refusal speaks of its own request alone.
 */
export const weighed = <Args, A>(
  call: Call<Args, A>,
  judgement: Judgement<A>,
  isOpenBefore: () => boolean = () => isOpenInTurn(call)
): Judgement<A> => {
  const { tool } = call
  const { result, executed: judged } = judgement
  if (E.isRight(result) || judged === 'refused') return judgement
  // The author reads what the model reads.
  const again = tool.transient !== undefined && isTransient(call, quotedFor(call, result.left, judgement))
  // Whoever sends an idempotency key makes the same attempt again.
  const isUndone =
    again &&
    judged === 'unknown' &&
    mayBeUndone(judgement, result.left.code, sendsNotices(tool.name)) &&
    tool.idempotency === undefined
  const told = isUndone ? 'no' : judged
  const executed = told === 'no' && isOpenBefore() ? 'unknown' : told
  return executed === judged && !again ? judgement : { ...judgement, executed, again }
}
