/** A server over HTTP that answers as it is told, and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The method of the message, if it has one. */
  readonly names: string | undefined
  readonly id: unknown
}

export type Answer = (asked: Asked, response: ServerResponse) => void

export interface HttpServer {
  readonly url: string
  readonly asked: ReadonlyArray<Asked>
  readonly close: () => Promise<unknown>
}

export const json = (response: ServerResponse, message: object, headers: object = {}): void => {
  response
    .writeHead(200, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ jsonrpc: '2.0', ...message }))
}

export const events = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })

/** What a server of revision 2025-11-25 does with the messages that every client sends; the rest is the spec's. */
export const usual =
  (rest: Answer): Answer =>
  (asked, response) => {
    const { method, names, id } = asked
    if (names === 'initialize')
      return json(response, { id, result: { protocolVersion: '2025-11-25' } }, { 'mcp-session-id': 'session' })
    if (names === 'tools/list')
      return json(response, { id, result: { tools: [{ name: 'pay', annotations: { readOnlyHint: false } }] } })
    if (method === 'DELETE') return void response.writeHead(204).end()
    if (method === 'POST' && id === undefined) return void response.writeHead(202).end()
    rest(asked, response)
  }

export const serve = async (answer: Answer, port = 0): Promise<HttpServer> => {
  const asked: Array<Asked> = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const message = (body === '' ? {} : JSON.parse(body)) as { readonly method?: string; readonly id?: unknown }
      const one = {
        method: request.method ?? '',
        headers: request.headers,
        body,
        names: message.method,
        id: message.id
      }
      asked.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    asked,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => {
        server.close(resolve)
      })
    }
  }
}
