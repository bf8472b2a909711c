/** Answers to begin with, each with a codec, and where it is cut. */
import type { Language } from './codec-of.js'

export interface Sample {
  readonly title: string
  readonly answer: string
  readonly language: Language
  /** In the language of the sample, and in those that it can be shown in instead. */
  readonly codecs: Readonly<Partial<Record<Language, string>>>
  /** How many bytes arrive; all of them unless told. */
  readonly arrived?: number
  readonly salvage?: string
}

const ORDERS = `{
  "orders": [
    { "id": 1001, "status": "shipped", "total": 12.5 },
    { "id": 1002, "status": "placed", "total": 129.99 },
    { "id": 1003, "status": "placed", "total": 8 }
  ]
}`

const ORDERS_CODEC = `const Order = t.type({
  id: t.number,
  status: t.keyof({ placed: null, shipped: null }),
  total: t.number
})

t.type({ orders: t.array(Order) })`

const ORDERS_SCHEMA = `const Order = z.object({
  id: z.number(),
  status: z.enum(['placed', 'shipped']),
  total: z.number()
})

z.object({ orders: z.array(Order) })`

const ORDERS_CODECS = { 'io-ts': ORDERS_CODEC, zod: ORDERS_SCHEMA }

export const SAMPLES: readonly [Sample, ...ReadonlyArray<Sample>] = [
  { title: 'A response that was cut', answer: ORDERS, language: 'io-ts', codecs: ORDERS_CODECS, arrived: 122 },
  {
    title: 'A cut response, of which whole elements are kept',
    answer: ORDERS,
    language: 'io-ts',
    codecs: ORDERS_CODECS,
    arrived: 165,
    salvage: 'orders'
  },
  {
    title: 'Fields that are not what was promised',
    answer:
      '{\n  "orders": [\n    { "id": "1001", "status": "shiped", "total": 12.5 },\n    { "id": 1002, "status": "placed" }\n  ]\n}',
    language: 'zod',
    codecs: ORDERS_CODECS
  },
  {
    title: 'A login page with status 200',
    answer: '<!doctype html>\n<html>\n  <head><title>Log in</title></head>\n  <body><form>…</form></body>\n</html>',
    language: 'json-schema',
    codecs: {
      'json-schema':
        '{\n  "type": "object",\n  "properties": { "orders": { "type": "array" } },\n  "required": ["orders"]\n}'
    }
  },
  {
    title: 'More rows than fit on a page',
    answer:
      '{\n  "orders": [\n    { "id": 1001, "status": "shipped", "total": 12.5 }\n  ],\n  "next_cursor": "eyJwIjoyfQ"\n}',
    language: 'io-ts',
    codecs: {
      'io-ts': ORDERS_CODEC.replace('(Order) }', '(Order), next_cursor: t.string }'),
      zod: ORDERS_SCHEMA.replace('(Order) }', '(Order), next_cursor: z.string() }')
    }
  },
  {
    title: 'An id whose last digits would be lost',
    answer: '{ "id": 9007199254740993, "status": "shipped", "total": 1 }',
    language: 'json-schema',
    codecs: {
      'json-schema':
        '{\n  "type": "object",\n  "properties": { "id": { "type": "integer" }, "status": { "enum": ["placed", "shipped"] } },\n  "required": ["id", "status"]\n}'
    }
  },
  {
    title: 'A Python literal instead of JSON',
    answer: "{'orders': [{'id': 1001, 'status': 'placed', 'total': None}]}",
    language: 'io-ts',
    codecs: ORDERS_CODECS
  },
  { title: 'Nothing is wrong', answer: ORDERS, language: 'io-ts', codecs: ORDERS_CODECS }
]
