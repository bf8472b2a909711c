/**
 * Every code that a tool's answer can get, provoked through a real boundary: HTTP over loopback; a Postgres in
 * codes-postgres.slow.spec.ts.
 */
import { expect } from 'chai'
import * as t from 'io-ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { guardedCall, openSession, toModelText, type Tool, type ToolError } from '../../lib/index.js'
import type { TurnOptions } from '../../lib/guard/turn.js'
import { httpTool } from '../../lib/tools/http/index.js'
import { CANARIES, watchShown } from '../helpers/canary.js'
import { expectLeft } from '../helpers/either.js'
import { startLoopback, type Loopback } from '../helpers/loopback.js'

const Orders = t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })
// Every log line of these specs is searched for what must not be shown.
const watchedTurn = (options: TurnOptions = {}) =>
  openSession({ logger: { log: (...line: ReadonlyArray<unknown>) => watchShown('a log line', line) } }).openTurn(
    options
  )

const whole = '{"orders":[{"id":1,"total":12},{"id":2,"total":13}]}'

type Answer = string | Uint8Array | ((response: ServerResponse, request: IncomingMessage) => void)

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = '{"message":"no"}'): Answer =>
  (response) =>
    response.writeHead(code, headers).end(body)

const short: Answer = (response) => {
  response.writeHead(200, { 'content-length': String(whole.length) })
  response.write(whole.slice(0, 40))
  setTimeout(() => response.destroy(), 5)
}

/** What the service answers, the class and code that must come of it, and what the detail must say. */
const BODIES: Readonly<Record<string, readonly [Answer, ToolError['error_class'], RegExp?]>> = {
  empty_body: ['  \n', 'schema_mismatch', /white space/],
  html_response: ['<!doctype html><title>Login</title>', 'schema_mismatch'],
  not_json: ['Rain in Oslo, 4 degrees', 'schema_mismatch'],
  invalid_json: ['{"orders":[{"id":1,,}]}', 'schema_mismatch', /line 1.*orders\[0\]|orders\[0\].*line 1/],
  truncated_response: [whole.slice(0, 28), 'schema_mismatch', /orders\[0\]\.total.*28|28.*orders\[0\]\.total/],
  leading_data: [`Warning: deprecated\n${whole}`, 'schema_mismatch'],
  trailing_data: [`${whole} -- done`, 'schema_mismatch'],
  multiple_documents: [`${whole}\n${whole}`, 'schema_mismatch'],
  nan_or_infinity: ['{"orders":[{"id":1,"total":NaN}]}', 'schema_mismatch', /orders\[0\]\.total/],
  double_encoded: [JSON.stringify(whole), 'schema_mismatch'],
  not_text: [new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 'schema_mismatch'],
  too_deep: [`{"orders":${'['.repeat(300)}${']'.repeat(300)}}`, 'schema_mismatch', /200 levels/],
  too_large: [`{"orders":[],"x":"${'y'.repeat(5_000_000)}"}`, 'schema_mismatch', /4194304/],
  schema_violation: [
    '{"orders":[{"id":"1","total":null},{"id":2}]}',
    'schema_mismatch',
    /^orders\[0\]\.id: expected number, received a number in quotes \(\+2 more\)$/
  ],
  unauthorized: [status(401), 'schema_mismatch'],
  incomplete_response: [short, 'partial_data', /40 bytes/],
  rate_limited: [status(429, { 'retry-after': '120' }), 'partial_data'],
  tool_unavailable: [status(503), 'partial_data'],
  timeout: [() => {}, 'partial_data', /300 ms/],
  more_pages_available: [status(200, { link: '</orders?page=2>; rel="next"' }, whole), 'partial_data'],
  not_found: [status(404), 'semantic_garbage'],
  rejected_arguments: [status(422), 'semantic_garbage'],
  unsafe_integer: ['{"orders":[{"id":9007199254740993,"total":1}]}', 'semantic_garbage', /^orders\[0\]\.id/]
}

describe('the code of an answer over HTTP', () => {
  let service: Loopback
  before(async () => {
    service = await startLoopback((request, response) => {
      const [answer] = BODIES[new URL(request.url ?? '/', 'http://x').pathname.slice(1)] ?? ['{}']
      response.setHeader('x-served-by', CANARIES[0] ?? '')
      response.statusMessage = `Secret ${CANARIES[1]}`
      if (typeof answer === 'function') answer(response, request)
      else response.end(answer)
    })
  })
  after(() => service.close())

  const fetching = (path: string): Tool<unknown> =>
    httpTool({
      name: 'get_orders',
      effect: 'read',
      timeoutMs: path === 'timeout' ? 300 : 5_000,
      allowOrigins: [service.origin],
      request: () => ({
        url: `${service.origin}/${path}?api_key=${CANARIES[0]}`,
        headers: { authorization: `Bearer ${CANARIES[0]}`, 'x-api-key': CANARIES[1] ?? '' }
      })
    })

  for (const [code, [, error_class, detail]] of Object.entries(BODIES)) {
    it(`is ${code}`, async () => {
      const error = expectLeft(await watchedTurn().run(guardedCall(fetching(code), Orders)()))
      expect({ error_class: error.error_class, code: error.code }).to.deep.equal({ error_class, code })
      if (detail !== undefined) expect(error.detail).to.match(detail)
    })
  }

  it('is forbidden_url outside the allowed origins, and nothing is sent', async () => {
    const tool = httpTool({
      name: 'get',
      effect: 'read',
      allowOrigins: ['https://api.example.com'],
      request: () => ({ url: `${service.origin}/empty_body` })
    })
    expect(expectLeft(await watchedTurn().run(guardedCall(tool, Orders)())).code).to.equal('forbidden_url')
  })

  it('is incomplete_response with the whole elements where the tool salvages', async () => {
    const salvaging = { ...fetching('truncated_response'), salvage: 'orders' }
    expect(expectLeft(await watchedTurn().run(guardedCall(salvaging, Orders)())).code).to.equal('truncated_response')
    const saved = expectLeft(
      await watchedTurn().run(guardedCall({ ...fetching('incomplete_response'), salvage: 'orders' }, Orders)())
    )
    expect(saved).to.deep.include({
      error_class: 'partial_data',
      code: 'incomplete_response',
      data: [{ id: 1, total: 12 }]
    })
  })

  it('is retry_budget_exceeded where the same call comes a fourth time', async () => {
    const turn = watchedTurn()
    const call = guardedCall(fetching('not_json'), Orders)
    for (let i = 0; i < 3; i++) await turn.run(call())
    expect(expectLeft(await turn.run(call()))).to.include({
      code: 'retry_budget_exceeded',
      error_class: 'schema_mismatch'
    })
  })

  it('is cancelled where the caller gave up, and tool_unavailable where nobody listens', async () => {
    const abort = new AbortController()
    const waiting = watchedTurn({ signal: abort.signal }).run(guardedCall(fetching('timeout'), Orders)())
    setTimeout(() => abort.abort(), 20)
    expect(expectLeft(await waiting).code).to.equal('cancelled')
    const gone = await startLoopback(() => {})
    await gone.close()
    const call = guardedCall(
      httpTool({ name: 'gone', effect: 'read', allowOrigins: [gone.origin], request: () => ({ url: gone.origin }) }),
      Orders
    )
    expect(expectLeft(await watchedTurn().run(call()))).to.include({
      error_class: 'partial_data',
      code: 'tool_unavailable'
    })
  })

  it('is too_long_for_model where the text would be', async () => {
    const rows = await watchedTurn().run(guardedCall(fetching('schema_violation'), t.unknown)())
    expect(JSON.parse(toModelText(rows, { maxChars: 10 }))).to.include({
      error_class: 'partial_data',
      code: 'too_long_for_model'
    })
  })

  it('is that of the body for a tool that returns its Response, and for one that throws what it could not parse', async () => {
    const returning = guardedCall(
      { name: 'raw', effect: 'read', run: () => fetch(`${service.origin}/not_json`) },
      Orders
    )
    expect(expectLeft(await watchedTurn().run(returning()))).to.include({ code: 'not_json' })
    const throwing = guardedCall(
      { name: 'raw', effect: 'read', run: async () => await (await fetch(`${service.origin}/not_json`)).json() },
      Orders
    )
    expect(expectLeft(await watchedTurn().run(throwing()))).to.include({
      code: 'not_json',
      detail: 'The tool read something that is not JSON.'
    })
  })

  it('is store_unavailable where a write meets a store that is down', async () => {
    const down = async () => await Promise.reject(new Error('down'))
    const turn = openSession({ store: { append: down, close: down } }).openTurn()
    expect(
      expectLeft(await turn.run(guardedCall({ ...fetching('not_json'), effect: 'write' }, Orders)())).code
    ).to.equal('store_unavailable')
  })
})
