/** The one walk over a parsed answer before anything recursive sees it: its depth, its size, its numbers and its `__proto__` keys. */
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

// Of the walk that is going on: walks are synchronous and run no other code. One object for all of them, because
// an engine forgets the code that it made for objects of a shape when a collection finds none of them.
const found = { values: 0, hasUnsafe: false, isTooDeep: false }

// A recursion takes two thirds of the time that a loop with a stack of its own takes, and its depth is bounded.
const visit = (value: unknown, depth: number, maxDepth: number): void => {
  found.values++
  if (typeof value === 'number') {
    if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) found.hasUnsafe = true
    // Not `isObject`: a call for each value is a fifth of the walk.
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
  // Half the time of `Object.keys`; what JSON.parse made inherits nothing enumerable.
  for (const key in container) {
    // Comparing two pointers a key costs nothing to be seen; searching the text for the key first cost more than the whole walk.
    if (key === '__proto__') Reflect.deleteProperty(container, key)
    else visit(container[key], depth, maxDepth)
  }
}

/**
 * Removes own `__proto__` keys and refuses what is too deep or holds too many values. For what `JSON.parse` made, and nothing else: it runs on every answer,
 * so it takes the value for a tree of plain data. It counts on where it is too deep, because a depth over the cap wins over a size over the cap.
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
  schemaMismatch({ code: 'too_deep', detail: `The answer is nested more than ${maxDepth} levels deep.` })

const tooLarge = (maxValues: number): SchemaMismatch =>
  schemaMismatch({ code: 'too_large', detail: `The answer holds more than ${maxValues} values.` })
