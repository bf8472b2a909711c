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

/** The meaning of a validation error: the arguments, the response or the host's own context does not fit. */
export const refusedByMastra = (error: MastraValidationError): unknown => {
  const refused = refusedIn(error)
  if (refused === 'input') return refusedArguments({ issues: issuesOf(error.validationErrors) })
  if (refused === 'output') return refusedAnswer()
  // It quotes the context of the request, which is not for the model.
  return ownAnswer(ownFailure(''), refused === 'context' ? 'no' : 'unknown')
}
