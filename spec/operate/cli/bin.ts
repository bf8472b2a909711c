/** Runs the compiled bin as its users do: in a process of its own, from a shell, and on a terminal. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readAll, type CommandOptions, type Ended, type Started } from './command.js'

const BIN = fileURLToPath(new URL('../../../lib/operate/cli/main.js', import.meta.url))

export interface BinOptions extends Omit<CommandOptions, 'columns'> {
  /** Options of Node. */
  readonly node?: ReadonlyArray<string>
}

// What the machine prefers must not decide.
const environment = (): NodeJS.ProcessEnv => {
  // On a build machine Node promises no colours, whatever the terminal can do.
  const { NO_COLOR: _no, FORCE_COLOR: _force, CI: _ci, ...rest } = process.env
  return { ...rest, TERM: 'xterm-256color' }
}

/** Starts the bin. */
export const startBin = (args: ReadonlyArray<string>, { cwd, env = {}, node = [] }: BinOptions = {}): Started => {
  const child = spawn(process.execPath, [...node, BIN, ...args], { cwd, env: { ...environment(), ...env } })
  child.stdin.on('error', () => {})
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(([code]) => code as number | null)
  }
}

/** Runs the bin with nothing on its standard input. */
export const runBin = (args: ReadonlyArray<string>, options: BinOptions = {}): Promise<Ended> => {
  const started = startBin(args, options)
  started.stdin.end()
  return readAll(started)
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const withBin = (line: string): string => line.replaceAll('$BIN', `${quoted(process.execPath)} ${quoted(BIN)}`)

/**
 * Runs a shell line in which `$BIN` stands for the bin, on a terminal. `undefined` where the machine has no `script` to
 * make one.
 */
export const runOnTerminal = (folder: string, line: string): string | undefined => {
  const ended = spawnSync('script', ['-qec', withBin(line), '/dev/null'], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe']
  })
  return ended.error === undefined && ended.status === 0 ? ended.stdout : undefined
}

/** Runs a shell line in which `$BIN` stands for the bin. */
export const runInShell = (folder: string, line: string): Ended => {
  const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', withBin(line)], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8'
  })
  return { code: status, stdout, stderr }
}
