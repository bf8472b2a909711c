/** A payment service that answers each delivery as its script says, and counts what took effect. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How a delivery is answered: paid; paid, and the connection cut; cut before anything; or a status ahead of everything
 * else, keys too.
 */
export type Script = ReadonlyArray<'pay' | 'pay-cut' | 'cut' | number>

export interface PaymentService {
  readonly url: string
  /** Scripts a job: one answer a delivery, and the last for all that follow. */
  readonly script: (job: string, script: Script) => void
  readonly payments: (job: string) => ReadonlyArray<{ readonly id: string; readonly key: string }>
  /** The operations of a job whose requests came, whatever became of them. */
  readonly asked: (job: string) => ReadonlyArray<string>
  readonly close: () => void
}

export const startPaymentService = async (): Promise<PaymentService> => {
  const scripts = new Map<string, Script>()
  const paid = new Map<string, ReadonlyArray<{ readonly id: string; readonly key: string }>>()
  const asked = new Map<string, ReadonlyArray<string>>()
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const job = searchParams.get('job') ?? ''
    const key = String(request.headers['idempotency-key'] ?? searchParams.get('operation'))
    const payments = paid.get(job) ?? []
    const known = payments.find((payment) => payment.key === key)
    const answer = (body: unknown): void => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    }
    if (path === '/verify') return answer(known ?? null)
    asked.set(job, [...(asked.get(job) ?? []), key])
    const script = scripts.get(job) ?? ['pay']
    const how = script[Math.min(Number(searchParams.get('delivery')), script.length) - 1]
    if (typeof how === 'number') {
      response.statusCode = how
      return answer({ error: { message: 'Not now.' } })
    }
    if (how === 'cut') return void response.destroy()
    const isKeyed = request.headers['idempotency-key'] !== undefined
    const payment = (isKeyed ? known : undefined) ?? { id: `${job} ${payments.length + 1}`, key }
    if (payment !== known) paid.set(job, [...payments, payment])
    if (how === 'pay-cut') return void response.destroy()
    answer({ id: payment.id })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: (job, script) => void scripts.set(job, script),
    asked: (job) => asked.get(job) ?? [],
    payments: (job) => paid.get(job) ?? [],
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
