/** Tries the server that a command line names, and ends it with the command. */
import { tryServer, type ServerTrial } from '../../proxy/try-server.js'
import type { Terminal } from '../terminal.js'
import { untilTold } from '../until-told.js'
import { upstreamOf, type Headers } from './upstream.js'

/** Rejects with a UsageError where no server is named. */
export const tryNamedServer = async (
  words: ReadonlyArray<string>,
  headers: Headers,
  terminal: Terminal
): Promise<ServerTrial> => {
  const upstream = upstreamOf(words, headers, terminal.env)
  const { signal, forget } = untilTold(terminal)
  return tryServer(upstream, signal).finally(forget)
}
