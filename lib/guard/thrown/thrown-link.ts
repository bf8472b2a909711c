/**
 * Reads single fields of thrown values, which may be anything: own and inherited data only, never a getter, but those
 * of the platform's own classes.
 */
import { statesEffect, withoutEcho } from '../../core/failure/index.js'
import { isSecretName, nameOf, withoutQuoted } from '../../core/redact/index.js'
import { copyData, hidesProxy, inheritedValue, isObject, isPlainObject, membersOf } from '../../core/foreign/index.js'
import { dataOf } from '../../core/json/index.js'
import * as E from 'fp-ts/lib/Either.js'
import { isProxy } from '#platform'

// -- fields

export const thrownField = (value: unknown, key: string): unknown => inheritedValue(value, key, isProxy)

export const thrownText = (value: unknown, key: string): string => {
  const found = thrownField(value, key)
  return typeof found === 'string' ? found : ''
}

const isInstance = (value: unknown, type: unknown): value is object =>
  isObject(value) && !hidesProxy(value, isProxy) && typeof type === 'function' && value instanceof type

// These classes keep what they hold behind getters of their prototypes: those are the platform's code, and not the
// thrown value's.
const native = (type: { readonly prototype: object }, value: object, key: string): unknown =>
  Reflect.get(type.prototype, key, value)

const globalType = (name: 'DOMException' | 'Response' | 'Headers') =>
  (globalThis as Readonly<Record<string, unknown>>)[name] as { readonly prototype: object } | undefined

const nativeText = (thrown: unknown, key: 'name' | 'message'): string => {
  const own = thrownText(thrown, key)
  const type = globalType('DOMException')
  if (own !== '' || type === undefined || !isInstance(thrown, type)) return own
  const found = native(type, thrown, key)
  return typeof found === 'string' ? found : ''
}

/** The name of an error: of its own, or of its class. */
export const thrownName = (thrown: unknown): string => {
  const name = nativeText(thrown, 'name')
  return name === '' || name === 'Error' ? thrownText(thrownField(thrown, 'constructor'), 'name') || name : name
}

/** The message of an error, or a thrown text. */
export const messageAsThrown = (thrown: unknown): string =>
  typeof thrown === 'string' ? thrown : nativeText(thrown, 'message')

// Of a validator's issues, the first few are asked.
const FIRST = '0 1 2 3 4 5 6 7'.split(' ')

/**
 * The same without the call that it repeats, and without what a validator quotes of a secret, or PostgreSQL (class 22)
 * of any value.
 */
export const thrownWords = (thrown: unknown): string => {
  const words = withoutEcho(messageAsThrown(thrown))
  const issues = thrownField(thrown, 'issues')
  const isAbout =
    thrownText(thrown, 'code').startsWith('22') ||
    FIRST.some((at) => isSecretName(nameOf(thrownCopy(thrownField(thrownField(issues, at), 'path')))))
  return isAbout ? withoutQuoted(words) : words
}

/** The codes that an error names itself by. */
export const thrownCodes = (thrown: unknown): ReadonlyArray<string | number> =>
  ['code', 'errorCode', 'codeName', 'type']
    .map((key) => thrownField(thrown, key))
    .filter((code): code is string | number => typeof code === 'string' || typeof code === 'number')

// -- the response behind an error

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : undefined

const isFailing = (status: number | undefined): status is number =>
  status !== undefined && Number.isInteger(status) && status >= 400 && status < 600

const responseField = (response: unknown, key: 'status' | 'headers'): unknown => {
  const type = globalType('Response')
  return type !== undefined && isInstance(response, type) ? native(type, response, key) : thrownField(response, key)
}

/** The HTTP status that an error reports, its own, its response's or its metadata's; undefined for those of success. */
export const thrownStatus = (thrown: unknown): number | undefined => {
  const response = thrownField(thrown, 'response')
  return [
    thrownField(thrown, 'status'),
    thrownField(thrown, 'statusCode'),
    responseField(response, 'status') ?? thrownField(response, 'statusCode'),
    // AWS
    thrownField(thrownField(thrown, '$metadata'), 'httpStatusCode'),
    // Google's clients
    thrownField(thrown, 'code')
  ]
    .map(numberIn)
    .find(isFailing)
}

const MAX_HEADERS = 200

const headerIn = (headers: unknown, name: string): string | undefined => {
  const type = globalType('Headers')
  if (type !== undefined && isInstance(headers, type)) return (headers as Headers).get(name) ?? undefined
  if (!isObject(headers) || hidesProxy(headers, isProxy)) return undefined
  const key = Object.keys(headers)
    .slice(0, MAX_HEADERS)
    .find((each) => each.toLowerCase() === name)
  const value = key === undefined ? undefined : thrownField(headers, key)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** A header of the response that an error came from, wherever its client keeps them. */
export const thrownHeader = (thrown: unknown, name: string): string | undefined =>
  [
    thrownField(thrown, 'headers'),
    thrownField(thrown, 'responseHeaders'),
    responseField(thrownField(thrown, 'response'), 'headers')
  ]
    .map((headers) => headerIn(headers, name))
    .find((value) => value !== undefined)

// As much as is read of a response.
const LIMITS = { maxDepth: 20, maxValues: 32_768, maxChars: 65_536 }

const copyOf = (body: unknown): ReturnType<typeof copyData> => copyData(body, { ...LIMITS, isProxy })

/** A copy of data, or the beginning of a text; undefined of anything else. */
export const thrownCopy = (body: unknown): unknown => {
  if (typeof body === 'string') return body.slice(0, LIMITS.maxChars)
  const copied = isObject(body) ? copyOf(body) : E.left(undefined)
  return E.isRight(copied) ? copied.right : undefined
}

const plainIn = (thrown: unknown): unknown =>
  isObject(thrown) && !hidesProxy(thrown, isProxy) && isPlainObject(thrown) ? thrown : undefined

/** The data of a thrown value that is no error but an object of fields. */
export const thrownData = (thrown: unknown): unknown => thrownCopy(plainIn(thrown))

/**
 * The bodies that an error carries of the response that it came from, as data or text. A stream and whatever else is no
 * data is left out.
 */
export const thrownBodies = (thrown: unknown): ReadonlyArray<unknown> =>
  bodiesOf(thrown)
    .map(thrownCopy)
    .filter((body) => body !== undefined && body !== '')

const bodiesOf = (thrown: unknown): ReadonlyArray<unknown> => {
  const response = thrownField(thrown, 'response')
  const errors = thrownField(response, 'errors')
  return [
    thrownField(response, 'data'),
    thrownField(response, 'body'),
    errors === undefined ? undefined : { errors },
    thrownField(thrown, 'responseBody'),
    thrownField(thrown, 'body'),
    thrownField(thrown, 'data'),
    thrownField(thrown, 'error')
  ]
}

/** The body that the words of an error quote: `HTTP 404: {"error":{"message":"No customer 9"}}`. */
export const bodyInWords = (thrown: unknown): unknown => {
  const message = thrownWords(thrown)
  const at = message.search(/[[{]/)
  const data = at < 0 ? undefined : dataOf(message.slice(at))
  return isObject(data) ? data : undefined
}

// More than is read of a body may state anything.
const mayState = (body: unknown): boolean => {
  if (typeof body !== 'string' && !isObject(body)) return false
  const copied = copyOf(body)
  return E.isRight(copied) ? statesEffect(copied.right) : copied.left.code !== 'not_data'
}

// What an error says of its request and of itself, in whatever else a service or a program says of what was done.
const OF_ERROR: ReadonlySet<string> = new Set(
  `name message stack code errno syscall path status statusCode cause errors originalError original driverError
  lastError request response config options headers responseHeaders issues inner params parameters args
  input sql query length address port timings`.split(/\s+/)
)
const MAX_OWN = 100

// JSON leaves their members out.
const listed = (value: unknown): unknown =>
  isObject(value) && !hidesProxy(value, isProxy) ? (membersOf(value) ?? value) : value

/** Data in fields of an error's own: `Object.assign(new Error('Seat 3 is locked'), { booked: [1, 2] })`. */
const ownData = (thrown: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (!isObject(thrown) || hidesProxy(thrown, isProxy) || isPlainObject(thrown)) return undefined
  const own: Record<string, unknown> = {}
  for (const key of Object.keys(thrown).slice(0, MAX_OWN)) {
    const value = listed(thrownField(thrown, key))
    if (!OF_ERROR.has(key) && typeof value !== 'string' && (!isObject(value) || E.isRight(copyOf(value))))
      own[key] = value
  }
  return own
}

/** Whether an error, beside its words, states a deed or leaves that open. */
export const thrownStatesEffect = (thrown: unknown): boolean =>
  [plainIn(thrown), ownData(thrown), ...bodiesOf(thrown), bodyInWords(thrown)].some(mayState)

// -- what is behind a getter

const ACCESSOR = Symbol('accessor')
const isAccessor = (value: unknown, key: string): boolean => inheritedValue(value, key, isProxy, ACCESSOR) === ACCESSOR

/** Whether an error tells its status, its response or its output to those alone who run its code. */
export const isVeiled = (thrown: unknown): boolean => {
  const response = thrownField(thrown, 'response')
  const type = globalType('Response')
  const isNative = type !== undefined && isInstance(response, type)
  return (
    ['status', 'statusCode', 'response', 'body', 'data', 'stdout', 'stderr', 'signal'].some((key) =>
      isAccessor(thrown, key)
    ) ||
    (!isNative && ['status', 'statusCode', 'body', 'data'].some((key) => isAccessor(response, key)))
  )
}

// -- the errors behind an error

const LINKS = ['cause', 'originalError', 'original', 'driverError', 'lastError'] as const
const MAX_LINKS = 5

/** The error and those that it wraps, outermost first, at most five. */
export const linksOf = (thrown: unknown): ReadonlyArray<unknown> => {
  const links: Array<unknown> = []
  let link = thrown
  while (links.length < MAX_LINKS && link !== undefined && link !== null && !links.includes(link)) {
    links.push(link)
    const errors = thrownField(link, 'errors')
    link =
      LINKS.map((key) => thrownField(link, key)).find((each) => isObject(each)) ??
      (Array.isArray(errors) && isInstance(link, Error) && !hidesProxy(errors, isProxy) ? errors[0] : undefined)
  }
  return links
}

const MAX_PARTS = 1_000

/** The errors of a list; undefined where it has more than are read. */
const partsOf = (link: unknown): ReadonlyArray<unknown> | undefined => {
  const errors = thrownField(link, 'errors')
  if (!Array.isArray(errors) || hidesProxy(errors, isProxy)) return []
  return errors.length > MAX_PARTS ? undefined : errors.filter((one) => isObject(one) || typeof one === 'string')
}

/** The same, with all of the lists that they hold; undefined where there are more than are read. */
export const allLinksOf = (thrown: unknown): ReadonlyArray<unknown> | undefined => {
  const links = linksOf(thrown)
  const parts = links.map(partsOf)
  return links.length === MAX_LINKS || parts.includes(undefined)
    ? undefined
    : [...links, ...parts.flat().flatMap(linksOf)]
}
