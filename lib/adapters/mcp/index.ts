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
export type { CallToolResult, ExtraLike, TextContent } from './results.js'
export type { LowLevelServerLike, ServerLike } from './server.js'
export type { CallToolResultLike } from '../../toolset/mcp-result.js'
export type { GuardToolsOptions } from '../../toolset/in-place.js'
export type { RunOptions } from '../../toolset/model-call.js'
export type { OutputLike } from '../../toolset/outputs.js'
export type { ToolRule, ToolRulesLike } from '../../toolset/rules.js'
export type { TurnSource } from '../../toolset/turn-source.js'
