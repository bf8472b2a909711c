/** Accepts calls at once and writes them later in batches; while the disk fails, retries become rarer. */
import { type CallRecorder, type SettledCall } from '../guard/kernel.js'
import { type LoggerLike, writeLog } from '../core/foreign/index.js'
import { snapshot } from './line.js'
import type { RecordBatch, RecordQueue } from './queue.js'
import type { RecordingFiles } from './recording-files.js'

// -- model

/** The counts of a recorder. @category Traffic @since 0.1.0 */
export interface RecorderStats {
  readonly written: number
  /** Left out by the sample. */
  readonly skipped: number
  /** Lost, because the queue was full or the disk failed. */
  readonly dropped: number
}

/** Accepts settled calls; give it to a session. @category Traffic @since 0.1.0 */
export interface Recorder extends CallRecorder {
  readonly record: (call: SettledCall) => void
  /** Resolves when every call so far is on the disk, or its write failed. Never rejects. */
  readonly flush: () => Promise<void>
  /** Flushes, and stops recording. Never rejects. */
  readonly close: () => Promise<void>
  readonly stats: RecorderStats
}

export interface DiskRecorderOptions {
  readonly rateOf: (tool: string) => number
  readonly maxAnswerChars: number
  readonly clock: () => number
  readonly random: () => number
  readonly logger: LoggerLike | undefined
}

// -- the end of the process

const drains = new Set<() => void>()

const drainAll = (): void => {
  for (const drain of drains) drain()
}

// One listener for all recorders. A process that a signal ends without a handler does not reach it.
const drainOnExit = (drain: () => void): (() => void) => {
  if (drains.size === 0) process.on('exit', drainAll)
  drains.add(drain)
  return () => {
    drains.delete(drain)
    if (drains.size === 0) process.off('exit', drainAll)
  }
}

// -- writing

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

const causeOf = (thrown: unknown): string => {
  const { code } = thrown as { readonly code?: unknown }
  return typeof code === 'string' ? code : 'unknown'
}

export class DiskRecorder implements Recorder {
  #written = 0
  #skipped = 0
  #failures = 0
  #isSaid = false
  #isClosed = false
  #writing: Promise<void> | undefined
  #pause: NodeJS.Timeout | undefined
  readonly #leave = drainOnExit(() => this.#drain())

  constructor(
    readonly files: RecordingFiles,
    readonly queue: RecordQueue,
    readonly options: DiskRecorderOptions
  ) {}

  get stats(): RecorderStats {
    return { written: this.#written, skipped: this.#skipped, dropped: this.queue.dropped }
  }

  readonly record = (call: SettledCall): void => {
    const { rateOf, random, clock, maxAnswerChars } = this.options
    const rate = rateOf(call.record.tool)
    if (rate < 1 && random() >= rate) {
      this.#skipped += 1
    } else if (this.#isClosed || this.queue.isFull) {
      this.#drop(1, this.#isClosed ? 'closed' : 'queue_full')
    } else {
      this.queue.push(snapshot(call, clock(), rate, maxAnswerChars))
      if (this.#pause === undefined) this.#writing ??= this.#write()
    }
  }

  readonly flush = async (): Promise<void> => {
    this.#resume()
    if (!this.queue.isEmpty) this.#writing ??= this.#write()
    await this.#writing
  }

  readonly close = async (): Promise<void> => {
    this.#isClosed = true
    await this.flush()
    this.#resume()
    this.queue.dropAll()
    this.#leave()
    await this.files.close()
  }

  #resume(): void {
    clearTimeout(this.#pause)
    this.#pause = undefined
  }

  #drop(calls: number, why: string): void {
    this.queue.drop(calls)
    if (this.#isSaid) return
    // Once for each episode: a line for every dropped call would be the next flood.
    this.#isSaid = true
    writeLog(this.options.logger, 'warn', `recorder_dropped why=${why}`, () => ({ why, dropped: this.queue.dropped }))
  }

  /** Writes until the queue is empty or the disk fails. Never rejects. */
  async #write(): Promise<void> {
    do {
      // Lets running calls continue first.
      do {
        await new Promise<void>((resolve) => {
          setImmediate(resolve)
        })
      } while (this.queue.prepare())
    } while ((await this.#writeBatch(this.queue.take(this.options.clock()))) && !this.queue.isEmpty)
    this.#writing = undefined
  }

  async #writeBatch(batch: RecordBatch): Promise<boolean> {
    try {
      await this.files.append(Buffer.from(batch.text))
      this.#written += batch.calls
      this.queue.said(batch)
      this.#failures = 0
      this.#isSaid = false
      return true
    } catch (thrown) {
      this.#drop(batch.calls, causeOf(thrown))
      this.#pause = setTimeout(
        () => {
          this.#pause = undefined
          if (!this.queue.isEmpty) this.#writing ??= this.#write()
        },
        Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures)
      ).unref()
      this.#failures += 1
      return false
    }
  }

  #drain(): void {
    try {
      do {
        this.files.appendSync(Buffer.from(this.queue.take(this.options.clock()).text))
      } while (!this.queue.isEmpty)
    } catch {
      // The process ends: nobody is left to warn.
    }
  }
}
