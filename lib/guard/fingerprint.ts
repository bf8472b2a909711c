/** The fingerprint of a response: equal exactly where the responses are. */
import * as E from 'fp-ts/lib/Either.js'
import { canonicalText, dataOf, sortedJson } from '../core/json/index.js'
import { LazyDigest } from '../core/calls/index.js'
import { alike } from '../core/errors/index.js'
import type { Judgement } from './judgement.js'
import { sha256 } from '#platform'

// Responses that carry data differ as those do, where their words do not.
const carriedBy = (result: Judgement<unknown>['result']): unknown =>
  E.isLeft(result) && result.left.error_class === 'partial_data' ? result.left.data : undefined

const digested = (text: string): LazyDigest => new LazyDigest(text, sha256)

const sorted = (text: string): string => canonicalText(dataOf(text))

// Sorting the keys of data takes twice the time of writing them, and few are ever compared.
const digestOfData = (data: unknown): LazyDigest | undefined => {
  try {
    return new LazyDigest(JSON.stringify(data), sha256, { canonicalOf: sorted })
  } catch (thrown) {
    // A text that is too long is so with sorted keys, too. Else they hold a bigint, which canonical JSON writes.
    return thrown instanceof RangeError ? digested(crypto.randomUUID()) : undefined
  }
}

/**
 * The fingerprint of an answer. Errors are alike by class, code and words, whatever ids and figures they hold; the
 * words of the tool are among them, also where the model is not shown them. Data that cannot be written as text are
 * like no others.
 */
export const fingerprintOf = (
  { text, raw, whole, result, says = '', cause = '' }: Judgement<unknown>,
  ignored: ReadonlySet<string>
): LazyDigest => {
  const carried = carriedBy(result)
  if (E.isLeft(result) && carried === undefined) {
    const { error_class, code, detail } = result.left
    return digested(`${error_class} ${code} ${alike(`${detail} ${says} ${cause}`)}`)
  }
  const code = E.isLeft(result) ? `${result.left.code} ` : ''
  if (whole !== undefined) return digested(code + (sortedJson(whole, ignored) ?? crypto.randomUUID()))
  // A failure that its author made has neither text nor data of a response.
  const data = raw ?? (text === undefined ? carried : undefined)
  if (text !== undefined && (data === undefined || ignored.size === 0))
    return digested(ignored.size === 0 ? code + text : code + canonicalText(text, ignored))
  if (data === undefined) return digested(`${code}nothing`)
  if (typeof data === 'string') return digested(code + canonicalText(data, ignored))
  const plain = code === '' && ignored.size === 0 ? digestOfData(data) : undefined
  return plain ?? digested(code + (sortedJson(data, ignored) ?? crypto.randomUUID()))
}
