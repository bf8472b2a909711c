/** Rules of existing tools, by their names: the same options in every adapter, in place and in the config file of the proxy. */
import type * as t from 'io-ts'
import type { SemanticCheck } from '../core/checks/semantic-check.js'
import * as o from '../core/options.js'
import { EFFECTS, expectWriteOnly, TRAITS, type Tool } from '../guard/kernel.js'
import { asCodec, type CodecLike } from '../codec/standard-schema.js'

// -- model

/** A codec or a schema of zod, valibot, arktype and the like. @category Adapters @since 0.1.0 */
export type OutputLike = CodecLike<unknown>

/** The rules of one tool. @category Adapters @since 0.1.0 */
export interface ToolRule extends Partial<
  Omit<Tool<never>, 'name' | 'description' | 'args' | 'run' | 'reads' | 'maxBytes' | 'salvage'>
> {
  /** The arguments: a codec, or a schema. With it, wrong arguments are explained and counted, and an error can name the next call. `guardFunctions` hands on the parsed arguments; a framework hands a tool its own. @default the framework checks it */
  readonly args?: CodecLike<unknown>
  /**
   * Mends without asking what has one meaning only, as `repairArguments` does: the tool gets what `args` takes, and the call's record says what was
   * mended. @default false
   */
  readonly coerce?: boolean
  /** The responses: a codec, or a schema of zod, valibot, arktype. Without it, the tool still has a budget, loop detection and a time limit. */
  readonly output?: OutputLike
  /** Semantic checks of the decoded payload, with the arguments as data. */
  readonly checks?: ReadonlyArray<SemanticCheck<never, never>>
  /** Path of an array in `output` (`orders`, `$`): of an answer that was cut the model gets the whole elements, each judged by itself, as `partial_data`; no check has seen them. @default none */
  readonly salvage?: string
}

/** The rules of tools, by their names. @category Adapters @since 0.1.0 */
export type ToolRulesLike = Readonly<Record<string, ToolRule>>

/** A rule, checked. */
export interface CheckedRule {
  readonly args: t.Type<unknown> | undefined
  readonly codec: t.Decoder<unknown, unknown> | undefined
  readonly checks: ReadonlyArray<SemanticCheck<unknown, unknown>>
  readonly coerce: boolean
  readonly traits: Omit<ToolRule, 'args' | 'output' | 'checks' | 'coerce'>
}

// -- constructors

/** Refuses an option that names a missing tool. */
export const expectNames = (option: string, given: ReadonlyArray<string>, names: ReadonlyArray<string>): void => {
  const unknown = given.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new TypeError(`Expected \`${option}\` to name tools that are there; there is no \`${unknown}\`.`)
}

const read = o.options('rules', {
  ...TRAITS,
  effect: o.optional(EFFECTS),
  args: o.anything,
  coerce: o.optional(o.flag, false),
  output: o.anything,
  checks: o.optional(o.functions, []),
  salvage: o.optional(o.text)
} satisfies o.TableOf<ToolRule>)

/** Checks a rule once; throws a TypeError for options that cannot work. */
export const ruled = (name: string, rule: ToolRule): CheckedRule => {
  const place = `rules.${name}`
  const { args, output, checks, coerce, ...filled } = read(rule, place)
  const traits = o.given(filled)
  expectWriteOnly(traits, `${place}.`)
  return {
    args: args === undefined ? undefined : (asCodec(args, `${place}.args`) as t.Type<unknown>),
    codec: output === undefined ? undefined : asCodec(output, `${place}.output`),
    checks: checks as unknown as CheckedRule['checks'],
    coerce,
    traits
  }
}
