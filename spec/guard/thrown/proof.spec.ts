import { expect } from 'chai'
import { got } from 'got'
import * as t from 'io-ts'
import { get } from 'node:http'
import { provesRefusal } from '../../../lib/guard/thrown/proof.js'
import { guardedCall, memoryLedger, openSession } from '../../../lib/index.js'
import { startLoopback } from '../../helpers/loopback.js'

const error = (fields: object, message = 'Payment failed', name = 'Error'): Error =>
  Object.assign(new Error(message), { name, ...fields })

const behind = (cause: unknown, depth: number): unknown =>
  depth === 0 ? cause : behind(new Error(`Payment failed ${depth}`, { cause }), depth - 1)

/** What got throws of that status. */
const refusedBy = async (status: number): Promise<unknown> => {
  const { origin, close } = await startLoopback((_, response) => {
    response.writeHead(status).end('{"error":{"message":"No customer 9"}}')
  })
  const thrown = await got.post(origin).catch((each: unknown) => each)
  await close()
  return thrown
}

const BODY = '{"created":["a","b"],"failed":["c"]}'

const readOf = async (status: number, fields: object = {}): Promise<Response> => {
  const response = Object.assign(new Response(BODY, { status }), fields)
  await response.text()
  return response
}

/** A body that only code of its class tells. */
class Hidden {
  readonly #created = ['a']
  get size(): number {
    return this.#created.length
  }
}

const PROOFS: ReadonlyArray<unknown> = [
  ...[400, 401, 402, 403, 404, 422, 423, 429].flatMap((status) => [
    error({ status }),
    error({ statusCode: status }),
    error({ response: { status } })
  ]),
  error({ response: { status: 400, data: { error: 'sku is required' } } }),
  error({ $metadata: { httpStatusCode: 400, attempts: 1, totalRetryDelay: 0 } }),
  error({ status: 422, config: { retries: 3, maxAttempts: 3, 'axios-retry': { retries: 3, retryCount: 0 } } }),
  error({ status: 404, error: { message: 'No customer 9', code: 'resource_missing' } }),
  // As clients word their own status.
  error({ status: 422 }, 'Request failed with status code 422'),
  error({ response: { status: 429 } }, 'Request failed with status code 429 Too Many Requests: POST https://x.io/a'),
  error({ response: { statusCode: 404 } }, 'Response code 404 (Not Found)'),
  await refusedBy(422),
  await refusedBy(404),
  // No body, or one that the client read.
  ...[400, 404, 422, 429].flatMap((status) => [
    error({ response: new Response(null, { status }) }),
    new Response(null, { status })
  ]),
  error({ response: await readOf(422, { data: { error: 'sku is required' }, config: { retry: () => true } }) }),
  error({ status: 422, response: await readOf(422), error: { message: 'sku is required' } }),
  error({
    status: 422,
    request: {},
    response: { url: '/', status: 422, headers: {}, data: { message: 'sku is required' } }
  }),
  error({ statusCode: 404, headers: {}, raw: { message: 'No customer 9', statusCode: 404 } }),
  error({ response: { status: 429, data: null } }),
  Object.defineProperty(error({ $metadata: { httpStatusCode: 400, attempts: 1 } }), '$response', {
    value: { statusCode: 400, body: { on: () => undefined } }
  }),
  error({ response: { status: 404, data: { error: 'Failed to charge the card' } } }),
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].map((code) => error({ code })),
  error({ code: 'EHOSTUNREACH', syscall: 'connect' }),
  behind(error({ code: 'ECONNREFUSED' }), 3),
  new AggregateError([error({ code: 'ECONNREFUSED' }), error({ code: 'ENETUNREACH' })], 'all failed'),
  // As fetch and http really throw them.
  ...(await Promise.all([
    fetch('http://127.0.0.1:2').catch((thrown: unknown) => thrown),
    fetch('http://localhost:2').catch((thrown: unknown) => thrown),
    new Promise((resolve) => get('http://localhost:2').on('error', resolve))
  ]))
]

const NO_PROOFS: ReadonlyArray<unknown> = [
  // A body that nobody read, or that cannot be read here, may state a deed.
  ...(
    await Promise.all(
      [400, 404, 422, 429].map(async (status) => [
        error({ response: new Response(BODY, { status }) }),
        error({ response: await readOf(status) }),
        error({ status, res: new Response(BODY, { status }) }),
        error({ status, body: new Response(BODY).body }),
        error({ status, body: { on: () => undefined } }),
        error({ response: { status, data: new Response(BODY).body } }),
        error({ response: { status, data: new Hidden() } }),
        error({ status, data: new Hidden() }),
        new Response(BODY, { status })
      ])
    )
  ).flat(),
  // The status of another request, in a field of any name.
  ...[503, 409].flatMap((status) => [
    error({ status: 404, res: new Response(null, { status }) }),
    error({ status: 404, of: { raw: { statusCode: status } } })
  ]),
  ...[408, 409, 424, 425, 499, 500, 502, 503, 504].map((status) => error({ status })),
  // Whatever a step of the service threw.
  ...[400, 402, 422].map((status) => error({ response: { status, data: { error: 'Failed to charge the card' } } })),
  ...[
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ECONNABORTED',
    'ERR_NETWORK',
    'ERR_CANCELED',
    'ERR_STREAM_PREMATURE_CLOSE',
    'ERR_HTTP2_STREAM_ERROR',
    'ERR_HTTP2_SESSION_ERROR',
    'ERR_HTTP2_GOAWAY_SESSION',
    'ERR_SOCKET_CLOSED',
    'UND_ERR_SOCKET',
    'UND_ERR_ABORTED',
    'UND_ERR_DESTROYED',
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    'PROTOCOL_CONNECTION_LOST',
    'PROTOCOL_SEQUENCE_TIMEOUT',
    '57P01',
    '08006',
    'P1017',
    'HPE_INVALID_CONSTANT'
  ].map((code) => error({ code })),
  ...[1, 4, 14].map((code) => error({ code, details: 'Connection dropped' })),
  // An earlier attempt, in a field of any name.
  ...['error', 'err', 'reason', 'parent', 'previous', 'innerException', 'attempts'].flatMap((key) => [
    error({ status: 404, [key]: error({ code: 'ETIMEDOUT' }) }),
    error({ status: 404, [key]: [error({ code: 'ECONNRESET' }), error({ status: 404 })] }),
    error({ status: 404, [key]: { message: 'read', code: 'ECONNRESET' } })
  ]),
  error({ $metadata: { httpStatusCode: 400, attempts: 3 } }),
  error({ status: 422, attemptNumber: 2 }),
  // The status of another request.
  error({ status: 422 }, 'Request failed with status code 502'),
  error({ status: 422 }, 'HTTP 422: Request failed with status code 404'),
  error({ status: 422, config: { 'axios-retry': { retryCount: 2 } } }),
  ...['socket hang up', 'Connection terminated unexpectedly', 'Query read timeout', 'Deadline exceeded', 'Busy'].map(
    (words) => error({}, words)
  ),
  new TypeError('fetch failed'),
  new TypeError('fetch failed', { cause: error({ code: 'ECONNRESET' }) }),
  error({}, 'Request timed out.', 'APIConnectionTimeoutError'),
  error({ code: 'EHOSTUNREACH', syscall: 'read' }),
  error({ status: 429, cause: error({ code: 'ECONNRESET' }) }),
  behind(error({ code: 'ECONNREFUSED' }), 8),
  new AggregateError([error({ code: 'ECONNREFUSED' }), error({ code: 'ECONNRESET' })], 'all failed'),
  'ETIMEDOUT',
  { message: 'Request timed out' },
  Object.assign(new Error('order 17 was created, e-mail failed'), { status: 422 }),
  Object.assign(new Error('422'), { response: { status: 422, data: { order: { status: 'created' } } } }),
  Object.assign(new Error('429'), { response: { status: 429, data: { succeeded: 1, failed: 1 } } }),
  Object.assign(new Error('order 17 was created, then connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('422'), { response: { status: 422, data: '{"created":["a"],"failed":["b"]}' } }),
  Object.assign(new Error('400 {"inserted":2}'), { status: 400 }),
  Object.assign(new Error('400'), { status: 400, body: '<p>Order 17 was created</p>' }),
  Object.assign(new Error('429'), { status: 429, body: '<r><created>A</created><error>Too many requests</error></r>' }),
  Object.assign(new Error('429'), { status: 429, body: 'orderNumber: 17\nerror: Too many requests' }),
  { status: 422, paid: true, error: 'The e-mail address must be confirmed first' },
  undefined
]

describe('provesRefusal', () => {
  it('is true of a status that refuses, and of a connection that was never made', () => {
    for (const thrown of PROOFS) expect(provesRefusal(thrown), JSON.stringify(thrown)).to.equal(true)
  })

  it('is false of anything else', () => {
    for (const thrown of NO_PROOFS) expect(provesRefusal(thrown), String(thrown)).to.equal(false)
  })
})

describe('provesRefusal, of a long list of what was wrong', () => {
  const log = (count: number, last: string): string =>
    [...Array.from({ length: count }, (_, row) => `Row ${row}: the price must be a number.`), last].join('\n')
  const thrownWith = (words: string): ReadonlyArray<unknown> => [
    { status: 422, message: 'The rows are wrong.', details: words.split('\n') },
    error({ status: 422 }, words),
    error({ response: { status: 422, data: { message: words } } }),
    error({ response: { status: 422, data: words } }),
    error({ status: 422, body: words }),
    error({ status: 422, errors: words.split('\n') }),
    error({ status: 422, errors: words.split('\n').map((message) => ({ message })) })
  ]

  it('reads all of it, and proves nothing by what is longer', () => {
    for (const count of [3, 60, 400]) {
      expect(thrownWith(log(count, 'The name is required.')).map((one) => provesRefusal(one))).to.deep.equal(
        Array(7).fill(true)
      )
      expect(thrownWith(log(count, 'Imported 40 rows.')).map((one) => provesRefusal(one))).to.deep.equal(
        Array(7).fill(false)
      )
    }
    const listed = [1_000, 1_001].map((count) => error({ status: 422, errors: Array(count).fill('It is required.') }))
    expect(listed.map((one) => provesRefusal(one))).to.deep.equal([true, false])
    expect(thrownWith(log(2_500, 'The name is required.')).map((one) => provesRefusal(one))).to.deep.equal(
      Array(7).fill(false)
    )
  })
})

describe('a write whose author calls every failure transient', () => {
  const runsOf = async (answer: () => unknown, ledger: boolean) => {
    const ids: Array<string> = []
    const pay = guardedCall(
      {
        name: 'pay',
        effect: 'write',
        transient: () => true,
        run: async (_: unknown, { operationId }) => {
          ids.push(operationId)
          return answer()
        }
      },
      t.type({ id: t.string })
    )
    const turn = openSession({ logger: false, ...(ledger ? { ledger: memoryLedger() } : {}) }).openTurn({ id: 'job' })
    for (let i = 0; i < 2; i++) await turn.run(pay({ n: 1 }))
    return { executed: turn.calls.map((call) => call.executed), names: new Set(ids).size, runs: ids.length }
  }

  const throwing = (thrown: unknown) => () => {
    throw thrown
  }

  for (const ledger of [false, true]) {
    it(`makes the same attempt again after a throw that proves nothing${ledger ? ', with a ledger' : ''}`, async () => {
      for (const thrown of NO_PROOFS)
        expect(await runsOf(throwing(thrown), ledger), String(thrown)).to.deep.equal({
          executed: ['unknown', 'unknown'],
          names: 1,
          runs: 2
        })
    })

    it(`makes another attempt after one that was refused${ledger ? ', with a ledger' : ''}`, async () => {
      for (const thrown of PROOFS)
        expect(await runsOf(throwing(thrown), ledger), String(thrown)).to.deep.equal({
          executed: ['no', 'no'],
          names: 2,
          runs: 2
        })
    })
  }

  it('makes the same attempt again after an answer that speaks of transport', async () => {
    for (const words of ['terminated', 'socket hang up', 'read ECONNRESET', 'fetch failed', 'Request timed out'])
      expect((await runsOf(() => ({ error: words }), false)).names, words).to.equal(1)
  })
})
