/** Shows a JSON Schema as an io-ts codec of the same structure: to explain and to look up, not to decide. */
import * as t from 'io-ts'
import { asList, isFields, isObject } from '../../core/foreign/index.js'
import { constraintsOf } from './constraints.js'
import { never, unseen, type JsonSchema } from '../schema-type.js'

// A schema may come from anyone: what is behind these bounds is not shown.
const MAX_NODES = 5_000
const MAX_DEPTH = 60

// An element of the mirror must not pass for one that the schema has accepted: salvage would hand it on.
const shownOnly = (codec: t.Mixed): t.Mixed =>
  new t.RefinementType(codec.name, never, t.failure, t.identity, codec, () => false)

const literalOf = (value: unknown): t.Mixed => {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return t.literal(value)
    default:
      return value === null ? t.null : unseen
  }
}

// Made without io-ts's own functions, which look into the members and throw for a field called `constructor`.
const anyOf = (members: ReadonlyArray<t.Mixed>): t.Mixed => {
  const [first = unseen, ...others] = members
  return others.length === 0 ? first : new t.UnionType('any of these', never, t.failure, t.identity, [first, ...others])
}

const allOf = (members: ReadonlyArray<t.Mixed>): t.Mixed => {
  const [first = unseen, ...others] = members
  return others.length === 0
    ? first
    : new t.IntersectionType('all of these', never, t.failure, t.identity, [first, ...others])
}

/** Where a local `$ref` leads: `#`, `#/$defs/Tree`; undefined for every other. */
export const resolvePointer = (root: unknown, ref: string): unknown => {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return undefined
  return pointerKeys(decoded(ref)).reduce((at: unknown, key) => {
    if (!isObject(at) || !Object.hasOwn(at, key)) return undefined
    return (at as JsonSchema)[key]
  }, root)
}

// In a `$ref`, which is a URI, a pointer is percent-encoded besides.
const decoded = (ref: string): string => {
  try {
    return decodeURIComponent(ref)
  } catch {
    return ref
  }
}

/** The keys of a JSON pointer (RFC 6901), unescaped. */
export const pointerKeys = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

class Mirror {
  #nodes = 0
  readonly #refs = new Map<string, t.Mixed>()

  constructor(readonly root: unknown) {}

  show(schema: unknown, depth: number): t.Mixed {
    if (!isFields(schema) || ++this.#nodes > MAX_NODES || depth > MAX_DEPTH) return unseen
    const parts = [
      ...(typeof schema['$ref'] === 'string' ? [this.#ref(schema['$ref'], depth)] : []),
      anyOf(asList(schema['anyOf'] ?? schema['oneOf']).map((one) => this.show(one, depth + 1))),
      ...asList(schema['allOf']).map((one) => this.show(one, depth + 1)),
      this.#self(schema, depth)
    ]
    return allOf(parts.filter((part) => part !== unseen))
  }

  #ref(ref: string, depth: number): t.Mixed {
    const before = this.#refs.get(ref)
    if (before !== undefined) return before
    const target = resolvePointer(this.root, ref)
    if (!isFields(target)) return unseen
    // Not by `t.recursion`, which renames what it leads to: `t.string` itself, for everyone.
    let shown: t.Mixed | undefined
    const recursion = new t.RecursiveType<t.Mixed>(
      ref,
      never,
      t.failure,
      t.identity,
      () => (shown ??= this.show(target, depth + 1))
    )
    this.#refs.set(ref, recursion)
    return recursion
  }

  #self(schema: JsonSchema, depth: number): t.Mixed {
    if ('const' in schema) return literalOf(schema['const'])
    if (Array.isArray(schema['enum'])) return anyOf(schema['enum'].map(literalOf))
    const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type'] ?? this.#impliedType(schema)]
    return anyOf(types.map((type) => this.#typed(type, schema, depth)).filter((part) => part !== unseen))
  }

  #impliedType(schema: JsonSchema): string | undefined {
    if (isFields(schema['properties']) || isFields(schema['additionalProperties'])) return 'object'
    return isFields(schema['items']) || Array.isArray(schema['prefixItems']) ? 'array' : undefined
  }

  #typed(type: unknown, schema: JsonSchema, depth: number): t.Mixed {
    switch (type) {
      case 'string':
        return constrained(t.string, 'string', schema)
      case 'number':
        return constrained(t.number, 'number', schema)
      case 'integer':
        return constrained(t.Int, 'number', schema)
      case 'boolean':
        return t.boolean
      case 'null':
        return t.null
      case 'array':
        return constrained(this.#array(schema, depth), 'array', schema)
      case 'object':
        return constrained(this.#object(schema, depth), 'object', schema)
      default:
        return unseen
    }
  }

  #array(schema: JsonSchema, depth: number): t.Mixed {
    const items = schema['prefixItems'] ?? schema['items']
    if (!Array.isArray(items)) return isFields(items) ? t.array(shownOnly(this.show(items, depth + 1))) : t.UnknownArray
    return new t.TupleType(
      'tuple',
      never,
      t.failure,
      t.identity,
      items.map((item) => this.show(item, depth + 1))
    )
  }

  #object(schema: JsonSchema, depth: number): t.Mixed {
    const { properties, additionalProperties } = schema
    const parts: Array<t.Mixed> = []
    if (isFields(properties)) {
      const props = Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, this.show(one, depth + 1)]))
      parts.push(new t.InterfaceType('object', never, t.failure, t.identity, props))
    }
    if (isFields(additionalProperties)) parts.push(t.record(t.string, this.show(additionalProperties, depth + 1)))
    return parts.length === 0 ? t.UnknownRecord : allOf(parts)
  }
}

const constrained = (codec: t.Mixed, type: string, schema: JsonSchema): t.Mixed => {
  const constraints = constraintsOf(schema, type)
  return constraints === '' ? codec : new t.RefinementType(constraints, never, t.failure, t.identity, codec, () => true)
}

/** The mirror of a schema; what a schema does not say, or says in a way that cannot be shown, is opaque. */
export const displayCodecOf = (schema: unknown): t.Mixed => new Mirror(schema).show(schema, 0)
