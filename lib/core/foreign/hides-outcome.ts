/** Whether a value holds what its copy as data would not show: an error, or work that goes on. */
import { isObject, isPlainObject } from './fields.js'
import { mayHoldMore } from './hidden-state.js'
import { isThenable } from './promises.js'
import { hidesProxy, inheritedValue, membersOf, ownValue, type IsProxy } from './property.js'
import { classFolds, classTells, isFold, isQuestion } from './told-by-code.js'

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

// A Left of purify-ts writes itself as what it holds, as a Right does.
const isFolded = (value: object, isProxy: IsProxy): boolean =>
  Object.keys(value).some((key) => isFold(key) && typeof ownValue(value, key) === 'function') ||
  classFolds(value, isProxy)

const isInstance = (value: object): boolean =>
  Array.isArray(value) ? !Array.isArray(Object.getPrototypeOf(value)) : !isPlainObject(value)

// Private fields; fields under symbols, as in the Response of node-fetch; those that are not enumerable.
const hidesFields = (value: object, isCollection: boolean): boolean =>
  mayHoldMore(value, isCollection || Array.isArray(value)) ||
  Object.getOwnPropertySymbols(value).length > 0 ||
  (!Array.isArray(value) &&
    Object.getOwnPropertyNames(value).some(
      (key) => !Object.prototype.propertyIsEnumerable.call(value, key) && typeof ownValue(value, key) !== 'function'
    ))

// Functions; an outcome that only code tells.
const hidesState = (value: object, isCollection: boolean, isProxy: IsProxy): boolean => {
  const ofClass = isInstance(value)
  const isCode = (key: string): boolean => {
    const code = ownValue(value, key)
    return typeof code === 'function' && (ofClass || isQuestion(key, code, isProxy))
  }
  return (
    (!Array.isArray(value) && Object.keys(value).some(isCode)) ||
    (ofClass && (hidesFields(value, isCollection) || classTells(value, isProxy)))
  )
}

// JSON shows none of the fields of a list, such as the `count` of postgres.js. They stand behind its items.
const besideItems = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.slice(names.findLastIndex((name) => /^\d+$/.test(name)) + 1).filter((name) => name !== 'length')

/**
 * Whether a value is a function, an Error, a promise, a stream, a Response or an instance that hides its state, or
 * holds such an object: `[error, null]`, the rows of `Promise.allSettled`; or one that `isFailure`, or a Map or a Set
 * with a member, a form, or a list with a field, that `admits` one. Runs no code of the value's.
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
    // What it writes of itself was read. Headers of axios have a getter of it.
    if (typeof inheritedValue(one, 'toJSON', isProxy, isFolded) === 'function') return isFolded(one, isProxy)
    const pairs = pairsOf(one)
    if (pairs !== undefined) return admits(pairs)
    const members = membersOf(one)
    if (members?.some(admits) === true || depth === MAX_DEPTH) return true
    if (hidesState(one, members !== undefined, isProxy)) return true
    const names = Array.isArray(one) ? Object.getOwnPropertyNames(one) : Object.keys(one)
    const admitsField = (name: string): boolean => {
      const field = ownValue(one, name)
      return !isObject(field) && admits({ [name]: field })
    }
    if (Array.isArray(one) && besideItems(names).some(admitsField)) return true
    const parts = members ?? names.map((name) => ownValue(one, name))
    return parts.some((part) => hides(part, depth + 1))
  }
  return typeof value === 'function' || hides(value, 0)
}
