/** The refusals that Mastra answers in the place of a tool. */
import { isObject } from '../../core/foreign/fields.js'
import { failed } from '../../guard/kernel.js'
import { ownFailure } from '../../toolset/own-failure.js'
import { refusedAnswer, refusedArguments } from '../../toolset/refusals.js'

interface FieldErrors {
  readonly errors?: ReadonlyArray<unknown>
  readonly fields?: Readonly<Record<string, FieldErrors>>
}

interface ValidationErrorLike {
  readonly message: string
  readonly validationErrors: FieldErrors
}

/** Mastra's own mark of a validation error. */
export const isValidationError = (answer: unknown): answer is ValidationErrorLike =>
  isObject(answer) &&
  'error' in answer &&
  answer.error === true &&
  'message' in answer &&
  typeof answer.message === 'string' &&
  'validationErrors' in answer &&
  isObject(answer.validationErrors)

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

/** A validation error as what it means: the arguments do not fit, the answer does not, or the host's own context does not. */
export const refusedByMastra = ({ message, validationErrors }: ValidationErrorLike): unknown => {
  if (message.startsWith('Tool input')) return refusedArguments({ issues: issuesOf(validationErrors) })
  if (message.startsWith('Tool output')) return refusedAnswer()
  // It quotes the context of the request, which is not for the model.
  return failed(ownFailure(''), { executed: message.startsWith('Request context') ? 'no' : 'unknown' })
}
