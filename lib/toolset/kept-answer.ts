/** What a ledger keeps of a framework's response: data that are all of it. Of any other, it is known that it came. */
import * as E from 'fp-ts/lib/Either.js'
import { type Fields, copyData, isObject, isPlainObject } from '../core/foreign/index.js'
import type { KeepAnswer } from '../guard/kernel.js'
import { isData, type Framework } from './framework.js'
import { isProxy } from '#platform'

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
 * Keeps the very value that a framework is handed on. Where a rule makes another of it (`isMade`), and of all of it, it
 * is enough to keep what that is made of.
 */
export const keepFor =
  (framework: Framework, isMade: boolean): KeepAnswer =>
  (answer, { raw }) => {
    const { kept = (data: unknown) => ({ data }) } = framework
    const whole = kept(answer)
    if (whole === undefined) return undefined
    const { data: value } = whole
    const copied = copyData(value, { isProxy })
    const isAll = isMade && isData(framework, answer)
    if (E.isRight(copied)) return isAll || isSame(value, copied.right) ? { data: copied.right } : undefined
    // A text would come back as text.
    return isAll && isObject(raw) ? { data: raw } : undefined
  }
