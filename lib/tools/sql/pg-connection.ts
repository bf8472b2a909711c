/** A connection of `pg` while one call has it: its bytes are counted, and it can be cut. */
import { requestCancel } from './cancel.js'
import { Aborted, orAborted } from './deadline.js'
import { TooLarge, type Limits, type Table } from './database.js'
import type { PgClientLike, PgQueryLike, PgResultLike } from './pg-like.js'

const LEAVE_CELLS = { getTypeParser: () => (cell: string): string => cell }

const toTable = ({ rows, fields }: PgResultLike): Table => ({
  columns: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
  rows: rows as Table['rows']
})

export interface PgConnection {
  readonly send: (text: string, values?: ReadonlyArray<unknown>) => Promise<Table>
  /** Sends a query without values, and tells whether its answer shows that it went over the extended protocol. */
  readonly sendProof: (text: string) => Promise<boolean>
  readonly received: () => number
  /** The connection is gone, or was cut here. */
  readonly isLost: () => boolean
  /** Stops listening; the connection may then be used by others. */
  readonly letGo: () => void
}

/** Takes hold of a connection. It is cut when the deadline passes or too many bytes come; what waits for it then fails. */
export const holdConnection = (client: PgClientLike, { deadline: { signal }, maxBytes }: Limits): PgConnection => {
  const stream = client.connection?.stream
  let received = 0
  let lost = false
  let tooLarge = false

  const cut = () => {
    if (lost) return
    lost = true
    requestCancel(client)
    if (stream === undefined) client.end().catch(() => undefined)
    else stream.destroy()
  }
  // Bytes are counted before the driver has put a row together: one cell may be larger than the memory.
  const countBytes = (chunk: Uint8Array) => {
    received += chunk.byteLength
    if (received <= maxBytes) return
    tooLarge = true
    cut()
  }

  const onError = () => { lost = true }

  stream?.on('data', countBytes)
  client.on('error', onError)
  signal.addEventListener('abort', cut, { once: true })

  const query = async (text: string, values: ReadonlyArray<unknown>, binary: boolean): Promise<PgResultLike> => {
    const config: PgQueryLike = { text, values: [...values], queryMode: 'extended', rowMode: 'array', binary, types: LEAVE_CELLS }
    try {
      return await orAborted(client.query(config), signal)
    } catch (thrown) {
      if (tooLarge) throw new TooLarge()
      throw signal.aborted ? new Aborted() : thrown
    }
  }

  return {
    send: async (text, values = []) => toTable(await query(text, values, false)),
    sendProof: async (text) => {
      const { fields } = await query(text, [], true)
      // The simple protocol knows no binary results.
      return fields.every(({ format }) => format === 'binary')
    },
    received: () => received,
    isLost: () => lost,
    letGo: () => {
      stream?.removeListener('data', countBytes)
      client.removeListener('error', onError)
      signal.removeEventListener('abort', cut)
    }
  }
}
