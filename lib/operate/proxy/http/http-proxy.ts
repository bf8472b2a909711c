/** A proxy that clients reach by Streamable HTTP, on this machine only. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { canonicalText } from '../../../core/json/index.js'
import { keepsId } from '../exact-json.js'
import { RPC_CODES, errorLine, metaOf, readMessage, type Id, type Request } from '../message.js'
import { asLine, MAX_MESSAGE_BYTES } from '../lines.js'
import { UNGUARDED } from '../sentences.js'
import type { ProxySettings } from '../settings.js'
import type { Caller } from '../turns.js'
import type { Upstream } from '../upstream/upstream.js'
import { Backends, MAX_SESSIONS } from './backends.js'
import { rejectRequest, type AccessRules } from './access-rules.js'
import { sha256 } from '#platform'
import { Reply } from './reply.js'
import { isSessionless, mismatchOf, statusOf } from './sessionless.js'

// -- model

export interface HttpProxyOptions {
  readonly upstream: Upstream
  /** 0 chooses a free one. */
  readonly port: number
  readonly token: string | undefined
  readonly signal: AbortSignal
  readonly onListening: (url: string) => void
}

const PATH = '/mcp'
const SESSION = 'mcp-session-id'
const TOO_MANY_SESSIONS = `There are too many sessions: ${MAX_SESSIONS} are open, and each waits for a response.`

// -- bodies

const collect = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  let chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // It is read to its end all the same: a client that is cut off while it writes reads no response.
    if (bytes > MAX_MESSAGE_BYTES) chunks = []
    else chunks.push(chunk)
  }
  return bytes > MAX_MESSAGE_BYTES ? undefined : Buffer.concat(chunks)
}

// -- answers

const refuse = (
  response: ServerResponse,
  status: number,
  message: string,
  {
    code = RPC_CODES.invalidRequest,
    id = null,
    headers = {}
  }: { readonly code?: number; readonly id?: Id | null; readonly headers?: Readonly<Record<string, string>> } = {}
): void => {
  // The connection is not kept: a body may still be on its way.
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
    .end(errorLine(id, code, message).toString('utf8').trimEnd())
}

const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

// -- requests

// A page may send any other type to any address without asking first.
const isJson = (request: IncomingMessage): boolean =>
  /^application\/json(?:;|$)/i.test(headerOf(request, 'content-type')?.trim() ?? '')

const post = async (request: IncomingMessage, response: ServerResponse, backends: Backends): Promise<void> => {
  if (!isJson(request)) return refuse(response, 415, 'The Content-Type of a message is application/json.')
  const bytes = await collect(request)
  if (bytes === undefined) return refuse(response, 413, `A message may have at most ${MAX_MESSAGE_BYTES} bytes.`)
  // On the server's side a message is a line.
  const line = asLine(bytes)
  const message = readMessage(line)
  if (message.kind === 'other' && !message.isJson)
    return refuse(response, 400, 'The body is not JSON.', { code: RPC_CODES.parseError })
  if (message.kind === 'other')
    return refuse(response, 400, 'The body is not a JSON-RPC message; batches are not accepted.')
  // Some servers run it, and nobody would judge its response.
  if (message.kind === 'notification' && message.method === 'tools/call')
    return refuse(response, 400, 'A tools/call must have an id.')
  // Its response would have another one.
  if (message.kind === 'request' && backends.enforces && !keepsId(message.id, line))
    return refuse(response, 400, UNGUARDED)
  const id = headerOf(request, SESSION)
  if (message.kind === 'request' && isSessionless(message, request.headers))
    return askShared(message, line, request, response, backends)
  if (message.kind === 'request' && id === undefined && message.method === 'initialize')
    return initialize(message, line, response, backends)
  // Of a revision without sessions, a notification belongs to no process.
  if (id === undefined && message.kind === 'notification') return void response.writeHead(202).end()
  if (id === undefined) return refuse(response, 400, 'The Mcp-Session-Id header is missing.')
  const backend = backends.session(id)
  if (backend === undefined) return refuse(response, 404, 'There is no such session.')
  if (message.kind === 'request' && backend.awaits(message.id))
    return refuse(response, 400, 'Another request with this id waits for its response.', { id: message.id })
  if (message.kind === 'request') return backend.ask(message, line, new Reply(response))
  backend.tell(message, line)
  await backend.isReady
  response.writeHead(202).end()
}

const CLIENT = 'io.modelcontextprotocol/clientInfo'

/**
 * Who asks without a session: by its token and what it says of itself, in whichever order. Not by its connection, which
 * a client opens anew after a pause: a write would run again.
 */
const callerOf = ({ authorization }: IncomingHttpHeaders, { params }: Request): Caller =>
  sha256(canonicalText([authorization, metaOf(params)[CLIENT]]))

const initialize = (message: Request, line: Buffer, response: ServerResponse, backends: Backends): void => {
  const id = crypto.randomUUID()
  const backend = backends.open(id)
  if (backend === undefined)
    return refuse(response, 503, TOO_MANY_SESSIONS, { code: RPC_CODES.connectionClosed, id: message.id })
  const reply = new Reply(response, { headers: { [SESSION]: id } })
  // Whoever broke off before the response has no session.
  reply.onClosed(() => {
    if (backend.awaits(message.id)) backends.end(id)
  })
  backend.ask(message, line, reply)
}

const askShared = (
  message: Request,
  line: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
  backends: Backends
): void => {
  const mismatch = mismatchOf(message, request.headers)
  if (mismatch !== undefined) return refuse(response, 400, mismatch.why, { code: mismatch.code, id: message.id })
  const caller = callerOf(request.headers, message)
  const reply = new Reply(response, { statusOf: (code) => statusOf(message, code) })
  backends.shared(message, caller).askFor({ caller, headers: request.headers }, message, line, reply)
}

const pathOf = (url = ''): string | undefined =>
  URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : undefined

const serve = async (
  request: IncomingMessage,
  response: ServerResponse,
  backends: Backends,
  accessRules: AccessRules
): Promise<void> => {
  const rejection = rejectRequest(request.headers, accessRules)
  if (rejection !== undefined)
    return refuse(
      response,
      rejection.status,
      rejection.why,
      rejection.status === 401 ? { headers: { 'www-authenticate': 'Bearer' } } : {}
    )
  if (pathOf(request.url) !== PATH) return refuse(response, 404, `Clients are served at ${PATH}.`)
  if (request.method === 'POST') return post(request, response, backends)
  const id = headerOf(request, SESSION)
  const backend = id === undefined ? undefined : backends.session(id)
  if (request.method !== 'GET' && request.method !== 'DELETE')
    return refuse(response, 405, 'Use POST, GET or DELETE.', { headers: { allow: 'POST, GET, DELETE' } })
  if (id === undefined)
    return refuse(response, request.method === 'GET' ? 405 : 400, 'The Mcp-Session-Id header is missing.')
  if (backend === undefined) return refuse(response, 404, 'There is no such session.')
  if (request.method === 'GET')
    return backend.listen(new Reply(response))
      ? undefined
      : refuse(response, 409, 'There is a stream of this session already.')
  backends.end(id)
  response.writeHead(204).end()
}

// -- running

/** Runs until its signal aborts. Rejects where the port cannot be had. */
export const runHttpProxy = async (
  settings: ProxySettings,
  { upstream, port, token, signal, onListening }: HttpProxyOptions
): Promise<Backends> => {
  const backends = new Backends(settings, upstream)
  const accessRules = { port, token }
  const server = createServer((request, response) => {
    serve(request, response, backends, accessRules).catch(() => {
      // The client broke off while it was sending.
      response.destroy()
    })
  })
  // A tool may take as long as its own time limit.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  accessRules.port = (server.address() as AddressInfo).port
  onListening(`http://127.0.0.1:${accessRules.port}${PATH}`)
  if (!signal.aborted)
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true })
    })
  await backends.endAll()
  server.close()
  server.closeAllConnections()
  return backends
}
