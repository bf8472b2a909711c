/**
 * Bounds what a check of one value may cost: two branches of a union that both refer to the whole double the work with
 * each level of the value, and a schema that tells its branches apart by a tag looks no different. What failed once at
 * a reference is not tried again, and references are counted.
 */
import { isFields, isObject } from '../../core/foreign/index.js'
import type { JsonSchema } from '../schema-type.js'
import { DATA_BENEATH, NAMES_BENEATH } from './definitions.js'

// -- marks

/** The keywords before and behind each reference; their value is a number of its own. */
export const BEFORE = 'x-guarded-call-before'
export const BEHIND = 'x-guarded-call-behind'

// What these lead to depends on the way that led to them: nothing may be remembered of it.
const DYNAMIC = ['$dynamicRef', '$recursiveRef']

const isReference = (schema: JsonSchema): boolean =>
  ['$ref', ...DYNAMIC].some((keyword) => typeof schema[keyword] === 'string')

const isDynamic = (node: unknown): boolean =>
  isObject(node) && (DYNAMIC.some((keyword) => keyword in node) || Object.values(node).some(isDynamic))

/** The schema with each of its references marked. */
export const marked = (schema: JsonSchema): JsonSchema => {
  let references = isDynamic(schema) ? -Infinity : 0
  const mark = (node: unknown, hasNames: boolean): unknown => {
    if (Array.isArray(node)) return node.map((each) => mark(each, false))
    if (!isFields(node)) return node
    const own = Object.entries(node).map(([key, value]) => [
      key,
      !hasNames && DATA_BENEATH.has(key) ? value : mark(value, !hasNames && NAMES_BENEATH.has(key))
    ])
    const number = Number.isFinite(references) ? ++references : 0
    return Object.fromEntries(
      !hasNames && isReference(node) ? [...own, [BEFORE, number], [BEHIND, number]] : own
    ) as JsonSchema
  }
  return mark(schema, false) as JsonSchema
}

// -- the check of one value

/** More references were followed than a schema needs whose branches differ. */
export class TooMuchWork extends Error {}

const FEW = 20_000
// A reference for each branch of a long union.
const FOR_EACH_VALUE = 64
const MOST = 20_000_000
// Of what fails, ajv keeps each error, and copies them at each level.
const DYNAMIC_WEIGHT = 50

const sizeOf = (value: unknown): number =>
  isObject(value) ? Object.values(value).reduce<number>((size, each) => size + sizeOf(each), 1) : 1

class Check {
  #left = FEW
  #isMeasured = false
  /** By the numbers of references, the objects that were not accepted, or not yet. */
  readonly #refused = new Map<number, Set<unknown>>()

  constructor(readonly value: unknown) {}

  begin(reference: number, at: unknown): boolean {
    this.#left -= reference === 0 ? DYNAMIC_WEIGHT : 1
    if (this.#left < 0) this.#measure()
    if (reference === 0 || !isObject(at)) return true
    const refused = this.#refused.get(reference) ?? new Set()
    if (refused.has(at)) return false
    this.#refused.set(reference, refused.add(at))
    return true
  }

  end(reference: number, at: unknown): boolean {
    this.#refused.get(reference)?.delete(at)
    return true
  }

  // Most values are small, and need not be measured.
  #measure(): void {
    if (this.#isMeasured) throw new TooMuchWork()
    this.#isMeasured = true
    this.#left = Math.min(MOST, FOR_EACH_VALUE * sizeOf(this.value))
  }
}

let current = new Check(undefined)

/** Runs a check of one value, which throws `TooMuchWork` where it follows too many references. */
export const bounded = <A>(value: unknown, check: () => A): A => {
  current = new Check(value)
  try {
    return check()
  } finally {
    current = new Check(undefined)
  }
}

/** Whether a reference is to be followed from here. */
export const beginReference = (reference: number, at: unknown): boolean => current.begin(reference, at)
export const endReference = (reference: number, at: unknown): boolean => current.end(reference, at)
