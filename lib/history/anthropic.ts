/** Anthropic Messages: `tool_use` blocks, answered by `tool_result` blocks at the start of the next user message. */
import { type Fields, isFields } from '../core/foreign/index.js'
import {
  answering,
  calling,
  changed,
  OTHER,
  SPOKEN,
  toolName,
  USER,
  type HistoryCall,
  type CallChanges,
  type HistoryItem,
  type Lens,
  type RepairReporter,
  type MessageView,
  type SettleChoices
} from './lens.js'
import { blocksOf, isCall, isEmptyText, isResult, isText, noteOf, readResult } from './anthropic-blocks.js'
import { type HostedForm, withoutHalves } from './anthropic-hosted.js'
import { writtenResult } from './anthropic-results.js'
import { asArguments, stringOf } from './content.js'
import { dropTrailingReasoning, withoutTrailing } from './reasoning.js'
import { OPENING } from './texts.js'

// -- reading

const isThinking = (block: unknown): boolean =>
  isFields(block) && (block.type === 'thinking' || block.type === 'redacted_thinking')

const readCall = (block: Fields): HistoryCall => ({
  id: block.id,
  name: stringOf(block.name),
  args: block.input,
  block
})

const readBlocks = (role: unknown, content: ReadonlyArray<unknown>): MessageView => {
  // Results among the model's own words are split off and always move to the user's side.
  if (role === 'assistant' && content.length > 0 && content.every(isResult))
    return { ...answering(...content.map(readResult)), late: true }
  if (role === 'assistant') {
    const calls = content.filter(isCall)
    return { ...calling(calls.map(readCall)), onlyCalls: calls.length > 0 && calls.length === content.length }
  }
  const results = content.filter(isResult)
  if (results.length === 0) return USER
  const speaks = results.length < content.length
  const late = content.findIndex((block) => !isResult(block)) < content.findLastIndex(isResult)
  return { ...answering(...results.map(readResult)), speaks, late: speaks && late }
}

const read = (message: unknown): MessageView => {
  if (!isFields(message) || (message.role !== 'assistant' && message.role !== 'user')) return OTHER
  if (Array.isArray(message.content)) return readBlocks(message.role, message.content)
  return message.role === 'assistant' ? SPOKEN : USER
}

// -- one message

const split = (message: unknown): ReadonlyArray<unknown> => {
  if (
    !isFields(message) ||
    message.role !== 'assistant' ||
    !Array.isArray(message.content) ||
    !message.content.some(isResult)
  )
    return [message]
  const runs: Array<Array<unknown>> = []
  let results = false
  for (const block of message.content as ReadonlyArray<unknown>) {
    if (runs.length === 0 || isResult(block) !== results) runs.push([])
    results = isResult(block)
    runs.at(-1)?.push(block)
  }
  return runs.map((content): Fields => ({ ...message, content }))
}

// Arguments that were cut while streaming are a text; the API accepts only objects.
const needsObject = (block: unknown): block is Fields => isCall(block) && !isFields(block.input)

// The API refuses an assistant message in which text follows a call.
const hasTextBehindCall = (content: ReadonlyArray<unknown>): boolean =>
  content.findLastIndex(isText) > content.findIndex(isCall) && content.some(isCall)

const cleanBlocks = (
  index: number,
  isAssistant: boolean,
  content: ReadonlyArray<unknown>,
  report: RepairReporter
): ReadonlyArray<unknown> => {
  let clean = content
  if (clean.some(isEmptyText)) {
    report('empty_content_removed', index)
    clean = clean.filter((block) => !isEmptyText(block))
  }
  const written = clean.map((block) => (isResult(block) ? writtenResult(block) : block))
  const changes = clean.filter((block, slot) => block !== written[slot])
  if (changes.length > 0) {
    for (const block of changes) report('text_written', index, (block as Fields).tool_use_id)
    clean = written
  }
  if (isAssistant && clean.some(needsObject)) {
    for (const { id } of clean.filter(needsObject)) report('arguments_wrapped', index, id)
    clean = clean.map((block) => (needsObject(block) ? { ...block, input: asArguments(block.input) } : block))
  }
  if (isAssistant && hasTextBehindCall(clean)) {
    report('calls_moved_last', index)
    clean = [...clean.filter((block) => !isCall(block)), ...clean.filter(isCall)]
  }
  return clean
}

const clean = (message: unknown, index: number, report: RepairReporter): unknown => {
  if (!isFields(message) || (message.role !== 'assistant' && message.role !== 'user')) return message
  const { content } = message
  const kept = Array.isArray(content)
    ? cleanBlocks(index, message.role === 'assistant', content, report)
    : stringOf(content).trim() === ''
      ? []
      : content
  if (Array.isArray(kept) && kept.length === 0) {
    report('message_removed', index)
    return undefined
  }
  return kept === content ? message : { ...message, content: kept }
}

const withBlocks = (message: unknown, content: ReadonlyArray<unknown>): unknown =>
  content.length === 0 ? undefined : { ...(message as Fields), content }

const change = (message: unknown, changes: CallChanges): unknown => {
  let slot = 0
  const content = blocksOf(message).flatMap((block) =>
    isCall(block) ? (changed(block, changes(slot++), 'id') ?? []) : block
  )
  return withBlocks(message, withoutTrailing(content, isThinking))
}

const swap = (message: unknown, blocks: ReadonlyArray<Fields | undefined>): unknown => {
  let slot = 0
  const content = blocksOf(message).flatMap((block) => (isResult(block) ? (blocks[slot++] ?? []) : block))
  return withBlocks(message, content)
}

// -- between messages

const roleOf = (item: HistoryItem | undefined): unknown => (isFields(item?.message) ? item.message.role : undefined)

// The API accepts consecutive messages of one role, but reads results only from the first; other servers refuse them.
const merged = (items: ReadonlyArray<HistoryItem>, report: RepairReporter): ReadonlyArray<HistoryItem> => {
  const out: Array<HistoryItem> = []
  let blocks: Array<unknown> | null = null
  for (const item of items) {
    const role = roleOf(item)
    const last = out.at(-1)
    if (last === undefined || role !== roleOf(last) || (role !== 'user' && role !== 'assistant')) {
      out.push(item)
      blocks = null
      continue
    }
    // One array for the whole run keeps a long run linear.
    if (blocks === null) {
      blocks = [...blocksOf(last.message)]
      out[out.length - 1] = { ...last, message: { ...(last.message as Fields), content: blocks } }
    }
    blocks.push(...blocksOf(item.message))
    report('messages_merged', item.index)
  }
  return out
}

// The API refuses a last message of the model whose text ends in white space.
const trimmed = (items: ReadonlyArray<HistoryItem>, report: RepairReporter): ReadonlyArray<HistoryItem> => {
  const last = items.at(-1)
  if (last === undefined || roleOf(last) !== 'assistant') return items
  const message = last.message as Fields
  const blocks = blocksOf(message)
  const end = blocks.at(-1)
  const text = isText(end) ? stringOf(end.text) : ''
  if (text.trimEnd() === text) return items
  report('text_written', last.index)
  const said = { ...(end as Fields), text: text.trimEnd() }
  const content = Array.isArray(message.content) ? [...blocks.slice(0, -1), said] : said.text
  return [...items.slice(0, -1), { ...last, message: { ...message, content } }]
}

const FORM: HostedForm = { roleOf: ({ role }) => role, blocksOf, withBlocks, note: noteOf }

const settle = (
  items: ReadonlyArray<HistoryItem>,
  { live, notes }: SettleChoices,
  report: RepairReporter
): ReadonlyArray<HistoryItem> => {
  const whole = withoutHalves(merged(items, report), FORM, notes, report)
  const led = merged(dropTrailingReasoning(whole, live, isThinking, report), report)
  const alternating = live ? led : trimmed(led, report)
  const [first] = alternating
  if (first === undefined || roleOf(first) !== 'assistant') return alternating
  report('opening_added', first.index)
  return [{ message: { role: 'user', content: OPENING }, index: 0 }, ...alternating]
}

export const anthropic: Lens = {
  read,
  split,
  clean,
  change,
  swap,
  settle,
  continues: (next) => next.onlyCalls === true,
  gather: (blocks) => [{ role: 'user', content: blocks }],
  answer: (_call, id, text) => ({ type: 'tool_result', tool_use_id: id, content: text, is_error: true }),
  address: (block, id) => ({ ...block, tool_use_id: id }),
  note: noteOf,
  acceptable: (id) => id.replace(/[^a-zA-Z0-9_-]/g, '_'),
  tool: toolName(200),
  unique: 'history',
  groups: true
}
