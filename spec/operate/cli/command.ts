/**
 * Runs command lines in the process of the specs, each on a terminal of its own; what only a process can show is for
 * `bin.ts`.
 */
import { expect } from 'chai'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { runProgram } from '../../../lib/operate/cli/program.js'
import type { EndSignal } from '../../../lib/operate/cli/terminal.js'
import { timesPrinted, watchShown } from '../../helpers/canary.js'

// -- model

export interface CommandOptions {
  /** The working folder. @default that of the specs */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Of a terminal that somebody looks at, its width. */
  readonly columns?: number
}

/** A command on its way. */
export interface Started {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  readonly kill: (signal: EndSignal) => unknown
  /** The exit code, once all that was written has been read. */
  readonly ended: Promise<number | null>
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

// -- what a command may not change

const HOME = process.cwd()

/** All of this process that a command could reach beside its terminal. */
const surroundings = (): object => ({
  cwd: process.cwd(),
  env: { ...process.env },
  exitCode: process.exitCode,
  listeners: Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)]))
})

// A process has one working folder, in which one command runs at a time.
const enter = (cwd: string): void => {
  if (process.cwd() !== HOME) throw new Error(`Another command runs in ${process.cwd()}.`)
  process.chdir(cwd)
}
const leave = (): void => process.chdir(HOME)

// -- running

const screen = (columns: number | undefined): PassThrough =>
  columns === undefined ? new PassThrough() : Object.assign(new PassThrough(), { isTTY: true, columns })

/** Starts a command, and holds it to leave everything but its terminal and its files as it was. */
export const startCommand = (args: ReadonlyArray<string>, { cwd, env = {}, columns }: CommandOptions = {}): Started => {
  const signals = new EventEmitter()
  const [stdin, stdout, stderr] = [screen(columns), screen(columns), screen(columns)]
  const terminal = {
    stdin,
    stdout,
    stderr,
    env: { TERM: 'xterm-256color', ...env },
    on: (signal: EndSignal, listener: () => void) => signals.on(signal, listener),
    off: (signal: EndSignal, listener: () => void) => signals.off(signal, listener)
  }
  const runAlone = async (): Promise<number> => {
    const before = surroundings()
    if (cwd !== undefined) enter(cwd)
    const code = await runProgram(args, terminal).finally(() => {
      if (cwd !== undefined) leave()
      stdout.end()
      stderr.end()
    })
    expect([surroundings(), signals.eventNames()]).to.deep.equal([before, []])
    return code
  }
  const ended = runAlone()
  return {
    stdin,
    stdout,
    stderr,
    kill: (signal) => signals.emit(signal),
    ended: Promise.all([ended, finished(stdout), finished(stderr)]).then(([code]) => code)
  }
}

/** Reads all that a command writes, as a person would see it. */
export const readAll = async ({ stdout, stderr, ended }: Started): Promise<Ended> => {
  const texts = { stdout: '', stderr: '' }
  stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text))
  stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  const code = await ended
  watchShown('the output', texts.stdout)
  watchShown('the errors', texts.stderr)
  return { code, ...texts }
}

// -- folders

export interface RunOptions extends Omit<CommandOptions, 'cwd'> {
  /** One text, or what a pipe brings piece by piece. */
  readonly stdin?: string | Uint8Array | ReadonlyArray<Uint8Array>
}

export interface Folder {
  readonly path: string
  readonly write: (name: string, content: string | Uint8Array) => string
  readonly run: (args: ReadonlyArray<string>, options?: RunOptions) => Promise<Ended>
  readonly remove: () => void
}

const feed = async (target: Writable, stdin: NonNullable<RunOptions['stdin']>): Promise<void> => {
  for (const piece of Array.isArray(stdin) ? (stdin as ReadonlyArray<Uint8Array>) : [stdin]) {
    target.write(piece)
    await setImmediate()
  }
  target.end()
}

/** A temporary folder in which commands run. */
export const openFolder = (): Folder => {
  const path = mkdtempSync(join(tmpdir(), 'guarded-call-cli-'))
  return {
    path,
    write: (name, content) => {
      writeFileSync(join(path, name), content)
      return name
    },
    run: async (args, { stdin = '', ...options } = {}) => {
      const before = timesPrinted()
      const started = startCommand(args, { ...options, cwd: path })
      const [ended] = await Promise.all([readAll(started), feed(started.stdin, stdin)])
      expect(timesPrinted(), 'printed beside the terminal').to.equal(before)
      return ended
    },
    remove: () => {
      // A command that hung is in it still.
      leave()
      rmSync(path, { recursive: true, force: true })
    }
  }
}

/** What an audit prints for a program, as far as specs look at it. */
export interface Shown {
  readonly files: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly total: Readonly<Record<string, unknown>>
  readonly verdict: string
}

export const shownIn = ({ stdout }: Ended): Shown => JSON.parse(stdout) as Shown
