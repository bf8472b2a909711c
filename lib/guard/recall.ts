/** What a ledger keeps of a write whose repeat is refused. */
import * as E from 'fp-ts/lib/Either.js'
import type { Call } from './call.js'
import { partOf, type Judge } from './judgement.js'
import { LastResponse } from './turn-responses.js'
import { beginRequestOf, ledgerPlaceOf } from './ledger.js'
import { ranBefore } from './ledger-errors.js'
import { refusalHint, withOutcome } from './outcome.js'
import type { SharedLedger } from './shared-stores.js'
import { restoreAnswer } from './stored-answer.js'
import { timeoutOf, type CheckedTool } from './tool.js'

/**
 * Gets the response of a run whose repeat is refused, for the words of that refusal; nothing is begun. Rejects only
 * with what `judge` throws.
 */
export const recallResponse = async <Args, A>(
  ledger: SharedLedger,
  call: Call<Args, A>,
  tool: CheckedTool<Args>,
  judge: Judge<Args, A>,
  args: Args
): Promise<void> => {
  const executed = call.turn.log.of(call.key)?.ended.filter(({ end }) => end?.executed === 'yes').length ?? 0
  const place = ledgerPlaceOf(call)
  const asked = beginRequestOf(call, ledger, Math.max(executed - 1, 0))
  const asking = await ledger.begin(
    place,
    () => ({ ...asked, token: crypto.randomUUID() }),
    timeoutOf(tool),
    call.signals
  )
  if (E.isLeft(asking)) return
  const begun = asking.right
  if ('token' in begun) await ledger.handBack(place, begun)
  if (begun.is !== 'settled') return
  const kept = begun.answer === null ? undefined : restoreAnswer(begun.answer)
  const judgement = kept === undefined ? ranBefore(call) : judge(args, kept.answer)
  const { result, whole } = judgement
  const hinted = E.isLeft(result) ? withOutcome(result.left, 'yes') : undefined
  const last = new LastResponse({
    code: hinted?.error.code ?? null,
    hint: hinted === undefined ? null : refusalHint(hinted.error, hinted.onRepeat),
    args: begun.argsDigest ?? call.argsKey.id,
    executed: 'yes',
    data: partOf(judgement, call.payloadOf),
    whole,
    chars: begun.answer?.length ?? 0
  })
  call.turn.log.recall(call.key, last)
}
