/** An MCP server as a child process: its lines, its end, and how it is ended. */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { Writable, type Readable } from 'node:stream'
import { visible } from '../../../core/errors/index.js'
import { asLine, LineTooLong, lineSplitter, MAX_MESSAGE_BYTES } from '../lines.js'
import { readMessage } from '../message.js'
import { isPosix, ProcessGroup } from './process-group.js'
import type { Server, ServerListener } from './server.js'
import { programName } from './shown-server.js'
import { Timers } from './timers.js'

// After its end, whatever it started may hold its output open, and write to it.
const DRAIN_MS = 500
const MAX_DRAINS = 20

const TOO_LONG = 'The server sent a message that is too long to be read.'
const UNJUDGED = 'The server sent a message that holds too much to be judged.'

// -- ending

const endOf = (code: number | null, killedBy: NodeJS.Signals | null): string =>
  killedBy === null ? `The server ended with exit code ${code ?? 'unknown'}.` : `The server was ended by ${killedBy}.`

// -- beginning

const isPath = (command: string): boolean => /[/\\]/.test(command)

const notFound = (command: string, code: string): string => {
  if (/\s/.test(command))
    return `was not found (${code}). The command and each of its arguments must be words of their own, not one in quotes`
  if (isPath(command))
    return `was not found at its path (${code}). A path that is not absolute begins at the working folder, which the client chooses`
  return `was not found on the PATH (${code}). ${isPosix ? 'Install it, or name it by its full path' : 'Install it; a script, such as npx, needs its shell: cmd /c npx'}`
}

const whyNotBegun = (command: string, { code = 'for an unknown reason' }: NodeJS.ErrnoException): string => {
  if (command === '') return 'The server could not be started: its command is empty.'
  // Of a name that is on no path the system says EACCES where it may not look into all of them.
  const isMissing = code === 'ENOENT' || (code === 'EACCES' && !isPath(command))
  const fault = isMissing
    ? notFound(command, code)
    : code === 'EACCES'
      ? 'may not be executed (EACCES). Name the program that runs it before it, such as node'
      : `could not be executed (${code})`
  return `The server could not be started: ${programName(command)} ${fault}.`
}

const begin = (
  command: string,
  args: ReadonlyArray<string>
): ChildProcessByStdio<Writable, Readable, Readable | null> | NodeJS.ErrnoException => {
  try {
    const options = { detached: isPosix, windowsHide: true }
    return process.stderr.isTTY
      ? spawn(command, [...args], { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
      : spawn(command, [...args], { ...options, stdio: ['pipe', 'pipe', 'inherit'] })
  } catch (error) {
    // Node throws some of the reasons, and emits the others.
    return error as NodeJS.ErrnoException
  }
}

// A terminal obeys what it is sent; a file, or a client's log, holds it as it is.
const showErrors = (errors: Readable): void => {
  errors.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(visible(text.replaceAll('\r\n', '\n')))
  })
}

const nobody = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

// -- constructors

/** Starts a server. Its errors go where ours go, to a terminal with escapes for what is not seen. */
export const startProcess = (
  command: string,
  args: ReadonlyArray<string>,
  { onLine, onEnd }: ServerListener
): Server => {
  const child = begin(command, args)
  if (child instanceof Error) {
    setImmediate(() => onEnd(whyNotBegun(command, child), false))
    return { gone: Promise.resolve(), stop: () => {}, pause: () => {}, resume: () => {}, input: nobody() }
  }
  const { stdin, stdout, stderr } = child
  if (stderr !== null) showErrors(stderr)
  const group = new ProcessGroup(child)
  const timers = new Timers()
  let [hasEnded, isStopped, hasRead] = [false, false, false]

  const stop = (patienceMs: number): void => {
    isStopped = true
    stdin.end()
    group.endIn(patienceMs)
  }
  const end = (why: string): void => {
    if (hasEnded) return
    hasEnded = true
    timers.end()
    // What it leaves behind has the time that it would have had itself.
    if (!isStopped) stop(0)
    const rest = lines.rest()
    const last = readMessage(rest)
    // A torn line would run into our own answers.
    if (last.kind !== 'other' || last.isJson) onLine(asLine(rest))
    stdout.destroy()
    onEnd(why, child.pid !== undefined)
  }
  const lines = lineSplitter(onLine, MAX_MESSAGE_BYTES)
  // All that it wrote has been read once nothing more comes, for which a slow client makes it wait. What has come
  // already is read before a timer's immediate.
  const onceDrained = (run: () => void, left = MAX_DRAINS): void => {
    hasRead = false
    timers.after(DRAIN_MS, () =>
      setImmediate(() => {
        const isPaused = stdout.isPaused()
        if (isStopped || !(isPaused || (hasRead && left > 0))) run()
        else onceDrained(run, isPaused ? left : left - 1)
      })
    )
  }

  stdout.on('data', (chunk: Buffer) => {
    hasRead = true
    if (hasEnded) return
    try {
      lines.push(chunk)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      group.kill()
      end(error instanceof LineTooLong ? TOO_LONG : UNJUDGED)
    }
  })
  // It may be about to end, which says more.
  const closed = (what: string): void =>
    onceDrained(() => {
      const { exitCode, signalCode } = child
      if (exitCode !== null || signalCode !== null) return end(endOf(exitCode, signalCode))
      end(`The server closed its ${what}, and went on without it.`)
    })
  stdout.on('end', () => closed('output'))
  stdin.on('error', () => closed('input'))
  child.on('error', (error: NodeJS.ErrnoException) => {
    if (child.pid === undefined) end(whyNotBegun(command, error))
  })
  child.on('exit', (code, killedBy) => {
    onceDrained(() => end(endOf(code, killedBy)))
  })
  child.on('close', (code, killedBy) => end(endOf(code, killedBy)))

  return {
    gone: group.gone,
    stop,
    pause: () => stdout.pause(),
    resume: () => stdout.resume(),
    input: stdin
  }
}
