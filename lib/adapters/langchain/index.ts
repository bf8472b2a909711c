/** `guarded-call/langchain`: LangChain and LangGraph, tools, and middleware of agents. */
export { guardMiddleware, repairMiddleware, type ModelRequestLike, type ToolCallRequestLike } from './middleware.js'
export { guardTools } from './in-place.js'
export { toTools, type ToToolsOptions } from './from-calls.js'
export type { ThrowsOptions, ToolLike } from './guarded-tool.js'
export type { GuardToolsOptions, RunOptions, ToolRule, RulesOf, TurnSource } from '../../toolset/adapter-options.js'
