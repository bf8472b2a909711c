/** Whether more may be known of a call later, and when: the advice to an engine is made of it. */
import * as E from 'fp-ts/lib/Either.js'
import type { OpenEnd } from './advice.js'
import type { Call } from './call.js'
import { Context } from './context.js'
import { mayRepeat } from './idempotency.js'
import { leaseMsOf } from './ledger.js'
import { timeoutOf } from './tool.js'

/** A store that is down is asked again soon, and so is a service that knows the key of a write. */
const SOON_MS = 5_000

/** A person takes longer. */
const PERSON_MS = 60_000

/** Whether its service still knows the key of a write by the time it may be made again. */
const knowsKeyLater = <Args, A>(call: Call<Args, A>): boolean =>
  E.isRight(call.args.value) &&
  mayRepeat(call.tool.idempotency, call.ageMs + SOON_MS, call.args.value.right, new Context(call))

const unknownEnd = <Args, A>(call: Call<Args, A>): OpenEnd => {
  const { tool, operationId, judgement, heldElsewhereMs, unsettled, keepsLease } = call
  const operation = `Operation ${operationId} of ${tool.name}`
  if (heldElsewhereMs !== undefined)
    return { afterMs: heldElsewhereMs, why: `${operation} runs elsewhere, or its process died: its lease lasts.` }
  if (unsettled || keepsLease) return { afterMs: leaseMsOf(tool), why: `${operation} is unknown, and its lease lasts.` }
  if (judgement.again === true || knowsKeyLater(call))
    return { afterMs: SOON_MS, why: `${operation} is unknown, and may be made again under its name.` }
  return tool.verify === undefined
    ? { afterMs: PERSON_MS, why: `${operation} is unknown until a person says whether it was executed.` }
    : { afterMs: timeoutOf(tool), why: `${operation} is unknown, and can be verified.` }
}

/** Notes in a turn with a ledger what a settled call leaves open, or that nothing of it is any more. */
export const noteOpenEnd = <Args, A>(call: Call<Args, A>): void => {
  const { turn, key, tool, admission, judgement } = call
  if (!call.isLedgered && !admission.degraded) return
  const { cause, executed, result } = judgement
  if (executed === 'unknown') turn.openEnds.set(key, unknownEnd(call))
  else if (executed !== 'refused') turn.openEnds.delete(key)
  else if (E.isLeft(result) && result.left.code === 'store_unavailable')
    turn.openEnds.set(key, {
      afterMs: SOON_MS,
      why: `${tool.name} was not run: the store or ledger cannot be used${cause ? ` (${cause})` : ''}.`
    })
}
