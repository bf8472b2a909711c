/** What the model reads: compact JSON of a payload or of an error, never cut. */
import * as E from 'fp-ts/lib/Either.js'
import { partialData, schemaMismatch, type ToolError } from './tool-error.js'
import { count } from './text.js'

export interface ModelTextOptions<A> {
  /** Longest text handed on, in UTF-16 units. @default 60_000 */
  readonly maxChars?: number
  /** Makes a payload that JSON cannot carry (a bigint, an Option, a Map) into one that it can. */
  readonly encode?: (payload: A) => unknown
}

const notData = (what: string): ToolError =>
  schemaMismatch({ code: 'not_data', detail: `The payload cannot be written as JSON: ${what}.` })

const describe = (payload: unknown): string => {
  if (payload === undefined) return 'it is undefined'
  return typeof payload === 'function' || typeof payload === 'symbol' ? `it is a ${typeof payload}` : 'it holds a bigint, a cycle or a value whose toJSON throws'
}

const stringify = (payload: unknown): E.Either<ToolError, string> => {
  try {
    const text = JSON.stringify(payload) as string | undefined
    return text === undefined ? E.left(notData(describe(payload))) : E.right(text)
  } catch {
    return E.left(notData(describe(payload)))
  }
}

const tooLong = (chars: number, maxChars: number, payload: unknown): ToolError =>
  partialData({
    code: 'too_long_for_model',
    detail: `The answer has ${count(chars, 'character')}${Array.isArray(payload) ? ` in ${count(payload.length, 'element')}` : ''}; at most ${maxChars} can be handed on.`,
    hint: `Ask for at most ${share(chars, maxChars)} of it at a time: a smaller page, fewer fields or a narrower filter.`
  })

const share = (chars: number, maxChars: number): string => `1/${Math.max(2, Math.ceil(chars / Math.max(1, maxChars)))}`

// The data of a partial error counts towards its size; the error itself is bounded by construction.
const encodeResult = <A>(result: E.Either<ToolError, A>, encode?: (payload: A) => unknown): unknown => {
  if (E.isLeft(result)) return result.left
  return encode === undefined ? result.right : encode(result.right)
}

/**
 * Writes a result for the model. Never throws; a text longer than `maxChars` is refused as `too_long_for_model`, never cut,
 * and an error that carries too much `data` is handed on without it.
 *
 * @category ToolError @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { toModelText } from 'guarded-call'
 *
 * assert.equal(toModelText(E.right({ ok: true })), '{"ok":true}')
 */
export const toModelText = <A>(result: E.Either<ToolError, A>, options: ModelTextOptions<A> = {}): string => {
  const { maxChars = 60_000, encode } = options
  let value: unknown
  try {
    value = encodeResult(result, encode)
  } catch {
    return JSON.stringify(notData('its encoder threw'))
  }
  const text = stringify(value)
  if (E.isLeft(text)) return JSON.stringify(text.left)
  if (text.right.length <= maxChars) return text.right
  if (E.isLeft(result) && result.left.error_class === 'partial_data') {
    const { data, ...bare } = result.left
    return JSON.stringify({ ...bare, detail: `${bare.detail} (The data that came is too long to be handed on.)`.slice(0, 500) })
  }
  return JSON.stringify(tooLong(text.right.length, maxChars, value))
}
