/** A provider's API on loopback that answers from a script, and keeps what it was asked. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ScriptedServer {
  readonly url: string
  /** The bodies of the requests, in their order. */
  readonly requests: ReadonlyArray<unknown>
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? undefined : JSON.parse(text)
}

/** Serves what `answer` makes of each request's body; `step` counts from 1. */
export const scriptedServer = async (answer: (body: unknown, step: number) => unknown): Promise<ScriptedServer> => {
  const requests: Array<unknown> = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request)
      requests.push(body)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer(body, requests.length)))
    })()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
