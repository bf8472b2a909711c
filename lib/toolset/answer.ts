/** What a call comes to for a framework: a payload that JSON can carry, or an error. */
import * as E from 'fp-ts/lib/Either.js'
import { writeForModel } from '../core/model-text.js'
import type { ToolError } from '../core/tool-error.js'
import type { AnyGuardedCall } from '../guard/guarded-call.js'

// -- model

/** `text` is what the model reads: compact JSON of the payload or of the error. */
export type Answer =
  | { readonly kind: 'payload'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'error'; readonly text: string }

export interface AnswerOptions {
  /** Longest text handed to the model; a longer payload is refused, never cut. @default 60_000 */
  readonly maxChars?: number
  /** Of a write whose payload cannot be handed on, the model hears that it was executed. @default 'read' */
  readonly effect?: 'read' | 'write'
}

// -- constructors

type Encode = (payload: unknown) => unknown

// A codec of io-ts encodes what it decoded: dates, options and brands go back to what JSON can carry.
const encodeOf = (codec: unknown): Encode | undefined =>
  typeof codec === 'object' && codec !== null && 'encode' in codec && typeof codec.encode === 'function'
    ? (payload) => (codec.encode as Encode)(payload)
    : undefined

const codecOf = (call: AnyGuardedCall): unknown => ('codec' in call ? call.codec : undefined)

/** The answer of a result, encoded by the codec that decoded it where that can encode. */
export const answerWith = (codec: unknown, result: E.Either<ToolError, unknown>, options: AnswerOptions = {}): Answer => {
  const encode = encodeOf(codec)
  let value = E.isRight(result) ? result.right : undefined
  const { text, isError } = writeForModel(result, {
    ...options,
    ...(encode === undefined ? {} : { encode: (payload: unknown) => (value = encode(payload)) })
  })
  return isError ? { kind: 'error', text } : { kind: 'payload', value, text }
}

/** The answer of a guarded call. */
export const answerOf = (call: AnyGuardedCall, result: E.Either<ToolError, unknown>, options: AnswerOptions = {}): Answer =>
  answerWith(codecOf(call), result, { effect: call.tool.effect, ...options })

// -- throwing

/** What is thrown where a framework takes errors as throws: its message is the JSON of the `ToolError`, and nothing else. */
export class ToolCallError extends Error {
  override readonly name = 'ToolCallError'

  // Some frameworks ask for the text of the error, and would write its name before the JSON.
  override toString(): string {
    return this.message
  }
}

/** The payload, or a throw for frameworks that want one. */
export const valueOrThrow = (answer: Answer): unknown => {
  if (answer.kind === 'error') throw new ToolCallError(answer.text)
  return answer.value
}
