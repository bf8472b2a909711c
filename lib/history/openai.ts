/** OpenAI Chat Completions: `tool_calls` on assistant messages, one `tool` message a result. */
import { type Fields, isFields } from '../core/foreign/index.js'
import {
  changed,
  OTHER,
  SPOKEN,
  USER,
  type HistoryCall,
  type CallChanges,
  type Lens,
  type RepairReporter,
  type MessageView
} from './lens.js'
import { isBlank, partsOf, stringOf } from './content.js'

const readCall = (call: Fields): HistoryCall => {
  const { name, arguments: args, input } = [call.function, call.custom].find(isFields) ?? {}
  return { id: call.id, name: stringOf(name), args: args ?? input, block: call, answerable: true, pending: false }
}

const read = (message: unknown): MessageView => {
  if (!isFields(message)) return OTHER
  switch (message.role) {
    case 'assistant': {
      const calls = partsOf(message.tool_calls)
      return calls.length === 0 ? SPOKEN : { side: 'model', calls: calls.map(readCall), results: [] }
    }
    case 'tool':
      return {
        side: 'tool',
        calls: [],
        results: [
          {
            id: message.tool_call_id,
            name: stringOf(message.name),
            block: message,
            content: message.content,
            failed: false
          }
        ]
      }
    case 'user':
      return USER
    default:
      return OTHER
  }
}

const saysNothing = (message: Fields): boolean =>
  ['content', 'refusal', 'audio', 'function_call'].every((name) => isBlank(message[name]))

const clean = (message: unknown, index: number, report: RepairReporter): unknown => {
  if (!isFields(message) || message.role !== 'assistant') return message
  const { tool_calls, ...others } = message
  const empty = tool_calls === null || (Array.isArray(tool_calls) && tool_calls.length === 0)
  if (empty) report('empty_calls_removed', index)
  const rest = empty ? others : message
  // An empty text alone is legal; beside an empty list of calls it is the rest of a cut stream.
  if ((!empty && (message.content === '' || !isBlank(tool_calls))) || !saysNothing(rest)) return rest
  report('message_removed', index)
  return undefined
}

const change = (message: unknown, changes: CallChanges): unknown => {
  const { tool_calls, ...rest } = message as Fields
  const kept = partsOf(tool_calls).flatMap((call, slot) => changed(call, changes(slot), 'id') ?? [])
  if (kept.length > 0) return { ...(message as Fields), tool_calls: kept }
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
