/** Shows the progress of long work on a terminal, and nothing elsewhere. */
import { cut } from '../../core/errors/index.js'
import { printOver, type Terminal } from './terminal.js'

export interface Progress {
  readonly advance: (bytes: number) => void
  /** Shows the current item. */
  readonly name: (what: string) => void
  readonly stop: () => void
}

const SILENT: Progress = { advance: () => {}, name: () => {}, stop: () => {} }

const WIDTH = 20

// A rate over less than this says nothing.
const SETTLED_MS = 500

const clock = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** The rate, and the time that is left at this rate. */
const pace = (done: number, total: number, ms: number): string => {
  if (ms < SETTLED_MS || done === 0) return ''
  const rate = done / (ms / 1_000)
  return ` ${(rate / 1e6).toFixed(rate < 1e7 ? 1 : 0)} MB/s, ${clock(Math.max(0, total - done) / rate)} left`
}

/** Opens a bar for so many bytes; a silent one without a terminal or a known size. */
export const openProgress = (
  { stderr, env }: Pick<Terminal, 'stderr' | 'env'>,
  totalBytes: number,
  now: () => number = Date.now
): Progress => {
  // A dumb terminal would print cursor movements as letters.
  if (stderr.isTTY !== true || env['TERM'] === 'dumb' || totalBytes === 0) return SILENT
  const start = now()
  let done = 0
  let shown = ''
  const show = (what: string): void => {
    const part = Math.min(1, done / totalBytes)
    const bar = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░')
    const line = `${bar} ${Math.floor(part * 100)}%${pace(done, totalBytes, now() - start)} ${cut(what, 30)}`
    if (line !== shown) printOver(stderr, line)
    shown = line
  }
  let named = ''
  return {
    advance: (bytes) => {
      done += bytes
      show(named)
    },
    name: (what) => {
      named = what
      show(named)
    },
    stop: () => {
      printOver(stderr, '')
    }
  }
}
