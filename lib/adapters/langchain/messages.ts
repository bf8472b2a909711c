/** What LangChain's tools answer with: texts, content with an artifact, messages, commands. */
import * as E from 'fp-ts/lib/Either.js'
import { toModelText } from '../../core/errors/index.js'
import { isObject, isPlainObject } from '../../core/foreign/index.js'
import type { FailedReply } from '../../toolset/answer.js'
import { blocksBeside, withBlocks } from '../../toolset/beside-words.js'
import { classifyContent, contentText } from '../../toolset/content.js'
import type { ClassifiedResponse } from '../../toolset/framework.js'
import { isCommand, isToolMessage, messageWith, type ToolMessageLike } from './sdk-insides.js'

/** The same message as an error. */
export const asError = (message: ToolMessageLike, { text, beside }: FailedReply): ToolMessageLike =>
  messageWith(message, { content: withBlocks(text, beside), status: 'error', artifact: beside?.artifact })

const FIELDS = ['content', 'artifact', 'status', 'additional_kwargs', 'response_metadata', 'metadata'] as const

/** The fields of a message that its call does not give it: by them it is known as one, and only an agent makes it. */
export const keptMessage = (answer: unknown): { readonly data: unknown } => {
  if (!isToolMessage(answer)) return { data: answer }
  const fields = FIELDS.filter((name) => answer[name] !== undefined).map((name) => [name, answer[name]])
  return { data: { lc_direct_tool_output: true, ...(Object.fromEntries(fields) as object) } }
}

/** Whether an answer of an agent is made: a message or a command, and not the fields of one. */
export const isMadeByAgent = (answer: unknown): boolean =>
  isObject(answer) && (isToolMessage(answer) || isCommand(answer)) && !isPlainObject(answer)

/** A message with what was kept of one, or with what somebody says that the tool would have returned. */
export const withKept = (message: ToolMessageLike, kept: unknown): ToolMessageLike => {
  if (!isToolMessage(kept)) return message
  const { lc_direct_tool_output: _, ...fields } = kept as ToolMessageLike & { readonly lc_direct_tool_output?: unknown }
  return messageWith(message, fields)
}

/** The text of which an agent makes the message of a response. */
export const textOfKept = (kept: unknown): string => {
  const content = isToolMessage(kept) ? kept.content : kept
  return typeof content === 'string' ? content : toModelText(E.right(content))
}

/** Classifies what a tool answered; an artifact, which the model never gets, is left as it is. */
export const classify = (answer: unknown): ClassifiedResponse => {
  if (
    isCommand(answer) ||
    (Array.isArray(answer) && answer.length > 0 && answer.every((one) => isCommand(one) || isToolMessage(one)))
  )
    return { kind: 'other' }
  if (!isToolMessage(answer)) return classifyContent(answer)
  const { content: said, artifact } = answer
  if (answer.status === 'error')
    return { kind: 'failure', says: contentText(said), beside: { blocks: blocksBeside(said), artifact } }
  return classifyContent(said, (content) => messageWith(answer, { content }))
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
