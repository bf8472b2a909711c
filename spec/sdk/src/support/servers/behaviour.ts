/** What the tools of both servers answer. */
import { setTimeout } from 'node:timers/promises'

interface Result {
  [key: string]: unknown
  content: Array<{ type: 'text'; text: string }>
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

const said = (text: string): Result => ({ content: [{ type: 'text', text }] })

export const behaviour = {
  said,
  // The SDK's own server would find this out; many others would not.
  orders: (total: unknown): Result => ({ ...said(JSON.stringify({ total })), structuredContent: { total } }),
  cut: (): Result => said('{"orders":[{"total":12'),
  fail: (): Result => ({ ...said('REAL CAUSE: auth failed'), isError: true }),
  // Version 1 of the client forgets whom progress is for once the answer stands in the same chunk.
  done: async (): Promise<Result> => {
    await setTimeout(50)
    return said('done')
  },
  wait: (signal: AbortSignal): Promise<Result> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(said('stopped')), { once: true })
    })
}
