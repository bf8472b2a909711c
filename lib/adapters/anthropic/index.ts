/** `guarded-call/anthropic`: Anthropic's Messages, and their tool runner. */
export {
  answerToolCalls,
  toolDefinitions,
  type ContentBlockLike,
  type InputSchema,
  type MessageLike,
  type ToolDefinition,
  type ToolResultBlock
} from './messages.js'
export {
  guardTools,
  toTools,
  type RunContextLike,
  type RunnableTool,
  type RunnableToolLike,
  type RunnerOptions
} from './tools.js'
export type { GuardToolsOptions, RunOptions, ToolRule, RulesOf, TurnSource } from '../../toolset/adapter-options.js'
