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
import { isBlank, partsOf, stringOf, withArgumentsText, withText } from './content.js'

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

const written = (call: unknown): unknown => {
  if (!isFields(call) || !isFields(call.function)) return call
  const text = withArgumentsText(call.function)
  return text === call.function ? call : { ...call, function: text }
}

const withTexts = (message: Fields, index: number, report: RepairReporter): Fields => {
  if (message.role === 'tool') {
    const text = withText(message, 'content')
    if (text !== message) report('text_written', index, message.tool_call_id)
    return text
  }
  if (!Array.isArray(message.tool_calls)) return message
  const raw: ReadonlyArray<unknown> = message.tool_calls
  const calls = raw.map(written)
  const changes = raw.filter((call, at) => call !== calls[at])
  for (const call of changes) report('text_written', index, (call as Fields).id)
  return changes.length === 0 ? message : { ...message, tool_calls: calls }
}

const clean = (given: unknown, index: number, report: RepairReporter): unknown => {
  if (!isFields(given)) return given
  const message = withTexts(given, index, report)
  if (message.role !== 'assistant') return message
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

const MAX_ID = 40

// LiteLLM keeps the signature of Gemini's thoughts in the id, for Gemini alone, and cuts it off for OpenAI itself.
const isTooLong = (id: string): boolean => id.length > MAX_ID && !id.includes('__thought__')

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
  acceptable: (id) => (isTooLong(id) ? id.slice(0, 32) : id),
  stem: 32,
  unique: 'step',
  groups: false,
  settle: (items) => items
}
