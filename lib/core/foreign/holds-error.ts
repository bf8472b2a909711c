/** Whether a value holds an Error: its copy as data would not show it. */
import { isObject, isPlainObject } from './fields.js'
import { hidesProxy, ownValue, type IsProxy } from './property.js'

const MAX_DEPTH = 3
const MAX_VALUES = 50

/**
 * Whether a value is an Error, or holds one where programs put it: `[error, null]`, `{ error }`, the rows of
 * `Promise.allSettled`. Runs no code of the value's.
 */
export const holdsError = (value: unknown, isProxy: IsProxy, depth = 0): boolean => {
  if (!isObject(value) || hidesProxy(value, isProxy)) return false
  if (value instanceof Error) return true
  if (depth === MAX_DEPTH || !(Array.isArray(value) || isPlainObject(value))) return false
  return Object.keys(value)
    .slice(0, MAX_VALUES)
    .some((key) => holdsError(ownValue(value, key), isProxy, depth + 1))
}
