/** `guarded-call/openai-agents`: OpenAI's Agents SDK, its tools and its MCP servers. */
export { guardTools, type FunctionToolLike, type Substitute, type SubstituteOptions } from './in-place.js'
export type { CallDetailsLike } from './approval.js'
export { guardMcpServer, type McpServerLike } from './mcp-server.js'
export { toTools, type FunctionTool, type ToolParameters } from './from-calls.js'
export type { GuardToolsOptions, RunOptions, ToolRule, RulesOf, TurnSource } from '../../toolset/adapter-options.js'
