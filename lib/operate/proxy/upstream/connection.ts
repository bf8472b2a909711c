/** The requests over HTTP that are made to one server: their headers, their sockets and their end. */
import { Agent as HttpAgent, request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { metaOf, REVISION, type Message } from '../message.js'
import { mirroredOf, type Mirrored, type MirroringTools } from '../mirrored-params.js'

// -- headers

/**
 * Whether a value can be the name of a revision: either side may say anything, and each later request would carry it.
 */
export const isRevision = (value: unknown): value is string => typeof value === 'string' && /^[!-~]{1,64}$/.test(value)

const NAMES: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId']
])

/** A header holds visible ASCII alone. */
export const headerText = (text: string): string =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

/**
 * Requests of revision 2026-07-28 and later repeat in headers what a gateway would have to read in their bodies; others
 * have none of these.
 */
export const repeatedIn = (
  message: Message,
  tools: MirroringTools
): ReadonlyArray<readonly [header: string, value: Mirrored]> => {
  if (message.kind !== 'request') return []
  const { method, params } = message
  const revision = metaOf(params)[REVISION]
  if (!isRevision(revision)) return []
  const name = params[NAMES.get(method) ?? '']
  return [
    ['mcp-protocol-version', revision],
    ['mcp-method', method],
    ...(typeof name === 'string' ? ([['mcp-name', name]] as const) : []),
    ...(typeof name === 'string' && method === 'tools/call'
      ? mirroredOf(tools.mirroredBy(name), params['arguments'])
      : [])
  ]
}

export const headersOf = (message: Message, tools: MirroringTools): Readonly<Record<string, string>> =>
  Object.fromEntries(repeatedIn(message, tools).map(([header, value]) => [header, headerText(String(value))]))

// -- requests

export interface Callbacks {
  readonly onResponse: (response: IncomingMessage) => void
  /** No answer came, and none will. */
  readonly onError: (error: NodeJS.ErrnoException) => void
}

const MAX_SOCKETS = 256

export class Connection {
  readonly #url: URL
  readonly #headers: Readonly<Record<string, string>>
  readonly #agent: HttpAgent
  readonly #requests = new Set<ClientRequest>()
  #isClosed = false
  /** The session that the server named, and the revision that was agreed upon: every later request repeats them. */
  session: string | undefined
  revision: string | undefined

  constructor(url: URL, headers: Readonly<Record<string, string>>) {
    this.#url = url
    this.#headers = headers
    const options = { keepAlive: true, maxSockets: MAX_SOCKETS }
    this.#agent = url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  }

  post(line: Buffer, headers: Readonly<Record<string, string>>, callbacks: Callbacks): ClientRequest | undefined {
    return this.request(
      'POST',
      { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      callbacks,
      line.subarray(0, line.at(-1) === 0x0a ? -1 : undefined)
    )
  }

  request(
    method: 'POST' | 'GET' | 'DELETE',
    headers: Readonly<Record<string, string>>,
    { onResponse, onError }: Callbacks,
    body?: Buffer
  ): ClientRequest | undefined {
    let hasAnswer = false
    const request = this.#open(method, {
      // A server may compress what nobody forbids it to.
      'accept-encoding': 'identity',
      ...this.#headers,
      ...(this.session === undefined ? {} : { 'mcp-session-id': this.session }),
      ...(this.revision === undefined ? {} : { 'mcp-protocol-version': this.revision }),
      ...(body === undefined ? {} : { 'content-length': String(body.length) }),
      ...headers
    })
    if (request instanceof Error) {
      setImmediate(onError, request)
      return undefined
    }
    this.#requests.add(request)
    return request
      .on('response', (response) => {
        hasAnswer = true
        onResponse(response)
      })
      .on('error', (error) => {
        if (!hasAnswer && !this.#isClosed) onError(error)
      })
      .on('close', () => this.#requests.delete(request))
      .end(body)
  }

  // Node throws for a header that cannot be sent; whoever waits for the request to be sent would wait for ever.
  #open(method: string, headers: Readonly<Record<string, string>>): ClientRequest | NodeJS.ErrnoException {
    try {
      const request = this.#url.protocol === 'https:' ? requestHttps : requestHttp
      return request(this.#url, { method, agent: this.#agent, headers })
    } catch (error) {
      return error as NodeJS.ErrnoException
    }
  }

  close(): void {
    this.#isClosed = true
    for (const request of this.#requests) request.destroy()
    this.#agent.destroy()
  }
}
