/** Says a JSON Schema in the other dialect. */
import { type Fields, asFields, isFields } from '../../core/foreign/index.js'
import { mapSchemas } from './definitions.js'
import type { JsonSchema, SchemaTarget } from '../schema-type.js'

// Keywords that the other dialect does not know, or reads otherwise, and has no words for.
const UNTRANSLATABLE: Readonly<Record<SchemaTarget, ReadonlyArray<string>>> = {
  '2020-12': [
    'unevaluatedProperties',
    'unevaluatedItems',
    'minContains',
    'maxContains',
    '$dynamicRef',
    '$dynamicAnchor',
    '$anchor'
  ],
  'draft-07': []
}

// draft-07: a list of `items`, then `additionalItems`; 2020-12: `prefixItems`, then `items`.
const toLatest = ({ items, additionalItems, dependencies, ...schema }: JsonSchema): JsonSchema => {
  const entries = isFields(dependencies) ? Object.entries(dependencies) : []
  const [required, schemas] = [true, false].map((lists) => entries.filter(([, one]) => Array.isArray(one) === lists))
  const rest = additionalItems === undefined ? {} : { items: additionalItems }
  return {
    ...schema,
    ...(Array.isArray(items) ? { prefixItems: items, ...rest } : items === undefined ? {} : { items }),
    ...(required!.length === 0 ? {} : { dependentRequired: Object.fromEntries(required!) }),
    ...(schemas!.length === 0 ? {} : { dependentSchemas: Object.fromEntries(schemas!) })
  }
}

// One key may ask for other keys and for a schema.
const dependenciesOf = (required: Fields, schemas: Fields): Fields => {
  const asked = Object.entries(schemas).map(([key, schema]): readonly [string, unknown] => [
    key,
    Object.hasOwn(required, key) ? { required: required[key], allOf: [schema] } : schema
  ])
  return { ...required, ...Object.fromEntries(asked) }
}

const toSeventh = ({
  prefixItems,
  items,
  additionalItems: _ignored,
  dependentRequired,
  dependentSchemas,
  ...schema
}: JsonSchema): JsonSchema => {
  const dependencies = dependenciesOf(asFields(dependentRequired), asFields(dependentSchemas))
  const rest = items === undefined ? {} : { additionalItems: items }
  const translated = {
    ...schema,
    ...(Array.isArray(prefixItems) ? { items: prefixItems, ...rest } : items === undefined ? {} : { items }),
    ...(Object.keys(dependencies).length === 0 ? {} : { dependencies })
  }
  const { $ref, $defs, definitions, ...others } = translated as JsonSchema
  if ($ref === undefined || Object.keys(others).length === 0) return translated
  // Beside a reference draft-07 reads nothing.
  const named = { ...($defs === undefined ? {} : { $defs }), ...(definitions === undefined ? {} : { definitions }) }
  return { ...named, ...others, allOf: [...((others['allOf'] as ReadonlyArray<unknown> | undefined) ?? []), { $ref }] }
}

// These move when they are translated, so no reference may point at them.
const MOVED = /\/(?:items|additionalItems|prefixItems|dependencies|dependentSchemas)(?:\/|$)/

/**
 * Says a schema of one dialect in the other.
 *
 * @throws TypeError if the other dialect cannot say it.
 */
export const inDialect = (document: JsonSchema, from: SchemaTarget, to: SchemaTarget): JsonSchema => {
  if (from === to) return document
  const { $id: id, ...schema } = document
  const translated = mapSchemas(schema, (one) => {
    const word = UNTRANSLATABLE[from].find((keyword) => keyword in one)
    const isMoved = typeof one['$ref'] === 'string' && MOVED.test(one['$ref'])
    const hasId = typeof one['$id'] === 'string'
    if (word !== undefined || isMoved || hasId) {
      const what = word ?? (isMoved ? `$ref: ${String(one['$ref'])}` : 'a nested $id')
      throw new TypeError(`Expected a JSON Schema that ${to} can say too, got one of ${from} with \`${what}\`.`)
    }
    return to === '2020-12' ? toLatest(one) : toSeventh(one)
  }) as JsonSchema
  return id === undefined ? translated : { $id: id, ...translated }
}
