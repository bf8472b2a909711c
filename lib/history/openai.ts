/** OpenAI Chat Completions: `tool_calls` on assistant messages, one `tool` message a result. */
import { changed, OTHER, SPOKEN, USER, type Call, type Changes, type Lens, type Report, type View } from './lens.js'
import { isBlank, isPlain, partsOf, stringOf, without, type Plain } from './plain.js'

const readCall = (call: Plain): Call => {
  const { name, arguments: args, input } = [call.function, call.custom].find(isPlain) ?? {}
  return { id: call.id, name: stringOf(name), args: args ?? input, block: call, answerable: true, pending: false }
}

const read = (message: unknown): View => {
  if (!isPlain(message)) return OTHER
  switch (message.role) {
    case 'assistant': {
      const calls = partsOf(message.tool_calls)
      return calls.length === 0 ? SPOKEN : { side: 'model', calls: calls.map(readCall), results: [] }
    }
    case 'tool':
      return {
        side: 'tool',
        calls: [],
        results: [{ id: message.tool_call_id, name: stringOf(message.name), block: message, content: message.content, failed: false }]
      }
    case 'user': return USER
    default: return OTHER
  }
}

const saysNothing = (message: Plain): boolean =>
  ['content', 'refusal', 'audio', 'function_call'].every((name) => isBlank(message[name]))

const clean = (message: unknown, index: number, report: Report): unknown => {
  if (!isPlain(message) || message.role !== 'assistant') return message
  const { tool_calls, content } = message
  const empty = tool_calls === null || (Array.isArray(tool_calls) && tool_calls.length === 0)
  if (empty) report('empty_calls_removed', index)
  const rest = empty ? without(message, 'tool_calls') : message
  // An empty text of its own is legal; one that stood beside an empty list of calls is what is left of a cut stream.
  if ((!empty && (content === '' || !isBlank(tool_calls))) || !saysNothing(rest)) return rest
  report('message_removed', index)
  return undefined
}

const change = (message: unknown, changes: Changes): unknown => {
  const { tool_calls, ...rest } = message as Plain
  const kept = partsOf(tool_calls).flatMap((call, slot) => changed(call, changes(slot), 'id') ?? [])
  if (kept.length > 0) return { ...(message as Plain), tool_calls: kept }
  return saysNothing(rest) ? undefined : rest
}

export const openai: Lens = {
  read,
  clean,
  change,
  continues: null,
  swap: (_message, [block]) => block,
  gather: (blocks) => blocks,
  answer: (_call, id, text) => ({ role: 'tool', tool_call_id: id, content: text }),
  address: (block, id) => ({ ...block, tool_call_id: id }),
  note: (text) => ({ role: 'user', content: text }),
  acceptable: (id) => id,
  unique: 'step',
  groups: false,
  settle: (items) => items
}
