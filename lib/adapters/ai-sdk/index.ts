/** `guarded-call/ai-sdk`: the Vercel AI SDK, versions 6 and 7. */
export { guardTools, type ExecuteOptionsLike, type ToolLike } from './in-place.js'
export { repairStep } from './repair-step.js'
export { toTools, type Tool } from './from-calls.js'
export type { GuardToolsOptions } from '../../toolset/in-place.js'
export type { RunOptions } from '../../toolset/model-call.js'
export type { OutputLike } from '../../toolset/outputs.js'
export type { ToolRule, ToolRulesLike } from '../../toolset/rules.js'
export type { TurnSource } from '../../toolset/turn-source.js'
