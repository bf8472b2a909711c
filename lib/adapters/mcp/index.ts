/** `guarded-call/mcp`: servers, clients and tool callbacks, with either version of the official SDK. */
export { guardTools, type GuardableLike } from './in-place.js'
export {
  toolHandlers,
  toTools,
  type CallToolRequestLike,
  type ObjectSchema,
  type RegistrableTool,
  type ToolDefinition,
  type ToolHandlers
} from './from-calls.js'
export type { CallbackLike } from './callbacks.js'
export type { ClientLike } from './client.js'
export type { ExtraLike } from './form.js'
export type { CallToolResult, TextContent } from './results.js'
export type { LowLevelServerLike, ServerLike } from './server.js'
export type { CallToolResultLike } from '../../toolset/mcp-result.js'
export type { GuardToolsOptions, RunOptions, ToolRule, RulesOf, TurnSource } from '../../toolset/adapter-options.js'
