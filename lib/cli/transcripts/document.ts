/** Tells a JSON document of many lines from JSON Lines, and puts it together. */
import type { Line } from './lines.js'
import { readText, type Read } from './read-text.js'

/** The longest document or line that is read. */
export const MAX_TEXT_BYTES = 128 * 1024 ** 2

const endsInString = (text: string): boolean => text.replace(/"(?:[^"\\]|\\.)*"/g, '').includes('"')

/**
 * Whether a first line begins a document that goes on: it is cut, but not inside a string, which cannot hold a line's end. Where more stands on it than a
 * bracket, it may also be a line that was cut, and then the next one is whole.
 */
export const beginsDocument = ({ text, fault }: Read, next: Line | undefined): boolean => {
  if (fault !== 'cut' || next === undefined) return false
  return /^\ufeff?\s*[[{]\s*$/.test(text) || (!endsInString(text) && readText(next).fault !== undefined)
}

/** Puts the lines of a document together as one. */
export const joinLines = async (
  first: Line,
  next: Line | undefined,
  rest: AsyncIterator<Line, void>
): Promise<Line> => {
  const parts: Array<Buffer> = [first.bytes]
  let size = first.bytes.length
  let { fault } = first
  for (let line = next; line !== undefined && fault !== 'too_large'; line = (await rest.next()).value ?? undefined) {
    parts.push(Buffer.from('\n'), line.bytes)
    size += line.bytes.length + 1
    fault = size > MAX_TEXT_BYTES ? 'too_large' : (line.fault ?? fault)
  }
  const bytes = Buffer.concat(fault === 'too_large' ? [] : parts)
  return { number: first.number, bytes, ...(fault === undefined ? {} : { fault }) }
}
