/** `guarded-call/ai-sdk`: the Vercel AI SDK, versions 6 and 7. */
export { guardTools, toTools, type ExecuteOptionsLike, type GuardedTools, type Tool, type ToolLike } from './tools.js'
export { guardErrorText } from './error-text.js'
export type { ToolModelOutput } from './model-output.js'
export { repairStep } from './repair-step.js'
export type { GuardToolsOptions, RunOptions, ToolRule, RulesOf, TurnSource } from '../../toolset/adapter-options.js'
