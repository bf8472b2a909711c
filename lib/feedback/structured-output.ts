/** Asks a model for a structured output until it is valid, within bounds. */
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import type { ToolError } from '../core/tool-error.js'
import { expectCodec, expectCount, expectFunction, expectOption, expectTimeout } from '../guard/options.js'
import type { Turn } from '../guard/turn.js'
import { DEFAULT_ASK_TIMEOUT_MS } from './ask-model.js'
import { generateValid } from './output-loop.js'
import type { StructuredOutput, StructuredOutputOptions } from './output-options.js'

// -- constructors

const DEFAULT_TEMPERATURES: ReadonlyArray<number> = [0.7, 0.3, 0.1]

/**
 * Asks for an output that the codec and the semantic check take. A retry shows the original request, the invalid output and what is wrong with it,
 * and asks for those fields alone; it is never the request once more. After `maxRetries` it ends as `validation_cap_exceeded`, or with the fallback.
 *
 * @category Feedback @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { openTurn, structuredOutput } from 'guarded-call'
 *
 * const requests: Array<string> = []
 * const extract = structuredOutput({
 *   codec: t.type({ name: t.string, priority: t.Int }, 'Ticket'),
 *   generate: async (request) => {
 *     requests.push(request)
 *     return requests.length === 1 ? '{"name":"Ada","priority":"high"}' : '{"name":"Ada","priority":1}'   // the model
 *   }
 * })
 *
 * const result = await openTurn().run(extract('Extract the ticket from this mail: …'))
 * assert.deepEqual(result, { _tag: 'Right', right: { value: { name: 'Ada', priority: 1 }, attempts: 2, changed: [], fallback: false } })
 * assert.match(requests[1] ?? '', /Field 'priority': expected integer, got string 'high'\./)
 */
export const structuredOutput = <A, B = never>(
  options: StructuredOutputOptions<A, B>
): ((request: string) => RTE.ReaderTaskEither<Turn, ToolError, StructuredOutput<A | B>>) => {
  const {
    generate,
    codec,
    semanticCheck,
    maxRetries,
    temperatures = DEFAULT_TEMPERATURES,
    lessons,
    fallback,
    timeoutMs
  } = options
  expectOption(typeof generate === 'function', 'generate', 'a function')
  expectCodec(codec, 'codec')
  expectFunction(semanticCheck, 'semanticCheck')
  expectCount(maxRetries, 'maxRetries')
  expectOption(
    Array.isArray(temperatures) && temperatures.length > 0 && temperatures.every(Number.isFinite),
    'temperatures',
    'an array of at least one number'
  )
  expectOption(
    lessons === undefined || (typeof lessons?.offer === 'function' && typeof lessons.learn === 'function'),
    'lessons',
    'made by `lessons`'
  )
  if (fallback?.codec !== undefined) expectCodec(fallback.codec, 'fallback.codec')
  expectTimeout(timeoutMs, 'timeoutMs')
  const plan = {
    generate,
    codec,
    semanticCheck,
    temperatures,
    lessons,
    fallback,
    attempts: (maxRetries ?? 2) + 1,
    timeoutMs: timeoutMs ?? DEFAULT_ASK_TIMEOUT_MS
  }
  return (request) => (turn) => () => generateValid<A, B>(plan, request, turn)
}
