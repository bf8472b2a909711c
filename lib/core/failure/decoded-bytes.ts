/** Data with the texts that its bytes hold, as what a program printed. */
import { isFields, isObject } from '../foreign/fields.js'

const MAX_DEPTH = 20

// A Buffer, or what JSON writes of one.
const bytesIn = (value: object): Uint8Array | undefined => {
  if (value instanceof Uint8Array) return value
  const isWritten = isFields(value) && value['type'] === 'Buffer' && Array.isArray(value['data'])
  return isWritten ? Uint8Array.from(value['data'] as ReadonlyArray<number>) : undefined
}

/** The same value where it holds no bytes of a text. */
export const decodedBytes = (value: unknown, depth = 0): unknown => {
  if (!isObject(value) || depth > MAX_DEPTH) return value
  const bytes = bytesIn(value)
  if (bytes !== undefined) {
    const text = new TextDecoder().decode(bytes)
    return text.includes('\0') ? value : text
  }
  const keys = Object.keys(value)
  const parts = keys.map((key) => decodedBytes((value as Record<string, unknown>)[key], depth + 1))
  if (parts.every((part, i) => Object.is(part, (value as Record<string, unknown>)[keys[i] ?? '']))) return value
  return Array.isArray(value) ? parts : Object.fromEntries(parts.map((part, i) => [keys[i], part]))
}
