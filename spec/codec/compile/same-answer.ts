/**
 * Tells whether two answers to one input are the same, down to references, prototypes, key order, holes and signs of
 * zero.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { types } from 'node:util'

const collect = (value: unknown, into: Set<unknown>): Set<unknown> => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || into.has(value)) return into
  into.add(value)
  for (const key of Reflect.ownKeys(value)) collect(Reflect.getOwnPropertyDescriptor(value, key)?.value, into)
  return into
}

/** Where two results differ, or undefined. Parts of the input must be the same references. */
export const difference = (input: unknown, expected: unknown, actual: unknown): string | undefined => {
  const known = collect(input, new Set())
  const pairs = new Map<unknown, unknown>()

  const compare = (a: unknown, b: unknown, path: string): string | undefined => {
    if (Object.is(a, b)) return undefined
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
      return `${path}: ${String(a)} became ${String(b)}`
    if (known.has(a)) return `${path}: no longer the input's own reference`
    if (known.has(b)) return `${path}: the input's own reference instead of a new object`
    if (pairs.get(a) === b) return undefined
    pairs.set(a, b)
    // An own `__proto__` key makes io-ts's copies inherit from what it holds, which may itself be new.
    const inherited = compare(Object.getPrototypeOf(a), Object.getPrototypeOf(b), `${path}.[[Prototype]]`)
    if (inherited !== undefined) return inherited
    if (types.isDate(a) && types.isDate(b))
      return Object.is(a.getTime(), b.getTime()) ? undefined : `${path}: another time`
    const keys = Reflect.ownKeys(a)
    const others = Reflect.ownKeys(b)
    if (keys.length !== others.length || keys.some((key, i) => key !== others[i]))
      return `${path}: keys ${keys.map(String).join()} became ${others.map(String).join()}`
    for (const key of keys) {
      const one = Reflect.getOwnPropertyDescriptor(a, key)!
      const other = Reflect.getOwnPropertyDescriptor(b, key)!
      if (one.get !== other.get || one.enumerable !== other.enumerable || one.writable !== other.writable)
        return `${path}.${String(key)}: another kind of property`
      const found = compare(one.value, other.value, `${path}.${String(key)}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  return compare(expected, actual, '$')
}

const errorDifference = (
  input: unknown,
  expected: t.ValidationError,
  actual: t.ValidationError
): string | undefined => {
  if (Object.keys(expected).join() !== Object.keys(actual).join())
    return `error with keys ${Object.keys(actual).join()}`
  if (expected.message !== actual.message) return `message ${actual.message}`
  if (expected.context.length !== actual.context.length)
    return `context of ${actual.context.length} entries, not ${expected.context.length}`
  for (const [i, entry] of expected.context.entries()) {
    const other = actual.context[i]!
    if (entry.key !== other.key) return `key ${other.key}, not ${entry.key}`
    if (entry.type !== other.type) return `type ${other.type.name} at ${i}, not ${entry.type.name}`
    if ('actual' in entry !== 'actual' in other) return `actual at ${i}`
    const found = difference(input, entry.actual, other.actual)
    if (found !== undefined) return `actual at ${i}: ${found}`
  }
  return difference(input, expected.value, actual.value)
}

/** Where two decoders' answers to one input differ, or undefined. */
export const answerDifference = (
  input: unknown,
  expected: t.Validation<unknown>,
  actual: t.Validation<unknown>
): string | undefined => {
  if (E.isRight(expected))
    return E.isRight(actual) ? difference(input, expected.right, actual.right) : 'refused, not accepted'
  if (E.isRight(actual)) return 'accepted, not refused'
  if (expected.left.length !== actual.left.length) return `${actual.left.length} errors, not ${expected.left.length}`
  for (const [i, error] of expected.left.entries()) {
    const found = errorDifference(input, error, actual.left[i]!)
    if (found !== undefined) return `error ${i}: ${found}`
  }
  return undefined
}
