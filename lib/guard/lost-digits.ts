/** Tells whether a number whose digits were lost reaches anybody: where the codec reads it as a number. Anywhere else its digits are kept as text. */
import type * as t from 'io-ts'
import { isObject } from '../core/foreign/fields.js'
import { isOpaqueAt, readsNumber } from '../codec/lookup.js'
import type { Path } from '../core/issue.js'
import type { UnsafeNumber } from '../core/unsafe-integers.js'

/** The value at a path of data; undefined where there is none. */
export const at = (value: unknown, path: Path): unknown =>
  path.reduce(
    (holder: unknown, key) =>
      isObject(holder) ? (holder as Readonly<Record<string | number, unknown>>)[key] : undefined,
    value
  )

/**
 * Whether the unsafe number at a path of a text reached the payload. Where the codec reads the field as text or does not read it at all, nothing was lost;
 * of a repeated key the last one counts; a codec of the author's own reads a number where its payload is that number. May throw as the payload's getters do.
 */
export const isLost = (codec: t.Decoder<unknown, unknown>, raw: unknown, payload: unknown, path: Path): boolean => {
  const value = at(raw, path)
  return (
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    (readsNumber(codec, path) || (isOpaqueAt(codec, path) && at(payload, path) === value))
  )
}

/**
 * Puts the text of a number in its place, in data that was parsed from a text and that nobody else holds. Only where no codec reads a number, and none of
 * the author's own may: of a repeated key the last one counts. Gives the data.
 */
export const keepDigits = (
  codec: t.Decoder<unknown, unknown>,
  raw: unknown,
  { path }: UnsafeNumber,
  literal: string
): unknown => {
  if (at(raw, path) !== Number(literal) || readsNumber(codec, path) || isOpaqueAt(codec, path)) return raw
  const key = path.at(-1)
  if (key === undefined) return literal
  ;(at(raw, path.slice(0, -1)) as Record<string | number, unknown>)[key] = literal
  return raw
}
