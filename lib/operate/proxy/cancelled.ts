/** What a client says of a call for which it waits no longer. */
import { schemaMismatch } from '../../core/errors/index.js'
import { failedJudgement, type Judgement } from '../../guard/kernel.js'
import type { ProxyPolicy } from './policy.js'

// Clients cancel what they wait for no longer, too.
const BY_NOBODY = /time|deadline|connection/i

/**
 * A call that its client cancelled. A read that a person stopped brought nothing that the same call could bring again;
 * one for which the client's time was over, or of which nobody knows why, counts.
 */
export const cancelled = (reason: unknown, { tool }: ProxyPolicy): Judgement<never> => {
  const error = schemaMismatch({ code: 'cancelled', detail: 'The client cancelled the call.' })
  const isStopped = typeof reason === 'string' && reason !== '' && !BY_NOBODY.test(reason)
  const reads = tool.effect === 'read' || tool.kind === 'reads'
  return failedJudgement(error, 'unknown', isStopped && reads ? { controlReturned: { thrown: reason } } : {})
}
