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
} from './tools.js'
export type { GuardToolsOptions, RunOptions, ToolRule, RulesOf, TurnSource } from '../../toolset/adapter-options.js'
