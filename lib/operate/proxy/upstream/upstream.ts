/** The server that is guarded: a command on this machine, or an address of Streamable HTTP. */
import { openRemote } from './open-remote.js'
import type { Server, ServerListener } from './server.js'
import { startProcess } from './server-process.js'

export type Upstream =
  | { readonly kind: 'command'; readonly command: string; readonly args: ReadonlyArray<string> }
  | { readonly kind: 'address'; readonly url: URL; readonly headers: Readonly<Record<string, string>> }

export const startServer = (upstream: Upstream, listener: ServerListener): Server =>
  upstream.kind === 'command'
    ? startProcess(upstream.command, upstream.args, listener)
    : openRemote(upstream.url, upstream.headers, listener)
