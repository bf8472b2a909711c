/**
 * The errors that an error holds in fields of any name, and the attempts that its client made: each may say that an
 * earlier request is open, and none that the last one was refused.
 */
import { hidesProxy, isObject } from '../../core/foreign/index.js'
import { plainName } from '../../core/signs/index.js'
import { thrownField } from './thrown-link.js'
import { isProxy } from '#platform'

const MAX_DEPTH = 4
const MAX_FIELDS = 100
const MAX_VISITED = 1_000

type Entry = readonly [key: string, value: unknown]

// Of a list by its index: it may have a million elements.
const keysOf = (value: object): ReadonlyArray<string> =>
  Array.isArray(value)
    ? Array.from({ length: Math.min(value.length, MAX_VISITED) }, (_, at) => String(at))
    : Object.getOwnPropertyNames(value).slice(0, MAX_FIELDS)

const fieldsOf = (value: unknown): ReadonlyArray<Entry> =>
  isObject(value) && !hidesProxy(value, isProxy) && !ArrayBuffer.isView(value)
    ? keysOf(value).map((key) => [key, thrownField(value, key)] as const)
    : []

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const isErrorLike = (value: unknown): boolean =>
  isObject(value) &&
  !hidesProxy(value, isProxy) &&
  (value instanceof Error || ['message', 'code'].some((key) => isText(thrownField(value, key))))

/** What stands below a value, as far as `enters` goes; undefined where there is more than is read. */
const below = (value: unknown, enters: (value: unknown) => boolean): ReadonlyArray<Entry> | undefined => {
  const seen = new Set<unknown>([value])
  const found: Array<Entry> = []
  let level = [value]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const entries = level.flatMap(fieldsOf)
    found.push(...entries)
    if (found.length > MAX_VISITED * 10) return undefined
    level = entries.map(([, each]) => each).filter((each) => isObject(each) && !seen.has(each) && enters(each))
    for (const each of level) seen.add(each)
    if (seen.size > MAX_VISITED) return undefined
  }
  return found
}

/** The errors in the fields of an error, and of those; undefined where there are more than are read. */
export const innerErrorsOf = (thrown: unknown): ReadonlyArray<unknown> | undefined =>
  below(thrown, (each) => Array.isArray(each) || isErrorLike(each))
    ?.map(([, value]) => value)
    .filter(isErrorLike)

// `retries` is how many a client may make.
const OF_ATTEMPTS = /^(?:(?:total|num(?:berof)?)?attempts?(?:number|count|made)?|tries)$/
const OF_RETRIES = /^(?:(?:total|num(?:berof)?)?retr(?:ies|y)(?:count|number)|retried)$/

const isAgain = ([key, value]: Entry): boolean =>
  (OF_ATTEMPTS.test(plainName(key)) && (Array.isArray(value) ? value.length : Number(value)) > 1) ||
  (OF_RETRIES.test(plainName(key)) && typeof value === 'number' && value > 0)

// `$metadata`, `config['axios-retry']`, `response`
const MAX_NEAR = 3

/** Whether a client says by a count that it made more than one attempt. */
export const wasRetried = (thrown: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [thrown]
  for (let depth = 0; depth < MAX_NEAR; depth++) {
    const entries = level.flatMap(fieldsOf)
    if (entries.some(isAgain)) return true
    level = entries
      .map(([, value]) => value)
      .filter(isObject)
      .slice(0, MAX_FIELDS)
  }
  return false
}
