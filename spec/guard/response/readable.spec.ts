import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { guardedCall, guardFunctions, openTurn, type Tool } from '../../../lib/index.js'
import { expectRight } from '../../helpers/either.js'
import { startLoopback, type Loopback } from '../../helpers/loopback.js'

const Orders = t.type({ orders: t.array(t.number) })
const BODY = '{"orders":[1,2]}'

/** The way that a server behaves, by the path that it is asked for. */
const WAYS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  fine: (response) => response.end(BODY),
  gzip: (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(BODY)),
  torn: (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(BODY).subarray(0, 20)),
  latin: (response) =>
    response.setHeader('content-type', 'text/plain; charset=latin1').end(Buffer.from('"\xe9"', 'latin1')),
  often: (response) => response.writeHead(429, { 'retry-after': '7' }).end('{"message":"Slow down, please."}'),
  gone: (response) => response.writeHead(404).end('{"message":"There is no order 7."}'),
  down: (response) => response.writeHead(503).end('x'.repeat(100_000)),
  problem: (response) =>
    response
      .setHeader('content-type', 'application/problem+json')
      .end('{"type":"https://example.com/no-credit","title":"Not enough credit.","detail":"Your balance is 30."}'),
  invalid: (response) =>
    response.writeHead(422, { 'content-type': 'application/problem+json' }).end(
      JSON.stringify({
        title: 'Your request is not valid.',
        errors: [
          { detail: 'must be a positive integer', pointer: '#/age' },
          { detail: "must be 'green', 'red' or 'blue'", pointer: '#/profile/color' },
          { detail: `is ${'x'.repeat(500)}`, pointer: '#/note' }
        ]
      })
    ),
  empty: (response) => response.writeHead(204).end(),
  next: (response) => response.setHeader('link', '</next?page=2>; rel="next"').end(BODY),
  announced: (response) => response.writeHead(200, { 'content-length': '5000000' }).write('{'),
  head: (response) => response.writeHead(200, { 'content-length': '50' }).end(),
  long: (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(100_000)));
      response.once('drain', more)
    }
    more()
  },
  cut: (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"orders":[1,')
    setTimeout(() => response.destroy(), 20)
  },
  never: (response) => response.writeHead(200).write('{"orders":[')
}

describe('a Response that a tool returns', () => {
  let server: Loopback
  let closed: Array<Promise<unknown>> = []
  before(async () => {
    server = await startLoopback(({ url = '' }, response) => {
      closed.push(once(response, 'close'))
      WAYS[url.replace(/^\/(\w+).*/, '$1')]?.(response)
    })
  })
  beforeEach(() => {
    closed = []
  })
  after(() => server.close())

  const call = async (way: string, more: Partial<Tool<unknown>> = {}, codec: t.Mixed = Orders): Promise<unknown> => {
    const tool = { name: 'orders', effect: 'read', run: () => fetch(`${server.origin}/${way}`), ...more } as const
    return openTurn().run(guardedCall(tool as Tool<unknown>, codec)({}))
  }
  const told = async (...asked: Parameters<typeof call>) => {
    const result = (await call(...asked)) as E.Either<{ readonly code: string; readonly detail: string }, unknown>
    return E.isLeft(result) ? `${result.left.code}: ${result.left.detail}` : result.right
  }

  it('is read as its status, headers and body say', async () => {
    expect(await told('fine')).to.deep.equal({ orders: [1, 2] })
    expect(await told('gzip')).to.deep.equal({ orders: [1, 2] })
    expect(await told('torn')).to.match(/^(?:truncated|incomplete)_response: /)
    expect(await told('latin', {}, t.string)).to.equal('é')
    expect(await told('empty', {}, t.null)).to.equal(null)
    expect(await told('gone')).to.match(/^not_found: The service answered 404\..*There is no order 7\./)
    expect(await told('problem', {}, t.UnknownRecord)).to.equal(
      'error_in_body: The service answered 200 with a problem (application/problem+json). The tool says: "Your balance is 30.".'
    )
    const invalid = String(await told('invalid'))
    expect(invalid).to.match(
      /The tool says: "Your request is not valid; age: must be a positive integer; profile\.color: must be 'green', 'red' or 'blue'; and 1 more"\.$/
    )
    expect(/says: "(.*)"/.exec(invalid)?.[1]).to.have.length.at.most(300)
    expect(await told('down')).to.match(
      /^tool_unavailable: The service answered 503\. The tool says: "x{100,400}…?"\.$/
    )
    expect(await told('cut')).to.match(/^incomplete_response: The connection ended after 13 bytes/)
    expect(await told('fine', { run: () => new Response(BODY) })).to.deep.equal({ orders: [1, 2] })
    expect(await told('fine', { run: () => fetch(`${server.origin}/head`, { method: 'HEAD' }) }, t.null)).to.equal(null)
  })

  it('says of a 204 that the codec refuses that nobody knows what became of the write', async () => {
    expect(await call('empty', { effect: 'write' })).to.deep.nested.include({
      'left.code': 'empty_body',
      'left.hint': 'It is unknown whether it was executed: verify with a read before doing anything else.'
    })
  })

  it('is rate_limited where it is a 429, with the wait that it asks for', async () => {
    const result = await call('often')
    expect(result).to.deep.nested.include({
      'left.code': 'rate_limited',
      'left.retryAfterMs': 7_000,
      'left.hint': 'The service asks for a wait of 7 seconds. Go on with other work first.'
    })
  })

  it('names the call for the next page, with its payload', async () => {
    const args = t.partial({ page: t.number })
    const result = await call('next', { args: args as t.Type<unknown> })
    expect(result).to.deep.nested.include({
      'left.code': 'more_pages_available',
      'left.data': { orders: [1, 2] },
      'left.next': { tool: 'orders', args: { page: 2 } }
    })
  })

  it('is let go of where it is too long, announced or not', async () => {
    for (const way of ['announced', 'long']) {
      expect(await told(way)).to.equal('too_large: The response is larger than 4194304 bytes.')
      await Promise.all(closed)
    }
    expect(await told('fine', { maxBytes: 10 })).to.equal('too_large: The response is larger than 10 bytes.')
  })

  it('is let go of where its body does not come in time', async () => {
    expect(await told('never', { timeoutMs: 100 })).to.equal('timeout: The tool did not respond within 100 ms.')
    await Promise.all(closed)
    const run = () => fetch(`${server.origin}/never`, { signal: AbortSignal.timeout(50) })
    expect(await told('never', { run })).to.match(/^timeout: The tool gave up waiting/)
  })

  it('proves of a write that failed nothing: the tool may have made other requests', async () => {
    const executedIn = async (way: string): Promise<string> => {
      const result = (await call(way, { effect: 'write' })) as E.Either<{ readonly hint: string }, unknown>
      return E.isLeft(result) ? result.left.hint : 'made'
    }
    expect(await executedIn('fine')).to.equal('made')
    for (const way of ['gone', 'down']) expect(await executedIn(way)).to.match(/^It is unknown whether/)
  })

  it('is text to functions that are guarded in place', async () => {
    const { orders } = guardFunctions(
      { orders: (way: string) => fetch(`${server.origin}/${way}`) },
      { turn: openTurn() }
    )
    expect(await orders('fine')).to.equal(BODY)
    expect(await orders('often').catch((error: Error) => error.message)).to.include('"code":"rate_limited"')
  })

  it('that was read, or pretends to be one, is no data', async () => {
    const run = async (): Promise<Response> => {
      const response = await fetch(`${server.origin}/fine`)
      await response.text()
      return response
    }
    expect(await told('fine', { run })).to.match(/^not_data: /)
    expect(await told('fine', { run: () => Object.create(Response.prototype) as unknown })).to.match(/^not_data: /)
  })
})

describe('a ReadableStream that a tool returns', () => {
  const streamOf = (...chunks: ReadonlyArray<unknown>): ReadableStream =>
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      }
    })
  const call = (run: () => unknown, more: Partial<Tool<unknown>> = {}) =>
    openTurn().run(guardedCall({ name: 'stream', effect: 'read', run, ...more } as Tool<unknown>, Orders)({}))
  const codeOf = async (...asked: Parameters<typeof call>): Promise<unknown> => {
    const result = await call(...asked)
    return E.isLeft(result) ? `${result.left.code}: ${result.left.detail}` : result.right
  }

  it('is read, as text or as bytes', async () => {
    expect(expectRight(await call(() => streamOf('{"orders":', '[1,2]}')))).to.deep.equal({ orders: [1, 2] })
    expect(expectRight(await call(async () => streamOf(Buffer.from(BODY))))).to.deep.equal({ orders: [1, 2] })
  })

  it('is let go of where it is too long, breaks off or holds no text', async () => {
    let cancelled = 0
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue('x'.repeat(10_000)),
      cancel: () => void (cancelled += 1)
    })
    expect(await codeOf(() => endless, { maxBytes: 100_000 })).to.equal(
      'too_large: The response is larger than 100000 bytes.'
    )
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue('{"orders":[1,'),
      pull: (controller) => controller.error(new Error('s3cret-canary'))
    })
    expect(await codeOf(() => broken)).to.match(/^incomplete_response: The stream broke off after \d+ bytes?\./)
    expect(await codeOf(() => streamOf({ orders: [] }))).to.equal(
      'not_data: The tool returned a stream of objects: that is not data.'
    )
    expect(cancelled).to.equal(1)
  })

  it('ends in its time where empty chunks come without a pause', async () => {
    let cancelled = 0
    const empty = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(0)),
      cancel: () => void (cancelled += 1)
    })
    expect(await codeOf(() => empty, { timeoutMs: 20 })).to.match(/^timeout: /)
    expect(cancelled).to.equal(1)
  })
})
