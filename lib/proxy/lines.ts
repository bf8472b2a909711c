/** Cuts a stream of bytes into lines, each with its end, so that a line can pass unchanged. */

const NEWLINE = 0x0a

/** Longer than any message, shorter than any string may be. */
export const MAX_MESSAGE_BYTES = 128 * 1024 * 1024

/** A message in as many lines as it came, as one: outside of strings an end of line is white space, and inside of them it cannot be. */
export const asLine = (bytes: Buffer): Buffer => {
  const line = Buffer.concat([bytes, Buffer.from('\n')])
  for (let at = 0; at < bytes.length; at++) if (line[at] === NEWLINE || line[at] === 0x0d) line[at] = 0x20
  return line
}

/** Gives every whole line that a chunk completes; what is left over waits for the next. Throws a RangeError for a line of more than `maxBytes`. */
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
        onLine(line)
      }
      if (from === chunk.length) return
      const rest = chunk.subarray(from)
      parts.push(rest)
      waiting += rest.length
      if (waiting > maxBytes) throw new RangeError(`A line of more than ${maxBytes} bytes.`)
    },
    rest: () => Buffer.concat(parts)
  }
}
