/**
 * The schemas of a tool of the AI SDK, which other frameworks run as well, out of the forms that the SDK takes them in.
 */
import { isSchema } from '../codec/is-codec.js'
import { asFields, isFields } from '../core/foreign/index.js'
import type { DeclaredSchemas } from './declared.js'

// A schema of zod, valibot or arktype stands for itself; `jsonSchema()` and its like hold a JSON Schema, and
// `lazySchema()` is a function that gives one of these.
const schemaIn = (schema: unknown): unknown => {
  if (isSchema(schema)) return schema
  if (typeof schema === 'function') return schemaIn((schema as () => unknown)())
  return isFields(schema) && 'jsonSchema' in schema ? schema['jsonSchema'] : schema
}

// A schema is lazy because it takes long to make, or is not there yet at the start.
const whenCalled = (schema: unknown): unknown => (schema == null ? undefined : () => schemaIn(schema))

/** What a tool of the AI SDK declares, read when it is first called. @category Adapters @since 0.1.0 */
export const aiSdkSchemas = (tool: object): Pick<DeclaredSchemas, 'judgedArgs' | 'output'> => {
  const { inputSchema, outputSchema } = asFields(tool)
  return { judgedArgs: whenCalled(inputSchema), output: whenCalled(outputSchema) }
}
