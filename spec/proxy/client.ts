/** A client of the compiled proxy, and the peer behind it, each a process of its own. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../lib/cli/main.js', import.meta.url))
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
  readonly pid: number
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
  readonly kill: (signal: NodeJS.Signals) => void
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

export const openProxy = (
  options: ReadonlyArray<string> = [],
  server: ReadonlyArray<string> = [process.execPath, PEER],
  cwd?: string
): Client => {
  const child = spawn(process.execPath, [BIN, 'mcp', ...options, '--', ...server], {
    stdio: 'pipe',
    ...(cwd === undefined ? {} : { cwd })
  })
  const lines: Array<string> = []
  const waiting = new Set<(reply: Reply) => void>()
  let stderr = ''
  let serial = 0
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => {})
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    const reply = parsed(line)
    for (const told of waiting) told(reply)
  })
  const ended = new Promise<{ readonly code: number | null; readonly stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stderr }))
  })
  const until = (holds: (reply: Reply) => boolean): Promise<Reply> =>
    new Promise((resolve, reject) => {
      // Lines that come together are all there before anybody can ask for the second.
      const already = lines.map(parsed).find(holds)
      if (already !== undefined) return resolve(already)
      const told = (reply: Reply): void => {
        if (!holds(reply)) return
        waiting.delete(told)
        resolve(reply)
      }
      waiting.add(told)
      ended.then(() => reject(new Error(`the proxy ended: ${stderr}`)), reject)
    })
  const ask = (method: string, params: object = {}): Promise<Reply> => {
    const id = ++serial
    const reply = until((one) => one.id === id && one.method === undefined)
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return reply
  }
  return {
    pid: child.pid as number,
    lines,
    ask,
    until,
    ended,
    write: (text) => {
      child.stdin.write(text)
    },
    call: (name, args = {}, meta) =>
      ask('tools/call', { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) }),
    end: () => {
      child.stdin.end()
      return ended
    },
    kill: (signal) => {
      child.kill(signal)
    },
    told: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(stderr)?.[1]
          if (found !== undefined) resolve(found)
        }
        child.stderr.on('data', look)
        look()
        ended.then(() => reject(new Error(`the proxy ended: ${stderr}`)), reject)
      }),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    }
  }
}

/** The code of the error that a model would read. */
export const codeOf = ({ result }: Reply): string | undefined =>
  result?.isError === true
    ? (JSON.parse(result.content?.[0]?.text ?? '{}') as { readonly code?: string }).code
    : undefined
