/**
 * What is kept of a tool's response to be given again, by a ledger or to a model: what its data are all of. Of any
 * other, it is known alone that it came.
 */
import * as E from 'fp-ts/lib/Either.js'
import { copyData, isObject, isPlainObject } from '../core/foreign/index.js'
import type { KeepAnswer } from '../guard/kernel.js'
import { mayHide } from './args-as-data.js'
import type { Framework } from './framework.js'
import { isProxy } from '#platform'

// -- by a ledger

const keysOf = (value: object): ReadonlyArray<PropertyKey> =>
  Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key))

/** Whether a value is no more than the data that were copied of it: both are of one class, and have the same fields. */
const isSame = (value: unknown, copy: unknown): boolean => {
  if (!isObject(value) || !isObject(copy)) return true
  if (copy instanceof Date || copy instanceof Uint8Array)
    return Object.getPrototypeOf(value) === Object.getPrototypeOf(copy)
  const keys = keysOf(value)
  return (
    keys.length === Object.keys(copy).length && keys.every((key) => isSame((value as Keyed)[key], (copy as Keyed)[key]))
  )
}

type Keyed = Readonly<Record<PropertyKey, unknown>>

/**
 * Keeps the very value that a framework is handed on. Where a rule makes another of all of it (`isAll`), it is enough
 * to keep what that is made of.
 */
export const keepFor =
  ({ kept = (data) => ({ data }) }: Framework, isAll: (answer: unknown) => boolean): KeepAnswer =>
  (answer, { raw }) => {
    const whole = kept(answer)
    if (whole === undefined) return undefined
    const { data: value } = whole
    const copied = copyData(value, { isProxy })
    if (E.isRight(copied) && (isSame(value, copied.right) || isAll(answer))) return { data: copied.right }
    // A text would come back as text.
    return E.isLeft(copied) && isObject(raw) && isAll(answer) ? { data: raw } : undefined
  }

// -- for a model

const isPartly = (value: object): boolean =>
  Object.keys(value).length === 0 ||
  value instanceof Error ||
  Symbol.iterator in value ||
  Symbol.asyncIterator in value ||
  mayHide(value, false)

/**
 * Whether the JSON of a value holds all of it, as far as its classes tell: not the entries of a Map, the bytes of a
 * file or what an instance hides. A class with a `toJSON` says itself what stands for it.
 */
export const isWholeAsJson = (value: unknown): boolean => {
  let isWhole = true
  try {
    JSON.stringify(value, (_key, one: unknown) => {
      if (isObject(one) && !Array.isArray(one) && !isPlainObject(one)) isWhole &&= !isPartly(one)
      return one
    })
  } catch {
    return false
  }
  return isWhole
}
