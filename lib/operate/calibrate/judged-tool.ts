/** The tools whose responses are judged: guarded calls, or a name and a codec. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { CodecLike } from '../../codec/standard-schema.js'
import type { SemanticCheck } from '../../core/checks/index.js'
import { decodeArgs, policyFor, policyOf, type ResponsePolicy, type AnyGuardedCall } from '../../guard/kernel.js'
import { expectOption, given } from '../../core/options.js'

// -- model

/** How the responses of a tool are judged if there is no guarded call of it. @category Traffic @since 0.1.0 */
export interface JudgedTool {
  readonly name: string
  /** A codec, or a schema of zod, valibot, arktype. */
  readonly codec: CodecLike<unknown>
  readonly checks?: ReadonlyArray<SemanticCheck<never, never>>
  /** @default 'json' */
  readonly reads?: 'json' | 'text'
  readonly salvage?: string
  /** Most bytes of a response. @default 4_194_304 */
  readonly maxBytes?: number
}

/** A guarded call, judged by its own policy, or a name and a codec. @category Traffic @since 0.1.0 */
export type AnyJudgedTool = AnyGuardedCall | JudgedTool

/** How the responses of any tool are judged. */
export type AnyPolicy = ResponsePolicy<unknown, unknown>

// -- destructors

const isGuarded = (tool: AnyJudgedTool): tool is AnyGuardedCall => 'fromModel' in tool

// Arguments are recorded unchanged; a check receives them decoded.
const readingArgs = (policy: AnyPolicy, args: t.Mixed): AnyPolicy => {
  const decoded = (sent: unknown): unknown => E.getOrElse(() => sent)(decodeArgs(args, sent))
  return {
    ...policy,
    checks: policy.checks.map((check) => (payload, sent, answer) => check(payload, decoded(sent), answer))
  }
}

const policyOfTool = (tool: AnyJudgedTool): readonly [string, AnyPolicy] => {
  if (!isGuarded(tool)) {
    expectOption(typeof tool?.name === 'string' && tool.name !== '', 'name', 'a non-empty string')
    const { name, checks, ...options } = tool
    // The author who writes a check beside its codec knows its types.
    const untyped = checks as ReadonlyArray<SemanticCheck<unknown, unknown>> | undefined
    return [name, policyFor({ ...options, ...given({ checks: untyped }) })]
  }
  const policy = policyOf(tool)
  if (policy === undefined)
    throw new TypeError('Expected `tools` to be guarded calls, or objects with `name` and `codec`.')
  const { name, args } = tool.tool
  return [name, args === undefined ? policy : readingArgs(policy, args)]
}

/** The policies by the name of the tool; a TypeError if two tools share a name. */
export const policiesByName = (tools: ReadonlyArray<AnyJudgedTool>): ReadonlyMap<string, AnyPolicy> => {
  const policies = new Map<string, AnyPolicy>()
  for (const [name, policy] of tools.map(policyOfTool)) {
    if (policies.has(name)) throw new TypeError(`Expected \`tools\` to have different names; \`${name}\` comes twice.`)
    policies.set(name, policy)
  }
  return policies
}
