/**
 * Records settled calls to JSON Lines files, behind a bounded queue, so that no call waits for the disk or fails with
 * it.
 */
import { createRequire } from 'node:module'
import { type RedactOptions, redactor, responseRedactor } from '../core/redact/index.js'
import * as o from '../core/options.js'
import { type LoggerLike, isFields } from '../core/foreign/index.js'
import { DiskRecorder, type Recorder } from './disk-recorder.js'
import { RecordQueue } from './queue.js'
import { RecordingFiles } from './recording-files.js'

// -- model

/** Where calls are recorded, which ones, and how much of each. @category Traffic @since 0.1.0 */
export interface RecorderOptions {
  /** Created if it is missing. Recorders of several processes may share it. */
  readonly folder: string
  /** The prefix of the file names; only one recorder at a time may use it. @default a name of this recorder's own */
  readonly name?: string
  /**
   * The share of a tool's calls to keep, from 0 to 1, by the tool's name; `'*'` stands for all others.
   * @default { '*': 1 }
   */
  readonly sample?: Readonly<Record<string, number>>
  /**
   * Most UTF-16 units of a response; of a longer one only the digest is kept. Redaction blocks the thread, one response
   * at a time, for up to 10 ms per thousand units.
   * @default 262_144
   */
  readonly maxAnswerChars?: number
  /** A file that would grow beyond this many bytes is followed by a new one. @default 67_108_864 */
  readonly maxFileBytes?: number
  /**
   * The oldest recordings of the folder are deleted beyond this many bytes; at least twice `maxFileBytes`.
   * @default 1_073_741_824
   */
  readonly maxTotalBytes?: number
  /**
   * Most UTF-16 units that wait for the disk; calls beyond it are dropped, counted and reported.
   * @default 16_777_216
   */
  readonly maxQueueChars?: number
  /** Additional names and patterns of secrets. */
  readonly redact?: Pick<RedactOptions, 'keys' | 'patterns'>
  /**
   * Part of every record: versions of the services, the prompt, the model, or anything else that may change the
   * traffic.
   */
  readonly versions?: Readonly<Record<string, string>>
  /** Called when calls are dropped. @default silent */
  readonly logger?: LoggerLike
  /** Milliseconds since 1970. @default Date.now */
  readonly clock?: () => number
  /** From 0 to 1, for samples. @default Math.random */
  readonly random?: () => number
}

// -- options

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,100}$/

const libraryVersion = (): string => {
  const { version } = createRequire(import.meta.url)('guarded-call/package.json') as { readonly version: string }
  return version
}

const ownName = (now: number): string =>
  `${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}-${process.pid}-${crypto.randomUUID().slice(0, 8)}`

const isRate = (rate: unknown): boolean => typeof rate === 'number' && rate >= 0 && rate <= 1

const rates = (sample: Readonly<Record<string, number>>): ((tool: string) => number) => {
  const byTool = new Map(Object.entries(sample))
  return (tool) => byTool.get(tool) ?? byTool.get('*') ?? 1
}

/** Those of an object, by any name. */
const each = <A>(is: (value: unknown) => boolean, wants: string): o.Kind<Readonly<Record<string, A>>> =>
  o.kind((values) => isFields(values) && Object.values(values).every(is), wants)

const read = o.options('options', {
  folder: o.required({ ...o.name, wants: 'the path of a folder' }),
  name: o.optional(
    o.kind<string>((name) => typeof name === 'string' && NAME.test(name), 'letters, digits, `_` and `-`')
  ),
  sample: o.optional(each<number>(isRate, 'numbers from 0 to 1 by the names of tools'), {}),
  maxAnswerChars: o.optional(o.positive, 262_144),
  maxFileBytes: o.optional(o.positive, 64 * 1024 ** 2),
  maxTotalBytes: o.optional(o.positive, 1024 ** 3),
  maxQueueChars: o.optional(o.positive, 16 * 1024 ** 2),
  // By its own table.
  redact: o.anything,
  versions: o.optional(
    each<string>((version) => typeof version === 'string', 'texts by name'),
    {}
  ),
  logger: o.optional(o.having<LoggerLike>(['log'], 'an object with a function `log(level, message, meta)`')),
  clock: o.optional(o.func, Date.now),
  random: o.optional(o.func, Math.random)
} satisfies o.TableOf<RecorderOptions>)

// -- constructors

/**
 * Records every settled call of a session as one line of JSON: arguments, the raw response, outcome, code and issues,
 * redacted before anything is written. A call never waits for it and never fails with it: calls that the disk refuses
 * are dropped and counted. A killed process loses unflushed calls, and leaves at most one torn line.
 *
 * @throws TypeError for options that cannot work.
 * @category Traffic @since 0.1.0
 * @example
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import * as t from 'io-ts'
 * import { guardedCall, openSession } from 'guarded-call'
 * import { readRecords, recorder } from 'guarded-call/traffic'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'recordings-'))
 * const recording = recorder({ folder })
 * const ping = guardedCall(
 *   { name: 'ping', effect: 'read', run: () => '{"ok":true,"token":"s3cret"}' },
 *   t.type({ ok: t.boolean })
 * )
 * await openSession({ recorder: recording }).openTurn().run(ping())
 * await recording.close()
 *
 * const answers = []
 * for await (const record of readRecords(folder)) answers.push(record.answer)
 * assert.deepEqual(answers, [{ text: '{"ok":true,"token":"[redacted]"}' }])
 * await rm(folder, { recursive: true })
 */
export const recorder = (options: RecorderOptions): Recorder => {
  const { folder, maxFileBytes, maxTotalBytes, maxAnswerChars, clock, ...rest } = read(options)
  o.expectOption(maxTotalBytes >= 2 * maxFileBytes, 'maxTotalBytes', 'at least twice `maxFileBytes`')
  // Validates additional names and patterns.
  redactor(rest.redact)
  const files = new RecordingFiles({ folder, name: rest.name ?? ownName(clock()), maxFileBytes, maxTotalBytes })
  const line = {
    redact: responseRedactor(rest.redact),
    maxAnswerChars,
    versions: { 'guarded-call': libraryVersion(), ...rest.versions }
  }
  return new DiskRecorder(files, new RecordQueue(line, rest.maxQueueChars), {
    rateOf: rates(rest.sample),
    maxAnswerChars,
    clock,
    random: rest.random,
    logger: rest.logger
  })
}
