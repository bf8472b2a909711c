/** The input and output of a command: data go to the standard output, everything else to the standard error. */
import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import { inLine, visible } from '../../core/errors/index.js'

/** A stream that may be a terminal. */
export type Screen = Writable & { readonly isTTY?: boolean | undefined; readonly columns?: number | undefined }

/** The part of a process that commands use, with the working folder that paths of the command line are relative to. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined }
  readonly stdout: Screen
  readonly stderr: Screen
  readonly env: Readonly<Record<string, string | undefined>>
  /** Calls back when the command should end. */
  readonly on: (signal: EndSignal, listener: () => void) => unknown
  readonly off: (signal: EndSignal, listener: () => void) => unknown
}

/** The signals that end a process. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT'

export type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'green', text: string) => string

// A model, a server or a path may hold an escape sequence itself: one of ours has a mark that nobody else knows.
const MARK = `\u001b${randomUUID()}`
const PAINT = new RegExp(`${MARK}(\\u001b\\[\\d{1,2}m)`)

const painted = (style: Parameters<Paint>[0], text: string): string => {
  const [begin = '', end = ''] = styleText(style, '|', { validateStream: false }).split('|')
  return `${MARK}${begin}${text}${MARK}${end}`
}

/** Paints text that is to be printed on a stream: only on a terminal, and subject to NO_COLOR and FORCE_COLOR. */
export const paintFor = ({ isTTY }: Screen, env: Terminal['env']): Paint => {
  // Node's own rules, which `styleText` would apply to the environment of the process.
  const isPainted = (isTTY === true || env['FORCE_COLOR'] !== undefined) && WriteStream.prototype.getColorDepth(env) > 2
  return (style, text) => (isPainted ? painted(style, text) : text)
}

/** Writes text with invisible characters made visible: the only way to a terminal. */
export const print = (screen: Screen, text: string): void => {
  screen.write(
    text
      .split(PAINT)
      .map((part, i) => (i % 2 === 1 ? part : visible(part)))
      .join('')
  )
}

/** Overwrites the present line. */
export const printOver = (screen: Screen, text: string): void => {
  screen.write('\r\u001B[K')
  print(screen, text)
}

/** One line of a text in which nothing is painted: a server or a model may have made up any part of it. */
export const plainLine = (text: string): string => visible(inLine(text))

type ErrorScreen = Pick<Terminal, 'stderr' | 'env'>

export const tellError = ({ stderr, env }: ErrorScreen, text: string): void => {
  print(stderr, `${paintFor(stderr, env)('red', 'error:')} ${visible(text)}\n`)
}

export const tellWarning = ({ stderr, env }: ErrorScreen, text: string): void => {
  print(stderr, `${paintFor(stderr, env)('yellow', 'warning:')} ${plainLine(text)}\n`)
}
