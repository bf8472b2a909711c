/** Cuts a stream of bytes into lines, each with its end, so that a line can pass unchanged. */
import { isUtf8 } from 'node:buffer'

const NEWLINE = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const TAB = 0x09

/** Longer than any message, shorter than any string may be. */
export const MAX_MESSAGE_BYTES = 128 * 1024 * 1024

// Outside of strings an end of line is white space, and inside of them it cannot be.
const spaced = (line: Buffer, mark: number, end: number): Buffer => {
  for (let at = line.indexOf(mark); at >= 0 && at < end; at = line.indexOf(mark, at + 1)) line[at] = SPACE
  return line
}

// Some readers end at bytes that are not UTF-8. Whoever reads on reads what the proxy judged.
const decodable = (line: Buffer): Buffer => (isUtf8(line) ? line : Buffer.from(line.toString('utf8')))

// Readers of a body over HTTP skip it; in a line, it would be no JSON.
const MARK = Buffer.from('\ufeff')

/** A line has more bytes than any message may have: whoever judges one may throw other errors of its kind. */
export class LineTooLong extends RangeError {}

/** A message in any number of lines, as one. */
export const asLine = (bytes: Buffer): Buffer => {
  const from = bytes.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0
  const line = Buffer.concat([bytes.subarray(from), Buffer.from('\n')])
  return decodable(spaced(spaced(line, NEWLINE, line.length - 1), RETURN, line.length - 1))
}

/**
 * Gives every whole line that a chunk completes, with white space for a carriage return inside of it and U+FFFD for
 * what is not UTF-8; what is left over waits for the next. Throws `LineTooLong` for a line of more than `maxBytes`.
 */
export const lineSplitter = (
  onLine: (line: Buffer) => void,
  maxBytes: number
): { readonly push: (chunk: Buffer) => void; readonly rest: () => Buffer } => {
  // Joined once a line is whole: to join at each chunk would cost the square of a long line.
  let parts: Array<Buffer> = []
  let waiting = 0
  return {
    push: (chunk) => {
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        const end = chunk.subarray(from, at + 1)
        const line = waiting === 0 ? end : Buffer.concat([...parts, end])
        if (waiting > 0) [parts, waiting] = [[], 0]
        from = at + 1
        // Some readers end a line at a carriage return too, and would read another message in the middle of this one.
        onLine(decodable(spaced(line, RETURN, line.length - 2)))
      }
      if (from === chunk.length) return
      const rest = chunk.subarray(from)
      parts.push(rest)
      waiting += rest.length
      if (waiting <= maxBytes) return
      ;[parts, waiting] = [[], 0]
      throw new LineTooLong(`A line of more than ${maxBytes} bytes.`)
    },
    rest: () => Buffer.concat(parts)
  }
}

/** Whether nothing stands on a line. */
export const isBlankLine = (line: Buffer): boolean =>
  line.every((byte) => byte === SPACE || byte === TAB || byte === RETURN || byte === NEWLINE)
