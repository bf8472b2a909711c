/** What a config says of tools, with a codec made of every output. */
import type * as t from 'io-ts'
import { isCodec, isSchema } from '../../codec/is-codec.js'
import type { ToolRules } from '../../proxy/settings.js'
import { asCodec } from '../../codec/standard-schema.js'
import { UsageError } from '../exit.js'
import { messageOf } from '../reason.js'
import type { Config, Output } from './config.js'

/** Makes a codec of a JSON Schema. */
export type CodecOfSchema = (schema: Readonly<Record<string, unknown>>) => t.Type<unknown>

/** Loads what needs ajv, an optional peer. */
export const loadCodecOfSchema = async (): Promise<CodecOfSchema> => {
  try {
    const { fromJsonSchema } = await import('../../codec/json-schema/index.js')
    return (schema) => fromJsonSchema(schema)
  } catch (thrown) {
    throw new UsageError(
      'Schemas of servers are checked with ajv, which is not installed. Run: npm install ajv ajv-formats',
      { cause: thrown }
    )
  }
}

const codecOf = (output: Exclude<Output, false>, codecOfSchema: CodecOfSchema): t.Decoder<unknown, unknown> =>
  isCodec(output) || isSchema(output) ? asCodec(output) : codecOfSchema(output as Readonly<Record<string, unknown>>)

/** The rules by the name of the tool; a UsageError for an output of which no codec can be made. */
export const toolRules = ({ tools = {} }: Config, codecOfSchema: CodecOfSchema): ReadonlyMap<string, ToolRules> =>
  new Map(
    Object.entries(tools).map(([name, { output, ...rules }]) => {
      if (rules.identity !== undefined && rules.effect !== 'write')
        throw new UsageError(`tools.${name}.identity: given for a write alone; say effect: 'write'`)
      if (output === undefined) return [name, rules]
      if (output === false) return [name, { ...rules, output }]
      try {
        return [name, { ...rules, output: codecOf(output, codecOfSchema) }]
      } catch (thrown) {
        throw new UsageError(`tools.${name}.output: ${messageOf(thrown)}`)
      }
    })
  )
