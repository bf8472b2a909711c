/** The content of a response: a text, or blocks of which one is text. */
import * as E from 'fp-ts/lib/Either.js'
import { identity } from 'fp-ts/lib/function.js'
import { asFields, asList, isObject } from '../core/foreign/index.js'
import { parseJsonText } from '../core/json/index.js'
import type { ToolError } from '../core/errors/index.js'
import { bytesOf } from '../guard/kernel.js'
import type { ClassifiedResponse } from './framework.js'
import { byteLength } from '#platform'

export interface TextBlock {
  readonly type: 'text'
  readonly text: string
}

/** Whether a block of a content is a text. @category Adapters @since 0.1.0 */
export const isTextBlock = (block: unknown): block is TextBlock =>
  isObject(block) && 'type' in block && block.type === 'text' && 'text' in block && typeof block.text === 'string'

// Of a resource that MCP embeds, a model reads the text as it reads any other.
const textOfBlock = (block: unknown): string | undefined => {
  if (isTextBlock(block)) return block.text
  const { type, resource } = asFields(block)
  const { text } = asFields(resource)
  return type === 'resource' && typeof text === 'string' ? text : undefined
}

/** Whether a block is nothing but words. */
export const isWords = (block: unknown): boolean => textOfBlock(block) !== undefined

/** The texts of a content, those of embedded resources too. */
export const textsOf = (content: unknown): ReadonlyArray<string> => {
  if (typeof content === 'string') return [content]
  return Array.isArray(content) ? content.map(textOfBlock).filter((text) => text !== undefined) : []
}

/** All texts of a content, as one. @category Adapters @since 0.1.0 */
export const contentText = (content: unknown): string => textsOf(content).join('\n')

/**
 * The JSON value of a text without a declared form; undefined where it is not JSON. It may be any text, but one that
 * ends inside a JSON value was cut.
 */
export const jsonOfText = (text: string): E.Either<ToolError, unknown> => {
  if (!/^\s*[[{]/.test(text)) return E.right(undefined)
  const parsed = parseJsonText(text, { bytes: byteLength(text) })
  if (E.isRight(parsed)) return E.right(parsed.right.value)
  return parsed.left.code === 'truncated_response' ? parsed : E.right(undefined)
}

const KINDS: ReadonlySet<unknown> = new Set(
  'text image audio video media file document resource resource_link image_url input_text input_image input_file output_text'.split(
    ' '
  )
)

// Rows of data may have a type of their own.
const areBlocks = (blocks: ReadonlyArray<unknown>): boolean =>
  blocks.length > 0 && blocks.every((block) => KINDS.has(asFields(block)['type']))

/**
 * Classifies a content as data: its text, if there is one; `rebuild` makes the answer of the content that is valid,
 * where the content is not all of it. What is no content stands for itself.
 * @category Adapters @since 0.1.0
 */
export const classifyContent = (
  content: unknown,
  rebuild: (content: unknown) => unknown = identity
): ClassifiedResponse => {
  // Bytes are what was read of a Response, whose text stands in its place.
  if (typeof content === 'string' || bytesOf(content) !== undefined)
    return {
      kind: 'data',
      data: content,
      rebuild: (valid) => rebuild(typeof valid.value === 'string' ? valid.value : valid.text)
    }
  const blocks = asList(content)
  const texts = blocks.filter(isTextBlock)
  const [block] = texts
  if (block === undefined || texts.length > 1)
    return {
      kind: 'data',
      data: content,
      rebuild: ({ value }) => rebuild(value),
      ...(areBlocks(blocks) ? { texts: textsOf(content) } : {})
    }
  return {
    kind: 'data',
    data: block.text,
    ...(blocks.length > 1 ? { whole: content } : {}),
    rebuild: ({ value, text }) =>
      rebuild(blocks.map((one) => (one === block ? { ...block, text: typeof value === 'string' ? value : text } : one)))
  }
}
