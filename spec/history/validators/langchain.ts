/**
 * The rules of LangChain messages: what its adapters make of them. Every call in `tool_calls`, `invalid_tool_calls` or
 * `additional_kwargs` is sent by some of them and must be answered by a tool message directly behind, as OpenAI's rules
 * have it; `args` is an object.
 */
import { isId, isObject, list, repeated, type Message, type Validator } from './rules.js'

const fieldsOf = (message: Message): Message => {
  if (isObject(message.kwargs)) return message.kwargs
  return isObject(message.data) ? message.data : message
}

const typeOf = (message: Message): unknown => {
  if (message.type !== 'constructor' || !Array.isArray(message.id)) return message.type
  const name: unknown = message.id.at(-1)
  return name === 'AIMessage' ? 'ai' : name === 'ToolMessage' ? 'tool' : 'human'
}

export const validateLangchain: Validator = (messages, { live = false } = {}) => {
  const broken: Array<string> = []
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
    const fields = fieldsOf(message)
    if (typeOf(message) === 'tool') {
      const place = open.indexOf(fields.tool_call_id)
      if (place === -1) broken.push(`${at}: a result without a call directly before: ${String(fields.tool_call_id)}`)
      else answered.push(...open.splice(place, 1))
      continue
    }
    close(at)
    if (typeOf(message) !== 'ai') continue
    const calls = list(fields.tool_calls)
    const ids = calls.map(({ id }) => id)
    if (list(fields.invalid_tool_calls).some(({ id }) => !ids.includes(id)))
      broken.push(`${at}: a call stands only among the invalid ones`)
    const raw = isObject(fields.additional_kwargs) ? list(fields.additional_kwargs.tool_calls) : []
    if (raw.some(({ id }) => !ids.includes(id))) broken.push(`${at}: a call stands only in additional_kwargs`)
    if (calls.some(({ args }) => !isObject(args))) broken.push(`${at}: args are no object`)
    open = ids
  }
  close(messages.length, !live)
  return broken
}
