/** A small MCP server on its standard streams, which behaves as the names of its tools say. Run as a child process. */
import { closeSync } from 'node:fs'
import { eachLine } from './each-line.js'

interface Request {
  readonly id?: number | string
  readonly method: string
  readonly params?: {
    readonly name?: string
    readonly arguments?: Readonly<Record<string, unknown>>
    readonly _meta?: Readonly<Record<string, unknown>>
    readonly protocolVersion?: string
  }
}

const ORDERS = {
  type: 'object',
  properties: {
    orders: { type: 'array', items: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] } }
  },
  required: ['orders']
}
const TOOLS = [
  { name: 'orders', inputSchema: { type: 'object' }, outputSchema: ORDERS },
  { name: 'delete', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } },
  {
    name: 'echo',
    inputSchema: {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        count: { type: 'integer', 'x-mcp-header': 'Count' }
      }
    }
  },
  ...['cut', 'huge', 'die', 'hang', 'slow', 'garbage'].map((name) => ({
    name,
    inputSchema: { type: 'object' }
  }))
]

const send = (message: object): void => {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
const text = (id: unknown, value: string): void => send({ id, result: { content: [{ type: 'text', text: value }] } })

const call = ({ id, params = {} }: Request): void => {
  const { name, arguments: args = {} } = params
  switch (name) {
    case 'orders': {
      const structuredContent = { orders: [{ total: args['total'] ?? 12 }] }
      return send({
        id,
        result: { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
      })
    }
    case 'meta':
      return text(id, JSON.stringify(params._meta))
    case 'fails':
      return send({ id, result: { content: [{ type: 'text', text: 'There is no such order.' }], isError: true } })
    case 'cut':
      return text(id, '{"orders":[{"total":12')
    // The spacing and the digits are nobody's to change.
    case 'spaced': {
      process.stdout.write(
        `{ "id": ${JSON.stringify(id)},"jsonrpc":"2.0", "result": {"content":[ ], "structuredContent":{"n":12345678901234567890.0}} }\r\n`
      )
      return
    }
    case 'huge':
      return text(id, 'x'.repeat(Number(args['length'])))
    case 'pid':
      return text(id, String(process.pid))
    case 'die':
      return process.exit(7)
    case 'hang':
      return
    case 'delete':
      return process.argv.includes('--hang') ? undefined : text(id, 'deleted')
    case 'mute': {
      setInterval(() => {}, 1000)
      return closeSync(1)
    }
    case 'deaf': {
      setInterval(() => {}, 1000)
      closeSync(0)
      return send({ method: 'notifications/message', params: { level: 'info', data: 'deaf' } })
    }
    case 'slow': {
      const progressToken = params._meta?.['progressToken']
      const ticks = setInterval(
        () => send({ method: 'notifications/progress', params: { progressToken, progress: 1 } }),
        50
      )
      setTimeout(() => {
        clearInterval(ticks)
        text(id, 'at last')
      }, 900)
      return
    }
    case 'busy': {
      const progressToken = params._meta?.['progressToken']
      setInterval(() => send({ method: 'notifications/progress', params: { progressToken, progress: 1 } }), 20)
      return
    }
    // As fast as it is read, for as long as it runs.
    case 'flood': {
      const data = 'x'.repeat(100_000)
      const more = (): void => {
        let isRead = true
        while (isRead)
          isRead = process.stdout.write(
            `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } })}\n`
          )
        process.stdout.once('drain', more)
      }
      return more()
    }
    case 'late': {
      setTimeout(() => text(id, 'too late'), 250)
      return
    }
    case 'garbage': {
      process.stdout.write('Listening on port 3000!\n\n[1,2]\n')
      return text(id, 'fine')
    }
    case 'torn': {
      process.stdout.write('{"jsonrpc":"2.0","id":', () => process.exit(0))
      return
    }
    default:
      return text(id, JSON.stringify(args))
  }
}

const answer = (request: Request): void => {
  const { id, method } = request
  if (method === 'tools/call') return call(request)
  if (id === undefined) return send({ method: 'notifications/message', params: { level: 'info', data: method } })
  if (method === 'tools/list') return send({ id, result: { tools: TOOLS } })
  if (method === 'hang') return
  if (method.startsWith('error ')) return send({ id, error: { code: Number(method.slice(6)), message: 'No.' } })
  if (method === 'initialize' && process.argv.includes('--greet'))
    send({ method: 'notifications/message', params: { level: 'info', data: 'Starting.' } })
  const { protocolVersion } = request.params ?? {}
  send({ id, result: { method, params: request.params ?? null, protocolVersion } })
}

if (process.argv.includes('--stubborn')) {
  process.on('SIGTERM', () => {})
  setInterval(() => {}, 1000)
}
if (process.argv.includes('--die')) process.exit(3)
if (process.argv.includes('--leave')) process.stdin.on('end', () => process.exit(0))
eachLine(process.stdin, (line) => {
  if (line.trim() !== '') answer(JSON.parse(line) as Request)
})
