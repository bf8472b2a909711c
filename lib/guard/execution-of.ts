/** Whether a failed call had its effect, for programs: the wire form of an error says it in the hint alone. */
import * as E from 'fp-ts/lib/Either.js'
import type { ToolError } from '../core/errors/index.js'

/** Whether a call had its effect: `refused` calls never reached the tool. @category Tools @since 0.1.0 */
export type Execution = 'yes' | 'no' | 'unknown' | 'refused'

const executions = new WeakMap<ToolError, Execution>()

/** Notes what became of a call that failed; `error` is what its caller gets of it. */
export const noteExecution = (
  { result, executed }: { readonly result: E.Either<ToolError, unknown>; readonly executed: Execution },
  error = E.isLeft(result) ? result.left : undefined
): void => {
  if (error !== undefined) executions.set(error, executed)
}

/**
 * Whether the call that ended with this very error had its effect, for a program that decides by it: `yes`, `no`,
 * `unknown` (look before you repeat it), or `refused`: the guard did not let it run; an equal call before it may have
 * run. Undefined for an error that no call of a turn of this process returned, such as a copy of one.
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
