/** A tool as it stands in a module or in a server's list, as far as rules can be drafted from it. */
import { toJsonSchema } from '../../../codec/json-schema/to-json-schema.js'
import { isCodec, isSchema, type StandardSchemaLike } from '../../../codec/is-codec.js'
import { asCodec } from '../../../codec/standard-schema.js'
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { declaredOf, type Declaration } from '../../proxy/policy.js'

// -- model

export interface FoundTool {
  readonly name: string
  /** What its annotations say of its effect, and whether it promises a schema of its responses. */
  readonly declared: Declaration
  /** The JSON Schema of each argument; empty where the tool shows none. */
  readonly args: Fields
  /** It has no function in its module: somebody else runs it. */
  readonly isElsewhere?: boolean
}

/** Tools, and where they were found. */
export interface FoundTools {
  readonly tools: ReadonlyArray<FoundTool>
  /** The module, or the server's name. */
  readonly source: string
  readonly isServer: boolean
}

// -- arguments

const isAnySchema = (value: unknown): value is StandardSchemaLike => isSchema(value) || isCodec(value)

/** The schema of each argument, from a JSON Schema, a codec, a schema of zod and the like, or a record of these. */
export const argumentsIn = (schema: unknown): Fields => {
  try {
    if (isAnySchema(schema)) return asFields(toJsonSchema(asCodec(schema, 'schema') as never)['properties'])
    if (!isFields(schema)) return {}
    // The AI SDK wraps a JSON Schema.
    if (isFields(schema['jsonSchema'])) return argumentsIn(schema['jsonSchema'])
    const values = Object.entries(schema)
    if (values.length > 0 && values.every(([, value]) => isAnySchema(value)))
      return Object.fromEntries(
        values.map(([name, value]) => [name, toJsonSchema(asCodec(value as StandardSchemaLike, name) as never)])
      )
    return asFields(schema['properties'])
  } catch {
    // A schema may be of any version of any library.
    return {}
  }
}

// -- constructors

const SCHEMAS = ['inputSchema', 'parameters', 'schema', 'input_schema'] as const

/** The schema of the arguments of a tool of any framework. */
export const schemaOf = (tool: Fields): unknown =>
  [...SCHEMAS.map((field) => tool[field]), asFields(tool['toolSpec'])['inputSchema']].find(
    (schema) => schema !== undefined && schema !== null
  )

const NOTHING: Declaration = { outputSchema: undefined, effect: undefined, idempotent: false, mirrored: [] }

/** A tool that shows nothing but its name. */
export const foundByName = (name: string): FoundTool => ({ name, declared: NOTHING, args: {} })

/** An object of a framework: its annotations, if it has any, are those of MCP. */
export const foundObject = (name: string, tool: Fields): FoundTool => {
  const { outputSchema } = tool
  const declared = declaredOf({ annotations: tool['annotations'] })
  return {
    name,
    declared: { ...declared, outputSchema: isFields(outputSchema) ? outputSchema : undefined },
    args: argumentsIn(schemaOf(tool))
  }
}
