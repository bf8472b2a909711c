/** `guarded-call/mastra`: Mastra, tools guarded in place, and guarded calls as tools. */
export { guardTools, toTools, type Tool, type ToolLike } from './tools.js'
export type { ContextLike } from './context.js'
export type { GuardToolsOptions, RunOptions, ToolRule, RulesOf, TurnSource } from '../../toolset/adapter-options.js'
