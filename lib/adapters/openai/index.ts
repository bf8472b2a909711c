/** `guarded-call/openai`: OpenAI's Chat Completions, Responses, and their tool runners. */
export {
  answerChatToolCalls,
  chatToolDefinitions,
  type ChatMessageLike,
  type ChatToolCallLike,
  type ChatToolDefinition,
  type ChatToolMessage
} from './chat.js'
export {
  answerResponsesToolCalls,
  responsesToolDefinitions,
  type ResponsesItemLike,
  type ResponsesToolDefinition,
  type ResponsesToolOutput
} from './responses.js'
export {
  guardTools,
  toTools,
  type OpenAiToolLike,
  type RunnableTool,
  type RunnableToolLike,
  type RunnerFunctionLike
} from './runner.js'
export type { GuardToolsOptions } from '../../toolset/in-place.js'
export type { RunOptions } from '../../toolset/model-call.js'
export type { OutputLike } from '../../toolset/outputs.js'
export type { ToolRule, ToolRulesLike } from '../../toolset/rules.js'
export type { TurnSource } from '../../toolset/turn-source.js'
