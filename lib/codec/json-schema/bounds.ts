/** What a schema may cost at most: it may come from a server that nobody knows. */
import { isFields, isObject } from '../../core/foreign/index.js'
import type { JsonSchema } from '../schema-type.js'
import { resolvePointer } from './mirror.js'

const MAX_DEPTH = 100
const MAX_VALUES = 20_000

const isSmall = (schema: object): boolean => {
  let values = 0
  const within = (value: unknown, depth: number): boolean => {
    if (++values > MAX_VALUES || depth > MAX_DEPTH) return false
    return !isObject(value) || Object.values(value).every((one) => within(one, depth + 1))
  }
  return within(schema, 0)
}

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const
const SINGLES = ['not', 'if', 'then', 'else'] as const

/** The schemas that a schema asks of the same value. */
const besides = (schema: JsonSchema, root: JsonSchema): ReadonlyArray<unknown> => {
  const { $ref } = schema
  return [
    ...(typeof $ref === 'string' ? [resolvePointer(root, $ref)] : []),
    ...LISTS.flatMap((keyword) => {
      const members = schema[keyword]
      return Array.isArray(members) ? (members as ReadonlyArray<unknown>) : []
    }),
    ...SINGLES.map((keyword) => schema[keyword])
  ]
}

// Each is counted once, however many lead to it: thirty that refer twice to the next are a billion.
const schemasOfOneValue = (schema: unknown, root: JsonSchema, known: Map<unknown, number>): number => {
  if (!isFields(schema)) return 0
  const before = known.get(schema)
  if (before !== undefined) return before
  // Whoever comes back to it while it is counted goes round for ever.
  known.set(schema, Number.POSITIVE_INFINITY)
  const count = besides(schema, root).reduce<number>((sum, one) => sum + schemasOfOneValue(one, root, known), 1)
  known.set(schema, count)
  return count
}

/** Every place from which a value is looked at: the root, and whatever else stands in the document. */
const schemasIn = (node: unknown): ReadonlyArray<unknown> =>
  isObject(node) ? [node, ...Object.values(node).flatMap(schemasIn)] : []

/** Why a schema costs too much to be used; undefined where it does not, but for the depth of the value. */
export const excessOf = (schema: JsonSchema): string | undefined => {
  if (!isSmall(schema)) return `have at most ${MAX_VALUES} values and ${MAX_DEPTH} levels`
  const known = new Map<unknown, number>()
  const isBounded = schemasIn(schema).every((one) => schemasOfOneValue(one, schema, known) <= MAX_VALUES)
  return isBounded ? undefined : `ask at most ${MAX_VALUES} schemas of one value, with its references followed`
}
