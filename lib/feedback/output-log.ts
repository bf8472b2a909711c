/** Writes one line for each structured output. */
import { oneLine } from '../core/text.js'
import { oneWord, writeLog } from '../guard/logger-like.js'
import type { SessionSettings } from '../guard/settings.js'

export type OutputOutcome = 'valid' | 'fallback' | 'exhausted' | 'broken' | 'unanswered' | 'cancelled'

const LEVELS: Readonly<Record<OutputOutcome, string>> = {
  valid: 'debug',
  fallback: 'warn',
  exhausted: 'warn',
  broken: 'error',
  unanswered: 'error',
  cancelled: 'info'
}

export interface OutputLine {
  readonly codec: string
  readonly turnId: string
  readonly outcome: OutputOutcome
  readonly attempts: number
  readonly changed: ReadonlyArray<string>
  /** What was thrown, for the operator. */
  readonly cause?: string | undefined
}

const MAX_NAME = 80

/** Logs how a structured output ended. */
export const noteOutput = ({ logger, ext, redact }: SessionSettings, line: OutputLine): void => {
  const { codec, turnId, outcome, attempts, changed, cause } = line
  const name = oneWord(oneLine(codec, MAX_NAME))
  writeLog(
    logger,
    LEVELS[outcome],
    `structured_output codec=${name} ext=${oneWord(ext)} outcome=${outcome} attempts=${attempts}`,
    () =>
      redact({
        ext,
        turnId,
        codec: name,
        outcome,
        attempts,
        ...(changed.length === 0 ? {} : { changed }),
        ...(cause === undefined ? {} : { cause })
      })
  )
}
