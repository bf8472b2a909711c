/** Reads the JSON-RPC messages that pass, and writes a few. */
import * as E from 'fp-ts/lib/Either.js'
import { type Fields, asFields, isFields } from '../../core/foreign/index.js'
import { type ToolError, writeForModel } from '../../core/errors/index.js'
import { errorResult } from '../../toolset/mcp-result.js'
import { exactFields, exactInteger, exactText, parsed } from './exact-json.js'

// -- model

/** A whole number of more digits than JSON.parse keeps is a `bigint`: less of it would name another request. */
export type Id = string | number | bigint

/**
 * One message. Anything that is not exactly one of the three kinds of JSON-RPC 2.0 is `other`: a batch, or a method
 * beside a result, which each client reads in its own way. If the latter has an id, its `response` ends the request of
 * that id, with neither a result nor an error.
 */
export type Message =
  | { readonly kind: 'request'; readonly id: Id; readonly method: string; readonly params: Fields }
  | Notification
  | Response
  | { readonly kind: 'other'; readonly isJson: boolean; readonly response?: Response }

export interface Notification {
  readonly kind: 'notification'
  readonly method: string
  readonly params: Fields
}

export type Request = Extract<Message, { readonly kind: 'request' }>

export const isNotice = (message: Message, method: string): message is Notification =>
  message.kind === 'notification' && message.method === method

export interface RpcError {
  readonly code: number
  readonly message: string
}

/** Either a result or an error; neither, where it has an id but is otherwise no response of JSON-RPC 2.0. */
export interface ResponseBody {
  readonly result: Fields | undefined
  readonly error: RpcError | undefined
}

export interface Response extends ResponseBody {
  readonly kind: 'response'
  readonly id: Id
  /** Whether official clients read it as it stands; they do not see any other, and wait. */
  readonly isExact: boolean
}

/** Whether a client has collected what the server asked for, with which the same call goes on. */
export const goesOn = (params: Fields): boolean => 'inputResponses' in params || 'requestState' in params

// -- reading

const isUnsafe = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER

const isId = (value: unknown): value is Id =>
  typeof value === 'string' || typeof value === 'bigint' || (typeof value === 'number' && !isUnsafe(value))

// Some servers write every field that a message may have, and null for those that it has not.
const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const isRpcError = (value: unknown): value is Fields & RpcError =>
  isFields(value) && Number.isSafeInteger(value['code']) && typeof value['message'] === 'string'

const RELATED_TASK = 'io.modelcontextprotocol/related-task'

const isMeta = (meta: unknown): boolean => {
  if (meta === undefined) return true
  if (!isFields(meta)) return false
  const { progressToken: token = '', [RELATED_TASK]: task = { taskId: '' } } = meta
  return (typeof token === 'string' || Number.isSafeInteger(token)) && typeof asFields(task)['taskId'] === 'string'
}

const EXACT_FIELDS = ['jsonrpc', 'id', 'result or error'].length

const unreadable = (id: Id): Response => ({ kind: 'response', id, result: undefined, error: undefined, isExact: false })

const responseOf = (id: Id, value: Fields): Response => {
  const { jsonrpc, result, error } = value
  const isSound = jsonrpc === '2.0'
  const response = {
    result: isSound && !isGiven(error) && isFields(result) ? result : undefined,
    error: isSound && !isGiven(result) && isRpcError(error) ? error : undefined
  }
  const isExact =
    (response.result ?? response.error) !== undefined &&
    Object.keys(value).length === EXACT_FIELDS &&
    isMeta(response.result?.['_meta'])
  return { kind: 'response', id, ...response, isExact }
}

const messageOf = (value: unknown): Message => {
  if (!isFields(value)) return { kind: 'other', isJson: value !== undefined }
  const { id, method } = value
  if (typeof method === 'string') {
    const params = asFields(value['params'])
    if (isGiven(value['result']) || isGiven(value['error']))
      return { kind: 'other', isJson: true, ...(isId(id) ? { response: unreadable(id) } : {}) }
    if (isId(id)) return { kind: 'request', id, method, params }
    return isGiven(id) ? { kind: 'other', isJson: true } : { kind: 'notification', method, params }
  }
  if (!isId(id)) return { kind: 'other', isJson: true }
  return responseOf(id, value)
}

const readAnew = (line: Buffer): Message => {
  const value = parsed(line.toString('utf8'))
  if (!isFields(value)) return messageOf(value)
  const params = asFields(value['params'])
  if (!isUnsafe(value['id']) && !isUnsafe(params['requestId'])) return messageOf(value)
  const exact = exactFields(line)
  const id = exactInteger(exact['id']) ?? value['id']
  const requestId = exactInteger(asFields(exact['params'])['requestId']) ?? params['requestId']
  return messageOf({ ...value, id, ...(requestId === undefined ? {} : { params: { ...params, requestId } }) })
}

// A line that waits to be sent keeps none of what was read.
let latest: { readonly line: Buffer; readonly message: Message } | undefined

/** Reads a message, with the ids of requests as they are written: once, through however many hands its line goes. */
export const readMessage = (line: Buffer): Message => {
  if (latest?.line === line) return latest.message
  if (latest === undefined) setImmediate(() => (latest = undefined))
  latest = { line, message: readAnew(line) }
  return latest.message
}

/** The ids of the requests in a batch. */
export const idsInBatch = (line: Buffer): ReadonlyArray<Id> => {
  const batch = parsed(line.toString('utf8'))
  const requests = Array.isArray(batch) ? batch.map(messageOf) : []
  return requests.flatMap((message) => (message.kind === 'request' ? [message.id] : []))
}

/** The cursor of a page of a list, where there is one. */
export const cursorOf = (cursor: unknown): string | undefined =>
  typeof cursor === 'string' && cursor !== '' ? cursor : undefined

/** Whether no page of a list comes after this one. */
export const isLastPage = ({ nextCursor }: Fields): boolean => cursorOf(nextCursor) === undefined

export const metaOf = (params: Fields): Fields => asFields(params['_meta'])

/** By this key, the requests of revision 2026-07-28 and later say of themselves which revision they speak. */
export const REVISION = 'io.modelcontextprotocol/protocolVersion'

/** By this key, they ask for what the server logs while it runs them. */
export const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'

export const speaksOfItsRevision = (params: Fields): boolean => REVISION in metaOf(params)

/** In which form a request wants its response. */
export interface ResponseForm {
  /** It has to name its type, as of revision 2026-07-28. */
  readonly typed: boolean
  /** The client asked for a task, and reads no result in its place. */
  readonly wantsTask: boolean
}

export const formFor = (params: Fields): ResponseForm => ({
  typed: speaksOfItsRevision(params),
  wantsTask: isFields(params['task'])
})

// -- writing

const idText = (id: Id | null): string => (typeof id === 'bigint' ? String(id) : JSON.stringify(id))

/** A message of this id; `body` is the JSON of its other fields. */
const lineOf = (id: Id | null, body: string): Buffer =>
  Buffer.from(`{"jsonrpc":"2.0","id":${idText(id)},${body.slice(1)}\n`)

/** Codes of errors of the protocol: of JSON-RPC, of MCP, and of its HTTP transport. */
export const RPC_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  connectionClosed: -32_000,
  timedOut: -32_001,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
  urlElicitationRequired: -32_042
} as const

/** An error of the protocol; `data` is the `ToolError`, for those who read it. */
export const errorLine = (id: Id | null, code: number, message: string, data?: ToolError): Buffer =>
  lineOf(id, JSON.stringify({ error: { code, message, data } }))

/** The error of a request whose response does not come: of it, a model reads the message alone. */
export const lostLine = (id: Id, why: string, error?: ToolError): Buffer =>
  errorLine(id, RPC_CODES.connectionClosed, error?.hint == null ? why : `${why} ${error.hint}`, error)

const wholeLine = (id: Id, body: Fields): Buffer => {
  const text = exactText(body)
  return text === undefined
    ? errorLine(id, RPC_CODES.internalError, 'The result is nested too deeply to be written.')
    : lineOf(id, text)
}

/** A response, or an error where its result is deeper than the stack. What a server sent is given as `exactFields`. */
export const responseLine = (id: Id, result: Fields): Buffer => wholeLine(id, { result })

/** A result that is made here; `typed`: it has to name its type, as of revision 2026-07-28. */
export const resultLine = (id: Id, result: Fields, typed: boolean): Buffer =>
  responseLine(id, { ...result, ...(typed ? { resultType: 'complete' } : {}) })

/** A refusal, as the result of a tool that failed; where a task was asked for, as an error of the protocol. */
export const refusalLine = (id: Id, error: ToolError, { typed, wantsTask }: ResponseForm): Buffer => {
  const { text } = writeForModel(E.left(error))
  return wantsTask ? errorLine(id, RPC_CODES.internalError, text, error) : resultLine(id, errorResult(text), typed)
}

/** A response as official clients read it: without other fields, and without a `_meta` of another form. */
export const exactLine = ({ id, result, error }: Response, line: Buffer): Buffer => {
  const sent = exactFields(line)
  if (error !== undefined) return wholeLine(id, { error: sent['error'] })
  if (result === undefined)
    return errorLine(id, RPC_CODES.internalError, 'The server sent something that is not a response of JSON-RPC 2.0.')
  return responseLine(id, { ...asFields(sent['result']), ...(isMeta(result['_meta']) ? {} : { _meta: undefined }) })
}

export const requestLine = (id: Id, method: string, params: Fields): Buffer =>
  lineOf(id, JSON.stringify({ method, params }))

export const cancelLine = (requestId: Id, reason: string): Buffer =>
  Buffer.from(
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${idText(requestId)},"reason":${JSON.stringify(reason)}}}\n`
  )
