/** Ends a loop in which a model fails to produce its structured output, apart from limits on steps. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import {
  type Issue,
  MAX_DETAIL,
  type ToolError,
  argumentLine,
  count,
  oneLine,
  schemaMismatch
} from '../core/errors/index.js'
import { joinLines } from '../guard/kernel.js'
import * as o from '../core/options.js'

// -- model

/** The outputs and calls of one step of the model. @category Feedback @since 0.1.0 */
export interface LoopStep {
  /** The structured outputs of the step, each valid or with its issues. */
  readonly outputs: ReadonlyArray<E.Either<ReadonlyArray<Issue>, unknown>>
  /** Whether each other tool call of the step succeeded. A step with neither is a text step. */
  readonly otherCalls: ReadonlyArray<boolean>
}

/** Counts the failures of one loop; each loop needs its own. @category Feedback @since 0.1.0 */
export interface FailureCap {
  /** Counts a step; `some` ends the loop. */
  readonly step: (step: LoopStep) => O.Option<ToolError>
}

/** The size of the cap, and the name in its error. @category Feedback @since 0.1.0 */
export interface FailureCapOptions {
  /** Retries after the first failure. @default 3 */
  readonly maxRetries?: number
  /** The name in the error. */
  readonly codec?: { readonly name: string }
}

// -- errors

const MAX_NAME = 80

const outputOf = (codec: string | undefined): string =>
  codec === undefined ? 'The structured output' : `The structured output ${oneLine(codec, MAX_NAME)}`

const exceeded = (detail: string): ToolError => schemaMismatch({ code: 'validation_cap_exceeded', detail })

/** The error: how many outputs in a row were invalid, and the issues of the last one. */
export const failedTooOften = (codec: string | undefined, failures: number, last: ReadonlyArray<string>): ToolError => {
  const said = `${outputOf(codec)} failed validation ${count(failures, 'consecutive time')}`
  if (last.length === 0) return exceeded(`${said}.`)
  return exceeded(`${said}; the last time: ${joinLines(last, MAX_DETAIL - said.length - '; the last time: '.length)}`)
}

const textTooOften = (codec: string | undefined, texts: number): ToolError =>
  exceeded(
    `${outputOf(codec)} was expected, but the model wrote text ${count(texts, 'consecutive time')} without progress in between.`
  )

// -- constructors

const read = o.options('options', {
  maxRetries: o.optional(o.nonNegative, 3),
  codec: o.anything
} satisfies o.TableOf<FailureCapOptions>)

/**
 * Counts consecutive failures of structured output, one for each invalid output: one more than `maxRetries` of them end
 * the loop. Only a step without structured output in which at least one other call succeeded resets the count; calls
 * that fail do not. Text where an output is due has a count of its own, with the same cap.
 *
 * @category Feedback @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as O from 'fp-ts/lib/Option.js'
 * import * as t from 'io-ts'
 * import { explain, failureCap } from 'guarded-call'
 *
 * const Answer = t.type({ total: t.number }, 'Answer')
 * const cap = failureCap({ maxRetries: 3, codec: Answer })
 *
 * let steps = 0
 * for (let ended = false; !ended; steps++) {
 *   const output = Answer.decode({ total: 'twelve' })   // what the model gives, however often it is told
 *   const outcome = cap.step({ outputs: [E.mapLeft(explain)(output)], otherCalls: [] })
 *   ended = O.isSome(outcome)
 * }
 * assert.equal(steps, 4)
 */
export const failureCap = (options: FailureCapOptions = {}): FailureCap => {
  const { maxRetries, codec } = read(options)
  let failures = 0
  let texts = 0

  const fail = (issues: ReadonlyArray<ReadonlyArray<Issue>>): O.Option<ToolError> => {
    failures += issues.length
    const last = issues.at(-1)
    return last !== undefined && failures > maxRetries
      ? O.some(failedTooOften(codec?.name, failures, last.map(argumentLine)))
      : O.none
  }

  const answerInText = (): O.Option<ToolError> => {
    texts += 1
    return texts > maxRetries ? O.some(textTooOften(codec?.name, texts)) : O.none
  }

  return {
    step: ({ outputs, otherCalls }) => {
      if (outputs.length > 0) return fail(outputs.flatMap((output) => (E.isLeft(output) ? [output.left] : [])))
      if (otherCalls.length === 0) return answerInText()
      if (otherCalls.some((succeeded) => succeeded)) {
        failures = 0
        texts = 0
      }
      return O.none
    }
  }
}
