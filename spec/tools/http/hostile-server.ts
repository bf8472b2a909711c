/** A service that misbehaves in every way that is known, by path: the manifest, and the server that plays it. */
import { BODIES } from './hostile/bodies.js'
import { BOMBS } from './hostile/bombs.js'
import { ENCODINGS } from './hostile/encodings.js'
import { FRAMING } from './hostile/framing.js'
import { HANGS } from './hostile/hangs.js'
import { GOOD, LANDING, type Misbehaviour } from './hostile/misbehaviour.js'
import { REDIRECTS } from './hostile/redirects.js'
import { STATUSES } from './hostile/statuses.js'
import { TRUNCATION } from './hostile/truncation.js'
import { loopback, reply, type Loopback } from './loopback.js'

export const MISBEHAVIOURS: ReadonlyArray<Misbehaviour> = [
  ...FRAMING,
  ...TRUNCATION,
  ...HANGS,
  ...BOMBS,
  ...STATUSES,
  ...ENCODINGS,
  ...REDIRECTS,
  ...BODIES
]

const byPath = new Map(MISBEHAVIOURS.map((one) => [one.path, one]))

export const hostileServer = (): Promise<Loopback> =>
  loopback((socket, request) => {
    if (request.path === LANDING) socket.end(reply(200, {}, GOOD))
    else byPath.get(request.path)?.serve(socket, request)
  })
