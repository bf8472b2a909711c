/** What every compiled node is, and the single steps that io-ts takes on values, step for step. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { AnyDecoder, Part } from './plan.js'

// -- model

/** Decodes one node: the decoded value, or `FAIL`. The context is only there for nodes that need it. */
export type Run = (value: unknown, context: t.Context) => unknown

/** What a node that refuses gives back; never handed out. */
export const FAIL: unique symbol = Symbol('FAIL')

/** For nodes that need no context. */
export const NOWHERE: t.Context = []

export type Fields = Record<string, unknown>

/** A codec refused without an error, which io-ts takes for acceptance in some places: left to io-ts altogether. */
export class RefusedWithoutError extends Error {}

const { getOwnPropertyNames, getPrototypeOf, keys } = Object
const objectPrototype: object = Object.prototype
const hasOwn = (o: object, key: string): boolean => Object.prototype.hasOwnProperty.call(o, key)

// -- guards

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const countKeys = (o: object): number => {
  let count = 0
  // oxlint-disable-next-line no-unused-vars
  for (const _ in o) count++
  return count
}

/**
 * Whether a copy of the object reads like the object: nothing inherited but from an `Object.prototype` that shows no keys,
 * nothing hidden, and no own `__proto__`, which `Object.assign` would make the copy's prototype.
 */
export const isPlain = (o: object, hidden: boolean): boolean =>
  getPrototypeOf(o) === objectPrototype &&
  !hasOwn(o, '__proto__') &&
  !(hidden && countKeys(o) !== getOwnPropertyNames(o).length) &&
  countKeys({}) === 0

// -- steps

/** Asks an opaque codec itself. */
export const ask =
  (codec: AnyDecoder): Run =>
  (value, context) => {
    const result = codec.validate(value, context)
    if (E.isRight(result)) return result.right
    if (result.left.length === 0) throw new RefusedWithoutError()
    return FAIL
  }

/** Copies as `t.type` does before its first change. */
export const copyFields = (o: Fields): Fields => Object.assign({}, o)

/** Drops the keys that an exact type does not know, if there are any. */
export const strip = (o: Fields, known: ReadonlySet<string>): Fields => {
  let extra = false
  const kept: Fields = {}
  for (const key of getOwnPropertyNames(o)) {
    if (known.has(key)) kept[key] = o[key]
    else extra = true
  }
  return extra ? kept : o
}

/** Merges what the members of an intersection made of one value: of a key that several hold, the last that changed it wins. */
export const merge = (base: unknown, results: ReadonlyArray<unknown>): unknown => {
  if (results.every((result) => result === base)) return base
  if (!results.some(isFields)) return results.at(-1)
  const merged: Fields = {}
  const before = base as Fields
  const baseIsOther = !isFields(base)
  for (const result of results as ReadonlyArray<Fields>) {
    for (const key in result) {
      if (!hasOwn(merged, key) || baseIsOther || result[key] !== before[key]) merged[key] = result[key]
    }
  }
  return merged
}

/** A run in its place: it is told where it stands, if it needs to know. */
export type Placed = (value: unknown, context: t.Context, key: string) => unknown

export const placed = ({ codec, node }: Part, run: Run): Placed =>
  node.context ? (value, context, key) => run(value, t.appendContext(context, key, codec, value)) : run

/** Decodes a dictionary; keys that the domain refuses are dropped, and nothing is copied unless a key or a value changed. */
export const record =
  (domain: Placed, codomain: Placed, arrays: boolean): Run =>
  (value, context) => {
    if (!isFields(value)) return arrays && Array.isArray(value) ? value : FAIL
    const names: Array<unknown> = keys(value)
    const values: Array<unknown> = []
    let changed = false
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string
      const before = value[name]
      const key = domain(name, context, name)
      names[i] = key
      changed = changed || key !== name
      if (key === FAIL) continue
      const after = codomain(before, context, key as string)
      if (after === FAIL) return FAIL
      changed = changed || after !== before
      values[i] = after
    }
    if (!changed) return value
    const result: Fields = {}
    for (let i = 0; i < names.length; i++) {
      if (names[i] !== FAIL) result[names[i] as string] = values[i]
    }
    return result
  }
