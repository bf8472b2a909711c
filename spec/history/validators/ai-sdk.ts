/**
 * The rules of the AI SDK: `modelMessageSchema`, `convertToLanguageModelPrompt` (AI_MissingToolResultsError when a user
 * or system message, or the end, comes before a result) and `collectToolApprovals` (a call whose approval is pending at
 * the end is executed later). Providers add that results follow their calls directly, that each has one call, and that
 * parallel calls differ in their ids.
 */
import { isId, isObject, list, repeated, type Message, type Validator } from './rules.js'

const ofType = (message: Message, type: string): ReadonlyArray<Message> =>
  list(message.content).filter((part) => part.type === type)

export const validateAiSdk: Validator = (messages, { live = false } = {}) => {
  const broken: Array<string> = []
  let open: Array<unknown> = []
  let waiting: ReadonlyArray<unknown> = []
  let answered: Array<unknown> = []
  const close = (at: number, finished = true): void => {
    if (open.length > 0 && finished)
      broken.push(`${at}: calls without a result before this message: ${open.join(', ')}`)
    if (!answered.every(isId)) broken.push(`${at}: a call without an id`)
    for (const id of repeated(answered)) broken.push(`${at}: id of two parallel calls: ${String(id)}`)
    open = []
    answered = []
  }
  for (const [at, message] of messages.entries()) {
    if (!isObject(message)) {
      broken.push(`${at}: no object`)
      continue
    }
    if (message.role === 'tool') {
      for (const { toolCallId, toolName, output } of ofType(message, 'tool-result')) {
        const place = open.indexOf(toolCallId)
        if (place === -1) broken.push(`${at}: a result without a call directly before: ${String(toolCallId)}`)
        else answered.push(...open.splice(place, 1))
        if (typeof toolName !== 'string' || !isObject(output))
          broken.push(`${at}: a result without a name or an output`)
      }
      continue
    }
    close(at)
    if (message.role !== 'assistant') continue
    if (Array.isArray(message.content) && message.content.length === 0) broken.push(`${at}: empty`)
    if (
      !(live && at === messages.length - 1) &&
      list(message.content).length > 0 &&
      list(message.content).every(({ type }) => type === 'reasoning')
    )
      broken.push(`${at}: reasoning alone`)
    const calls = ofType(message, 'tool-call').filter(({ providerExecuted }) => providerExecuted !== true)
    open = calls.map(({ toolCallId }) => toolCallId)
    waiting = ofType(message, 'tool-approval-request').map(({ toolCallId }) => toolCallId)
  }
  open = open.filter((id) => !waiting.includes(id))
  close(messages.length, !live)
  return broken
}
