/** Tells whether a number whose digits were lost reaches anybody: where the codec reads it as a number. */
import type * as t from 'io-ts'
import { isObject } from '../core/foreign/fields.js'
import { isOpaqueAt, readsNumber } from '../codec/lookup.js'
import type { Path } from '../core/issue.js'

const at = (value: unknown, path: Path): unknown =>
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
    !Number.isSafeInteger(value) &&
    (readsNumber(codec, path) || (isOpaqueAt(codec, path) && at(payload, path) === value))
  )
}
