/** Guarded calls as a model sees them: by name, each with a description and a schema of its arguments. */
import type * as t from 'io-ts'
import type { JsonSchema, SchemaTarget } from '../codec/schema-type.js'
import { toJsonSchema } from '../codec/json-schema/to-json-schema.js'
import type { AnyGuardedCall } from '../guard/kernel.js'

// -- model

/** A guarded call whose arguments are checked. @category Adapters @since 0.1.0 */
export type CheckedCall = AnyGuardedCall & { readonly tool: { readonly args: t.Mixed } }

/** A set of guarded calls, by name. @category Adapters @since 0.1.0 */
export type Toolset = ReadonlyMap<string, CheckedCall>

/** The description of a tool for a model. @category Adapters @since 0.1.0 */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  /** The schema of its arguments, an object. */
  readonly schema: JsonSchema & { readonly type: 'object' }
}

// -- constructors

const checked = (call: AnyGuardedCall): CheckedCall => {
  if (typeof call?.fromModel !== 'function' || typeof call.tool?.name !== 'string')
    throw new TypeError('Expected `calls` to be guarded calls.')
  if (call.tool.args === undefined) {
    throw new TypeError(
      `Expected the tool \`${call.tool.name}\` to have \`args\`: without them what a model sends would reach it unchecked.`
    )
  }
  return call as CheckedCall
}

/**
 * The calls by name; TypeErrors for one without an argument codec, and for a name that comes twice.
 * @category Adapters @since 0.1.0
 */
export const toolsetOf = (calls: ReadonlyArray<AnyGuardedCall>): Toolset => {
  if (!Array.isArray(calls)) throw new TypeError('Expected `calls` to be an array of guarded calls.')
  const byName = new Map<string, CheckedCall>()
  for (const call of (calls as ReadonlyArray<AnyGuardedCall>).map(checked)) {
    const { name } = call.tool
    if (byName.has(name)) throw new TypeError(`Expected \`calls\` to have different names; \`${name}\` comes twice.`)
    byName.set(name, call)
  }
  return byName
}

const isObjectSchema = (schema: JsonSchema): schema is ToolDefinition['schema'] => schema['type'] === 'object'

/**
 * The description of a call for a model; a TypeError where its arguments are not an object.
 * @category Adapters @since 0.1.0
 */
export const definitionOf = ({ tool }: CheckedCall, target: SchemaTarget = '2020-12'): ToolDefinition => {
  const schema = toJsonSchema(tool.args, { target })
  if (!isObjectSchema(schema)) {
    throw new TypeError(
      `Expected the \`args\` of \`${tool.name}\` to be a codec of objects that can be written as JSON Schema.`
    )
  }
  return { name: tool.name, description: tool.description ?? '', schema }
}

/** The descriptions of a toolset for a model. @category Adapters @since 0.1.0 */
export const definitionsIn = (toolset: Toolset, target?: SchemaTarget): ReadonlyArray<ToolDefinition> =>
  [...toolset.values()].map((call) => definitionOf(call, target))

/** The descriptions of calls for a model; TypeErrors for what cannot be a tool. @category Adapters @since 0.1.0 */
export const definitionsOf = (
  calls: ReadonlyArray<AnyGuardedCall>,
  target?: SchemaTarget
): ReadonlyArray<ToolDefinition> => definitionsIn(toolsetOf(calls), target)
