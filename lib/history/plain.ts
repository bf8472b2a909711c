/** Reads plain data of unknown shape: what a history holds besides what its format promises. */
import { canonicalText } from '../core/exchange.js'

export type Plain = Readonly<Record<string, unknown>>

export const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parts of a content that is a list; none where it is a text or nothing. */
export const partsOf = (content: unknown): ReadonlyArray<Plain> => (Array.isArray(content) ? content.filter(isPlain) : [])

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whether a content says nothing at all. */
export const isBlank = (content: unknown): boolean =>
  content === undefined || content === null || content === '' || (Array.isArray(content) && content.length === 0)

/** An object without one of its keys. */
export const without = (value: Plain, name: string): Plain => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

const textOfPart = (part: unknown): string => {
  if (typeof part === 'string') return part
  if (!isPlain(part)) return canonicalText(part)
  return typeof part.text === 'string' ? part.text : `[${stringOf(part.type) || 'data'}]`
}

/** The text of a tool's answer in any of the shapes that formats give it: a text, a list of parts, or data. */
export const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  return Array.isArray(content) ? content.map(textOfPart).join('\n') : canonicalText(content)
}
