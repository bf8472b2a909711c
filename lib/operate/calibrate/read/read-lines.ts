/** Reads a file line by line, many at a time, in constant memory however long the file or a line is. */
import { open } from 'node:fs/promises'

/** Some consecutive lines. */
export interface Lines {
  /** Undefined stands for a line that is too long. */
  readonly lines: ReadonlyArray<string | undefined>
  /** The number of the first line, from 1. */
  readonly first: number
  /** Whether the last line has no line feed: its writer was killed, or has not finished. */
  readonly isOpen: boolean
  readonly bytes: number
}

const CHUNK_BYTES = 1024 ** 2
/** Longer than any line of a recorder with default options. */
export const MAX_LINE_BYTES = 16 * 1024 ** 2
const NEWLINE = 0x0a

/** Holds the beginning of an incomplete line. */
class Carry {
  #parts: Array<Buffer> = []
  #bytes = 0

  add(part: Buffer): void {
    if (part.length === 0) return
    this.#bytes += part.length
    if (this.#bytes > MAX_LINE_BYTES) this.#parts = []
    // A copy: the next chunk overwrites the buffer.
    else this.#parts.push(Buffer.from(part))
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  take(): string | undefined {
    const line = this.#bytes > MAX_LINE_BYTES ? undefined : Buffer.concat(this.#parts).toString()
    this.#parts = []
    this.#bytes = 0
    return line
  }
}

/** Reads the lines of a file, empty ones included. */
export async function* readLines(path: string): AsyncGenerator<Lines, void, undefined> {
  const handle = await open(path, 'r')
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const carry = new Carry()
    let first = 1
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES)
      if (bytesRead === 0) break
      const read = chunk.subarray(0, bytesRead)
      const firstEnd = read.indexOf(NEWLINE)
      if (firstEnd === -1) {
        carry.add(read)
        yield { lines: [], first, isOpen: false, bytes: bytesRead }
        continue
      }
      const lastEnd = read.lastIndexOf(NEWLINE)
      carry.add(read.subarray(0, firstEnd))
      const lines: Array<string | undefined> = [carry.take()]
      if (lastEnd > firstEnd)
        for (const line of read.toString('utf8', firstEnd + 1, lastEnd).split('\n')) lines.push(line)
      carry.add(read.subarray(lastEnd + 1))
      yield { lines, first, isOpen: false, bytes: bytesRead }
      first += lines.length
    }
    if (!carry.isEmpty) yield { lines: [carry.take()], first, isOpen: true, bytes: 0 }
  } finally {
    await handle.close()
  }
}
