/** An author's description of one request, and the bytes that are sent for it. */
import { sortedJson } from '../../core/json/index.js'
import { isMixed, looksRandom } from '../../core/redact/index.js'
import { wordSet } from '../../core/signs/index.js'

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
  readonly searchParams?:
    Readonly<Record<string, string | number | boolean | null | undefined>> | URLSearchParams | string
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
  if (typeof searchParams === 'string' || searchParams instanceof URLSearchParams) {
    const given = new URLSearchParams(searchParams)
    for (const name of new Set(given.keys())) target.searchParams.delete(name)
    for (const [name, value] of given) target.searchParams.append(name, value)
  } else {
    for (const [name, value] of Object.entries(searchParams ?? {})) {
      if (value === undefined || value === null) continue
      if (!['string', 'number', 'boolean'].includes(typeof value))
        throw new TypeError(`Expected \`searchParams.${name}\` to be a text, a number or a boolean.`)
      target.searchParams.set(name, String(value))
    }
  }
  return target
}

// Two words on where a body ends are how one request becomes two, and another host's name leads past `allowOrigins`
// behind a proxy.
const OURS = wordSet(
  'connection content-length expect host keep-alive proxy-connection te trailer transfer-encoding upgrade'
)

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

const bodyOf = ({ json }: HttpRequest): string | undefined => {
  const body = JSON.stringify(json) as string | undefined
  if (json !== undefined && body === undefined) throw new TypeError('Expected `json` to be data, and no function.')
  return body
}

const MIN_SECRET = 8

// A header is read without the space around it, and often without its quotes.
const bare = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/s, '$2')

// Any word may name a scheme: `Bearer`, `Token`, `Bot`.
const behindScheme = (value: string): string => bare(value.trim().replace(/^\S+\s+/, ''))

const decoded = (value: string, decode: (value: string) => string): string => {
  try {
    return decode(value)
  } catch {
    return value
  }
}

const fromBase64 = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)))

// `ada:password`, but also `key:` and `key:x`: services that ask for a key alone read it as the name of a user. One
// that is no key, as `administrator`, must stay readable.
const inPair = (pair: string): ReadonlyArray<string> => {
  const at = pair.search(/[:|]/)
  if (at < 0) return []
  const [user, password] = [pair.slice(0, at), pair.slice(at + 1)]
  return password.length < 2 || looksRandom(user, MIN_SECRET) || isMixed(user) ? [password, user] : [password]
}

// In UTF-8 or Latin-1
const inBasic = (value: string): ReadonlyArray<string> =>
  /^basic\s+/i.test(value)
    ? [fromBase64, atob]
        .map((decode) => decoded(behindScheme(value), decode))
        .flatMap((pair) => [pair, ...inPair(pair)])
    : []

const HOLDS_NAMED = /auth|cookie|credential|key|pass|secret|session|sign|token/i

// `sid=…; theme=dark`, `token="…", email="…"`, `id=…&key=…`, `PVEAPIToken=ada@pam!id=…`; `=` also ends Base64.
const namedIn = (value: string): ReadonlyArray<string> =>
  value.split(/[;,&\s]+/).flatMap((part) => {
    const named = [part.slice(part.indexOf('=') + 1), /=([^=]+=*)$/.exec(part)?.[1] ?? ''].map(bare)
    return part.includes('=') ? [...named, ...named.map((one) => decoded(one, decodeURIComponent))] : []
  })

/** All that may be a secret in the value of a header or a parameter. */
const secretsIn = (name: string, value: string): ReadonlyArray<string> => {
  const isNamed = HOLDS_NAMED.test(name)
  const parts = (isNamed ? [value, ...value.split(',')] : [value]).map(bare)
  return [
    value,
    ...(isNamed ? namedIn(value) : []),
    ...parts.flatMap((part) => [part, ...inBasic(part), ...(isNamed ? inPair(behindScheme(part)) : [])]),
    ...(isNamed ? parts.map(behindScheme) : [])
  ]
}

const asWritten = (value: string): ReadonlyArray<string> => [
  value,
  // A value with half a character cannot be written.
  decoded(value, encodeURIComponent),
  new URLSearchParams([['', value]]).toString().slice(1),
  JSON.stringify(value).slice(1, -1)
]

/**
 * What a service may echo of a request and nobody may read: the values of its headers and of the parameters that are no
 * arguments, and what stands behind a scheme or a name in them, the longest first.
 */
export const sentSecrets = ({ url, headers }: PreparedRequest, args: unknown): ReadonlyArray<string> => {
  const given = sortedJson(args) ?? ''
  const ofHeaders = Object.entries(headers).filter(([name]) => !/^(?:accept|content-type|user-agent)/.test(name))
  const all = [
    ...ofHeaders.flatMap(([name, value]) => [...secretsIn(name, value), behindScheme(value)]),
    ...[...url.searchParams].flatMap(([name, value]) => secretsIn(name, value))
  ]
    .filter((value) => value.length >= MIN_SECRET && !given.includes(value))
    .flatMap(asWritten)
  return [...new Set(all)].sort((a, b) => b.length - a.length)
}

const FIELDS: ReadonlySet<string> = new Set(['url', 'method', 'headers', 'searchParams', 'json'])

/**
 * Undefined for an invalid URL, which may be the model's doing; throws where the rest is invalid: a cycle in `json`, a
 * GET with a body, a field that nobody would send.
 */
export const prepareRequest = (request: HttpRequest, effect: 'read' | 'write'): PreparedRequest | undefined => {
  const unknown = Object.keys(request).find((field) => !FIELDS.has(field))
  if (unknown !== undefined)
    throw new TypeError(`Expected a request of \`${[...FIELDS].join('`, `')}\` alone, not \`${unknown}\`.`)
  const url = urlOf(request)
  if (url === undefined) return undefined
  const method = methodOf(request, effect)
  const hasBody = request.json !== undefined
  if (hasBody && (method === 'GET' || method === 'HEAD')) throw new TypeError(`Expected no \`json\` with ${method}.`)
  return {
    url,
    method,
    headers: headersOf(request),
    body: bodyOf(request)
  }
}
