/**
 * What proves that a write was executed, or that it was not: what is said of the effect itself, never a report of some
 * failure.
 */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { failureIn } from '#core/failure'
import {
  errorEnvelope,
  failed,
  guardedCall,
  guardFunctions,
  memoryLedger,
  openSession,
  openTurn,
  partialData,
  semanticGarbage,
  type CallRecord,
  type Tool
} from '../../lib/index.js'
import { judgeAnswer, policyFor } from '../../lib/guard/judge.js'
import { httpTool } from '../../lib/tools/http/index.js'
import { responses } from '../corpora/failures.js'
import { startLoopback, type Loopback } from '../helpers/loopback.js'
import { runs, share } from '../helpers/runs.js'

type Run = Tool<unknown>['run']

const Paid = t.type({ paid: t.number })

const pay = (run: Run, more: Partial<Tool<unknown>> = {}) =>
  guardedCall<unknown, { paid: number }>({ name: 'pay', effect: 'write', timeoutMs: 20, ...more, run }, Paid)

/** What is known of one payment, and what the model reads of it. */
const knownOf = async (run: Run, more: Partial<Tool<unknown>> = {}) => {
  const turn = openTurn()
  const result = await turn.run(pay(run, more)({}))
  const [record] = turn.calls as readonly [CallRecord]
  expect(turn.outcomes().map(({ executed }) => executed)).to.deep.equal([record.executed])
  return [record.executed, E.isLeft(result) ? (result.left.hint ?? '') : ''] as const
}

const UNKNOWN = /^It is unknown whether it was executed/
const NOT = /^It was not executed: nothing happened\./

const throwing =
  (fields: object, message = 'No.') =>
  (): never => {
    throw Object.assign(new Error(message), fields)
  }

const STATUSES = Array.from({ length: 200 }, (_, i) => 400 + i)
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

describe('a plain function that paid before the request that failed', () => {
  const ways: ReadonlyArray<readonly [string, (status: number) => Run]> = [
    ['a Response', (status) => () => new Response('{"error":"no"}', { status })],
    ['a status', (status) => () => ({ status, message: 'No.' })],
    ['a status code', (status) => () => ({ statusCode: status, error: 'Not today' })],
    ['an error with a status', (status) => () => ({ error: { code: status, message: 'No.' } })],
    ['a text', (status) => () => `Error: HTTP ${status}: invalid request`],
    ['a throw', (status) => throwing({ status })],
    ['a throw that is to be shown', (status) => throwing({ status, expose: true })]
  ]
  for (const [what, runOf] of ways)
    it(`proves nothing by ${what}, whichever it is`, async () => {
      for (const status of STATUSES) {
        const [executed, hint] = await knownOf(runOf(status))
        expect([executed, UNKNOWN.test(hint)], `${status}`).to.deep.equal(['unknown', true])
      }
    })

  it('proves nothing by a code, returned or thrown, be it of JSON-RPC, of a service or of the network', async () => {
    for (const code of [-32602, -32601, 'ratelimited', 'invalid_request', 'permission_denied', ...UNSENT])
      for (const run of [() => ({ error: { code, message: 'No.' } }), throwing({ code })]) {
        const [executed, hint] = await knownOf(run)
        expect([executed, UNKNOWN.test(hint)], `${code}`).to.deep.equal(['unknown', true])
      }
  })

  it('is not run again in its turn, nor by a job that is delivered again', async () => {
    for (const run of [
      () => new Response('', { status: 404 }),
      () => ({ status: 404 }),
      throwing({ code: UNSENT[0] })
    ]) {
      let paid = 0
      const ledger = memoryLedger()
      const order = pay(() => {
        paid += 1
        return run()
      })
      for (const turn of [openTurn(), openSession({ ledger }).openTurn({ id: 'job' })])
        for (let i = 0; i < 3; i++) await turn.run(order({}))
      for (let i = 0; i < 3; i++) await openSession({ ledger }).openTurn({ id: 'job' }).run(order({}))
      expect(paid).to.equal(2)
    }
  })
})

describe('an author', () => {
  const closed = semanticGarbage({ code: 'closed', detail: 'The account is closed.' })
  const never = () => failed(closed, { executed: 'no' })

  const words: ReadonlyArray<readonly [string, Run, Partial<Tool<unknown>>]> = [
    ['returns that', never, {}],
    [
      'throws that',
      () => {
        throw never()
      },
      {}
    ],
    ['says so of what was thrown', throwing({}), { errors: never }],
    [
      'calls an answer of a refusing status transient',
      () => new Response('', { status: 429 }),
      { transient: () => true }
    ],
    ['calls a report of a failure transient', () => '{"ok":false,"error":"busy"}', { transient: () => true }],
    ['calls a throw transient', throwing({ code: 'ECONNREFUSED' }), { transient: () => true }]
  ]
  for (const [what, run, more] of words)
    it(`knows that nothing happened, where it ${what}`, async () => {
      const [executed, hint] = await knownOf(run, more)
      expect([executed, NOT.test(hint)]).to.deep.equal(['no', true])
    })

  it('says nothing of what was thrown where it gives an error of its own, or the words of a failure that may have run', async () => {
    for (const errors of [() => closed, () => failed(closed), () => failed(closed, { executed: 'unknown' })])
      expect((await knownOf(throwing({ code: 'ECONNREFUSED' }), { errors }))[0]).to.equal('unknown')
  })

  const open = [200, 302, 408, 409, 424, 425, 499, 500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 522, 524, 598, 599]
  const answers: Readonly<Record<string, (status: number) => unknown>> = {
    'a response': (status) => new Response('{"message":"busy"}', { status }),
    'a response without words': (status) => new Response(null, { status }),
    'the page of a proxy': (status) => new Response('<html>Bad gateway</html>', { status }),
    'a status': (status) => ({ status }),
    'a status beside words': (status) => ({ ok: false, status, error: 'busy' }),
    'a status within an error': (status) => ({ error: { status, message: 'rejected' } }),
    'a status in words': (status) => ({ ok: false, error: `The gateway answered with code ${status}: rejected` }),
    'a problem': (status) => JSON.stringify({ type: 'about:blank', title: 'Rejected', status })
  }
  for (const [what, answer] of Object.entries(answers))
    it(`is not believed that nothing happened, where ${what} leaves that open`, async () => {
      for (const status of what === 'a status in words' ? open.filter((one) => one >= 408) : open)
        for (const how of ['returns', 'throws', 'is left with'] as const)
          for (const turn of [openTurn(), openSession({ ledger: memoryLedger() }).openTurn({ id: 'job' })]) {
            const run = (): unknown => {
              const came = answer(status)
              if (how === 'throws') throw came
              return how === 'returns' ? came : E.left(came)
            }
            const call = pay(run, { transient: () => true, timeoutMs: 2_000 })
            const told = E.swap(await turn.run(call({})))
            expect(
              [turn.outcomes()[0]?.executed, E.isRight(told) && NOT.test(told.right.hint ?? '')],
              `${how} ${status}`
            ).to.deep.equal(['unknown', false])
          }
    })

  const lost: ReadonlyArray<readonly [string, Run]> = [
    ['a timeout', () => new Promise(() => {})],
    ['a timeout that was thrown', throwing({ name: 'TimeoutError' })],
    ['an abort', throwing({ name: 'AbortError' })],
    ['a reset', throwing({ code: 'ECONNRESET' })],
    ['a cut', () => '{"paid":'],
    ['a stream that broke off', () => new ReadableStream({ start: (stream) => stream.error(new Error('gone')) })]
  ]
  for (const [what, run] of lost)
    it(`knows no more than the guard of ${what}: the run is given back under the same name, its outcome unknown`, async () => {
      for (const ledger of [undefined, memoryLedger()]) {
        const ids: Array<string> = []
        const order = pay(
          (args, context) => {
            ids.push(context.operationId)
            return ids.length === 1 ? run(args, context) : ids.length === 2 ? never() : '{"paid":1}'
          },
          { transient: ({ code }) => code !== 'closed' }
        )
        const session = openSession(ledger === undefined ? {} : { ledger })
        // Over a ledger, the job is delivered again; without one, the model asks again.
        const one = session.openTurn({ id: 'job' })
        const turns = ledger === undefined ? [one, one] : [one, session.openTurn({ id: 'job' })]
        for (const turn of turns) {
          const result = await turn.run(order({}))
          expect(E.isLeft(result) && UNKNOWN.test(result.left.hint ?? ''), JSON.stringify(result)).to.equal(true)
          expect(turn.outcomes().map(({ executed }) => executed)).to.deep.equal(['unknown'])
        }
        expect([ids.length, new Set(ids).size]).to.deep.equal([2, 1])
      }
    })
})

// -- reports of failures

const ANSWERS = responses.map(({ label }) => label.body)

const NOTHING = t.refinement(t.unknown, () => false)

describe('a response that reports a failure', () => {
  const acceptors = { anything: t.unknown, nothing: NOTHING }
  const checks = {
    'no check': [],
    errorEnvelope: [errorEnvelope()],
    'a check of its own': [() => O.some(partialData({ code: 'rate_limited', detail: 'Later.' }))]
  }
  for (const [what, codec] of Object.entries(acceptors))
    for (const [by, each] of Object.entries(checks))
      for (const respondsWhenDone of [false, true])
        it(`never makes a write executed or not: ${respondsWhenDone ? 'a 2xx' : 'a function'}, a codec that accepts ${what}, ${by}`, () => {
          const policy = policyFor<unknown, unknown>({ codec, checks: each, effect: 'write', respondsWhenDone })
          let reported = 0
          for (const body of share(ANSWERS)) {
            const { executed, result } = judgeAnswer(policy, {}, typeof body === 'string' ? body : JSON.stringify(body))
            expect(executed, JSON.stringify(body)).to.be.oneOf(['yes', 'unknown'])
            const failure = failureIn(body)
            if (failure === undefined) continue
            reported += 1
            expect(executed, JSON.stringify(body)).to.equal('unknown')
            // The words of a failure are no part of a response.
            const told = failureIn(body, { accepted: codec === t.unknown })
            if (E.isLeft(result) && told !== undefined && told.rows === undefined)
              expect(result.left, JSON.stringify(body)).not.to.have.property('data')
          }
          expect(reported).to.be.above(runs(500))
        })

  const effectOf = (codec: t.Mixed, body: unknown) =>
    judgeAnswer(policyFor<unknown, unknown>({ codec, effect: 'write', respondsWhenDone: true }), {}, body).executed

  const ADMITTED: ReadonlyArray<unknown> = [
    { id: 17, error: 'e-mail failed' },
    { id: 17, ok: false },
    { id: 17, success: false, total: 12, items: [{ sku: 'A' }] },
    { id: 17, errors: [{ message: 'no stock' }] },
    { id: 17, isError: true },
    '{"id":17,"failed":true}',
    { result: { error: 'card declined' } },
    { id: 17, executed: false },
    { id: 17, isOk: false },
    { id: 17, success: 'no' },
    { acknowledged: false },
    { status: 'not_executed' },
    { status: 'not_sent' },
    { id: 17, status: 'Not executed' },
    { id: 17, status: 'undelivered' },
    { id: 17, state: 'insufficient_funds' },
    { responseCode: '05', responseText: 'DECLINED' },
    { ResultCode: 1, ResultDesc: 'The balance is insufficient' },
    { code: 'E_FAIL' },
    { id: 17, code: 'PAYMENT_FAILED' },
    { result: 'error: card declined' },
    [{ id: 17 }, { id: 18, error: 'no stock' }],
    {
      orders: [
        { id: 17, status: 'placed' },
        { id: 18, status: 'rejected' }
      ]
    },
    { id: 17, status: 'not_sent' },
    { id: 17, failure_message: 'Card declined.', failure_code: 'card_declined' },
    { compositeResponse: [{ body: [{ errorCode: 'LOCKED', message: 'No.' }], httpStatusCode: 400, referenceId: 'a' }] },
    'Your card was declined.'
  ]
  const GOOD: ReadonlyArray<unknown> = [
    { id: 17, error: null, errors: [], ok: true },
    { id: 17, error: 'none', failed: false },
    { id: 17, errors: 0, status: 'placed' },
    '{"id":17,"success":true}',
    [{ id: 17 }, { id: 18 }],
    { id: 17, title: 'Buy milk', completed: false, deleted: false },
    { id: 17, status: 'not_started' },
    { ResultCode: 0, ResultDesc: 'The service request is processed successfully.' },
    { responseCode: '00', responseText: 'APPROVED' },
    { respCode: '00', respMsg: 'success' },
    { id: 7, status: false },
    { status: { conditions: [{ type: 'Ready', status: 'False', message: 'Waiting' }], replicas: 3 } },
    { status: true, message: 'Charge attempted' },
    { id: 17, code: 'FAILOVER', result: 'Failed payments, 17 rows' },
    { orders: [{ id: 17, status: 'placed' }] },
    { id: 17, paid: true, refunded: false, failure_message: null, failure_code: null },
    { compositeResponse: [{ body: { id: 17 }, httpStatusCode: 201, referenceId: 'a' }] },
    'refunded 17'
  ]
  for (const [what, codec] of Object.entries(acceptors)) {
    for (const body of ADMITTED)
      it(`proves no effect of a record that admits a failure, with a codec that accepts ${what}: ${JSON.stringify(body)}`, () => {
        expect(effectOf(codec, body)).to.equal('unknown')
      })
    for (const body of GOOD.slice(0, what === 'nothing' ? -1 : undefined))
      it(`proves the effect of a record without one, with a codec that accepts ${what}: ${JSON.stringify(body)}`, () => {
        expect(effectOf(codec, body)).to.equal('yes')
      })
  }

  const REPORT = { ok: false, error: 'card declined' }

  it('is no answer to replay: a ledger keeps it as an operation of unknown outcome', async () => {
    const ledger = memoryLedger()
    const turnOf = () => openSession({ ledger }).openTurn({ id: 'job' })
    const order = guardedCall<unknown, unknown>({ name: 'pay', effect: 'write', run: () => REPORT }, t.unknown)
    const [first, second] = [turnOf(), turnOf()]
    expect(await first.run(order({}))).to.deep.equal(E.right(REPORT))
    const replay = await second.run(order({}))
    expect(E.isLeft(replay) && replay.left.code).to.equal('outcome_unknown')
    expect([first, second].map((turn) => turn.outcomes()[0]?.executed)).to.deep.equal(['unknown', 'unknown'])
  })

  it('leaves a write unknown that is guarded in place, without a codec', async () => {
    const turn = openTurn()
    const { pay: guarded } = guardFunctions(
      { pay: async () => await Promise.resolve(REPORT) },
      { turn, rules: { pay: { effect: 'write' } } }
    )
    expect(await guarded()).to.deep.equal(REPORT)
    expect(turn.calls[0]?.executed).to.equal('unknown')
  })

  describe('over HTTP', () => {
    let service: Loopback
    before(async () => {
      service = await startLoopback(({ url = '' }, response) => {
        const [, status, body = ''] = url.split('/')
        response.writeHead(Number(status)).end(decodeURIComponent(body))
      })
    })
    after(() => service.close())

    const answered = async (status: number, body: string) => {
      const turn = openTurn()
      const tool = httpTool<unknown>({
        name: 'pay',
        effect: 'write',
        allowOrigins: [service.origin],
        request: () => ({ url: `${service.origin}/${status}/${encodeURIComponent(body)}`, method: 'POST' })
      })
      await turn.run(guardedCall(tool, Paid)({}))
      return turn.calls[0]?.executed
    }

    it('is executed by a status of success, but not where the body reports a failure; not executed by a status alone', async () => {
      expect([
        await answered(200, '{"paid":1}'),
        await answered(200, '{"id":1}'),
        await answered(200, JSON.stringify(REPORT)),
        await answered(200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}'),
        await answered(400, JSON.stringify(REPORT)),
        await answered(503, JSON.stringify(REPORT))
      ]).to.deep.equal(['yes', 'yes', 'unknown', 'unknown', 'no', 'unknown'])
    })

    // What services say of a key: https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ and their
    // own pages.
    const KEY_USED: ReadonlyArray<readonly [number, unknown]> = [
      [
        400,
        {
          error: {
            type: 'idempotency_error',
            message:
              "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 'k1' if you meant to execute a different request."
          }
        }
      ],
      [400, { error: { type: 'idempotency_error', message: 'No.' } }],
      [
        400,
        {
          errors: [
            {
              category: 'INVALID_REQUEST_ERROR',
              code: 'IDEMPOTENCY_KEY_REUSED',
              detail: 'The idempotency key can only be retried with the same request data.',
              field: 'idempotency_key'
            }
          ]
        }
      ],
      [400, { __type: 'IdempotentParameterMismatch', message: 'The arguments are inconsistent.' }],
      [
        400,
        {
          __type: 'ValidationException',
          message: 'The client token was already used with different request parameters.'
        }
      ],
      [400, { __type: 'TokenAlreadyExistsException', message: 'A client request token already exists.' }],
      [400, { __type: 'InvalidInput', message: 'The request reuses the client token of an earlier request.' }],
      [
        422,
        {
          type: 'https://developer.example.com/idempotency',
          title: 'Idempotency-Key is already used',
          detail:
            'This operation is idempotent and it requires correct usage of Idempotency Key. Idempotency Key MUST not be reused across different payloads of this operation.'
        }
      ],
      [422, { error: 'Idempotency key was already used with a different payload' }],
      [422, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED' }] }],
      [
        400,
        { name: 'DUPLICATE_REQUEST_ID', message: 'The value of `PayPal-Request-ID` header has already been used.' }
      ],
      [422, { errorCode: '704', errorType: 'validation', message: 'request already processed or in progress' }],
      [422, { code: 60101, message: 'SAME_IDEMPOTENCY_KEY_WAS_ALREADY_IN_USE_WITH_PREVIOUS_DIFFERENT_REQUEST' }],
      [400, { error: { errorId: 'TransactionRequestIdempotencyKeyAlreadyExists', description: 'No.' } }],
      [400, { code: 'IDEMPOTENCY_DUPLICATED', messages: ['The key is invalid.'] }],
      [400, { type: 'error', code: 'invalid_request', description: 'Idempotence key duplicated' }],
      [422, { code: 'IDEMPOTENCY_FINGERPRINT_MISSMATCH' }],
      [422, { errors: { idempotency_key: ['has already been taken'] } }],
      [409, { error: 'Idempotency key is in use' }],
      [400, { error: 'Idempotency key is in use' }],
      ...['IdempotentParameterMismatch', 'IdempotentInstanceTerminated'].map(
        (code) =>
          [
            400,
            `<Response><Errors><Error><Code>${code}</Code><Message>No.</Message></Error></Errors></Response>`
          ] as const
      ),
      [400, '<html><body><h1>400</h1><p>The idempotency key is in use.</p></body></html>'],
      [400, 'error=IDEMPOTENCY_KEY_REUSED']
    ]
    const KEY_REFUSED: ReadonlyArray<readonly [number, unknown]> = [
      [
        400,
        '<Response><Errors><Error><Code>MissingParameter</Code><Message>A client token is required.</Message></Error></Errors></Response>'
      ],
      [
        400,
        {
          type: 'https://developer.example.com/idempotency',
          title: 'Idempotency-Key is missing',
          detail: 'This operation is idempotent and it requires correct usage of Idempotency Key.'
        }
      ],
      [400, { error: 'Idempotency-Key header is required' }],
      [400, { error: { type: 'invalid_request_error', message: 'Idempotency keys can be at most 255 characters.' } }],
      [400, { error: 'The idempotency key used is too long' }],
      [400, { code: 60103, message: 'IDEMPOTENCY_KEY_MAX_LENGTH_LIMIT_EXCEEDED' }],
      [400, { code: 60104, message: 'INVALID_IDEMPOTENCY_KEY' }],
      [400, { message: 'Invalid client token' }],
      [400, { message: 'User ada already exists (Service: IAM; Status Code: 400; Request ID: 8d7f)' }],
      [422, { error: 'Email is already used by another account', request_id: 'k1' }]
    ]

    const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

    it('leaves open what became of an order whose idempotency key was used before, whoever used it', async () => {
      for (const [status, body] of KEY_USED)
        expect(await answered(status, textOf(body)), textOf(body)).to.equal('unknown')
    })

    it('leaves open what became of an order whose refusal names nothing but an error', async () => {
      for (const message of [
        'An error occurred on the server. Please try to place the order again.',
        'An unexpected error has occurred. Please retry your request later.',
        'An error occurred while processing your request.',
        "Server Error in '/' Application.",
        'An unknown error occurred',
        'System error',
        'Fatal error',
        'Something went wrong',
        'Unhandled exception',
        'Card error',
        'Error in field amount',
        'Application failure: java.lang.NullPointerException',
        'java.lang.IllegalStateException: 7',
        'Object reference not set to an instance of an object.',
        'System.InvalidOperationException: Sequence contains no elements',
        "TypeError: Cannot read properties of undefined (reading 'id')"
      ])
        expect(await answered(400, JSON.stringify({ message })), message).to.equal('unknown')
      for (const message of [
        'Validation error',
        'The request contains an invalid amount',
        'The account is closed',
        'Unexpected token } in JSON at position 3',
        'java.lang.IllegalArgumentException: amount'
      ])
        expect(await answered(400, JSON.stringify({ message })), message).to.equal('no')
    })

    it('is executed where its error code is that of a success', async () => {
      for (const body of [
        { error_code: 200, topic_name: 'orders', partition_id: 2, offset: 0 },
        { errorCode: 201, id: 7 },
        { errorCode: '0', id: 7 },
        { envelopeId: 'e7', errorDetails: { errorCode: 'SUCCESS', message: '' } }
      ])
        expect(await answered(200, JSON.stringify(body)), JSON.stringify(body)).to.equal('yes')
      expect(await answered(200, '{"error_code":422,"topic_name":"orders"}')).to.equal('unknown')
    })

    it('is not executed where a key is missing, or is none', async () => {
      for (const [status, body] of KEY_REFUSED)
        expect(await answered(status, textOf(body)), textOf(body)).to.equal('no')
    })
  })
})
