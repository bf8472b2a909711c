/** `guarded-call/langchain`: LangChain and LangGraph, tools, and middleware of agents. */
export { guardMiddleware, repairMiddleware, type ModelRequestLike, type ToolCallRequestLike } from './middleware.js'
export { guardTools } from './in-place.js'
export { toTools, type ToToolsOptions } from './from-calls.js'
export type { ToolLike } from './guarded-tool.js'
export type { GuardToolsOptions } from '../../toolset/in-place.js'
export type { RunOptions } from '../../toolset/model-call.js'
export type { OutputLike, OutputsLike } from '../../toolset/outputs.js'
export type { TurnSource } from '../../toolset/turn-source.js'
