/** How the asking for a structured output ended: the errors, their redaction, and the line of the log. */
import * as E from 'fp-ts/lib/Either.js'
import { type ToolError, oneLine, partialData, schemaMismatch } from '../core/errors/index.js'
import { oneWord } from '../core/foreign/index.js'
import {
  cutCause,
  takenOf,
  thrownSources,
  withOwnRedaction,
  writeSessionLine,
  type TurnState
} from '../guard/kernel.js'
import type { ModelOutput, OutputVerdict } from './judge-output.js'

// -- model

export interface FailedOutput {
  readonly output: ModelOutput
  readonly verdict: Extract<OutputVerdict<unknown>, { readonly kind: 'invalid' }>
}

export type OutputOutcome = 'valid' | 'fallback' | 'exhausted' | 'broken' | 'unanswered' | 'cancelled'

export interface OutputEnding<A> {
  readonly outcome: OutputOutcome
  readonly result: E.Either<ToolError, A>
  readonly attempts: number
  readonly changed: ReadonlyArray<string>
  /** For the operator: the error that `generate` threw. */
  readonly cause?: string
  readonly error?: unknown
  /** What was wrong last. */
  readonly last?: FailedOutput | undefined
}

// -- errors

export const outputCancelled = (): ToolError =>
  schemaMismatch({ code: 'cancelled', detail: 'The caller cancelled before an output was valid.' })

export const unanswered = (kind: 'threw' | 'timed_out', timeoutMs: number): ToolError =>
  kind === 'threw'
    ? schemaMismatch({
        code: 'tool_threw',
        detail: 'The model could not be asked for an output: `generate` threw.',
        hint: 'Tell the user that the model cannot be reached.'
      })
    : partialData({
        code: 'timeout',
        detail: `The model gave no output within ${timeoutMs} ms.`,
        hint: 'Ask for a smaller output, or tell the user.'
      })

/** Without what the session's own `redact` takes out of the output, the request, and what was thrown. */
export const redacted = <A>(ending: OutputEnding<A>, request: string, { settings }: TurnState): OutputEnding<A> => {
  const { last, error } = ending
  const about = [last && E.toUnion(last.output.data), request, ...thrownSources(error)]
  const taken = takenOf(about, last?.verdict.issues ?? [], settings)
  const { cause, ...rest } = withOwnRedaction({ ...ending, taken }, settings)
  return { ...rest, ...(cause === undefined ? {} : { cause: cutCause(cause) }) }
}

// -- the log

const LEVELS: Readonly<Record<OutputOutcome, string>> = {
  valid: 'debug',
  fallback: 'warn',
  exhausted: 'warn',
  broken: 'error',
  unanswered: 'error',
  cancelled: 'info'
}

const MAX_NAME = 80

export const log = (
  turn: TurnState,
  name: string,
  { outcome, attempts, changed, cause }: OutputEnding<unknown>
): void => {
  const codec = oneWord(oneLine(name, MAX_NAME))
  const details = { ...(changed.length === 0 ? {} : { changed }), ...(cause === undefined ? {} : { cause }) }
  writeSessionLine(
    turn.settings,
    LEVELS[outcome],
    (shown) =>
      `structured_output codec=${oneWord(shown('codec'))} ext=${oneWord(shown('ext'))} outcome=${outcome} attempts=${attempts}`,
    () => ({ turnId: turn.id, codec, outcome, attempts, ...details })
  )
}
