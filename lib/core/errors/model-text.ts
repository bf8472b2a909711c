/** The text for the model: compact JSON of a payload or of an error, never cut. */
import * as E from 'fp-ts/lib/Either.js'
import { EXECUTED } from './codes.js'
import { type Fields, isObject, isPlainObject, strangerAmong } from '../foreign/fields.js'
import { fixedError, schemaMismatch, ToolError } from './tool-error.js'
import { tooLongWithData, tooLong, withoutData, type SmallerCall, type TooLongOptions } from './too-long.js'

/** The limit and the encoding of a text for the model. @category ToolError @since 0.1.0 */
export interface ModelTextOptions<A> {
  /** Longest text, in UTF-16 units; an error without data may be longer. @default 60_000 */
  readonly maxChars?: number
  /** Converts a payload to JSON data, a `Map` for example; usually a codec's `encode`. */
  readonly encode?: (payload: A) => unknown
  /**
   * Whether the tool reads or writes: if the payload of a write cannot be shown, the model reads that it was executed.
   * @default 'read'
   */
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

const MAX_BINARY = 3 * 2 ** 13

/** Bytes as base64. */
const base64 = (view: ArrayBufferView): string => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  let binary = ''
  for (let at = 0; at < bytes.length; at += MAX_BINARY)
    binary += btoa(String.fromCharCode(...bytes.subarray(at, at + MAX_BINARY)))
  return binary
}

const dateText = (date: Date): string => (Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString())

// Deeper and larger payloads are left to JSON.stringify, which says why it cannot write them: parts may be shared any
// number of times.
const MAX_DEPTH = 200
const MAX_VALUES = 2_000_000

/** Whether JSON writes a value unchanged: a replacer for every value would cost more than the writing. */
class PlainJson {
  #left = MAX_VALUES

  // Apart from `#enter`, so that an engine inlines it: most values are texts.
  holds(value: unknown, depth = 0): boolean {
    if (typeof value === 'string') return true
    if (typeof value === 'number') return Number.isFinite(value)
    if (typeof value !== 'object') return typeof value === 'boolean' || value === undefined
    return value === null || (depth < MAX_DEPTH && this.#enter(value, depth + 1))
  }

  #enter(container: object, depth: number): boolean {
    if (Array.isArray(container)) {
      for (let i = 0; i < container.length; i++) if (--this.#left < 0 || !this.holds(container[i], depth)) return false
      return true
    }
    if (!isPlainObject(container)) return false
    for (const key in container)
      if (--this.#left < 0 || key === '_tag' || !this.holds((container as Fields)[key], depth)) return false
    return true
  }
}

const needsNoForm = (payload: unknown): boolean => new PlainJson().holds(payload)

interface TextWriter {
  /** Whether any value was converted. */
  converted: boolean
}

/** Converts a value that JSON lacks; a `NotJson` if there is no form for it. */
const plainForm = (value: unknown): unknown => {
  switch (typeof value) {
    case 'bigint':
      return String(value)
    case 'function':
    case 'symbol':
      throw new NotJson(`it holds a ${typeof value}`)
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'object':
      break
    default:
      return value
  }
  if (value === null) return null
  if (value instanceof Date) return dateText(value)
  if (ArrayBuffer.isView(value)) return base64(value)
  if (isOption(value)) return 'value' in value ? plainForm(value.value) : null
  if (Array.isArray(value) || isPlainObject(value) || 'toJSON' in value) return value
  throw new NotJson('it holds an instance of a class')
}

const stringify = (payload: unknown, writer: TextWriter = { converted: false }): E.Either<ToolError, string> => {
  // A replacer receives the result of `toJSON`: the holder still has the value itself.
  function write(this: unknown, key: string, value: unknown): unknown {
    const given = (this as Record<string, unknown>)[key]
    const form = plainForm(given)
    if (form === given) return value
    writer.converted = true
    return form
  }
  try {
    // A tool that returns nothing has succeeded all the same.
    return E.right(needsNoForm(payload) ? JSON.stringify(payload ?? null) : JSON.stringify(payload ?? null, write))
  } catch (thrown) {
    return E.left(
      notData(thrown instanceof NotJson ? thrown.message : 'it holds a cycle, is too deep, or throws when it is read')
    )
  }
}

// -- errors

const notData = (what: string): ToolError =>
  schemaMismatch({ code: 'not_data', detail: `The payload cannot be written as JSON: ${what}.` })

const UNREADABLE = fixedError(
  'schema_mismatch',
  'not_data',
  'The payload cannot be written as JSON: its encoder threw, or it throws when it is read.'
)

const NO_RESULT = fixedError(
  'schema_mismatch',
  'not_data',
  'The program wrote something that is no result of a call, such as a promise of one.'
)

// -- the two sides

/** The text for the model, and whether it is an error: a payload that cannot be shown becomes one. */
export interface ModelText {
  readonly text: string
  readonly isError: boolean
  /** Whether the text holds a converted value, such as a date as text. */
  readonly converted: boolean
}

const failing = (error: ToolError): ModelText => ({
  text: JSON.stringify(error),
  isError: true,
  converted: false
})

/** A text that is written when somebody reads it: in place few are. */
class LateText implements ModelText {
  readonly isError = false
  readonly converted = false
  readonly #payload: unknown

  constructor(payload: unknown) {
    this.#payload = payload
  }

  get text(): string {
    try {
      return JSON.stringify(this.#payload ?? null)
    } catch {
      return JSON.stringify(UNREADABLE)
    }
  }
}

const payloadText = (payload: unknown, maxChars: number, options: TooLongOptions): E.Either<ToolError, ModelText> => {
  // Its length matters to nobody.
  if (maxChars === Infinity && needsNoForm(payload)) return E.right(new LateText(payload))
  const writer: TextWriter = { converted: false }
  const text = stringify(payload, writer)
  if (E.isLeft(text)) return options.effect === 'write' ? E.left({ ...text.left, hint: EXECUTED.hint }) : text
  return text.right.length <= maxChars
    ? E.right({ text: text.right, isError: false, converted: writer.converted })
    : E.left(tooLong(text.right, maxChars, options))
}

const written = <A>(
  payload: A,
  encode: ((payload: A) => unknown) | undefined,
  maxChars: number,
  options: TooLongOptions
): E.Either<ToolError, ModelText> => {
  try {
    return payloadText(encode === undefined ? payload : encode(payload), maxChars, options)
  } catch {
    return E.left(options.effect === 'write' ? { ...UNREADABLE, hint: EXECUTED.hint } : UNREADABLE)
  }
}

// A handmade error may carry more than a model should read: a stack, a cause.
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

const encodedData = (error: ToolError, encode?: (payload: never) => unknown): unknown => {
  try {
    return encode?.(error.data as never)
  } catch {
    return undefined
  }
}

// An error is never lost to its own data: the data are encoded if possible, else left out.
const errorText = (
  error: ToolError,
  maxChars: number,
  encode?: (payload: never) => unknown,
  smallerCall?: SmallerCall
): string => {
  const writer: TextWriter = { converted: false }
  let text = stringify(error, writer)
  if (error.data === undefined) return JSON.stringify(E.isRight(text) ? error : text.left)
  if (E.isLeft(text) || writer.converted) {
    const data = encodedData(error, encode)
    const encoded = data === undefined ? text : stringify({ ...error, data })
    if (E.isRight(encoded)) text = encoded
  }
  if (E.isLeft(text)) return JSON.stringify(withoutData(error))
  return text.right.length <= maxChars
    ? text.right
    : JSON.stringify(tooLongWithData(JSON.parse(text.right) as ToolError, text.right.length, maxChars, smallerCall))
}

/** `toModelText`, and whether the text is an error: the text alone cannot show that, as a payload may look like one. */
export const writeForModel = <A>(
  result: E.Either<ToolError, A>,
  options: ModelTextOptions<A> & TooLongOptions = {}
): ModelText => {
  try {
    const { encode, smallerCall } = options
    const maxChars = options.maxChars !== undefined && options.maxChars > 0 ? options.maxChars : MAX_CHARS
    if (E.isLeft(result))
      return { text: errorText(onWire(result.left), maxChars, encode, smallerCall), isError: true, converted: false }
    return E.isRight(result)
      ? E.getOrElse(failing)(written(result.right, encode, maxChars, options))
      : failing(NO_RESULT)
  } catch {
    return failing(UNREADABLE)
  }
}

const textStranger = (options: unknown, known: ReadonlyArray<string>): string | undefined => {
  try {
    // `results.map(toModelText)` gives an index.
    return isObject(options) ? strangerAmong(options, known) : undefined
  } catch {
    return undefined
  }
}

/** Refuses an option that nobody knows. */
export const expectTextWords = (options: unknown, known: ReadonlyArray<string>): void => {
  const unknown = textStranger(options, known)
  if (unknown !== undefined)
    throw new TypeError(`Expected \`options\` to hold no \`${unknown}\`: it may hold ${known.join(', ')}.`)
}

/**
 * Writes a result for the model. Never throws for a result. A payload longer than `maxChars` becomes
 * `too_long_for_model` with its first whole elements as `data`, never cut JSON; so does an error with too much `data`.
 * Without `encode`, dates become ISO text, bytes base64, bigints and non-finite numbers text, an `Option` its value or
 * null; other values that JSON lacks (a `Map`, a function) are refused as `not_data`.
 *
 * @throws TypeError for an option that nobody knows.
 * @category ToolError @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { toModelText } from 'guarded-call'
 *
 * assert.equal(toModelText(E.right({ ok: true })), '{"ok":true}')
 */
export const toModelText = <A>(result: E.Either<ToolError, A>, options: ModelTextOptions<A> = {}): string => {
  expectTextWords(options, ['maxChars', 'encode', 'effect'])
  return writeForModel(result, options).text
}
