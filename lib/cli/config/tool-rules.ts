/** The rules that a config gives for tools, with a codec for every output. */
import type * as t from 'io-ts'
import { isCodec, isSchema } from '../../codec/is-codec.js'
import { fromJsonSchema } from '../../codec/json-schema/index.js'
import type { ToolRules } from '../../proxy/settings.js'
import { asCodec } from '../../codec/standard-schema.js'
import { UsageError } from '../exit.js'
import { thrownMessage } from '../reason.js'
import type { Config, ConfiguredOutput } from './config.js'

const codecOf = (output: Exclude<ConfiguredOutput, false>): t.Decoder<unknown, unknown> =>
  isCodec(output) || isSchema(output)
    ? asCodec(output, 'output')
    : fromJsonSchema(output as Readonly<Record<string, unknown>>)

/** The rules by the name of the tool; a UsageError for an output that cannot become a codec. */
export const toolRules = ({ tools = {} }: Config): ReadonlyMap<string, ToolRules> =>
  new Map(
    Object.entries(tools).map(([name, { output, ...rules }]) => {
      if (rules.identity !== undefined && rules.effect !== 'write')
        throw new UsageError(`tools.${name}.identity: given for a write alone; say effect: 'write'`)
      if (output === undefined) return [name, rules]
      if (output === false) return [name, { ...rules, output }]
      try {
        return [name, { ...rules, output: codecOf(output) }]
      } catch (thrown) {
        throw new UsageError(`tools.${name}.output: ${thrownMessage(thrown)}`)
      }
    })
  )
