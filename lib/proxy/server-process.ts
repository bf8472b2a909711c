/** An MCP server as a child process: its lines, its end, and how it is ended. */
import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { lineSplitter } from './lines.js'
import { readMessage } from './message.js'

// -- model

export interface ServerProcess {
  /** Ends its input, then asks it to end, then ends it. */
  readonly stop: (patienceMs: number) => void
  readonly pause: () => void
  readonly resume: () => void
  readonly input: Writable
}

export interface ServerListener {
  readonly onLine: (line: Buffer) => void
  /** It ended, and all that it wrote has been read; `code` is null where it was killed or never began. */
  readonly onEnd: (why: string, code: number | null) => void
}

/** Longer than any message, shorter than any string may be. */
export const MAX_LINE_BYTES = 128 * 1024 * 1024

// After its end, whatever it started may hold its output open.
const DRAIN_MS = 500

// -- ending

const isPosix = process.platform !== 'win32'

// The whole group: what `npx` started is to end too.
const signal = (child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    if (isPosix && child.pid !== undefined) process.kill(-child.pid, name)
    else child.kill(name)
  } catch {
    // it has ended already
  }
}

const endOf = (code: number | null, killedBy: NodeJS.Signals | null): string =>
  (killedBy === null ? `The server ended with exit code ${code ?? 'unknown'}.` : `The server was ended by ${killedBy}.`)

// -- constructors

/** Starts a server. Its errors go where ours go. */
export const startServer = (command: string, args: ReadonlyArray<string>, { onLine, onEnd }: ServerListener): ServerProcess => {
  const child = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'inherit'], detached: isPosix, windowsHide: true })
  const { stdin, stdout }: { readonly stdin: Writable; readonly stdout: Readable } = child
  const timers = new Set<NodeJS.Timeout>()
  let hasEnded = false

  const after = (ms: number, run: () => void): void => {
    // The number of a process that has ended may soon be another's.
    if (!hasEnded) timers.add(setTimeout(run, ms).unref())
  }
  const end = (why: string, code: number | null): void => {
    if (hasEnded) return
    hasEnded = true
    for (const timer of timers) clearTimeout(timer)
    const rest = lines.rest()
    const last = readMessage(rest)
    // What was torn off would run into our own answers.
    if (last.kind !== 'other' || last.isJson) onLine(Buffer.concat([rest, Buffer.from('\n')]))
    stdout.destroy()
    onEnd(why, code)
  }
  const lines = lineSplitter(onLine, MAX_LINE_BYTES)

  stdout.on('data', (chunk: Buffer) => {
    if (hasEnded) return
    try {
      lines.push(chunk)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      signal(child, 'SIGKILL')
      end('The server sent a message that is too long to be read.', null)
    }
  })
  stdin.on('error', () => {
    // it reads no more: that it ended will be told
  })
  child.on('error', (error: NodeJS.ErrnoException) => {
    if (child.pid === undefined) end(`The server could not be started (${error.code ?? 'unknown reason'}).`, null)
  })
  child.on('exit', (code, killedBy) => {
    after(DRAIN_MS, () => end(endOf(code, killedBy), code))
  })
  child.on('close', (code, killedBy) => end(endOf(code, killedBy), code))

  return {
    stop: (patienceMs) => {
      stdin.end()
      after(patienceMs, () => signal(child, 'SIGTERM'))
      after(2 * patienceMs, () => signal(child, 'SIGKILL'))
    },
    pause: () => stdout.pause(),
    resume: () => stdout.resume(),
    input: stdin
  }
}
