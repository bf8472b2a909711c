/** All data that the words of a throw may be about. */
import { hidesProxy, isObject, isPlainObject, ownValue } from '../../core/foreign/index.js'
import { thrownBodies } from './carried.js'
import { allLinksOf, linksOf, thrownWords } from './thrown-link.js'
import { isProxy } from '#platform'

const MAX_DEPTH = 8
const MAX_VALUES = 2_000
const MAX_CHARS = 8_192
const MAX_LINKS = 20
const WORDS: ReadonlySet<string> = new Set(['message', 'stack'])

/** What is data in an error and the errors in it: no functions, accessors, or instances of other classes. */
const dataWithin = (thrown: unknown): unknown => {
  const seen = new Set<object>()
  let left = MAX_VALUES
  const visit = (value: unknown, depth: number): unknown => {
    left -= 1
    if (typeof value === 'string') return value.slice(0, MAX_CHARS)
    if (typeof value === 'number' || typeof value === 'bigint') return String(value)
    if (!isObject(value) || left < 0 || depth > MAX_DEPTH || seen.has(value) || hidesProxy(value, isProxy))
      return undefined
    seen.add(value)
    if (Array.isArray(value))
      return Array.from({ length: Math.min(value.length, left) }, (_, at) => visit(ownValue(value, at), depth + 1))
    if (!isPlainObject(value) && !(value instanceof Error)) return undefined
    // Those of an error need not be enumerable; its words are given as such.
    const isError = value instanceof Error
    const names = Object.getOwnPropertyNames(value).filter((name) => !isError || !WORDS.has(name))
    return Object.fromEntries(names.map((name) => [name, visit(ownValue(value, name), depth + 1)]))
  }
  return visit(thrown, 0)
}

/** Of all errors in it: their words and fields, and the bodies of the responses that they came from. */
export const thrownSources = (thrown: unknown): ReadonlyArray<unknown> => [
  dataWithin(thrown),
  ...linksOf(thrown).flatMap(thrownBodies),
  ...(allLinksOf(thrown) ?? linksOf(thrown)).slice(0, MAX_LINKS).map(thrownWords)
]
