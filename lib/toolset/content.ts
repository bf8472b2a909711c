/** What stands in the content of an answer: a text, or blocks of which one is text. */
import type { Seen } from './see.js'

export interface TextBlock {
  readonly type: 'text'
  readonly text: string
}

export const isTextBlock = (block: unknown): block is TextBlock =>
  typeof block === 'object' && block !== null && 'type' in block && block.type === 'text' && 'text' in block && typeof block.text === 'string'

/** All texts of a content. */
export const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.filter(isTextBlock).map(({ text }) => text).join(' ') : ''
}

/** Sees a content as data: its text, if there is one; `rebuild` makes the answer of the content that is valid. */
export const seeContent = (content: unknown, rebuild: (content: unknown) => unknown): Seen => {
  if (typeof content === 'string') return { kind: 'data', data: content, rebuild: ({ value, text }) => rebuild(typeof value === 'string' ? value : text) }
  const blocks: ReadonlyArray<unknown> = Array.isArray(content) ? content : []
  const texts = blocks.filter(isTextBlock)
  const [block] = texts
  if (block === undefined || texts.length > 1) return { kind: 'data', data: content, rebuild: ({ value }) => rebuild(value) }
  return {
    kind: 'data',
    data: block.text,
    rebuild: ({ value, text }) => rebuild(blocks.map((one) => (one === block ? { ...block, text: typeof value === 'string' ? value : text } : one)))
  }
}
