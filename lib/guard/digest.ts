/** A short fingerprint of a result, by which a poll that moves is told from one that stands still. */
import * as E from 'fp-ts/lib/Either.js'
import { argsText } from '../core/args-text.js'
import type { ToolError } from '../core/tool-error.js'
import { isProxy, sha256 } from '#platform'

/** Equal results have equal digests. What cannot be written as text has none, and counts as standing still. */
export const digestOf = (result: E.Either<ToolError, unknown>): string | null => {
  const value = E.isLeft(result) ? { error: result.left.code, data: result.left.error_class === 'partial_data' ? result.left.data : undefined } : { payload: result.right }
  const text = argsText(value, isProxy)
  return E.isLeft(text) ? null : sha256(text.right.text)
}
