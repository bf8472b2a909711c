import { expect } from 'chai'
import { readThrown } from '../../../lib/guard/thrown/read-thrown.js'
import { isThrownReport } from '../../../lib/guard/thrown/report.js'

const error = (fields: object, message = 'Order is locked'): Error => Object.assign(new Error(message), fields)

const isReported = (fields: object): boolean => isThrownReport(readThrown(error(fields)))

describe('the report of an error that holds others', () => {
  const open = [error({ code: 'ETIMEDOUT' }, 'x'), { message: 'x', code: 'ECONNRESET' }, new TypeError('x')]
  for (const key of ['error', 'err', 'reason', 'parent', 'previous', 'innerError', 'innerException', 'anyName'])
    it(`is none where one of \`${key}\` leaves open what became of a request`, () => {
      for (const inner of open)
        expect([{ [key]: inner }, { [key]: [inner] }, { [key]: error({ of: inner }) }].map(isReported)).to.deep.equal([
          false,
          false,
          false
        ])
    })

  it('is none after more than one attempt of its client', () => {
    for (const fields of [
      { $metadata: { attempts: 3 } },
      { attemptNumber: 4, retriesLeft: 0 },
      { attempts: [error({}), error({})] },
      { response: { retryCount: 2 } },
      { request: { request: { retryCount: 3 } } },
      { config: { 'axios-retry': { retryCount: 1 } } }
    ])
      expect(isReported(fields), JSON.stringify(fields)).to.equal(false)
  })

  it('stays one beside plain errors, one attempt and what a client may do', () => {
    for (const fields of [
      {},
      { error: { message: 'Order is locked', code: 'order_locked' } },
      { reason: error({}) },
      { $metadata: { attempts: 1, totalRetryDelay: 0 } },
      { config: { retries: 3, maxAttempts: 3 } }
    ])
      expect(isReported(fields), JSON.stringify(fields)).to.equal(true)
  })
})
