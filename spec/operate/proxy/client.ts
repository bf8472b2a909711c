/** A client of the proxy, which runs in this process or in one of its own; the peer behind it is always one. */
import { fileURLToPath } from 'node:url'
import { watchShown } from '../../helpers/canary.js'
import { startBin, type BinOptions } from '../cli/bin.js'
import { startCommand, type CommandOptions, type Started } from '../cli/command.js'
import { eachLine } from './each-line.js'

export const PEER = fileURLToPath(new URL('peer.js', import.meta.url))

export interface Reply {
  readonly id?: number | string
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: {
    readonly content?: ReadonlyArray<{ readonly text: string }>
    readonly isError?: boolean
    readonly [key: string]: unknown
  }
  readonly error?: { readonly code: number; readonly message: string; readonly data?: { readonly code: string } }
}

export interface Client {
  /** Every line that came, as it came. */
  readonly lines: ReadonlyArray<string>
  readonly write: (text: string) => void
  /** Sends a request and waits for its answer. */
  readonly ask: (method: string, params?: object) => Promise<Reply>
  readonly call: (name: string, args?: object, meta?: object) => Promise<Reply>
  /** The first that came, or comes, of which this holds. */
  readonly until: (holds: (reply: Reply) => boolean) => Promise<Reply>
  /** Ends the input and waits for the end. */
  readonly end: () => Promise<{ readonly code: number | null; readonly stderr: string }>
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>
  readonly kill: Started['kill']
  /** Ends it, and with it its server. */
  readonly stop: () => Promise<unknown>
  /** What stands on the standard error in the first group of this pattern, once it does. */
  readonly told: (pattern: RegExp) => Promise<string>
}

const parsed = (line: string): Reply => {
  try {
    return JSON.parse(line) as Reply
  } catch {
    return {}
  }
}

const clientOf = ({ stdin, stdout, stderr, kill, ended: exited }: Started): Client => {
  const lines: Array<string> = []
  const waiting = new Set<(reply: Reply) => void>()
  let told = ''
  let serial = 0
  stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  stdin.on('error', () => {})
  eachLine(stdout, (line) => {
    lines.push(line)
    const reply = parsed(line)
    for (const hear of waiting) hear(reply)
  })
  const ended = exited.then((code) => {
    watchShown('what a client hears', lines.join('\n'))
    watchShown('what an operator is told', told)
    return { code, stderr: told }
  })
  const until = (holds: (reply: Reply) => boolean): Promise<Reply> =>
    new Promise((resolve, reject) => {
      // Lines that come together are all there before anybody can ask for the second.
      const already = lines.map(parsed).find(holds)
      if (already !== undefined) return resolve(already)
      const hear = (reply: Reply): void => {
        if (!holds(reply)) return
        waiting.delete(hear)
        resolve(reply)
      }
      waiting.add(hear)
      ended.then(() => reject(new Error(`the proxy ended: ${told}`)), reject)
    })
  const ask = (method: string, params: object = {}): Promise<Reply> => {
    const id = ++serial
    const reply = until((one) => one.id === id && one.method === undefined)
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return reply
  }
  return {
    lines,
    ask,
    until,
    ended,
    kill,
    write: (text) => {
      stdin.write(text)
    },
    call: (name, args = {}, meta) =>
      ask('tools/call', { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) }),
    end: () => {
      stdin.end()
      return ended
    },
    told: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(told)?.[1]
          if (found !== undefined) resolve(found)
        }
        stderr.on('data', look)
        look()
        ended.then(() => reject(new Error(`the proxy ended: ${told}`)), reject)
      }),
    stop: () => {
      kill('SIGTERM')
      return ended
    }
  }
}

const OWN_PEER: ReadonlyArray<string> = [process.execPath, PEER]

const commandLine = (options: ReadonlyArray<string>, server: ReadonlyArray<string>): ReadonlyArray<string> => [
  'mcp',
  ...options,
  '--',
  ...server
]

/** Opens a proxy in this process. */
export const openProxy = (
  options: ReadonlyArray<string> = [],
  server: ReadonlyArray<string> = OWN_PEER,
  at: CommandOptions = {}
): Client => clientOf(startCommand(commandLine(options, server), at))

/** Opens a proxy in a process of its own. */
export const openProxyProcess = (
  options: ReadonlyArray<string> = [],
  server: ReadonlyArray<string> = OWN_PEER,
  at: BinOptions = {}
): Client => clientOf(startBin(commandLine(options, server), at))

/** The code of the error that a model would read. */
export const codeOf = ({ result }: Reply): string | undefined =>
  result?.isError === true
    ? (JSON.parse(result.content?.[0]?.text ?? '{}') as { readonly code?: string }).code
    : undefined

export interface Asked {
  readonly method?: string
  readonly params?: { readonly name?: string; readonly _meta?: Readonly<Record<string, unknown>> }
}

/** The headers of a request without a session, which say again what its body says. */
export const repeated = ({ method = '', params }: Asked): Readonly<Record<string, string>> => {
  const revision = params?._meta?.['io.modelcontextprotocol/protocolVersion']
  return typeof revision === 'string'
    ? {
        'mcp-protocol-version': revision,
        'mcp-method': method,
        ...(params?.name === undefined ? {} : { 'mcp-name': params.name })
      }
    : {}
}
