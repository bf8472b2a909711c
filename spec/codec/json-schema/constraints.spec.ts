import { expect } from 'chai'
import { constraintsOf } from '../../../lib/codec/json-schema/constraints.js'
import type { JsonSchema } from '../../../lib/codec/schema-type.js'

describe('constraintsOf', () => {
  const cases: ReadonlyArray<readonly [string, JsonSchema, string]> = [
    [
      'string',
      { format: 'date-time', minLength: 1, maxLength: 2 },
      'ISO datetime, at least 1 character, at most 2 characters'
    ],
    ['string', { format: 'uuid', pattern: '^[0-9a-f-]+$' }, 'UUID'],
    ['string', { format: 'email' }, 'email'],
    ['string', { pattern: '^a', minLength: 'one', format: 5 }, 'matching ^a'],
    ['string', { pattern: 5, minimum: 1 }, ''],
    [
      'string',
      { minLength: Number.MIN_SAFE_INTEGER, maxLength: Number.MAX_SAFE_INTEGER },
      'at least -9007199254740991 characters, at most 9007199254740991 characters'
    ],
    [
      'number',
      { minimum: 1, exclusiveMinimum: 0, maximum: 5, exclusiveMaximum: 6, multipleOf: 2 },
      'at least 1, more than 0, at most 5, less than 6, a multiple of 2'
    ],
    ['number', { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, ''],
    [
      'number',
      { minimum: Number.MAX_SAFE_INTEGER, maximum: Number.MIN_SAFE_INTEGER },
      'at least 9007199254740991, at most -9007199254740991'
    ],
    ['number', { minimum: 1, maximum: Number.MAX_SAFE_INTEGER, format: 'int64' }, 'at least 1'],
    [
      'array',
      { minItems: 1, maxItems: 2, uniqueItems: true },
      'at least 1 element, at most 2 elements, no element twice'
    ],
    ['array', { uniqueItems: false }, ''],
    ['object', { minProperties: 1, maxProperties: 2 }, 'at least 1 key, at most 2 keys'],
    ['boolean', { minLength: 1 }, '']
  ]
  for (const [type, schema, words] of cases) {
    it(`says of ${JSON.stringify(schema)} for a ${type}: ${words}`, () => {
      expect(constraintsOf(schema, type)).to.equal(words)
    })
  }
})
