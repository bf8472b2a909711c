import { expect } from 'chai'
import { auditConversation } from '../../../lib/operate/audit/audit.js'
import { openaiFormat } from '../../../lib/operate/audit/formats/openai.js'
import { auditHistory } from '../../../lib/operate/audit/index.js'

type Data = Readonly<Record<string, unknown>>

const user = { role: 'user', content: 'Go.' }
let made = 0
const call = (name: string, args: object, content: string): ReadonlyArray<Data> => {
  const id = `call_${made++}`
  return [
    { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }] },
    { role: 'tool', tool_call_id: id, content }
  ]
}
const doublesOf = (...messages: ReadonlyArray<unknown>) => auditHistory('openai', [user, ...messages]).doubles
const auditTranscript = (...messages: ReadonlyArray<unknown>) =>
  openaiFormat.read(messages, false).map((conversation) => auditConversation(conversation))[0]?.audit.doubles
const NONE = { equal: 0, alike: 0, sure: 0, stopped: 0, later: 0, needed: 0, neededAlike: 0 }

describe('double writes', () => {
  describe('where the first response asks for the call once more', () => {
    const ASKS = [
      'Review your changes.\n4. Run the submit command again to confirm.\n<diff>+x</diff>',
      'To place the order, please call this function again.',
      'The total is $50. Repeat this call to proceed.',
      '{"status":"confirmation_required","total":50}',
      '{"requires_confirmation": true}',
      'Are you sure? This cannot be undone.',
      'Resubmit the request to complete it.'
    ]
    const DONE = [
      '{"id":"o1","requires_confirmation": false}',
      'Order placed. Do not submit it again.',
      'Order placed; there is no need to call this again.',
      'Order placed. A confirmation was sent to Ada.'
    ]
    const order = (text: string) => call('place_order', { sku: 'a-17' }, text)

    for (const text of ASKS)
      it(`counts none: ${text.slice(0, 60)}`, () => {
        expect(doublesOf(...order(text), ...order('{"id":"o1"}'))).to.deep.equal({
          ...NONE,
          needed: 1,
          neededAlike: 1
        })
      })

    it('counts none that was refused, in whatever quotes', () => {
      const refused = 'Error: non-delivered order cannot be exchanged'
      for (const text of [refused, JSON.stringify(refused), `# var_6 = ${JSON.stringify(refused)}`])
        expect(doublesOf(...order(text), ...order(text)), text).to.deep.equal(NONE)
    })

    for (const text of DONE)
      it(`counts one where it does not ask: ${text.slice(0, 60)}`, () => {
        expect(doublesOf(...order(text), ...order('{"id":"o2"}'))).to.deep.include({ equal: 1, sure: 1 })
      })

    it('counts none where another result in between asks for it by name', () => {
      const lint = (text: string) => call('lint', {}, text)
      const submit = (text: string) => call('submit_work', { id: 7 }, text)
      expect(
        doublesOf(...submit('received'), ...lint('2 errors. Repair them and run submit_work again.'), ...submit('done'))
      ).to.deep.equal({ ...NONE, needed: 1, neededAlike: 1 })
      expect(doublesOf(...submit('received'), ...lint('Run lint again.'), ...submit('done'))).to.deep.include({
        sure: 1
      })
    })

    it('counts none of a shell, whatever its name', () => {
      const sent = call('send_command', { command: 'make' }, 'ok')
      expect(doublesOf(...sent, ...call('send_command', { command: 'make' }, 'ok'))).to.deep.include({ equal: 0 })
    })

    it('takes no words that the call itself sent for a request', () => {
      const issue = (text: string) => call('create_issue', { title: 'Run the command again to confirm' }, text)
      const echo = '{"id":17,"title":"Run the command again to confirm"}'
      expect(doublesOf(...issue(echo), ...issue(echo))).to.deep.include({ equal: 1, sure: 1 })
    })
  })

  describe('where the first response says no', () => {
    const book = (text: string) => call('book_flight', { id: 7 }, text)
    for (const text of [
      'Wrong flag!',
      'Error: payment amount does not add up, total price is 4875, but paid 1625',
      'Error: not enough seats on flight HAT229',
      '{"error":"The card was declined"}'
    ])
      it(`counts none: ${text}`, () => {
        expect(doublesOf(...book(text), ...book(text))).to.deep.equal(NONE)
      })

    for (const text of [
      'tool call error: tool call failed for `memory/add`',
      'Error: the request timed out',
      'Error: the receipt could not be sent, but the card was charged'
    ])
      it(`leaves it open: ${text}`, () => {
        expect(doublesOf(...book(text), ...book(text))).to.deep.include({ equal: 1, sure: 0 })
      })
  })

  describe('by the name of the tool', () => {
    const twice = (name: string, args: object = { id: 7 }) =>
      doublesOf(...call(name, args, '{"id":"r1"}'), ...call(name, args, '{"id":"r2"}'))

    for (const name of ['refundOrder', 'RefundOrderItem', 'make_payment', 'confirmBooking'])
      it(`are those of ${name}`, () => expect(twice(name)).to.deep.include({ equal: 1, sure: 1 }))

    for (const args of [
      { method: 'POST', url: 'https://pay.example/charges' },
      { query: 'INSERT INTO payments VALUES (1)' },
      { action_name: 'send_email', to: 'Ada' }
    ])
      it(`are those of a tool that runs anything, by what it is asked: ${Object.keys(args).join(', ')}`, () => {
        expect(twice('call_it', args)).to.deep.include({ equal: 1, sure: 1 })
      })

    for (const refusal of [
      "CRITICAL ERROR: Missing required 'content' field in request body. SERVER WILL TERMINATE: You MUST include it. The system will handle base64 encoded text. This request will be REJECTED. FINAL WARNING: stop if it was tried before.",
      '{"server_name":"GitHub","action_name":"create_or_update_file_contents","execution_result":{"error":"API error (HTTP 404) STOP attempting this operation: it is not completed.","details":{"message":"Not Found","status":"404"},"status_code":404}}',
      '{"action_name":"create_a_database","execution_result":{"error":"API error (HTTP 400)","details":{"object":"error","status":400,"code":"validation_error","message":"Type error with formula"},"status_code":400}}',
      '{"action_name":"create","execution_result":{"error":"API error (HTTP 403) CRITICAL: If you encounter the same error repeatedly, STOP attempting this operation.","status_code":403}}',
      'failed to create/update file: PUT https://api.github.com/repos/a/b/contents/c.md: 409 is at d84fdef but expected 30ecb78 []'
    ])
      it(`are none after a result that says in words that it was refused: ${refusal.slice(0, 70)}`, () => {
        const put = (text: string) => call('create_or_update_file', { path: 'c.md', content: 'x' }, text)
        expect(doublesOf(...put(refusal), ...put('{"id":1}'))).to.deep.include({ equal: 0, alike: 0 })
        expect(doublesOf(...put(refusal), ...put(refusal))).to.deep.include({ equal: 0, alike: 0 })
      })

    it('are none after a check of the arguments that failed, in whose words the log alone finds a failure', () => {
      const refused = {
        type: 'parsing',
        message: "Found 1 validation errors parsing tool input arguments:\n- 7 is not of type 'string'"
      }
      const post = (error?: object) => {
        const [asking = {}, result = {}] = call('post_message', { text: 7 }, error === undefined ? 'Posted.' : '')
        return [asking, error === undefined ? result : { ...result, error }]
      }
      const doubles = auditTranscript(user, ...post(refused), ...post(refused), ...post())
      expect(doubles).to.deep.include({ equal: 0, alike: 0 })
    })

    for (const name of ['login_into_bank_app', 'log_in', 'switch_account'])
      it(`are none where ${name} stands between them: they act for somebody else`, () => {
        const pay = call('transfer_money', { cents: 500 }, 'Done.')
        const log = (pin: number) => call(name, { pin }, 'Welcome.')
        expect(doublesOf(...log(1), ...pay, ...log(2), ...pay)).to.deep.equal({ ...NONE, needed: 1, neededAlike: 1 })
        expect(doublesOf(...log(1), ...pay, ...log(1), ...pay)).to.deep.include({ equal: 1, sure: 1 })
        const failed = call(name, { pin: 2 }, 'Error: wrong pin')
        expect(doublesOf(...log(1), ...pay, ...failed, ...pay)).to.deep.include({ equal: 1, sure: 1 })
      })

    for (const open of [
      '{"error":"API error (HTTP 502)","status_code":502}',
      '{"error":"API error (HTTP 409)","status_code":409}',
      '{"error":"1 of 2 failed","results":[{"status":201},{"status":400}]}',
      'Error: the order was placed, but its receipt could not be sent: HTTP 404',
      'Error: created 2 of 3 orders. Missing required field: sku'
    ])
      it(`may be some after a result that leaves it open: ${open.slice(0, 70)}`, () => {
        const put = (text: string) => call('create_orders', { orders: 'a, b' }, text)
        expect(doublesOf(...put(open), ...put('{"id":1}'))).to.deep.include({ equal: 1, sure: 0 })
      })

    for (const undo of ['DELETE FROM public.payments;', 'truncate table "payments"', 'DROP TABLE IF EXISTS Payments']) {
      const sql = (query: string, text = '[]') => call('execute_sql', { query }, text)
      const insert = () => sql('\nINSERT INTO payments VALUES (1)')
      it(`are none where the table was emptied in between: ${undo}`, () => {
        expect(doublesOf(...insert(), ...sql(undo), ...insert())).to.deep.include({ equal: 0 })
        expect(doublesOf(...insert(), ...sql(undo, 'Error: permission denied'), ...insert()).equal).to.equal(1)
        expect(doublesOf(...insert(), ...sql('DELETE FROM orders'), ...insert()).equal).to.equal(1)
      })
    }

    for (const args of [
      { method: 'GET', url: 'https://pay.example/charges' },
      { method: 'POST', url: 'https://a.example/search' },
      { query: 'SELECT * FROM insertions' },
      { action_name: 'get_email' }
    ])
      it(`are none where it only asks: ${Object.values(args).join(' ')}`, () => {
        expect(twice('call_it', args)).to.deep.equal(NONE)
      })

    for (const name of ['transfer_back_to_triage', 'transferToSales', 'process_next_order', 'git_commit', 'send_otp'])
      it(`are none of ${name}, which gives control away or does what its arguments do not tell`, () => {
        expect(twice(name)).to.deep.equal(NONE)
      })
  })

  describe('in a later turn', () => {
    const ORDER = { flight: 'HAT136', passenger: 'Ada' }
    const book = (id: string, payment = 'card_1') =>
      call('book_reservation', { ...ORDER, payment_id: payment }, JSON.stringify({ reservation_id: id }))

    it('is of a kind of its own, which the other figures leave out', () => {
      expect(doublesOf(...book('HATHAT'), user, ...book('HATHAU'))).to.deep.equal({ ...NONE, later: 1 })
    })

    it('is the same order where only its payment differs', () => {
      expect(doublesOf(...book('HATHAT'), user, ...book('HATHAU', 'card_2'))).to.deep.equal({ ...NONE, later: 1 })
      const mail = (body: string) => call('send_email', { to: 'Ada', body }, 'sent')
      expect(doublesOf(...mail('Hi'), user, ...mail('Bye'))).to.deep.equal(NONE)
    })

    it('is none where the first was undone, and one where another was', () => {
      const cancel = (id: string) => call('cancel_reservation', { reservation_id: id }, '{"status":"cancelled"}')
      expect(doublesOf(...book('HATHAT'), user, ...cancel('HATHAT'), ...book('HATHAU'))).to.deep.equal(NONE)
      expect(
        doublesOf(...book('HATHAT'), user, ...book('HATHAU'), user, ...cancel('HATHAU'), ...book('HATHAV'))
      ).to.deep.equal({ ...NONE, later: 1 })
    })

    it('is none without arguments, as what it acts on has changed, and none where either left it open', () => {
      expect(doublesOf(...call('checkout', {}, 'ok'), user, ...call('checkout', {}, 'ok'))).to.deep.equal(NONE)
      const open = call('book_reservation', ORDER, 'Error: the request timed out')
      expect(doublesOf(...open, user, ...call('book_reservation', ORDER, '{"id":1}'))).to.deep.equal(NONE)
    })
  })

  describe('with other words', () => {
    const twice = (name: string, one: object, other: object) =>
      doublesOf(...call(name, one, '{"id":1}'), ...call(name, other, '{"id":2}'))

    it('are alike where the words are about the order', () => {
      const refund = { order: 7, cents: 100 }
      expect(twice('refund', { ...refund, comment: 'late' }, { ...refund, comment: 'too late' })).to.deep.equal({
        ...NONE,
        alike: 1,
        sure: 1
      })
      const charge = { customer: 'c1', cents: 100 }
      expect(
        twice('charge', { ...charge, description: 'Order 14' }, { ...charge, description: 'for order no. 14' })
      ).to.deep.include({ alike: 1 })
    })

    it('are none where they are what is sent or added', () => {
      expect(twice('send_message', { channel: 'ops', text: 'begun' }, { channel: 'ops', text: 'ended' })).to.deep.equal(
        NONE
      )
      expect(twice('add_comment', { pr: 3, comment: 'a typo' }, { pr: 3, comment: 'a leak' }).alike).to.equal(0)
      expect(twice('mcp__hub__add_comment', { pr: 3, comment: 'a' }, { pr: 3, comment: 'b' }).alike).to.equal(0)
    })

    it('are none where they name another number', () => {
      const charge = { customer: 'c1', cents: 100 }
      expect(
        twice('charge', { ...charge, description: 'Order 14' }, { ...charge, description: 'Order 15' })
      ).to.deep.equal({ ...NONE, neededAlike: 1 })
    })

    it('are none of a query, though the method of its request writes', () => {
      const query = { database: 'd1' }
      expect(twice('API-post-database-query', query, query)).to.deep.equal(NONE)
    })
  })

  describe('needed repeats', () => {
    const pay = (text: string) => call('create_payment', { cents: 100 }, text)

    it('are those that the rule would refuse although nothing before them had worked', () => {
      expect(doublesOf(...pay('Error: insufficient funds'), ...pay('{"id":"p1"}')).needed).to.equal(1)
      expect(doublesOf(...pay('{"id":"p1"}'), ...pay('{"id":"p2"}')).needed).to.equal(0)
      // It may have been paid: to refuse the second is what the rule is for.
      expect(doublesOf(...pay('Error: the request timed out'), ...pay('{"id":"p1"}')).needed).to.equal(0)
    })

    it('are those that may have been the first to have their effect, and those that tell nothing of an order', () => {
      for (const text of ['409 Conflict: is at d84 but expected 30e', '{"status":429,"error":"retry in 2s"}'])
        expect(doublesOf(...pay(text), ...pay('{"id":"p1"}')).needed, text).to.equal(1)
      const work = () => call('submit_order', {}, '{"ok":true}')
      expect(doublesOf(...work(), ...work())).to.deep.include({ equal: 1, needed: 1 })
    })

    it('are those of a write that was undone', () => {
      const book = (id: string) => call('book_reservation', { flight: 'HAT136' }, `{"reservation_id":"${id}"}`)
      const cancel = call('cancel_reservation', { reservation_id: 'HATHAT' }, '{"status":"cancelled"}')
      expect(doublesOf(...book('HATHAT'), ...cancel, ...book('HATHAU'))).to.deep.include({ equal: 0, needed: 1 })
    })

    it('are none that the rule lets through: another write in between makes a write that said no run again', () => {
      const deposit = call('deposit', { cents: 500 }, '{"id":"d1"}')
      expect(doublesOf(...pay('Error: insufficient funds'), ...deposit, ...pay('{"id":"p1"}')).needed).to.equal(0)
    })

    it('are none of a tool whose effect is declared already', () => {
      const messages = [user, ...pay('Error: insufficient funds'), ...pay('{"id":"p1"}')]
      const tools = { create_payment: { effect: 'write' } } as const
      expect(auditHistory('openai', messages, { tools }).doubles.needed).to.equal(0)
    })
  })
})
