/** The refusals that Mastra answers in the place of a tool. */
import { ownAnswer, ownFailure } from '../../toolset/own-failure.js'
import { refusedAnswer, refusedArguments } from '../../toolset/refusals.js'
import { refusedIn, type FieldErrors, type MastraValidationError } from './sdk-insides.js'

interface Issue {
  readonly path: ReadonlyArray<string>
  readonly message: unknown
}

const issuesOf = (
  { errors = [], fields = {} }: FieldErrors,
  path: ReadonlyArray<string> = []
): ReadonlyArray<Issue> => [
  ...errors.map((message) => ({ path, message })),
  ...Object.entries(fields).flatMap(([key, inner]) => issuesOf(inner, [...path, key]))
]

/** What is known of the call that a validation error is an answer to. */
interface Answered {
  /** The id by which Mastra's own check names the tool; undefined where Mastra checks nothing. */
  readonly id: unknown
  /** Whether the tool's own function has begun. */
  readonly hasBegun: boolean
}

/**
 * The meaning of a validation error: the arguments, the response or the host's own context does not fit. A tool may
 * hand on the error of another that it called: of its own, those of input and context come before its function begins.
 */
export const refusedByMastra = (error: MastraValidationError, { id, hasBegun }: Answered): unknown => {
  const refused = id === undefined ? undefined : refusedIn(error, id)
  if (refused === 'input' && !hasBegun) return refusedArguments({ issues: issuesOf(error.validationErrors) })
  if (refused === 'output' && hasBegun) return refusedAnswer()
  // It quotes the context of the request, which is not for the model.
  return ownAnswer(ownFailure(''), refused === 'context' && !hasBegun ? 'no' : 'unknown')
}
