import { expect } from 'chai'
import { type ToolKind, isPolled, isRepeatable, kindOf, returnsText } from '#core/signs'

const KINDS: Readonly<Record<ToolKind, ReadonlyArray<string>>> = {
  writes: [
    'send_email',
    'createOrder',
    'mcp__github__create_issue',
    'orders.place',
    'PATCH record',
    'order',
    'place-order',
    'order_pizza',
    'find_or_create_contact',
    'search_then_buy',
    'check_in',
    'check-out',
    'checkout_cart',
    'updateDOMState',
    'HTTPPost',
    'find_and_modify',
    'fetch_and_clear',
    'readMessagesAndMarkRead',
    'poll_and_ack',
    'get_and_increment',
    'get_and_lock',
    'check_then_reset',
    'mark_as_read',
    'markDone',
    'gmail__mark_as_read',
    'slack_mark_all_read',
    'refundOrder',
    'pay_and_get_receipt',
    'charge_and_verify',
    'transfer_and_check_balance',
    'book_and_check_in',
    'execute_trade_quote',
    'confirm_order_quote',
    'refund_total',
    'invite_to_view',
    'schedule_check_up',
    'pay_state_tax',
    'make_payment',
    'confirmBooking',
    'open_ticket',
    'payout_vendor',
    'transfer_to_account',
    'transfer_funds'
  ],
  reads: [
    'get_order',
    'listFiles',
    'check_status',
    'order_status',
    'getOrders',
    'read_and_list',
    'job-status',
    'searchOrders',
    'GETOrders'.replace('GET', 'get'),
    'view_cart_and_totals',
    'get_lock',
    'list_imports',
    'get_reset_and_limit',
    'get_mark',
    'read_markdown',
    'get_bookmark',
    'payout_status',
    'get_email',
    'track_order',
    'calculateRefund',
    'refund_policy',
    'order_details',
    'is_order_paid',
    'simulate_transfer'
  ],
  none: [
    'query',
    'bash',
    'browser_next',
    'startEngine',
    'weather',
    'x',
    '',
    '42',
    'reorder',
    'budget',
    'drag_and_drop',
    'lock_door',
    'watermark',
    'markup',
    'make_coffee',
    'accept_quote',
    'track_event',
    'bill_details',
    'email_address',
    'transfer_to_sales',
    'transferToHumanAgents',
    'transfer_back_to_supervisor',
    'данные'
  ]
}

describe('kindOf', () => {
  for (const [kind, names] of Object.entries(KINDS))
    for (const name of names) it(`takes ${JSON.stringify(name)} for ${kind}`, () => expect(kindOf(name)).to.equal(kind))
})

describe('isPolled', () => {
  for (const name of ['job_status', 'watchBuild', 'wait-for-build', 'get_progress', 'poll'])
    it(`holds for ${name}`, () => expect(isPolled(name)).to.equal(true))
  for (const name of ['get_state', 'update_status', 'set_progress', 'statuses', 'search', ''])
    it(`does not hold for ${JSON.stringify(name)}`, () => expect(isPolled(name)).to.equal(false))
})

describe('isRepeatable', () => {
  for (const name of ['edit_file', 'setLabel', 'PUT record', 'fs__write_file', 'mark_as_read'])
    it(`holds for ${name}`, () => expect(isRepeatable(name)).to.equal(true))
  for (const name of [
    'send_email',
    'create_or_update',
    'get_or_set',
    'read_and_mark',
    'read_put',
    'pay',
    'append_row',
    ''
  ])
    it(`does not hold for ${JSON.stringify(name)}`, () => expect(isRepeatable(name)).to.equal(false))
})

describe('returnsText', () => {
  for (const name of [
    'run_command',
    'terminal-run_command',
    'local-python-execute',
    'bash',
    'read_file',
    'read_text_file',
    'readMultipleFiles',
    'get_file_contents',
    'mcp__filesystem__read_text_file',
    'github_get_file',
    'viewFile',
    'file_read',
    'read_file_lines',
    'get_file_by_id'
  ])
    it(`holds for ${name}`, () => expect(returnsText(name)).to.equal(true))
  for (const name of [
    'get_terminal',
    'search_airport_terminal',
    'list_files',
    'search_files',
    'find_file',
    'get_pull_request_files',
    'files__get_order',
    'file_server__get_order',
    'write_file',
    'read_or_write_file',
    'read_profile',
    'read',
    'file',
    'get_file_info',
    'get_file_list',
    'get_file_metadata',
    'get_file_url',
    'show_file_history',
    'view_file_permissions',
    ''
  ])
    it(`does not hold for ${JSON.stringify(name)}`, () => expect(returnsText(name)).to.equal(false))
})
