import { expect } from 'chai'
import { FAIL_OVERS } from './fail-over.js'

describe('a ledger whose server fails over', () => {
  for (const { server, failure, figures, play } of FAIL_OVERS)
    if (figures !== undefined)
      it(`${server}, ${failure}: ${JSON.stringify(figures)}`, async function () {
        const found = await play()
        if (found === undefined) return this.skip()
        expect(found).to.deep.equal(figures)
      })
})
