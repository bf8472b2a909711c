/** Copies of answers, for several callers of one run. */
import * as E from 'fp-ts/lib/Either.js'
import { copyData, isBare, isObject, isPlainObject } from '../core/foreign/index.js'
import { isProxy } from '#platform'

const copyOf = (data: unknown): unknown => {
  if (Array.isArray(data)) return data.map(copyOf)
  if (!isObject(data)) return data
  const copy = isPlainObject(data)
    ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, copyOf(value)]))
    : structuredClone(data)
  // A Buffer has one of its own.
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(data) as object | null)
}

/** A copy of an answer that is like it in all; undefined of a stream, an instance, and whatever else has none. */
export const twinOf = (answer: unknown): { readonly twin: unknown } | undefined =>
  E.isRight(copyData(answer, { isProxy })) && isBare(answer) ? { twin: copyOf(answer) } : undefined
