/** Writes and counts what became of repairing arguments: one line an outcome, exactly as its metrics expect it. */
import type { RepairOutcome } from '../guard/call-record.js'
import { oneWord, writeLog } from '../guard/logger-like.js'
import type { SessionSettings } from '../guard/settings.js'

const LEVELS: Readonly<Record<RepairOutcome, string>> = {
  no_retry: 'debug',
  success: 'info',
  redundant: 'warn',
  exhausted: 'warn',
  llm_gave_up: 'info',
  fabricated_id_on_retry: 'warn'
}

export interface RepairLine {
  readonly tool: string
  readonly turnId: string
  readonly callId: string | undefined
}

const described = (
  { tool, turnId, callId }: RepairLine,
  ext: string,
  retries: number
): Readonly<Record<string, unknown>> => ({
  ext,
  turnId,
  ...(callId === undefined ? {} : { callId }),
  tool,
  retry_count: retries
})

/** Logs and counts one outcome; `retries` counts the retry that brought it about. */
export const noteOutcome = (
  settings: SessionSettings,
  line: RepairLine,
  outcome: RepairOutcome,
  retries: number,
  mended: ReadonlyArray<string>
): void => {
  const { logger, ext, redact, repairs } = settings
  repairs[outcome] += 1
  writeLog(
    logger,
    LEVELS[outcome],
    `validation_retry_outcome tool=${oneWord(line.tool)} ext=${oneWord(ext)} outcome=${outcome} retry_count=${retries}`,
    () => redact({ ...described(line, ext, retries), outcome, ...(mended.length === 0 ? {} : { mended }) })
  )
}

/** Logs that the model could not be asked: no outcome of the model's. */
export const noteInterruption = (settings: SessionSettings, line: RepairLine, retries: number, cause: string): void => {
  const { logger, ext, redact } = settings
  writeLog(
    logger,
    'error',
    `validation_retry_interrupted tool=${oneWord(line.tool)} ext=${oneWord(ext)} retry_count=${retries}`,
    () => redact({ ...described(line, ext, retries), cause })
  )
}
