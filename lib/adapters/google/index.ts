/** `guarded-call/google`: Google's GenAI SDK, and agents of its ADK. */
export {
  toCallableTool,
  type CallableTool,
  type CallableToolOptions,
  type FunctionCallLike,
  type FunctionResponsePart
} from './callable-tool.js'
export { guardTools, toTools, type ToolContextLike, type ToolLike, type ToToolsOptions } from './tools.js'
export type { GuardToolsOptions, RunOptions, ToolRule, RulesOf, TurnSource } from '../../toolset/adapter-options.js'
