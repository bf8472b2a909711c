/** Whether a value holds what its copy as data would not show: an error, or work that goes on. */
import { isObject, isPlainObject } from './fields.js'
import { mayHoldMore } from './hidden-state.js'
import { isThenable } from './promises.js'
import { hidesProxy, inheritedValue, membersOf, ownValue, type IsProxy } from './property.js'

// What stands deeper is not read.
const MAX_DEPTH = 20

// A stream, a generator, a promise that nobody awaited, an observable that nobody subscribed to; a Response, whose
// status no JSON shows.
const isOpen = (value: object, isProxy: IsProxy): boolean =>
  isThenable(value, isProxy) ||
  (!isPlainObject(value) && typeof inheritedValue(value, 'subscribe', isProxy) === 'function') ||
  Symbol.asyncIterator in value ||
  (Symbol.iterator in value && typeof inheritedValue(value, 'next', isProxy) === 'function') ||
  (typeof Response === 'function' && value instanceof Response)

// They were read as the text that they are.
const isBytes = (value: object): boolean => ArrayBuffer.isView(value) || value instanceof ArrayBuffer

// A form that a service answered: `ACK=Failure&…`
const pairsOf = (value: object): Readonly<Record<string, unknown>> | undefined => {
  const type = [URLSearchParams, Headers, FormData].find((one) => value instanceof one)
  if (type === undefined) return undefined
  const pairs: Record<string, unknown> = {}
  const add = (text: unknown, name: string): unknown => (pairs[name] = text)
  Reflect.apply(type.prototype.forEach as (each: typeof add) => void, value, [add])
  return pairs
}

const ACCESSOR = Symbol('accessor')
const OUTCOMES = ['error', 'errors', 'ok', 'status', 'statusCode', 'success']

// Private fields; fields under symbols, as in the Response of node-fetch; functions; an outcome that only code of its
// class tells.
const hidesState = (value: object, isCollection: boolean, isProxy: IsProxy): boolean =>
  !Array.isArray(value) &&
  !isPlainObject(value) &&
  (mayHoldMore(value, isCollection) ||
    Object.getOwnPropertySymbols(value).length > 0 ||
    Object.keys(value).some((key) => typeof ownValue(value, key) === 'function') ||
    OUTCOMES.some((key) => inheritedValue(value, key, isProxy, ACCESSOR) === ACCESSOR))

/**
 * Whether a value is a function, an Error, a promise, a stream, a Response or an instance that hides its state, or
 * holds such an object: `[error, null]`, the rows of `Promise.allSettled`; or one that `isFailure`, or a Map or a Set
 * with a member, or a form, that `admits` one. Runs no code of the value's.
 */
export const hidesOutcome = (
  value: unknown,
  isProxy: IsProxy,
  isFailure: (object: object) => boolean,
  admits: (member: unknown) => boolean
): boolean => {
  const seen = new Set<object>()
  const hides = (one: unknown, depth: number): boolean => {
    if (!isObject(one) || isBytes(one) || seen.has(one) || hidesProxy(one, isProxy)) return false
    seen.add(one)
    if (one instanceof Error || isOpen(one, isProxy) || isFailure(one)) return true
    // What it writes of itself was read.
    if (typeof inheritedValue(one, 'toJSON', isProxy) === 'function') return false
    const pairs = pairsOf(one)
    if (pairs !== undefined) return admits(pairs)
    const members = membersOf(one)
    if (members?.some(admits) === true || depth === MAX_DEPTH) return true
    if (hidesState(one, members !== undefined, isProxy)) return true
    const parts = members ?? Object.keys(one).map((key) => ownValue(one, key))
    return parts.some((part) => hides(part, depth + 1))
  }
  return typeof value === 'function' || hides(value, 0)
}
