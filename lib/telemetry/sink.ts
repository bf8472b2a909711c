/** The destination of lines, a stream or a winston transport, neither of which can harm the logger. */
import type { Writable } from 'node:stream'
import type winston from 'winston'
import { MESSAGE, type Line } from './log-line.js'

/**
 * Writes one line at a time. `done` may be called at once, later, never or twice, with a failure even after a success;
 * `write` may throw or reject.
 */
export interface LineSink {
  readonly level?: string | undefined
  readonly write: (line: Line, done: (failure?: unknown) => void) => unknown
  readonly end: (done: () => void) => void
  readonly close: () => void
}

const ignore = (): void => {}

// Without a listener, one ENOSPC or EPIPE would end the process. One is enough, however many loggers share a stream.
const outlive = (emitter: Partial<Writable> | undefined): void => {
  if (emitter?.listeners?.('error').includes(ignore) === false) emitter.on?.('error', ignore)
}

/** Writes lines to a stream, and waits while it is full. */
export const streamSink = (stream: Writable): LineSink => {
  outlive(stream)
  return {
    write: (line, done) => {
      if (stream.destroyed || stream.writableEnded) {
        done(new Error('The stream is closed.'))
        return
      }
      const hasRoom = stream.write(`${String(line[MESSAGE])}\n`, (failure) => {
        if (failure) done(failure)
      })
      if (hasRoom) done()
      else stream.once('drain', () => done())
    },
    // The stream is not ours to end: it may be the process's own, or shared.
    end: (done) => done(),
    close: ignore
  }
}

/** Writes lines to a winston transport in place of its stream, which would stop for good after one exception. */
export const transportSink = (
  transport: winston.transport,
  logger: winston.Logger,
  onLost: (lines: number) => void
): LineSink => {
  // Transports call back before they write, and report later losses only by an event.
  transport.on('error', () => onLost(1))
  // `winston.transports.Stream` does not listen to its stream.
  outlive((transport as { readonly _stream?: Partial<Writable> })['_stream'])
  // Transports learn their levels from the logger that is piped into them.
  transport.emit('pipe', logger)
  return {
    get level() {
      return transport.level
    },
    write: (line, done) => transport['_write'](line, 'utf8', done),
    end: (done) => {
      transport.once('finish', done)
      transport.once('error', done)
      transport.end()
    },
    close: () => transport.emit('unpipe', logger)
  }
}
