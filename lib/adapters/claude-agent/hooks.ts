/** Hooks of the Claude Agent SDK that guard whatever tools an agent has. */
import * as o from '../../core/options.js'
import { schemaMismatch } from '../../core/errors/index.js'
import { failed } from '../../guard/kernel.js'
import { expectForm, otherForm } from '../../toolset/call-form.js'
import { guardsByName } from '../../toolset/guards-by-name.js'
import { inPlace, type GuardToolsOptions } from '../../toolset/in-place.js'
import { ThrownFailure } from '../../toolset/framework.js'
import type { ToolRule } from '../../toolset/rules.js'
import type { Untyped } from '../../toolset/tool-types.js'
import { StartedCalls, type ToolUse } from './started-calls.js'
import { HOOK_FORM } from './form.js'
import {
  asContext,
  asDenial,
  passThrough,
  asReplacement,
  classify,
  ranAllTheSame,
  replayedResponse,
  ranUnasked,
  type PostToolUseFailureOutput,
  type PostToolUseOutput,
  type PreToolUseOutput
} from './responses.js'

// -- model

/** @category Adapters @since 0.1.0 */
export interface GuardHooksOptions<Outputs = Untyped> extends GuardToolsOptions<Untyped, Outputs> {
  /**
   * The names of the tools that are guarded, as a matcher of the SDK: not its built-in ones, which an agent runs again
   * and again on purpose.
   *
   * @default 'mcp__.*'
   */
  readonly matcher?: string
  /**
   * Milliseconds until an answer is no longer waited for; the time that somebody takes to allow the call is part of it.
   * @default an hour
   */
  readonly timeoutMs?: number
}

/** @category Adapters @since 0.1.0 */
export interface HookMatcher<Output> {
  matcher?: string
  hooks: Array<(input: object) => Promise<Output>>
}

/** What `query` takes as `hooks`. @category Adapters @since 0.1.0 */
export interface GuardHooks {
  PreToolUse: Array<HookMatcher<PreToolUseOutput>>
  PostToolUse: Array<HookMatcher<PostToolUseOutput>>
  PostToolUseFailure: Array<HookMatcher<PostToolUseFailureOutput>>
  PostToolBatch: Array<HookMatcher<object>>
  Stop: Array<HookMatcher<object>>
}

type AnsweredUse = ToolUse & { readonly tool_response: unknown }

type FailedUse = ToolUse & { readonly error?: string; readonly is_interrupt?: boolean }

interface Batch {
  readonly tool_calls?: ReadonlyArray<{ readonly tool_use_id: string }>
}

const HOUR = 3_600_000

// -- what becomes of calls that end otherwise

const notMade = (): unknown =>
  failed(schemaMismatch({ code: 'cancelled', detail: 'The call was not made: it was not allowed.' }), {
    executed: 'no'
  })

const stopped = (): unknown =>
  failed(schemaMismatch({ code: 'cancelled', detail: 'The agent stopped before the call came to its end.' }), {
    executed: 'unknown'
  })

const answerOf = ({ error = '', is_interrupt }: FailedUse): unknown =>
  is_interrupt === true ? stopped() : new ThrownFailure(error)

// -- constructors

const OWN = { matcher: o.optional(o.text) } satisfies o.TableOf<Omit<GuardHooksOptions, keyof GuardToolsOptions>>

/**
 * Makes hooks for `query`: a call is denied before it runs where its budget is spent, with the JSON of the `ToolError`
 * as the reason; what a tool answered is judged before the model gets it, and an error stands in its place. To what a
 * tool throws the SDK lets nothing but context be added. The `rules` name tools as the SDK does: `mcp__orders__search`.
 * A session's `hidden` is refused.
 *
 * @category Adapters @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { openTurn } from 'guarded-call'
 * import { guardHooks } from 'guarded-call/claude-agent'
 *
 * // query({ prompt, options: { hooks, mcpServers } })
 * const hooks = guardHooks({
 *   turn: openTurn(),
 *   rules: { mcp__shop__weather: { effect: 'read', output: t.type({ degrees: t.number }) } }
 * })
 *
 * const use = { tool_name: 'mcp__shop__weather', tool_input: { city: 'Oslo' }, tool_use_id: 'toolu_1' }
 * await hooks.PreToolUse[0]?.hooks[0]?.(use)
 * const { hookSpecificOutput } =
 *   (await hooks.PostToolUse[0]?.hooks[0]?.({
 *     ...use,
 *     tool_response: [{ type: 'text', text: '{"degrees":"mild"}' }]
 *   })) ?? {}
 *
 * assert.match(
 *   JSON.stringify(hookSpecificOutput?.updatedToolOutput),
 *   /degrees: expected number, received one word of 4 letters/
 * )
 */
export const guardHooks = <Outputs>(options: GuardHooksOptions<Outputs> = {}): GuardHooks => {
  const { matcher = 'mcp__.*', timeoutMs = HOUR } = options
  // A hook changes arguments only by allowing the call, which is somebody else's to decide.
  for (const [name, { coerce }] of Object.entries<ToolRule>(options.rules ?? {}))
    o.expectOption(coerce !== true, `rules.${name}.coerce`, 'left out: a hook cannot repair arguments')
  const guard = inPlace({ ...options, timeoutMs }, undefined, OWN)
  const guardOf = guardsByName((name) => guard(name, { classify, showsThrown: true }))
  const begun = new StartedCalls()

  const before = async (input: object): Promise<PreToolUseOutput> => {
    // Of a hook that throws, the SDK does not say that the tool is not run.
    const problem = otherForm(HOOK_FORM, [input])
    if (problem !== undefined) return asDenial(problem)
    const use = input as ToolUse
    try {
      const settled = await begun.begin(guardOf(use.tool_name), use)
      if (settled === undefined) return {}
      return asDenial(settled.kind === 'error' ? settled.text : replayedResponse(settled.value))
    } catch (thrown) {
      if (thrown instanceof TypeError) return asDenial(thrown.message)
      throw thrown
    }
  }
  const after = async (input: object): Promise<PostToolUseOutput> => {
    expectForm(HOOK_FORM, [input])
    const use = input as AnsweredUse
    const settled = await begun.end(guardOf(use.tool_name), use, use.tool_response)
    if (settled.kind === 'unasked') return asReplacement(use.tool_response, ranUnasked(settled.refusal))
    return settled.kind === 'error'
      ? asReplacement(use.tool_response, settled.text, settled.beside)
      : passThrough(settled.value, use.tool_response)
  }
  const afterFailure = async (input: object): Promise<PostToolUseFailureOutput> => {
    expectForm(HOOK_FORM, [input])
    const use = input as FailedUse
    const settled = await begun.end(guardOf(use.tool_name), use, answerOf(use))
    if (settled.kind === 'unasked') return asContext(ranUnasked(settled.refusal))
    return asContext(settled.kind === 'error' ? settled.text : ranAllTheSame(settled.value))
  }
  const afterBatch = async (input: object): Promise<object> => {
    const { tool_calls = [] } = input as Batch
    begun.giveUp({ ids: tool_calls.map(({ tool_use_id }) => tool_use_id) }, notMade())
    return {}
  }
  const stop = async (input: object): Promise<object> => {
    begun.giveUp({ session: (input as ToolUse).session_id }, stopped())
    return {}
  }
  return {
    PreToolUse: [{ matcher, hooks: [before] }],
    PostToolUse: [{ matcher, hooks: [after] }],
    PostToolUseFailure: [{ matcher, hooks: [afterFailure] }],
    PostToolBatch: [{ hooks: [afterBatch] }],
    Stop: [{ hooks: [stop] }]
  }
}
