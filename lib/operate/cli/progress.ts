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

const WIDTH = 30

/** Opens a bar for so many bytes; a silent one without a terminal or a known size. */
export const openProgress = ({ stderr, env }: Pick<Terminal, 'stderr' | 'env'>, totalBytes: number): Progress => {
  // A dumb terminal would print cursor movements as letters.
  if (stderr.isTTY !== true || env['TERM'] === 'dumb' || totalBytes === 0) return SILENT
  let done = 0
  let shown = ''
  const show = (what: string): void => {
    const part = Math.min(1, done / totalBytes)
    const bar = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░')
    const line = `${bar} ${Math.floor(part * 100)}% ${cut(what, WIDTH)}`
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
