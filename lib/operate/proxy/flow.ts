/** Backpressure: a reader that does not keep up holds its source back, so that nothing piles up between them. */
import type { Writable } from 'node:stream'

/** A source of lines that can be made to wait. */
export interface Source {
  readonly pause: () => unknown
  readonly resume: () => unknown
}

// After its end a stream emits no `drain`; one that was destroyed only closes.
const RELEASING = ['drain', 'finish', 'close'] as const

/** The ways from one source to any number of readers. */
export class Flow {
  readonly #source: Source
  readonly #patienceMs: number | undefined
  readonly #full = new Set<Writable>()

  /**
   * With `patienceMs`, a reader that keeps the source waiting for longer is cut off: others may wait for the same
   * source.
   */
  constructor(source: Source, patienceMs?: number) {
    this.#source = source
    this.#patienceMs = patienceMs
  }

  write(target: Writable, chunk: Buffer | string): void {
    if (target.destroyed || target.writableEnded) return
    if (!target.write(chunk)) this.#hold(target)
  }

  end(target: Writable, chunk: Buffer | string): void {
    if (target.destroyed || target.writableEnded) return
    target.end(chunk)
    if (!target.writableFinished && target.writableLength > target.writableHighWaterMark) this.#hold(target)
  }

  #hold(target: Writable): void {
    if (this.#full.has(target)) return
    if (this.#full.size === 0) this.#source.pause()
    this.#full.add(target)
    const timer =
      this.#patienceMs === undefined ? undefined : setTimeout(() => target.destroy(), this.#patienceMs).unref()
    const release = (): void => {
      clearTimeout(timer)
      for (const event of RELEASING) target.off(event, release)
      this.#full.delete(target)
      if (this.#full.size === 0) this.#source.resume()
    }
    for (const event of RELEASING) target.on(event, release)
  }
}
