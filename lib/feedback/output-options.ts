/** What a structured output needs of its caller, and what it gives. */
import type * as t from 'io-ts'
import type { SemanticCheck } from '../core/checks/semantic-check.js'
import type { Lessons } from './lessons.js'

/** What one attempt is told besides the request. @category Feedback @since 0.1.0 */
export interface GenerateContext {
  /** What the attempt's temperature should be, where the model takes one. */
  readonly temperature: number
  /** From 1. */
  readonly attempt: number
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal
}

/** What is taken where no attempt was valid; the codec is tried on the last output first. @category Feedback @since 0.1.0 */
export interface Fallback<B> {
  /** A simpler codec. What it takes is held to the semantic check all the same. */
  readonly codec?: t.Decoder<unknown, B>
  /** A cached or default value; also taken where the model could not be asked. */
  readonly value?: B
}

/** How an output is asked for, and what it is held to. @category Feedback @since 0.1.0 */
export interface StructuredOutputOptions<A, B = never> {
  /** Sends the request to the model and gives its output: JSON text, or a value. */
  readonly generate: (request: string, context: GenerateContext) => unknown
  /** What a valid output is. */
  readonly codec: t.Decoder<unknown, A>
  /** Asked about every output that the codec takes, the last one too: `looksLikePlaceholder` is made for it. Its `args` are the request. */
  readonly semanticCheck?: SemanticCheck<NoInfer<A | B>, string>
  /** Retries after the first attempt. @default 2 */
  readonly maxRetries?: number
  /** By attempt; the last one holds for all that follow. @default [0.7, 0.3, 0.1] */
  readonly temperatures?: ReadonlyArray<number>
  /** What earlier steps got wrong is put behind the request, and what goes wrong here is learned. */
  readonly lessons?: Lessons
  /** What is taken where no attempt was valid; without it, the error. */
  readonly fallback?: Fallback<B>
  /** Milliseconds that one `generate` may take. @default 120_000 */
  readonly timeoutMs?: number
}

/** A valid output, and what it took. @category Feedback @since 0.1.0 */
export interface StructuredOutput<A> {
  readonly value: A
  readonly attempts: number
  /** Fields that the model changed in a retry although nothing was wrong with them: `customer.name`. */
  readonly changed: ReadonlyArray<string>
  /** Whether `value` is the fallback's. */
  readonly fallback: boolean
}
