import { request } from 'node:http'
import type { CommandOptions } from '../cli/command.js'
import { openProxy, PEER, repeated, type Asked, type Client, type Reply } from './client.js'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

export const TOKEN = 'correct horse'

/** A proxy over HTTP, and requests with whatever headers. */
export const listen = async (
  options: ReadonlyArray<string> = [],
  server: ReadonlyArray<string> = [process.execPath, PEER],
  at: CommandOptions = {}
) => {
  const proxy = openProxy(['--http', '0', ...options], server, at)
  const url = await proxy.told(/listening on (\S+)/)
  const send = (
    method: string,
    body: string | undefined,
    headers: Readonly<Record<string, string>> = {},
    path = '/mcp'
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, url),
        {
          method,
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }
        },
        (response) => {
          let text = ''
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => {
              text += chunk
            })
            .on('error', reject)
            .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
        }
      )
      sent.on('error', reject).end(body)
    })
  const ask = (message: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    send('POST', JSON.stringify({ jsonrpc: '2.0', ...message }), { ...repeated(message as Asked), ...headers })
  const initialize = async (): Promise<Readonly<Record<string, string>>> => {
    const { headers } = await ask({ id: 0, method: 'initialize', params: {} })
    return { 'mcp-session-id': String(headers['mcp-session-id']) }
  }
  return { proxy, url, send, ask, initialize }
}

/** Opens a proxy for each spec of a suite, which is stopped after it. */
export const opener = (): typeof listen => {
  let proxy: Client | undefined
  afterEach(() => proxy?.stop())
  return async (...args) => {
    const opened = await listen(...args)
    proxy = opened.proxy
    return opened
  }
}

export const call = (id: number | string, name: string, args: object = {}, meta?: object): object => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) }
})

export const eventsIn = ({ text }: Answer): ReadonlyArray<Reply> =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data as string) as Reply)
// What the server says of its own before its answer makes a stream of it: the answer comes last.
export const replyIn = (answer: Answer): Reply => eventsIn(answer).at(-1) ?? (JSON.parse(answer.text) as Reply)

/** What a request of the revision without sessions says of itself. */
export const MODERN = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
