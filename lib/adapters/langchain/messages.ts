/** What LangChain's tools answer with: texts, content with an artifact, messages, commands. */
import { seeContent, contentText } from '../../toolset/content.js'
import type { ClassifiedResponse } from '../../toolset/see.js'
import { isCommand, isToolMessage, messageWith, type ToolMessageLike } from './sdk-insides.js'

/** The same message as an error. */
export const asError = (message: ToolMessageLike, text: string): ToolMessageLike =>
  messageWith(message, { content: text, status: 'error', artifact: undefined })

/** Sees what a tool answered; an artifact, which the model never gets, is left as it is. */
export const see = (answer: unknown): ClassifiedResponse => {
  if (
    isCommand(answer) ||
    (Array.isArray(answer) && answer.length > 0 && answer.every((one) => isCommand(one) || isToolMessage(one)))
  )
    return { kind: 'other' }
  if (!isToolMessage(answer)) return seeContent(answer)
  if (answer.status === 'error') return { kind: 'failure', says: contentText(answer.content) }
  return seeContent(answer.content, (content) => messageWith(answer, { content }))
}

/** Sees what a tool answered whose `responseFormat` is `content_and_artifact`. */
export const seeWithArtifact = (answer: unknown): ClassifiedResponse => {
  if (!Array.isArray(answer) || answer.length !== 2) return see(answer)
  const [content, artifact] = answer as ReadonlyArray<unknown>
  const seen = see(content)
  return seen.kind === 'data' ? { ...seen, rebuild: (valid) => [seen.rebuild(valid), artifact] } : seen
}
