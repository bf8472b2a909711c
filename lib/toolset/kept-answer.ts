/**
 * What is kept of a tool's response to be given again, by a ledger or to a model: what its data are all of. Of any
 * other, it is known alone that it came.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Fields, copyData, isObject, isPlainObject } from '../core/foreign/index.js'
import type { KeepAnswer } from '../guard/kernel.js'
import { mayHoldMore } from './args-as-data.js'
import type { Framework } from './framework.js'
import { isProxy } from '#platform'

// -- by a ledger

/** Whether a value is no more than the data that were copied of it: both are of one class, and have the same fields. */
const isSame = (value: unknown, copy: unknown): boolean => {
  if (!isObject(value) || !isObject(copy)) return true
  if (!isPlainObject(copy) && Object.getPrototypeOf(value) !== Object.getPrototypeOf(copy)) return false
  if (copy instanceof Uint8Array) return true
  const keys = Object.keys(copy)
  return (
    keys.length === Object.keys(value).length + Object.getOwnPropertySymbols(value).length &&
    keys.every((key) => isSame((value as Fields)[key], (copy as Fields)[key]))
  )
}

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
  Object.keys(value).length === 0 || Symbol.asyncIterator in value || mayHoldMore(value, false)

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
