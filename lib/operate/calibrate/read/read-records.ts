/** Reads recordings: every whole record, with a count and the places of invalid lines. */
import * as E from 'fp-ts/lib/Either.js'
import type { Readable } from 'node:stream'
import { diagnoseJson } from '../../../core/json/index.js'
import { compile } from '../../../codec/compile/compile.js'
import * as o from '../../../core/options.js'
import { Gap, TrafficRecord } from '../../../traffic/traffic-record.js'
import { openInput } from '../../input/input.js'
import { findInputs, type InputFile } from '../../input/input-files.js'
import { linesAfter, MAX_TEXT_BYTES, readTextLines, type TextLine, type TextLines } from '../../input/lines.js'

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

/**
 * The records of some files, in order. Every iteration reads the files anew; the counts belong to the latest.
 * @category Traffic @since 0.1.0
 */
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

// -- lines

/** Longer than any line of a recorder with default options. */
export const MAX_LINE_BYTES = 16 * 1024 ** 2

type LineReading =
  { readonly record: TrafficRecord } | { readonly dropped: number } | { readonly reason: BadLine['reason'] }

const parsed = (text: string): E.Either<BadLine['reason'], unknown> => {
  try {
    return E.right(JSON.parse(text))
  } catch {
    return E.left(diagnoseJson(text, { bytes: text.length }).code === 'truncated_response' ? 'torn' : 'not_json')
  }
}

const readLine = (line: TextLine): LineReading => {
  if (line.fault === 'too_large') return { reason: 'too_long' }
  const value = parsed(line.bytes.toString())
  if (E.isLeft(value)) return { reason: line.isOpen && value.left === 'not_json' ? 'torn' : value.left }
  const decoded = asRecord.decode(value.right)
  if (E.isRight(decoded)) return { record: decoded.right }
  return Gap.is(value.right) ? { dropped: value.right.dropped } : { reason: 'not_a_record' }
}

const isBlank = ({ bytes, fault }: TextLine): boolean => fault === undefined && bytes.length === 0

// -- files

/** Reads a file that no recorder wrote. */
export type ReadOther = (file: InputFile, lines: TextLines) => AsyncIterable<ReadonlyArray<TrafficRecord>>

interface SourceOptions {
  readonly onProgress?: ReadRecordsOptions['onProgress'] | undefined
  readonly stdin?: Readable
  /** @default what is not a record is an invalid line */
  readonly other?: ReadOther
  /** The files. @default those behind the paths */
  readonly files?: ReadonlyArray<InputFile>
}

// A recording begins with records, and perhaps with the rest of a torn line.
const MAX_AHEAD = 20

const MAX_NAMED = 100
const PROGRESS_MS = 200
const BATCH_BYTES = 1024 ** 2

/** The records of files, folders, patterns and the standard input. */
export class FileSource implements RecordSource {
  count = 0
  badCount = 0
  bad: Array<BadLine> = []
  dropped = 0

  constructor(
    readonly paths: ReadonlyArray<string>,
    readonly options: SourceOptions
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<TrafficRecord, void, undefined> {
    for await (const batch of this.batches()) yield* batch
  }

  async *batches(): AsyncGenerator<ReadonlyArray<TrafficRecord>, void, undefined> {
    this.count = 0
    this.badCount = 0
    this.bad = []
    this.dropped = 0
    const { onProgress, other, stdin = process.stdin, files = await findInputs(this.paths) } = this.options
    const totalBytes = files.reduce((sum, { size }) => sum + size, 0)
    let bytes = 0
    let told = performance.now()
    for (const file of files) {
      if (file.error !== undefined) throw file.error
      const input = await openInput(file.path, stdin, (read) => (bytes += read))
      try {
        const lines = readTextLines(input.bytes, other === undefined ? MAX_LINE_BYTES : MAX_TEXT_BYTES)
        for await (const batch of this.#batchesOf(file, lines)) {
          this.count += batch.length
          yield batch
          if (onProgress === undefined || performance.now() - told < PROGRESS_MS) continue
          told = performance.now()
          onProgress({ bytes, totalBytes, records: this.count })
        }
      } finally {
        input.close()
      }
    }
    onProgress?.({ bytes, totalBytes, records: this.count })
  }

  async *#batchesOf(file: InputFile, lines: TextLines): AsyncGenerator<ReadonlyArray<TrafficRecord>, void, undefined> {
    const { other } = this.options
    const ahead: Array<TextLine> = []
    let isRecording = other === undefined
    while (!isRecording && ahead.length < MAX_AHEAD) {
      const { value: line } = await lines.next()
      if (line === undefined) break
      ahead.push(line)
      isRecording = !isBlank(line) && !('reason' in readLine(line))
    }
    if (other !== undefined && !isRecording) {
      yield* other(file, linesAfter(ahead, lines))
      return
    }
    yield this.#recordsOf(file, ahead)
    let [some, size]: [Array<TextLine>, number] = [[], 0]
    for await (const line of lines) {
      some.push(line)
      size += line.bytes.length + 1
      if (size < BATCH_BYTES) continue
      yield this.#recordsOf(file, some)
      ;[some, size] = [[], 0]
    }
    yield this.#recordsOf(file, some)
  }

  #recordsOf({ path }: InputFile, lines: ReadonlyArray<TextLine>): ReadonlyArray<TrafficRecord> {
    const records: Array<TrafficRecord> = []
    for (const line of lines) {
      // The rest of a torn line that was ended.
      if (isBlank(line)) continue
      const read = readLine(line)
      if ('record' in read) records.push(read.record)
      else if ('dropped' in read) this.dropped += read.dropped
      else this.#note({ path, line: line.number, reason: read.reason })
    }
    return records
  }

  #note(bad: BadLine): void {
    this.badCount += 1
    if (this.bad.length < MAX_NAMED) this.bad.push(bad)
  }
}

// -- constructors

const read = o.options('options', { onProgress: o.optional(o.func) } satisfies o.TableOf<ReadRecordsOptions>)

/**
 * Reads recordings in constant memory: files, folders, patterns and `-`, the standard input, compressed or not. Invalid
 * lines are skipped and counted, and their places reported; an unreadable file rejects the iteration.
 *
 * @category Traffic @since 0.1.0
 */
export const readRecords = (paths: string | ReadonlyArray<string>, options: ReadRecordsOptions = {}): RecordSource =>
  new FileSource(typeof paths === 'string' ? [paths] : paths, read(options))
