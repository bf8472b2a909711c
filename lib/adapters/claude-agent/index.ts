/** `guarded-call/claude-agent`: the Claude Agent SDK, by hooks, and by the tools of its in-process servers. */
export { guardHooks, type GuardHooks, type GuardHooksOptions, type HookMatcher } from './hooks.js'
export { guardTools, type ToolLike } from './tools.js'
export type { PostToolUseFailureOutput, PostToolUseOutput, PreToolUseOutput } from './responses.js'
export type { GuardToolsOptions, ToolRule, RulesOf, TurnSource } from '../../toolset/adapter-options.js'
