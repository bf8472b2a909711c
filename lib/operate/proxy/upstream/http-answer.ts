/** What the whole body of a response over HTTP says to its request, whatever status came with it. */
import type { IncomingMessage } from 'node:http'
import { asFields } from '../../../core/foreign/index.js'
import { parsed } from '../exact-json.js'
import { asLine } from '../lines.js'
import { errorLine, readMessage, RPC_CODES, type Id, type Message, type RpcError } from '../message.js'
import { messagesIn, typeOf } from './reading.js'

export const isFine = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300

/** `lines`: the messages that were sent, or the server's refusal as one; none where it says nothing to the request. */
export interface HttpAnswer {
  readonly lines: ReadonlyArray<Buffer>
  /** By a 404 for its session, nobody has begun the request. */
  readonly isForgotten: boolean
}

// The SDKs say that a session is lost under no id, or another one. Helidon, and some that speak without an SDK, do so
// under that of the request, and with a code of the protocol; Helidon once wrote neither a result nor an error.
const isLostSession = ({ code, message }: RpcError): boolean =>
  message === 'Session not found' && (code === RPC_CODES.invalidRequest || code === RPC_CODES.timedOut)

// Some servers respond with 404 for a thing that a tool did not find.
const isResponse = (id: Id, message: Message | undefined): boolean =>
  message?.kind === 'response' &&
  (message.result !== undefined || (message.id === id && message.error !== undefined && !isLostSession(message.error)))

export const readHttpAnswer = (
  response: IncomingMessage,
  body: Buffer,
  id: Id,
  session: string | undefined
): HttpAnswer => {
  const { statusCode: status = 0 } = response
  const lines = isFine(response) && typeOf(response) !== 'application/json' ? [] : messagesIn(asLine(body))
  const [first] = lines
  const own = first && readMessage(first)
  const isForgotten = status === 404 && session !== undefined && !isResponse(id, own)
  const isJson = own !== undefined && (own.kind !== 'other' || own.isJson)
  if (isFine(response) ? isJson : own?.kind === 'response' && own.id === id) return { lines, isForgotten }
  // A refusal in the server's own words, which did not know whose it was.
  const { code, message } = asFields(asFields(first && parsed(first.toString('utf8')))['error'])
  const isRefusal = typeof code === 'number' && typeof message === 'string' && status !== 401 && status !== 403
  return { lines: isRefusal ? [errorLine(id, code, message)] : [], isForgotten }
}
