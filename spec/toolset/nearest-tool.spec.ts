import { expect } from 'chai'
import { nearestTool } from '../../lib/toolset/nearest-tool.js'

describe('nearestTool', () => {
  const meant: ReadonlyArray<readonly [string, string]> = [
    ['getUser', 'get_user'],
    ['delete-user', 'delete_user'],
    ['Pay_Invoice', 'pay_invoice'],
    ['serch_orders', 'search_orders'],
    ['get_orders', 'get_order'],
    ['list_cutsomers', 'list_customers'],
    ['pay_invocie', 'pay_invoice']
  ]
  for (const [name, tool] of meant)
    it(`takes ${name} for ${tool}`, () => {
      expect(nearestTool([tool, 'open_ticket'], name)).to.equal(tool)
    })

  const others: ReadonlyArray<readonly [string, string]> = [
    ['get_user', 'delete_user'],
    ['get_user', 'set_user'],
    ['get_invoice', 'pay_invoice'],
    ['subscribe_user', 'unsubscribe_user'],
    ['show_table', 'drop_table'],
    ['lock_door', 'unlock_door'],
    ['lock_door', 'block_door'],
    ['change_card', 'charge_card'],
    ['charge_card', 'change_card'],
    ['start_server', 'restart_server'],
    ['read_file', 'delete_file'],
    ['delete_file', 'delete_files'],
    ['delet_user', 'delete_user'],
    ['enable_account', 'disable_account'],
    ['approve_request', 'disapprove_request'],
    ['fund_order', 'refund_order'],
    ['typical', 'atypical'],
    ['constructor', 'get_user'],
    ['', 'get_user']
  ]
  for (const [name, tool] of others)
    it(`does not take ${name} for ${tool}`, () => {
      expect(nearestTool([tool, 'open_ticket'], name)).to.equal(undefined)
    })

  it('takes a name for neither of two', () => {
    expect(nearestTool(['get_order', 'get_orderz'], 'get_orders')).to.equal(undefined)
    expect(nearestTool(['get_user', 'getUser'], 'GET_USER')).to.equal(undefined)
  })
})
