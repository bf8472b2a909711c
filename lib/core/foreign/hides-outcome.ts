/** Whether a value holds what its copy as data would not show: an error, or work that goes on. */
import { isObject } from './fields.js'
import { isThenable } from './promises.js'
import { hidesProxy, inheritedValue, ownValue, type IsProxy } from './property.js'

// What stands deeper is not read.
const MAX_DEPTH = 20

// A stream, a generator, a promise that nobody awaited; a Response, whose status no JSON shows.
const isOpen = (value: object, isProxy: IsProxy): boolean =>
  isThenable(value, isProxy) ||
  Symbol.asyncIterator in value ||
  (Symbol.iterator in value && typeof inheritedValue(value, 'next', isProxy) === 'function') ||
  (typeof Response === 'function' && value instanceof Response)

const membersOf = (value: object): ReadonlyArray<unknown> | undefined => {
  const members: Array<unknown> = []
  const add = (member: unknown): unknown => members.push(member)
  if (value instanceof Map) Map.prototype.forEach.call(value, add)
  else if (value instanceof Set) Set.prototype.forEach.call(value, add)
  else return undefined
  return members
}

/**
 * Whether a value is a function, an Error, a promise, a stream or a Response, or holds such an object: `[error, null]`,
 * the rows of `Promise.allSettled`; or a Map or a Set with a member that `admits` a failure. Runs no code of the
 * value's.
 */
export const hidesOutcome = (value: unknown, isProxy: IsProxy, admits: (member: unknown) => boolean): boolean => {
  const seen = new Set<object>()
  const hides = (one: unknown, depth: number): boolean => {
    if (!isObject(one) || ArrayBuffer.isView(one) || seen.has(one) || hidesProxy(one, isProxy)) return false
    seen.add(one)
    if (one instanceof Error || isOpen(one, isProxy)) return true
    // What it writes of itself was read.
    if (typeof inheritedValue(one, 'toJSON', isProxy) === 'function') return false
    const members = membersOf(one)
    if (members?.some(admits) === true || depth === MAX_DEPTH) return true
    const parts = members ?? Object.keys(one).map((key) => ownValue(one, key))
    return parts.some((part) => hides(part, depth + 1))
  }
  return typeof value === 'function' || hides(value, 0)
}
