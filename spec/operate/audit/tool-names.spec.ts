import { expect } from 'chai'
import { actsOnState, isNamedAsQuery, undoes } from '../../../lib/operate/audit/tool-names.js'

describe('actsOnState', () => {
  for (const name of ['process_next_order', 'git_commit', 'send_otp', 'deployService'])
    it(`holds for ${name}`, () => expect(actsOnState(name)).to.equal(true))
  for (const name of ['create_payment', 'send_bulk_email', 'release_payment', 'forward_email', 'checkout'])
    it(`does not hold for ${name}`, () => expect(actsOnState(name)).to.equal(false))
})

describe('undoes', () => {
  for (const name of ['cancel_reservation', 'deleteOrder', 'undo', 'order_void'])
    it(`holds for ${name}`, () => expect(undoes(name)).to.equal(true))
  for (const name of ['refundOrder', 'avoid_toll', 'disclose', 'prescribe'])
    it(`does not hold for ${name}`, () => expect(undoes(name)).to.equal(false))
})

describe('isNamedAsQuery', () => {
  for (const name of ['API-post-database-query', 'post_search', 'submitQuery'])
    it(`holds for ${name}`, () => expect(isNamedAsQuery(name)).to.equal(true))
  for (const name of ['submit_research', 'query_orders', 'post_message', 'create_order'])
    it(`does not hold for ${name}`, () => expect(isNamedAsQuery(name)).to.equal(false))
})
