/** What LangChain's tools answer with: texts, content with an artifact, messages, commands. */
import { isObject } from '../../core/foreign/fields.js'
import { seeContent, contentText } from '../../toolset/content.js'
import { copyWith } from '../../toolset/copy.js'
import { dataItself, type SeenAnswer } from '../../toolset/see.js'

/** The part of a `ToolMessage` that is read. */
export interface ToolMessageLike {
  readonly content: unknown
  readonly status?: string | undefined
  readonly artifact?: unknown
  readonly lc_kwargs?: object
}

/** A `ToolMessage`, by the mark that LangChain itself looks for. */
export const isToolMessage = (answer: unknown): answer is ToolMessageLike =>
  isObject(answer) && 'lc_direct_tool_output' in answer && answer.lc_direct_tool_output === true && 'content' in answer

const isCommand = (answer: unknown): boolean => isObject(answer) && 'lg_name' in answer && answer.lg_name === 'Command'

/** Whether the graph itself is meant, and not the model: `interrupt()`, a parent's command. */
export const isControl = (thrown: unknown): boolean =>
  isObject(thrown) && 'is_bubble_up' in thrown && thrown.is_bubble_up === true

/** What a tool of MCP throws: its message is what the server said for the model. */
export const isToolException = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && thrown.name === 'ToolException'

/** The same message as an error; also for what is written of it, which are only the fields that it was made with. */
export const asError = (message: ToolMessageLike, text: string): ToolMessageLike => {
  const fields = { content: text, status: 'error', artifact: undefined }
  return copyWith(message, {
    ...fields,
    ...(message.lc_kwargs === undefined ? {} : { lc_kwargs: { ...message.lc_kwargs, ...fields } })
  })
}

/** Sees what a tool answered; an artifact, which the model never gets, is left as it is. */
export const see = (answer: unknown): SeenAnswer => {
  if (
    isCommand(answer) ||
    (Array.isArray(answer) && answer.length > 0 && answer.every((one) => isCommand(one) || isToolMessage(one)))
  )
    return { kind: 'other' }
  if (!isToolMessage(answer))
    return Array.isArray(answer) ? seeContent(answer, (content) => content) : dataItself(answer)
  if (answer.status === 'error') return { kind: 'failure', says: contentText(answer.content) }
  return seeContent(answer.content, (content) => copyWith(answer, { content }))
}

/** Sees what a tool answered whose `responseFormat` is `content_and_artifact`. */
export const seeWithArtifact = (answer: unknown): SeenAnswer => {
  if (!Array.isArray(answer) || answer.length !== 2) return see(answer)
  const [content, artifact] = answer as ReadonlyArray<unknown>
  const seen = see(content)
  return seen.kind === 'data' ? { ...seen, rebuild: (valid) => [seen.rebuild(valid), artifact] } : seen
}
