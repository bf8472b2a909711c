/**
 * Rules of existing tools, by their names: the same options in every adapter, in place and in the config file of the
 * proxy.
 */
import type * as t from 'io-ts'
import type { SemanticCheck } from '../core/checks/index.js'
import * as o from '../core/options.js'
import { EFFECTS, expectAgreement, TRAITS, type Tool } from '../guard/kernel.js'
import { asCodec, type CodecLike } from '../codec/standard-schema.js'
import type { AnswerOf, ArgsOf, OutputFor, PayloadOf, Untyped } from './tool-types.js'

// -- model

/**
 * The rule of one tool: `Args` are its arguments, `Answer` is what it answers by itself, `Output` the codec or the
 * schema in `output`, if there is one, and `Taken` what `args` has to make.
 *
 * @category Adapters @since 0.1.0
 */
export interface ToolRule<Args = Untyped, Answer = Untyped, Output = Untyped, Taken = Args> extends Partial<
  Omit<Tool<Args>, 'name' | 'description' | 'args' | 'run' | 'reads' | 'maxBytes' | 'salvage'>
> {
  /**
   * The arguments: a codec, or a schema. With it, wrong arguments are explained and counted, and an error can name the
   * next call. `guardFunctions` hands on the parsed arguments; a framework hands a tool its own.
   * @default the schema that the tool itself declares
   */
  readonly args?: CodecLike<Taken>
  /**
   * Repairs without asking what has one meaning only, as `repairArguments` does: the tool gets what `args` takes, and
   * the call's record says what was repaired. @default false
   */
  readonly coerce?: boolean
  /**
   * The responses: a codec, or a schema of zod, valibot, arktype; what it makes of an answer is handed on. `false` lets
   * any answer pass.
   * @default the schema that the tool itself declares, which judges alone: the tool's own answer is handed on
   */
  readonly output?: OutputFor<Answer, Output>
  /** Semantic checks of the decoded payload, with the arguments that the tool gets. */
  readonly checks?: ReadonlyArray<SemanticCheck<NoInfer<PayloadOf<Answer, Output>>, Args>>
  /**
   * Path of an array in `output` (`orders`, `$`): of an answer that was cut the model gets the whole elements, each
   * judged by itself, as `partial_data`; no check has seen them.
   * @default none
   */
  readonly salvage?: string
  /**
   * Most bytes of an answer that comes as text or bytes, and most characters of the texts of one that comes as data.
   * @default 4_194_304; 67_108_864 where `results` keeps long ones
   */
  readonly maxBytes?: number
}

/** Which codec or schema each rule may have: rules are for tools that are there. @category Adapters @since 0.1.0 */
export type OutputsOf<Tools> = Readonly<Partial<Record<keyof Tools, unknown>>>

/** The rules of tools, by their names. @category Adapters @since 0.1.0 */
export type RulesOf<Tools = Untyped, Outputs = Untyped> = {
  readonly [Name in keyof Outputs]: Name extends keyof Tools
    ? ToolRule<ArgsOf<Tools[Name]>, AnswerOf<Tools[Name]>, Outputs[Name], unknown>
    : string extends Name
      ? ToolRule
      : never
}

/** A rule, checked. */
export interface CheckedRule {
  readonly args: t.Type<unknown> | undefined
  readonly codec: t.Decoder<unknown, unknown> | undefined
  /** Whether a schema that the tool declares judges its answers. */
  readonly judges: boolean
  readonly checks: ReadonlyArray<SemanticCheck<unknown, unknown>>
  readonly coerce: boolean
  readonly traits: Omit<ToolRule, 'args' | 'output' | 'checks' | 'coerce'>
}

// -- constructors

/** Refuses an option that names a missing tool. @category Adapters @since 0.1.0 */
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
  salvage: o.optional(o.text),
  maxBytes: o.optional(o.positive)
} satisfies o.TableOf<ToolRule>)

/** Checks a rule once; throws a TypeError for options that cannot work. */
export const ruled = (name: string, rule: ToolRule): CheckedRule => {
  const place = `rules.${name}`
  const { args, output, checks, coerce, ...filled } = read(rule, place)
  const traits = o.given(filled)
  expectAgreement(traits, `${place}.`)
  return {
    args: args === undefined ? undefined : (asCodec(args, `${place}.args`) as t.Type<unknown>),
    codec:
      output === undefined || output === false ? undefined : asCodec(output as CodecLike<unknown>, `${place}.output`),
    judges: output === undefined,
    checks,
    coerce,
    traits
  }
}
