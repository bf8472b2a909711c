/** A short fingerprint of an answer, by which one that moves is told from one that stands still. */
import { sortedJson } from '../core/args-text.js'
import type { ToolError } from '../core/tool-error.js'
import { sha256 } from '#platform'

/** What came back of a call: its text or its data, and the error where there was neither. */
export interface Answered {
  readonly text: string | undefined
  readonly raw: unknown
  readonly error: ToolError | undefined
}

/** Equal answers have equal digests. None for a text longer than `maxChars`, and for data that cannot be written as text. */
export const digestOf = ({ text, raw, error }: Answered, maxChars = Infinity): string | null => {
  if (text !== undefined) return text.length > maxChars ? null : sha256(text)
  if (raw === undefined) return error === undefined ? 'nothing' : sha256(error.detail)
  const written = sortedJson(raw)
  return written === undefined || written.length > maxChars ? null : sha256(written)
}
