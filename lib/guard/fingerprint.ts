/** The fingerprint of a response: equal exactly where the responses are. */
import * as E from 'fp-ts/lib/Either.js'
import { sortedJson, canonicalText } from '../core/canonical-json.js'
import { LateDigest } from '../core/late-digest.js'
import { alike } from '../core/text.js'
import type { Judgement } from './judge.js'
import { sha256 } from '#platform'

// The codes of progress: their data differ where their words do not.
const carriesData = (result: Judgement<unknown>['result']): boolean =>
  E.isLeft(result) && result.left.error_class === 'partial_data' && result.left.data !== undefined

const digested = (text: string): LateDigest => new LateDigest(text, sha256)

/**
 * The fingerprint of an answer. Errors are alike by class, code and words, whatever ids and figures they hold; the words of the tool are among
 * them, also where the model is not shown them. Data that cannot be written as text are like no others.
 */
export const fingerprintOf = (
  { text, raw, result, says = '', cause = '' }: Judgement<unknown>,
  ignored: ReadonlySet<string>
): LateDigest => {
  if (E.isLeft(result) && !carriesData(result)) {
    const { error_class, code, detail } = result.left
    return digested(`${error_class} ${code} ${alike(`${detail} ${says} ${cause}`)}`)
  }
  const code = E.isLeft(result) ? `${result.left.code} ` : ''
  if (ignored.size > 0 && (raw ?? text) !== undefined) return digested(code + canonicalText(raw ?? text, ignored))
  if (text !== undefined) return digested(code + text)
  if (raw === undefined) return digested(`${code}nothing`)
  return digested(code + (typeof raw === 'string' ? raw : (sortedJson(raw) ?? crypto.randomUUID())))
}
