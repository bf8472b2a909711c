import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import { nonEmpty } from '#core/checks'
import { semanticGarbage } from '#core/errors'

interface Listing {
  readonly orders?: ReadonlyArray<number> | null
}
const check = nonEmpty((payload: Listing) => payload.orders)
const judged = (payload: Listing, args: unknown = {}) => check(payload, args, { raw: payload })

const firstPage = O.some(semanticGarbage({ code: 'empty_first_page', detail: 'The first page has no rows.' }))
const noPages = O.some(semanticGarbage({ code: 'empty_result', detail: 'The response has no rows.' }))
const laterPage = O.some(
  semanticGarbage({
    code: 'empty_result',
    detail: 'This page has no rows.',
    hint: 'This page is past the last one. Go on with the pages that came before.'
  })
)

describe('nonEmpty', () => {
  it('accepts rows, on any page', () => {
    for (const args of [{}, { page: 1 }, { page: 7 }]) expect(judged({ orders: [0] }, args)).to.deep.equal(O.none)
  })

  it('refuses an empty first page', () => {
    for (const args of [
      { page: 1 },
      { page: 0 },
      { page: '1' },
      { offset: 0 },
      { skip: 0 },
      { cursor: null },
      { page_token: '' },
      { after: null, limit: 20 }
    ]) {
      expect(judged({ orders: [] }, args), JSON.stringify(args)).to.deep.equal(firstPage)
    }
  })

  it('refuses an empty later page with another next move', () => {
    for (const args of [{ page: 2 }, { offset: 20 }, { cursor: 'abc' }, { startAt: 50 }]) {
      expect(judged({ orders: [] }, args), JSON.stringify(args)).to.deep.equal(laterPage)
    }
  })

  it('refuses an empty answer to a call that knows no pages', () => {
    for (const args of [
      undefined,
      null,
      {},
      'x',
      { status: 'open' },
      { page: 'one' },
      { after: '2026-01-01' },
      { start: '20260101' }
    ]) {
      expect(judged({ orders: [] }, args), JSON.stringify(args)).to.deep.equal(noPages)
    }
  })

  it('takes missing rows for none', () => {
    expect([judged({}), judged({ orders: null })]).to.deep.equal([noPages, noPages])
  })

  it('never takes for nothing what failed, broke off or goes on', () => {
    const empty = { orders: [] }
    const others: ReadonlyArray<readonly [raw: object, code: string]> = [
      [{ ...empty, next_cursor: 'abc' }, 'more_pages_available'],
      [{ ...empty, status: 'REQUEST_DENIED', error_message: 'The key is invalid.' }, 'unauthorized'],
      [{ ...empty, timed_out: true }, 'incomplete_response'],
      [{ ...empty, _shards: { total: 5, failed: 2 } }, 'incomplete_response'],
      [{ ...empty, incomplete_results: true }, 'incomplete_response'],
      [{ ...empty, error: 'backend exploded' }, 'error_in_body'],
      [{ ...empty, ok: false, error: 'ratelimited' }, 'rate_limited'],
      [{ ...empty, _shards: { total: 5, failed: 0 }, timed_out: false, next_cursor: null, errors: [] }, 'empty_result']
    ]
    for (const [raw, code] of others) {
      const found = check(empty, {}, { raw })
      expect(O.isSome(found) && found.value.code, JSON.stringify(raw)).to.equal(code)
    }
  })

  it('prints no flag that is more than a name', () => {
    const found = check({ orders: [] }, {}, { raw: { orders: [], [`partial ${'.'.repeat(40)} results`]: true } })
    expect(O.isSome(found) && found.value.detail).to.equal(
      'No rows came, and the response says that it is incomplete ([key]).'
    )
  })

  it('lets the author say what a first page is', () => {
    const own = nonEmpty((payload: Listing) => payload.orders, {
      firstPage: (args: { readonly from: string }) => args.from === 'start'
    })
    expect([own({}, { from: 'start' }, { raw: null }), own({}, { from: 'x' }, { raw: null })]).to.deep.equal([
      firstPage,
      laterPage
    ])
  })

  it('refuses rows that no function finds', () => {
    expect(() => nonEmpty(undefined as never)).to.throw(TypeError, 'Expected `rows` to be a function.')
  })
})
