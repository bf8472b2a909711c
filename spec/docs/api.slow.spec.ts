/** The surface that users meet: a change of it shows in the difference of one file. */
import { expect } from 'chai'
import { apiReport, type ApiReport } from './api-report.js'
import { expectPage } from './written.js'

describe('the public surface', function () {
  this.timeout(120_000)

  let report: ApiReport
  before(() => (report = apiReport()))

  it('is what spec/docs/api.txt shows', () => expectPage('spec/docs/api.txt', report.text))

  // A user who exports what a function gave needs its name for his own declarations.
  it('names every type that its functions give', () => expect(report.unnameable).to.deep.equal([]))
})
