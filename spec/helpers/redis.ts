/** A real Redis server for a spec: in a temporary folder, on a free port, and made to fail at will. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RedisServer {
  readonly host: string
  readonly port: number
  /** Hung: connections stay open and nothing is answered. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** Killed, as by a crash: connections break, new ones are refused. */
  readonly kill: () => Promise<void>
  /** Started again on the same port; what was persisted is there again. */
  readonly start: () => Promise<void>
  /** Killed for good. */
  readonly stop: () => Promise<void>
}

export interface RedisServerOptions {
  /** Written to disk before each answer, so that a crash loses nothing that was answered. @default false */
  readonly durable?: boolean
}

const binary = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)

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
    server.stdout?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000)
      if (log.includes('Ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`Redis did not start:\n${log}`)))
  })

/** Starts a server, or gives `undefined` and says so loudly where Redis is not installed. */
export const startRedis = async ({ durable = false }: RedisServerOptions = {}): Promise<RedisServer | undefined> => {
  if (binary === undefined) {
    console.warn(
      '\n  !! SKIPPED: no Redis server found (redis-server or valkey-server); install the package `redis-server` to run these specs.\n'
    )
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'guarded-call-redis-'))
  const port = await freePort()
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: durable ? 'yes' : 'no',
    appendfsync: 'always',
    'maxmemory-policy': 'noeviction'
  }
  let server: ChildProcess
  const start = (): Promise<void> => {
    server = spawn(
      binary,
      Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
      { stdio: ['ignore', 'pipe', 'ignore'] }
    )
    return untilReady(server)
  }
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve()
      server.once('exit', () => resolve())
      server.kill('SIGKILL')
    })
  const clear = (): void => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', clear)
  await start()
  return {
    host: '127.0.0.1',
    port,
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    kill,
    start,
    stop: async () => {
      await kill()
      process.removeListener('exit', clear)
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
