/** Results that Anthropic accepts. */
import type { Fields } from '../core/foreign/index.js'
import { isEmptyText, isText } from './anthropic-blocks.js'
import { textOf, withText } from './content.js'
import { TOOL_FAILED } from './texts.js'

/** A text or blocks, of which none is an empty text. */
const written = (content: unknown): unknown => {
  if (content === undefined || (Array.isArray(content) && content.length === 0)) return content
  const { content: text } = withText({ content }, 'content')
  return Array.isArray(text) && text.some(isEmptyText) ? text.filter((part) => !isEmptyText(part)) : text
}

/** The result with a content that the API accepts: of a failure a text, and nothing else. */
export const writtenResult = (block: Fields): Fields => {
  const content = written(block.content)
  if (block.is_error === true) {
    if (textOf(content).trim() === '') return { ...block, content: TOOL_FAILED }
    if (Array.isArray(content) && !content.every(isText)) {
      const { is_error: _flag, ...rest } = block
      return { ...rest, content: [{ type: 'text', text: TOOL_FAILED }, ...(content as ReadonlyArray<unknown>)] }
    }
  }
  return content === block.content ? block : { ...block, content }
}
