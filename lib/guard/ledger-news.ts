/** Lines about the operations of a ledger: what began, and what the ledger says later or never. */
import { oneWord } from '../core/foreign/index.js'
import type { Call } from './call.js'
import type { LedgerNews } from './outbox.js'
import { tellContradicted, tellSettled } from './observer.js'
import { writeSessionLine } from './session-line.js'

type Tell = (level: string, event: string, more?: Readonly<Record<string, unknown>>) => void

/** Writes lines about the present attempt of a call. */
const linesOf = <Args, A>({ turn, tool, callId, operationId, attempt }: Call<Args, A>): Tell => {
  return (level, event, more) =>
    writeSessionLine(
      turn.settings,
      level,
      (shown) => `${event} tool=${oneWord(shown('tool'))} operation=${operationId}`,
      () => ({ callId, turnId: turn.id, tool: tool.name, operationId, attempt, ...more })
    )
}

/** Says that the tool of a call is reached: a process that dies with it says no more. */
export const tellBegan = <Args, A>(call: Call<Args, A>): void => {
  if (call.turn.settings.logger !== undefined) linesOf(call)('info', 'ledger_began')
}

const lossBy = (tell: Tell): Pick<LedgerNews, 'lost'> => ({
  lost: (executed) => tell('error', 'ledger_lacks', { executed })
})

/** The news of a lease that was given back, of which no record speaks. */
export const lossOf = <Args, A>(call: Call<Args, A>): Pick<LedgerNews, 'lost'> => lossBy(linesOf(call))

/** The news of a call, for its log and its watchers. */
export const newsOf = <Args, A>(call: Call<Args, A>): LedgerNews => {
  const { watches } = call
  const tell = linesOf(call)
  return {
    ...lossBy(tell),
    settled: () => tellSettled(watches),
    contradicted: ({ by, note, at, attempt }) => {
      tell('error', 'ledger_contradicted', { attempt, by, note, resolvedAt: at })
      tellContradicted(watches)
    }
  }
}
