/** `guarded-call/claude-agent`: the Claude Agent SDK, hooks for whatever tools an agent has, and the tools of its in-process servers. */
export { guardHooks, type GuardHooks, type GuardHooksOptions, type HookMatcher } from './hooks.js'
export { guardTools, type ToolLike } from './in-place.js'
export type { PostToolUseFailureOutput, PostToolUseOutput, PreToolUseOutput } from './responses.js'
export type { GuardToolsOptions } from '../../toolset/in-place.js'
export type { OutputLike } from '../../toolset/outputs.js'
export type { ToolRule, ToolRulesLike } from '../../toolset/rules.js'
export type { TurnSource } from '../../toolset/turn-source.js'
