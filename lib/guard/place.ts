/** Where a call goes, and what did not respond there: a place is blamed for its silence, not the tool. */
import * as E from 'fp-ts/lib/Either.js'
import { abandon, asFields, isObject } from '../core/foreign/index.js'
import type { ToolError } from '../core/errors/index.js'
import type { CallArguments } from './arguments.js'
import type { Judgement } from './judgement.js'
import { findingIn, isSilence } from './thrown/findings.js'
import { linksOf, thrownField, thrownWords } from './thrown/thrown-link.js'
import type { ToolTraits } from './tool.js'

// -- by the arguments

const KEYS = /(?:^|_)(?:host|hostname|domain|server|endpoint|origin)$|(?:^|[_a-z])(?:url|uri)$/i
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+(?::\d{1,5})?$|^localhost(?::\d{1,5})?$/i
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^\s/]/i

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443' }

/** Host and port of an address. */
export const authorityOf = ({ hostname, port, protocol }: URL): string => {
  const at = port === '' ? PORTS[protocol] : port
  return at === undefined ? hostname : `${hostname}:${at}`
}

const addressIn = (key: string, value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  if (ADDRESS.test(value)) return URL.canParse(value) ? authorityOf(new URL(value)) : undefined
  return KEYS.test(key) && HOST.test(value) ? value.toLowerCase() : undefined
}

/** The host and port of the one address among arguments. */
const addressAmong = (data: unknown): string | undefined => {
  const fields = isObject(data) ? Object.entries(data) : [['', data] as const]
  const [address, ...others] = new Set(fields.flatMap(([key, value]) => addressIn(key, value) ?? []))
  if (address === undefined || others.length > 0) return undefined
  const { port } = asFields(data)
  return typeof port === 'number' && !address.includes(':') ? `${address}:${port}` : address
}

/** The place that a call's arguments name: by its author's word, else the one address among them. */
export const placeNamed = <Args>(
  { place }: ToolTraits<Args>,
  { value, data }: CallArguments<Args>,
  onThrow: (thrown: unknown) => void
): string | undefined => {
  if (place === undefined || E.isLeft(value)) return addressAmong(data)
  try {
    const said: unknown = place(value.right)
    abandon(said)
    return typeof said === 'string' && said !== '' ? said : undefined
  } catch (thrown) {
    onThrow(thrown)
    return undefined
  }
}

// -- by the failure

// `connect ECONNREFUSED 10.0.0.1:5432`, `getaddrinfo ENOTFOUND db.test`,
// `(attempted address: db.test:443, timeout: 10000ms)`
const AFTER_CODE = /\b(?:E[A-Z_]{4,20}|attempted address:) ([\w.:[\]-]{1,255})/

const placeInWords = (words: string): string => AFTER_CODE.exec(words)?.[1]?.toLowerCase() ?? ''

const placeOfLink = (link: unknown): string => {
  const socket = thrownField(link, 'socket')
  const host = [
    ...['hostname', 'address', 'host'].map((key) => thrownField(link, key)),
    thrownField(socket, 'remoteAddress')
  ].find((each) => typeof each === 'string' && each !== '')
  if (typeof host !== 'string') return placeInWords(thrownWords(link))
  const port = thrownField(link, 'port') ?? thrownField(socket, 'remotePort')
  return typeof port === 'number' || typeof port === 'string' ? `${host}:${port}` : host
}

const SILENT: ReadonlySet<string | undefined> = new Set(['timeout', 'tool_unavailable'])

/** Where nothing answered a tool that threw: empty where it does not say; undefined where something did. */
const silentIn = (thrown: unknown): string | undefined => {
  try {
    const links = linksOf(thrown)
    const finding = findingIn(links)?.finding
    if (finding === undefined || finding.status !== undefined || !SILENT.has(finding.code)) return undefined
    return links.map(placeOfLink).find((place) => place !== '') ?? ''
  } catch {
    return undefined
  }
}

/**
 * What did not answer, whether it was refused, reset, never resolved or too late: empty where nobody knows where;
 * undefined where something answered.
 */
const silentPlace = (
  { thrown, says = '', place = thrown === undefined ? undefined : silentIn(thrown.value) }: Judgement<unknown>,
  { code }: ToolError
): string | undefined => {
  if (place !== undefined) return place
  const isSilent = code === 'timeout' || ((code === 'tool_unavailable' || code === 'error_in_body') && isSilence(says))
  return isSilent ? placeInWords(says) : undefined
}

/** The place to blame for a failure: its author's word, the host and port that failed, or an argument. */
export const placeToBlame = <Args>(
  tool: ToolTraits<Args>,
  judgement: Judgement<unknown>,
  error: ToolError,
  named: () => string | undefined
): string | undefined => {
  const place = silentPlace(judgement, error)
  if (place === undefined) return undefined
  return place === '' || tool.place !== undefined ? named() : place
}

// -- by the words

const ABOUT_ID = /(?:^|[^a-z])ids?(?:[^a-z]|$)|[a-z]Ids?(?:[^A-Za-z]|$)|\bidentifiers?\b|\buuid\b/

// Of files, a service may read some and not others.
const ABOUT_PATH = /\b(?:paths?|files?|director(?:y|ies)|folders?|EACCES|EPERM)\b/i

/** Whether a service refused an id, or a path, that it was given: others may fit. */
export const isWrongId = ({ says = '', thrown }: Judgement<unknown>, { code }: ToolError): boolean => {
  const words = `${says} ${thrown?.says ?? ''}`
  return (code === 'rejected_arguments' && ABOUT_ID.test(words)) || (code === 'unauthorized' && ABOUT_PATH.test(words))
}
