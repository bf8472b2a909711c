/**
 * A transport that accepts every line at once and passes them on one by one, so that a slow sink delays neither the
 * logger nor its other transports.
 */
import { Writable } from 'node:stream'
import { isThenable } from '../core/foreign/index.js'
import type { Line } from './log-line.js'
import type { LineSink } from './sink.js'

export interface BoundedQueueOptions {
  /** Most lines that wait; beyond it the oldest are dropped. */
  readonly maxQueue: number
  /** Makes the line that reports how many lines are missing before the next one. */
  readonly note: (dropped: number) => Line
  /** Called with every line that will never be written. */
  readonly onDropped: (lines: number) => void
  /** How long an ending logger waits for a sink to accept its last lines. @default 1_000 */
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

  /** Winston reads the level of each transport here. */
  get level(): string | undefined {
    return this.sink.level
  }

  /** Winston calls this method on its own transports. */
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

  // Losses are reported after the next success: to a failing sink, the report would be one more failure.
  #next(): Line | undefined {
    if (this.#busy) return undefined
    if (this.#missing === 0 || this.#failing) return this.#lines.shift()
    const missing = this.#missing
    this.#missing = 0
    return this.options.note(missing)
  }

  // A failure may follow a success (a stream accepts a line and then cannot write it): the line counts once.
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
