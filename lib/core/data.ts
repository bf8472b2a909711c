/** Copies a value of unknown origin as plain data, once, without running any of its code. */
import * as E from 'fp-ts/lib/Either.js'
import { formatPath, type Path } from './issue.js'

// -- model

export interface Limits {
  /** Deepest nesting of arrays and objects. */
  readonly maxDepth: number
  /** Most values, containers included. */
  readonly maxValues: number
}

/** 200 levels is seven times below where the weakest recursive codec overflows the stack. */
export const DEFAULT_LIMITS: Limits = { maxDepth: 200, maxValues: 2_000_000 }

/** Why a value is no data: a code of the table and words of our own. */
export interface NotData {
  readonly code: 'not_data' | 'too_deep' | 'too_large'
  readonly what: string
  readonly path: Path
}

export interface CopyOptions extends Partial<Limits> {
  /** Refuses what JSON has no form for: bigints and numbers that are not finite. @default false */
  readonly jsonOnly?: boolean
  /** Tells a Proxy, which no portable code can; a proxy that is not told apart is copied through its traps. */
  readonly isProxy: (value: object) => boolean
}

// -- destructors

/** Says what was found and where, for a `detail`. */
export const describeNotData = (found: NotData): string => `${found.what} at ${formatPath(found.path)}`

// -- copying

type Container = Record<string, unknown> | Array<unknown>

interface Task {
  readonly source: object
  readonly target: Container
  readonly path: PathLink | null
  readonly depth: number
  /** A leave task takes its source off the list of ancestors. */
  readonly leave: boolean
}

// Paths are linked lists towards the root: building an array for every value would be quadratic on deep input.
interface PathLink {
  readonly key: string | number
  readonly parent: PathLink | null
}

const toPath = (link: PathLink | null): Path => {
  const path: Array<string | number> = []
  for (let at = link; at !== null; at = at.parent) path.push(at.key)
  return path.reverse()
}

class Refused extends Error {
  constructor(readonly reason: NotData['code'], readonly what: string, readonly at: PathLink | null) {
    super()
  }
}

const nameOf = (source: object): string => {
  if (source instanceof Promise) return 'a promise'
  if (typeof Response === 'function' && source instanceof Response) return 'a Response (return its text or its bytes)'
  if (Symbol.asyncIterator in source) return 'a stream (read it to its end first)'
  if (source instanceof Map || source instanceof Set) return 'a Map or a Set'
  if (source instanceof Error) return 'an Error'
  return 'an instance of a class'
}

// The root of another realm's objects (a vm, a test runner's sandbox) is as plain as our own.
const isPlainPrototype = (prototype: unknown): boolean =>
  prototype === Object.prototype || prototype === null ||
  (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'))

// A Date or bytes made in another realm or by a subclass is an instance like any other; only the plain ones are data.
const copyLeaf = (source: object, at: PathLink | null): Date | Uint8Array | undefined => {
  const prototype: unknown = Object.getPrototypeOf(source)
  if (prototype === Date.prototype) return new Date(Date.prototype.getTime.call(source))
  if (source instanceof ArrayBuffer) return new Uint8Array(source.slice(0))
  if (source instanceof Uint8Array) return Uint8Array.prototype.slice.call(source)
  if (!Array.isArray(source) && !isPlainPrototype(prototype)) throw new Refused('not_data', nameOf(source), at)
  return undefined
}

const ownValue = (source: object, key: string, at: () => PathLink): unknown => {
  const property = Object.getOwnPropertyDescriptor(source, key)
  if (property === undefined) return undefined
  if (property.get !== undefined || property.set !== undefined) throw new Refused('not_data', 'an accessor', at())
  return property.value
}

const put = (target: Container, key: string | number, value: unknown): void => {
  (target as Record<string | number, unknown>)[key] = value
}

/**
 * Copies own enumerable data properties; `undefined`, bigints and non-finite numbers are kept, own `__proto__` keys are left out.
 * Refuses proxies, accessors, functions, symbols, cycles, and instances other than `Date` and bytes.
 */
export const copyData = (value: unknown, options: CopyOptions): E.Either<NotData, unknown> => {
  const { maxDepth = DEFAULT_LIMITS.maxDepth, maxValues = DEFAULT_LIMITS.maxValues, jsonOnly = false, isProxy } = options
  const tasks: Array<Task> = []
  const ancestors = new Set<object>()
  let values = 0

  const visit = (source: unknown, depth: number, at: () => PathLink | null): unknown => {
    if (++values > maxValues) throw new Refused('too_large', `more than ${maxValues} values`, at())
    if (typeof source === 'function') throw new Refused('not_data', 'a function', at())
    if (typeof source === 'symbol') throw new Refused('not_data', 'a symbol', at())
    if (jsonOnly && typeof source === 'bigint') throw new Refused('not_data', 'a bigint', at())
    if (jsonOnly && typeof source === 'number' && !Number.isFinite(source)) throw new Refused('not_data', 'a number that is not finite', at())
    if (typeof source !== 'object' || source === null) return source
    if (isProxy(source)) throw new Refused('not_data', 'a proxy', at())
    const leaf = copyLeaf(source, at())
    if (leaf !== undefined) return leaf
    if (ancestors.has(source)) throw new Refused('not_data', 'a cycle', at())
    if (depth >= maxDepth) throw new Refused('too_deep', `more than ${maxDepth} levels`, at())
    const target: Container = Array.isArray(source) ? [] : {}
    tasks.push({ source, target, path: at(), depth: depth + 1, leave: false })
    return target
  }

  const fill = ({ source, target, path, depth }: Task): void => {
    if (Array.isArray(source) && Array.isArray(target)) {
      if (source.length > maxValues - values) throw new Refused('too_large', `more than ${maxValues} values`, path)
      for (let i = 0; i < source.length; i++) {
        const at = (): PathLink => ({ key: i, parent: path })
        target.push(visit(ownValue(source, String(i), at), depth, at))
      }
      return
    }
    for (const key of Object.keys(source)) {
      if (key === '__proto__') continue
      const at = (): PathLink => ({ key, parent: path })
      put(target, key, visit(ownValue(source, key, at), depth, at))
    }
  }

  try {
    const copy = visit(value, 0, () => null)
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
      if (task.leave) {
        ancestors.delete(task.source)
        continue
      }
      ancestors.add(task.source)
      tasks.push({ ...task, leave: true })
      fill(task)
    }
    return E.right(copy)
  } catch (thrown) {
    // A proxy that could not be told apart may throw from any trap: whatever it throws, it is no data.
    return E.left(thrown instanceof Refused
      ? { code: thrown.reason, what: thrown.what, path: toPath(thrown.at) }
      : { code: 'not_data', what: 'a value that cannot be read', path: [] })
  }
}
