import { expect } from 'chai'
import * as t from 'io-ts'
import { gzipSync } from 'node:zlib'
import { partialData, schemaMismatch, semanticGarbage } from '#core/errors'
import { guardedCall } from '../../../lib/guard/guarded-call.js'
import { memoryLedger } from '../../../lib/stores/memory-ledger.js'
import { openSession, openTurn } from '../../../lib/guard/session.js'
import { failed } from '../../../lib/guard/tool.js'
import {
  httpTool,
  retryBudget,
  type HttpRequest,
  type HttpToolOptions,
  type RetryBudget
} from '../../../lib/tools/http/index.js'
import { expectLeft } from '../../helpers/either.js'
import { loopback, reply, type Loopback, type Serve } from './loopback.js'
import { codeOf, contextOf, runTool, textOf } from './run-tool.js'

type Extra = Partial<HttpToolOptions<unknown>> & { readonly ask?: Partial<HttpRequest> }

const unavailable: Serve = (socket) => socket.end(reply(503))
const narrow = () => null

describe('httpTool', () => {
  let server: Loopback
  let serve: Serve
  beforeEach(async () => {
    serve = (socket) => socket.end(reply(200, {}, '{}'))
    server = await loopback((socket, request) => serve(socket, request))
  })
  afterEach(() => server.close())

  const reading = ({ ask = {}, ...extra }: Extra = {}) =>
    httpTool({
      name: 'orders',
      effect: 'read',
      allowOrigins: [server.origin],
      request: () => ({ url: `${server.origin}/orders`, ...ask }),
      ...extra
    })
  const writing = (extra: Extra = {}) => reading({ effect: 'write', ...extra })
  const executed = async (extra: Extra = {}): Promise<string> => {
    const spoken = await runTool(writing({ timeoutMs: 200, ...extra }), {})
    return `${codeOf(spoken)} ${'executed' in spoken ? spoken.executed : '-'}`
  }
  const failing =
    (times: number, failure: Serve): Serve =>
    (socket, request) => {
      if (server.heard.length <= times) failure(socket, request)
      else socket.end(reply(200, {}, '{}'))
    }

  describe('sends', () => {
    it('a GET for a read, and says what it can read', async () => {
      await runTool(reading(), {})
      const [request] = server.heard
      expect(request).to.deep.equal({
        method: 'GET',
        target: '/orders',
        path: '/orders',
        body: '',
        headers: {
          'user-agent': 'guarded-call',
          accept: 'application/json, */*;q=0.5',
          'accept-encoding': 'gzip, deflate, br',
          host: `127.0.0.1:${server.port}`,
          connection: 'close'
        }
      })
    })
    it('a POST with a JSON body for a write', async () => {
      await runTool(writing({ ask: { json: { qty: 2, note: undefined } } }), {})
      const { method, headers, body } = server.heard[0] ?? {}
      expect({ method, type: headers?.['content-type'], body }).to.deep.equal({
        method: 'POST',
        type: 'application/json',
        body: '{"qty":2}'
      })
    })
    it('a POST without a body, a DELETE, a PUT, and a POST for a read with a body', async () => {
      await runTool(writing(), {})
      await runTool(writing({ ask: { method: 'DELETE' } }), {})
      await runTool(writing({ ask: { method: 'PUT', json: [1] } }), {})
      await runTool(reading({ ask: { json: { query: 'x' } } }), {})
      expect(
        server.heard.map(({ method, headers, body }) => `${method} ${headers['content-length']} ${body}`)
      ).to.deep.equal(['POST 0 ', 'DELETE 0 ', 'PUT 3 [1]', 'POST 13 {"query":"x"}'])
    })
    it('search parameters on top of those of the URL, and no fragment', async () => {
      await runTool(
        reading({
          ask: {
            url: `${server.origin}/a?x=1&y=2#z`,
            searchParams: { y: 3, q: 'a b&c', on: true, off: undefined, none: null }
          }
        }),
        {}
      )
      await runTool(
        reading({ ask: { url: new URL(`${server.origin}/a?x=1`), searchParams: new URLSearchParams('x=2&x=3') } }),
        {}
      )
      expect(server.heard.map(({ target }) => target)).to.deep.equal(['/a?x=1&y=3&q=a+b%26c&on=true', '/a?x=2&x=3'])
    })
    it("the author's headers before its own", async () => {
      await runTool(
        reading({ ask: { headers: { Accept: 'text/csv', 'User-Agent': 'mine', 'X-None': undefined } } }),
        {}
      )
      const { accept, 'user-agent': agent, ...rest } = server.heard[0]?.headers ?? {}
      expect({ accept, agent, none: 'x-none' in rest }).to.deep.equal({
        accept: 'text/csv',
        agent: 'mine',
        none: false
      })
    })
    it('what the arguments and the context say', async () => {
      const tool = httpTool({
        name: 'order',
        effect: 'read',
        args: t.type({ id: t.number }),
        allowOrigins: [server.origin],
        request: ({ id }, { callId }) => ({ url: `${server.origin}/orders/${id}`, headers: { 'x-call': callId } })
      })
      await runTool(tool, { id: 7 })
      expect({ target: server.heard[0]?.target, call: server.heard[0]?.headers['x-call'] }).to.deep.equal({
        target: '/orders/7',
        call: 'call-1'
      })
    })
  })

  describe('answers', () => {
    it('the bytes of a success, decoded', async () => {
      serve = (socket) => socket.end(reply(200, { 'content-encoding': 'gzip' }, gzipSync('{"a":1}')))
      const spoken = await runTool(reading(), {})
      expect(spoken.kind === 'body' && spoken.value instanceof Uint8Array && textOf(spoken.value)).to.equal('{"a":1}')
    })
    it('text where another charset is declared', async () => {
      serve = (socket) =>
        socket.end(reply(200, { 'content-type': 'text/plain; charset=latin1' }, Buffer.from('Zoë', 'latin1')))
      expect(await runTool(reading(), {})).to.deep.equal({ kind: 'body', value: 'Zoë' })
    })
    it('no content to 204, 205 and HEAD', async () => {
      serve = (socket, { method }) =>
        socket.end(
          method === 'HEAD' ? 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n' : 'HTTP/1.1 204 No Content\r\n\r\n'
        )
      expect([
        await runTool(reading(), {}),
        await runTool(writing(), {}),
        await runTool(reading({ ask: { method: 'HEAD' } }), {})
      ]).to.deep.equal([{ kind: 'no_content' }, { kind: 'no_content' }, { kind: 'no_content' }])
    })
    it('the bytes before a cut, and how many they are', async () => {
      serve = (socket) => socket.end(reply(200, { 'content-length': '100' }, '{"orders":[{"id":1},{"i'))
      const spoken = await runTool(writing(), {})
      expect({ ...spoken, value: textOf('value' in spoken ? spoken.value : '') }).to.deep.equal({
        kind: 'incomplete',
        value: '{"orders":[{"id":1},{"i',
        error: partialData({
          code: 'incomplete_response',
          detail: 'The connection ended after 23 bytes, before the response was complete.'
        })
      })
    })
    it('that a next page exists, with its number where that is all that differs', async () => {
      serve = (socket, { path }) =>
        socket.end(reply(200, { link: `<${path}?page=2>; rel="next", <${path}?page=9>; rel="last"` }, '[1]'))
      const spoken = await runTool(reading(), {})
      expect({ ...spoken, value: textOf('value' in spoken ? spoken.value : '') }).to.deep.equal({
        kind: 'incomplete',
        value: '[1]',
        error: partialData({
          code: 'more_pages_available',
          detail: 'The service says that a next page exists (Link header).',
          hint: 'Call again with page=2.'
        })
      })
      expect((await runTool(writing(), {})).kind).to.equal('body')
    })
    it('a wait in whole seconds, at once where it does not fit', async () => {
      serve = (socket) => socket.end(reply(429, { 'retry-after': '3600' }, '{}'))
      const started = performance.now()
      expect(await runTool(reading(), {})).to.deep.equal({
        kind: 'failed',
        executed: 'no',
        response: { status: 429, body: {} },
        error: partialData({
          code: 'rate_limited',
          detail: 'The service answered 429: too many requests.',
          hint: 'The service asks for a wait of 3600 seconds. Go on with other work first.',
          retryAfterMs: 3_600_000
        })
      })
      expect({ requests: server.heard.length, quick: performance.now() - started < 500 }).to.deep.equal({
        requests: 1,
        quick: true
      })
    })
  })

  it('names a wait of at most a day, whatever the service asks for', async () => {
    const day = 86_400_000
    const waits: ReadonlyArray<readonly [string, number | undefined, RegExp]> = [
      ['86400', day, /a wait of 86400 seconds/],
      ['86401', day, /a wait of more than a day/],
      ['999999999', day, /a wait of more than a day/],
      ['Fri, 31 Dec 9999 23:59:59 GMT', day, /a wait of more than a day/],
      ['99999999999999999999', undefined, /Go on with other work/]
    ]
    for (const [wait, retryAfterMs, hint] of waits) {
      for (const status of [429, 503]) {
        serve = (socket) => socket.end(reply(status, { 'retry-after': wait }, '{}'))
        const spoken = await runTool(reading({ timeoutMs: 3_000 }), {})
        const error = 'error' in spoken ? spoken.error : expect.fail(spoken.kind)
        expect(error.retryAfterMs, wait).to.equal(retryAfterMs)
        expect(error.hint).to.match(hint)
      }
    }
  })

  describe('refuses in words that are true of what happened', () => {
    const error = async (extra: Extra = {}) => {
      const spoken = await runTool(reading({ timeoutMs: 3_000, ...extra }), {})
      return 'error' in spoken ? spoken.error : expect.fail(spoken.kind)
    }

    it('a service that answered 500 is not one that cannot be reached', async () => {
      serve = (socket) => socket.end(reply(500))
      expect((await error()).hint).to.equal('Go on with other work, use another tool, or tell the user.')
    })
    it('attempts, where no request could be made', async () => {
      await server.close()
      expect((await error()).detail).to.equal('The service refused the connection. (3 attempts)')
    })
    for (const wait of ['0', 'Wed, 21 Oct 2015 07:28:00 GMT']) {
      it(`no wait, where Retry-After is ${wait}`, async () => {
        serve = (socket) => socket.end(reply(429, { 'retry-after': wait }))
        expect(await error()).to.deep.equal(
          partialData({ code: 'rate_limited', detail: 'The service answered 429: too many requests. (3 attempts)' })
        )
      })
    }
    it('throttling that the status does not say', async () => {
      const headers = { 'retry-after': '60' }
      const details: Array<string> = []
      for (const [status, body] of [
        [200, '{"error":{"code":"Throttling"}}'],
        [403, ''],
        [400, '{"__type":"ThrottlingException"}']
      ] as const) {
        serve = (socket) => socket.end(reply(status, headers, body))
        details.push((await error()).detail)
      }
      expect(details).to.deep.equal(
        [200, 403, 400].map((status) => `The service answered ${status} and says that it is called too often.`)
      )
    })
    it('304, which is no redirect', async () => {
      serve = (socket) => socket.end(reply(304))
      expect(await error()).to.deep.equal(
        semanticGarbage({
          code: 'forbidden_url',
          detail: 'The service answered 304: nothing changed, and so it sent nothing.',
          hint: 'No data came. Use another tool, or tell the user.'
        })
      )
    })
    it('a circle of redirects, each of which was allowed', async () => {
      serve = (socket) => socket.end(reply(301, { location: '/orders' }))
      expect(await error()).to.deep.equal(
        semanticGarbage({
          code: 'forbidden_url',
          detail: 'The service redirected 3 times in a row, in a circle or from address to address.',
          hint: 'The same address will lead nowhere again. Use another address or another tool.'
        })
      )
    })
    it('a redirect without an address', async () => {
      serve = (socket) => socket.end(reply(302))
      expect(await error()).to.deep.equal(
        semanticGarbage({
          code: 'forbidden_url',
          detail: 'The service answered 302, a redirect that is not followed.',
          hint: 'Nothing was sent to another address. Use another tool, or tell the user.'
        })
      )
    })
    it('one byte that came before the time was over', async () => {
      serve = (socket) => socket.write(reply(200, { 'content-length': '9' }, '{'))
      expect((await error({ timeoutMs: 300 })).detail).to.equal(
        'No complete response came within 300 ms; 1 byte had come.'
      )
    })
  })

  describe('says whether a write was carried out', () => {
    for (const [status, expected] of [
      [400, 'rejected_arguments no'],
      [401, 'unauthorized no'],
      [404, 'not_found no'],
      [408, 'tool_unavailable unknown'],
      [409, 'rejected_arguments unknown'],
      [422, 'rejected_arguments no'],
      [429, 'rate_limited no'],
      [500, 'tool_unavailable unknown'],
      [503, 'tool_unavailable unknown'],
      [302, 'forbidden_url unknown'],
      [303, 'forbidden_url unknown'],
      [307, 'forbidden_url unknown'],
      [308, 'forbidden_url unknown']
    ] as const) {
      it(`${status}: ${expected}`, async () => {
        serve = (socket) => socket.end(reply(status, { location: '/elsewhere' }, '{}'))
        expect(await executed()).to.equal(expected)
        expect(server.heard.length).to.equal(1)
      })
    }
    it('by its status of gRPC, where it has one', async () => {
      for (const [grpc, expected] of [
        ['5', 'not_found unknown'],
        ['13', 'tool_unavailable unknown'],
        ['99', 'error_in_body unknown']
      ] as const) {
        serve = (socket) => socket.end(reply(200, { 'grpc-status': grpc }, '{"id":1}'))
        expect(await executed()).to.equal(expected)
      }
    })
    it('by its words where they contradict its status', async () => {
      for (const [words, expected] of [
        ['Order 17 was created, but its confirmation failed', 'unknown'],
        ['Request timed out; execution status unknown.', 'unknown'],
        ['No order was created', 'no'],
        ['The order must be paid first', 'no']
      ] as const) {
        serve = (socket) => socket.end(reply(400, {}, JSON.stringify({ message: words })))
        expect(await executed(), words).to.equal(`rejected_arguments ${expected}`)
      }
    })
    it('by its data where they state what was done', async () => {
      for (const [data, expected] of [
        [{ success: true, id: 'p1' }, 'unknown'],
        [{ status: 'succeeded', id: 'pi_1' }, 'unknown'],
        [{ payment: { id: 'p1', status: 'captured' }, error: 'mail failed' }, 'unknown'],
        [{ error: { message: 'webhook failed' }, charge: { id: 'ch_1', paid: true } }, 'unknown'],
        [{ data: { id: 17, state: 'COMPLETED' }, errors: [{ message: 'mail' }] }, 'unknown'],
        [{ succeeded: 1, failed: 1, message: 'One of two items failed' }, 'unknown'],
        [{ status: 'partially_completed', message: 'No more stock' }, 'unknown'],
        [{ items: [{ ok: true }, { ok: false }], message: 'One of two items failed' }, 'unknown'],
        [{ error: { message: 'The e-mail address must be confirmed', details: 'Order 17 was created' } }, 'unknown'],
        [{ message: 'Duplicate request: payment p1 exists' }, 'unknown'],
        [{ message: 'Payment pending' }, 'unknown'],
        [{ created: ['a', 'b'], failed: ['c'] }, 'unknown'],
        [{ deleted: ['a'], not_found: ['b'] }, 'unknown'],
        [{ inserted: 2, errors: ['row 3'] }, 'unknown'],
        [{ committed: true }, 'unknown'],
        [{ message: 'voucher invalid', order_created: true }, 'unknown'],
        [{ error: { details: { step: { completedSteps: ['one'] } }, message: 'step two is invalid' } }, 'unknown'],
        [{ code: 'PARTIAL_FAILURE' }, 'unknown'],
        // Its own request broke off, as clients of many languages say it.
        ...[
          'timeout of 5000ms exceeded',
          'socket hang up',
          'read ECONNRESET',
          'Request failed with status code 504',
          'Post "http://billing/charge": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
          'rpc error: code = Unavailable desc = transport is closing',
          'Net::ReadTimeout with #<TCPSocket:(closed)>',
          'Connection reset by peer',
          '504 Gateway Time-out',
          'Upstream service failed',
          'Rollback failed',
          'Some items failed',
          'total ignored: 1 out of 3 for stream',
          'Your payment may have gone through',
          'Zahlung erfolgreich, Quittung fehlgeschlagen',
          'Zahlung erfolgt, Beleg fehlt',
          'Betaling gelukt, boeking mislukt',
          'Su tarjeta ha sido cargada',
          'Payment OK, booking failed',
          'Your order is in the queue; gift note ignored',
          'Transfer is underway; memo too long'
        ].map((words) => [{ error: words }, 'unknown'] as const),
        [{ message: 'One or more validation errors occurred.' }, 'no'],
        [{ message: 'Some fields are missing' }, 'no'],
        [{ errors: [{ message: 'b: Out of stock' }], data: { a: { id: 'o17' }, b: null } }, 'unknown'],
        [{ errors: [{ message: 'Out of stock' }], data: { a: null } }, 'unknown'],
        [{ errors: [{ message: 'Out of stock' }], data: null }, 'no'],
        [{ charge: 'ch_17', error: { message: 'receipt_email invalid' } }, 'unknown'],
        [{ data: 17, error: 'Sku is invalid' }, 'unknown'],
        ...['', 'Payments said: ', 'HTTP 422: ', '[POST] failed: '].flatMap((before) =>
          [
            { error: 'Seat 3 is locked', charge: 'ch_1', status: 'succeeded' },
            { error: 'Seat 3 is locked', new_balance: 80 },
            { error: 'Seat 3 is locked', booked: [{ id: 'b1', seat: 1 }] },
            [{ error: 'Seat 3 is locked' }, { id: 'b1', status: 'confirmed' }]
          ].flatMap((part) => [
            [{ detail: before + JSON.stringify(part) }, 'unknown'] as const,
            [
              { detail: `${before + JSON.stringify(JSON.stringify(part)).slice(1, -1)} (request 7)` },
              'unknown'
            ] as const
          ])
        ),
        [{ detail: 'Payments said: {"error":"Seat 3 is locked","code":"seat_locked"}' }, 'no'],
        [{ detail: 'Invalid input: {"sku":"x"} must have a size' }, 'no'],
        [{ result: 'ord_17abc', error: 'Sku is invalid' }, 'unknown'],
        [{ result: 1, data: 0, error: 'Sku is invalid' }, 'no'],
        [{ message: 'The mail went out, but the log could not be written' }, 'unknown'],
        [{ message: 'Bestellung 17 wurde angelegt, E-Mail fehlgeschlagen' }, 'unknown'],
        [{ message: 'La commande 17 a été créée, mais l’e-mail est invalide' }, 'unknown'],
        // What goes on, was never answered, or could not be taken back
        ...[
          'Timeout',
          'Unable to determine the status of the transaction',
          'The status of your payment is unclear',
          'Could not roll back the charge',
          'We took the payment but could not place the order',
          'Refund pending approval',
          'Order is awaiting confirmation',
          'The transfer is on hold',
          'Payment is under review',
          'Lost connection to payment processor',
          'Connection to the database was lost',
          'Acquirer did not respond',
          'The bank did not answer',
          'Invalid response from downstream',
          'Could not read response of the ledger service',
          'Deployment is live but smoke tests fail'
        ].map((words) => [{ error: { message: words } }, 'unknown'] as const),
        ...[
          'timeout must be a positive number',
          'Invalid value for timeout',
          'Your account is on hold',
          'You have not answered the security question',
          'Invalid value in payment confirmation',
          'Unable to verify the status of your identity document',
          'The customer is under review',
          'Unable to find the status page',
          'This charge cannot be rolled back',
          'Connection to be used is required',
          'The page is not live',
          'You did not accept the terms'
        ].map((words) => [{ error: { message: words } }, 'no'] as const),
        [
          { error: { message: 'Payment requires action', payment_intent: { id: 'pi_1', status: 'requires_action' } } },
          'unknown'
        ],
        [{ error: { message: 'receipt_email invalid', charge: 'ch_17' } }, 'unknown'],
        [{ errors: [{ message: 'receipt_email invalid', charge: { id: 'ch_17', status: 'pending' } }] }, 'unknown'],
        // No failure at all, states under other names, what is given for a deed
        [17, 'unknown'],
        [true, 'unknown'],
        ['ok', 'unknown'],
        [{ error: null, order: 17 }, 'unknown'],
        [{ code: 0, msg: 'success', printer: 'failed' }, 'unknown'],
        [{ error: 'mail failed', order: 'placed' }, 'unknown'],
        [{ error: 'mail failed', refund: 'issued' }, 'unknown'],
        [{ error: 'mail failed', tracking_number: '1Z9' }, 'unknown'],
        // Whatever else stands beside the error
        [{ ok: 3, failed: 2, total: 5 }, 'unknown'],
        [{ error: 'receipt failed', new_balance: 80 }, 'unknown'],
        [{ error: 'mail failed', confirmation: 'QX7T9' }, 'unknown'],
        [{ order_id: 17, order_status: 'processing', error: 'mail failed' }, 'unknown'],
        [{ error: 'hook failed', commit: { sha: 'a'.repeat(40) } }, 'unknown'],
        [{ error: 'Invoice could not be created after the payment was captured' }, 'unknown'],
        [{ error: 'Only 3 of 5 messages were sent' }, 'unknown'],
        [{ error: 'First charge succeeded, second declined' }, 'unknown'],
        [{ error: 'Message sent without attachment: file too large' }, 'unknown'],
        [{ error: 'Your card might already have been charged' }, 'unknown'],
        // A record of what was asked for, wherever it stands, and lists in which only some are errors
        [
          { data: [{ id: '1', type: 'contact', attributes: { name: 'Ada' } }], errors: [{ detail: 'No mail' }] },
          'unknown'
        ],
        [{ issues: [{ id: '10000', key: 'ED-24' }], errors: [{ status: 400, failedElementNumber: 1 }] }, 'unknown'],
        [
          {
            ErrorNumber: 10,
            Message: 'A validation exception occurred',
            Elements: [
              { InvoiceID: 'ef5304e6', Status: 'AUTHORISED', Total: 55, ValidationErrors: [{ Message: 'No.' }] }
            ]
          },
          'unknown'
        ],
        [{ error: { message: 'No mail', invoice: { invoiceId: 17, message: 'Thanks', lines: 2 } } }, 'unknown'],
        [
          {
            data: [
              { status: 'ok', id: 'XX-1' },
              { status: 'error', message: 'not registered' }
            ]
          },
          'unknown'
        ],
        [[{ id: '7', name: 'Ada' }, { error: 'email is invalid' }], 'unknown'],
        [
          [
            { id: 'FishStew', rev: '1-967a' },
            { id: 'LambStew', error: 'forbidden', reason: 'No.' }
          ],
          'unknown'
        ],
        [
          [
            { row: 1, to: 'Ada' },
            { row: 2, error: 'email is invalid' }
          ],
          'unknown'
        ],
        [
          [
            { ErrorCode: 0, Message: 'OK', MessageID: 'b7bc2f4a', To: 'a@b.c' },
            { ErrorCode: 406, Message: 'Inactive' }
          ],
          'unknown'
        ],
        [
          [
            { jsonrpc: '2.0', id: 1, result: '0x85d9' },
            { jsonrpc: '2.0', id: 2, error: { code: -32_000, message: 'nonce too low' } }
          ],
          'unknown'
        ],
        // Its server broke, whatever the status
        [{ error: { code: 500, message: 'No.' } }, 'unknown'],
        [{ status: 503, error: 'No.' }, 'unknown'],
        ...[
          'Internal Server Error',
          'Internal error',
          'could not commit',
          'Service temporarily unavailable',
          'The server is not currently responding.'
        ].map((words) => [{ error: words }, 'unknown'] as const),
        // In other languages, and in English without a participle of the list before
        [{ message: 'Ordine creato ma e-mail non valida' }, 'unknown'],
        [{ message: 'Se creó el pedido pero falló el correo' }, 'unknown'],
        [{ message: 'De bestelling is geplaatst, maar de e-mail is ongeldig' }, 'unknown'],
        [{ message: 'Überweisung durchgeführt; Verwendungszweck ungültig' }, 'unknown'],
        [{ message: 'Funds were withdrawn from the account; payee not notified' }, 'unknown'],
        [{ message: 'We have received your order, but the coupon is invalid' }, 'unknown'],
        // Real ones
        [
          [
            { id: 'e1', code: 'invalid', title: 'No.' },
            { id: 'e2', detail: 'No.', status: '422' }
          ],
          'no'
        ],
        [[{ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'nonce too low' } }], 'no'],
        [
          { requestError: { serviceException: { messageId: 'SVC2', text: 'Invalid %1', variables: ['address'] } } },
          'no'
        ],
        [{ error: { code: 'invalid', message: 'No.', requestId: 'r1', rule_id: 'r2' } }, 'no'],
        [
          { error: { message: 'Your card was declined.', payment_intent: { id: 'pi_3', status: 'requires_capture' } } },
          'unknown'
        ],
        [{}, 'no'],
        [{ object: 'error', status: 404, code: 'object_not_found', message: 'Could not find the page.' }, 'no'],
        [{ message: 'not found', resource: 'image', resource_id: 'foo-bar-image', type: 'not_found' }, 'no'],
        [{ type: 'https://x/out-of-credit', title: 'No credit.', detail: 'It costs 50.', balance: 30 }, 'no'],
        [{ plan_ids: ["Plan ids can't be blank"] }, 'no'],
        [{ error: null, message: 'Invalid amount' }, 'no'],
        [404, 'no'],
        [
          { error: { type: 'card_error', code: 'card_declined', charge: 'ch_1', message: 'Your card was declined.' } },
          'no'
        ],
        [{ message: 'Validation Failed', errors: [{ resource: 'Issue', code: 'missing_field' }], status: '422' }, 'no'],
        [{ error: { payment_intent: { id: 'pi_1', status: 'requires_payment_method' }, message: 'No card.' } }, 'no'],
        [{ success: false, errors: [{ code: 10_000, message: 'Authentication error' }], result: null }, 'no'],
        [{ status: 'error', message: 'Invalid amount', order_id: 17 }, 'no'],
        [{ status: 'not_processed', message: 'Invalid amount' }, 'no'],
        [{ errors: { terms_accepted: ['must be accepted'], paid_at: ["can't be blank"] } }, 'no'],
        [{ message: 'Not found', created_at: '2026-11-28', created: 1_795_000_000, itemsReceived: 1 }, 'no'],
        [{ deleted: false, inserted: 0, created: [], message: 'Invalid amount' }, 'no'],
        [{ request_id: 'req_17', error: { message: 'username has already been taken' } }, 'no'],
        [{ message: 'Die Bestellung wurde nicht angelegt' }, 'no']
      ] as const) {
        serve = (socket) => socket.end(reply(400, { 'content-type': 'application/json' }, JSON.stringify(data)))
        expect(await executed(), JSON.stringify(data)).to.equal(`rejected_arguments ${expected}`)
      }
    })
    it('by its body where that is a page, or was not read to its end', async () => {
      const json = { 'content-type': 'application/json' }
      const html = { 'content-type': 'text/html' }
      for (const [headers, body, expected] of [
        [html, '<html>Bad request: order 17 was created</html>', 'unknown'],
        [html, '{"inserted": 2, "errors": ["row 3"]}', 'unknown'],
        [html, '<h1>400 Bad Request</h1> The plain HTTP request was sent to HTTPS port', 'no'],
        [html, '<h1>Sorry, you have been blocked</h1><p>The action you just performed triggered the filter.', 'no'],
        [{ ...json, 'content-length': '99' }, '{"error": "invalid"', 'unknown'],
        [json, '{"error": "invalid", "orders": [{"id": 1', 'unknown'],
        [{ ...json, 'content-encoding': 'gzip' }, 'not compressed', 'unknown'],
        [{ ...json, 'content-encoding': 'zstd' }, '{"error": "invalid"}', 'unknown'],
        [json, JSON.stringify({ error: 'x'.repeat(70_000) }), 'unknown'],
        [json, JSON.stringify({ error: `price is required${'!'.repeat(20_000)}` }), 'no'],
        [json, '', 'no']
      ] as const) {
        serve = (socket) => socket.end(reply(400, headers, body))
        expect(await executed(), body.slice(0, 80)).to.equal(`rejected_arguments ${expected}`)
      }
    })
    it('by XML, a form and lines of `key: value` as by the same in JSON', async () => {
      const xml = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<response>${inner}</response>`
      for (const [body, expected] of [
        ['<result><charged>true</charged><chargeId>17</chargeId><error>receipt</error></result>', 'unknown'],
        ['<result><chargeId>ch_17</chargeId><error>receipt</error></result>', 'unknown'],
        [xml('<created>3</created><error>row 4 invalid</error>'), 'unknown'],
        [xml('<created count="2"><![CDATA[yes]]></created><error>row 4 invalid</error>'), 'unknown'],
        [xml('<status>partial</status><message>2 rows</message>'), 'unknown'],
        [
          xml('<Errors><Error><Code>x</Code><Message>Card charged, receipt failed</Message></Error></Errors>'),
          'unknown'
        ],
        [xml('<Errors><Error><Code>x</Code><Message>Refund pending approval</Message></Error></Errors>'), 'unknown'],
        ['<rsp stat="fail"><err code="1" msg="Photo uploaded but tags failed"/></rsp>', 'unknown'],
        ["<order state='placed' id='17'><error>mail</error></order>", 'unknown'],
        [xml('<orderNumber>17</orderNumber><error>invoice is not valid</error>'), 'unknown'],
        [xml('<created>A</created><failed>B</failed><error>B is not valid</error>'), 'unknown'],
        ['<order id="17" total="5"><error>invoice is not valid</error></order>', 'unknown'],
        [xml('<error>Failed to charge the card</error>'), 'unknown'],
        ['order:\n  number: 17\n  state: open\nerror: invoice is not valid\n', 'unknown'],
        ['error=invoice+is+not+valid&orderNumber=17', 'unknown'],
        ['error=receipt&charged=true&chargeId=17', 'unknown'],
        ['error=receipt&chargeId=ch_17', 'unknown'],
        ['error=x&error_description=Refund+pending+approval', 'unknown'],
        ['error=x&error_description=Order%20created%2C+mail+failed', 'unknown'],
        // Real ones
        [
          '<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message><Key>a/17.txt</Key><BucketName>orders</BucketName><Resource>/orders/a</Resource><RequestId>4442587FB7D0A2F9</RequestId></Error>',
          'no'
        ],
        [
          '<Error><Code>EntityTooSmall</Code><Message>Your proposed upload is smaller than the minimum allowed size</Message><ProposedSize>1024</ProposedSize><MinSizeAllowed>5242880</MinSizeAllowed></Error>',
          'no'
        ],
        [
          '<Error><Code>BadDigest</Code><Message>The Content-MD5 you specified did not match what we received.</Message><ExpectedDigest>a1</ExpectedDigest><CalculatedDigest>b2</CalculatedDigest><ClientComputedContentSHA256>c3</ClientComputedContentSHA256></Error>',
          'no'
        ],
        [
          '<Error><Code>AuthenticationFailed</Code><Message>Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.</Message></Error>',
          'no'
        ],
        [
          '<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns"><s:exception>MethodNotAllowed</s:exception><s:message>The resource you tried to create already exists</s:message></d:error>',
          'no'
        ],
        [
          '<Response><Errors><Error><Code>InvalidInstanceID.NotFound</Code><Message>The instance ID i-1 does not exist</Message></Error></Errors><RequestID>ea966190-f9aa-478e-9ede-example</RequestID></Response>',
          'no'
        ],
        [xml('<created>0</created><charged>false</charged><error>row 4 invalid</error>'), 'no'],
        ['error: invoice is not valid\nfield: address\n', 'no'],
        [
          'error=bad_verification_code&error_description=The+code+is+incorrect.&error_uri=https%3A%2F%2Fx.io%2F17',
          'no'
        ],
        ['error=invalid_grant&charged=false&created=0', 'no']
      ] as const) {
        serve = (socket) => socket.end(reply(400, {}, body))
        expect(await executed(), body).to.equal(`rejected_arguments ${expected}`)
      }
    })
    it('once, of a redirect that may follow on what was done', async () => {
      serve = (socket) => socket.end(reply(303, { location: '/elsewhere' }, '{}'))
      expect(expectLeft(await openTurn().run(guardedCall(writing(), t.unknown)({}))).hint).to.equal(
        'It is unknown whether it was executed: verify with a read before doing anything else. Nothing was sent to another address. Use another tool, or tell the user.'
      )
    })
    it('reset: unknown', async () => {
      serve = (socket) => socket.resetAndDestroy()
      expect(await executed()).to.equal('tool_unavailable unknown')
    })
    it('no answer in time: unknown', async () => {
      serve = () => undefined
      expect(await executed()).to.equal('timeout unknown')
    })
    it('refused connection: no', async () => {
      await server.close()
      expect(await executed()).to.equal('tool_unavailable no')
    })
    it('a name that nobody knows: no', async () => {
      expect(
        await executed({
          ask: { url: 'http://nowhere.invalid/' },
          allowOrigins: ['http://nowhere.invalid'],
          lookup: (_name, _options, callback) => callback(Object.assign(new Error('x'), { code: 'ENOTFOUND' }), '', 0)
        })
      ).to.equal('tool_unavailable no')
    })
    it('another origin: no', async () => {
      expect(await executed({ ask: { url: 'http://127.0.0.1:1/' } })).to.equal('forbidden_url no')
    })
    it('no request at all: no', async () => {
      expect(await executed({ ask: { headers: { 'x-a': 'a\r\nx-b: c' } } })).to.equal('tool_threw no')
    })
    it('an answer that cannot be read: unknown', async () => {
      serve = (socket) => socket.end(reply(200, { 'content-encoding': 'gzip' }, 'no gzip'))
      expect(await executed()).to.equal('not_text unknown')
    })
  })

  describe('retries', () => {
    it('a read twice', async () => {
      serve = failing(2, unavailable)
      expect({ kind: (await runTool(reading(), {})).kind, requests: server.heard.length }).to.deep.equal({
        kind: 'body',
        requests: 3
      })
    })
    it('a read not a third time, and says how often it tried', async () => {
      serve = unavailable
      expect(await runTool(reading(), {})).to.deep.equal({
        kind: 'failed',
        executed: 'unknown',
        lost: true,
        response: { status: 503, body: '' },
        error: partialData({ code: 'tool_unavailable', detail: 'The service answered 503. (3 attempts)' })
      })
      expect(server.heard.length).to.equal(3)
    })
    it('a read whose body was cut by the connection', async () => {
      serve = failing(1, (socket) => socket.end(reply(200, { 'content-length': '50' }, '{')))
      expect({ kind: (await runTool(reading(), {})).kind, requests: server.heard.length }).to.deep.equal({
        kind: 'body',
        requests: 2
      })
    })
    it('and keeps what an earlier attempt brought where the last brings nothing', async () => {
      serve = failing(1, (socket) => socket.end(reply(200, { 'content-length': '50' }, '{"a":')))
      const cut = serve
      serve = (socket, request) => (server.heard.length === 1 ? cut(socket, request) : unavailable(socket, request))
      const spoken = await runTool(reading(), {})
      expect(`${codeOf(spoken)} ${textOf('value' in spoken ? spoken.value : '')}`).to.equal('incomplete_response {"a":')
    })
    it('after the wait that the service names', async () => {
      serve = failing(1, (socket) => socket.end(reply(429, { 'retry-after': '1' })))
      const started = performance.now()
      expect((await runTool(reading(), {})).kind).to.equal('body')
      expect(performance.now() - started).to.be.within(1000, 1500)
    })
    it('nothing where the wait would outlast the time', async () => {
      serve = (socket) => socket.end(reply(503, { 'retry-after': '1' }))
      expect({
        code: codeOf(await runTool(reading({ timeoutMs: 900 }), {})),
        requests: server.heard.length
      }).to.deep.equal({ code: 'tool_unavailable', requests: 1 })
    })
    it('neither a POST that reads nor a write', async () => {
      serve = unavailable
      await runTool(reading({ ask: { json: {} } }), {})
      await runTool(writing({ ask: { method: 'GET' } }), {})
      await runTool(writing({ ask: { method: 'PUT', json: {} } }), {})
      expect(server.heard.length).to.equal(3)
    })
    it('a write that has an idempotency key, each time with the same; a ledger as long as the tool says', async () => {
      serve = failing(2, unavailable)
      let made = 0
      const tool = writing({
        ask: { json: {} },
        idempotency: { key: (_args, { callId }) => `${callId}-${++made}`, forMs: 60_000 }
      })
      expect([tool.idempotency?.forMs, writing({}).idempotency]).to.deep.equal([60_000, undefined])
      expect((await runTool(tool, {})).kind).to.equal('body')
      expect(server.heard.map(({ headers }) => headers['idempotency-key'])).to.deep.equal([
        'call-1-1',
        'call-1-1',
        'call-1-1'
      ])
    })
    it('a keyed write of an unknown outcome, in the next run too, with or without `verify`: each request carries the key of its operation', async () => {
      for (const [verify, asked, operations] of [
        [undefined, 0, 1],
        [() => 'unknown' as const, 2, 1],
        // The first requests may still arrive: they carry the same key.
        [() => 'not_executed' as const, 2, 1]
      ] as const) {
        const before = server.heard.length
        serve = failing(before + 3, (socket) => socket.resetAndDestroy())
        let questions = 0
        const tool = writing({
          ask: { json: {}, headers: { 'Idempotency-Key': 'of somebody else' } },
          idempotency: { key: (_args, { operationId }) => operationId, forMs: 60_000 },
          ...(verify === undefined ? {} : { verify: () => (questions++, verify()) })
        })
        const session = openSession({ ledger: memoryLedger() })
        const order = guardedCall(tool, t.unknown)({})
        expectLeft(await session.openTurn({ id: 'job' }).run(order))
        expect(await session.openTurn({ id: 'job' }).run(order)).to.have.property('_tag', 'Right')
        const keys = server.heard.slice(before).map(({ headers }) => headers['idempotency-key'] ?? 'none')
        expect({
          requests: keys.length,
          keys: new Set(keys).size,
          none: keys.includes('none'),
          questions
        }).to.deep.equal({ requests: 4, keys: operations, none: false, questions: asked })
      }
    })
    for (const [what, options, lost] of [
      ['of its first run', {}, 0],
      ['of a delivery that begins while its service still knows the key', { ledger: memoryLedger() }, 1],
      ['of a run that its author gave back in the same turn', {}, 1],
      ['of a delivery whose `verify` took its time', { ledger: memoryLedger(), slow: 200 }, 1]
    ] as const)
      it(`a keyed write for as long as its service knows the key, counted from the first request: ${what}`, async () => {
        for (const [forMs, requests] of [
          [60_000, lost + 2],
          [900, lost + 1]
        ] as const) {
          const before = server.heard.length
          serve = (socket) => {
            const heard = server.heard.length - before
            if (heard > lost + 1) socket.end(reply(200, {}, '{}'))
            else if (heard > lost) socket.end(reply(503, { 'retry-after': '1' }))
          }
          const { slow, ...session } = { slow: 0, ...options }
          const tool = (timeoutMs: number) =>
            guardedCall(
              writing({
                timeoutMs,
                idempotency: { key: (_args, { operationId }) => operationId, forMs },
                transient: () => true,
                ...(slow === 0
                  ? {}
                  : { verify: () => new Promise<'unknown'>((say) => setTimeout(() => say('unknown'), slow)) })
              }),
              t.unknown
            )({})
          const opened = openSession({ ...session, logger: false })
          const id = `job-${forMs}`
          const first = opened.openTurn({ id })
          if (lost > 0) expectLeft(await first.run(tool(100)))
          const turn = 'ledger' in session ? opened.openTurn({ id }) : first
          const result = await turn.run(tool(5_000))
          expect([
            server.heard.length - before,
            result._tag,
            turn.outcomes().map((outcome) => outcome.executed)
          ]).to.deep.equal(forMs === 900 ? [requests, 'Left', ['unknown']] : [requests, 'Right', ['yes']])
        }
      })
    it('a keyed write, and remembers that an earlier attempt may have been carried out', async () => {
      serve = (socket) => socket.end(server.heard.length === 1 ? reply(500) : reply(409))
      const spoken = await runTool(writing({ idempotency: { key: () => 'k', forMs: 60_000 } }), {})
      expect(`${codeOf(spoken)} ${'executed' in spoken ? spoken.executed : ''}`).to.equal('rejected_arguments unknown')
    })
    it('only as the budget allows', async () => {
      serve = unavailable
      await runTool(reading({ retryBudget: retryBudget({ ratio: 0, minConcurrent: 0 }) }), {})
      expect(server.heard.length).to.equal(1)
    })
    it('no longer once the caller has given up', async () => {
      serve = (socket) => socket.end(reply(429))
      const caller = new AbortController()
      setTimeout(() => caller.abort(), 100)
      const started = performance.now()
      await runTool(reading(), {}, caller.signal)
      expect({ requests: server.heard.length, quick: performance.now() - started < 300 }).to.deep.equal({
        requests: 1,
        quick: true
      })
    })
  })

  describe('ends', () => {
    it('in its own time and lets go of the socket', async () => {
      serve = () => undefined
      const started = performance.now()
      const { place, ...ended } = { place: undefined, ...(await runTool(reading({ timeoutMs: 100 }), {})) }
      expect(place).to.match(/^127\.0\.0\.1:\d+$/)
      expect(ended).to.deep.equal({
        kind: 'failed',
        executed: 'unknown',
        error: partialData({ code: 'timeout', detail: 'No complete response came within 100 ms; 0 bytes had come.' })
      })
      expect(performance.now() - started).to.be.within(95, 300)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(server.openSockets()).to.equal(0)
    })
    it('when its caller gives up, before and during the call', async () => {
      serve = (socket) => socket.write(reply(200, { 'content-length': '9' }, '{'))
      const caller = new AbortController()
      setTimeout(() => caller.abort(), 30)
      const cancelled = {
        kind: 'failed',
        executed: 'unknown',
        error: schemaMismatch({ code: 'cancelled', detail: 'The call was cancelled before a response came.' })
      }
      expect(await runTool(reading(), {}, caller.signal)).to.deep.equal(cancelled)
      expect(await runTool(reading(), {}, caller.signal)).to.deep.equal(cancelled)
      expect(server.heard.length).to.equal(1)
    })
    it("with the guard's own timeout as a timeout", async () => {
      serve = () => undefined
      const caller = new AbortController()
      setTimeout(() => caller.abort(Object.assign(new Error('late'), { name: 'TimeoutError' })), 30)
      expect(codeOf(await runTool(reading(), {}, caller.signal))).to.equal('timeout')
    })
    it('without a listener left on a signal that outlives it', async () => {
      const { signal } = new AbortController()
      let listeners = 0
      const counted = new Proxy(signal, {
        get: (target, key) => {
          if (key === 'addEventListener') listeners++
          if (key === 'removeEventListener') listeners--
          const value: unknown = Reflect.get(target, key, target)
          return typeof value === 'function' ? (value.bind(target) as unknown) : value
        }
      })
      await reading().run({}, contextOf(counted))
      expect(listeners).to.equal(0)
    })
  })

  describe('leaves to its author', () => {
    it('to refuse a call, by a verdict that is returned or thrown', async () => {
      const error = semanticGarbage({ code: 'rejected_arguments', detail: 'Only own orders.' })
      const verdict = failed(error, { executed: 'no' })
      const returning = reading({ request: () => verdict as HttpRequest })
      const throwing = reading({
        request: () => {
          throw verdict as Error
        }
      })
      expect([await runTool(returning, {}), await runTool(throwing, {})]).to.deep.equal([
        { kind: 'failed', executed: 'no', error },
        { kind: 'failed', executed: 'no', error }
      ])
    })
    it('to say of a refusal that something was executed all the same: nothing was sent', async () => {
      const error = semanticGarbage({ code: 'rejected_arguments', detail: 'Only own orders.' })
      const said = async (verdict: unknown) => [
        await runTool(writing({ request: () => verdict as HttpRequest }), {}),
        await runTool(
          writing({
            request: () => {
              throw verdict as Error
            }
          }),
          {}
        )
      ]
      for (const [verdict, told] of [
        [failed(error), 'no'],
        [failed(error, { executed: 'yes' }), 'yes'],
        [failed(error, { executed: 'unknown' }), 'unknown']
      ] as const) {
        expect(await said(verdict)).to.deep.equal(Array(2).fill({ kind: 'failed', executed: told, error }))
      }
    })
    it('to describe a request that is one, and says no more than that it was none', async () => {
      const none = {
        kind: 'failed',
        executed: 'no',
        error: schemaMismatch({ code: 'tool_threw', detail: 'The tool could not make a request of these arguments.' })
      }
      const cyclic: { self?: unknown } = {}
      cyclic.self = cyclic
      for (const tool of [
        reading({
          request: () => {
            throw new Error('secret')
          }
        }),
        reading({ ask: { method: 'GET', json: {} } }),
        reading({ ask: { method: 'TRACE' as 'GET' } }),
        writing({ ask: { json: cyclic } }),
        writing({ ask: { json: 10n } }),
        writing({ ask: { json: () => ({}) } }),
        ...['body', 'data', 'query', 'params'].map((field) => writing({ ask: { [field]: { sku: 'A' } } })),
        writing({ ask: { searchParams: { filter: { sku: 'A' } } as never } }),
        writing({ ask: { searchParams: { sku: ['A'] } as never } }),
        writing({ idempotency: { key: () => '', forMs: 1 } }),
        writing({ idempotency: { key: () => 'a b', forMs: 1 } }),
        writing({ idempotency: { key: (() => undefined) as never, forMs: 1 } }),
        writing({ idempotency: { key: (() => 7) as never, forMs: 1 } }),
        writing({ idempotency: { key: (() => ({ toString: () => 'key' })) as never, forMs: 1 } }),
        ...['Host', 'Content-Length', 'transfer-encoding', 'Connection', 'Upgrade', 'Expect', 'TE', 'Trailer'].map(
          (name) => writing({ ask: { json: {}, headers: { [name]: '1' } } })
        ),
        writing({ ask: { json: {}, headers: { 'x-list': ['a', 'b'] as never } } }),
        reading({ request: () => undefined as never }),
        reading({
          request: (async () => {
            throw new Error('late')
          }) as never
        }),
        writing({
          idempotency: {
            key: (async () => {
              throw new Error('late')
            }) as never,
            forMs: 1
          }
        })
      ])
        expect(await runTool(tool, {})).to.deep.equal(none)
      expect(server.heard.length).to.equal(0)
    })
    it('to give options that make sense', () => {
      for (const none of [undefined, null, 5])
        expect(() => httpTool(none as never)).to.throw(TypeError, 'Expected `options` to be an object.')
      for (const timeoutMs of [0, -1, 1.5, Number.NaN, Infinity, 2 ** 31])
        expect(() => reading({ timeoutMs })).to.throw(TypeError, /`timeoutMs`/)
      expect(() => reading({ retryBudget: {} as RetryBudget })).to.throw(
        TypeError,
        'Expected `retryBudget` to be made by retryBudget().'
      )
      for (const maxBytes of [0, -1, 1.5, Number.NaN])
        expect(() => reading({ maxBytes })).to.throw(TypeError, /`maxBytes`/)
    })
    it('options that somebody knows', () => {
      const words: ReadonlyArray<readonly [string, string]> = [
        ['allowOrigin', 'perhaps `allowOrigins` was meant.'],
        ['idempotencyKey', 'perhaps `idempotency` was meant.'],
        ['retry_budget', 'perhaps `retryBudget` was meant.'],
        ['page', 'perhaps `pages` was meant.'],
        ['timeoutMS', 'perhaps `timeoutMs` was meant.'],
        ['run', 'it may hold name, effect, ']
      ]
      for (const [word, rest] of words)
        expect(() => reading({ [word]: 1 })).to.throw(TypeError, `Expected \`options\` to hold no \`${word}\`: ${rest}`)
    })
    it('functions where it calls them', () => {
      for (const option of ['request', 'lookup'])
        expect(() => reading({ [option]: 'x' })).to.throw(TypeError, `Expected \`${option}\` to be a function.`)
    })
    it('everything else of a tool', () => {
      const { run, ...tool } = reading({
        description: 'Lists orders.',
        timeoutMs: 5000,
        maxBytes: 1000,
        salvage: 'orders',
        polls: true,
        maxIdenticalCalls: 5,
        reads: 'text',
        narrow
      })
      expect({ tool, run: typeof run }).to.deep.equal({
        tool: {
          name: 'orders',
          effect: 'read',
          description: 'Lists orders.',
          timeoutMs: 5000,
          maxBytes: 1000,
          salvage: 'orders',
          polls: true,
          maxIdenticalCalls: 5,
          reads: 'text',
          respondsWhenDone: true,
          narrow
        },
        run: 'function'
      })
    })
  })
})
