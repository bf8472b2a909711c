/** Copies of values as data, and whether they are like them in all. */
import * as E from 'fp-ts/lib/Either.js'
import { type Fields, copyData, hidesProxy, isObject, isPlainObject, ownValue } from '../core/foreign/index.js'
import { isProxy } from '#platform'

/** Whether a value is no more than the data that were copied of it: both are of one class, and have the same fields. */
export const isNoMore = (value: unknown, copy: unknown): boolean => {
  if (!isObject(value) || !isObject(copy)) return true
  if (!isPlainObject(copy) && Object.getPrototypeOf(value) !== Object.getPrototypeOf(copy)) return false
  if (copy instanceof Uint8Array) return true
  const keys = Object.keys(copy)
  return (
    keys.length === Object.keys(value).length + Object.getOwnPropertySymbols(value).length &&
    keys.every((key) => Object.hasOwn(value, key) && isNoMore((value as Fields)[key], (copy as Fields)[key]))
  )
}

/** Whether it is a list or a plain object. */
export const isPlainData = (value: object): boolean => Array.isArray(value) || isPlainObject(value)

/** Whether a value has the data of a copy and no others, in their order. Runs no code of the value. */
export const isSameData = (value: unknown, copy: unknown): boolean => {
  if (!isObject(value) || !isObject(copy)) return value === copy
  if (hidesProxy(value, isProxy) || !isPlainData(value) || !isPlainData(copy)) return false
  const keys = Object.keys(value)
  const others = Object.keys(copy)
  return (
    Array.isArray(value) === Array.isArray(copy) &&
    keys.length === others.length &&
    keys.every((key, i) => key === others[i] && isSameData(ownValue(value, key), (copy as Fields)[key]))
  )
}

/** A copy of a value that is like it in all; undefined of a stream, an instance, and whatever else has none. */
export const twinOf = (value: unknown): { readonly twin: unknown } | undefined => {
  const copied = copyData(value, { isProxy })
  return E.isRight(copied) && isNoMore(value, copied.right) ? { twin: copied.right } : undefined
}
