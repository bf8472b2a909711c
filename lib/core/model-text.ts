/** What the model reads: compact JSON of a payload or of an error, never cut. */
import * as E from 'fp-ts/lib/Either.js'
import { EXECUTED, isDefaultHint } from './codes.js'
import { isObject, isPlainObject } from './foreign/fields.js'
import { partialData, schemaMismatch, ToolError } from './tool-error.js'
import { count, cut } from './text.js'

/** How much a model is given, and how a payload becomes JSON. @category ToolError @since 0.1.0 */
export interface ModelTextOptions<A> {
  /** Longest text handed on, in UTF-16 units; an error without data stands even where it is longer. @default 60_000 */
  readonly maxChars?: number
  /** Makes a payload that JSON cannot carry (a bigint, a Date, a Map) into one that it can; a codec's `encode`, mostly. */
  readonly encode?: (payload: A) => unknown
  /** Whether the tool reads or writes: of a write whose payload cannot be handed on, the model hears that it was executed. @default 'read' */
  readonly effect?: 'read' | 'write'
}

const MAX_CHARS = 60_000

// -- what JSON would drop, change or choke on without a word

class NotJson extends Error {}

const isOption = (value: unknown): value is { readonly value?: unknown } => {
  if (!isObject(value) || !('_tag' in value)) return false
  const { length } = Object.keys(value)
  return (value['_tag'] === 'None' && length === 1) || (value['_tag'] === 'Some' && length === 2 && 'value' in value)
}

const whatIsWrong = (value: unknown): string | undefined => {
  switch (typeof value) {
    case 'bigint':
      return 'it holds a bigint'
    case 'function':
    case 'symbol':
      return `it holds a ${typeof value}`
    case 'number':
      return Number.isFinite(value) ? undefined : 'it holds a number that is not finite'
    case 'object':
      break
    default:
      return undefined
  }
  if (value === null) return undefined
  if (value instanceof Date) return 'it holds a Date'
  if (ArrayBuffer.isView(value)) return 'it holds bytes'
  return Array.isArray(value) || isPlainObject(value) || 'toJSON' in value
    ? undefined
    : 'it holds an instance of a class'
}

// A replacer sees what `toJSON` made of a value: the holder still has the value itself.
function orRefuse(this: unknown, key: string, value: unknown): unknown {
  const held = (this as Record<string, unknown>)[key]
  const wrong = whatIsWrong(held)
  if (wrong !== undefined) throw new NotJson(wrong)
  // A replacer is not asked about its own result, which may hold what JSON cannot carry.
  return isOption(held) ? JSON.parse(JSON.stringify(held.value ?? null, orRefuse)) : value
}

const stringify = (payload: unknown): E.Either<ToolError, string> => {
  try {
    const text = JSON.stringify(payload, orRefuse) as string | undefined
    return text === undefined ? E.left(notData('it is undefined')) : E.right(text)
  } catch (thrown) {
    return E.left(
      notData(thrown instanceof NotJson ? thrown.message : 'it holds a cycle, is too deep, or throws when it is read')
    )
  }
}

// -- errors

const notData = (what: string): ToolError =>
  schemaMismatch({ code: 'not_data', detail: `The payload cannot be written as JSON: ${what}.` })

const UNREADABLE = notData('its encoder threw, or it throws when it is read')

const sizeOf = (chars: number, maxChars: number, payload: unknown): string =>
  `${count(chars, 'character')}${Array.isArray(payload) ? ` in ${count(payload.length, 'element')}` : ''}; at most ${maxChars} can be handed on`

const smaller = (chars: number, maxChars: number): string =>
  `Ask for at most 1/${Math.max(2, Math.ceil(chars / maxChars))} of it at a time: a smaller page, fewer fields or a narrower filter.`

const tooLong = (chars: number, maxChars: number, payload: unknown): ToolError =>
  partialData({
    code: 'too_long_for_model',
    detail: `The answer has ${sizeOf(chars, maxChars, payload)}.`,
    hint: smaller(chars, maxChars)
  })

// A hint to go on, or to ask for the next page, would skip the data that the model was not given.
const needsData = (error: ToolError): boolean =>
  isDefaultHint(error) || error.hint?.startsWith('Call again with ') === true

const tooLongWithData = (error: ToolError, chars: number, maxChars: number): ToolError =>
  partialData({
    code: 'too_long_for_model',
    detail: `${cut(error.detail, 380)} (With its data, the answer has ${sizeOf(chars, maxChars, error.data)}.)`,
    hint: needsData(error) ? smaller(chars, maxChars) : error.hint
  })

const withoutData = ({ data: _, ...error }: ToolError, why = 'cannot be written as JSON'): ToolError => ({
  ...error,
  detail: `${cut(error.detail, 400)} (The data that came ${why}.)`
})

// -- the two sides

/** What the model reads, and whether it is an error: a payload that cannot be handed on becomes one. */
export interface ModelText {
  readonly text: string
  readonly isError: boolean
}

const failing = (error: ToolError): ModelText => ({ text: JSON.stringify(error), isError: true })

const payloadText = (payload: unknown, maxChars: number): E.Either<ToolError, string> => {
  const text = stringify(payload)
  if (E.isLeft(text) || text.right.length <= maxChars) return text
  return E.left(tooLong(text.right.length, maxChars, payload))
}

const written = <A>(
  payload: A,
  encode: ((payload: A) => unknown) | undefined,
  maxChars: number
): E.Either<ToolError, string> => {
  try {
    return payloadText(encode === undefined ? payload : encode(payload), maxChars)
  } catch {
    return E.left(UNREADABLE)
  }
}

// An error that was made by hand may carry more than the model is to read: a stack, a cause.
const onWire = (error: ToolError): ToolError => {
  if (!ToolError.is(error)) return error
  const { error_class, code, detail, hint, data, next, retryAfterMs } = error
  return {
    error_class,
    code,
    detail,
    hint,
    ...(data === undefined ? {} : { data }),
    ...(next === undefined ? {} : { next }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs })
  }
}

// The answer that a refusal gives again stood there before; a part of an answer did not.
const shortened = (error: ToolError, chars: number, maxChars: number): ToolError =>
  error.error_class === 'partial_data' ? tooLongWithData(error, chars, maxChars) : withoutData(error, 'are too long')

// An error is never lost to its own data: the data is encoded where that helps, else left out.
const errorText = (error: ToolError, maxChars: number, encode?: (payload: never) => unknown): string => {
  const text = stringify(error)
  if (error.data === undefined) return E.isRight(text) ? text.right : JSON.stringify(text.left)
  if (E.isRight(text))
    return text.right.length <= maxChars ? text.right : JSON.stringify(shortened(error, text.right.length, maxChars))
  const encoded = E.tryCatch(
    () => encode?.(error.data as never),
    () => undefined
  )
  if (E.isLeft(encoded) || encoded.right === undefined) return JSON.stringify(withoutData(error))
  return errorText({ ...error, data: encoded.right }, maxChars)
}

/** `toModelText`, and whether the text is an error: no one can tell by the text alone, as a payload may look like one. */
export const writeForModel = <A>(result: E.Either<ToolError, A>, options: ModelTextOptions<A> = {}): ModelText => {
  try {
    const { encode } = options
    const maxChars = options.maxChars !== undefined && options.maxChars > 0 ? options.maxChars : MAX_CHARS
    if (E.isLeft(result)) return { text: errorText(onWire(result.left), maxChars, encode), isError: true }
    const text = written(result.right, encode, maxChars)
    if (E.isRight(text)) return { text: text.right, isError: false }
    return failing(options.effect === 'write' ? { ...text.left, hint: EXECUTED.hint } : text.left)
  } catch {
    return failing(UNREADABLE)
  }
}

/**
 * Writes a result for the model. Never throws. A text longer than `maxChars` is refused as `too_long_for_model`, never cut; so is an error with
 * too much `data`, and its detail still says what is missing. What JSON would change without a word (a `Date`, a `Map`, `NaN`) goes through
 * `encode`, else it is refused as `not_data`. An `Option` is its value or null; so is JSON of a service in that shape, which is the same data.
 *
 * @category ToolError @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { toModelText } from 'guarded-call'
 *
 * assert.equal(toModelText(E.right({ ok: true })), '{"ok":true}')
 */
export const toModelText = <A>(result: E.Either<ToolError, A>, options: ModelTextOptions<A> = {}): string =>
  writeForModel(result, options).text
