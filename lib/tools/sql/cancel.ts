/** Asks a server to stop what a connection is running: closing the connection alone does not. */
import { connect } from 'node:net'
import type { PgClientLike } from './pg-like.js'

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
export const requestCancel = async (client: PgClientLike): Promise<void> => {
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
  // The server answers nothing, and closes once the other connection was told.
  socket.resume()
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve()).on('close', () => resolve())
  })
}
