/** Whether a value holds what its copy as data would not show: an error, or work that goes on. */
import { isObject, isPlainObject, isPlainPrototype } from './fields.js'
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

// What a Result or an Either is asked by, and what folds one
const FOLDS =
  /^is(?:Err|Fail(?:ure)?|Just|Left|None|Nothing|Ok|Right|Some|Success)$|^(?:bimap|cata|chain(?:Left)?|either|fold|fork|getOrElse|mapErr|mapLeft|match|orElse|unwrap(?:Or)?)$/
// `isPaid()`, a getter `status`
const TELLS = new RegExp(
  `^(?:is|has)[A-Z]|^(?:errors?|failed|failure|ok|status|statusCode|succeeded|success)$|${FOLDS.source}`
)

const isCode = (own: PropertyDescriptor): boolean => 'get' in own || typeof own.value === 'function'

const LISTED: ReadonlySet<object> = new Set([Map.prototype, Set.prototype])

/** Whether only code of a class tells an outcome, under one of such names. */
const classWith = (names: RegExp): ((prototype: object | null) => boolean) => {
  const known = new WeakMap<object, boolean>()
  const tells = (prototype: object | null): boolean => {
    // `isSubsetOf()` of newer platforms
    if (prototype === null || isPlainPrototype(prototype) || LISTED.has(prototype)) return false
    const told =
      known.get(prototype) ??
      (Object.entries(Object.getOwnPropertyDescriptors(prototype)).some(
        ([key, own]) => names.test(key) && isCode(own)
      ) ||
        tells(Object.getPrototypeOf(prototype) as object | null))
    known.set(prototype, told)
    return told
  }
  return tells
}

const classTells = /* @__PURE__ */ classWith(TELLS)
const classFolds = /* @__PURE__ */ classWith(FOLDS)

// A Left of purify-ts writes itself as what it holds, as a Right does.
const isFolded = (value: object): boolean =>
  Object.keys(value).some((key) => FOLDS.test(key) && typeof ownValue(value, key) === 'function') ||
  classFolds(Object.getPrototypeOf(value) as object | null)

// Private fields; fields under symbols, as in the Response of node-fetch; functions; an outcome that only code tells.
const hidesState = (value: object, isCollection: boolean): boolean => {
  if (Array.isArray(value)) return false
  const isInstance = !isPlainObject(value)
  return (
    Object.keys(value).some((key) => (isInstance || TELLS.test(key)) && typeof ownValue(value, key) === 'function') ||
    (isInstance &&
      (mayHoldMore(value, isCollection) ||
        Object.getOwnPropertySymbols(value).length > 0 ||
        classTells(Object.getPrototypeOf(value) as object)))
  )
}

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
    if (typeof inheritedValue(one, 'toJSON', isProxy) === 'function') return isFolded(one)
    const pairs = pairsOf(one)
    if (pairs !== undefined) return admits(pairs)
    const members = membersOf(one)
    if (members?.some(admits) === true || depth === MAX_DEPTH) return true
    if (hidesState(one, members !== undefined)) return true
    const parts = members ?? Object.keys(one).map((key) => ownValue(one, key))
    return parts.some((part) => hides(part, depth + 1))
  }
  return typeof value === 'function' || hides(value, 0)
}
