/** `guarded-call/openai-agents`: OpenAI's Agents SDK, its tools and its MCP servers. */
export {
  guardTools,
  type CallDetailsLike,
  type FunctionToolLike,
  type GuardAgentToolsOptions,
  type Substitute
} from './in-place.js'
export { guardMcpServer, type McpServerLike } from './mcp-server.js'
export { toTools, type FunctionTool, type ToolParameters } from './from-calls.js'
export type { GuardToolsOptions } from '../../toolset/in-place.js'
export type { RunOptions } from '../../toolset/model-call.js'
export type { OutputLike } from '../../toolset/outputs.js'
export type { ToolRule, ToolRulesLike } from '../../toolset/rules.js'
export type { TurnSource } from '../../toolset/turn-source.js'
