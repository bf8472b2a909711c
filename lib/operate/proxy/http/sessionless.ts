/** What revision 2026-07-28, without sessions, asks of HTTP: headers that repeat the body, and statuses of errors. */
import type { IncomingHttpHeaders } from 'node:http'
import { metaOf, RPC_CODES, speaksOfItsRevision, type Request } from '../message.js'
import type { Mirrored, MirroringTools } from '../mirrored-params.js'
import { repeatedIn } from '../upstream/connection.js'

const VERSION = 'mcp-protocol-version'
const SESSION = 'mcp-session-id'
const FIRST = '2026-07-28'

const plain = (header: string): string | undefined => {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(header)?.[1]
  if (encoded === undefined) return header
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/

// Of a number, 42 and 42.0 say the same.
const says = (header: unknown, value: Mirrored): boolean => {
  const text = typeof header === 'string' ? plain(header) : undefined
  if (typeof value === 'number' && text !== undefined && DECIMAL.test(text)) return Number(text) === value
  return text === String(value)
}

/** A request that a server must refuse before it looks at what is asked. */
export interface Mismatch {
  readonly code: number
  readonly why: string
}

/** Whether a request can only be one of this revision. */
export const isSessionless = ({ params }: Request, headers: IncomingHttpHeaders): boolean =>
  speaksOfItsRevision(params) || (headers[SESSION] === undefined && String(headers[VERSION] ?? '') >= FIRST)

/**
 * The fault of a request whose headers and body disagree, if there is one: a gateway may have read either. Which
 * arguments the headers repeat is known once the tools are listed.
 */
export const mismatchOf = (
  request: Request,
  headers: IncomingHttpHeaders,
  tools: MirroringTools = { mirroredBy: () => [] }
): Mismatch | undefined => {
  if (!speaksOfItsRevision(request.params))
    return {
      code: RPC_CODES.invalidParams,
      why: 'The params have no _meta with io.modelcontextprotocol/protocolVersion.'
    }
  const [name] = repeatedIn(request, tools).find(([header, value]) => !says(headers[header], value)) ?? []
  return name === undefined
    ? undefined
    : { code: RPC_CODES.headerMismatch, why: `The header ${name} is missing, or says something else than the body.` }
}

const BAD: ReadonlySet<number> = new Set([
  RPC_CODES.headerMismatch,
  RPC_CODES.missingCapability,
  RPC_CODES.unsupportedVersion
])

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

/** The status of the response to a request, by the code of its error. */
export const statusOf = ({ method, params }: Request, code: number | undefined): number => {
  if (code === undefined) return 200
  // A tool may say so itself, of which HTTP knows nothing.
  if (code === RPC_CODES.methodNotFound && method !== 'tools/call') return 404
  const lacksMeta = code === RPC_CODES.invalidParams && !(CAPABILITIES in metaOf(params))
  return lacksMeta || BAD.has(code) ? 400 : 200
}
