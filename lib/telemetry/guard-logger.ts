/** A winston logger that needs no care: JSON lines, redacted and bounded, behind a queue that never blocks. */
import type { Writable } from 'node:stream'
import winston from 'winston'
import { type RedactOptions, redactor } from '../core/redact/index.js'
import * as o from '../core/options.js'
import { BoundedQueue } from './bounded-queue.js'
import { formatLine, toLine, toLineOf, type Line } from './log-line.js'
import { streamSink, transportSink, type LineSink } from './sink.js'

// -- model

/** The destination of lines, and the least level. @category Telemetry @since 0.1.0 */
export interface GuardLoggerOptions {
  /**
   * The least important level that is written: `error`, `warn`, `info`, `http`, `verbose`, `debug` or `silly`.
   * @default 'info'
   */
  readonly level?: string
  /**
   * Receives the lines; never ended.
   * @default process.stderr, because standard output may be a protocol's; none where `transports` are given
   */
  readonly stream?: Writable
  /** Winston 3 transports, each behind a queue of its own. */
  readonly transports?: ReadonlyArray<winston.transport>
  /** The secrets to redact, and how much of a record is kept. */
  readonly redact?: RedactOptions
  /** Most lines that wait for a stream or transport; beyond it the oldest are dropped. @default 1_000 */
  readonly maxQueue?: number
  /** Milliseconds since 1970, for the timestamp. @default Date.now */
  readonly clock?: () => number
}

/** A winston logger that counts its losses. @category Telemetry @since 0.1.0 */
export interface GuardLogger extends winston.Logger {
  /** How many lines no stream or transport will ever get, each counted once. */
  readonly dropped: number
}

// -- options

const checkTransport = (transport: winston.transport): winston.transport => {
  if (typeof transport?.['_write'] === 'function' && typeof transport.log === 'function') return transport
  throw new TypeError('Expected `transports` to be winston 3 transports.')
}

const read = o.options('options', {
  // The levels are winston's.
  level: o.optional(o.text, 'info'),
  stream: o.optional(o.having<Writable>(['write'], 'a writable stream')),
  transports: o.optional(
    o.kind<ReadonlyArray<winston.transport>>(Array.isArray, 'an array of winston 3 transports'),
    []
  ),
  // By its own table.
  redact: o.anything,
  maxQueue: o.optional(o.positive, 1_000),
  clock: o.optional(o.func, Date.now)
} satisfies o.TableOf<GuardLoggerOptions>)

/**
 * Makes a winston logger whose lines are JSON, redacted and bounded. A stream or transport that is stuck, slow, full or
 * throws delays neither the caller nor the others: its lines wait in a queue, the oldest are dropped, and a later line
 * reports how many.
 *
 * @category Telemetry @since 0.1.0
 * @example
 * import { Writable } from 'node:stream'
 * import { guardLogger } from 'guarded-call/log'
 *
 * const lines: Array<string> = []
 * const stream = new Writable({
 *   write: (chunk, _encoding, done) => {
 *     lines.push(String(chunk))
 *     done()
 *   }
 * })
 * const logger = guardLogger({ stream, clock: () => 0 })
 *
 * logger.info('login', { user: 'ann', password: 'hunter2' })
 * assert.deepEqual(lines, [
 *   '{"timestamp":"1970-01-01T00:00:00.000Z","level":"info","message":"login","user":"ann","password":"[redacted]"}\n'
 * ])
 */
export const guardLogger = (options: GuardLoggerOptions = {}): GuardLogger => {
  const { level: least, redact, maxQueue, clock, transports, stream: own } = read(options)
  const transform = formatLine(redactor(redact), clock)
  let dropped = 0
  const onDropped = (lines: number): void => {
    dropped += lines
  }
  const note = (missing: number): Line => transform(toLine('warn', ['log lines dropped', { dropped: missing }]))

  const logger = winston.createLogger({
    level: least,
    format: { transform } as unknown as winston.Logform.Format
  })
  if (!Object.hasOwn(logger.levels, logger.level))
    throw new TypeError(`Expected \`level\` to be one of ${Object.keys(logger.levels).join(', ')}.`)
  // A line written after `end` would otherwise end the process.
  logger.on('error', () => onDropped(1))

  const add = logger.add.bind(logger)
  const remove = logger.remove.bind(logger)
  const queues = new Map<winston.transport, winston.transport>()
  const addSink = (sink: LineSink): winston.transport => {
    const queue = new BoundedQueue(sink, { maxQueue, note, onDropped }) as winston.transport
    add(queue)
    return queue
  }
  const addTransport = (transport: winston.transport): winston.Logger => {
    queues.set(transport, addSink(transportSink(checkTransport(transport), logger, onDropped)))
    return logger
  }
  const stream = own ?? (transports.length === 0 ? process.stderr : undefined)
  if (stream !== undefined) addSink(streamSink(stream))
  transports.forEach(addTransport)

  const write = (to: winston.Logger, makeLine: () => Line): winston.Logger => {
    try {
      const line = makeLine()
      if (to.isLevelEnabled(line.level)) to.write(line)
    } catch {
      onDropped(1)
    }
    return to
  }
  // Functions, not arrows: a child logger inherits them and is their `this`.
  const leveled = (level: string) =>
    function (this: winston.Logger, ...values: ReadonlyArray<unknown>): winston.Logger {
      return write(this, () => toLine(level, values))
    }
  return Object.defineProperties(logger, {
    ...Object.fromEntries(Object.keys(logger.levels).map((level) => [level, { value: leveled(level) }])),
    log: {
      value(this: winston.Logger, first: unknown, ...rest: ReadonlyArray<unknown>): winston.Logger {
        return write(this, () => toLineOf(first, rest))
      }
    },
    add: { value: addTransport },
    remove: {
      value(transport: winston.transport): winston.Logger {
        remove(queues.get(transport) ?? transport)
        queues.delete(transport)
        return logger
      }
    },
    dropped: { get: () => dropped }
  }) as GuardLogger
}
