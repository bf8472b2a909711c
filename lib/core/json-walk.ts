/** The one walk over a parsed answer before anything recursive sees it: its depth, its size, its numbers and its `__proto__` keys. */
import * as E from 'fp-ts/lib/Either.js'
import { DEFAULT_LIMITS, type Limits } from './data.js'
import { schemaMismatch, type SchemaMismatch } from './tool-error.js'

// -- model

export interface Walked {
  /** Whether some number is infinite or beyond ±(2^53−1), so that the text may hold digits that the number lost. */
  readonly hasUnsafe: boolean
}

type Container = Array<unknown> | Record<string, unknown>

// -- guards

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

const isUnsafe = (value: unknown): boolean =>
  typeof value === 'number' && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER)

// -- walking

/**
 * Removes own `__proto__` keys and refuses what is too deep or holds too many values. For what `JSON.parse` made, and nothing else: it runs on every answer,
 * so it takes the value for a tree of plain data. It always counts to the end, because a depth over the cap wins over a size over the cap.
 */
export const walkJson = (root: unknown, limits: Partial<Limits>): E.Either<SchemaMismatch, Walked> => {
  const { maxDepth = DEFAULT_LIMITS.maxDepth, maxValues = DEFAULT_LIMITS.maxValues } = limits
  // Two flat stacks cost half of one that holds pairs.
  const containers: Array<Container> = []
  const depths: Array<number> = []
  let values = 1
  let hasUnsafe = isUnsafe(root)
  if (isContainer(root)) {
    containers.push(root)
    depths.push(1)
  }
  for (let container = containers.pop(); container !== undefined; container = containers.pop()) {
    const depth = depths.pop() ?? 0
    if (depth > maxDepth) return E.left(tooDeep(maxDepth))
    if (Array.isArray(container)) {
      values += container.length
      for (let i = 0; i < container.length; i++) {
        const value = container[i]
        if (isUnsafe(value)) hasUnsafe = true
        else if (isContainer(value)) {
          containers.push(value)
          depths.push(depth + 1)
        }
      }
    } else {
      // Half the time of `Object.keys`; what JSON.parse made inherits nothing enumerable.
      for (const key in container) {
        // Comparing two pointers a key costs nothing to be seen; searching the text for the key first cost more than the whole walk.
        if (key === '__proto__') {
          Reflect.deleteProperty(container, key)
          continue
        }
        const value = container[key]
        values++
        if (isUnsafe(value)) hasUnsafe = true
        else if (isContainer(value)) {
          containers.push(value)
          depths.push(depth + 1)
        }
      }
    }
  }
  return values > maxValues ? E.left(tooLarge(maxValues)) : E.right({ hasUnsafe })
}

const tooDeep = (maxDepth: number): SchemaMismatch =>
  schemaMismatch({ code: 'too_deep', detail: `The answer is nested more than ${maxDepth} levels deep.` })

const tooLarge = (maxValues: number): SchemaMismatch =>
  schemaMismatch({ code: 'too_large', detail: `The answer holds more than ${maxValues} values.` })
