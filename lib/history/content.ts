/** Reads the content of messages and of results, whatever its shape. */
import { canonicalText, losslessData } from '../core/json/index.js'
import { type Fields, isFields } from '../core/foreign/index.js'

/** The parts of a content that is a list; empty for any other content. */
export const partsOf = (content: unknown): ReadonlyArray<Fields> =>
  Array.isArray(content) ? content.filter(isFields) : []

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whether a content is empty. */
export const isBlank = (content: unknown): boolean =>
  content === undefined || content === null || content === '' || (Array.isArray(content) && content.length === 0)

const textOfPart = (part: unknown): string => {
  if (typeof part === 'string') return part
  if (!isFields(part)) return canonicalText(part)
  if (typeof part.text === 'string') return part.text
  // A row of data is no part of a message.
  if (typeof part.type !== 'string') return canonicalText(part)
  // A search result holds its texts one level deeper.
  return [`[${part.type}]`, part.title, part.source, ...partsOf(part.content).map(({ text }) => text)]
    .filter((words) => typeof words === 'string')
    .join(' ')
}

/** The text of a tool result in any format's shape: a text, a list of parts, or data. */
export const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  return Array.isArray(content) ? content.map(textOfPart).join('\n') : canonicalText(content)
}

/** A text, or a list of parts that begins with it where there is something to show. */
export const besideText = (text: string, shown: ReadonlyArray<Fields>): string | ReadonlyArray<Fields> =>
  shown.length === 0 ? text : [{ type: 'text', text }, ...shown]

/** Whether providers accept a content: a text, or a list of parts. */
const isAccepted = (content: unknown): boolean =>
  typeof content === 'string' ||
  (Array.isArray(content) &&
    content.length > 0 &&
    content.every((part) => isFields(part) && typeof part.type === 'string'))

/** The fields with a content that providers accept; the same fields if nothing was wrong. */
export const withText = (fields: Fields, name: string): Fields =>
  isAccepted(fields[name]) ? fields : { ...fields, [name]: textOf(fields[name]) }

/**
 * Arguments as an object, since some providers accept nothing else: a text that is no JSON of one, or would lose data,
 * whole.
 */
export const asArguments = (args: unknown): Fields => {
  const data = losslessData(args)
  return isFields(data) ? data : isBlank(data) ? {} : { INVALID_JSON: args }
}

/** The call with the text of its arguments; the same call if nothing was wrong. */
export const withArgumentsText = (call: Fields): Fields =>
  typeof call.arguments === 'string'
    ? call
    : { ...call, arguments: isBlank(call.arguments) ? '{}' : canonicalText(call.arguments) }
