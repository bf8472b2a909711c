/** A short fingerprint of an answer, by which one that moves is told from one that stands still. */
import * as E from 'fp-ts/lib/Either.js'
import { sortedJson } from '../core/args-text.js'
import type { Judgement } from './judge.js'
import { sha256 } from '#platform'

/** Equal answers have equal digests. None for data that cannot be written as text. */
export const digestOf = ({ text, raw, result }: Judgement<unknown>): string | null => {
  if (text !== undefined) return sha256(text)
  if (raw === undefined) return E.isRight(result) ? 'nothing' : sha256(result.left.detail)
  const written = sortedJson(raw)
  return written === undefined ? null : sha256(written)
}
