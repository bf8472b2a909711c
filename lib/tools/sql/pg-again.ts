/**
 * Opens one more connection as a `pg` client opened its own: in place of one that was cut, or to end a session that
 * does not listen.
 */
import { ignoreClientErrors } from '../../core/foreign/index.js'
import { orAborted } from './deadline.js'
import { pgQuery, type PgClientLike } from './pg-like.js'

/** A client that has not connected yet. */
interface UnconnectedClient extends PgClientLike {
  connect(): Promise<unknown>
}

type KnownClient = PgClientLike & {
  readonly connectionParameters?: object
  readonly password?: unknown
  readonly ssl?: unknown
}

// Clients whose stream leads elsewhere than their parameters say: a password goes nowhere else than it went before.
const elsewhere = new WeakSet<PgClientLike>()

/** Looks, while a client is connected, whether another one could be opened by its parameters. */
export const noteWhere = (client: PgClientLike): void => {
  const { connection, host, port } = client
  const { remotePort } = connection?.stream ?? {}
  if (host?.startsWith('/') !== true && remotePort !== undefined && remotePort !== port) elsewhere.add(client)
}

/** A client of the same kind for the same server; undefined where nothing shows how the other one was made. */
const unconnected = (client: KnownClient): UnconnectedClient | undefined => {
  const { connectionParameters, constructor, host, port, password, ssl } = client
  if (connectionParameters === undefined || constructor === Object || elsewhere.has(client)) return undefined
  const Client = constructor as new (config: object) => UnconnectedClient
  const made = new Client({ ...connectionParameters, host, port, password, ssl })
  ignoreClientErrors(made)
  return made
}

/**
 * How many bytes a server may say before a connection is open: what it answers to a login, with room for its settings.
 */
const MAX_OPENING_BYTES = 1024 ** 2
const LOOK_MS = 10

/** Destroys a connection that is being opened once the call is over, or its server has said too much. */
export const watchOpening = (opened: PgClientLike, signal: AbortSignal): { readonly stop: () => void } => {
  const stream = opened.connection?.stream
  const cut = (): void => void stream?.destroy()
  const look = setInterval(() => {
    if ((stream?.bytesRead ?? 0) > MAX_OPENING_BYTES) cut()
  }, LOOK_MS)
  signal.addEventListener('abort', cut, { once: true })
  return {
    stop: () => {
      clearInterval(look)
      signal.removeEventListener('abort', cut)
    }
  }
}

/** Connects one more client; rejects where that cannot be done, and leaves nothing open then. */
export const openAgain = async (client: PgClientLike, signal: AbortSignal): Promise<PgClientLike> => {
  const again = unconnected(client)
  if (again === undefined) throw new Error('the client cannot be opened again')
  const watch = watchOpening(again, signal)
  try {
    await orAborted(again.connect(), signal)
    return again
  } catch (thrown) {
    again.connection?.stream.destroy()
    throw thrown
  } finally {
    watch.stop()
  }
}

const END_MS = 1_500

/**
 * Has the server end the session of a client, whatever runs in it; never rejects, and takes no longer than a moment.
 */
export const endSession = async (client: PgClientLike, processId: number): Promise<void> => {
  const signal = AbortSignal.timeout(END_MS)
  try {
    const again = await openAgain(client, signal)
    const asked = again.query(pgQuery('SELECT pg_terminate_backend($1)', [processId]))
    await orAborted(asked, signal).catch(() => undefined)
    again.connection?.stream.destroy()
  } catch {
    // A server that takes no connection, or has another way in, ends the session when its statement is over.
  }
}
