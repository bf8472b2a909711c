/** The result of a call for a framework. */
import * as E from 'fp-ts/lib/Either.js'
import { encoderOf } from '../codec/encoder.js'
import { type ModelText, type SmallerCall, type ToolError, writeForModel } from '../core/errors/index.js'
import { encodeWith, policyOf, type AnyGuardedCall, type BesideWords } from '../guard/kernel.js'

// -- model

/**
 * A valid payload of which more is to come, in the framework's own form, and the error that says so.
 * @category Adapters @since 0.1.0
 */
export interface Page {
  readonly value: unknown
  readonly error: ToolError
}

/**
 * The JSON of a `ToolError`, which the model reads, and what is only for whoever catches it.
 * @category Adapters @since 0.1.0
 */
export interface FailedReply {
  readonly kind: 'error'
  readonly text: string
  readonly error?: ToolError
  readonly thrown?: { readonly value: unknown } | undefined
  readonly beside?: BesideWords | undefined
  /** For frameworks in which a value may have a note: undefined where the value is too long, or cannot be written. */
  readonly page?: (() => Promise<Page | undefined>) | undefined
}

/** A value, or an error. @category Adapters @since 0.1.0 */
export type ToolReply = { readonly kind: 'value'; readonly value: unknown } | FailedReply

/** A value that JSON can carry, or an error; the model reads `text`. @category Adapters @since 0.1.0 */
export type Answer = { readonly kind: 'value'; readonly value: unknown; readonly text: string } | FailedReply

interface AnswerOptions {
  readonly maxChars?: number
  /** If the payload of a write cannot be shown, the model reads that it was executed. @default 'read' */
  readonly effect?: 'read' | 'write'
  /** Names the call to make instead where the answer is too long. */
  readonly smallerCall?: SmallerCall
}

// -- constructors

// A class: an object whose literal has a getter costs thirty times as much, more than all else here.
class LateAnswer {
  readonly kind = 'value'
  readonly #model: Pick<ModelText, 'text'>

  constructor(
    readonly value: unknown,
    model: Pick<ModelText, 'text'>
  ) {
    this.#model = model
  }

  get text(): string {
    return this.#model.text
  }
}

const written = (
  encode: ReturnType<typeof encoderOf>,
  result: E.Either<ToolError, unknown>,
  options: AnswerOptions
): Answer => {
  let value = E.isRight(result) ? result.right : undefined
  const model = writeForModel(
    result,
    encode === undefined ? options : { ...options, encode: (payload: unknown) => (value = encode(payload)) }
  )
  if (model.isError) return { kind: 'error', text: model.text }
  if (!model.converted) return new LateAnswer(value, model)
  // Frameworks write values as JSON themselves, and some choke on a bigint.
  return { kind: 'value', value: JSON.parse(model.text), text: model.text }
}

/** The response of a result, encoded by the codec that decoded it where that can encode. */
export const answerWith = (codec: unknown, result: E.Either<ToolError, unknown>, options: AnswerOptions = {}): Answer =>
  written(encoderOf(codec), result, options)

/** The response of a guarded call. */
export const answerOf = (
  call: AnyGuardedCall,
  result: E.Either<ToolError, unknown>,
  options: AnswerOptions = {}
): Answer => {
  const policy = policyOf(call)
  return written(policy && encodeWith(policy), result, { effect: call.tool.effect, ...options })
}

/** The page that an error says more of, if its value can be handed on. */
export const pageOf = (error: ToolError, shown: () => Promise<ToolReply>) => async (): Promise<Page | undefined> => {
  const reply = await shown()
  return reply.kind === 'value' ? { value: reply.value, error } : undefined
}

// -- throwing

/**
 * The error of a call for frameworks that expect throws: its message is the JSON of the `ToolError`, and nothing else.
 * `cause` is the value that the tool threw, if it did. Neither is enumerable, so that nothing which writes an error as
 * JSON shows the cause to a model.
 *
 * @category Guard @since 0.1.0
 */
export class ToolCallError extends Error {
  override readonly name = 'ToolCallError'
  declare readonly toolError: ToolError

  // Some frameworks ask for the text of the error, and would write its name before the JSON.
  override toString(): string {
    return this.message
  }
}

/** Throws an error, for frameworks that expect throws and do not try again. @category Adapters @since 0.1.0 */
export const throwError = (text: string): never => {
  throw new ToolCallError(text)
}

const hidden = (value: unknown): PropertyDescriptor => ({ value, writable: true, configurable: true })

/**
 * The error that an adapter throws for a failure, with what its catcher may look at.
 * @category Adapters @since 0.1.0
 */
export const withToolError = (
  error: unknown,
  { text, error: toolError = JSON.parse(text), thrown }: FailedReply
): unknown =>
  error instanceof Error
    ? Object.defineProperties(error, {
        toolError: hidden(toolError),
        ...(thrown === undefined ? {} : { cause: hidden(thrown.value) })
      })
    : error
