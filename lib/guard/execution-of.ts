/** Whether a failed call had its effect, for programs: the wire form of an error says it in the hint alone. */
import * as E from 'fp-ts/lib/Either.js'
import type { ToolError } from '../core/errors/index.js'
import type { Execution } from './tool.js'

const executions = new WeakMap<ToolError, Execution>()

/** Notes what became of the call whose failure is `error`. */
export const noteExecution = (error: ToolError, executed: Execution): void => void executions.set(error, executed)

/** The same of a judgement. */
export const withExecution = <
  J extends { readonly result: E.Either<ToolError, unknown>; readonly executed: Execution }
>(
  judgement: J
): J => {
  if (E.isLeft(judgement.result)) noteExecution(judgement.result.left, judgement.executed)
  return judgement
}

/**
 * Whether the call that ended with this very error had its effect, for a program that decides by it: `yes`, `no`,
 * `unknown` (look before you repeat it), or `refused`: the guard let it not run, as an equal one may have before.
 * Undefined for an error that no call of this process returned, such as a copy of one.
 *
 * @category ToolError @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 * import { executionOf, guardedCall, openTurn } from 'guarded-call'
 *
 * const pay = guardedCall(
 *   { name: 'pay', effect: 'write', run: () => Promise.reject(new Error('socket hang up')) },
 *   t.type({ id: t.number })
 * )
 * const result = await openTurn().run(pay({ cents: 100 }))
 *
 * assert.ok(E.isLeft(result))
 * assert.equal(executionOf(result.left), 'unknown')
 */
export const executionOf = (error: ToolError): Execution | undefined => executions.get(error)
