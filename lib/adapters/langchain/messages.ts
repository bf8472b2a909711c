/** What LangChain's tools answer with: texts, content with an artifact, messages, commands. */
import { classifyContent, contentText } from '../../toolset/content.js'
import type { ClassifiedResponse } from '../../toolset/framework.js'
import { isCommand, isToolMessage, messageWith, type ToolMessageLike } from './sdk-insides.js'

/** The same message as an error. */
export const asError = (message: ToolMessageLike, text: string): ToolMessageLike =>
  messageWith(message, { content: text, status: 'error', artifact: undefined })

/** Classifies what a tool answered; an artifact, which the model never gets, is left as it is. */
export const classify = (answer: unknown): ClassifiedResponse => {
  if (
    isCommand(answer) ||
    (Array.isArray(answer) && answer.length > 0 && answer.every((one) => isCommand(one) || isToolMessage(one)))
  )
    return { kind: 'other' }
  if (!isToolMessage(answer)) return classifyContent(answer)
  if (answer.status === 'error') return { kind: 'failure', says: contentText(answer.content) }
  return classifyContent(answer.content, (content) => messageWith(answer, { content }))
}

/** Classifies what a tool answered whose `responseFormat` is `content_and_artifact`. */
export const classifyWithArtifact = (answer: unknown): ClassifiedResponse => {
  if (!Array.isArray(answer) || answer.length !== 2) return classify(answer)
  const [content, artifact] = answer as ReadonlyArray<unknown>
  const classified = classify(content)
  return classified.kind === 'data'
    ? { ...classified, rebuild: (valid) => [classified.rebuild(valid), artifact] }
    : classified
}
