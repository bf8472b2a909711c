/** The request by which a model is asked for a structured output once more. */
import { cut } from '../core/text.js'

export interface FailedAttempt {
  /** What was asked for in the first place. */
  readonly request: string
  /** What the model returned, as text. */
  readonly output: string
  /** One bullet for each thing that is wrong with it. */
  readonly problems: ReadonlyArray<string>
  /** The number of the attempt that is asked for, and how many there are in all. */
  readonly attempt: number
  readonly attempts: number
}

// A model that must keep every other field has to see them; a runaway output would only crowd out the request.
const MAX_OUTPUT = 32_000
const MAX_PROBLEMS = 100

/** Writes the request again, with the latest failure alone: what failed earlier would only be copied. */
export const retryPrompt = ({ request, output, problems, attempt, attempts }: FailedAttempt): string => {
  const rest = problems.length - MAX_PROBLEMS
  return [
    request,
    '',
    'Your previous attempt produced invalid output. Here is what you returned:',
    cut(output, MAX_OUTPUT),
    '',
    'The following validation errors were found:',
    ...problems.slice(0, MAX_PROBLEMS),
    ...(rest > 0 ? [`  (+${rest} more)`] : []),
    '',
    'Fix ONLY the fields mentioned above. Keep all other fields exactly as they were.',
    'Return the complete corrected JSON object.',
    `Attempt ${attempt} of ${attempts}.`
  ].join('\n')
}
