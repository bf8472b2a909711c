/** The definitions of one document: what is referred to by name, and how a foreign document becomes part of it. */
import { isObject } from '../../core/foreign/index.js'
import type { JsonSchema, SchemaTarget } from '../schema-type.js'

const UNUSABLE = /[^A-Za-z0-9_.-]+/g

// These give a schema a name, which a document may give once.
const NAMED = ['$id', '$anchor', '$dynamicAnchor']

// The values beneath these are data, not schemas.
export const DATA_BENEATH: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])
// The keys beneath these are names, not keywords: a property may be called `default`.
export const NAMES_BENEATH: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions'
])

/** Maps the keywords of all schemas in a document, but for those that are documents of their own, by `$id`. */
export const mapSchemas = (node: unknown, onSchema: (schema: JsonSchema) => JsonSchema, hasNames = false): unknown => {
  if (Array.isArray(node)) return node.map((item) => mapSchemas(item, onSchema))
  if (!isObject(node)) return node
  const schema = hasNames ? (node as JsonSchema) : onSchema(node as JsonSchema)
  if (!hasNames && typeof schema['$id'] === 'string') return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      !hasNames && DATA_BENEATH.has(key) ? value : mapSchemas(value, onSchema, !hasNames && NAMES_BENEATH.has(key))
    ])
  )
}

// An address may be relative.
const addressOf = (address: string, base = 'https://document.invalid'): string => {
  const [document = address] = URL.canParse(address, base) ? new URL(address, base).href.split('#') : []
  return document
}

/** The local form of a reference into a document: `#/$defs/Tree`; undefined where it leads elsewhere. */
const localRef = (ref: unknown, id: unknown): string | undefined => {
  if (typeof ref !== 'string') return undefined
  const [address = '', pointer = ''] = ref.split('#')
  if (pointer !== '' && !pointer.startsWith('/')) return undefined
  const own = typeof id === 'string' ? addressOf(id) : undefined
  return address === '' || (own !== undefined && addressOf(address, own) === own) ? `#${pointer}` : undefined
}

export class Definitions {
  readonly #keyword: string
  readonly #schemas = new Map<string, JsonSchema>()
  // By the documents that they were made of.
  readonly #embedded = new Map<string, JsonSchema>()

  constructor(target: SchemaTarget) {
    this.#keyword = target === '2020-12' ? '$defs' : 'definitions'
  }

  /** Takes a name that is free, and says how to refer to it. */
  reserve(wanted: string): { readonly name: string; readonly ref: string } {
    const base = wanted.replaceAll(UNUSABLE, '_').replaceAll(/^_+|_+$/g, '') || 'definition'
    let name = base
    for (let i = 2; this.#schemas.has(name); i++) name = `${base}_${i}`
    this.#schemas.set(name, {})
    return { name, ref: `#/${this.#keyword}/${name}` }
  }

  define(name: string, schema: JsonSchema): void {
    this.#schemas.set(name, schema)
  }

  /** Makes a document of its own part of this one, once. */
  embed(wanted: string, { $schema: _dialect, $id: id, ...document }: JsonSchema): JsonSchema {
    const text = JSON.stringify([id, document])
    const before = this.#embedded.get(text)
    if (before !== undefined) return before
    let refers = false
    const { name, ref } = this.reserve(wanted)
    const embedded = mapSchemas(document, (schema) => {
      const local = localRef(schema['$ref'], id)
      refers ||= local !== undefined || NAMED.some((keyword) => keyword in schema)
      return local === undefined ? schema : { ...schema, $ref: `${ref}${local.slice(1)}` }
    }) as JsonSchema
    if (refers) this.define(name, embedded)
    else this.#schemas.delete(name)
    const result = refers ? { $ref: ref } : document
    this.#embedded.set(text, result)
    return result
  }

  /** The document with its definitions: a copy, since its receiver may change it, and others share its parts. */
  complete(root: JsonSchema): Record<string, unknown> {
    const definitions = { ...(root[this.#keyword] as object | undefined), ...Object.fromEntries(this.#schemas) }
    return structuredClone(this.#schemas.size === 0 ? root : { ...root, [this.#keyword]: definitions })
  }
}
