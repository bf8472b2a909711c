/** Unwraps an Either in a spec, failing with what it holds instead. */
import * as E from 'fp-ts/lib/Either.js'
import { inspect } from 'node:util'
import { watchShown } from './canary.js'

// What a model would read of it, or nothing where it is no data.
const safe = (error: unknown): string => {
  try {
    return JSON.stringify({ ...(error as object), data: null })
  } catch {
    return ''
  }
}

export const expectRight = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(`expected a Right, got ${inspect(result, { depth: 4 })}`)
  return result.right
}

export const expectLeft = <Err>(result: E.Either<Err, unknown>): Err => {
  if (E.isRight(result)) throw new Error(`expected a Left, got ${inspect(result, { depth: 4 })}`)
  watchShown('an error', safe(result.left))
  return result.left
}
