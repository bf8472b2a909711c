/** A loopback service that answers with recorded GitHub payloads and misbehaves by switch. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { misbehave, sendJson, type Misbehaviour } from './misbehaviour.js'
import {
  recordedIssues,
  recordedLabels,
  recordedNotFound,
  recordedRepository,
  recordedSearch,
  recordedWebhookIssue
} from './recorded.js'

// -- model

export interface GithubService {
  readonly origin: string
  /** Requests that arrived so far. */
  readonly requests: () => number
  /** Labels that were really added: what a write did, whatever its answer said. */
  readonly labelsAdded: () => number
  /** From now on; `undefined` makes it well again. `/mirror/…` serves the same and is always well. */
  readonly misbehave: (how: Misbehaviour | undefined) => void
  readonly close: () => Promise<void>
}

// -- answers

interface Answer {
  readonly status: number
  readonly data: unknown
  readonly headers?: Record<string, string>
}

const ok = (data: unknown): Answer => ({ status: 200, data })
const notFound: Answer = { status: 404, data: recordedNotFound }

const positive = (text: string | null, otherwise: number): number => Math.max(1, Number(text ?? otherwise) || otherwise)

const page = (url: URL): Answer => {
  const perPage = positive(url.searchParams.get('per_page'), 30)
  const at = positive(url.searchParams.get('page'), 1)
  const data = recordedIssues.slice((at - 1) * perPage, at * perPage)
  if (at * perPage >= recordedIssues.length) return ok(data)
  const next = new URL(url)
  next.searchParams.set('page', String(at + 1))
  return { status: 200, data, headers: { link: `<${next.href}>; rel="next"` } }
}

const search = (query: string): unknown => {
  if (query.includes('sesame')) return recordedSearch
  const items = recordedIssues.filter((issue) => issue.title === query)
  return { total_count: items.length, incomplete_results: false, items }
}

const found = (data: unknown): Answer => (data === undefined ? notFound : ok(data))

const ROUTES: ReadonlyArray<readonly [RegExp, (url: URL, id: number) => Answer]> = [
  [/^GET \/repos\/octokit-fixture-org\/paginate-issues\/issues$/, page],
  [
    /^GET \/repos\/octokit-fixture-org\/paginate-issues\/issues\/(\d+)$/,
    (_, id) => found(recordedIssues.find((issue) => issue.number === id))
  ],
  [/^GET \/repos\/Codertocat\/Hello-World\/issues\/(\d+)$/, (_, id) => found(recordedWebhookIssue(id))],
  [/^GET \/repos\/octokit-fixture-org\/hello-world$/, () => ok(recordedRepository)],
  [/^GET \/search\/issues$/, (url) => ok(search(url.searchParams.get('q') ?? ''))],
  [/^(?:GET|POST) \/repos\/octokit-fixture-org\/add-labels-to-issue\/issues\/1\/labels$/, () => ok(recordedLabels)]
]

const answer = (method: string, url: URL): Answer => {
  const line = `${method} ${url.pathname.replace(/^\/mirror/, '')}`
  for (const [pattern, reply] of ROUTES) {
    const match = pattern.exec(line)
    if (match !== null) return reply(url, Number(match[1]))
  }
  return notFound
}

// -- the server

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

export const startGithubService = async (): Promise<GithubService> => {
  let requests = 0
  let labelsAdded = 0
  let left = 0
  let how: Misbehaviour | undefined

  const mishap = (url: URL): Misbehaviour | undefined => {
    if (url.pathname.startsWith('/mirror/') || left === 0) return undefined
    left--
    return how
  }

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    requests++
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const { status, data, headers } = answer(request.method ?? 'GET', url)
    const wrong = mishap(url)
    if (request.method === 'POST' && status === 200 && wrong?.kind !== 'status') labelsAdded++
    if (wrong === undefined) sendJson(response, status, data, headers)
    else misbehave(wrong, request, response, data, headers)
  }

  const server = createServer(serve)
  const origin = await listen(server)
  return {
    origin,
    requests: () => requests,
    labelsAdded: () => labelsAdded,
    misbehave: (next) => {
      how = next
      left = next?.times ?? Infinity
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
