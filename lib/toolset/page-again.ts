/** Pages that were handed on as values, known again where a saved history shows them to a model once more. */
import * as E from 'fp-ts/lib/Either.js'
import type { ToolError } from '../core/errors/index.js'
import {
  judgeAnswer,
  policyOf,
  argumentsFromModel,
  type AnyGuardedCall,
  type CallArguments,
  type Judgement
} from '../guard/kernel.js'

/**
 * The error that says more of a value, by the arguments as the model sent them; undefined for one that is whole.
 * @category Adapters @since 0.1.0
 */
export type PageAgain = (input: unknown, value: unknown) => ToolError | undefined

interface PageJudge {
  readonly effect: 'read' | 'write'
  readonly checks: ReadonlyArray<unknown>
  readonly argumentsFrom: (input: unknown) => CallArguments<unknown>
  readonly judge: (args: unknown, value: unknown) => Judgement<unknown>
}

/** Judges values again: only a check tells a page, and of a write nobody knows any more whether it was executed. */
export const pageAgain =
  ({ effect, checks, argumentsFrom, judge }: PageJudge): PageAgain =>
  (input, value) => {
    if (effect === 'write' || checks.length === 0) return undefined
    const args = argumentsFrom(input).value
    if (E.isLeft(args)) return undefined
    const { result, payload } = judge(args.right, value)
    return payload !== undefined && E.isLeft(result) ? result.left : undefined
  }

/** The same for values of a guarded call. @category Adapters @since 0.1.0 */
export const pageOfCallAgain = (call: AnyGuardedCall): PageAgain => {
  const policy = policyOf(call)
  if (policy === undefined) return () => undefined
  return pageAgain({
    effect: call.tool.effect,
    checks: policy.checks,
    argumentsFrom: (input) => argumentsFromModel(input, call.tool),
    judge: (args, value) => judgeAnswer(policy, args, value)
  })
}
