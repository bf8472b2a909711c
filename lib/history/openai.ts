/** OpenAI Chat Completions: `tool_calls` on assistant messages, one `tool` message a result. */
import { type Fields, isFields } from '../core/foreign/index.js'
import {
  answering,
  calling,
  changed,
  OTHER,
  toolName,
  USER,
  type HistoryCall,
  type HistoryItem,
  type CallChanges,
  type Lens,
  type MessageChange,
  type RepairReporter,
  type MessageView,
  type SettleChoices
} from './lens.js'
import { besideText, isBlank, partsOf, stringOf, textOf, withArgumentsText, withText } from './content.js'
import { SHOWN } from './texts.js'

const readCall = (call: Fields): HistoryCall => {
  // A call that says nothing of its tool has no name to repair.
  const { name, arguments: args, input } = [call.function, call.custom].find(isFields) ?? { name: 'unknown' }
  return { id: call.id, name: stringOf(name), args: args ?? input, block: call }
}

const read = (message: unknown): MessageView => {
  if (!isFields(message)) return OTHER
  switch (message.role) {
    case 'assistant':
      return calling(partsOf(message.tool_calls).map(readCall))
    case 'tool':
      return answering({
        id: message.tool_call_id,
        name: stringOf(message.name),
        block: message,
        content: message.content,
        failed: false
      })
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

const SPEAKERS: ReadonlySet<unknown> = new Set(['user', 'system', 'developer'])

const withTexts = (message: Fields, index: number, report: RepairReporter): Fields => {
  // A person's parts may be of any kind, but not missing.
  if (message.role === 'tool' || (SPEAKERS.has(message.role) && isBlank(message.content))) {
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

const withName = (fields: Fields, refused: RegExp): Fields => {
  const { name } = fields
  const fits = typeof name === 'string' ? name.replace(refused, '_') || 'unnamed' : name
  return fits === name ? fields : { ...fields, name: fits }
}

const withNames = (message: Fields, index: number, report: RepairReporter): Fields => {
  const { role, function_call: call } = message
  // The name of a result is that of its call.
  if (role === 'tool') return message
  const own = withName(message, role === 'function' ? /[^\w-]/g : /[\s<|\\/>]/g)
  const called = isFields(call) ? withName(call, /[^\w-]/g) : call
  if (own === message && called === call) return message
  report('name_rewritten', index)
  return called === call ? own : { ...own, function_call: called }
}

const clean = (given: unknown, index: number, report: RepairReporter): unknown => {
  if (!isFields(given)) return given
  const text = withNames(withTexts(given, index, report), index, report)
  if (text.role !== 'assistant') return text
  const hollow = Array.isArray(text.content) && text.content.length === 0
  if (hollow) report('empty_content_removed', index)
  const message = hollow ? { ...text, content: null } : text
  const { tool_calls, ...others } = message
  const empty = tool_calls === null || (Array.isArray(tool_calls) && tool_calls.length === 0)
  if (empty) report('empty_calls_removed', index)
  const rest = empty ? others : message
  // An empty text alone is legal; beside an empty list of calls it is the rest of a cut stream.
  if ((!empty && (message.content === '' || !isBlank(tool_calls))) || !saysNothing(rest)) return rest
  report('message_removed', index)
  return undefined
}

/** A call keeps the name of its tool one level deeper. */
const changedCall = (call: Fields, to: MessageChange): Fields | undefined => {
  if (typeof to === 'string' || to.name === undefined) return changed(call, to, 'id')
  const place = isFields(call.function) ? 'function' : 'custom'
  return { ...changed(call, { id: to.id }, 'id'), [place]: { ...(call[place] as Fields), name: to.name } }
}

const change = (message: unknown, changes: CallChanges): unknown => {
  const { tool_calls, ...rest } = message as Fields
  const kept = partsOf(tool_calls).flatMap((call, slot) => changedCall(call, changes(slot)) ?? [])
  if (kept.length > 0) return { ...(message as Fields), tool_calls: kept }
  return saysNothing(rest) ? undefined : rest
}

// -- images

const MEDIA: ReadonlySet<unknown> = new Set(['image_url', 'input_audio', 'file'])

const mediaOf = (content: unknown): ReadonlyArray<Fields> => partsOf(content).filter(({ type }) => MEDIA.has(type))

const user = (content: unknown): Fields => ({ role: 'user', content })

const isTool = (message: unknown): message is Fields => isFields(message) && message.role === 'tool'

// The API accepts images, sounds and files from the user alone: they follow the results of their step.
const settle = (
  items: ReadonlyArray<HistoryItem>,
  { live }: SettleChoices,
  report: RepairReporter
): ReadonlyArray<HistoryItem> => {
  const caller = items.findLastIndex(({ message }) => !isTool(message))
  const calls = partsOf((items[caller]?.message as Fields | undefined)?.tool_calls).length
  // Nothing may come between a call and the result that it waits for.
  const end = live && calls >= items.length - caller ? caller : items.length
  const out: Array<HistoryItem> = []
  let shown: Array<Fields> = []
  for (const [at, item] of items.entries()) {
    const { message, index } = item
    const media = isTool(message) && at < end ? mediaOf(message.content) : []
    if (media.length === 0) out.push(item)
    else {
      const { content, tool_call_id } = message as Fields
      report('media_moved', index, tool_call_id)
      out.push({ index, message: { ...(message as Fields), content: textOf(content) } })
      shown.push({ type: 'text', text: SHOWN }, ...media)
    }
    if (shown.length > 0 && !isTool(items[at + 1]?.message)) {
      out.push({ index, message: user(shown) })
      shown = []
    }
  }
  return out
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
  address: (block, id, name) => ({ ...block, tool_call_id: id, ...(name === undefined ? {} : { name }) }),
  note: (text, content) => user(besideText(text, mediaOf(content))),
  acceptable: (id) => (isTooLong(id) ? id.slice(0, 32) : id),
  tool: toolName(64),
  stem: 32,
  unique: 'step',
  groups: false,
  settle
}
