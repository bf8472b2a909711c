/** Restate: `ctx.run` of an invocation, which its server makes again when it throws. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { createServer as createHttp2 } from 'node:http2'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { turnIdOf } from '../../../lib/index.js'
import { load, resolve as locate } from '../engines/installed.js'
import { afterMsOf, type Open, type Told, type Work } from './driver.js'

interface Context {
  readonly request: () => { readonly id: string }
  readonly run: (name: string, step: () => Promise<Told>) => Promise<Told>
}

interface Restate {
  readonly service: (definition: {
    readonly name: string
    readonly handlers: Readonly<Record<string, (ctx: Context, place: number) => Promise<Told>>>
  }) => unknown
  readonly createEndpointHandler: (options: object) => (request: never, response: never) => void
  readonly RetryableError: new (message: string, options: { readonly retryAfter: number }) => Error
}

// -- the server

const freePorts = async (count: number): Promise<ReadonlyArray<number>> => {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer()
          server.listen(0, '127.0.0.1', () => resolve(server))
        })
    )
  )
  return servers.map((server) => {
    const { port } = server.address() as AddressInfo
    server.close()
    return port
  })
}

const untilHealthy = async (url: string): Promise<void> => {
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok === true) return
    await setTimeout(50)
  }
}

const startServer = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guarded-call-restate-'))
  const [admin, ingress, fabric] = await freePorts(3)
  const binary = join(
    dirname(locate(`@restatedev/restate-server-${process.platform}-${process.arch}/package.json`)),
    'bin/restate-server'
  )
  const server = spawn(binary, ['--no-logo', '--base-dir', folder], {
    stdio: 'ignore',
    env: {
      ...process.env,
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_IP: '127.0.0.1',
      RESTATE_BIND_PORT: String(fabric),
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_DEFAULT_NUM_PARTITIONS: '1',
      RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '64MB'
    }
  })
  const stop = (): void => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once('exit', stop)
  await untilHealthy(`http://127.0.0.1:${admin}/health`)
  await untilHealthy(`http://127.0.0.1:${ingress}/restate/health`)
  return {
    admin: `http://127.0.0.1:${admin}`,
    ingress: `http://127.0.0.1:${ingress}`,
    stop: () => {
      process.removeListener('exit', stop)
      stop()
    }
  }
}

// -- the service

const post = async (url: string, body: unknown): Promise<Response> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response
}

// Its SDK wants it; Node 20 has none.
const polyfill = (): void => {
  const promise = Promise as { withResolvers?: unknown }
  promise.withResolvers ??= () => {
    let parts = {}
    const made = new Promise((resolve, reject) => {
      parts = { resolve, reject }
    })
    return { promise: made, ...parts }
  }
}

export const openRestate: Open = async () => {
  polyfill()
  const { createEndpointHandler, RetryableError, service } = load('@restatedev/restate-sdk') as Restate
  const works: Array<Work> = []
  const cases = service({
    name: 'cases',
    handlers: {
      run: (ctx, place) =>
        ctx.run('write', () =>
          (works[place] as Work)(turnIdOf.restate(ctx)).catch((thrown: unknown) => {
            throw new RetryableError(String(thrown), { retryAfter: afterMsOf(thrown) })
          })
        )
    }
  })
  const endpoint = createHttp2(createEndpointHandler({ services: [cases], logger: () => undefined }) as never)
  await new Promise<void>((resolve) => {
    endpoint.listen(0, '127.0.0.1', resolve)
  })
  const { admin, ingress, stop } = await startServer()
  await post(`${admin}/deployments`, { uri: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}` })
  return {
    takesIdsAgain: true,
    run: async (_id, work) => (await (await post(`${ingress}/cases/run`, works.push(work) - 1)).json()) as Told,
    close: async () => {
      stop()
      endpoint.close()
    }
  }
}
