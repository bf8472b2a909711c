/**
 * The arguments that a call repeats in headers, so that a gateway can route it without reading its body: revision
 * 2026-07-28 has clients do so where the input schema of a tool says `x-mcp-header` (SEP-2243).
 */
import { type Fields, asFields, asList, isFields } from '../../core/foreign/index.js'

// -- model

/** A value that a header repeats. */
export type Mirrored = string | number | boolean

export interface MirroredParam {
  /** In lower case. */
  readonly header: string
  readonly path: ReadonlyArray<string>
}

/** The tools of a server. */
export interface MirroringTools {
  /** The arguments of this one that headers repeat. */
  readonly mirroredBy: (tool: string) => ReadonlyArray<MirroredParam>
}

interface MirroredParams {
  readonly params: ReadonlyArray<MirroredParam>
  /** Why a client over HTTP must not list the tool. */
  readonly fault: string | undefined
}

// -- an input schema

const ANNOTATION = 'x-mcp-header'
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])

// No tool has so many objects in one another, and each path is as long as it is deep.
const MAX_DEPTH = 100

const SCHEMAS =
  'items contains additionalProperties unevaluatedProperties unevaluatedItems propertyNames not if then else'.split(' ')
const LISTS = ['items', 'prefixItems', 'oneOf', 'anyOf', 'allOf']
const NAMED = ['patternProperties', 'dependentSchemas', '$defs', 'definitions']

/** The schemas inside one that hold for no argument in particular. */
const within = (schema: Fields): ReadonlyArray<unknown> => [
  ...SCHEMAS.map((key) => schema[key]),
  ...LISTS.flatMap((key) => asList(schema[key])),
  ...NAMED.flatMap((key) => Object.values(asFields(schema[key])))
]

/** A schema, with its path where `properties` alone lead to it. */
type Place = readonly [schema: unknown, path: ReadonlyArray<string> | undefined]

const placesIn = (schema: Fields, path: Place[1]): ReadonlyArray<Place> => [
  ...Object.entries(asFields(schema['properties'])).map(([key, inner]): Place => [
    inner,
    path !== undefined && path.length < MAX_DEPTH ? [...path, key] : undefined
  ]),
  ...within(schema).map((inner): Place => [inner, undefined])
]

/**
 * The arguments that headers repeat. Of a schema with a fault, servers of the official SDKs expect none, unless the
 * fault is that one is a `number`.
 */
export const mirroredIn = (inputSchema: unknown): MirroredParams => {
  const params = new Map<string, MirroredParam>()
  const open: Array<Place> = [[inputSchema, []]]
  let fault: string | undefined
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [schema, path] = next
    if (!isFields(schema)) continue
    for (const place of placesIn(schema, path)) open.push(place)
    if (!Object.hasOwn(schema, ANNOTATION)) continue
    const { [ANNOTATION]: name, type } = schema
    const refused = (why: string): MirroredParams => ({ params: [], fault: `${ANNOTATION} ${why}` })
    if (path === undefined || path.length === 0) return refused('stands where it names no single argument')
    if (typeof name !== 'string' || !TOKEN.test(name)) return refused('names no header')
    const header = `mcp-param-${name.toLowerCase()}`
    if (params.has(header)) return refused('names one header twice')
    if (!TYPES.has(type)) fault = `${ANNOTATION} stands at an argument that is no string, integer or boolean`
    if (!TYPES.has(type) && type !== 'number') return { params: [], fault }
    params.set(header, { header, path })
  }
  return { params: [...params.values()], fault }
}

// -- a call

const isMirrored = (value: unknown): value is Mirrored =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && (Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)))

/** The headers of a call with these arguments. An argument that is null, missing or no single value has none. */
export const mirroredOf = (
  params: ReadonlyArray<MirroredParam>,
  args: unknown
): ReadonlyArray<readonly [header: string, value: Mirrored]> =>
  params.flatMap(({ header, path }) => {
    const value = path.reduce((inner, key) => {
      const fields = asFields(inner)
      return Object.hasOwn(fields, key) ? fields[key] : undefined
    }, args)
    return isMirrored(value) ? [[header, value] as const] : []
  })
