/** The server that is guarded: a command on this machine, or an address of Streamable HTTP. */
import { Writable } from 'node:stream'
import { RemoteServer } from './remote-server.js'
import type { Server, ServerListener } from './server.js'
import { startProcess } from './server-process.js'

export type Upstream =
  | { readonly kind: 'command'; readonly command: string; readonly args: ReadonlyArray<string> }
  | { readonly kind: 'address'; readonly url: URL; readonly headers: Readonly<Record<string, string>> }

/** Connects with the first message; until then, nobody is asked anything. */
const openRemote = (url: URL, headers: Readonly<Record<string, string>>, listener: ServerListener): Server => {
  const remote = new RemoteServer(url, headers, listener)
  return {
    input: new Writable({ write: (line: Buffer, _encoding, done) => remote.send(line, () => done()) }),
    pause: () => remote.bodies.pause(),
    resume: () => remote.bodies.resume(),
    stop: () => remote.stop(),
    gone: Promise.resolve()
  }
}

export const startServer = (upstream: Upstream, listener: ServerListener): Server =>
  upstream.kind === 'command'
    ? startProcess(upstream.command, upstream.args, listener)
    : openRemote(upstream.url, upstream.headers, listener)
