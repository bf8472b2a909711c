/** A real PostgreSQL server for a spec: a cluster of its own in a temporary folder, on a free port. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export interface PostgresServer {
  readonly host: string
  readonly port: number
  /** A superuser without a password. */
  readonly user: string
  readonly database: string
  /** The postmaster: for specs that stop (SIGSTOP) or kill it. */
  readonly pid: number
  /** As `host`, it leads to the server over a Unix socket. */
  readonly socketFolder: string
  /** Hung, with all its connections: they stay open and nothing is answered. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** Broken off at once, as by a crash: connections break, new ones are refused. */
  readonly crash: () => Promise<void>
  /** Started again on the same port, with what was committed. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

// -- finding it

const ROOTS = ['/usr/lib/postgresql', '/usr/local/pgsql', '/opt/homebrew/opt', '/usr/local/opt']

const versioned = (root: string): ReadonlyArray<string> =>
  existsSync(root)
    ? readdirSync(root)
        .sort((a, b) => parseFloat(b) - parseFloat(a))
        .map((name) => join(root, name, 'bin'))
    : []

const binaries = (): string | undefined =>
  [...ROOTS.flatMap(versioned), ...(process.env['PATH'] ?? '').split(delimiter)].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))
  )

// -- an unprivileged user: the server refuses to run as root

interface Ids {
  readonly uid: number
  readonly gid: number
}

const idOf = (flag: '-u' | '-g', user: string): number =>
  Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())

const unprivileged = (): Ids | undefined => {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', user), gid: idOf('-g', user) }
    } catch {
      continue
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user to run it as')
}

// -- running it

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const untilReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000)
      if (/ready to accept (?:read-only )?connections/.test(log)) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })

export interface PostgresServerOptions {
  /** It begins as a copy of this one, and follows it. @default an empty cluster */
  readonly standbyOf?: PostgresServer
}

const COPY = ['-R', '-X', 'stream', '-c', 'fast']

/** Starts a server, or gives `undefined` and says so loudly where PostgreSQL is not installed. */
export const startPostgres = async ({ standbyOf }: PostgresServerOptions = {}): Promise<PostgresServer | undefined> => {
  const bin = binaries()
  if (bin === undefined) {
    console.warn(
      '\n  !! SKIPPED: no PostgreSQL server found (initdb and postgres); install the package `postgresql` to run these specs.\n'
    )
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'guarded-call-postgres-'))
  const ids = unprivileged()
  if (ids !== undefined) chownSync(folder, ids.uid, ids.gid)
  const data = join(folder, 'data')
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, ...ids }
  const [maker, args]: readonly [string, ReadonlyArray<string>] =
    standbyOf === undefined
      ? ['initdb', ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions']]
      : ['pg_basebackup', ['-h', standbyOf.host, '-p', String(standbyOf.port), '-U', standbyOf.user, ...COPY]]
  execFileSync(join(bin, maker), ['-D', data, ...args], { ...options, stdio: 'ignore' })
  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: 50,
    shared_buffers: '16MB'
  }
  let server: ChildProcess
  const start = (): Promise<void> => {
    server = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] }
    )
    return untilReady(server)
  }
  // Immediate shutdown: what was committed is recovered from the log at the next start.
  const crash = (): Promise<void> =>
    new Promise((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve()
      server.once('exit', () => resolve())
      server.kill('SIGQUIT')
    })
  const signalAll = (signal: NodeJS.Signals): void => {
    const workers = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)])
      .toString()
      .split('\n')
      .filter((pid) => pid.trim() !== '')
    for (const pid of [server.pid ?? 0, ...workers.map(Number)])
      try {
        process.kill(pid, signal)
      } catch (error) {
        // One that ended since it was listed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
  }
  const clear = () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', clear)
  await start()
  return {
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    get pid() {
      return server.pid ?? 0
    },
    socketFolder: folder,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    crash,
    start,
    stop: async () => {
      await crash()
      process.removeListener('exit', clear)
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
