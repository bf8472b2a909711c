/** Runs the compiled bin as its users do, in a folder of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../lib/cli/main.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Folder {
  readonly path: string
  readonly write: (name: string, content: string | Uint8Array) => string
  readonly run: (args: ReadonlyArray<string>, options?: RunOptions) => Promise<Ended>
  readonly remove: () => void
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  readonly node?: ReadonlyArray<string>
}

// What the machine prefers must not decide.
const environment = (): NodeJS.ProcessEnv => {
  // On a build machine Node promises no colours, whatever the terminal can do.
  const { NO_COLOR: _no, FORCE_COLOR: _force, CI: _ci, ...rest } = process.env
  return { ...rest, TERM: 'xterm-256color' }
}

const run = (folder: string, args: ReadonlyArray<string>, { stdin, env = {}, node = [] }: RunOptions): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...node, BIN, ...args], { cwd: folder, env: { ...environment(), ...env } })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin.on('error', () => {})
    child.stdin.end(stdin)
  })

export const openFolder = (): Folder => {
  const path = mkdtempSync(join(tmpdir(), 'guarded-call-cli-'))
  return {
    path,
    write: (name, content) => {
      writeFileSync(join(path, name), content)
      return name
    },
    run: (args, options = {}) => run(path, args, options),
    remove: () => rmSync(path, { recursive: true, force: true })
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Runs a shell line in which `$BIN` stands for the bin, on a terminal. `undefined` where the machine has no `script` to make one. */
export const runOnTerminal = (folder: string, line: string): string | undefined => {
  const command = line.replaceAll('$BIN', `${quoted(process.execPath)} ${quoted(BIN)}`)
  const ended = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe']
  })
  return ended.error === undefined && ended.status === 0 ? ended.stdout : undefined
}

/** Runs a shell line in which `$BIN` stands for the bin. */
export const runInShell = (folder: string, line: string): Ended => {
  const command = line.replaceAll('$BIN', `${quoted(process.execPath)} ${quoted(BIN)}`)
  const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8'
  })
  return { code: status, stdout, stderr }
}
