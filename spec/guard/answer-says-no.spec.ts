/** Answers that came whole, and say that the write was not done: by a state, a flag, a count, a first step. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall, guardFunctions, openTurn } from '../../lib/index.js'
import { executedBy } from '../helpers/executed-by.js'

describe('a first step that waits for its caller', () => {
  const told = (answer: unknown): Promise<unknown> => executedBy(answer, t.unknown)

  it('proves no write', async () => {
    for (const answer of [
      { requiresConfirmation: true, amount: 5 },
      { otp_required: true },
      { status: 'requires_action', id: 'pi_1' },
      { status: 'requires_source_action', id: 'pi_1' },
      { status: 'PAYER_ACTION_REQUIRED', id: 'O1' },
      { status: 'authentication_required', id: 'pi_1' },
      'This will delete 3 rows. Set confirm to true to proceed.',
      { status: 'confirmation_required' },
      { state: 'needs_input' },
      'Refund 5 EUR? Call again with confirm=true.',
      'This cannot be undone. Re-run with force: true',
      'Are you sure?',
      { message: 'Pass confirm=true to proceed' }
    ])
      expect(await told(answer), JSON.stringify(answer)).to.equal('unknown')
  })

  it('is none where a record is in a state of its own, or repeats what was asked for', async () => {
    for (const answer of [
      { id: 'pi_1', status: 'requires_capture' },
      { id: 7, requires_shipping: true, requires_approval: true },
      { id: 7, status: 'awaiting_payment' },
      { otp_required: false, id: 7 },
      'Booked table 7, and sent a confirmation.'
    ])
      expect(await told(answer), JSON.stringify(answer)).to.equal('yes')
    const turn = openTurn({ logger: false })
    const refund = guardedCall({ name: 'refund', effect: 'write', run: () => 'Refunded 7, confirm=true' }, t.unknown)
    await turn.run(refund({ id: 7, confirm: true }))
    expect(turn.calls[0]?.executed).to.equal('yes')
  })
})

describe('a redirect that nobody followed', () => {
  it('proves no write, whatever it leads to', async () => {
    for (const status of [301, 302, 303, 307, '308'])
      for (const answer of [{ status, location: '/login' }, { data: { statusCode: status, headers: {} } }])
        expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('unknown')
  })

  it('is none where a number is of something else', async () => {
    for (const answer of [
      { status: 201, location: '/orders/302' },
      { id: 17, total: 302 },
      { id: 302, code: 303 }
    ])
      expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('yes')
  })
})

describe('a program that ended', () => {
  const told = async (answer: unknown): Promise<unknown> => executedBy(answer, t.unknown)
  const bytes = (text: string): Buffer => Buffer.from(text)

  it('proves no write where it printed a failure as bytes', async () => {
    for (const answer of [
      { status: 0, stdout: bytes(''), stderr: bytes('fatal: could not read from remote repository\n') },
      { output: [null, bytes(''), bytes('fatal: no such remote\n')] },
      { stdout: bytes('working\nError: declined\n').toJSON() },
      { StatusCode: 200, Payload: bytes('{"errorMessage":"declined"}') },
      JSON.stringify({ status: 0, stdout: bytes(''), stderr: bytes('fatal: no such remote\n') })
    ])
      expect(await told(answer), JSON.stringify(answer)).to.equal('unknown')
  })

  it('proves none where its code is not 0, under any name, or a signal ended it', async () => {
    for (const end of [
      { status: 1 },
      { code: 2 },
      { exitCode: 1 },
      { code: null, signal: 'SIGKILL' },
      { code: null, signal: 'KILL' }
    ])
      expect(await told({ stdout: 'copying', stderr: '', ...end }), JSON.stringify(end)).to.equal('unknown')
  })

  it('proves one where it is 0, and its bytes say nothing else', async () => {
    for (const answer of [
      { status: 0, signal: null, stdout: bytes('pushed\n'), stderr: bytes('') },
      { id: 17, thumbnail: Buffer.from([0, 1, 2, 255]) },
      { code: 0, stdout: 'done', stderr: '' }
    ])
      expect(await told(answer), JSON.stringify(answer)).to.equal('yes')
  })
})

describe('a flag under the name of its tool', () => {
  const told = async (name: string, body: unknown): Promise<ReadonlyArray<unknown>> => {
    const turn = openTurn({ logger: false })
    const call = guardedCall<unknown, unknown>(
      { name, effect: 'write', respondsWhenDone: true, run: () => body },
      t.unknown
    )
    await turn.run(call({ id: 7 }))
    const other = openTurn({ logger: false })
    const tools = guardFunctions(
      { [name]: async (_: unknown) => body },
      { turn: other, rules: { [name]: { effect: 'write' } } }
    )
    await tools[name]?.({ id: 7 })
    return [turn.calls[0]?.executed, other.calls[0]?.executed]
  }
  it('denies the deed, as the deed alone does', async () => {
    for (const name of ['delete_entry', 'deleteEntry', 'craft__delete_entry', 'cms.deleteEntry'])
      for (const body of [
        { deleteEntry: false },
        { delete_entry: false },
        { data: { deleteEntry: false } },
        { data: { deleteEntry: 0 } },
        { deleteEntry: null },
        { deleted: false },
        { delete: false }
      ])
        expect(await told(name, body), `${name} ${JSON.stringify(body)}`).to.deep.equal(['unknown', 'unknown'])
    expect(await told('cancel_booking', { data: { cancelBooking: false } })).to.deep.equal(['unknown', 'unknown'])
  })
  it('denies it where the name has two words, or an irregular verb, and where the flag is a text', async () => {
    for (const [name, flag] of [
      ['pay_out', 'paid_out'],
      ['payout', 'paidOut'],
      ['check_out', 'checked_out'],
      ['checkout', 'checkedOut'],
      ['sign_up', 'signed_up'],
      ['roll_back', 'rolledBack'],
      ['rollback', 'rolled_back'],
      ['shut_down_vm', 'shut_down'],
      ['hand_over', 'handed_over'],
      ['buy_stock', 'bought'],
      ['sell_stock', 'sold'],
      ['build_image', 'built'],
      ['make_payment', 'made'],
      ['run_job', 'ran'],
      ['freeze_account', 'frozen'],
      ['merge_branch', 'merged']
    ] as const)
      for (const value of [false, 'false', 'no'])
        expect(await told(name, { id: 1, [flag]: value }), `${name} ${flag}`).to.deep.equal(['unknown', 'unknown'])
  })
  it('says nothing of another deed with such a word', async () => {
    for (const [name, body] of [
      ['pay_out', { id: 1, opted_out: false, timed_out: false, paid_out: 'true' }],
      ['check_in', { id: 1, checked_in: true, opted_in: false }],
      ['create_group', { id: 1, grown: false, up: false, name: 'no' }],
      ['set_up_account', { id: 1, topped_up: 'false', back: 0 }]
    ] as const)
      expect(await told(name, body), `${name} ${JSON.stringify(body)}`).to.deep.equal(['yes', 'yes'])
  })
  it('says nothing where it is up, or is of something else', async () => {
    for (const body of [{ data: { deleteEntry: true } }, { data: { entry: false } }, { id: 7, archiveEntry: false }])
      expect(await told('delete_entry', body), JSON.stringify(body)).to.deep.equal(['yes', 'yes'])
  })
})

describe('a state of what was asked for', () => {
  const told = async (name: string, body: unknown): Promise<unknown> => {
    const turn = openTurn({ logger: false })
    const call = guardedCall<unknown, unknown>(
      { name, effect: 'write', respondsWhenDone: true, run: () => body },
      t.unknown
    )
    await turn.run(call({}))
    return turn.calls[0]?.executed
  }
  it('proves no write where it says that the write failed, or that nobody knows', async () => {
    for (const body of [
      // Mastercard, Cloud Build, Glue, Databricks, Bitbucket, Tekton, Opayo, Adyen, WHM
      { transfer: { id: 'trn_1', transfer_amount: { value: '1800' }, status: 'UNKNOWN' } },
      { id: 'b-1', status: 'TIMEOUT' },
      { id: 'b-1', status: 'INTERNAL_ERROR' },
      { JobRun: { Id: 'jr_1', JobRunState: 'TIMEOUT' } },
      { run_id: 1, state: { life_cycle_state: 'INTERNAL_ERROR', state_message: 'Cluster terminated' } },
      { uuid: '{1}', state: { name: 'COMPLETED', result: { name: 'FAILED' } } },
      { kind: 'PipelineRun', status: { conditions: [{ type: 'Succeeded', status: 'False', reason: 'Failed' }] } },
      { kind: 'Job', status: { conditions: [{ type: 'Failed', status: 'True' }] } },
      { transactionId: 'T6', transactionType: 'Payment', status: 'NotAuthed', statusCode: '2000' },
      { pspReference: '9936', resultCode: 'Cancelled', merchantReference: 'o-17' },
      { metadata: { result: 0, reason: 'Sorry, a passwd entry for that username already exists.' } },
      { rejected: true },
      { timedOut: true },
      { timed_out: true },
      { notFound: true }
    ])
      expect(await told('submit_payment', body), JSON.stringify(body)).to.equal('unknown')
  })
  it('is none where the call asked for it, and where it is of something else', async () => {
    for (const [name, body] of [
      ['cancel_payment', { pspReference: '9936', resultCode: 'Cancelled' }],
      ['cancel_order', { cancelled: true }],
      ['reject_application', { id: 1, status: 'rejected', reason: 'incomplete' }],
      ['decline_invite', { id: 1, status: 'declined', reason: 'away' }],
      ['create_pull_request', { id: 1, state: 'open', mergeable_state: 'unknown' }],
      ['create_service', { kind: 'Service', status: { conditions: [{ type: 'Ready', status: 'False' }] } }],
      ['update_user', { id: 1, name: 'Ada', blocked: true }],
      ['create_timer', { id: 1, timeout: true }],
      ['run_job', { result: 0, message: 'Job finished' }],
      ['run_job', { id: 1, status: 'NO_ERROR' }],
      ['run_job', { id: 1, status: 'not_started' }],
      ['run_pipeline', { uuid: '{1}', state: { name: 'COMPLETED', result: { name: 'SUCCESSFUL' } } }]
    ] as const)
      expect(await told(name, body), JSON.stringify(body)).to.equal('yes')
  })
})

describe('a refusal beside the id of what was asked for', () => {
  const told = async (name: string, body: unknown, args: object = {}): Promise<unknown> => {
    const turn = openTurn({ logger: false })
    const call = guardedCall<unknown, unknown>(
      { name, effect: 'write', respondsWhenDone: true, run: () => body },
      t.unknown
    )
    await turn.run(call(args))
    return turn.calls[0]?.executed
  }
  it('proves no write', async () => {
    for (const body of [
      { id: '17', type: 'purchase', responseText: 'DECLINED (76)' },
      { id: '17', message: 'It was declined.' },
      { id: '17', messages: [{ code: '2', description: 'This transaction has been declined.' }] },
      { id: '17', authorised: false },
      { id: '17', authorized: false, amount: '1.00' },
      { response: { result: false, reason: 'could_not_wake_buses' } },
      { result: false, reason: 'busy' },
      { orderCreateTransaction: { id: '1' }, orderCancelTransaction: { id: '2', reason: 'MARKET_HALTED' } },
      '<r><Id>17</Id><Message>DECLINED           *                    =</Message></r>'
    ])
      expect(await told('purchase', body), JSON.stringify(body)).to.equal('unknown')
  })
  it('is none where the call asked for it, or where it is what the call wrote', async () => {
    for (const [name, body] of [
      ['decline_invitation', { id: '17', message: 'Invitation was declined' }],
      ['decline_invitation', { id: '17', message: 'Declined' }],
      ['cancel_order', { orderCancelTransaction: { id: '2', reason: 'CLIENT_REQUEST' } }],
      ['replace_order', { orderCancelTransaction: { id: '2', reason: 'CLIENT_REQUEST_REPLACED' }, id: '3' }],
      ['create_ticket', { id: '17', message: 'The card was declined' }],
      [
        'purchase',
        { id: '17', authorized: true, description: 'A card for those whose payments other banks have declined' }
      ]
    ] as const)
      expect(await told(name, body, { message: 'The card was declined' }), JSON.stringify(body)).to.equal('yes')
  })
})

describe('what is the last of its kind', () => {
  it('proves no write where it failed: it is what the write began', async () => {
    for (const answer of [
      { guid: '1', name: 'db', last_operation: { type: 'create', state: 'failed' } },
      { FunctionName: 'f', State: 'Active', LastUpdateStatus: 'Failed' },
      { id: 'in_1', latest_charge: { id: 'ch_1', status: 'failed' } },
      { id: 'sub_1', last_transaction: { id: 't', success: false, error: 'declined' } }
    ])
      expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('unknown')
  })
  it('proves one where it is in order, or what failed was before', async () => {
    for (const answer of [
      { guid: '1', name: 'db', last_operation: { type: 'create', state: 'in progress' } },
      { id: 'in_1', latest_charge: { id: 'ch_1', status: 'succeeded' }, last_login: null },
      { id: 'in_1', status: 'succeeded', previous_charge: { id: 'ch_0', status: 'failed' } },
      { id: 'in_1', status: 'active', previous_status: 'failed', original: { id: 7, status: 'rejected' } }
    ])
      expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('yes')
  })
})

describe('a count', () => {
  it('proves no write where it is of failures, under any of its names, or of nothing done', async () => {
    for (const answer of [
      { imported: 8, errors: 2 },
      { total: 10, errors: 10 },
      { success: 1, failure: 3 },
      { successCount: 1, failureCount: 1 },
      { imported: 8, fail_count: 1 },
      { imported: 8, num_errors: 1 },
      { imported: 8, totalFailed: 1 },
      { data: null, error: null, count: 0, status: 204, statusText: 'No Content' },
      { data: [], error: null, count: 0, status: 200, statusText: 'OK' },
      { lastErrorObject: { n: 0, updatedExisting: false }, value: null, ok: 1 }
    ])
      expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('unknown')
  })
  it('proves none where words count nothing as done, wherever they stand', async () => {
    for (const words of [
      'Successfully deleted 0 documents',
      'Done. Deleted 0 orders.',
      'OK: deleted 0 of 3 orders',
      'Result: 0 orders deleted',
      'Orders deleted: 0',
      'Deleted: 0',
      'Query OK, 0 rows affected (0.01 sec)',
      'Affected rows: 0',
      'deletedCount: 0',
      'acknowledged: true, deletedCount=0',
      'Changes: 0',
      'Deleted no orders',
      '0 of 3 emails sent',
      'Email sent to 0 recipients'
    ])
      for (const answer of [words, { message: words }, { content: [{ type: 'text', text: words }] }, { stdout: words }])
        expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('unknown')
    for (const words of [
      'Deleted 0 files, uploaded 3',
      'Order 17 was created. Deleted 0 old drafts.',
      'Imported 97 rows, 0 failed',
      'Processed 10 messages, 0 errors',
      'Sent 0.5 ETH to Ada',
      'Sent no later than noon',
      'Updated the balance to 0',
      'Changed the price from 0 to 5',
      'Query OK, 1 row affected'
    ])
      for (const answer of [words, { message: words }, { content: [{ type: 'text', text: words }] }])
        expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('yes')
  })
  it('proves one where no failure is counted, or what was done', async () => {
    for (const answer of [
      { imported: 10, errors: 0 },
      { success: 4, failure: 0 },
      { successCount: 2, failureCount: 0, total_errors: 0 },
      { data: null, error: null, count: 2, status: 204, statusText: 'No Content' },
      { data: null, error: null, count: null, status: 201, statusText: 'Created' },
      { id: 7, name: 'orders', count: 0 },
      { lastErrorObject: { n: 1, updatedExisting: false, upserted: 'o1' }, value: null, ok: 1 }
    ])
      expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('yes')
  })
})

describe('fields in another structure', () => {
  const DECLINED: Readonly<Record<string, object>> = {
    'lists of one, as xml2js reads': { response: { id: ['1'], status: ['failed'] } },
    'a flag as a list of one': { response: { success: ['false'] } },
    'a text beside its attributes': { reply: { decision: [{ status: [{ _: 'REJECTED', $: { code: '1' } }] }] } },
    'attributes of DynamoDB': { Attributes: { id: { S: '1' }, status: { S: 'failed' } } },
    'values of Firestore': { fields: { success: { booleanValue: false } } },
    'a state of several fields': { id: 1, status: { value: 'failed', label: 'Failed' } },
    'a state with a type': { id: 1, status: { type: 'FAILED' } },
    'names and values': {
      id: 1,
      result: [
        { name: 'id', value: 7 },
        { name: 'success', value: false }
      ]
    },
    'keys and values': {
      data: [
        { Key: 'status', Value: 'failed' },
        { Key: 'at', Value: '9' }
      ]
    },
    entries: [
      ['success', false],
      ['at', 9]
    ],
    'columns beside rows': { columns: ['id', 'status'], rows: [[1, 'failed']] },
    'columns with types': { meta: [{ name: 'id' }, { name: 'success' }], data: [['1', false]], rows: 1 },
    'rows below their header': {
      range: 'A1:B2',
      values: [
        ['id', 'status'],
        ['0', 'sent'],
        ['1', 'failed']
      ]
    }
  }
  for (const [name, answer] of Object.entries(DECLINED))
    it(`proves no write where it failed: ${name}`, async () => {
      for (const one of [answer, { answer }, JSON.stringify(answer)])
        expect(await executedBy(one, t.unknown), JSON.stringify(one)).to.equal('unknown')
    })

  it('proves one where it is in order', async () => {
    for (const answer of [
      { response: { id: ['1'], status: ['sent'], message: [''] } },
      { Attributes: { id: { S: '1' }, status: { S: 'open' } } },
      { id: 1, status: { value: 'open', label: 'Open' }, state: { type: 'started' } },
      {
        id: 1,
        metadata: [
          { key: 'note', value: 'failed' },
          { key: 'at', value: 9 }
        ]
      },
      {
        id: 1,
        env: [
          { name: 'LOG_LEVEL', value: 'error' },
          { name: 'PORT', value: '80' }
        ]
      },
      {
        id: 1,
        headers: [{ name: 'X-Status', value: 'ok' }],
        points: [
          [1, 0],
          [2, 0]
        ]
      },
      { columns: ['id', 'status'], rows: [[1, 'sent']] },
      {
        range: 'A1:B2',
        values: [
          ['id', 'status'],
          ['1', 'sent']
        ]
      },
      {
        id: 1,
        labels: ['failed'],
        tags: [
          ['a', 'failed'],
          ['b', 'error']
        ]
      },
      [
        ['id', 7],
        ['success', true]
      ]
    ])
      expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('yes')
  })
})

describe('the outcome of each item', () => {
  it('proves no write where one failed', async () => {
    for (const answer of [
      { 'ada@x.example': 'sent', 'bob@x.example': 'failed' },
      { email: 'sent', sms: 'failed' },
      { results: { ada: 'sent', bob: 'rejected' } },
      { id: 7, results: { ada: 'sent', bob: 'rejected' } },
      { ok: true, users: { ada: 'sent', bob: 'not sent' } },
      ['sent', 'failed'],
      ['ok', 'Error: mailbox unavailable'],
      { id: 7, results: ['ok', 'failed'] },
      { ada: 'sent', bob: 'Error: the mailbox of this recipient is not available at this time' },
      { id: 7, results: { ada: true, bob: false } },
      { id: 7, statuses: { ada: 202, bob: 500 } },
      [true, false],
      { stdout_lines: ['ok', 'Error: disk full'] },
      { at: 1, lines: ['ok', 'Error: disk full'] }
    ])
      expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('unknown')
  })

  it('proves one where none did, and where a word is of a record', async () => {
    for (const answer of [
      { 'ada@x.example': 'sent', 'bob@x.example': 'queued' },
      { id: 7, results: { ada: 'sent', bob: 'sent' } },
      ['sent', 'sent'],
      [true, true],
      [401, 402],
      { id: 7, results: [401, 402] },
      { id: 7, title: 'failed', labels: ['failed', 'urgent'] },
      { id: 'we_1', url: 'https://x.example', enabled_events: ['charge.failed', 'invoice.paid'] },
      { kind: 'Pod', metadata: { name: 'a' }, spec: { containers: [{ name: 'b' }], restartPolicy: 'OnFailure' } },
      { id: 7, settings: { level: 'error', retry: true } },
      { followed: true, notified: false }
    ])
      expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('yes')
  })

  it('is no failure where the call asked for it', async () => {
    const turn = openTurn({ logger: false })
    const answers = [{ level: 'error' }, ['failed', 'urgent'], { ada: 'denied', bob: 'allowed' }]
    const set = guardedCall({ name: 'set', effect: 'write', run: (one: unknown) => one }, t.unknown)
    for (const answer of answers) await turn.run(set(answer))
    expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(answers.map(() => 'yes'))
  })
})
