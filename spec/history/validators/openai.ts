/**
 * The rules of OpenAI Chat Completions: the API reference (`tool_calls`, `tool_call_id`, `content` of each role) and
 * its error texts: "An assistant message with 'tool_calls' must be followed by tool messages responding to each
 * 'tool_call_id'", "messages with role 'tool' must be a response to a preceding message with 'tool_calls'", "Duplicate
 * value for 'tool_call_id'", "[] is too short - 'messages.1.tool_calls'", "Invalid 'messages[4].content': empty array",
 * "Invalid value for 'content': expected a string, got null", "Image URLs are only allowed for messages with role
 * 'user'", "Invalid 'messages[9].tool_calls[0].function.name': string does not match pattern", "empty string", "Invalid
 * 'messages[1].name': string does not match pattern. Expected a string that matches the pattern '^[^\\s<|\\\\/>]+$'".
 */
import { isId, isObject, list, repeated, type Validator } from './rules.js'

export const validateOpenai: Validator = (messages, { live = false } = {}) => {
  const broken: Array<string> = []
  // Whoever answers a call at a live end looks for its tool by its name.
  const lastCaller = messages.findLastIndex((message) => isObject(message) && list(message.tool_calls).length > 0)
  const caller = messages[lastCaller]
  const answers = messages.slice(lastCaller + 1).filter((message) => isObject(message) && message.role === 'tool')
  const waits = live && isObject(caller) && list(caller.tool_calls).length > answers.length
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
    if (Array.isArray(message.content) && message.content.length === 0) broken.push(`${at}: content is an empty list`)
    if (typeof message.name === 'string' && !/^[^\s<|\\/>]+$/.test(message.name)) broken.push(`${at}: a name of nobody`)
    if (message.role === 'tool') {
      const place = open.indexOf(message.tool_call_id)
      if (place === -1) broken.push(`${at}: a result without a call directly before: ${String(message.tool_call_id)}`)
      else answered.push(...open.splice(place, 1))
      if (typeof message.content !== 'string' && !Array.isArray(message.content))
        broken.push(`${at}: a result without content`)
      if (!(waits && at > lastCaller) && list(message.content).some(({ type }) => type !== 'text'))
        broken.push(`${at}: a result that is no text`)
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
      const name = isObject(call.function) ? call.function.name : undefined
      if (!(live && at === lastCaller) && !(typeof name === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(name)))
        broken.push(`${at}: the name ${String(name)} does not fit`)
      if (!(live && at === lastCaller) && isId(call.id) && call.id.length > 40)
        broken.push(`${at}: an id of more than 40 characters`)
    }
    open = calls.map(({ id }) => id)
  }
  close(messages.length, !live)
  return broken
}
