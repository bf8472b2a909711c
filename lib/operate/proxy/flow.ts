/** Backpressure: a reader that does not keep up holds its source back, so that nothing piles up between them. */
import type { Writable } from 'node:stream'

/** A source of lines that can be made to wait. */
export interface Source {
  readonly pause: () => unknown
  readonly resume: () => unknown
}

/** How long a source waits for one of several readers, as the others wait too, and when that one is cut off. */
export interface Patience {
  readonly waitMs: number
  /** Until everything must have been read. */
  readonly readMs: number
  /** What may be unread, in bytes, when more is written. */
  readonly maxUnread: number
  readonly onCutOff: () => void
}

// After its end a stream emits no `drain`; one that was destroyed only closes.
const RELEASING = ['drain', 'finish', 'close'] as const

/** The ways from one source to any number of readers. */
export class Flow {
  readonly #source: Source
  readonly #patience: Patience | undefined
  readonly #behind = new Set<Writable>()
  /** Those of them for which the source waits. */
  readonly #awaited = new Set<Writable>()

  constructor(source: Source, patience?: Patience) {
    this.#source = source
    this.#patience = patience
  }

  write(target: Writable, chunk: Buffer | string): void {
    if (target.destroyed || target.writableEnded) return
    if (this.#patience !== undefined && target.writableLength > this.#patience.maxUnread) {
      this.#cutOff(target, this.#patience)
      return
    }
    if (!target.write(chunk)) this.#hold(target)
  }

  end(target: Writable, chunk: Buffer | string): void {
    if (target.destroyed || target.writableEnded) return
    target.end(chunk)
    if (!target.writableFinished && target.writableLength > target.writableHighWaterMark) this.#hold(target)
  }

  #hold(target: Writable): void {
    if (this.#behind.has(target)) return
    if (this.#awaited.size === 0) this.#source.pause()
    this.#behind.add(target)
    this.#awaited.add(target)
    const patience = this.#patience
    const timers =
      patience === undefined
        ? []
        : [
            setTimeout(() => this.#goOn(target), patience.waitMs).unref(),
            setTimeout(() => this.#cutOff(target, patience), patience.readMs).unref()
          ]
    const release = (): void => {
      for (const timer of timers) clearTimeout(timer)
      for (const event of RELEASING) target.off(event, release)
      this.#behind.delete(target)
      this.#goOn(target)
    }
    for (const event of RELEASING) target.on(event, release)
  }

  #goOn(target: Writable): void {
    if (this.#awaited.delete(target) && this.#awaited.size === 0) this.#source.resume()
  }

  #cutOff(target: Writable, { onCutOff }: Patience): void {
    onCutOff()
    target.destroy()
  }
}
