/** Answers of which more is to come: a body that nobody read, a TaskEither that has not run, a promise in a Right. */
import * as E from 'fp-ts/lib/Either.js'
import { fixedError } from '../core/errors/index.js'
import { isThenable } from '../core/foreign/index.js'
import { eitherOf, outcomeIn } from './outcome-value.js'
import { isReadable, type Readable } from './response/readable.js'
import { failedAs, type ToolTraits } from './tool.js'
import { isProxy } from '#platform'

const NO_EITHER = failedAs({
  error: fixedError(
    'schema_mismatch',
    'not_data',
    'The tool returned a function, which is called as a TaskEither; it did not resolve to an Either.'
  ),
  executed: undefined
})

const isPending = (value: unknown): boolean => isReadable(value) || isThenable(value, isProxy)

/** Whether more is to come of an answer. */
export const moreIsToCome = <Args>(
  answer: unknown,
  { declaresTag = false, inPlace = false }: ToolTraits<Args>
): boolean => {
  if (isReadable(answer)) return true
  const outcome = declaresTag ? undefined : outcomeIn(answer)
  return (outcome?.kind === 'task' && !inPlace) || (outcome?.kind === 'right' && isPending(outcome.right))
}

/** Reads the body of an answer to its end, and runs a TaskEither: nothing more is to come of what this resolves to. */
export const finished = async (answer: unknown, read: (body: Readable) => Promise<unknown>): Promise<unknown> => {
  if (isReadable(answer)) return read(answer)
  const outcome = outcomeIn(answer)
  const either = outcome?.kind === 'task' ? eitherOf(await outcome.task()) : outcome
  switch (either?.kind) {
    case 'right': {
      const right = isThenable(either.right, isProxy) ? await either.right : either.right
      return E.right(isReadable(right) ? await read(right) : right)
    }
    case 'left':
      return E.left(either.left)
    default:
      return NO_EITHER
  }
}
