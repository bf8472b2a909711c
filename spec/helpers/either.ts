/** Unwraps an Either in a spec, failing with what it holds instead. */
import * as E from 'fp-ts/lib/Either.js'
import { inspect } from 'node:util'
import { ToolError } from '#core/errors'
import { watchShown } from './canary.js'

// What a model would read of it; io-ts errors hold the whole value and are not for reading.
const shownOf = (error: unknown): string => (ToolError.is(error) ? JSON.stringify({ ...error, data: null }) : '')

export const expectRight = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(`expected a Right, got ${inspect(result, { depth: 4 })}`)
  return result.right
}

export const expectLeft = <Err>(result: E.Either<Err, unknown>): Err => {
  if (E.isRight(result)) throw new Error(`expected a Left, got ${inspect(result, { depth: 4 })}`)
  watchShown('an error', shownOf(result.left))
  return result.left
}
