/**
 * An operation of unknown outcome is executed, or not, by evidence about the operation: never by the fate of a later
 * request.
 */
import { memoryLedger } from '../../lib/index.js'
import { runs } from '../helpers/runs.js'
import {
  each,
  holdsAcrossProcesses,
  holdsInOneTurn,
  OPEN_FAULTS,
  startOrderService,
  STATUSES,
  type OrderService
} from '../stores/evidence.js'

describe('an order whose answer was lost and whose next request is refused', () => {
  let service: OrderService
  before(async () => {
    service = await startOrderService()
  })
  after(() => service.close())

  // Each in the slow tier; else those that are most often met.
  const statuses =
    runs(10) === 10 ? STATUSES : [400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 415, 422, 425, 429, 500, 503]

  it('is placed once, under one key, and never called not executed: with a ledger', () => {
    const ledger = memoryLedger()
    return each(statuses, (fault, status) => holdsAcrossProcesses(service, ledger, fault, status))
  })

  it('is placed once, under one key, and never called not executed: in one turn without a ledger', () =>
    each(statuses, (fault, status) => holdsInOneTurn(service, fault, status), OPEN_FAULTS))
})
