/** A proxy on the standard streams: the client at ours, the server at its own. */
import type { Readable, Writable } from 'node:stream'
import { watchClient } from './client-end.js'
import { Flow } from './flow.js'
import type { ProxyGuard } from './guard.js'
import { asLine, LineTooLong, lineSplitter, MAX_MESSAGE_BYTES } from './lines.js'
import { errorLine, RPC_CODES } from './message.js'
import { Relay } from './relay.js'
import type { ProxySettings } from './settings.js'
import { startServer, type Upstream } from './upstream/upstream.js'

// -- model

export interface StdioProxyOptions {
  readonly upstream: Upstream
  readonly stdin: Readable
  readonly stdout: Writable
  /** Aborted when the process must end. */
  readonly signal: AbortSignal
}

interface Ending {
  /** `server`: it never began, or it ended although its client was still there. */
  readonly by: 'client' | 'server'
  readonly why: string
  readonly guard: ProxyGuard
}

const TOO_LONG = `The client sent a message of more than ${MAX_MESSAGE_BYTES} bytes, which is more than any may have.`
const UNJUDGED = 'The client sent a message that holds too much to be judged.'

/** As clients wait after the end of an input before they tell its reader to end. */
const PATIENCE_MS = 2_000
/** For a server whose client is gone. */
const LEFT_PATIENCE_MS = 500
/** What a client sends just after its server ended is still answered. */
const LAST_WORDS_MS = 200

// -- running

/** Runs until the client or the server ends, and has told everybody who waited. */
export const runStdioProxy = (
  settings: ProxySettings,
  { upstream, stdin, stdout, signal }: StdioProxyOptions
): Promise<Ending> =>
  new Promise((resolve) => {
    const parent = process.ppid
    let clientIsGone = false
    let stopWatching: (() => void) | undefined
    const server = startServer(upstream, {
      onLine: (line) => relay.fromServer(line),
      onStatus: (id, status) => relay.responded(id, status),
      mirroredBy: (tool) => relay.guard.catalog.mirroredBy(tool),
      onLost: (id, why, loss) => relay.lost(id, why, loss),
      onRenewed: (id, again) => relay.renewed(id, again),
      onUnsent: (what) => relay.guard.summary.note(what),
      onEnd: (why, hasBegun) => {
        relay.serverGone(why)
        const by = clientIsGone && hasBegun ? 'client' : 'server'
        setTimeout(() => void server.gone.then(() => finish(by, why)), clientIsGone ? 0 : LAST_WORDS_MS)
      }
    })
    const [toClient, toServer] = [new Flow(server), new Flow(stdin)]
    const relay: Relay = new Relay(settings, {
      toClient: (line) => toClient.write(stdout, line),
      toServer: (line) => toServer.write(server.input, line),
      hears: () => true,
      isHttp: upstream.kind === 'address'
    })

    const finish = (by: Ending['by'], why: string): void => {
      relay.close()
      stopWatching?.()
      signal.removeEventListener('abort', leaveTold)
      stdin.removeAllListeners('data').destroy()
      resolve({ by, why, guard: relay.guard })
    }
    const leaveIn = (patienceMs: number) => (): void => {
      clientIsGone = true
      server.stop(patienceMs)
    }
    const [leave, leaveTold] = [leaveIn(LEFT_PATIENCE_MS), leaveIn(0)]
    // A client that only wrote its requests wants their answers all the same, while it is there and no longer than any
    // call may take.
    const leaveOnceAnswered = (): void => {
      if (signal.aborted) return
      clientIsGone = true
      stopWatching = watchClient(stdout, parent, leave)
      setTimeout(leave, settings.maxTimeoutMs).unref()
      // Many servers end at the end of their input, whatever they are at.
      relay.whenAnswered(() => server.stop(PATIENCE_MS))
    }

    const lines = lineSplitter((line) => relay.fromClient(line), MAX_MESSAGE_BYTES)
    stdin.on('data', (chunk: Buffer) => {
      try {
        lines.push(chunk)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        // Nobody knows which request it was, so that none can be refused: whoever waits is told by the end.
        stdin.removeAllListeners('data').resume()
        const why = error instanceof LineTooLong ? TOO_LONG : UNJUDGED
        settings.tell(why)
        toClient.write(stdout, errorLine(null, RPC_CODES.invalidRequest, why))
        leave()
      }
    })
    stdin.on('end', () => {
      const rest = lines.rest()
      if (rest.length > 0) relay.fromClient(asLine(rest))
      leaveOnceAnswered()
    })
    stdin.on('error', leave)
    stdout.on('error', leave)
    signal.addEventListener('abort', leaveTold, { once: true })
    if (signal.aborted) leaveTold()
  })
