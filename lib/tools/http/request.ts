/** An author's description of one request, and the bytes that are sent for it. */

// -- model

/** One request as the author of a tool describes it. @category HTTP @since 0.1.0 */
export interface HttpRequest {
  /** Absolute, `http:` or `https:`, without credentials. */
  readonly url: string | URL
  /** @default `GET` for a read without `json`, else `POST` */
  readonly method?: HttpMethod
  /**
   * A header whose value is `undefined` is not sent. `host` and those that frame the body are refused: they are made of
   * `url` and `json`.
   */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Set on top of those in `url`; `undefined` and `null` are left out. */
  readonly searchParams?: Readonly<Record<string, string | number | boolean | null | undefined>> | URLSearchParams
  /** Sent as JSON. */
  readonly json?: unknown
}

/** The methods of a request. @category HTTP @since 0.1.0 */
export type HttpMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const METHODS: ReadonlySet<string> = new Set<HttpMethod>(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** A request that is ready to be sent: header names in lower case, the body serialized. */
export interface PreparedRequest {
  readonly url: URL
  readonly method: HttpMethod
  /** The author's headers, and those of the body. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

// -- constructors

const methodOf = (request: HttpRequest, effect: 'read' | 'write'): HttpMethod => {
  const method = request.method?.toUpperCase() ?? (effect === 'read' && request.json === undefined ? 'GET' : 'POST')
  if (!METHODS.has(method)) throw new TypeError('Expected `method` to be one of the HTTP methods.')
  return method as HttpMethod
}

const urlOf = ({ url, searchParams }: HttpRequest): URL | undefined => {
  if (!URL.canParse(String(url))) return undefined
  const target = new URL(url)
  target.hash = ''
  if (searchParams instanceof URLSearchParams) {
    for (const name of new Set(searchParams.keys())) target.searchParams.delete(name)
    for (const [name, value] of searchParams) target.searchParams.append(name, value)
  } else {
    for (const [name, value] of Object.entries(searchParams ?? {})) {
      if (value !== undefined && value !== null) target.searchParams.set(name, String(value))
    }
  }
  return target
}

// Two words on where a body ends are how one request becomes two, and another host's name leads past `allowOrigins`
// behind a proxy.
const OURS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
])

const headersOf = (request: HttpRequest): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const [given, value] of Object.entries(request.headers ?? {})) {
    const name = given.toLowerCase()
    if (OURS.has(name)) throw new TypeError(`Expected \`headers\` to leave \`${name}\` to the connection.`)
    if (value !== undefined && typeof value !== 'string')
      throw new TypeError('Expected each of `headers` to be a text or undefined.')
    if (value !== undefined) headers[name] = value
  }
  if (request.json !== undefined) headers['content-type'] ??= 'application/json'
  return headers
}

/**
 * Undefined for an invalid URL, which may be the model's doing; throws where the rest is invalid: a cycle in `json`, a
 * GET with a body.
 */
export const prepareRequest = (request: HttpRequest, effect: 'read' | 'write'): PreparedRequest | undefined => {
  const url = urlOf(request)
  if (url === undefined) return undefined
  const method = methodOf(request, effect)
  const hasBody = request.json !== undefined
  if (hasBody && (method === 'GET' || method === 'HEAD')) throw new TypeError(`Expected no \`json\` with ${method}.`)
  return {
    url,
    method,
    headers: headersOf(request),
    body: hasBody ? JSON.stringify(request.json) : undefined
  }
}
