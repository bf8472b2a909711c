/** Reads recordings: every whole record, with a count and the places of invalid lines. */
import * as E from 'fp-ts/lib/Either.js'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { diagnoseJson } from '../../../core/json/index.js'
import { compile } from '../../../codec/compile/compile.js'
import * as o from '../../../core/options.js'
import { Gap, TrafficRecord } from '../../../traffic/traffic-record.js'
import { readLines, type Lines } from './read-lines.js'

// -- model

/** An invalid line. `torn` ends inside a value: its writer was killed. @category Traffic @since 0.1.0 */
export interface BadLine {
  readonly path: string
  readonly line: number
  readonly reason: 'torn' | 'not_json' | 'not_a_record' | 'too_long'
}

/** The progress of a reader. @category Traffic @since 0.1.0 */
export interface ReadProgress {
  readonly bytes: number
  readonly totalBytes: number
  readonly records: number
}

/** @category Traffic @since 0.1.0 */
export interface ReadRecordsOptions {
  /** Called a few times a second at most. */
  readonly onProgress?: (progress: ReadProgress) => void
}

/** The records of some files, in order. Every iteration reads the files anew; the counts belong to the latest. @category Traffic @since 0.1.0 */
export interface RecordSource extends AsyncIterable<TrafficRecord> {
  /** The records in batches. */
  readonly batches: () => AsyncIterable<ReadonlyArray<TrafficRecord>>
  readonly count: number
  /** How many lines are invalid. */
  readonly badCount: number
  /** The first 100 of them. */
  readonly bad: ReadonlyArray<BadLine>
  /** How many calls the recorders report as dropped. */
  readonly dropped: number
}

/** Records from any source. @category Traffic @since 0.1.0 */
export type Records = RecordSource | AsyncIterable<TrafficRecord> | Iterable<TrafficRecord>

export const isSource = (records: Records): records is RecordSource => 'batches' in records

const asRecord = compile(TrafficRecord, { maxErrors: 1 })

/** Passes every record on, in batches if the source has them. Records of a program are not validated. */
export const forEachRecord = async (records: Records, take: (record: TrafficRecord) => void): Promise<void> => {
  if (isSource(records)) {
    for await (const batch of records.batches()) for (const record of batch) take(record)
  } else {
    for await (const record of records) {
      o.expectOption(E.isRight(asRecord.decode(record)), 'records', 'recorded calls, as readRecords() gives them')
      take(record)
    }
  }
}

// -- files

const isRecording = (name: string): boolean => name.endsWith('.jsonl')

interface SizedFile {
  readonly path: string
  readonly size: number
}

const findIn = async (path: string): Promise<ReadonlyArray<SizedFile>> => {
  const found = await stat(path)
  if (!found.isDirectory()) return [{ path, size: found.size }]
  const names = (await readdir(path)).filter(isRecording).sort()
  return Promise.all(names.map(async (name) => ({ path: join(path, name), size: (await stat(join(path, name))).size })))
}

const findFiles = async (paths: ReadonlyArray<string>): Promise<ReadonlyArray<SizedFile>> =>
  (await Promise.all(paths.map(findIn))).flat()

// -- lines

const whyNotJson = (line: string): BadLine['reason'] =>
  diagnoseJson(line, { bytes: line.length }).code === 'truncated_response' ? 'torn' : 'not_json'

type LineReading =
  { readonly record: TrafficRecord } | { readonly dropped: number } | { readonly reason: BadLine['reason'] }

const readLine = (line: string): LineReading => {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { reason: whyNotJson(line) }
  }
  const decoded = asRecord.decode(value)
  if (E.isRight(decoded)) return { record: decoded.right }
  return Gap.is(value) ? { dropped: value.dropped } : { reason: 'not_a_record' }
}

const MAX_NAMED = 100
const PROGRESS_MS = 200

class FileSource implements RecordSource {
  #count = 0
  #badCount = 0
  #bad: Array<BadLine> = []
  #dropped = 0

  constructor(
    readonly paths: ReadonlyArray<string>,
    readonly onProgress: ReadRecordsOptions['onProgress']
  ) {}

  get count(): number {
    return this.#count
  }
  get badCount(): number {
    return this.#badCount
  }
  get bad(): ReadonlyArray<BadLine> {
    return this.#bad
  }
  get dropped(): number {
    return this.#dropped
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TrafficRecord, void, undefined> {
    for await (const batch of this.batches()) yield* batch
  }

  async *batches(): AsyncGenerator<ReadonlyArray<TrafficRecord>, void, undefined> {
    this.#count = 0
    this.#badCount = 0
    this.#bad = []
    this.#dropped = 0
    const files = await findFiles(this.paths)
    const totalBytes = files.reduce((sum, { size }) => sum + size, 0)
    let bytes = 0
    let told = performance.now()
    for (const { path } of files) {
      for await (const lines of readLines(path)) {
        yield this.#read(path, lines)
        bytes += lines.bytes
        if (this.onProgress !== undefined && performance.now() - told >= PROGRESS_MS) {
          told = performance.now()
          this.onProgress({ bytes, totalBytes, records: this.#count })
        }
      }
    }
    this.onProgress?.({ bytes, totalBytes, records: this.#count })
  }

  #read(path: string, { lines, first, isOpen }: Lines): ReadonlyArray<TrafficRecord> {
    const records: Array<TrafficRecord> = []
    for (const [i, line] of lines.entries()) {
      // The rest of a torn line that was ended.
      if (line === '') continue
      const read: LineReading = line === undefined ? { reason: 'too_long' } : readLine(line)
      if ('record' in read) records.push(read.record)
      else if ('dropped' in read) this.#dropped += read.dropped
      else this.#note({ path, line: first + i, reason: isOpen && read.reason === 'not_json' ? 'torn' : read.reason })
    }
    this.#count += records.length
    return records
  }

  #note(bad: BadLine): void {
    this.#badCount += 1
    if (this.#bad.length < MAX_NAMED) this.#bad.push(bad)
  }
}

// -- constructors

const read = o.options('options', { onProgress: o.optional(o.func) } satisfies o.TableOf<ReadRecordsOptions>)

/**
 * Reads recordings, files or folders of `.jsonl` files, in constant memory. Invalid lines are skipped and counted, and their places reported; an unreadable
 * file rejects the iteration.
 *
 * @category Traffic @since 0.1.0
 */
export const readRecords = (paths: string | ReadonlyArray<string>, options: ReadRecordsOptions = {}): RecordSource =>
  new FileSource(typeof paths === 'string' ? [paths] : paths, read(options).onProgress)
