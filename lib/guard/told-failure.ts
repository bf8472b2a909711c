/** Finds the failure that a refused response itself reports. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { elementCodecAt } from '../codec/lookup.js'
import { FAILURE_CODES, failureError, failureIn } from '../core/failure.js'
import { asFields } from '../core/foreign/fields.js'
import type { Path } from '../core/issue.js'
import type { ToolError } from '../core/tool-error.js'

/** A failure that the tool's own response reports. */
export interface ToldFailure {
  readonly error: ToolError
  /** Its own words, to be quoted. */
  readonly says: string
  readonly executed: 'no' | 'unknown'
}

const at = (raw: unknown, path: Path): unknown =>
  path.reduce((holder, key) => (typeof key === 'string' ? asFields(holder)[key] : undefined), raw)

// Only whole rows that satisfy the codec are handed on.
const validRows = (codec: t.Decoder<unknown, unknown>, raw: unknown, path: Path): ReadonlyArray<unknown> => {
  const element = elementCodecAt(codec, path)
  const rows = at(raw, path)
  if (element === undefined || !Array.isArray(rows)) return []
  return rows.flatMap((row) => {
    const decoded = element.decode(row)
    return E.isRight(decoded) ? [decoded.right] : []
  })
}

/** The failure that a refused response reports, if any. */
export const toldFailure = (codec: t.Decoder<unknown, unknown>, raw: unknown): ToldFailure | undefined => {
  const failure = failureIn(raw)
  if (failure === undefined) return undefined
  const { says, executed, rows } = failure
  if (rows === undefined) return { error: failureError(failure), says, executed }
  const data = rowsOf(codec, raw, rows)
  const error = failureError(failure, data.length === 0)
  return { error: data.length === 0 ? error : { ...error, data }, says, executed }
}

const rowsOf = (...[codec, raw, path]: Parameters<typeof validRows>): ReadonlyArray<unknown> => {
  try {
    return validRows(codec, raw, path)
  } catch {
    return []
  }
}

/** What a check's error says of the tool itself, where the answer that the codec took is the failure that the check found. */
export const toldByCheck = (raw: unknown, { code, error_class }: ToolError): Omit<ToldFailure, 'error'> | undefined => {
  if (!FAILURE_CODES.has(code)) return undefined
  const failure = failureIn(raw)
  return failure === undefined || (failure.code !== code && error_class !== 'partial_data') ? undefined : failure
}
