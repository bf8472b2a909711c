/** The one walk over a parsed response before any recursion: its depth, its size, its numbers and its `__proto__` keys. */
import * as E from 'fp-ts/lib/Either.js'
import { DEFAULT_LIMITS, type CopyLimits } from './foreign/copy-data.js'
import { schemaMismatch, type SchemaMismatch } from './tool-error.js'

// -- model

export interface WalkResult {
  /** Whether some number is infinite or beyond ±(2^53−1), so that the text may hold digits that the number lost. */
  readonly hasUnsafe: boolean
}

type Container = Array<unknown> | Record<string, unknown>

// -- walking

// The state of the current walk: walks are synchronous and run no other code. One object serves all of them, because an engine drops code optimized for a shape
// when a collection finds no object of it.
const found = { values: 0, hasUnsafe: false, isTooDeep: false }

// Recursion takes two thirds of the time of a loop with its own stack, and its depth is bounded.
const visit = (value: unknown, depth: number, maxDepth: number): void => {
  found.values++
  if (typeof value === 'number') {
    if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) found.hasUnsafe = true
    // Not `isObject`: a function call for each value is a fifth of the walk.
  } else if (typeof value === 'object' && value !== null) {
    if (depth < maxDepth) enter(value as Container, depth + 1, maxDepth)
    else found.isTooDeep = true
  }
}

const enter = (container: Container, depth: number, maxDepth: number): void => {
  if (Array.isArray(container)) {
    for (let i = 0; i < container.length; i++) visit(container[i], depth, maxDepth)
    return
  }
  // Takes half the time of `Object.keys`; results of JSON.parse inherit nothing enumerable.
  for (const key in container) {
    // Comparing prototypes is free; searching the text for the key first cost more than the whole walk.
    if (key === '__proto__') Reflect.deleteProperty(container, key)
    else visit(container[key], depth, maxDepth)
  }
}

/**
 * Removes own `__proto__` keys and refuses data that are too deep or hold too many values. Only for results of `JSON.parse`: it runs on every response and
 * relies on a tree of plain data. It counts on after the depth limit, because depth wins over size.
 */
export const walkJson = (
  root: unknown,
  { maxDepth = DEFAULT_LIMITS.maxDepth, maxValues = DEFAULT_LIMITS.maxValues }: Partial<CopyLimits>
): E.Either<SchemaMismatch, WalkResult> => {
  found.values = 0
  found.hasUnsafe = false
  found.isTooDeep = false
  visit(root, 0, maxDepth)
  const { values, hasUnsafe, isTooDeep } = found
  if (isTooDeep) return E.left(tooDeep(maxDepth))
  return values > maxValues ? E.left(tooLarge(maxValues)) : E.right({ hasUnsafe })
}

const tooDeep = (maxDepth: number): SchemaMismatch =>
  schemaMismatch({ code: 'too_deep', detail: `The response is nested more than ${maxDepth} levels deep.` })

const tooLarge = (maxValues: number): SchemaMismatch =>
  schemaMismatch({ code: 'too_large', detail: `The response holds more than ${maxValues} values.` })
