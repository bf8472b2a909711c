/** Ends a loop in which a model cannot get its structured output right: a cap of its own, apart from every limit on steps. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { argumentLine } from '../core/argument-line.js'
import type { Issue } from '../core/issue.js'
import { count, oneLine } from '../core/text.js'
import { MAX_DETAIL, schemaMismatch, type ToolError } from '../core/tool-error.js'
import { joinLines } from '../guard/kernel.js'
import { expectCount } from '../core/options.js'

// -- model

/** What one step of the model brought. @category Feedback @since 0.1.0 */
export interface LoopStep {
  /** The structured outputs of the step, each valid or with its issues. */
  readonly outputs: ReadonlyArray<E.Either<ReadonlyArray<Issue>, unknown>>
  /** Whether each other tool call of the step succeeded. A step with neither is a text step. */
  readonly otherCalls: ReadonlyArray<boolean>
}

/** Counts the failures of one loop; each loop needs its own. @category Feedback @since 0.1.0 */
export interface FailureCap {
  /** Takes note of a step; `some` ends the loop. */
  readonly step: (step: LoopStep) => O.Option<ToolError>
}

/** How many failures in a row are borne, and whose. @category Feedback @since 0.1.0 */
export interface FailureCapOptions {
  /** Retries after the first failure. @default 3 */
  readonly maxRetries?: number
  /** Whose name stands in the error. */
  readonly codec?: { readonly name: string }
}

// -- errors

const MAX_NAME = 80

const outputOf = (codec: string | undefined): string =>
  codec === undefined ? 'The structured output' : `The structured output ${oneLine(codec, MAX_NAME)}`

const exceeded = (detail: string): ToolError => schemaMismatch({ code: 'validation_cap_exceeded', detail })

/** Says how often in a row an output was not valid, and what was wrong with the last one. */
export const failedTooOften = (codec: string | undefined, failures: number, last: ReadonlyArray<string>): ToolError => {
  const said = `${outputOf(codec)} failed validation ${count(failures, 'consecutive time')}`
  if (last.length === 0) return exceeded(`${said}.`)
  return exceeded(`${said}; the last time: ${joinLines(last, MAX_DETAIL - said.length - '; the last time: '.length)}`)
}

const textTooOften = (codec: string | undefined, texts: number): ToolError =>
  exceeded(
    `${outputOf(codec)} was due, and the model answered in text ${count(texts, 'consecutive time')} without progress in between.`
  )

// -- constructors

/**
 * Counts consecutive failures of structured output, one for each output that failed: one more than `maxRetries` end the loop. Only a step that
 * holds no structured output and at least one other call that succeeded starts the count anew; calls in between that achieve nothing do not.
 * Text where an output is due is counted apart, with the same cap. Independent of every limit on steps.
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
export const failureCap = ({ maxRetries = 3, codec }: FailureCapOptions = {}): FailureCap => {
  expectCount(maxRetries, 'maxRetries')
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
