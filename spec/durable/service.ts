/** A service that takes orders, kills its caller where the plan says, and remembers what it did. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Request {
  readonly workflow: string
  readonly sku: string
  readonly operationId: string
  readonly keyed?: boolean
  readonly pid: number
  readonly killAt: string
}

export interface Service {
  readonly url: string
  /** The ids of the orders that were placed. */
  readonly placed: (workflow: string, sku: string) => ReadonlyArray<string>
  readonly close: () => void
}

const bodyOf = async (request: IncomingMessage): Promise<Request> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text) as Request
}

export const startService = async (): Promise<Service> => {
  const orders = new Map<string, Array<string>>()
  const byOperation = new Map<string, string>()
  const voided = new Set<string>()

  const dies = ({ sku, killAt, pid }: Request, when: string): boolean => {
    if (killAt !== (sku === 'second' ? `second:${when}` : when)) return false
    process.kill(pid, 'SIGKILL')
    return true
  }

  const place = (asked: Request): unknown => {
    const { workflow, sku, operationId, keyed } = asked
    const before = byOperation.get(operationId)
    if (keyed === true && before !== undefined) return { id: before }
    // Whoever was told that it did not happen is not made a liar by a request that comes late.
    if (voided.has(operationId)) return { void: true }
    if (dies(asked, 'service-before-commit')) return {}
    const name = `${workflow} ${sku}`
    const ids = orders.get(name) ?? []
    const id = `${name} ${ids.length + 1}`
    orders.set(name, [...ids, id])
    byOperation.set(operationId, id)
    dies(asked, 'service-after-commit')
    return { id }
  }

  const verify = ({ operationId }: Request): unknown => {
    const id = byOperation.get(operationId)
    if (id === undefined) voided.add(operationId)
    return id === undefined ? 'not_executed' : { answer: { id } }
  }

  const server = createServer((request, response) => {
    void bodyOf(request).then((asked) => {
      response.end(JSON.stringify(request.url === '/verify' ? verify(asked) : place(asked)))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    placed: (workflow, sku) => orders.get(`${workflow} ${sku}`) ?? [],
    close: () => server.close()
  }
}
