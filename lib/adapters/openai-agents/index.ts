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
export type {
  GuardToolsOptions,
  OutputLike,
  RunOptions,
  ToolRule,
  ToolRulesLike,
  TurnSource
} from '../../toolset/adapter-options.js'
