/** Rules of existing tools, by their names: the same options in every adapter, in place and in the config file of the proxy. */
import type * as t from 'io-ts'
import type { SemanticCheck } from '../core/checks/semantic-check.js'
import {
  expectBoolean,
  expectCount,
  expectFunction,
  expectOption,
  expectPositive,
  expectTimeout
} from '../core/options.js'
import { expectWords, type Tool } from '../guard/kernel.js'
import { asCodec, type CodecLike } from '../codec/standard-schema.js'
import type { OutputLike } from './outputs.js'

// -- model

/** The rules of one tool. @category Adapters @since 0.1.0 */
export interface ToolRule extends Partial<
  Omit<Tool<never>, 'name' | 'description' | 'args' | 'run' | 'reads' | 'maxBytes' | 'salvage'>
> {
  /** The arguments: a codec, or a schema. With it, wrong arguments are explained and counted, and an error can name the next call. @default the framework checks it */
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
}

/** The rules of tools, by their names. @category Adapters @since 0.1.0 */
export type ToolRulesLike = Readonly<Record<string, ToolRule>>

/** A rule, checked. */
export interface Ruled {
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

const WORDS =
  'effect idempotent identity maxIdenticalCalls polls timeoutMs transient alternatives narrow args coerce output checks errors quoteErrors verify idempotencyMs answersWhenDone'

/** Checks a rule once; throws a TypeError for options that cannot work. */
export const ruled = (name: string, rule: ToolRule): Ruled => {
  const field = (key: string): string => `rules.${name}.${key}`
  expectWords(rule, WORDS.split(' '), `rules.${name}`)
  const { args, output, checks = [], coerce = false, ...traits } = rule
  const { effect, identity, timeoutMs, maxIdenticalCalls, transient, narrow, errors, alternatives = [] } = traits
  const { verify, idempotencyMs } = traits
  expectOption([undefined, 'read', 'write'].includes(effect), field('effect'), "'read' or 'write'")
  expectTimeout(timeoutMs, field('timeoutMs'))
  expectCount(maxIdenticalCalls, field('maxIdenticalCalls'))
  expectFunction(identity, field('identity'))
  expectOption(identity === undefined || effect !== 'read', field('identity'), 'given for a write alone')
  expectFunction(transient, field('transient'))
  expectFunction(narrow, field('narrow'))
  expectFunction(errors, field('errors'))
  expectBoolean(coerce, field('coerce'))
  for (const key of ['quoteErrors', 'idempotent', 'polls'] as const) expectBoolean(traits[key], field(key))
  expectOption(
    Array.isArray(alternatives) && alternatives.every((each) => typeof each === 'string' && each !== ''),
    field('alternatives'),
    'names of tools'
  )
  expectFunction(verify, field('verify'))
  expectOption(verify === undefined || effect !== 'read', field('verify'), 'given for a write alone')
  expectPositive(idempotencyMs, field('idempotencyMs'))
  expectOption(
    checks.every((check) => typeof check === 'function'),
    field('checks'),
    'functions'
  )
  return {
    args: args === undefined ? undefined : (asCodec(args, field('args')) as t.Type<unknown>),
    codec: output === undefined ? undefined : asCodec(output, field('output')),
    checks: checks as unknown as Ruled['checks'],
    coerce,
    traits
  }
}
