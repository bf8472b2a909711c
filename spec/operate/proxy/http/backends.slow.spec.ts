import { expect } from 'chai'
import { setTimeout as wait } from 'node:timers/promises'
import { fromJsonSchema } from '../../../../lib/codec/json-schema/index.js'
import { runHttpProxy } from '../../../../lib/operate/proxy/http/http-proxy.js'
import { DEFAULTS } from '../../../../lib/operate/proxy/settings.js'
import { isAlive } from '../../../helpers/is-alive.js'
import { PEER, repeated } from '../client.js'
import { MODERN } from '../http-door.js'

const LEFT_MS = 1_500

/** A proxy whose sessions may be left for a moment. */
const listen = async ([command, ...args]: readonly [string, ...ReadonlyArray<string>] = [process.execPath, PEER]) => {
  const controller = new AbortController()
  let ended: Promise<unknown> = Promise.resolve()
  const url = await new Promise<string>((resolve) => {
    ended = runHttpProxy(
      { ...DEFAULTS, codecOfSchema: (schema) => fromJsonSchema(schema), leftSessionMs: LEFT_MS },
      {
        upstream: { kind: 'command', command, args },
        port: 0,
        token: undefined,
        signal: controller.signal,
        onListening: resolve
      }
    )
  })
  const post = (message: object, headers: Readonly<Record<string, string>> = {}, signal?: AbortSignal) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      ...(signal === undefined ? {} : { signal })
    })
  const call = (name: string) => ({ id: 1, method: 'tools/call', params: { name, arguments: {} } })
  const pidOf = async (response: Response): Promise<number> => Number(/"text":"(\d+)"/.exec(await response.text())?.[1])
  /** The server of a client that asks for logs, and has no session. */
  const openForLogs = async (): Promise<number> => {
    const { params, ...message } = call('pid')
    const asked = {
      ...message,
      params: { ...params, _meta: { ...MODERN, 'io.modelcontextprotocol/logLevel': 'info' } }
    }
    return pidOf(await post(asked, repeated(asked)))
  }
  const open = async () => {
    const response = await post({ id: 0, method: 'initialize', params: {} })
    await response.text()
    const headers = { 'mcp-session-id': String(response.headers.get('mcp-session-id')) }
    return { headers, pid: await pidOf(await post(call('pid'), headers)) }
  }
  const end = (): Promise<unknown> => {
    controller.abort()
    return ended
  }
  return { url, post, call, open, openForLogs, end }
}

describe('Backends', () => {
  let proxy: Awaited<ReturnType<typeof listen>>
  beforeEach(async () => {
    proxy = await listen()
  })
  afterEach(() => proxy.end())

  it('ends the servers of clients that left without a word, and of no other', async () => {
    const { url, post, call, open, openForLogs } = proxy
    const [left, streams, asks, breaksOff, logs] = await Promise.all([open(), open(), open(), open(), openForLogs()])
    const leaving = new AbortController()
    const stream = await fetch(url, {
      headers: { accept: 'text/event-stream', ...streams.headers },
      signal: leaving.signal
    })
    const waiting = post(call('hang'), asks.headers, leaving.signal).catch(() => undefined)
    const broken = new AbortController()
    const hung = post(call('hang'), breaksOff.headers, broken.signal).catch(() => undefined)
    await wait(LEFT_MS / 6)
    broken.abort()
    await hung
    const alive = (): ReadonlyArray<boolean> => [left, streams, asks, breaksOff].map(({ pid }) => isAlive(pid))
    for (let tries = 0; tries < 100 && [left.pid, breaksOff.pid, logs].some(isAlive); tries += 1) await wait(50)
    expect([stream.status, alive(), isAlive(logs)]).to.deep.equal([200, [false, true, true, false], false])
    expect((await post(call('echo'), left.headers)).status).to.equal(404)
    leaving.abort()
    await waiting
    for (let tries = 0; tries < 100 && alive().includes(true); tries += 1) await wait(50)
    expect(alive()).to.deep.equal([false, false, false, false])
  }).timeout(30_000)

  it('has ended all of the servers that hang behind a shell, also of a session that ended, once it is told to end', async () => {
    const stubborn = await listen(['sh', '-c', '"$0" "$1" --stubborn; exit 0', process.execPath, PEER])
    const servers = await Promise.all([stubborn.open(), stubborn.open()])
    const [{ headers }] = servers
    expect((await fetch(stubborn.url, { method: 'DELETE', headers })).status).to.equal(204)
    await stubborn.end()
    expect(servers.map(({ pid }) => isAlive(pid))).to.deep.equal([false, false])
  }).timeout(30_000)
})
