/** Decides where a tool may go: before any lookup or connection, and again where a name becomes an address. */
import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './address.js'
import { heldTo } from './resolver.js'

// -- model

/**
 * Origins (`https://api.example.com`), or `'public'`: every public address over http and https.
 * @category HTTP @since 0.1.0
 */
export type AllowOrigins = ReadonlyArray<string> | 'public'

export interface NetworkPolicy {
  /** Why nothing may be sent to this URL, or null. `from` is the URL that redirected there. */
  readonly refuses: (url: URL, from?: URL) => string | null
  /** How names are resolved; without it, as the system does. */
  readonly lookup: LookupFunction | undefined
}

/** The code of the error by which a lookup refuses. */
export const FORBIDDEN_ADDRESS = 'EFORBIDDENADDRESS'

// -- constructors

const originOf = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin =
    url !== undefined &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === ''
  if (!isOrigin)
    throw new TypeError(
      'Expected each of `allowOrigins` to be a scheme, a host and perhaps a port, as in `https://api.example.com`.'
    )
  // Node would look it up as a host of this very name.
  if (url.hostname.includes('*'))
    throw new TypeError('Expected each of `allowOrigins` to be one origin without `*`: list each origin by itself.')
  return url.origin
}

const refusesForm = (url: URL): string | null => {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The address is neither http nor https.'
  if (url.username !== '' || url.password !== '') return 'The address carries credentials.'
  return null
}

const listed = (allowOrigins: ReadonlyArray<string>): NetworkPolicy => {
  const origins = new Set(allowOrigins.map(originOf))
  if (origins.size === 0) throw new TypeError('Expected `allowOrigins` to name at least one origin.')
  return {
    refuses: (url) =>
      refusesForm(url) ?? (origins.has(url.origin) ? null : 'The address is outside the allowed origins.'),
    lookup: undefined
  }
}

const refusesHost = (url: URL): string | null => {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // The WHATWG parser has made a literal of every decimal, octal and hexadecimal spelling. Literals are never looked
  // up.
  const isForbidden = isIP(host) === 0 ? host === 'unix' : !isPublicAddress(host)
  return isForbidden ? 'The address is not a public one.' : null
}

const isDowngrade = (url: URL, from: URL | undefined): boolean =>
  from?.protocol === 'https:' && url.protocol === 'http:'

const openly = (lookup: LookupFunction): NetworkPolicy => ({
  refuses: (url, from) =>
    refusesForm(url) ?? refusesHost(url) ?? (isDowngrade(url, from) ? 'The redirect leads from https to http.' : null),
  // The checked addresses are those that are connected to: the socket takes the addresses from this answer and from
  // nowhere else.
  lookup: heldTo(lookup, isPublicAddress, FORBIDDEN_ADDRESS)
})

/** Throws a TypeError where `allowOrigins` names no origin. */
export const networkPolicyOf = (allowOrigins: AllowOrigins, lookup: LookupFunction | undefined): NetworkPolicy => {
  if (allowOrigins === 'public') return openly(lookup ?? systemLookup)
  if (!Array.isArray(allowOrigins)) throw new TypeError("Expected `allowOrigins` to be a list of origins or 'public'.")
  const { refuses } = listed(allowOrigins)
  return { refuses, lookup: lookup === undefined ? undefined : heldTo(lookup, () => true, FORBIDDEN_ADDRESS) }
}
