/**
 * Clients that share a server count their requests from the same number, and so do a server's sessions: towards the
 * other side, requests and the tokens of their progress have ids of the proxy's own, and whoever asked reads those that
 * it wrote. Every other byte stays as it was.
 */
import type { Path } from '../../core/errors/index.js'
import { scanJson } from '../../core/json/index.js'
import { readMessage } from './message.js'

/** By this key, what belongs to a subscription names the request that opened it. */
export const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

/** A request as the other side gets it. */
export interface OwnRequest {
  readonly line: Buffer
  /** Whether it has a token. */
  readonly hasToken: boolean
  /** A message that belongs to it, as whoever asked reads that. */
  readonly theirs: (line: Buffer) => Buffer
}

type Instead = (written: string) => string

const ID: Path = ['id']
const TOKEN: Path = ['params', '_meta', 'progressToken']
const NAMING_ID: ReadonlyArray<Path> = [
  ['params', 'requestId'],
  ['params', '_meta', SUBSCRIPTION],
  ['result', '_meta', SUBSCRIPTION]
]
const NAMING_TOKEN: ReadonlyArray<Path> = [
  ['params', 'progressToken'],
  ['result', '_meta', 'progressToken']
]
const MAX_DEPTH = 3

/** Replaces the texts and numbers at these places; a name that an object has twice makes two of them. */
const withOthers = (line: Buffer, places: ReadonlyArray<readonly [Path, Instead]>): Buffer => {
  const json = line.toString('utf8')
  let [out, from, began] = ['', 0, 0]
  scanJson(json, 0, {
    begin: (_kind, start) => {
      began = start
    },
    end: (kind, end, place) => {
      if (place.depth > MAX_DEPTH || (kind !== 'string' && kind !== 'number')) return
      const [, instead] = places.find(([path]) => path.length === place.depth && place.leadsTo(path)) ?? []
      const written = json.slice(began, end)
      const other = instead?.(written) ?? written
      if (other === written) return
      out += json.slice(from, began) + other
      from = end
    }
  })
  return from === 0 ? line : Buffer.from(out + json.slice(from))
}

/** Gives a request the id `own`, and its token, if it has one. */
export const inOwnIds = (asked: Buffer, own: number): OwnRequest => {
  const written = new Map<Path, string>()
  const line = withOthers(
    asked,
    [ID, TOKEN].map((path) => [
      path,
      (text) => {
        written.set(path, text)
        return String(own)
      }
    ])
  )
  const back =
    (place: Path): Instead =>
    (text) =>
      (JSON.parse(text) === own ? written.get(place) : undefined) ?? text
  const named = [
    ...NAMING_ID.map((path) => [path, back(ID)] as const),
    ...NAMING_TOKEN.map((path) => [path, back(TOKEN)] as const)
  ]
  return {
    line,
    hasToken: written.has(TOKEN),
    // A request of the other side has an id of its own.
    theirs: (sent) => withOthers(sent, readMessage(sent).kind === 'response' ? [[ID, back(ID)], ...named] : named)
  }
}
