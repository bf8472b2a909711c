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
} from './runner.js'
export type { GuardToolsOptions } from '../../toolset/in-place.js'
export type { RunOptions } from '../../toolset/model-call.js'
export type { OutputLike } from '../../toolset/outputs.js'
export type { ToolRule, ToolRulesLike } from '../../toolset/rules.js'
export type { TurnSource } from '../../toolset/turn-source.js'
