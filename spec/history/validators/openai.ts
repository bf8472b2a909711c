/**
 * The rules of OpenAI Chat Completions: the API reference (`tool_calls`, `tool_call_id`, `content` of each role) and
 * its error texts: "An assistant message with 'tool_calls' must be followed by tool messages responding to each
 * 'tool_call_id'", "messages with role 'tool' must be a response to a preceding message with 'tool_calls'", "Duplicate
 * value for 'tool_call_id'", "[] is too short - 'messages.1.tool_calls'".
 */
import { isId, isObject, list, repeated, type Validator } from './rules.js'

export const validateOpenai: Validator = (messages, { live = false } = {}) => {
  const broken: Array<string> = []
  // The ids of calls that are still open at a live end are nobody's business yet.
  let open: Array<unknown> = []
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
      const place = open.indexOf(message.tool_call_id)
      if (place === -1) broken.push(`${at}: a result without a call directly before: ${String(message.tool_call_id)}`)
      else answered.push(...open.splice(place, 1))
      if (typeof message.content !== 'string' && !Array.isArray(message.content))
        broken.push(`${at}: a result without content`)
      continue
    }
    close(at)
    if (message.role !== 'assistant') {
      if (message.content === undefined || message.content === null) broken.push(`${at}: no content`)
      continue
    }
    const calls = list(message.tool_calls)
    if ('tool_calls' in message && calls.length === 0) broken.push(`${at}: empty tool_calls`)
    const says =
      typeof message.content === 'string' ||
      list(message.content).length > 0 ||
      isObject(message.audio) ||
      isId(message.refusal)
    if (!says && calls.length === 0) broken.push(`${at}: neither content nor calls`)
    for (const call of calls) {
      if (call.type === 'function' && (!isObject(call.function) || typeof call.function.arguments !== 'string'))
        broken.push(`${at}: arguments are no text`)
      if (isId(call.id) && call.id.length > 40) broken.push(`${at}: an id of more than 40 characters`)
    }
    open = calls.map(({ id }) => id)
  }
  close(messages.length, !live)
  return broken
}
