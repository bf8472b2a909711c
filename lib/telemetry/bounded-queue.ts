/** A transport that takes every line at once and hands it on one by one, so that nothing behind it can hold up the logger or its other transports. */
import { Writable } from 'node:stream'
import { isThenable } from '../core/foreign/promises.js'
import type { Line } from './log-line.js'
import type { LineSink } from './sink.js'

export interface BoundedQueueOptions {
  /** Most lines that wait; beyond it the oldest are dropped. */
  readonly maxQueue: number
  /** Makes the line that says how many lines are missing before the next one. */
  readonly note: (dropped: number) => Line
  /** Called with every line that will never be written. */
  readonly onDropped: (lines: number) => void
  /** How long a logger that ends waits for a sink that does not take its last lines. @default 1_000 */
  readonly endMs?: number
}

export class BoundedQueue extends Writable {
  readonly #lines: Array<Line> = []
  #missing = 0
  #busy = false
  #failing = false
  #whenIdle: (() => void) | undefined

  constructor(
    readonly sink: LineSink,
    readonly options: BoundedQueueOptions
  ) {
    super({ objectMode: true })
    this.once('unpipe', () => sink.close())
  }

  /** Winston asks each transport for the level that it wants. */
  get level(): string | undefined {
    return this.sink.level
  }

  /** Winston tells its own transports by this method. */
  log(line: Line, taken: () => void): void {
    this.#take(line)
    taken()
  }

  override _write(line: Line, _encoding: string, taken: () => void): void {
    this.log(line, taken)
  }

  override _final(finished: () => void): void {
    const timer = setTimeout(() => {
      this.#drop(this.#lines.splice(0).length)
      finished()
    }, this.options.endMs ?? 1_000)
    const end = (): void =>
      this.sink.end(() => {
        clearTimeout(timer)
        finished()
      })
    if (this.#busy) this.#whenIdle = end
    else end()
  }

  #take(line: Line): void {
    this.#lines.push(line)
    if (this.#lines.length > this.options.maxQueue) {
      this.#lines.shift()
      this.#drop()
    }
    this.#pump()
  }

  #drop(lines = 1): void {
    this.#missing += lines
    this.options.onDropped(lines)
  }

  #pump(): void {
    for (let line = this.#next(); line !== undefined; line = this.#next()) this.#hand(line)
    if (this.#busy) return
    this.#whenIdle?.()
    this.#whenIdle = undefined
  }

  // What is missing is said as soon as something got through again: to a sink that fails, it would only be one more failure.
  #next(): Line | undefined {
    if (this.#busy) return undefined
    if (this.#missing === 0 || this.#failing) return this.#lines.shift()
    const missing = this.#missing
    this.#missing = 0
    return this.options.note(missing)
  }

  // A failure may come after a success (a stream takes a line and then cannot write it): the line is counted once.
  #hand(line: Line): void {
    this.#busy = true
    this.#failing = false
    let lost = false
    let settled = false
    let returned = false
    const done = (failure?: unknown): void => {
      if (failure !== undefined && failure !== null && !lost) {
        lost = true
        this.#failing = true
        this.#drop()
      }
      if (settled) return
      settled = true
      this.#busy = false
      if (returned) this.#pump()
    }
    try {
      const writing = this.sink.write(line, done)
      if (isThenable(writing)) writing.then(undefined, done)
    } catch (thrown) {
      done(thrown ?? 'thrown')
    }
    returned = true
  }
}
