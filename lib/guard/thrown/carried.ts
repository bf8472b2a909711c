/**
 * What an error, or a failure that was returned, carries beside its words: the responses behind it, in fields of any
 * name, their bodies, and data of its own. What cannot be read may state anything.
 */
import * as E from 'fp-ts/lib/Either.js'
import { statesEffect } from '../../core/failure/index.js'
import {
  hidesProxy,
  inheritedValue,
  isObject,
  isPlainObject,
  mayHoldMore,
  membersOf
} from '../../core/foreign/index.js'
import { dataOf } from '../../core/json/index.js'
import { isRefusingStatus, mayBeDoneBy } from '../../core/signs/index.js'
import {
  copyOf,
  failingStatus,
  hasNoClass,
  isResponse,
  responseField,
  thrownCopy,
  thrownField,
  thrownWords
} from './thrown-link.js'
import { isProxy } from '#platform'

// -- its fields

// What an error says of its request and of itself, in whatever else a service or a program says of what was done.
const OF_ERROR: ReadonlySet<string> = new Set(
  `name message stack code errno syscall path status statusCode cause errors originalError original driverError
  lastError request response config options headers responseHeaders issues inner params parameters args
  input sql query length address port timings`.split(/\s+/)
)
const MAX_OWN = 100

type Entry = readonly [key: string, value: unknown]

const isOpaque = (value: unknown): boolean => isObject(value) && hidesProxy(value, isProxy)

const ownEntries = (thrown: unknown): ReadonlyArray<Entry> =>
  isObject(thrown) && !isOpaque(thrown)
    ? Object.keys(thrown)
        .slice(0, MAX_OWN)
        .filter((key) => !OF_ERROR.has(key))
        .map((key) => [key, thrownField(thrown, key)])
    : []

// -- responses, and their bodies

/** The response behind an error, and whatever else in its fields has the status of a failure. */
const responsesOf = (thrown: unknown): ReadonlyArray<unknown> => [
  thrownField(thrown, 'response'),
  ...ownEntries(thrown)
    .map(([, value]) => value)
    .filter((value) => failingStatus(value) !== undefined)
]

const inResponse = (response: unknown): ReadonlyArray<unknown> => {
  const errors = thrownField(response, 'errors')
  return [thrownField(response, 'data'), thrownField(response, 'body'), errors === undefined ? undefined : { errors }]
}

const bodiesOf = (thrown: unknown): ReadonlyArray<unknown> => [
  ...responsesOf(thrown).flatMap(inResponse),
  thrownField(thrown, 'responseBody'),
  thrownField(thrown, 'body'),
  thrownField(thrown, 'data'),
  thrownField(thrown, 'error')
]

/**
 * The bodies that an error carries of the response that it came from, as data or text. A stream and whatever else is no
 * data is left out.
 */
export const thrownBodies = (thrown: unknown): ReadonlyArray<unknown> =>
  bodiesOf(thrown)
    .map(thrownCopy)
    .filter((body) => body !== undefined && body !== '')

/** The body that the words of an error quote: `HTTP 404: {"error":{"message":"No customer 9"}}`. */
export const bodyInWords = (thrown: unknown): unknown => {
  const message = thrownWords(thrown)
  const at = message.search(/[[{]/)
  const data = at < 0 ? undefined : dataOf(message.slice(at))
  return isObject(data) ? data : undefined
}

// A stream, a socket, a client
const emits = (value: unknown): boolean => typeof thrownField(value, 'on') === 'function'

const hasUnreadBody = (response: unknown): boolean =>
  isResponse(response) ? responseField(response, 'body') !== null : emits(response)

/**
 * Whether an error carries a body that nobody can read here: a stream, an instance of a class, or that of a Response,
 * where none beside it was read.
 */
export const hidesBody = (thrown: unknown): boolean => {
  const bodies = bodiesOf(thrown).filter((body) => body !== undefined)
  return (
    // The errors in its fields speak for themselves.
    bodies.some((body) => isObject(body) && (isOpaque(body) || !(body instanceof Error)) && E.isLeft(copyOf(body))) ||
    (bodies.length === 0 && [thrown, ...responsesOf(thrown)].some(hasUnreadBody))
  )
}

// -- data of its own

const MAX_DEPTH = 20
const MAX_VALUES = 10_000

/** What can be read of a value that is no data: its own fields, and those of instances below. */
class Reading {
  readonly #seen = new Set<object>()
  isOpen = false

  of(value: unknown, depth = 0): unknown {
    if (!isObject(value)) return typeof value === 'function' ? undefined : value
    if (isOpaque(value) || depth > MAX_DEPTH || this.#seen.size > MAX_VALUES) return this.#leaveOpen()
    if (this.#seen.has(value) || saysNothing(value)) return undefined
    this.#seen.add(value)
    const members = Array.isArray(value) ? (value as ReadonlyArray<unknown>) : membersOf(value)
    if (members !== undefined) return members.slice(0, MAX_VALUES).map((member) => this.of(member, depth + 1))
    if (!isPlainObject(value) && mayHoldMore(value, false)) this.#leaveOpen()
    const fields: Record<string, unknown> = {}
    const isFailure = failingStatus(value) !== undefined
    for (const key of Object.keys(value).slice(0, MAX_VALUES)) {
      if (isFailure && OF_ERROR.has(key)) continue
      const field = inheritedValue(value, key, isProxy, ACCESSOR)
      fields[key] = field === ACCESSOR ? this.#leaveOpen() : this.of(field, depth + 1)
    }
    return fields
  }

  #leaveOpen(): undefined {
    this.isOpen = true
  }
}

const ACCESSOR = Symbol('accessor')

// Errors and responses are asked elsewhere; what a platform has classes for is no outcome of a service.
const saysNothing = (value: object): boolean => {
  const type = thrownField(value, 'constructor')
  const name = typeof type === 'function' ? type.name : ''
  const isPlatforms =
    !Array.isArray(value) &&
    membersOf(value) === undefined &&
    !isPlainObject(value) &&
    (globalThis as Readonly<Record<string, unknown>>)[name] === type
  return value instanceof Error || ArrayBuffer.isView(value) || emits(value) || isPlatforms
}

const isNoData = (value: unknown): boolean => {
  const copied = copyOf(value)
  return E.isLeft(copied) && copied.left.code === 'not_data'
}

// More than is read of it may state anything.
const mayState = (body: unknown): boolean => {
  if (typeof body !== 'string' && !isObject(body)) return false
  if (!isNoData(body)) {
    const copied = copyOf(body)
    return E.isLeft(copied) || statesEffect(copied.right)
  }
  const reading = new Reading()
  const data = reading.of(body)
  return reading.isOpen || statesEffect(data)
}

/** Data in fields of an error's own: `Object.assign(new Error('Seat 3 is locked'), { booked: [1, 2] })`. */
const ownData = (thrown: unknown): object => {
  if (hasNoClass(thrown) && !isNoData(thrown)) return thrown
  // Of a response, its bodies speak.
  const isOwn = ([, value]: Entry): boolean =>
    isObject(value)
      ? failingStatus(value) === undefined || !isNoData(value)
      : typeof value !== 'string' || hasNoClass(thrown)
  return Object.fromEntries(ownEntries(thrown).filter(isOwn))
}

/** Whether an error, beside its words, states a deed or leaves that open. */
export const thrownStatesEffect = (thrown: unknown): boolean =>
  [ownData(thrown), ...bodiesOf(thrown), bodyInWords(thrown)].some(mayState)

// -- what is behind a getter

const isAccessor = (value: unknown, key: string): boolean => inheritedValue(value, key, isProxy, ACCESSOR) === ACCESSOR

const hides = (value: unknown, keys: ReadonlyArray<string>): boolean =>
  !isResponse(value) && keys.some((key) => isAccessor(value, key))

/** Whether an error tells its status, its response or its output to those alone who run its code. */
export const isVeiled = (thrown: unknown): boolean =>
  hides(thrown, ['status', 'statusCode', 'response', 'body', 'data', 'stdout', 'stderr', 'signal']) ||
  hides(thrownField(thrown, 'response'), ['status', 'statusCode', 'body', 'data']) ||
  ownEntries(thrown).some(([, value]) => hides(value, ['status', 'statusCode']))

// -- what stands below it

const MAX_LEVELS = 4
const MAX_VISITED = 2_000

const BELOW = ['response', 'cause', 'errors']

const fieldsBelow = (value: unknown): ReadonlyArray<unknown> => {
  if (!isObject(value) || isOpaque(value) || emits(value) || ArrayBuffer.isView(value)) return []
  if (Array.isArray(value)) return value.slice(0, MAX_VISITED + 1) as ReadonlyArray<unknown>
  return [...ownEntries(value).map(([, each]) => each), ...BELOW.map((key) => thrownField(value, key))]
}

/** Whatever has the status of a failure below a value; undefined where there is more than is read. */
const failuresBelow = (value: unknown): ReadonlyArray<unknown> | undefined => {
  const seen = new Set<unknown>([value])
  const found: Array<unknown> = []
  let level = fieldsBelow(value)
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    level = level.filter((each) => isObject(each) && !seen.has(each))
    for (const each of level) seen.add(each)
    if (seen.size > MAX_VISITED) return undefined
    found.push(...level.filter((each) => failingStatus(each) !== undefined))
    level = level.flatMap(fieldsBelow)
  }
  return found
}

const statusesOf = (failures: ReadonlyArray<unknown>): ReadonlyArray<number> =>
  failures.flatMap((each) => failingStatus(each) ?? [])

/** The statuses of failures in fields of any name; undefined where there are more fields than are read. */
export const statusesBelow = (thrown: unknown): ReadonlyArray<number> | undefined => {
  const failures = failuresBelow(thrown)
  return failures === undefined ? undefined : statusesOf(failures)
}

const isUnread = (response: unknown): boolean =>
  isResponse(response) && responseField(response, 'body') !== null && responseField(response, 'bodyUsed') !== true

/**
 * What the fields of a failure that a tool returned leave open, which no JSON of it shows: whether it may still be a
 * report, and whether the request may have been refused.
 */
export const openReturned = (value: unknown): { readonly mayReport: boolean; readonly mayRefuse: boolean } => {
  try {
    const failures = failuresBelow(value)
    const reading = new Reading()
    reading.of(value)
    if (failures === undefined || reading.isOpen) return { mayReport: false, mayRefuse: false }
    const statuses = statusesOf(failures)
    return {
      mayReport: !statuses.some(mayBeDoneBy),
      mayRefuse: statuses.every(isRefusingStatus) && !failures.some(isUnread)
    }
  } catch {
    return { mayReport: false, mayRefuse: false }
  }
}
