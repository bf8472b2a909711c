/** Asks a model for a structured output until it is valid, within bounds. */
import * as E from 'fp-ts/lib/Either.js'
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import type * as t from 'io-ts'
import { asCodec, type CodecLike } from '../codec/standard-schema.js'
import type { SemanticCheck } from '../core/checks/index.js'
import type { ToolError } from '../core/errors/index.js'
import { NO_TURN, stateOf, type HasTurn, type TurnState } from '../guard/kernel.js'
import * as o from '../core/options.js'
import { askModel, DEFAULT_ASK_TIMEOUT_MS, isOver, type ModelReply } from './ask-model.js'
import { changedFields } from '../core/json/index.js'
import { failedTooOften } from './failure-cap.js'
import { judgeOutput, readOutput, retryPrompt, type ModelOutput } from './judge-output.js'
import type { Lessons } from './lessons.js'
import {
  outputCancelled,
  log,
  redacted,
  unanswered,
  type FailedOutput,
  type OutputEnding,
  type OutputOutcome
} from './output-ending.js'

// -- model

/** The context of one attempt, besides the request. @category Feedback @since 0.1.0 */
export interface GenerateContext {
  /** The temperature for this attempt, if the model has one. */
  readonly temperature: number
  /** From 1. */
  readonly attempt: number
  /** Aborted when every caller has stopped waiting. */
  readonly signal: AbortSignal
}

/**
 * The substitute where no attempt was valid; its codec is tried on the last output first.
 * @category Feedback @since 0.1.0
 */
export interface Fallback<B> {
  /** A simpler codec. The semantic check still applies to its values. */
  readonly codec?: CodecLike<B>
  /** A cached or default value, which is also used where the model could not be asked. */
  readonly value?: B
}

/** How an output is requested and judged. @category Feedback @since 0.1.0 */
export interface StructuredOutputOptions<A, B = never> {
  /** Sends the request to the model and returns its output: JSON text, or a value. */
  readonly generate: (request: string, context: GenerateContext) => unknown
  /** The codec of a valid output, or a schema of zod, valibot, arktype. */
  readonly codec: CodecLike<A>
  /** Runs on every accepted output, the last one too; see `looksLikePlaceholder`. Its `args` are the request. */
  readonly semanticCheck?: SemanticCheck<NoInfer<A | B>, string>
  /** Retries after the first attempt. @default 2 */
  readonly maxRetries?: number
  /** By attempt; the last one applies to all later attempts. @default [0.7, 0.3, 0.1] */
  readonly temperatures?: ReadonlyArray<number>
  /** Mistakes of earlier steps are appended to the request, and those made here are remembered. */
  readonly lessons?: Lessons
  /** The substitute where no attempt was valid; without it, the result is the error. */
  readonly fallback?: Fallback<B>
  /** Milliseconds that one `generate` may take. @default 120_000 */
  readonly timeoutMs?: number
}

/** A valid output, and the number of attempts. @category Feedback @since 0.1.0 */
export interface StructuredOutput<A> {
  readonly value: A
  readonly attempts: number
  /** Valid fields that the model changed in a retry: `customer.name`. */
  readonly changed: ReadonlyArray<string>
  /** Whether `value` is the fallback's. */
  readonly fallback: boolean
}

interface OutputPlan<A, B> extends Pick<StructuredOutputOptions<A, B>, 'generate'> {
  readonly codec: t.Decoder<unknown, A>
  readonly semanticCheck: StructuredOutputOptions<A, B>['semanticCheck']
  readonly lessons: Lessons | undefined
  readonly simpler: t.Decoder<unknown, B> | undefined
  readonly fallback: Fallback<B> | undefined
  readonly temperatures: ReadonlyArray<number>
  readonly attempts: number
  readonly timeoutMs: number
}

// -- the parts of an attempt

const generateOnce = <A, B>(
  plan: OutputPlan<A, B>,
  prompt: string,
  attempt: number,
  signals: ReadonlyArray<AbortSignal>
): Promise<ModelReply<unknown>> => {
  const { temperatures, timeoutMs } = plan
  const temperature = temperatures[Math.min(attempt, temperatures.length) - 1] ?? 0
  return askModel((signal) => plan.generate(prompt, { temperature, attempt, signal }), { signals, timeoutMs })
}

const rewritten = (before: FailedOutput | undefined, { data }: ModelOutput): ReadonlyArray<string> => {
  const mentioned = before?.verdict.mentioned
  return before === undefined || mentioned === undefined || E.isLeft(before.output.data) || E.isLeft(data)
    ? []
    : changedFields(before.output.data.right, data.right, mentioned)
}

const bySimpler = <A, B>(
  { simpler, semanticCheck }: OutputPlan<A, B>,
  request: string,
  output: ModelOutput
): E.Either<undefined, B> => {
  if (simpler === undefined) return E.left(undefined)
  const verdict = judgeOutput<B>(simpler, semanticCheck, request, output)
  return verdict.kind === 'valid' ? E.right(verdict.value) : E.left(undefined)
}

const cached = <A, B>({ fallback }: OutputPlan<A, B>): E.Either<undefined, B> =>
  fallback !== undefined && 'value' in fallback ? E.right(fallback.value) : E.left(undefined)

// A caller may wrap lessons to store them: an exception there must not lose an output.
const quietly = <A>(act: () => A): A | undefined => {
  try {
    return act()
  } catch {
    return undefined
  }
}

// -- the loop

const loop = async <A, B>(plan: OutputPlan<A, B>, request: string, turn: TurnState): Promise<OutputEnding<A | B>> => {
  const note = quietly(() => plan.lessons?.offer())
  const asked = note === undefined ? request : `${request}\n\n${note}`
  const changed = new Set<string>()
  let prompt = asked
  let last: FailedOutput | undefined
  for (let attempts = 1; ; attempts++) {
    const end = (outcome: OutputOutcome, result: E.Either<ToolError, A | B>): OutputEnding<A | B> => ({
      outcome,
      result,
      attempts,
      changed: [...changed],
      last
    })
    const fail = (outcome: OutputOutcome, error: ToolError, instead: E.Either<undefined, B>): OutputEnding<A | B> =>
      E.isRight(instead) ? end('fallback', instead) : end(outcome, E.left(error))

    if (isOver(turn, turn.signals)) return { ...end('cancelled', E.left(outputCancelled())), attempts: attempts - 1 }
    const generated = await generateOnce(plan, prompt, attempts, turn.signals)
    if (generated.kind === 'aborted') return end('cancelled', E.left(outputCancelled()))
    if (generated.kind !== 'answered') {
      const ending = fail('unanswered', unanswered(generated.kind, plan.timeoutMs), cached(plan))
      return generated.kind === 'threw' ? { ...ending, cause: generated.cause, error: generated.thrown } : ending
    }
    const output = readOutput(generated.answer)
    for (const path of rewritten(last, output)) changed.add(path)
    const verdict = judgeOutput<A>(plan.codec, plan.semanticCheck, request, output)
    if (verdict.kind === 'valid') return end('valid', E.right(verdict.value))
    if (verdict.kind === 'broken') return end('broken', E.left(verdict.error))
    quietly(() => plan.lessons?.learn(verdict.issues))
    last = { output, verdict }
    if (attempts >= plan.attempts) {
      const error = failedTooOften(plan.codec.name, attempts, verdict.lines)
      return fail('exhausted', error, E.alt(() => cached(plan))(bySimpler(plan, request, output)))
    }
    prompt = retryPrompt(asked, output, verdict.problems, { attempt: attempts + 1, of: plan.attempts })
  }
}

// -- constructors

const readFallback = o.options('fallback', { codec: o.anything, value: o.anything } satisfies o.TableOf<
  Fallback<never>
>)

const read = o.options('options', {
  generate: o.required(o.func),
  codec: o.anything,
  semanticCheck: o.optional(o.func),
  maxRetries: o.optional(o.nonNegative, 2),
  temperatures: o.optional(
    o.kind<ReadonlyArray<number>>(
      (values) => Array.isArray(values) && values.length > 0 && values.every(Number.isFinite),
      'an array of at least one number'
    ),
    [0.7, 0.3, 0.1]
  ),
  lessons: o.optional(o.having<Lessons>(['offer', 'learn'], 'made by `lessons`')),
  // By its own table.
  fallback: o.anything,
  timeoutMs: o.optional(o.milliseconds, DEFAULT_ASK_TIMEOUT_MS)
} satisfies o.TableOf<StructuredOutputOptions<never>>)

/**
 * Requests an output until the codec and the semantic check accept it. A retry shows the original request, the invalid
 * output and its issues, and asks only for those fields. After `maxRetries` it ends as `validation_cap_exceeded`, or
 * with the fallback.
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
 *     return requests.length === 1 ? '{"name":"Ada","priority":"high"}' : '{"name":"Ada","priority":1}' // the model
 *   }
 * })
 *
 * const result = await openTurn().run(extract('Extract the ticket from this mail: …'))
 * assert.deepEqual(result, {
 *   _tag: 'Right',
 *   right: { value: { name: 'Ada', priority: 1 }, attempts: 2, changed: [], fallback: false }
 * })
 * assert.match(requests[1] ?? '', /Field 'priority': expected integer, got string 'high'\./)
 */
export const structuredOutput = <A, B = never>(
  options: StructuredOutputOptions<A, B>
): ((request: string) => RTE.ReaderTaskEither<HasTurn, ToolError, StructuredOutput<A | B>>) => {
  const { generate, semanticCheck, maxRetries, temperatures, lessons, fallback, timeoutMs } = read(options)
  const codec = asCodec(options.codec, 'codec')
  if (fallback !== undefined) readFallback(fallback, 'fallback')
  const simpler = fallback?.codec === undefined ? undefined : asCodec(fallback.codec, 'fallback.codec')
  const plan = {
    generate,
    codec,
    semanticCheck,
    temperatures,
    lessons,
    simpler,
    fallback,
    attempts: maxRetries + 1,
    timeoutMs
  }
  return (request) => (environment) => async () => {
    const turn = stateOf(environment)
    if (turn === undefined) return E.left(NO_TURN)
    const ending = redacted(await loop<A, B>(plan, request, turn), request, turn)
    log(turn, codec.name, ending)
    const { result, attempts, changed, outcome } = ending
    return E.map((value: A | B) => ({ value, attempts, changed, fallback: outcome === 'fallback' }))(result)
  }
}
