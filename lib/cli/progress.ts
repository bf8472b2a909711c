/** Shows on a terminal how far a long piece of work has come, and nothing anywhere else. */
import { visible } from '../core/text.js'
import type { Terminal } from './terminal.js'

export interface Progress {
  readonly advance: (bytes: number) => void
  /** Shows what is being worked on. */
  readonly name: (what: string) => void
  readonly stop: () => void
}

const SILENT: Progress = { advance: () => {}, name: () => {}, stop: () => {} }

/** Opens a bar for so many bytes; none where nobody looks, or where it is not known how many there are. */
export const openProgress = async (
  { stderr, env }: Pick<Terminal, 'stderr' | 'env'>,
  totalBytes: number
): Promise<Progress> => {
  // A dumb terminal would show what moves the cursor as letters.
  if (stderr.isTTY !== true || env['TERM'] === 'dumb' || totalBytes === 0) return SILENT
  const { default: bars } = await import('cli-progress')
  const bar = new bars.SingleBar(
    { stream: stderr, format: '{bar} {percentage}% {what}', clearOnComplete: true, etaBuffer: 1 },
    bars.Presets.shades_classic
  )
  bar.start(totalBytes, 0, { what: '' })
  return {
    advance: (bytes) => bar.increment(bytes),
    name: (what) => bar.update({ what: visible(what) }),
    stop: () => bar.stop()
  }
}
