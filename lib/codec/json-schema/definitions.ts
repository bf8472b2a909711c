/** The definitions of one document: what is referred to by name, and how a foreign document becomes part of it. */
import type { JsonSchema, SchemaTarget } from './schema-type.js'

const UNUSABLE = /[^A-Za-z0-9_.-]+/g

// The values beneath these are data, not schemas.
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])
// The keys beneath these are names, not keywords: a property may be called `default`.
const NAMES: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions'
])

const isLocal = (ref: unknown): ref is string => typeof ref === 'string' && (ref === '#' || ref.startsWith('#/'))

const mapRefs = (node: unknown, onRef: (ref: string) => string, hasNames = false): unknown => {
  if (Array.isArray(node)) return node.map((item) => mapRefs(item, onRef))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (hasNames) return [key, mapRefs(value, onRef)]
      if (key === '$ref' && isLocal(value)) return [key, onRef(value)]
      return [key, DATA.has(key) ? value : mapRefs(value, onRef, NAMES.has(key))]
    })
  )
}

export class Definitions {
  readonly #keyword: string
  readonly #schemas = new Map<string, JsonSchema>()

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

  /** Makes a document of its own part of this one. */
  embed(wanted: string, { $schema: _dialect, $id: _id, ...document }: JsonSchema): JsonSchema {
    let refers = false
    mapRefs(document, (ref) => {
      refers = true
      return ref
    })
    if (!refers) return document
    const { name, ref } = this.reserve(wanted)
    this.define(name, mapRefs(document, (inner) => `${ref}${inner.slice(1)}`) as JsonSchema)
    return { $ref: ref }
  }

  /** The document with its definitions: a copy, since whoever gets it may change it, and its parts are those of other documents, too. */
  complete(root: JsonSchema): Record<string, unknown> {
    const definitions = { ...(root[this.#keyword] as object | undefined), ...Object.fromEntries(this.#schemas) }
    return structuredClone(this.#schemas.size === 0 ? root : { ...root, [this.#keyword]: definitions })
  }
}
