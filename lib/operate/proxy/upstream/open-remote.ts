/** Opens a server at an address, as one that takes lines. */
import { Writable } from 'node:stream'
import { RemoteServer } from './remote-server.js'
import type { Server, ServerListener } from './server.js'

/** Connects with the first message; until then, nobody is asked anything. */
export const openRemote = (url: URL, headers: Readonly<Record<string, string>>, listener: ServerListener): Server => {
  const remote = new RemoteServer(url, headers, listener)
  return {
    input: new Writable({ write: (line: Buffer, _encoding, done) => remote.send(line, () => done()) }),
    pause: () => remote.bodies.pause(),
    resume: () => remote.bodies.resume(),
    stop: (patienceMs) => remote.stop(patienceMs)
  }
}
