/** What a ledger says later of an outcome, or beside taking it. */
import { oneWord, writeLog } from '../core/foreign/index.js'
import type { Call } from './call.js'
import type { LedgerNews } from './outbox.js'
import { tellContradicted, tellSettled } from './observer.js'

/** The news of a call, for its log and its watchers. */
export const newsOf = <Args, A>({ turn, tool, operationId, watches }: Call<Args, A>): LedgerNews => ({
  settled: () => tellSettled(watches),
  contradicted: ({ by, note, at, attempt }) => {
    const { logger, redact, ext } = turn.settings
    writeLog(logger, 'error', `ledger_contradicted tool=${oneWord(tool.name)} operation=${operationId}`, () =>
      redact({ ext, turnId: turn.id, tool: tool.name, operationId, attempt, by, note, resolvedAt: at })
    )
    tellContradicted(watches)
  }
})
