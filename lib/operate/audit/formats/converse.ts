/** Messages of Bedrock's Converse API, whose blocks are named by their one field, as those of Anthropic. */
import { asFields, isFields, type Fields } from '../../../core/foreign/index.js'
import { partsOf } from '../../../history/content.js'

/** Whether a message holds a call, or a result, as Converse writes them. */
export const isConverse = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  (entry['role'] === 'user' || entry['role'] === 'assistant') &&
  partsOf(entry['content']).some(
    ({ type, toolUse, toolResult }) => type === undefined && isFields(toolUse ?? toolResult)
  )

// The types under which Anthropic has what else a block may hold.
const OTHERS: Readonly<Record<string, string>> = {
  image: 'image',
  document: 'document',
  video: 'document',
  reasoningContent: 'thinking',
  searchResult: 'search_result',
  guardContent: 'text',
  citationsContent: 'text',
  cachePoint: 'text'
}

const contentOf = (part: unknown): unknown => {
  const { text, json } = asFields(part)
  if (text !== undefined) return { type: 'text', text }
  return json === undefined ? part : { type: 'text', text: JSON.stringify(json) }
}

const blockOf = (block: unknown): unknown => {
  if (!isFields(block) || block['type'] !== undefined) return block
  const { toolUse, toolResult, text } = block
  if (isFields(toolUse))
    return { type: 'tool_use', id: toolUse['toolUseId'], name: toolUse['name'], input: toolUse['input'] }
  if (isFields(toolResult)) {
    const { toolUseId, content, status } = toolResult
    return {
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: Array.isArray(content) ? content.map(contentOf) : content,
      is_error: status === 'error'
    }
  }
  if (typeof text === 'string') return { type: 'text', text }
  const type = Object.keys(block)
    .map((name) => OTHERS[name])
    .find((name) => name !== undefined)
  return type === undefined ? block : { type, text: '' }
}

/** Messages as Anthropic has them; those of any other form stay the same. */
export const fromConverse = (entries: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  entries.some(isConverse)
    ? entries.map((entry) =>
        isFields(entry) && Array.isArray(entry['content'])
          ? { ...entry, content: entry['content'].map(blockOf) }
          : entry
      )
    : entries
