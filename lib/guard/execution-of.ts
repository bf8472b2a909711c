/** What is known of the call behind an error: whether it had its effect, for programs, and a payload beside it. */
import * as E from 'fp-ts/lib/Either.js'
import type { ToolError } from '../core/errors/index.js'

/** Whether a call had its effect: `refused` calls never reached the tool. @category Tools @since 0.1.0 */
export type Execution = 'yes' | 'no' | 'unknown' | 'refused'

interface FailedCall {
  readonly executed: Execution
  readonly payload: { readonly value: unknown } | undefined
}

const calls = new WeakMap<ToolError, FailedCall>()

/** Notes what became of a call that failed; `error` is what its caller gets of it. */
export const noteExecution = (
  { result, executed, payload }: FailedCall & { readonly result: E.Either<ToolError, unknown> },
  error = E.isLeft(result) ? result.left : undefined
): void => {
  if (error !== undefined) calls.set(error, { executed, payload })
}

/** The payload beside the error of a call, where it was validated as a whole and more is to come. */
export const payloadBeside = (error: ToolError): { readonly value: unknown } | undefined => calls.get(error)?.payload

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
export const executionOf = (error: ToolError): Execution | undefined => calls.get(error)?.executed
