/** A connection of `pg` while one call has it: its bytes are counted, and it can be stopped. */
import { connect } from 'node:net'
import { SimpleProtocolError, TooLarge, type TransactionLimits, type Table } from './database.js'
import { orAborted } from './deadline.js'
import { endSession, noteWhere } from './pg-again.js'
import { pgQuery, type PgClientLike, type PgResultLike } from './pg-like.js'

// -- asking the server to stop: closing the connection alone does not

// A request of its own on a connection of its own: length, the number that stands for "cancel", process and key.
// https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
const CANCEL = 80_877_102
const GIVE_UP_MS = 800

type Address = { readonly host: string; readonly port: number } | { readonly path: string }

// The address that the connection itself reached, so that the key goes nowhere else.
const addressOf = ({ connection, host, port }: PgClientLike): Address | undefined => {
  const { remoteAddress, remotePort } = connection?.stream ?? {}
  if (remoteAddress !== undefined && remotePort !== undefined) return { host: remoteAddress, port: remotePort }
  return host?.startsWith('/') === true && port !== undefined ? { path: `${host}/.s.PGSQL.${port}` } : undefined
}

const numberAt = (client: object, key: 'processID' | 'secretKey'): number | undefined => {
  const value: unknown = (client as Record<string, unknown>)[key]
  return typeof value === 'number' ? value : undefined
}

/**
 * Sends the request; never rejects. It has been acted upon when this ends, so that it cannot hit a later query.
 * Where it does not arrive, the server's statement timeout ends the query.
 */
const requestCancel = async (client: PgClientLike): Promise<void> => {
  const address = addressOf(client)
  const processId = numberAt(client, 'processID')
  const key = numberAt(client, 'secretKey')
  if (address === undefined || processId === undefined || key === undefined) return
  const message = new DataView(new ArrayBuffer(16))
  message.setInt32(0, 16)
  message.setInt32(4, CANCEL)
  message.setInt32(8, processId)
  message.setInt32(12, key)
  const socket = connect(address)
  socket.setTimeout(GIVE_UP_MS, () => socket.destroy())
  socket.end(new Uint8Array(message.buffer))
  // The server answers nothing, and closes once the other connection has asked it to stop.
  socket.resume()
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve()).on('close', () => resolve())
  })
}

// -- the connection

/** How long a connection may take to come to rest after its call was given up. */
const GRACE_MS = 1_000

const toTable = ({ rows, fields, command }: PgResultLike): Table => ({
  columns: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
  rows: rows as Table['rows'],
  command
})

interface PgConnection {
  readonly send: (text: string, values?: ReadonlyArray<unknown>) => Promise<Table>
  /**
   * Sends a query of text columns without values. Throws `NotExtended` unless its answer shows that it went over the
   * extended protocol.
   */
  readonly sendProof: (text: string) => Promise<Table>
  /** Bytes are counted from here on. */
  readonly count: () => void
  readonly received: () => number
  readonly isLost: () => boolean
  /**
   * Sends the last statements, behind whatever still runs, and lets go. Never rejects, and ends soon: a connection that
   * does not come to rest is cut.
   */
  readonly finish: (statements: ReadonlyArray<string>) => Promise<void>
}

/**
 * Takes hold of a connection. When the deadline passes, the server is asked to stop; when too many bytes come, the
 * connection is cut.
 */
export const holdConnection = (
  client: PgClientLike,
  { deadline: { signal }, maxBytes }: TransactionLimits
): PgConnection => {
  const stream = client.connection?.stream
  let received = 0
  let tooLarge = false
  let lost = false
  let grace: NodeJS.Timeout | undefined
  let told: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()

  const onError = () => {
    lost = true
  }
  // A server goes on with its statement when the connection is gone, so it is asked to stop first.
  const cut = () => {
    if (lost) return
    lost = true
    told ??= requestCancel(client)
    // A function may swallow the request, and go on; the end of its session it cannot.
    const processId = numberAt(client, 'processID')
    if (processId !== undefined) told = told.then(() => endSession(client, processId))
    if (stream === undefined) client.end().catch(() => undefined)
    else stream.destroy()
  }
  // Bytes are counted before the driver has put a row together: one cell may be larger than the memory.
  const onData = (chunk: Uint8Array) => {
    received += chunk.byteLength
    if (received <= maxBytes || tooLarge) return
    tooLarge = true
    cut()
  }
  const onAbort = () => {
    told ??= requestCancel(client)
    grace = setTimeout(cut, GRACE_MS)
  }

  noteWhere(client)
  client.on('error', onError)
  stream?.on('data', onData)
  signal.addEventListener('abort', onAbort, { once: true })

  const query = (text: string, values?: ReadonlyArray<unknown>, binary?: boolean): Promise<PgResultLike> => {
    const result = client.query(pgQuery(text, values, binary))
    last = result.catch(() => undefined)
    return result
  }

  const inTime = async (result: Promise<PgResultLike>): Promise<PgResultLike> => {
    try {
      return await orAborted(result, signal)
    } catch (thrown) {
      throw tooLarge ? new TooLarge() : thrown
    }
  }

  return {
    send: async (text, values) => toTable(await inTime(query(text, values))),
    sendProof: async (text) => {
      const result = await inTime(query(text, [], true))
      // The simple protocol knows no binary results. For text, they are the same bytes.
      if (!result.fields.some(({ format }) => format === 'binary')) throw new SimpleProtocolError()
      return toTable(result)
    },
    count: () => {
      received = 0
    },
    received: () => received,
    isLost: () => lost,
    finish: async (statements) => {
      try {
        await told
        // pg 9 will refuse a query while another one runs.
        await last
        for (const text of statements) if (!lost) await query(text)
      } catch {
        // The response stands: what could not be cleaned is cut, and a pool closes it in any case.
        cut()
      }
      clearTimeout(grace)
      signal.removeEventListener('abort', onAbort)
      stream?.removeListener('data', onData)
      client.removeListener('error', onError)
    }
  }
}
