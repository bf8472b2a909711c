/** What a command talks to: data go to the standard output, everything else to the standard error. */
import type { Readable, Writable } from 'node:stream'
import { styleText } from 'node:util'

/** A stream that a person may be looking at. */
export type Screen = Writable & { readonly isTTY?: boolean | undefined }

export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined }
  readonly stdout: Screen
  readonly stderr: Screen
}

export type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'green', text: string) => string

/** Paints text for a stream: only where it is a terminal, and as NO_COLOR and FORCE_COLOR want it. */
export const paintFor =
  (stream: Screen): Paint =>
  (style, text) =>
    styleText(style, text, { stream })

export const tellError = ({ stderr }: Pick<Terminal, 'stderr'>, text: string): void => {
  stderr.write(`${paintFor(stderr)('red', 'error:')} ${text}\n`)
}

export const tellWarning = ({ stderr }: Pick<Terminal, 'stderr'>, text: string): void => {
  stderr.write(`${paintFor(stderr)('yellow', 'warning:')} ${text}\n`)
}
