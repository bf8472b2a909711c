/** Blocks of Anthropic messages. */
import { type Fields, isFields } from '../core/foreign/index.js'
import { partsOf, stringOf } from './content.js'
import type { HistoryResult } from './lens.js'
import { TOOL_FAILED } from './texts.js'

export const isCall = (block: unknown): block is Fields => isFields(block) && block.type === 'tool_use'
export const isResult = (block: unknown): block is Fields => isFields(block) && block.type === 'tool_result'
export const isText = (block: unknown): block is Fields => isFields(block) && block.type === 'text'
export const isEmptyText = (block: unknown): boolean => isText(block) && stringOf(block.text).trim() === ''

// A repair replaces the flag by a text where there are images.
const isFailed = ({ is_error, content }: Fields): boolean =>
  is_error === true || partsOf(content)[0]?.text === TOOL_FAILED

export const readResult = (block: Fields): HistoryResult => ({
  id: block.tool_use_id,
  name: '',
  block,
  content: block.content,
  failed: isFailed(block)
})

export const blocksOf = (message: unknown): ReadonlyArray<unknown> => {
  const { content } = message as Fields
  return Array.isArray(content) ? content : [{ type: 'text', text: content }]
}

const isShown = ({ type, source }: Fields): boolean => (type === 'image' || type === 'document') && isFields(source)

export const noteOf = (text: string, content?: unknown): Fields => ({
  role: 'user',
  content: [{ type: 'text', text }, ...partsOf(content).filter(isShown)]
})
