/** LangChain messages: dictionaries, stored `{ type, data }`, serialized `{ lc, kwargs }`, instances. */
import { losslessData } from '../core/json/index.js'
import { type Fields, isFields } from '../core/foreign/index.js'
import { wordSet } from '../core/signs/index.js'
import {
  answering,
  calling,
  changed,
  OTHER,
  USER,
  type HistoryCall,
  type CallChanges,
  type Lens,
  type RepairReporter,
  type MessageView
} from './lens.js'
import { type HostedForm, withoutHalves } from './anthropic-hosted.js'
import { asArguments, besideText, isBlank, partsOf, stringOf } from './content.js'

// -- forms

type MessageForm = 'dictionary' | 'stored' | 'serialized'

const formOf = (message: unknown): MessageForm => {
  if (!isFields(message)) return 'dictionary'
  if (message.type === 'constructor' && isFields(message.kwargs)) return 'serialized'
  return isFields(message.data) && !('content' in message) ? 'stored' : 'dictionary'
}

const FIELDS: Readonly<Record<MessageForm, string | null>> = { dictionary: null, stored: 'data', serialized: 'kwargs' }

const fieldsOf = (message: Fields): Fields => {
  const inside = FIELDS[formOf(message)]
  return inside === null ? message : (message[inside] as Fields)
}

// An instance keeps its class; the fields that it is serialized from must match.
const withFields = (message: Fields, fields: Fields): Fields => {
  const inside = FIELDS[formOf(message)]
  if (inside !== null) return { ...message, [inside]: { ...(message[inside] as Fields), ...fields } }
  const made = isFields(message.lc_kwargs) ? { lc_kwargs: { ...message.lc_kwargs, ...fields } } : {}
  return Object.assign(Object.create(Object.getPrototypeOf(message) as object | null) as object, message, fields, made)
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['assistant', 'ai'],
  ['user', 'human'],
  ['AIMessage', 'ai'],
  ['AIMessageChunk', 'ai'],
  ['HumanMessage', 'human'],
  ['HumanMessageChunk', 'human'],
  ['ToolMessage', 'tool'],
  ['ToolMessageChunk', 'tool']
])

const typeOf = (message: Fields): string => {
  const serialized =
    formOf(message) === 'serialized' && Array.isArray(message.id) ? (message.id.at(-1) as unknown) : undefined
  const type = stringOf(serialized ?? message.type ?? message.role)
  return TYPES.get(type) ?? type
}

const CLASS_NAMES = { tool: 'ToolMessage', human: 'HumanMessage' } as const

const make = (form: MessageForm, type: keyof typeof CLASS_NAMES, fields: Fields): Fields => {
  switch (form) {
    case 'dictionary':
      return { type, ...fields }
    case 'stored':
      return { type, data: fields }
    case 'serialized':
      return { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', CLASS_NAMES[type]], kwargs: fields }
  }
}

// -- reading

// Calls stand in up to three lists, and adapters differ in which of them they send.
const rawCalls = (fields: Fields): ReadonlyArray<Fields> =>
  partsOf(isFields(fields.additional_kwargs) ? fields.additional_kwargs.tool_calls : undefined)

const readRaw = (raw: Fields): Fields => {
  const { name, arguments: args } = isFields(raw.function) ? raw.function : {}
  return { id: raw.id, name, args: losslessData(args) }
}

const callsOf = (fields: Fields): ReadonlyArray<Fields> => {
  const calls = partsOf(fields.tool_calls)
  return calls.length > 0 || fields.tool_calls !== undefined ? calls : rawCalls(fields).map(readRaw)
}

const readCall = (call: Fields): HistoryCall => ({
  id: call.id,
  name: stringOf(call.name ?? readRaw(call).name),
  args: call.args ?? readRaw(call).args,
  block: call
})

const read = (message: unknown): MessageView => {
  if (!isFields(message)) return OTHER
  const fields = fieldsOf(message)
  switch (typeOf(message)) {
    case 'ai':
      return calling(callsOf(fields).map(readCall))
    case 'tool': {
      const { tool_call_id: id, name, content, status } = fields
      return answering({ id, name: stringOf(name), block: message, content, failed: status === 'error' })
    }
    case 'human':
      return USER
    default:
      return OTHER
  }
}

// -- changing

// As a stream that was aborted leaves it: some adapters send it, and some providers refuse it.
const saysNothing = (fields: Fields): boolean =>
  [fields.content, fields.tool_calls, fields.invalid_tool_calls].every(isBlank) &&
  Object.keys(isFields(fields.additional_kwargs) ? fields.additional_kwargs : {}).length === 0

// Adapters differ on whether they send invalid calls: as ordinary ones, all adapters send them and expect results.
const clean = (message: unknown, index: number, report: RepairReporter): unknown => {
  if (!isFields(message) || typeOf(message) !== 'ai') return message
  const fields = fieldsOf(message)
  const invalid = partsOf(fields.invalid_tool_calls)
  const listed = [...partsOf(fields.tool_calls), ...invalid].map(({ id }) => id)
  const unlisted = rawCalls(fields).filter(({ id }) => {
    const at = listed.indexOf(id)
    listed.splice(at, at === -1 ? 0 : 1)
    return at === -1 && !isBlank(id)
  })
  if (saysNothing(fields)) {
    report('message_removed', index)
    return undefined
  }
  const lost = [...invalid, ...(Array.isArray(fields.tool_calls) ? unlisted.map(readRaw) : [])]
  if (lost.length === 0) return message
  for (const { id } of lost) report('call_promoted', index, id)
  const promoted = lost.map(({ id, name, args }) => ({
    id,
    name: stringOf(name),
    args: isFields(args) ? args : { INVALID_JSON: args },
    type: 'tool_call'
  }))
  const tool_calls = [...partsOf(fields.tool_calls), ...promoted]
  return withFields(message, { tool_calls, ...(invalid.length > 0 ? { invalid_tool_calls: [] } : {}) })
}

const CALL_BLOCKS: ReadonlySet<unknown> = new Set(['tool_use', 'tool_call', 'invalid_tool_call', 'function_call'])
const isCallBlock = ({ type }: Fields): boolean => CALL_BLOCKS.has(type)

/** Applies each change to the list entry with the id of its call: the first entry for the first call of that id. */
const applied = (
  list: unknown,
  ids: ReadonlyArray<unknown>,
  changes: CallChanges,
  isCall = (_entry: Fields): boolean => true
): ReadonlyArray<Fields> => {
  const open = ids.map((id, slot) => ({ id, to: changes(slot) }))
  return partsOf(list).flatMap((entry): Fields | ReadonlyArray<Fields> => {
    const at = isCall(entry) ? open.findIndex(({ id }) => id === entry.id) : -1
    return changed(entry, open.splice(at, at === -1 ? 0 : 1)[0]?.to ?? 'keep', 'id') ?? []
  })
}

const change = (message: unknown, changes: CallChanges): unknown => {
  const fields = fieldsOf(message as Fields)
  const { content, additional_kwargs } = fields
  const calls = callsOf(fields)
  const ids = calls.map(({ id }) => id)
  const tool_calls = applied(calls, ids, changes).map((call) => ({ ...call, args: asArguments(call.args) }))
  const blocks = Array.isArray(content) ? applied(content, ids, changes, isCallBlock) : content
  if (tool_calls.length === 0 && isBlank(blocks)) return undefined
  const raw = rawCalls(fields)
  return withFields(message as Fields, {
    tool_calls,
    ...(Array.isArray(content) ? { content: blocks } : {}),
    ...(raw.length > 0
      ? { additional_kwargs: { ...(additional_kwargs as Fields), tool_calls: applied(raw, ids, changes) } }
      : {})
  })
}

const SHOWN: ReadonlySet<unknown> = wordSet('image image_url audio input_audio video file document media')

const roleOf = (message: Fields): unknown => ROLES.get(typeOf(message))
const ROLES: ReadonlyMap<string, string> = new Map([
  ['ai', 'assistant'],
  ['human', 'user']
])

const blocksOf = (message: Fields): ReadonlyArray<unknown> => {
  const { content } = fieldsOf(message)
  return Array.isArray(content) ? content : [content]
}

const withBlocks = (message: Fields, content: ReadonlyArray<unknown>): unknown =>
  content.length === 0 && callsOf(fieldsOf(message)).length === 0 ? undefined : withFields(message, { content })

/** The lens for a history, whose new messages take the form of its first one. */
export const langchain = (messages: ReadonlyArray<unknown>): Lens => {
  const form = formOf(messages[0])
  const note = (text: string, content: unknown): Fields =>
    make(form, 'human', {
      content: besideText(
        text,
        partsOf(content).filter(({ type }) => SHOWN.has(type))
      )
    })
  const hosted: HostedForm = { roleOf, blocksOf, withBlocks, note }
  return {
    read,
    clean,
    change,
    continues: null,
    swap: (_message, [block]) => block,
    gather: (blocks) => blocks,
    answer: ({ name }, id, text) => make(form, 'tool', { content: text, tool_call_id: id, name, status: 'error' }),
    address: (block, id) => withFields(block, { tool_call_id: id }),
    note,
    acceptable: (id) => id,
    unique: 'step',
    groups: false,
    settle: (items, { notes }, report) => withoutHalves(items, hosted, notes, report)
  }
}
