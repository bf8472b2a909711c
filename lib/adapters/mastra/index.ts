/** `guarded-call/mastra`: Mastra, tools guarded in place, and guarded calls as tools. */
export { guardTools, type ToolLike } from './in-place.js'
export { toTools, type Tool } from './from-calls.js'
export type { ContextLike } from './context.js'
export type { GuardToolsOptions } from '../../toolset/in-place.js'
export type { RunOptions } from '../../toolset/model-call.js'
export type { OutputLike } from '../../toolset/outputs.js'
export type { ToolRule, ToolRulesLike } from '../../toolset/rules.js'
export type { TurnSource } from '../../toolset/turn-source.js'
