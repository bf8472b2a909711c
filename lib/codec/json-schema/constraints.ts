/** Says in a few words what a JSON Schema asks of a value beyond its type. */
import type { JsonSchema } from '../schema-type.js'
import { count } from '../../core/errors/index.js'

type Say = (limit: unknown) => string | undefined

const number =
  (say: (limit: number) => string): Say =>
  (limit) =>
    typeof limit === 'number' ? say(limit) : undefined

const text =
  (say: (limit: string) => string): Say =>
  (limit) =>
    typeof limit === 'string' ? say(limit) : undefined

// Names that the rest of the library has words for.
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['date-time', 'ISO datetime'],
  ['uuid', 'UUID']
])

const SAYINGS: Readonly<Record<string, Readonly<Record<string, Say>>>> = {
  string: {
    format: text((format) => FORMATS.get(format) ?? format),
    minLength: number((limit) => `at least ${count(limit, 'character')}`),
    maxLength: number((limit) => `at most ${count(limit, 'character')}`),
    pattern: text((pattern) => `matching ${pattern}`)
  },
  number: {
    minimum: number((limit) => `at least ${limit}`),
    exclusiveMinimum: number((limit) => `more than ${limit}`),
    maximum: number((limit) => `at most ${limit}`),
    exclusiveMaximum: number((limit) => `less than ${limit}`),
    multipleOf: number((limit) => `a multiple of ${limit}`)
  },
  array: {
    minItems: number((limit) => `at least ${count(limit, 'element')}`),
    maxItems: number((limit) => `at most ${count(limit, 'element')}`),
    uniqueItems: (unique) => (unique === true ? 'no element twice' : undefined)
  },
  object: {
    minProperties: number((limit) => `at least ${count(limit, 'key')}`),
    maxProperties: number((limit) => `at most ${count(limit, 'key')}`)
  }
}

// `z.int()` writes these bounds: it accepts the integers that a double holds.
const isSelfEvident = (keyword: string, limit: unknown): boolean =>
  (keyword === 'minimum' && limit === Number.MIN_SAFE_INTEGER) ||
  (keyword === 'maximum' && limit === Number.MAX_SAFE_INTEGER)

/** The constraints on a value of this type, joined; empty without any. A format speaks for its pattern. */
export const constraintsOf = (schema: JsonSchema, type: string): string => {
  const said: Array<string> = []
  for (const [keyword, say] of Object.entries(SAYINGS[type] ?? {})) {
    const limit = schema[keyword]
    if (isSelfEvident(keyword, limit) || (keyword === 'pattern' && typeof schema['format'] === 'string')) continue
    const words = say(limit)
    if (words !== undefined) said.push(words)
  }
  return said.join(', ')
}
