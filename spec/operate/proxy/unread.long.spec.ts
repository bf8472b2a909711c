/** A client that asks for more than it reads: whoever holds it back, the memory of the proxy stays. */
import { expect } from 'chai'
import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PEER, repeated, type Asked } from './client.js'

const BIN = fileURLToPath(new URL('../../../lib/operate/cli/main.js', import.meta.url))
const MAX_GROWTH_MB = 32
const WATCHED_MS = 6_000

const MODERN = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
const WITH_LOGS = { ...MODERN, 'io.modelcontextprotocol/logLevel': 'info' }

const lineOf = (id: number, name: string, meta: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {}, _meta: meta } })}\n`

const megabytes = ({ pid }: ChildProcessWithoutNullStreams): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024

const soon = (ms: number): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

describe('the memory of guarded-call mcp where its client does not read', () => {
  const started: Array<ChildProcessWithoutNullStreams> = []
  const start = (options: ReadonlyArray<string>, server: ReadonlyArray<string> = [process.execPath, PEER]) => {
    const child = spawn(process.execPath, [BIN, 'mcp', ...options, '--', ...server])
    child.stdin.on('error', () => {})
    started.push(child)
    return child
  }
  const startHttp = async () => {
    const proxy = start(['--http', '0'])
    for await (const line of createInterface({ input: proxy.stderr })) {
      const url = /listening on (\S+)/.exec(line)?.[1]
      if (url !== undefined) return { proxy, url }
    }
    throw new Error('The proxy did not listen.')
  }
  afterEach(async () => {
    await Promise.all(
      started.splice(0).map(async (child) => {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      })
    )
  })

  const post = async (url: string, body: string, headers: object = {}): Promise<IncomingMessage> => {
    const sent = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...repeated(JSON.parse(body) as Asked), ...headers }
    }).end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response.on('error', () => {})
  }
  const textOf = async (response: IncomingMessage): Promise<string> => {
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk)
    return text
  }

  const growth = async (proxy: ChildProcessWithoutNullStreams, flood: () => unknown): Promise<number> => {
    const before = megabytes(proxy)
    await flood()
    let most = 0
    for (let at = 0; at < WATCHED_MS; at += 500) {
      await soon(500)
      most = Math.max(most, megabytes(proxy) - before)
    }
    return most
  }

  const overStdio = async (proxy: ChildProcessWithoutNullStreams): Promise<number> => {
    proxy.stdin.write(lineOf(1, 'echo'))
    await once(proxy.stdout, 'readable')
    proxy.stdout.pause()
    return growth(proxy, () => proxy.stdin.write(lineOf(2, 'flood')))
  }

  it('stays over stdio', async () => {
    expect(await overStdio(start([]))).to.be.below(MAX_GROWTH_MB)
  })

  it('stays over stdio before a server over HTTP', async () => {
    const { url } = await startHttp()
    const proxy = start([], [url])
    proxy.stdin.write('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}\n')
    proxy.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    expect(await overStdio(proxy)).to.be.below(MAX_GROWTH_MB)
  })

  it('stays over HTTP, whose session waits', async () => {
    const { proxy, url } = await startHttp()
    const opened = await post(url, '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}')
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) }
    await textOf(opened)
    const stream = request(url, { headers: { accept: 'text/event-stream', ...session } }).end()
    const [unread] = (await once(stream, 'response')) as [IncomingMessage]
    unread.on('error', () => {}).pause()
    expect(await growth(proxy, () => void post(url, lineOf(1, 'flood'), session).catch(() => {}))).to.be.below(
      MAX_GROWTH_MB
    )
  })

  it('stays over HTTP without a session, whose other clients are answered', async () => {
    const { proxy, url } = await startHttp()
    await textOf(await post(url, lineOf(0, 'echo', MODERN)))
    let waited = Infinity
    const flood = async (): Promise<void> => {
      ;(await post(url, lineOf(1, 'flood', WITH_LOGS))).pause()
      const asked = performance.now()
      expect(await textOf(await post(url, lineOf(2, 'echo', MODERN)))).to.include('"content"')
      waited = performance.now() - asked
    }
    expect(await growth(proxy, flood)).to.be.below(MAX_GROWTH_MB)
    expect(waited).to.be.below(5_000)
  })
})
