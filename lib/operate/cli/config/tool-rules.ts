/** The rules that a config gives for tools, with a codec for every output. */
import type * as t from 'io-ts'
import { isCodec, isSchema } from '../../../codec/is-codec.js'
import { fromJsonSchema } from '../../../codec/json-schema/index.js'
import type { ToolRules } from '../../proxy/settings.js'
import { asCodec } from '../../../codec/standard-schema.js'
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
      const { effect, idempotent = false, polls = false, identity } = rules
      if (identity !== undefined && effect !== 'write')
        throw new UsageError(`tools.${name}.identity: given for a write alone; say effect: 'write'`)
      if (identity !== undefined && idempotent)
        throw new UsageError(
          `tools.${name}.identity: with it equal calls run once, and with idempotent again; leave one of them out`
        )
      if (polls && effect === 'write' && !idempotent)
        throw new UsageError(
          `tools.${name}.polls: given for a read, or beside idempotent: any other write runs once; maxIdenticalCalls lets it run more often`
        )
      if (output === undefined) return [name, rules]
      if (output === false) return [name, { ...rules, output }]
      try {
        return [name, { ...rules, output: codecOf(output) }]
      } catch (thrown) {
        throw new UsageError(`tools.${name}.output: ${thrownMessage(thrown)}`)
      }
    })
  )
