/** A response that speaks of its failure beside fields of its own. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { failureIn } from '#core/failure'
import { guardedCall, openTurn, partialData, semanticGarbage } from '../../lib/index.js'

describe('a response that speaks of its failure beside fields of its own', () => {
  const executedOf = async (raw: unknown): Promise<unknown> => {
    const turn = openTurn()
    await turn.run(guardedCall({ name: 'pay', effect: 'write', run: () => raw }, t.unknown)({}))
    return turn.calls[0]?.executed
  }

  it('proves no effect where words stand beside its status', async () => {
    for (const status of ['error', 'failed', 'FAILED'])
      expect(await executedOf({ status, message: 'Card declined', id: 1 }), status).to.equal('unknown')
  })

  it('proves none where it has no record of its own', async () => {
    for (const raw of [
      { status: 'fail', data: { title: 'A title is required' } },
      { result: 'error' },
      { type: 'error', message: 'Card declined' },
      { success: 0 },
      { data: { success: false } },
      { response: { ok: false } },
      { data: { result: { status: 'failed' } } },
      // Services
      { retCode: 10_000, retMsg: 'Server Timeout' },
      { status: false, message: 'Duplicate Transaction Reference' },
      { status: false },
      { responseCode: '51', responseMessage: 'Insufficient funds' },
      { respCode: '51', respMsg: 'Insufficient funds' },
      { resultCode: 51, resultMsg: 'Insufficient funds' },
      { code: '1', data: [], msg: 'Operation failed' },
      { code: '1', data: [{ ordId: '', sCode: '51119', sMsg: 'Insufficient balance. ', tag: '' }], msg: '' },
      { code: 4, statusMessage: 'No balance' },
      { subCode: 7, errMessage: 'No balance' },
      { tx_response: { txhash: 'A9', codespace: 'sdk', code: 5, raw_log: 'no balance' } },
      { result: { engine_result_code: 104, engine_result_message: 'No XRP to send.', status: 'success' } },
      { messages: { resultCode: 'Error', message: [] } },
      { ACK: 'Failure', L_SHORTMESSAGE0: 'No' },
      { pspReference: '8', resultCode: 'Refused' },
      { approved: false, id: 'pay_1' },
      { StatusCode: 200, FunctionError: 'Unhandled', Payload: '' },
      { statusCode: 502, body: '' },
      { Failed: [{ Id: '1', Code: 'No' }], Successful: [] },
      { FailedRecordCount: 1, Records: [{}] },
      { insertedCount: 0, writeErrors: [{ index: 0 }] },
      { customerCreate: null, customerUserErrors: [{ field: ['email'] }] },
      { compositeResponse: [{ httpStatusCode: 400, errors: [{ message: 'No' }] }] },
      { data: { pay: null } },
      { data: { checkoutComplete: { order: null, errors: [{ message: 'Insufficient stock' }] } } },
      { aborted: true, id: 1 },
      { id: 1, dryRun: true },
      '<!DOCTYPE html><title>Sign in</title>',
      // Programs, and what tools return
      { code: 1, stdout: '', stderr: 'error: denied' },
      { status: 1, signal: null, stdout: '', stderr: '', error: 'no' },
      { returncode: 1, stdout: 'x' },
      { exit_code: 127, output: '' },
      { killed: true, stdout: '' },
      { exitCode: 255, stderr: 'ssh: no' },
      { exitCode: null, signal: 'SIGKILL', stdout: '' },
      { success: 'false', id: 1 },
      // What services of mail, money and clouds return
      [{ id: 1, approved: false, status: 'rejected' }],
      [{ email: 'ada@example.com', status: 'rejected', reject_reason: 'hard-bounce' }],
      { messages: [{ messageId: '2', status: { groupId: 5, groupName: 'REJECTED', id: 12 } }] },
      { transactionResponse: { responseCode: '2', errors: [{ errorCode: '2' }] }, messages: { resultCode: 'Ok' } },
      {
        id: '5O',
        status: 'COMPLETED',
        purchase_units: [{ payments: { captures: [{ id: '3C', status: 'DECLINED' }] } }]
      },
      { data: { charge: { transaction: { id: 'dH', status: 'PROCESSOR_DECLINED' } } } },
      { order_id: 'f3', fraud_status: 'REJECTED' },
      { '.tag': 'complete', entries: [{ '.tag': 'failure', failure: { '.tag': 'path_lookup' } }] },
      { UnprocessedItems: { orders: [{ PutRequest: {} }] } },
      { authorization: { id: 'x', decision: 'declined' } },
      { kind: 'bigquery#job', status: { state: 'DONE', errorResult: { reason: 'invalidQuery' } } },
      { StackStatus: 'CREATE_FAILED' },
      { Stacks: [{ StackName: 'web', StackStatus: 'UPDATE_ROLLBACK_COMPLETE' }] },
      { action: { id: 36, status: 'errored', type: 'resize' } },
      { kind: 'Pod', metadata: { name: 'x' }, status: { phase: 'Failed' } },
      { status: { operationState: { phase: 'Error' } } },
      { id: 1, status: 'completed', conclusion: 'failure' },
      { jsonrpc: '2.0', id: 1, result: { transactionHash: '0x85d9', status: '0x0' } },
      { routed: false },
      { FailedEntryCount: 1, Entries: [{ EventId: 'x' }] },
      { Status: 'OK', Invoices: [{ InvoiceID: '0', HasErrors: true }] },
      { successful_count: 0, failed_users: ['1'] },
      [...Array.from({ length: 100 }, (_, id) => ({ id, status: 'sent' })), { id: 100, error: 'mailbox full' }],
      // In a sentence
      'The card was declined.',
      'Payment rejected',
      'Insufficient funds',
      'Your payment could not be processed.',
      'order 17 created, e-mail failed',
      { accepted: [], rejected: ['a@b.ch'], messageId: '1' },
      [{ status: 'rejected', reason: 'No' }],
      { _tag: 'Failure', cause: 'No' },
      { content: [{ type: 'text', text: 'Error: no funds' }] },
      'ERROR',
      'FAIL',
      'NOK',
      'ERR: 002 invalid number',
      'event: error\ndata: {}\n\n',
      '{"id":1}\n{"error":"Overloaded"}\n',
      false
    ])
      expect(await executedOf(raw), JSON.stringify(raw)).to.equal('unknown')
  })

  it('proves none where a service says no in a form of its own', async () => {
    for (const raw of [
      { RETURN: [{ TYPE: 'E', ID: 'V1', NUMBER: '382', MESSAGE: 'Sold-to party 1 is not maintained' }] },
      { OutputParameters: { X_RETURN_STATUS: 'E', X_MSG_DATA: 'Invalid customer' } },
      { status_code: '202', order_id: '1', transaction_status: 'deny' },
      { body: { resultInfo: { resultStatus: 'F', resultMsg: 'The bank is closed' } } },
      { results: { total_rejected_recipients: 1, total_accepted_recipients: 0, id: '1' } },
      { id: 1, messageStatus: 'SendingFailed' },
      { data: { createOrder: { __typename: 'OutOfStockError', message: 'A-1 is sold out' } } },
      { type: 'batch-response', entry: [{ response: { status: '404 Not Found' } }] },
      { jsonrpc: '2.0', id: 1, result: false },
      { kind: 'failure', reason: 'sold out' },
      { allowed: false, reason: 'over limit' },
      { updated: false },
      '<methodResponse><fault><value><struct/></value></fault></methodResponse>',
      '<OTA_HotelResRS><Errors><Error Code="322">No availability</Error></Errors></OTA_HotelResRS>',
      '<writeResponse><p:status isSuccess="false"><p:code>USER_ERROR</p:code></p:status></writeResponse>',
      '<m:CreateItemResponseMessage ResponseClass="Error"><m:MessageText>x</m:MessageText></m:CreateItemResponseMessage>',
      '<response><control><status>success</status></control><result><status>failure</status></result></response>',
      '<xml><return_code><![CDATA[SUCCESS]]></return_code><result_code><![CDATA[FAIL]]></result_code></xml>',
      '<d:multistatus><d:response><d:status>HTTP/1.1 423 Locked</d:status></d:response></d:multistatus>',
      '<epp><response><result code="2302"><msg>Object exists</msg></result></response></epp>',
      'TIMESTAMP=2011&ACK=Failure&L_SHORTMESSAGE0=Processor%20Decline',
      'response=2&responsetext=DECLINE&transactionid=1',
      'status=ERROR\nerrorcode=1202\n',
      'VPSProtocol=3.00\r\nStatus=INVALID\r\n',
      'PLAY RECAP\nhost1 : ok=1 changed=0 unreachable=0 failed=1',
      'psql:/tmp/x.sql:1: ERROR:  duplicate key value violates unique constraint "paid_pkey"',
      `${'INSERT 0 1\n'.repeat(100)}psql:load.sql:101: ERROR:  relation "nope" does not exist`,
      'gcc -c a.c\nmake: *** [Makefile:2: a.o] Error 1',
      'make[1]: *** [all] Error 2',
      'Fatal error: Uncaught PDOException: SQLSTATE[23000]',
      '<br />\n<b>Fatal error</b>:  Uncaught PDOException: SQLSTATE[23000]',
      '-MISCONF Redis is configured to save RDB snapshots',
      "-READONLY You can't write against a read only replica.",
      '[INFO] BUILD FAILURE\n[INFO] Total time: 1.2 s',
      'Operation cancelled.',
      'Mail not sent',
      'Message not delivered',
      'Blocked by policy',
      'No customer with id 7',
      '[dry-run] order not created',
      'Order not placed',
      'Session expired, please log in',
      'Service under maintenance',
      'Bestellung fehlgeschlagen',
      'Le paiement a échoué',
      'Pago fallido',
      '<order><errors><error>Sold out</error></errors></order>'
    ])
      expect(await executedOf(raw), JSON.stringify(raw)).to.equal('unknown')
  })

  it('proves none where its stream broke off, whatever had come', async () => {
    const streamOf = (first: string | undefined) =>
      new ReadableStream({
        pull: (controller) => {
          if (first === undefined) controller.error(new Error('commit failed'))
          else controller.enqueue(first)
          first = undefined
        }
      })
    for (const first of [undefined, '{"id":1', '{"id":1}', '{"id":1}\n'])
      for (const raw of [streamOf(first), new Response(streamOf(first))])
        expect(await executedOf(raw), String(first)).to.equal('unknown')
  })

  it('proves none where a page came in the place of data', async () => {
    expect(await executedOf('<!doctype html><title>Sign in</title><form></form>')).to.equal('unknown')
  })

  const WITH_STATE: ReadonlyArray<(status: string) => unknown> = [
    (status) => ({ id: 1, status }),
    (state) => ({ id: 1, state, title: 'Build 7' }),
    (outcome) => ({ data: { id: 1, outcome } })
  ]
  const STATES = ['failed', 'FAILED', 'rejected', 'Declined', 'denied', 'refused', 'aborted']
  const executedAs = async (name: string, args: unknown, raw: unknown): Promise<unknown> => {
    const turn = openTurn()
    await turn.run(guardedCall<unknown, unknown>({ name, effect: 'write', run: () => raw }, t.unknown)(args))
    return turn.calls[0]?.executed
  }

  it('proves none where its record is in a state of failure that nobody asked for', async () => {
    for (const made of WITH_STATE)
      for (const state of STATES)
        expect(await executedAs('pay', { order: 1, refund: false }, made(state)), JSON.stringify(made(state))).to.equal(
          'unknown'
        )
  })

  it('proves none where an argument or the tool holds the word of that state, and asks for something else', async () => {
    for (const [name, args, state] of [
      ['pay', { cancel_url: 'https://shop.example/cancel' }, 'canceled'],
      ['pay', { note: 'the first one failed' }, 'failed'],
      ['pay', { note: 'FAILED' }, 'failed'],
      ['pay', { urls: { failure: 'https://shop.example/f' } }, 'failed'],
      ['pay', { expires_at: 17, fail_url: 'x', failover: true, auto_reject: false }, 'expired'],
      ['pay', { cancel_at_period_end: false }, 'canceled'],
      ['pay', { handle_requires_action: true }, 'requires_action'],
      ['pay', { description: 'Renewal of the expired plan' }, 'expired'],
      ['pay', { country: 'Sweden' }, 'denied'],
      ['pay', { buyer: 'R. Orlando' }, 'error'],
      ['create_webhook', { events: ['payment.succeeded', 'payment.failed'] }, 'failed'],
      ['refund', { reason: 'order canceled' }, 'canceled'],
      ['create_incident', { title: 'Error 500 in checkout' }, 'error'],
      ['retry_failed_payment', {}, 'failed'],
      ['retry_jobs', { status: 'failed' }, 'failed'],
      ['reactivate', { expectedStatus: 'canceled' }, 'canceled'],
      ['update_order', { old_status: 'canceled', status: 'active' }, 'canceled'],
      ['update_status', { where: { status: 'failed' }, set: { status: 'queued' } }, 'failed'],
      ['transition', { from: 'failed', to: 'paid' }, 'failed'],
      ['send_email', { type: 'payment_failed', template: 'failed' }, 'failed'],
      ['send_sms', { event: 'order.canceled' }, 'canceled'],
      ['run_pipeline', { stop_on: 'error', mode: 'fail' }, 'failed'],
      ['deploy', { failFast: true, rollback_on_failure: true }, 'failed'],
      ['write_log', { level: 'error' }, 'error'],
      ['create_order', { allow_cancel: true, cancelable: true }, 'canceled'],
      ['create_order', { if_unavailable: 'cancel' }, 'canceled'],
      ['send_failure_notice', {}, 'failed'],
      ['send_cancellation_email', {}, 'canceled'],
      ['create_cancel_request', {}, 'canceled'],
      ['log_error', {}, 'error'],
      ['undo_cancel', {}, 'canceled'],
      ['appeal_rejection', {}, 'rejected'],
      ['retry_failure', {}, 'failed'],
      ['send_expiring_link', {}, 'expired']
    ] as const)
      expect(await executedAs(name, args, { id: 'p_1', status: state }), `${name} ${JSON.stringify(args)}`).to.equal(
        'unknown'
      )
    for (const [args, raw] of [
      [{ text: 'The build failed' }, { ada: 'sent', bob: 'failed' }],
      [{ note: 'declined' }, { message: 'The card was declined.' }],
      [{ body: 'It failed once.' }, { message: 'failed' }],
      [{ memo: 'order 7: timeout of the bank' }, 'Upstream read timeout'],
      // Of an address, and of what stood before
      [{ state: 'IL' }, 'The order was FAILED.'],
      [{ to: 'main' }, 'Service under maintenance'],
      [{ from: { status: 'failed' } }, 'The payment failed.']
    ] as const)
      expect(await executedAs('pay', args, raw), JSON.stringify(raw)).to.equal('unknown')
  })

  it('proves one where what it is in is what the call asked for, in other words', async () => {
    for (const [name, args, state] of [
      ['update_order', { action: 'reject' }, 'rejected'],
      ['update_order', { change: { newStatus: 'cancelled' } }, 'canceled'],
      ['update_subscription', { cancel: true }, 'canceled'],
      ['set_state', { state: 'error' }, 'error'],
      ['bulk_cancel', {}, 'canceled'],
      ['calendar_events_decline', {}, 'declined'],
      ['void_invoice', {}, 'voided'],
      ['call_api', { method: 'orders.cancel' }, 'cancelled'],
      ['respond_invite', { response: 'decline' }, 'declined'],
      ['order_cancel', {}, 'cancelled'],
      ['markFailed', {}, 'failed'],
      ['set_payment_failed', {}, 'failed'],
      ['rollBack', {}, 'ROLLED_BACK']
    ] as const)
      expect(await executedAs(name, args, { id: 'p_1', status: state }), name).to.equal('yes')
    for (const [args, raw] of [
      [{ text: 'The build failed' }, 'Sent: The build failed'],
      [{ status: 'failed' }, 'The payment is now failed.'],
      [{ title: 'Login rejected: rate limit' }, { id: 7, message: 'Created issue "Login rejected: rate limit"' }],
      [{ path: 'logs/failed-jobs.txt' }, 'Wrote logs/failed-jobs.txt']
    ] as const)
      expect(await executedAs('write', args, raw), JSON.stringify(raw)).to.equal('yes')
  })

  it('proves none where what it made has lapsed, unless the call asked for that', async () => {
    for (const made of [...WITH_STATE, (state: string) => ({ state })])
      for (const [state, name] of [
        ['expired', 'expire_link'],
        ['canceled', 'cancel_order'],
        ['CANCELLED', 'cancelEvent'],
        ['cancelled', 'delete_event'],
        ['cancelled', 'stops_run'],
        ['ROLLED_BACK', 'rollback'],
        ['reverted', 'revert'],
        ['UPDATE_ROLLBACK_COMPLETE', 'rollback_stack']
      ] as const)
        expect(
          [await executedAs('pay', {}, made(state)), await executedAs(name, {}, made(state))],
          state
        ).to.deep.equal(['unknown', 'yes'])
  })

  it('proves one where its words are those of the call', async () => {
    for (const [name, args, text] of [
      ['cancel_task', {}, 'Task cancelled.'],
      ['cancel_operation', {}, 'Operation cancelled'],
      ['set_rate_limit', { perMinute: 5 }, 'Rate limit set to 5'],
      ['set_timeout', { seconds: 30 }, 'Timeout: 30 s'],
      ['enable_maintenance', {}, 'Maintenance mode is on']
    ] as const)
      expect(await executedAs(name, args, text), text).to.equal('yes')
  })

  it('proves one where that state was asked for, in the arguments or by the name of the tool', async () => {
    for (const made of WITH_STATE) {
      for (const state of STATES) expect(await executedAs('set', { to: state }, made(state)), state).to.equal('yes')
      expect(
        await executedAs('create_webhook', { status: 'failed' }, { id: 1, filter: { status: 'failed' } })
      ).to.equal('yes')
      expect(await executedAs('create_label', { name: 'invalid' }, { result: { id: 1, name: 'invalid' } })).to.equal(
        'yes'
      )
      expect(await executedAs('create_endpoint', {}, { id: 1, status: 'cancelled' })).to.equal('unknown')
      for (const asked of [
        { approved: false },
        { error: 'disk full', status: 'failed' },
        { failures: [{ test: 'a' }] }
      ])
        expect(await executedAs('update', asked, { result: { id: 1, ...asked } })).to.equal('yes')
      for (const [name, state] of [
        ['reject_order', 'rejected'],
        ['declineInvite', 'DECLINED'],
        ['deny', 'denied'],
        ['abort', 'aborted']
      ] as const)
        expect(await executedAs(name, {}, made(state)), name).to.equal('yes')
    }
  })

  it('proves one where it repeats what was asked for', async () => {
    for (const raw of [
      { success: 1, failed: 0 },
      { data: { success: true, errors: [] } },
      { result: 'ok', type: 'payment' },
      { code: 0, msg: 'done', data: { id: 1 } },
      { code: 1, msg: 'success', data: { id: 1 } },
      { code: 10_000, msg: 'Success' },
      { code: 200, message: 'Created' },
      { status: 0, stdout: 'x', stderr: 'warning: slow' },
      { exit_code: 0 },
      { Failed: [], Successful: [{ Id: '1' }] },
      { accepted: ['a@b.ch'], rejected: [] },
      { id: 1, status: 'draft', approved: false, delivered: false, captured: false },
      { id: 1, previous_payment: { status: 'failed', error: 'card' }, previous: [{ state: 'rejected' }] },
      'Imported 97 rows, 0 failed.',
      'Deleted 5 files. This cannot be undone.',
      'Your subscription was cancelled. You will not be charged again.',
      'Email sent. You don’t need to do anything else.',
      { content: [{ type: 'text', text: 'Sent.' }] },
      'Error-free run completed.',
      'Errors of the last run were archived.',
      '<order id="17"><status>placed</status><errors/></order>',
      'ACK=Success&TOKEN=EC-17',
      'Job created; failed_jobs=0',
      'web1 : ok=2 changed=1 unreachable=0 failed=0',
      { success: true, failure_reason: 'UNKNOWN_FAILURE_REASON', order_id: '111' },
      { order_id: '5', sCode: '0', sMsg: 'Order placed' },
      { id: 5, zip_code: 8001, delivery_message: 'Ring twice' },
      { jsonrpc: '2.0', id: 1, result: { transactionHash: '0x85d9', status: '0x1' } },
      { status: { phase: 'Pending' } },
      'Imported 12 rows, failed: 0',
      'Mail queued; dry-run off',
      '<order id="17"><status>placed</status><errors></errors></order>',
      '<order id="17"><error>0</error></order>',
      { person_id: 7, marital_status: 'F' },
      { id: 7, result: false, created: true },
      { id: 1, title: 'Failed payments', state: 'open' }
    ])
      expect(await executedOf(raw), JSON.stringify(raw)).to.equal('yes')
  })

  const SAYING_NO = [
    'Order was not created',
    'Your order has not been placed',
    'Order could not be created',
    'Order processing failed',
    'Email was not sent',
    'Transfer could not be completed',
    'Unsuccessful',
    'Unable to create order',
    'The order exceeds what was created today'
  ]
  const SAYING_YES = [
    'Order was created',
    'Your order has been placed. You will not be charged again.',
    'Email sent',
    'Imported 97 rows, 0 failed.',
    'Transfer completed'
  ]

  it('proves none where its only words say no, wherever they stand', async () => {
    for (const words of SAYING_NO)
      for (const raw of [
        words,
        { message: words },
        JSON.stringify({ msg: words }),
        { message: words, status: 200 },
        { id: null, status: words },
        { data: { message: words } },
        [{ detail: words }],
        { statusCode: 200, body: JSON.stringify({ message: words }) }
      ])
        expect(await executedOf(raw), JSON.stringify(raw)).to.equal('unknown')
    expect(await executedOf({ orderId: null, reason: 'Out of stock' })).to.equal('unknown')
  })

  it('proves none where its words say that a request broke off, in whatever letters', async () => {
    for (const words of [
      'GATEWAY_TIMEOUT',
      '504 Gateway Timeout',
      'READ_TIMEOUT',
      'Processor: read timeout',
      'DEADLINE_EXCEEDED',
      'Connection reset',
      'connection lost',
      'broken pipe',
      'Ledger: status code 502'
    ])
      expect(await executedOf(words), words).to.equal('unknown')
    for (const words of [
      'shop/upstream-main',
      'Branch main was pushed to the shared upstream',
      'Pushed to upstream',
      '-verbose was set for the account',
      'Order created, gateway timeout of 30 s kept'
    ])
      expect(await executedOf(words), words).to.equal('yes')
  })

  it('proves none where a part says so beside words that end like JSON', async () => {
    for (const raw of [[{ message: 'Seen\n{x' }, { status: 'failed' }], { message: 'Seen\n{"status": "failed"}' }])
      expect(await executedOf(raw), JSON.stringify(raw)).to.equal('unknown')
  })

  it('proves one where they say that it was done, or only speak of it beside what was made', async () => {
    for (const words of SAYING_YES)
      for (const raw of [words, { message: words }, { message: words, status: 200 }, { data: { message: words } }])
        expect(await executedOf(raw), JSON.stringify(raw)).to.equal('yes')
    const words = 'The receipt could not be sent'
    for (const raw of [
      { orderId: 17, message: words },
      { order: 17, message: words },
      { success: true, message: words },
      { id: 17, mail: { message: words } },
      { order: { id: 17 }, message: words },
      { reason: 'OK', status: 200 },
      { message: 'Import finished: 10 rows, 0 invalid' },
      { message: 'Link renewed. The old one has expired.', status: 200 }
    ])
      expect(await executedOf(raw), JSON.stringify(raw)).to.equal('yes')
  })

  it('proves one where its only words are those of the call', async () => {
    for (const raw of [
      { text: 'Mail was not sent' },
      { content: 'Mail was not sent' },
      { reason: 'Mail was not sent' }
    ])
      expect(await executedAs('add_note', { text: 'Mail was not sent' }, raw), JSON.stringify(raw)).to.equal('yes')
  })

  it('proves none where a code or a kind of answer says no beside no deed', async () => {
    for (const raw of [
      { Message: 'x', RequestId: 'F655A8D5-B967', Code: 'isv.BUSINESS_LIMIT_CONTROL' },
      { Message: '账户余额不足', RequestId: 'F655A8D5-B967', Code: 'isv.AMOUNT_NOT_ENOUGH' },
      {
        Response: {
          SendStatusSet: [
            { SerialNo: '', PhoneNumber: '+86', Fee: 0, Code: 'FailedOperation.PhoneNumberInBlacklist', Message: 'x' }
          ],
          RequestId: 'a0aabda6'
        }
      },
      { response: { response_type: 'error', data: { code: 'no_intent_match' }, speech: { plain: { speech: 'x' } } } }
    ])
      expect(await executedOf(raw), JSON.stringify(raw)).to.equal('unknown')
    for (const raw of [
      { Message: 'OK', RequestId: 'F655A8D5-B967', BizId: '9006', Code: 'OK' },
      { Response: { SendStatusSet: [{ SerialNo: '5000:1', Fee: 1, Code: 'Ok', Message: 'send success' }] } },
      { id: 17, code: 'RATE_LIMIT', message: 'A rule' },
      { code: 'SUMMER_SALE', message: 'For all' },
      { response: { response_type: 'action_done', data: { targets: [] }, speech: { plain: { speech: 'On' } } } }
    ])
      expect(await executedOf(raw), JSON.stringify(raw)).to.equal('yes')
  })

  it('proves none where it counts what was done, and nothing was', async () => {
    for (const raw of [
      { acknowledged: true, deletedCount: 0 },
      { acknowledged: true, modifiedCount: 0, upsertedId: null, upsertedCount: 0, matchedCount: 0 },
      { acknowledged: true, insertedCount: 0, insertedIds: {} },
      { count: 0 },
      { rowCount: 0 },
      { rowCount: 0, rows: [], command: 'UPDATE' },
      { data: { update_orders: { affected_rows: 0 } } },
      { affectedRows: 0, insertId: 0, warningStatus: 0 },
      { updatedCount: 0, createdCount: 0 },
      { deleted: 0 },
      { removed: 0, status: 'ok' },
      { data: { inserted: 0 } },
      // Elasticsearch, RethinkDB
      { took: 147, timed_out: false, total: 119, deleted: 0, version_conflicts: 119, noops: 0, failures: [] },
      { deleted: 0, errors: 0, inserted: 0, replaced: 0, skipped: 1, unchanged: 0 },
      { key: 'user:17', deletedCount: 0 },
      { summary: { total: 3, successCount: 0 }, source: 'orders' },
      // better-sqlite3, libSQL, TypeORM, D1
      { changes: 0, lastInsertRowid: 5 },
      { rowsAffected: 0 },
      { columns: [], columnTypes: [], rows: [], rowsAffected: 0, lastInsertRowid: undefined },
      { generatedMaps: [], raw: [], affected: 0 },
      { success: true, meta: { changes: 0, rows_written: 0, duration: 0.2, changed_db: false }, results: [] },
      { success: true, meta: { changes: 0 } },
      { statusCode: 200, body: '{"success":false}' },
      // Kysely, RDS, BigQuery, Cloudflare, MongoDB's shell, Neo4j, PostgreSQL's own words, Redis
      [{ numUpdatedRows: '0' }],
      { generatedFields: [], numberOfRecordsUpdated: 0 },
      { jobComplete: true, numDmlAffectedRows: '0', totalRows: '0' },
      { success: true, result: { successful_key_count: 0 } },
      { n: 0, nModified: 0, ok: 1 },
      { counters: { nodesCreated: 0, relationshipsCreated: 0, propertiesSet: 0 } },
      'UPDATE 0',
      'DELETE 0\n',
      'INSERT 0 0',
      'INSERT 0 0\nUPDATE 0',
      '(integer) 0'
    ])
      expect(await executedOf(raw), JSON.stringify(raw)).to.equal('unknown')
    for (const raw of [
      { acknowledged: true, deletedCount: 1 },
      { acknowledged: true, modifiedCount: 0, upsertedCount: 0, matchedCount: 1 },
      { acknowledged: true, modifiedCount: 0, upsertedId: 'a', upsertedCount: 1, matchedCount: 0 },
      { insertedCount: 1, deletedCount: 0, modifiedCount: 0 },
      { count: 3 },
      { deleted: 0, inserted: 3 },
      { id: 7, title: 'Orders', deleted: 0 },
      { insertedCount: 0, updatedCount: 3 },
      { created: 5, deletedCount: 0 },
      { table: 'orders', created: true, rowCount: 0 },
      { id: 't1', title: 'Orders', rowCount: 0 },
      { cart: 7, count: 0 },
      { id: 7, cleanup: { deletedCount: 0 } },
      { statusCode: 200, body: '{"id":17}' },
      { changes: 1, lastInsertRowid: 5 },
      { id: 7, title: 'Orders', changes: 0 },
      { rows: [{ total: 7 }], rowsAffected: 0 },
      { generatedMaps: [], raw: [], affected: 2 },
      { success: true, meta: { changes: 1, rows_written: 2 }, results: [] },
      { order: 7, meta: { changes: 0 } },
      { statusCode: 200, body: 'Order was created' },
      [{ numUpdatedRows: '1' }],
      { n: 1, nModified: 0, ok: 1 },
      { counters: { nodesCreated: 0, propertiesSet: 2 } },
      { title: 'Orders', is_deleted: 0, was_updated: 0 },
      { id: 'c1', status: 'save', emails_sent: 0 },
      { job_id: 'j1', state: 'queued', contacts_created: 0, contacts_updated: 0 },
      'UPDATE 10',
      'INSERT 0 1',
      'INSERT 0 0\nUPDATE 1'
    ])
      expect(await executedOf(raw), JSON.stringify(raw)).to.equal('yes')
    expect(await executedAs('set_stock', { count: 0 }, { count: 0 })).to.equal('yes')
  })

  it('proves none where a tool that responds when it is done returns a list with a failure', async () => {
    const send = { name: 'send', effect: 'write', respondsWhenDone: true } as const
    const turn = openTurn()
    await turn.run(
      guardedCall<unknown, unknown>({ ...send, run: () => [{ id: 1, status: 'rejected' }] }, t.unknown)({})
    )
    expect(turn.calls[0]?.executed).to.equal('unknown')
  })

  it('proves none where a flag denies the deed that the tool is named after, and that the call did not ask for', async () => {
    const executed = async (name: string, answer: object, args: object = {}): Promise<unknown> => {
      const turn = openTurn()
      const tool = { name, effect: 'write', respondsWhenDone: true, run: () => answer } as const
      await turn.run(guardedCall<unknown, unknown>(tool, t.unknown)(args))
      return turn.calls[0]?.executed
    }
    const waiting = { merged: false, message: 'Waiting for status checks' }
    expect(await executed('merge_pull_request', waiting)).to.equal('unknown')
    expect(await executed('cancel_order', { id: 7, cancelled: false })).to.equal('unknown')
    expect(await executed('pay', { id: 1, status: 'draft', paid: false })).to.equal('unknown')
    expect(await executed('publish_post', { id: 7, published: false }, { published: false })).to.equal('yes')
    expect(await executed('create_order', { id: 7, shipped: false, cancelled: false })).to.equal('yes')
    expect(await executed('archive_user', { archived: 0 })).to.equal('unknown')
    expect(await executed('ship_order', { id: 7, shipping: 0 })).to.equal('yes')
    // Wherever it is the only thing that came.
    for (const [name, answer] of [
      ['delete_tweet', { data: { deleted: false } }],
      ['merge_branch', { ok: true, result: { merged: false } }],
      [
        'merge_pull_request',
        { data: { mergePullRequest: { clientMutationId: '1', pullRequest: { number: 7, merged: false } } } }
      ],
      ['publish_page', { data: { page: { id: '1', published: false } } }],
      ['hide_reply', { data: { hidden: false } }],
      ['write_file', { result: { written: false } }],
      ['follow_user', { data: { following: false, pending_follow: false } }]
    ] as const)
      expect(await executed(name, answer), name).to.equal('unknown')
    expect(await executed('publish_page', { page: { id: '1' }, parent: { published: false } })).to.equal('yes')
    // What was looked for before is another deed, and what was deleted exists no more.
    expect(await executed('upsert_user', { found: false, created: true })).to.equal('yes')
    expect(await executed('delete_file', { exists: false })).to.equal('yes')
    // What no longer goes on is over.
    expect(await executed('process_payment', { id: 7, processing: false })).to.equal('yes')
    expect(await executed('ping_host', { id: 7, ping: false })).to.equal('unknown')
  })

  it('proves none where it is the error of another guard, unless a part came', async () => {
    const error = semanticGarbage({ code: 'rejected_arguments', detail: 'Card declined.' })
    for (const raw of [error, JSON.stringify(error)]) expect(await executedOf(raw)).to.equal('unknown')
    expect(await executedOf(partialData({ code: 'more_pages_available', detail: 'More.', data: [1] }))).to.equal('yes')
    expect(failureIn(error)?.says).to.equal('Card declined.')
  })
})
