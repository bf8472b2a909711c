/**
 * What `guarded-call mcp` adds to a call over stdio: the same server without it and behind it, call by call in turns,
 * in one run.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SELF = fileURLToPath(import.meta.url)
const BIN = fileURLToPath(new URL('../lib/operate/cli/main.js', import.meta.url))
const CALLS = Number(process.argv.find((arg) => /^\d+$/.test(arg)) ?? 4_000)
const WARM_UP = 500

// -- a server with a schema to check

const ITEM = {
  type: 'object',
  properties: { id: { type: 'integer' }, total: { type: 'number' }, status: { enum: ['open', 'paid'] } },
  required: ['id', 'total', 'status']
}
const TOOL = {
  name: 'orders',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', properties: { orders: { type: 'array', items: ITEM } }, required: ['orders'] }
}

const answer = (method: string, rows: number): object => {
  if (method === 'tools/list') return { tools: [TOOL] }
  const structuredContent = { orders: Array.from({ length: rows }, (_, id) => ({ id, total: id / 4, status: 'open' })) }
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

const serve = (): void => {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line) as {
      readonly id: number
      readonly method: string
      readonly params?: { readonly arguments?: { readonly rows: number } }
    }
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, result: answer(method, params?.arguments?.rows ?? 0) })}\n`
    )
  })
}

// -- a client that waits for each answer

interface Client {
  readonly ask: (method: string, params: object) => Promise<number>
  readonly close: () => void
}

const open = (args: ReadonlyArray<string>): Client => {
  const child: ChildProcess = spawn(process.execPath, [...args, SELF, '--serve'], { stdio: ['pipe', 'pipe', 'ignore'] })
  let told = (): void => {}
  let id = 0
  child.stdout?.on('data', (chunk: Buffer) => {
    if (chunk.at(-1) === 0x0a) told()
  })
  return {
    ask: async (method, params) => {
      const line = `${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`
      const started = performance.now()
      await new Promise<void>((resolve) => {
        told = resolve
        child.stdin?.write(line)
      })
      return performance.now() - started
    },
    close: () => child.stdin?.end()
  }
}

const quantile = (sorted: ReadonlyArray<number>, q: number): number =>
  sorted[Math.floor(sorted.length * q)] ?? Number.NaN

const row = (name: string, times: ReadonlyArray<number>): { readonly p50: number; readonly p99: number } => {
  const sorted = [...times].sort((a, b) => a - b)
  const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
  console.log(`  ${name.padEnd(16)} median ${p50.toFixed(3)} ms   p99 ${p99.toFixed(3)} ms`)
  return { p50, p99 }
}

const run = async (rows: number): Promise<void> => {
  const clients = [open([]), open([BIN, 'mcp', '--', process.execPath])] as const
  const times: readonly [Array<number>, Array<number>] = [[], []]
  for (const client of clients) await client.ask('tools/list', {})
  for (let i = 0; i < WARM_UP + CALLS; i++) {
    // Arguments that no budget has seen, and each first in turn.
    for (const at of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const ms = await clients[at].ask('tools/call', { name: 'orders', arguments: { rows, i } })
      if (i >= WARM_UP) times[at].push(ms)
    }
  }
  for (const client of clients) client.close()
  console.log(
    `${CALLS} calls, ${JSON.stringify(answer('tools/call', rows)).length} characters an answer, checked against its schema`
  )
  const [plain, guarded] = [row('server alone', times[0]), row('behind the proxy', times[1])]
  console.log(
    `  the proxy adds   median ${(guarded.p50 - plain.p50).toFixed(3)} ms   p99 ${(guarded.p99 - plain.p99).toFixed(3)} ms`
  )
}

if (process.argv.includes('--serve')) serve()
else for (const rows of [5, 500]) await run(rows)
