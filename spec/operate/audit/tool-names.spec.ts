import { expect } from 'chai'
import { actsOnState, isNamedAsQuery, isStepOnScreen, undoes } from '../../../lib/operate/audit/tool-names.js'

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

describe('isStepOnScreen', () => {
  for (const name of ['mouse_move', 'playwright_browser_close', 'keyboardType', 'click', 'scroll_down', 'page-goto'])
    it(`holds for ${name}`, () => expect(isStepOnScreen(name)).to.equal(true))
  for (const name of ['publish_press_release', 'create_click_campaign', 'move_file', 'update_page'])
    it(`does not hold for ${name}`, () => expect(isStepOnScreen(name)).to.equal(false))
})
