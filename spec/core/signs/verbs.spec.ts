import { expect } from 'chai'
import { type ToolKind, isPolled, isRepeatable, kindOf, readsFile } from '#core/signs'

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
    'HTTPPost'
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
    'view_cart_and_totals'
  ],
  none: ['query', 'bash', 'browser_next', 'startEngine', 'weather', 'x', '', '42', 'reorder', 'budget', 'данные']
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
  for (const name of ['edit_file', 'setLabel', 'PUT record', 'fs__write_file'])
    it(`holds for ${name}`, () => expect(isRepeatable(name)).to.equal(true))
  for (const name of ['send_email', 'create_or_update', 'get_or_set', 'read_put', 'pay', 'append_row', ''])
    it(`does not hold for ${JSON.stringify(name)}`, () => expect(isRepeatable(name)).to.equal(false))
})

describe('readsFile', () => {
  for (const name of [
    'read_file',
    'read_text_file',
    'readMultipleFiles',
    'get_file_contents',
    'mcp__filesystem__read_text_file',
    'github_get_file',
    'viewFile',
    'file_read'
  ])
    it(`holds for ${name}`, () => expect(readsFile(name)).to.equal(true))
  for (const name of [
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
    ''
  ])
    it(`does not hold for ${JSON.stringify(name)}`, () => expect(readsFile(name)).to.equal(false))
})
