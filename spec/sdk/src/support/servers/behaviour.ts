/** What the tools of both servers answer. */
interface Result {
  [key: string]: unknown
  content: Array<{ type: 'text'; text: string }>
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

const said = (text: string): Result => ({ content: [{ type: 'text', text }] })

let progressIsSeen = (): void => undefined

export const behaviour = {
  said,
  // The SDK's own server would find this out; many others would not.
  orders: (total: unknown): Result => {
    progressIsSeen()
    return { ...said(JSON.stringify({ total })), structuredContent: { total } }
  },
  cut: (): Result => said('{"orders":[{"total":12'),
  fail: (): Result => ({ ...said('REAL CAUSE: auth failed'), isError: true }),
  // Answers when the client that saw the progress calls `orders`: version 1 of the client forgets whom progress is for
  // once the answer stands in the same chunk.
  done: (): Promise<Result> =>
    new Promise((resolve) => {
      progressIsSeen = () => resolve(said('done'))
    }),
  wait: (signal: AbortSignal): Promise<Result> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(said('stopped')), { once: true })
    })
}
