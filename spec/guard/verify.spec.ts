import { expect } from 'chai'
import { inspect } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as t from 'io-ts'
import { mock } from 'node:test'
import {
  failed,
  guardedCall,
  guardFunctions,
  memoryLedger,
  openSession,
  type Tool,
  type ToolError,
  type Turn,
  within
} from '../../lib/index.js'
import { httpTool } from '../../lib/tools/http/index.js'
import { expectLeft } from '../helpers/either.js'
import { startLoopback, type Loopback } from '../helpers/loopback.js'

const Order = t.type({ id: t.number })

const T = 40

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const never = (): Promise<never> => new Promise(() => {})

type Said = Awaited<ReturnType<NonNullable<Tool<unknown>['verify']>>>

/**
 * A service that answers each run by the next of `runs`, the last one for ever, and each question by the next of
 * `words`.
 */
const shop = (
  runs: ReadonlyArray<() => unknown>,
  words: ReadonlyArray<() => unknown>,
  more: Partial<Tool<unknown>> = {},
  codec: t.Mixed = Order
) => {
  const ids: Array<string> = []
  const asked: Array<string> = []
  const order = guardedCall<unknown, unknown>(
    {
      name: 'place_order',
      effect: 'write',
      timeoutMs: T,
      ...more,
      run: (_args, { operationId }) => runs[Math.min(ids.push(operationId), runs.length) - 1]?.(),
      verify: (_args, { operationId }) => words[Math.min(asked.push(operationId), words.length) - 1]?.() as Said
    },
    codec
  )
  return { ids, asked, order: order({ sku: 'A-1' }) }
}

const said = (result: E.Either<ToolError, unknown>, turn: Turn): ReadonlyArray<unknown> => [
  E.isLeft(result) ? result.left.code : result.right,
  turn.calls.at(-1)?.executed
]

const circular = (): unknown => {
  const data: Record<string, unknown> = {}
  data['self'] = data
  return data
}

const reset = (): never => {
  throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
}

const executed = () => 'executed'
const notExecuted = () => 'not_executed'
const unknown = () => 'unknown'

for (const ledgered of [false, true])
  describe(`verify, in the call that needs it${ledgered ? ', over a ledger' : ''}`, () => {
    const open = (signal?: AbortSignal): Turn =>
      openSession(ledgered ? { ledger: memoryLedger() } : {}).openTurn({ id: 'job-17', ...(signal && { signal }) })

    it('settles a run that ended unknown by the word that it was executed', async () => {
      const { ids, asked, order } = shop([never], [executed])
      const turn = open()
      expect(expectLeft(await turn.run(order))).to.deep.equal({
        error_class: 'partial_data',
        code: 'incomplete_response',
        detail: `Operation ${ids[0]} of place_order was executed, and its response was lost.`,
        hint: 'It was executed: do not repeat it; verify its effect with a read.'
      })
      expect([asked, turn.outcomes()[0]?.executed, turn.calls[0]?.replayed]).to.deep.equal([ids, 'yes', undefined])
    })

    it('gives its answer as that of the run, judged by the codec', async () => {
      const { asked, order } = shop([reset], [() => ({ answer: '{"id":7}' })])
      const turn = open()
      expect(said(await turn.run(order), turn)).to.deep.equal([{ id: 7 }, 'yes'])
      expect([asked.length, turn.calls[0]?.replayed]).to.deep.equal([1, undefined])
    })

    it('leaves it unknown where the codec or a check of the tool refuses the answer: it may be of another order', async () => {
      const isFirst = within(({ id }: { id: number }) => id, { max: 1 })
      for (const answer of ['{"name":7}', '{"id":"7"}', { login_url: '/login' }, { nearest: { id: 7 } }, '{"id":7}']) {
        const turn = open()
        const tool: Tool<unknown> = { name: 'place_order', effect: 'write', run: reset, verify: () => ({ answer }) }
        const result = await turn.run(guardedCall(tool, Order, isFirst)({ sku: 'A-1' }))
        expect(said(result, turn), inspect(answer)).to.deep.equal(['tool_unavailable', 'unknown'])
      }
    })

    it('leaves it unknown where the answer says that the deed of the tool was not done', async () => {
      const told = async (name: string, answer: unknown): Promise<unknown> => {
        const turn = open()
        const rules = { [name]: { effect: 'write' as const, verify: () => ({ answer }) } }
        const tools = guardFunctions({ [name]: async () => reset() }, { turn, rules })
        await tools[name]?.().catch(() => {})
        return turn.calls[0]?.executed
      }
      for (const [name, answer] of [
        ['merge_pull_request', { number: 7, state: 'open', merged: false, title: 'Fix' }],
        ['refund_charge', { id: 'ch_1', amount: 500, paid: true, refunded: false }],
        ['issue_refund', { id: 'ch_1', refunded: false }],
        ['cancelOrder', { id: 17, is_cancelled: false }],
        ['complete_task', { id: 'T-1', completed: false }],
        ['book_room', { data: { id: 'R-1', booked: false } }],
        ['pay_invoice', { id: 'in_1', number: 'INV-7', status: 'unpaid', amount: 5 }],
        ['pay_invoice', { id: 'in_1', amount_paid: 0 }],
        ['pay_bill', { invoice: 'INV-7', payment: null }],
        ['pay_bill', { status: 'ok', payment_id: null }],
        ['ship_order', { id: 7, fulfillment_status: 'unfulfilled' }],
        ['pay_bill', { invoice: 'INV-7', hits: 0 }],
        ['cancel_order', { id: 17, cancelled_at: null }],
        ['mergePullRequest', { number: 7, state: 'open', mergedAt: null }],
        ['publish_post', { id: 7, title: 'Hi', published_on: null }],
        ['capture_payment', { id: 'pi_1', status: 'requires_capture' }],
        ['confirm_payment', { id: 'pi_1', status: 'requires_confirmation' }],
        ['approve_request', { id: 7, state: 'pending_approval' }],
        ['pay_order', { id: 7, status: 'PAYMENT_REQUIRED' }],
        ['pay_order', { id: 7, status: 'awaiting_payment' }],
        ['merge_pr', { number: 7, merge_status: 'cannot_be_merged' }],
        ['ship_order', { id: 7, status: 'not_shipped' }],
        ['pay_bill', { headers: ['id'], types: { id: 'INT64' }, rows: [], rowsAffected: 0, time: 2 }],
        ['pay_bill', { columnMetadata: [{ name: 'id' }], numberOfRecordsUpdated: 0, records: [] }],
        ['pay_bill', [{ columns: ['id'], values: [] }]],
        ['capture_order', { id: '5O1', intent: 'CAPTURE', status: 'APPROVED', purchase_units: [{ id: 'u1' }] }],
        ['capture_order', { id: '5O1', status: 'PAYER_ACTION_REQUIRED' }],
        ['pay_bill', 'not yet'],
        ['pay_bill', 'unpaid']
      ] as const)
        expect(await told(name, answer), inspect(answer)).to.equal('unknown')
      for (const [name, answer] of [
        ['create_charge', { id: 'ch_1', amount: 500, paid: true, refunded: false, disputed: false, livemode: false }],
        ['unlock_account', { id: 7, status: 'unlocked' }],
        ['add_customer', { id: 7, address: null, gender: 'unknown' }],
        ['place_order', { id: 7, order_discount: 0, status: 'awaiting_payment', cancelled_at: null }],
        ['create_payment', { id: 'pi_1', status: 'pending' }],
        ['insert_row', { columns: ['id'], rows: [[7]] }],
        ['merge_pull_request', { number: 7, merged: true, draft: false }],
        ['capture_order', { id: '5O1', status: 'COMPLETED' }],
        ['create_order', { id: '5O1', status: 'CREATED' }],
        ['set_price', { id: 7, price: 0 }],
        ['toggle_active', { id: 7, active: false }],
        ['add_comment', { id: 7, body: 'Hi', comments: 0 }],
        ['reserve_seat', { id: 'R-1', status: 'reserved', seat: 0 }]
      ] as const)
        expect(await told(name, answer), inspect(answer)).to.equal('yes')
    })

    it('gets the arguments as they came, whatever the run made of its own', async () => {
      const seen: Array<unknown> = []
      // Decoded twice, it would be another order.
      const Cents = new t.Type<{ euros: number; items: Array<string> }, unknown, unknown>(
        'Cents',
        (_): _ is { euros: number; items: Array<string> } => true,
        (input) => {
          const { euros, items } = input as { euros: number; items: Array<string> }
          return t.success({ euros: euros + 1, items })
        },
        (order) => order
      )
      for (const args of [undefined, t.type({ euros: t.number, items: t.array(t.string) }), Cents]) {
        const pay = guardedCall<{ euros: number; items: Array<string> }, unknown>(
          {
            name: 'pay',
            effect: 'write',
            ...(args === undefined ? {} : { args }),
            run: (order) => {
              order.euros *= 100
              order.items.pop()
              return reset()
            },
            verify: (order) => (seen.push(order), 'unknown')
          },
          t.unknown
        )
        await open().run(args === Cents ? pay.fromModel({ euros: 6, items: ['a'] }) : pay({ euros: 7, items: ['a'] }))
      }
      expect(seen).to.deep.equal(Array(3).fill({ euros: 7, items: ['a'] }))
    })

    it('leaves it unknown where the answer is that there is none, or a failure', async () => {
      for (const answer of [
        undefined,
        null,
        '',
        [],
        {},
        '{"object":"list","data":[],"has_more":false,"url":"/v1/charges"}',
        { items: [], total: 0 },
        { rows: [], rowCount: 0 },
        { found: false, status: 'none' },
        { id: 'req-1', found: false },
        { number: 7, exists: false },
        'No payment found',
        // As GraphQL, Elasticsearch, DynamoDB, Spring, Notion, Solr, Supabase and SQL say that there is none.
        { order: null },
        { orders: { edges: [], pageInfo: { hasNextPage: false, endCursor: null } } },
        { data: { orders: { edges: [] } }, extensions: { cost: { requestedQueryCost: 2 } } },
        { took: 3, _shards: { total: 1, failed: 0 }, hits: { total: { value: 0 }, max_score: null, hits: [] } },
        { count: 0, _shards: { total: 1, successful: 1, failed: 0 } },
        [{ count: '0' }],
        { $metadata: { httpStatusCode: 200, attempts: 1 } },
        { $metadata: { httpStatusCode: 200 }, Items: [], Count: 0, ScannedCount: 0 },
        { _links: { self: { href: '/orders' } }, page: { size: 20, totalElements: 0, totalPages: 0, number: 0 } },
        { object: 'list', results: [], next_cursor: null, has_more: false, request_id: 'r-1' },
        { responseHeader: { status: 0, QTime: 1 }, response: { numFound: 0, start: 0, docs: [] } },
        { data: null, error: null, count: null, status: 200, statusText: 'OK' },
        { data: null, links: { self: '/orders/7' } },
        // Those of S3, Mailchimp, Xero, Zoho, Firestore, Cloud Storage, Adyen and MCP.
        { $metadata: { httpStatusCode: 200 }, IsTruncated: false, KeyCount: 0, MaxKeys: 1000, Name: 'b', Prefix: 'p' },
        { members: [], list_id: '57afe96172', total_items: 0, _links: [{ rel: 'self', href: '/members' }] },
        { Id: '0f1c3d9e', Status: 'OK', ProviderName: 'shop', DateTimeUTC: '/Date(1)/', Invoices: [] },
        { code: 0, message: 'success', invoices: [], page_context: { page: 1, per_page: 200, has_more_page: false } },
        [{ readTime: '2026-01-01T00:00:00Z' }],
        { kind: 'storage#objects' },
        { kind: 'bigquery#jobList', etag: 'x' },
        { itemsTotal: 0, pagesTotal: 0, _links: { self: { href: '/payments' } } },
        { total: 0 },
        { success: true, valid: true, orders: [] },
        { content: [{ type: 'text', text: '{"orders":[]}' }], structuredContent: { orders: [] } },
        { content: [{ type: 'text', text: 'Looked.' }], structuredContent: { orders: [] } },
        { content: [{ type: 'text', text: '[]' }], isError: false },
        { content: [{ type: 'text', text: 'null' }] },
        { body: 'false' },
        circular(),
        '<html>Sign in</html>',
        '{"error":{"code":"resource_missing","message":"No such charge"}}',
        { id: 7, status: 'failed' },
        // Those of Slack, Shopify, Jira, Plaid, Facebook and Stripe; a driver's text; a count in words.
        {
          ok: true,
          query: 'ref-17',
          messages: { total: 0, pagination: { total_count: 0, page: 1, first: 1, last: 0 }, matches: [] }
        },
        {
          data: {
            customer: { id: 'gid://shopify/Customer/1', orders: { edges: [], pageInfo: { hasNextPage: false } } }
          }
        },
        { expand: 'names', startAt: 0, maxResults: 50, total: 0, issues: [], names: { summary: 'Summary' } },
        {
          accounts: [{ account_id: 'a1', balances: { available: 110 } }],
          item: { item_id: 'i1' },
          total_transactions: 0,
          transactions: []
        },
        { charges: [], filters: { customer: 'c1', cents: 500 } },
        { values: [], paging: { offset: 0, limit: 20 } },
        { customer_id: 7, orders: [] },
        { customer: { id: 7, name: 'Ada' }, orders: [] },
        { total: 0, page: 1, size: 20 },
        // Those of FHIR, Ethereum and Odoo.
        { resourceType: 'Bundle', id: 'b1', type: 'searchset', total: 0, link: [{ relation: 'self' }] },
        { resourceType: 'Bundle', id: 'b1', type: 'searchset', link: [{ relation: 'self' }] },
        { jsonrpc: '2.0', id: 1, result: null },
        { jsonrpc: '2.0', id: 1, result: [] },
        { jsonrpc: '2.0', id: 1, result: 0 },
        { success: true, order: null },
        { rows: [[0]] },
        { content: [{ type: 'text', text: 'Found 0 payments matching ref-17' }] },
        '(0 rows)',
        'There are none of this reference.',
        { id: 'pi_1', object: 'payment_intent', status: 'requires_payment_method' },
        { data: [{ id: 'pi_1', object: 'payment_intent', status: 'requires_payment_method' }] }
      ]) {
        const { order } = shop([reset], [() => ({ answer })], {}, t.unknown)
        const turn = open()
        await turn.run(order)
        expect(turn.calls[0]?.executed, inspect(answer)).to.equal('unknown')
      }
      for (const answer of [
        { id: 7, refunds: [], data: null },
        { order_id: 7, status: 'paid', retry_count: 0 },
        { data: { id: 7, refunds: [] } },
        { order: { id: 7, items: [{ sku: 'A' }], refunds: [] } },
        { content: [{ type: 'text', text: '{"id":7,"refunds":[]}' }] },
        { paid: true },
        'Paid 100.00 of 100.00',
        { status: 'succeeded', amount: 5, error_count: 0 },
        { data: [{ number: 7, total: 0 }], links: [] },
        { orders: { edges: [{ node: { number: 7 } }], totalCount: 1 } },
        { at: new Date() },
        { id: 'ch_1', success: true, errors: [] },
        { success: true, order: { id: 7 } },
        { kind: 'order', number: 7, total: 0 },
        { id: 7, count: 0 },
        { resourceType: 'Bundle', id: 'b1', type: 'searchset', total: 1, entry: [{ resource: { id: 'o1' } }] },
        { jsonrpc: '2.0', id: 1, result: [17] },
        { content: [{ type: 'text', text: '{"order":7}' }], structuredContent: { order: 7 } },
        'ok',
        17
      ]) {
        const { order } = shop([reset], [() => ({ answer })], {}, t.unknown)
        const turn = open()
        await turn.run(order)
        expect(turn.calls[0]?.executed, inspect(answer)).to.equal('yes')
      }
    })

    describe('reads an answer as one of the tool', () => {
      const found = '{"id":7}'
      const none = '{"error":"no order of this key"}'
      class Rows {
        readonly rows = []
        readonly rowCount = 0
      }
      const respond = (status: number, body = none) => new Response(body, { status })
      const outcomeOf = async (answer: () => unknown): Promise<ReadonlyArray<unknown>> => {
        const { order } = shop([reset], [() => ({ answer: answer() })])
        const turn = open()
        return said(await turn.run(order), turn)
      }

      const proofs: ReadonlyArray<readonly [string, () => unknown]> = [
        ['a Response', () => respond(200, found)],
        ['a promise of a Response', async () => respond(201, found)],
        ['a stream', () => new Response(found).body],
        ['bytes', () => new TextEncoder().encode(found)],
        ['a promise', async () => ({ id: 7 })],
        ['Some', () => O.some({ id: 7 })],
        ['Right', () => E.right({ id: 7 })],
        ['a promise in Right', () => E.right(Promise.resolve({ id: 7 }))],
        ['a TaskEither', () => TE.right({ id: 7 })]
      ]
      for (const [what, answer] of proofs)
        it(`${what} that holds it`, async () => {
          expect(await outcomeOf(answer)).to.deep.equal([{ id: 7 }, 'yes'])
        })

      const doubts: ReadonlyArray<readonly [string, () => unknown]> = [
        ['a 404', () => respond(404)],
        ['a 503', async () => respond(503)],
        ['a 401', () => respond(401)],
        ['a 200 of nothing', () => respond(200, '[]')],
        ['a 204', () => new Response(null, { status: 204 })],
        ['a login page', () => respond(200, '<html>Sign in</html>')],
        [
          'a Response that was read',
          async () => {
            const read = respond(200, found)
            await read.text()
            return read
          }
        ],
        ['a promise of nothing', async () => null],
        ['a promise that rejects', () => Promise.reject(new Error('down'))],
        ['one that never settles', never],
        ['None', () => O.none],
        ['a Left', () => E.left(new Error('no such order'))],
        ['Right of null', () => E.right(null)],
        ['a TaskEither of nothing', () => TE.right(null)],
        ['a TaskEither that is Left', () => TE.left(new Error('no such order'))],
        ['a function that gives no Either', () => () => 7],
        ['a result without rows', () => new Rows()],
        ['a Map', () => new Map()],
        ['a Set', () => new Set()],
        ['an Error', () => new Error('no such order')],
        ['a cut text', () => '{"orders":['],
        ['a cut text of words', () => '{"orders":[{"id":7'],
        ['bytes that are no text', () => Uint8Array.of(0xff, 0xfe, 0xfd)],
        ['a count of zero', () => 0],
        ['NaN', () => Number.NaN],
        ['a failure of our own', () => failed({ code: 'not_found', detail: 'None.' })]
      ]
      for (const [what, answer] of doubts)
        it(`${what} leaves it unknown`, async () => {
          expect((await outcomeOf(answer))[1]).to.equal('unknown')
        })

      it('of a function in place too', async () => {
        for (const [answer, outcome] of [
          [() => respond(200, found), 'yes'],
          [() => O.some({ id: 7 }), 'yes'],
          [() => respond(404), 'unknown'],
          [() => respond(503), 'unknown'],
          [() => O.none, 'unknown'],
          [() => new Rows(), 'unknown'],
          [() => '{"orders":[', 'unknown']
        ] as const) {
          const turn = open()
          const { pay } = guardFunctions(
            { pay: async () => reset() },
            { turn, rules: { pay: { effect: 'write', verify: async () => ({ answer: answer() }) } } }
          )
          await pay().catch(() => {})
          expect(turn.calls[0]?.executed, String(answer)).to.equal(outcome)
        }
      })

      it('tells the operator of one that could not be read, and of no other', async () => {
        const lines: Array<readonly [string, unknown]> = []
        const logger = {
          log: (_level: string, line: string, { cause }: { readonly cause?: unknown }) => void lines.push([line, cause])
        }
        for (const answer of [() => new Rows(), () => '{"orders":[', () => respond(404), () => '', () => O.none]) {
          const { order } = shop([reset], [() => ({ answer: answer() })])
          const session = openSession({ logger, ...(ledgered ? { ledger: memoryLedger() } : {}) })
          await session.openTurn({ id: 'job-17' }).run(order)
        }
        expect(lines.filter(([line]) => line.startsWith('callback_'))).to.deep.equal([
          [
            'callback_unread tool=place_order callback=verify',
            'It returned an instance of a class at $: return its fields as a plain object, or its text (`String(url)`).'
          ],
          [
            'callback_unread tool=place_order callback=verify',
            'The response ends after 11 bytes inside orders (an array).'
          ]
        ])
      })
    })

    const answers: ReadonlyArray<readonly [string, () => unknown, string]> = [
      ['a report of its own', () => '{"error":"The account is locked."}', 'error_in_body'],
      [
        'a status of gRPC that says no',
        () => ({ error: { code: 'FAILED_PRECONDITION', message: 'The account is locked.' } }),
        'error_in_body'
      ],
      ['its report, thrown', () => Promise.reject(new Error('The account is locked.')), 'error_in_body']
    ]
    for (const [what, run, code] of answers)
      it(`believes at once that nothing happened where the tool said no: ${what}`, async () => {
        const { asked, order } = shop([run], [notExecuted])
        const turn = open()
        const result = await turn.run(order)
        expect(said(result, turn)).to.deep.equal([code, 'no'])
        expect(expectLeft(result).hint).to.match(/^It was not executed: nothing happened\./)
        expect(asked).to.have.length(1)
      })

    it('believes at once a no that the codec took', async () => {
      for (const answer of [{ error: 'The account is locked.' }, '{"ok":false,"error":"The card was declined."}']) {
        const turn = open()
        const { pay } = guardFunctions(
          { pay: async () => answer },
          { turn, rules: { pay: { effect: 'write', verify: notExecuted as () => 'not_executed' } } }
        )
        expect(await pay()).to.equal(answer)
        expect(turn.calls[0]?.executed, inspect(answer)).to.equal('no')
      }
    })

    const silent: ReadonlyArray<readonly [string, () => unknown]> = [
      ['no answer in time', never],
      ['a reset', reset],
      ['a throw that says nothing', () => Promise.reject(new Error('oops'))],
      ['a failure in words of its author', () => failed({ code: 'lost_it', detail: 'No luck.' })],
      ['a 503', () => new Response('{}', { status: 503 })],
      ['a 500', () => ({ status: 500, error: 'Internal Server Error' })],
      ['a 408', () => new Response('{}', { status: 408 })],
      ['a body that does not fit', () => '{"status":"processing"}'],
      ['a failure that goes on', () => ({ success: false, message: 'Operation pending, please wait' })],
      ['words of not knowing', () => Promise.reject(new Error('Payment status cannot be determined'))],
      ['words of not getting there', () => ({ error: 'Cannot reach the bank' })],
      ['words of not reading', () => Promise.reject(new Error('Cannot read the reply of the acquirer'))],
      ['words of not finding', () => ({ error: 'Could not find the new charge' })],
      ['what exists already', () => ({ error: 'A request of this key is already running.' })],
      ['what is asked for first', () => ({ error: 'The bank must confirm it first.' })],
      ['a cut body', () => '{"id":1'],
      ['an empty body', () => ''],
      ['a body of white space, of a response', () => new Response('\n')],
      ['the page of a gateway', () => '<!doctype html><html><body>Bad gateway</body></html>'],
      // https://grpc.io/docs/guides/status-codes/
      ...['CANCELLED', 'UNKNOWN', 'DEADLINE_EXCEEDED', 'ABORTED', 'INTERNAL', 'UNAVAILABLE', 'DATA_LOSS'].map(
        (code) => [`${code} of a gRPC service`, () => ({ error: { code, message: 'context done' } })] as const
      )
    ]
    for (const [what, run] of silent)
      it(`does not believe that yet after ${what}: the request may still arrive`, async () => {
        const { asked, order } = shop([run], [notExecuted])
        const turn = open()
        const result = await turn.run(order)
        expect([turn.calls[0]?.executed, asked.length]).to.deep.equal(['unknown', 1])
        expect(expectLeft(result).hint).to.match(/^It is unknown whether it was executed/)
      })

    it('does not believe that yet after a failure that the codec took', async () => {
      for (const answer of [
        { isError: true, content: [{ type: 'text', text: 'MCP error -32001: Request timed out' }] },
        { ok: false, error: 'timeout' },
        { statusCode: 504, message: 'Gateway Timeout' },
        { data: null, errors: [{ message: 'The request timed out', extensions: { code: 'GATEWAY_TIMEOUT' } }] }
      ]) {
        const turn = open()
        const { pay } = guardFunctions(
          { pay: async () => answer },
          { turn, rules: { pay: { effect: 'write', verify: notExecuted as () => 'not_executed' } } }
        )
        await pay().catch(() => {})
        expect(turn.calls[0]?.executed, inspect(answer)).to.equal('unknown')
      }
    })

    it('does not believe it of an operation whose earlier request was lost', async () => {
      const { order, ids } = shop([reset, () => '{"error":"The account is locked."}'], [unknown, notExecuted], {
        idempotency: { key: (_args, { operationId }) => operationId, forMs: 60_000 },
        transient: () => true
      })
      const turn = open()
      await turn.run(order)
      await turn.run(order)
      expect([turn.calls.map((call) => call.executed), new Set(ids).size]).to.deep.equal([['unknown', 'unknown'], 1])
    })

    for (const [what, word] of [
      ['says so', unknown],
      ['says nonsense', () => 'nonsense'],
      ['throws', reset],
      ['rejects', () => Promise.reject(new Error('down'))],
      ['hangs', never]
    ] as const)
      it(`leaves the outcome unknown where it ${what}, and takes no longer than the tool may`, async () => {
        const { asked, order } = shop([reset], [word])
        const turn = open()
        const began = performance.now()
        await turn.run(order)
        expect([turn.calls[0]?.executed, asked.length]).to.deep.equal(['unknown', 1])
        expect(performance.now() - began).to.be.lessThan(T + 500)
      })

    it('takes ten seconds at most', async () => {
      mock.timers.enable({ apis: ['setTimeout'] })
      try {
        const { asked, order } = shop([reset], [never], { timeoutMs: 60_000 })
        const turn = open()
        let isOver = false
        const running = turn.run(order).then(() => (isOver = true))
        const tick = async (ms: number): Promise<void> => {
          mock.timers.tick(ms)
          for (let i = 0; i < 50; i++) await Promise.resolve()
        }
        await tick(0)
        expect(asked).to.have.length(1)
        await tick(9_999)
        expect(isOver).to.equal(false)
        await tick(1)
        await running
      } finally {
        mock.timers.reset()
      }
    })

    it('is asked of nothing that is known, and by nobody who gave up', async () => {
      const { asked, order } = shop(
        [() => '{"id":1}', () => failed({ code: 'no', detail: 'No.' }, { executed: 'no' })],
        [executed]
      )
      const turn = open()
      await turn.run(order)
      await turn.run(order)
      const caller = new AbortController()
      const given = open(caller.signal)
      const late = shop([never], [executed], { timeoutMs: 5_000 })
      setTimeout(() => caller.abort(), 10)
      await given.run(late.order)
      expect([asked.length, late.asked.length, given.calls[0]?.executed]).to.deep.equal([0, 0, 'unknown'])
    })

    describe('of a service over HTTP', () => {
      let service: Loopback
      let answer: readonly [status: number, body: string]
      before(async () => {
        service = await startLoopback((_request, response) => {
          response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1])
        })
      })
      after(() => service.close())

      for (const [status, body, outcome] of [
        [422, '{"error":"The account is locked."}', 'no'],
        [400, '{"error":"upstream request timeout"}', 'unknown'],
        [400, '{"message":"java.net.SocketTimeoutException: Read timed out"}', 'unknown'],
        [402, '{"error":"Your bank has not yet confirmed the payment"}', 'unknown'],
        [402, '{"error":"We do not know whether the payment went through"}', 'unknown'],
        [422, '{"error":"It was not possible to determine the status of the order"}', 'unknown'],
        [422, '{"error":"Payment submitted; awaiting bank confirmation"}', 'unknown'],
        [409, '{"error":{"code":"idempotency_key_in_use","message":"Another request is in progress."}}', 'unknown'],
        [409, '{}', 'unknown'],
        [425, '{}', 'unknown'],
        [499, '{}', 'unknown'],
        [408, '{}', 'unknown'],
        [500, '{}', 'unknown'],
        [502, '{}', 'unknown'],
        [504, '{}', 'unknown']
      ] as const)
        it(`goes by the status and its words: ${status} ${body}: ${outcome}`, async () => {
          answer = [status, body]
          const tool = httpTool({
            name: 'place_order',
            effect: 'write',
            allowOrigins: [service.origin],
            request: () => ({ url: service.origin, method: 'POST', json: {} }),
            verify: () => 'not_executed'
          })
          const turn = open()
          expectLeft(await turn.run(guardedCall(tool, Order)()))
          expect(turn.calls[0]?.executed).to.equal(outcome)
        })
    })
  })

describe('verify, at the next delivery', () => {
  const deliveries = (
    runs: ReadonlyArray<() => unknown>,
    words: ReadonlyArray<() => unknown>,
    more: Partial<Tool<unknown>> = {}
  ) => {
    const ledger = memoryLedger()
    const service = shop(runs, words, more)
    const deliver = async (): Promise<ReadonlyArray<unknown>> => {
      const turn = openSession({ ledger }).openTurn({ id: 'job-17' })
      return said(await turn.run(service.order), turn)
    }
    return { ...service, deliver }
  }
  const placed = (): string => '{"id":1}'

  it('is asked again, and lets the write run under a new name once the lost request has had its time twice', async () => {
    const { ids, asked, deliver } = deliveries([reset, placed], [notExecuted], { timeoutMs: 60 })
    expect(await deliver()).to.deep.equal(['tool_unavailable', 'unknown'])
    expect(await deliver()).to.deep.equal(['outcome_unknown', 'unknown'])
    await pause(125)
    expect(await deliver()).to.deep.equal([{ id: 1 }, 'yes'])
    expect([ids.length, new Set(ids).size, asked]).to.deep.equal([2, 2, [ids[0], ids[0], ids[0]]])
  })

  it('lets the write run at once where the service answered that nothing happened', async () => {
    const { ids, asked, deliver } = deliveries([() => '{"error":"The account is locked."}', placed], [notExecuted])
    expect(await deliver()).to.deep.equal(['error_in_body', 'no'])
    expect(await deliver()).to.deep.equal([{ id: 1 }, 'yes'])
    expect([ids.length, new Set(ids).size, asked.length]).to.deep.equal([2, 2, 1])
  })

  for (const [what, word, outcome] of [
    ['executed', executed, ['incomplete_response', 'yes']],
    ['its answer', () => ({ answer: '{"id":7}' }), [{ id: 7 }, 'yes']]
  ] as const)
    it(`counts at any time: ${what}, then and for ever`, async () => {
      const { ids, asked, deliver } = deliveries([reset], [unknown, word])
      expect((await deliver())[1]).to.equal('unknown')
      expect([await deliver(), await deliver()]).to.deep.equal([outcome, outcome])
      expect([ids.length, asked.length]).to.deep.equal([1, 2])
    })

  it('is the same answer for every delivery where the call itself brought it', async () => {
    const { ids, asked, deliver } = deliveries([reset], [() => ({ answer: '{"id":7}' })])
    expect([await deliver(), await deliver()]).to.deep.equal([
      [{ id: 7 }, 'yes'],
      [{ id: 7 }, 'yes']
    ])
    expect([ids.length, asked.length]).to.deep.equal([1, 1])
  })

  it('frees nothing while a repeated request may still arrive, however old the first one is', async () => {
    const idempotency = { key: () => 'order-17', forMs: 60_000 }
    const { ids, deliver } = deliveries([reset, reset, placed], [notExecuted, unknown, notExecuted], {
      timeoutMs: 30,
      idempotency
    })
    await deliver()
    await pause(65)
    expect((await deliver())[1]).to.equal('unknown')
    expect(await deliver()).to.deep.equal(['outcome_unknown', 'unknown'])
    expect([ids.length, new Set(ids).size]).to.deep.equal([2, 1])
  })

  for (const [how, again] of [
    ['under its key', { idempotency: { key: () => 'order-17', forMs: 86_400_000 } }],
    ['because its author gave it back', { transient: () => true }]
  ] as const)
    for (const [ending, second] of [
      ['ended unknown', reset],
      ['died with its process', never]
    ] as const)
      it(`frees nothing before a request that was made again ${how} and ${ending} has had its time twice`, async () => {
        let now = 1_000_000
        const clock = (): number => now
        const ledger = memoryLedger({ clock })
        const { order, ids } = shop([reset, second, placed], [notExecuted], { timeoutMs: 120_000, ...again })
        const stop = new AbortController()
        const deliver = async (signal = new AbortController().signal): Promise<ReadonlyArray<unknown>> => {
          const turn = openSession({ ledger, clock }).openTurn({ id: 'job-17', signal })
          return said(await turn.run(order), turn)
        }
        await deliver()
        now += 100_000
        const made = deliver()
        if (second === reset) await made
        else while (ids.length < 2) await pause(5)
        now += 230_000
        setTimeout(() => stop.abort(), 100)
        expect(await deliver(stop.signal)).to.deep.equal(['outcome_unknown', 'unknown'])
        expect(ids).to.have.length(2)
        now += 20_000
        expect(await deliver()).to.deep.equal([{ id: 1 }, 'yes'])
        expect([ids.length, new Set(ids).size]).to.deep.equal([3, 2])
      })

  it('is asked again at once after a request under its key that was refused in words: its lease is given back', async () => {
    const { ids, asked, deliver } = deliveries([reset, () => '{"error":"The account is locked."}', placed], [unknown], {
      idempotency: { key: () => 'order-17', forMs: 60_000 }
    })
    await deliver()
    expect(await deliver()).to.deep.equal(['error_in_body', 'unknown'])
    const before = asked.length
    expect(await deliver()).to.deep.equal([{ id: 1 }, 'yes'])
    expect([ids.length, new Set(ids).size, asked.length > before]).to.deep.equal([3, 1, true])
  })

  it('makes an attempt again only where there is a key to send', async () => {
    for (const [key, runs] of [
      [() => 'order-17', 2],
      [() => undefined as never, 1],
      [() => '', 1],
      [reset, 1]
    ] as const) {
      const { ids, deliver } = deliveries([reset, placed], [unknown], { idempotency: { key, forMs: 60_000 } })
      await deliver()
      await deliver()
      expect(ids).to.have.length(runs)
    }
  })
})
