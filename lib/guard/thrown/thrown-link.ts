/**
 * Reads single fields of thrown values, which may be anything: own and inherited data only, never a getter, but those
 * of the platform's own classes.
 */
import { withoutEcho } from '../../core/failure/index.js'
import { isSecretName, nameOf, withoutQuoted } from '../../core/redact/index.js'
import { copyData, hidesProxy, inheritedValue, isObject, isPlainObject } from '../../core/foreign/index.js'
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

/** Whether a value is a Response of the platform, whose getters tell it. */
export const isResponse = (value: unknown): value is object => {
  const type = globalType('Response')
  return type !== undefined && isInstance(value, type)
}

/** A field of a response, whichever client it is of. */
export const responseField = (response: unknown, key: 'status' | 'headers' | 'body' | 'bodyUsed'): unknown =>
  isResponse(response) ? native(Response, response, key) : thrownField(response, key)

/** The HTTP status of a response, or of anything else that has one; undefined for those of success. */
export const failingStatus = (response: unknown): number | undefined =>
  [responseField(response, 'status'), thrownField(response, 'statusCode')].map(numberIn).find(isFailing)

/** The HTTP status that an error reports, its own, its response's or its metadata's; undefined for those of success. */
export const thrownStatus = (thrown: unknown): number | undefined =>
  [
    failingStatus(thrown),
    failingStatus(thrownField(thrown, 'response')),
    // Shopify's client
    thrownField(thrownField(thrown, 'response'), 'code'),
    // AWS
    thrownField(thrownField(thrown, '$metadata'), 'httpStatusCode'),
    // Google's clients
    thrownField(thrown, 'code')
  ]
    .map(numberIn)
    .find(isFailing)

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

// -- data

// As much as is read of a response.
const LIMITS = { maxDepth: 20, maxValues: 32_768, maxChars: 65_536 }

/** A copy of data, or why a value is none. */
export const copyOf = (body: unknown): ReturnType<typeof copyData> => copyData(body, { ...LIMITS, isProxy })

/** A copy of data, or the beginning of a text; undefined of anything else. */
export const thrownCopy = (body: unknown): unknown => {
  if (typeof body === 'string') return body.slice(0, LIMITS.maxChars)
  const copied = isObject(body) ? copyOf(body) : E.left(undefined)
  return E.isRight(copied) ? copied.right : undefined
}

/** The data of a thrown value that is no error but an object of fields. */
export const thrownData = (thrown: unknown): unknown => (hasNoClass(thrown) ? thrownCopy(thrown) : undefined)

/** Whether a value is an object of no class. */
export const hasNoClass = (thrown: unknown): thrown is object =>
  isObject(thrown) && !hidesProxy(thrown, isProxy) && isPlainObject(thrown)

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
