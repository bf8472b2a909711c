/** Messages of the Anthropic API, of Bedrock's Converse, and of Cline and Roo Code. */
import { type Fields, isFields } from '../../../core/foreign/index.js'
import { dataOf } from '../../../core/json/index.js'
import { partsOf } from '../../../history/content.js'
import { signOf } from '../../../history/formats.js'
import { fromCline, isClineResult, rejectedByCline } from './cline.js'
import { fromConverse, isConverse } from './converse.js'
import type { TranscriptFormat } from './format.js'
import { providerFormat } from './provider-format.js'

// A `file` is what Cline keeps of a document that a user named.
const BLOCKS =
  /^(?:text|image|document|file|search_result|thinking|redacted_thinking|tool_use|tool_result|tool_reference|container_upload|compaction|fallback|server_tool_use|mcp_tool_use|[a-z_]+_tool_result)$/

const isBlock = (block: unknown): boolean =>
  isFields(block) && typeof block['type'] === 'string' && BLOCKS.test(block['type'])

/** How many blocks of a content the API does not know. */
export const strangeBlocks = (content: unknown): number =>
  Array.isArray(content) ? content.filter((block) => !isBlock(block)).length : 0

export const isMessage = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  (entry['role'] === 'user' || entry['role'] === 'assistant' || entry['role'] === 'system') &&
  (typeof entry['content'] === 'string' || Array.isArray(entry['content'])) &&
  (signOf(entry) ?? 'anthropic') === 'anthropic'

const hasTextInput = (block: unknown): block is Fields =>
  isFields(block) && block['type'] === 'tool_use' && !isFields(block['input'])

// A repair wraps what is no object, but the call's real arguments are unknown all the same.
const readable = (input: unknown): unknown => {
  const data = dataOf(input)
  return isFields(data) ? data : { INVALID_JSON: input }
}

/** Reads the arguments that are a text, and marks the calls of a content that are unreadable. */
export const readableBlocks = (content: unknown): unknown =>
  Array.isArray(content) && content.some(hasTextInput)
    ? content.map((block: unknown) => (hasTextInput(block) ? { ...block, input: readable(block['input']) } : block))
    : content

const REMINDER_END = '</system-reminder>'

const cleaned = (text: string): string =>
  text
    .split('<system-reminder>')
    .map((part, i) => {
      const end = part.indexOf(REMINDER_END)
      if (i === 0) return part
      return end === -1 ? `<system-reminder>${part}` : part.slice(end + REMINDER_END.length)
    })
    .map((part, _, parts) => (parts.length > 1 ? part.trim() : part))
    .join('')

/** A block of a result without the reminders that a harness appends: they differ between results. */
export const withoutReminders = (block: unknown): unknown => {
  if (!isFields(block) || block['type'] !== 'tool_result') return block
  const { content } = block
  if (typeof content === 'string') return { ...block, content: cleaned(content) }
  if (!Array.isArray(content)) return block
  return {
    ...block,
    content: content.map((part: unknown) =>
      isFields(part) && typeof part['text'] === 'string' ? { ...part, text: cleaned(part['text']) } : part
    )
  }
}

/** A message in which a model makes calls, of an event that names them in the words of a `tool_use`. */
export const callingMessage = (calls: ReadonlyArray<Fields>, text: unknown = '', more: Fields = {}): Fields => ({
  ...more,
  role: 'assistant',
  content: [
    { type: 'text', text: text ?? '' },
    ...partsOf(readableBlocks(calls.map((call) => ({ type: 'tool_use', ...call }))))
  ]
})

/** A message with the result of a call. */
export const resultMessage = (id: unknown, content: unknown, failed = false, more: Fields = {}): Fields => ({
  role: 'user',
  content: [{ ...more, type: 'tool_result', tool_use_id: id, content: content ?? '', is_error: failed }]
})

const isDialect = (entry: unknown): boolean => isConverse(entry) || isClineResult(entry)

const ownFormat = providerFormat('anthropic', {
  isMessage,
  isDialect,
  strangeParts: ({ content }) => strangeBlocks(content),
  rejectedBy: rejectedByCline,
  rewrite: (messages) => messages.map((message) => ({ ...message, content: readableBlocks(message['content']) }))
})

export const anthropicFormat: TranscriptFormat = {
  ...ownFormat,
  read: (entries, continues) => ownFormat.read(fromCline(fromConverse(entries)), continues),
  // What is unreadable can be repaired.
  history: (entries) => (entries.every(isMessage) && !entries.some(isDialect) ? 'anthropic' : undefined)
}
