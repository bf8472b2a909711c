/**
 * Splits bytes into lines, one held at a time. (Node's readline also splits at U+2028, which may stand inside a JSON
 * string.)
 */
import { isTorn } from './input.js'

/** A line without its line feed. */
export interface TextLine {
  /** From 1. */
  readonly number: number
  /** Empty for a line that is too large, and perhaps incomplete where compressed data are torn. */
  readonly bytes: Buffer
  readonly fault?: 'too_large' | 'torn_gzip'
  /** It has no line feed: its writer was killed, or has not finished. */
  readonly isOpen?: true
}

export type TextLines = AsyncGenerator<TextLine, void, undefined>

/** Lines that were read ahead, and the rest. */
export async function* linesAfter(ahead: ReadonlyArray<TextLine>, rest: TextLines): TextLines {
  yield* ahead
  yield* rest
}

/** The longest document or line that is read. */
export const MAX_TEXT_BYTES = 128 * 1024 ** 2

const NEWLINE = 0x0a
const NOTHING = Buffer.alloc(0)

/** Reads lines. A line longer than `maxBytes` is a fault; so is the end of torn compressed data. */
export async function* readTextLines(chunks: AsyncIterable<Buffer>, maxBytes: number): TextLines {
  let number = 0
  let held: Array<Buffer> = []
  let size = 0
  const hold = (part: Buffer): void => {
    size += part.length
    if (size > maxBytes) held = []
    else held.push(part)
  }
  const take = (): TextLine => {
    number++
    const [first = NOTHING] = held
    const line: TextLine =
      size > maxBytes
        ? { number, bytes: NOTHING, fault: 'too_large' }
        : { number, bytes: held.length > 1 ? Buffer.concat(held) : first }
    held = []
    size = 0
    return line
  }
  try {
    for await (const chunk of chunks) {
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        hold(chunk.subarray(from, end))
        yield take()
        from = end + 1
      }
      hold(chunk.subarray(from))
    }
  } catch (error) {
    if (!isTorn(error)) throw error
    yield { ...take(), fault: 'torn_gzip' }
  }
  if (size > 0) yield { ...take(), isOpen: true }
}
