import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import { morePages } from '#core/checks'
import { CODE_HINTS, partialData } from '#core/errors'

interface Page {
  readonly orders: ReadonlyArray<number>
  readonly has_more: boolean
}
const answer = { raw: null }
const more = (payload: Page): boolean => payload.has_more
const next = (_payload: Page, args: { readonly page: number }): string | null =>
  args.page < 9 ? `Call again with page=${args.page + 1}.` : null

describe('morePages', () => {
  it('accepts the last page', () => {
    expect(morePages({ more, next })({ orders: [1], has_more: false }, { page: 1 }, answer)).to.deep.equal(O.none)
  })

  it("gives the author's next move", () => {
    expect(morePages({ more, next })({ orders: [1], has_more: true }, { page: 1 }, answer)).to.deep.equal(
      O.some(
        partialData({
          code: 'more_pages_available',
          detail: 'More pages exist after this one.',
          hint: 'Call again with page=2.'
        })
      )
    )
  })

  it('says that more exists where the author knows no next move', () => {
    const hint = CODE_HINTS.get('more_pages_available')?.hint
    for (const check of [morePages({ more, next }), morePages<Page, { readonly page: number }>({ more })]) {
      expect(O.toNullable(check({ orders: [1], has_more: true }, { page: 9 }, answer))?.hint).to.equal(hint)
    }
  })
})
