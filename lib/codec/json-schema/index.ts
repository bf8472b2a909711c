/** `guarded-call/json-schema`: JSON Schemas from codecs, and codecs from JSON Schemas. */
export { toJsonSchema, type JsonSchemaOptions } from './to-json-schema.js'
export { fromJsonSchema, type AjvLike, type FromJsonSchemaOptions } from './from-json-schema.js'
export type { JsonSchema, SchemaTarget } from '../schema-type.js'
