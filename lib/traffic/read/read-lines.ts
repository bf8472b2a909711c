/** Reads a file line by line, many at a time, in constant memory however long the file or a line is. */
import { open } from 'node:fs/promises'

/** Some lines in a row. */
export interface Lines {
  /** Undefined stands for a line that was too long to be held. */
  readonly lines: ReadonlyArray<string | undefined>
  /** The number of the first, from 1 on. */
  readonly first: number
  /** Whether the last line has no end: whoever wrote it was cut off, or is not done. */
  readonly isOpen: boolean
  readonly bytes: number
}

const CHUNK_BYTES = 1024 ** 2
/** Longer than any line that a recorder writes with its defaults. */
export const MAX_LINE_BYTES = 16 * 1024 ** 2
const NEWLINE = 0x0a

/** Holds what was read of a line that has not come to its end. */
class Carry {
  #parts: Array<Buffer> = []
  #bytes = 0

  add(part: Buffer): void {
    if (part.length === 0) return
    this.#bytes += part.length
    if (this.#bytes > MAX_LINE_BYTES) this.#parts = []
    // A copy: the next chunk is read into the same buffer.
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
