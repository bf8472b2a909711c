/** A server as the proxy sees it, wherever it runs: it takes lines, gives lines, can be made to wait, and ends. */
import type { Writable } from 'node:stream'
import type { Id } from '../message.js'
import type { MirroringTools } from '../mirrored-params.js'
import type { Loss } from '../open-requests.js'

export interface Server {
  /** Ends its input, asks it to end after so long, and ends it 1,500 ms later. Less patience says anew when. */
  readonly stop: (patienceMs: number) => void
  /** Resolves once no process of it is left. Whoever waits for a response need not wait for that. */
  readonly gone: Promise<void>
  readonly pause: () => void
  readonly resume: () => void
  /** Takes a line at a time. */
  readonly input: Writable
}

/** The tools say which arguments the headers of a request over HTTP repeat. */
export interface ServerListener extends MirroringTools {
  /** `of` is the request in whose stream it came, where that is known. */
  readonly onLine: (line: Buffer, of?: Id) => void
  /** The server responds to this request with a status of HTTP that is no success. */
  readonly onStatus: (id: Id, status: number) => void
  /** No response to this request will come, although the server goes on: what became of it, nobody knows. */
  readonly onLost: (id: Id, why: string, loss?: Loss) => void
  /** The server has forgotten the session, and begun another, in which this request can be made `again`. */
  readonly onRenewed: (id: Id, again: () => void) => void
  /** An answer of the client is not sent: its question is over, maybe with the session that asked. */
  readonly onUnsent?: (what: string) => void
  /** It ended, and all that it wrote has been read; or it never began. Called once. */
  readonly onEnd: (why: string, hasBegun: boolean) => void
}
