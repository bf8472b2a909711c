/**
 * Who may come in: pages of other sites, other hosts' names for this machine and strangers without the token may not.
 */
import { timingSafeEqual, createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface AccessRules {
  readonly port: number
  /** Asked for as a bearer token, where there is one. */
  readonly token: string | undefined
}

export interface RequestRejection {
  readonly status: 401 | 403
  readonly why: string
}

const LOCAL: ReadonlyArray<string> = ['127.0.0.1', 'localhost', '[::1]']

// A page of another site can make a browser send requests here, and can make its own name resolve to this machine (DNS
// rebinding).
// Clients leave out the port 80.
const isLocalHost = (host: string, port: number): boolean =>
  LOCAL.some((name) => host === `${name}:${port}` || (host === name && port === 80))

const isOwnOrigin = (origin: string, port: number): boolean =>
  LOCAL.some((name) => origin === `http://${name}:${port}` || (origin === `http://${name}` && port === 80))

// Whatever else runs on this machine may show a page; only one that was given the token may come in.
const isLocalOrigin = (origin: string): boolean => {
  try {
    return LOCAL.includes(new URL(origin).hostname)
  } catch {
    return false
  }
}

// Of one length, so that the time tells nothing.
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const hasToken = (authorization: string | undefined, token: string): boolean => {
  const given = /^Bearer +(\S.*)$/i.exec(authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

/** The reason to reject a request, if there is one. */
export const rejectRequest = (
  { host = '', origin, authorization }: IncomingHttpHeaders,
  { port, token }: AccessRules
): RequestRejection | undefined => {
  if (!isLocalHost(host.toLowerCase(), port)) return { status: 403, why: 'The Host header names another host.' }
  if (origin !== undefined && !isOwnOrigin(origin, port) && (token === undefined || !isLocalOrigin(origin)))
    return { status: 403, why: 'Pages of other origins are not served.' }
  if (token !== undefined && !hasToken(authorization, token)) return { status: 401, why: 'A bearer token is needed.' }
  return undefined
}
