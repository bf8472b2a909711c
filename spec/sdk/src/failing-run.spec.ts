/**
 * What a misbehaving run costs the model, in the loops of the frameworks themselves: the same tools and the same 36
 * calls, without the guard and with it.
 */
import { expect } from 'chai'
import { healthy, misbehaving } from '../../../built/bench/failing-run.js'

/**
 * Tokens of the guarded run over those of the bare one, at most; these may only shrink, except where a promise needs
 * words: each refusal of a write says whether it ran, and a page is called one. LangGraph itself adds words to each
 * error.
 */
const AT_MOST: Readonly<Record<string, number>> = { 'AI SDK': 1.69, LangGraph: 1.43 }

/** What each failing call says of its cause, in the order of the calls. */
const CAUSES: ReadonlyArray<string> = [
  'No customer c1',
  'No customer c2',
  'No customer c2',
  'No customer c2',
  'the last response was not_found',
  'Invalid date: use YYYY-MM-DD',
  'Invalid date: use YYYY-MM-DD',
  '"retryAfterMs":7000',
  '"retryAfterMs":7000',
  'Parcel p0 does not exist',
  "relation 'order_item' does not exist",
  "relation 'order_item' does not exist",
  'No such file or directory (ENOENT)',
  'cannot be reached (ENOTFOUND)',
  'cannot be reached (ENOTFOUND)',
  'read a web page in place of JSON',
  'The voucher covers 40.00, the basket costs 55.10',
  'The voucher covers 40.00, the basket costs 55.10',
  'The voucher covers 40.00, the basket costs 55.10',
  'the last response was rejected_arguments',
  'It failed: rejected_arguments',
  'This voucher belongs to another customer',
  'This voucher belongs to another customer',
  'threw a TypeError'
]

describe('a run of 36 calls', function () {
  this.timeout(120_000)

  it('that misbehaves costs little more than without the guard, and each failure says its cause', async () => {
    const costs = await misbehaving()
    expect(costs.map(({ framework }) => framework)).to.deep.equal(Object.keys(AT_MOST))
    for (const { framework, calls, bare, guarded, texts } of costs) {
      expect([calls, texts.length]).to.deep.equal([36, 36])
      expect(guarded / bare, framework)
        .to.be.at.most(AT_MOST[framework] ?? 0)
        .and.above(1)
      const failed = texts.filter((text) => text.includes('"error_class"'))
      expect(failed.map((text, i) => (text.includes(CAUSES[i] ?? '?') ? CAUSES[i] : text))).to.deep.equal(CAUSES)
    }
  })

  it('that is healthy costs no token more', async () => {
    for (const { bare, guarded } of await healthy()) expect(guarded).to.equal(bare)
  })
})
