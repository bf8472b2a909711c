/**
 * What a server sends of its own while its client has no stream open: clients open one a moment after their first
 * message, and again after a broken connection.
 */

const MAX_BYTES = 1024 * 1024

export class UnsentLines {
  readonly #onDropped: (line: Buffer) => void
  readonly #maxBytes: number
  #lines: Array<Buffer> = []
  #bytes = 0

  constructor(onDropped: (line: Buffer) => void, maxBytes = MAX_BYTES) {
    this.#onDropped = onDropped
    this.#maxBytes = maxBytes
  }

  /** Keeps a line; the oldest are dropped where they are too many. */
  keep(line: Buffer): void {
    this.#lines.push(line)
    this.#bytes += line.length
    while (this.#bytes > this.#maxBytes) {
      const oldest = this.#lines.shift() as Buffer
      this.#bytes -= oldest.length
      this.#onDropped(oldest)
    }
  }

  take(): ReadonlyArray<Buffer> {
    const lines = this.#lines
    ;[this.#lines, this.#bytes] = [[], 0]
    return lines
  }
}
