/** Copies a value of unknown origin as plain data, once, without running any of its code. */
import * as E from 'fp-ts/lib/Either.js'
import type { Path } from '../errors/issue.js'
import { objectText, stringText } from '../json/object-text.js'
import { isObject, isPlainPrototype } from './fields.js'
import type { NotData } from './not-data.js'
import { hidesProxy, ownValue, type IsProxy } from './property.js'

// -- model

export interface CopyLimits {
  /** Deepest nesting of arrays and objects. */
  readonly maxDepth: number
  /** Most values, containers included. */
  readonly maxValues: number
}

/** 200 levels are a seventh of the depth that overflows the stack of the weakest recursive codec. */
export const DEFAULT_LIMITS: CopyLimits = { maxDepth: 200, maxValues: 2_000_000 }

export interface CopyOptions extends Partial<CopyLimits> {
  /** Most characters of texts and keys, and bytes. @default Infinity */
  readonly maxChars?: number
  /** Refuses values that JSON lacks: bigints and numbers that are not finite. @default false */
  readonly jsonOnly?: boolean
  /** Detects a Proxy, which portable code cannot; an undetected proxy is copied through its traps. */
  readonly isProxy: IsProxy
}

// -- copying

/** A container that is being copied, and the copier's position in it. */
interface CopyFrame {
  readonly source: object
  readonly depth: number
  readonly parent: CopyFrame | undefined
  key: string | number
}

const pathTo = (frame: CopyFrame | undefined): Path => {
  const path: Array<string | number> = []
  for (let at = frame; at !== undefined; at = at.parent) path.unshift(at.key)
  return path
}

const isWithin = (source: object, frame: CopyFrame | undefined): boolean => {
  for (let at = frame; at !== undefined; at = at.parent) {
    if (at.source === source) return true
  }
  return false
}

class CopyRefusal extends Error {
  readonly #own = true
  constructor(
    readonly code: NotData['code'],
    readonly what: string,
    readonly at: CopyFrame | undefined
  ) {
    super()
  }

  // A trap may throw a proxy, whose own traps `instanceof` would run.
  static is(thrown: unknown): thrown is CopyRefusal {
    return isObject(thrown) && #own in thrown && thrown.#own
  }
}

const nameOf = (source: object): string => {
  if (source instanceof Promise) return 'a promise'
  if (typeof Response === 'function' && source instanceof Response)
    return source.bodyUsed
      ? 'a Response that was read before (return it unread, or what was read)'
      : 'a Response (return its text or its bytes)'
  if (Symbol.asyncIterator in source) return 'a stream (read it to its end first)'
  if (source instanceof Map) return 'a Map'
  if (source instanceof Set) return 'a Set'
  if (source instanceof Error) return 'an Error'
  return 'an instance of a class'
}

// Called on the prototype: an object may define any length of its own.
const byteLengthBy = (prototype: object): ((source: object) => number) => {
  const property = Object.getOwnPropertyDescriptor(prototype, 'byteLength')
  return (source) => Number(property?.get?.call(source))
}
const bytesInBuffer = byteLengthBy(ArrayBuffer.prototype)
const bytesInView = byteLengthBy(Object.getPrototypeOf(Uint8Array.prototype) as object)

const bytesIn = (source: object): number => {
  if (source instanceof ArrayBuffer) return bytesInBuffer(source)
  return ArrayBuffer.isView(source) && source instanceof Uint8Array ? bytesInView(source) : 0
}

/** A copy of a date or of bytes, without calling their own methods; undefined for other values. */
const copyInstance = (source: object, prototype: unknown): Date | Uint8Array | undefined => {
  if (prototype === Date.prototype) return new Date(Date.prototype.getTime.call(source))
  // `slice` would call the source's constructor. A DataView accepts only true buffers, and calls nothing on them.
  if (source instanceof ArrayBuffer) return new Uint8Array(new Uint8Array(new DataView(source).buffer))
  if (ArrayBuffer.isView(source) && source instanceof Uint8Array) return new Uint8Array(source)
  return undefined
}

const textOfInstance = (copy: Date | Uint8Array): string =>
  copy instanceof Date ? JSON.stringify(copy) : objectText(Object.keys(copy), (key) => String(copy[Number(key)]))

// The length of `"1000":255,`, one byte as JSON.
const CHARS_OF_BYTE = 6

const ACCESSOR = Symbol('accessor')
const MAX_NOTED = 100

class Copier {
  readonly #maxDepth: number
  readonly #maxValues: number
  readonly #jsonOnly: boolean
  readonly #isProxy: IsProxy
  readonly #maxChars: number
  readonly #writes: boolean
  #values = 0
  #chars = 0
  /** Of the value copied last, where copies are written: its canonical text (if JSON has one), and a copy. */
  text: string | undefined
  twin: unknown
  readonly notFinite: Array<Path> = []

  constructor(
    {
      maxDepth = DEFAULT_LIMITS.maxDepth,
      maxValues = DEFAULT_LIMITS.maxValues,
      maxChars = Infinity,
      jsonOnly = false,
      isProxy
    }: CopyOptions,
    writes = false
  ) {
    this.#writes = writes
    this.#maxDepth = maxDepth
    this.#maxValues = maxValues
    this.#maxChars = maxChars
    this.#jsonOnly = jsonOnly
    this.#isProxy = isProxy
  }

  copy(source: unknown, at?: CopyFrame): unknown {
    if (++this.#values > this.#maxValues) throw this.#tooMany(at)
    switch (typeof source) {
      case 'function':
        throw new CopyRefusal('not_data', 'a function', at)
      case 'symbol':
        throw new CopyRefusal('not_data', 'a symbol', at)
      case 'bigint':
        if (this.#jsonOnly) throw new CopyRefusal('not_data', 'a bigint', at)
        return source
      case 'number':
        if (this.#jsonOnly && !Number.isFinite(source))
          throw new CopyRefusal('not_data', 'a number that is not finite', at)
        if (!Number.isFinite(source) && this.notFinite.length < MAX_NOTED) this.notFinite.push(pathTo(at))
        return this.#writes ? this.#written(source, String(source), source) : source
      case 'string':
        this.#spend(source.length, at)
        return this.#writes ? this.#written(source, stringText(source), source) : source
      case 'object':
        return source === null ? this.#written(null, 'null', null) : this.#object(source, at)
      default:
        return this.#written(source, typeof source === 'boolean' ? String(source) : undefined, source)
    }
  }

  #written<A>(copy: A, text: string | undefined, twin: unknown): A {
    this.text = text
    this.twin = twin
    return copy
  }

  // Checked before copying, so that refusing oversized data is fast.
  #spend(chars: number, at: CopyFrame | undefined): void {
    this.#chars += chars
    if (this.#chars > this.#maxChars) throw new CopyRefusal('too_large', `more than ${this.#maxChars} characters`, at)
  }

  #tooMany(at: CopyFrame | undefined): CopyRefusal {
    return new CopyRefusal('too_large', `more than ${this.#maxValues} values`, at)
  }

  #object(source: object, parent: CopyFrame | undefined): unknown {
    if (this.#isProxy(source)) throw new CopyRefusal('not_data', 'a proxy', parent)
    const isArray = Array.isArray(source)
    const prototype: unknown = Object.getPrototypeOf(source)
    if (!isArray && prototype !== Object.prototype) {
      if (hidesProxy(source, this.#isProxy)) throw new CopyRefusal('not_data', 'a proxy', parent)
      if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
        this.#spend(bytesIn(source) * (this.#jsonOnly ? CHARS_OF_BYTE : 1), parent)
      const instance = copyInstance(source, prototype)
      if (instance !== undefined)
        return this.#writes
          ? this.#written(instance, textOfInstance(instance), copyInstance(instance, Object.getPrototypeOf(instance)))
          : instance
      if (!isPlainPrototype(prototype)) throw new CopyRefusal('not_data', nameOf(source), parent)
    }
    if (isWithin(source, parent)) throw new CopyRefusal('not_data', 'a cycle', parent)
    const depth = parent === undefined ? 1 : parent.depth + 1
    // The recursion is bounded here.
    if (depth > this.#maxDepth) throw new CopyRefusal('too_deep', `more than ${this.#maxDepth} levels`, parent)
    const frame: CopyFrame = { source, depth, parent, key: '' }
    return isArray ? this.#elements(source, frame) : this.#fields(source, frame)
  }

  #elements(source: ReadonlyArray<unknown>, frame: CopyFrame): Array<unknown> {
    if (source.length > this.#maxValues - this.#values) throw this.#tooMany(frame.parent)
    const target: Array<unknown> = []
    const twin: Array<unknown> = this.#writes ? [] : target
    let text = ''
    for (let i = 0; i < source.length; i++) {
      frame.key = i
      target.push(this.#own(source, String(i), frame))
      if (!this.#writes) continue
      twin.push(this.twin)
      text += i === 0 ? (this.text ?? 'null') : `,${this.text ?? 'null'}`
    }
    return this.#written(target, `[${text}]`, twin)
  }

  #fields(source: object, frame: CopyFrame): Record<string, unknown> {
    const target: Record<string, unknown> = {}
    const keys = Object.keys(source)
    if (keys.length > this.#maxValues - this.#values) throw this.#tooMany(frame.parent)
    const twin: Record<string, unknown> = this.#writes ? {} : target
    const texts: Record<string, string | undefined> | undefined = this.#writes ? {} : undefined
    for (const key of keys) {
      if (key === '__proto__') continue
      frame.key = key
      this.#spend(key.length, frame.parent)
      target[key] = this.#own(source, key, frame)
      if (texts === undefined) continue
      twin[key] = this.twin
      texts[key] = this.text
    }
    if (texts === undefined) return target
    // The value of `__proto__` was not copied.
    const text = objectText(keys, (key) => (key === '__proto__' ? undefined : texts[key]))
    return this.#written(target, text, twin)
  }

  #own(source: object, key: string, frame: CopyFrame): unknown {
    const value = ownValue(source, key, ACCESSOR)
    if (value === ACCESSOR) throw new CopyRefusal('not_data', 'an accessor', frame)
    return this.copy(value, frame)
  }
}

const run = <A>(copier: Copier, value: unknown, select: (copy: unknown) => A): E.Either<NotData, A> => {
  try {
    return E.right(select(copier.copy(value)))
  } catch (thrown) {
    // An undetected proxy may throw from any trap: the value is not data then.
    return E.left(
      CopyRefusal.is(thrown)
        ? { code: thrown.code, what: thrown.what, path: pathTo(thrown.at) }
        : { code: 'not_data', what: 'a value that cannot be read', path: [] }
    )
  }
}

const asIs = (copy: unknown): unknown => copy

/**
 * Copies own enumerable data properties; `undefined`, bigints and non-finite numbers are kept, own `__proto__` keys are
 * left out. Refuses proxies, accessors, functions, symbols, cycles, and instances other than `Date` and bytes.
 */
export const copyData = (value: unknown, options: CopyOptions): E.Either<NotData, unknown> =>
  run(new Copier(options), value, asIs)

/** A copy, and where numbers stand in it that JSON lacks. */
export interface CopiedAnswer {
  readonly data: unknown
  readonly notFinite: ReadonlyArray<Path>
}

/** The same, with the places of the first numbers that are not finite. */
export const copyAnswer = (value: unknown, options: CopyOptions): E.Either<NotData, CopiedAnswer> => {
  const copier = new Copier(options)
  return run(copier, value, (data) => ({ data, notFinite: copier.notFinite }))
}

/** A value of JSON, copied twice and written with sorted keys. */
export interface WrittenData {
  readonly data: unknown
  readonly twin: unknown
  readonly text: string
}

/** Copies a value twice, and writes it, all in one walk. The options refuse what JSON lacks. */
export const copyAndWrite = (
  value: unknown,
  options: CopyOptions & { readonly jsonOnly: true }
): E.Either<NotData, WrittenData> => {
  const copier = new Copier(options, true)
  return run(copier, value, (data) => ({ data, twin: copier.twin, text: copier.text ?? '{}' }))
}
