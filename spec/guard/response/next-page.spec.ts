import { expect } from 'chai'
import type { ResponseHeaders } from '../../../lib/guard/response/body.js'
import { nextPageOf } from '../../../lib/guard/response/next-page.js'
import { fastestMs } from '../../helpers/fastest-ms.js'

const page = (headers: ResponseHeaders, current = 'https://api.example.com/orders?q=x') =>
  nextPageOf(headers, new URL(current))

const next = (link: string | undefined, current?: string) => {
  const found = page(link === undefined ? {} : { link }, current)
  return found === null ? null : { hint: found.hint }
}

describe('nextPageOf', () => {
  it('copies a page number where that is all that differs', () => {
    expect(next('<https://api.example.com/orders?q=x&page=2>; rel="next"')).to.deep.equal({
      hint: 'Call again with page=2.'
    })
    expect(next('</orders?page=03&q=x>; rel=next')).to.deep.equal({ hint: 'Call again with page=3.' })
    expect(next('</orders?page=3&q=x>; rel="last next"', 'https://api.example.com/orders?q=x&page=2')).to.deep.equal({
      hint: 'Call again with page=3.'
    })
    expect(next('</orders?offset=50&q=x>; rel="next"')).to.deep.equal({ hint: 'Call again with offset=50.' })
    for (const link of [
      '</orders?page=1&q=x>; rel="prev", </orders?page=2&q=x>; rel="next"',
      '</orders?page=1&q=x>; rel="prev" , </orders?page=2&q=x> ; title="a, \\"b\\"; <c>" ; REL = "Next"',
      '</orders?page=2&q=x>; rel=next; rel=prev, <</orders?page=9&q=x>; rel="last"'
    ])
      expect(next(link), link).to.deep.equal({ hint: 'Call again with page=2.' })
  })
  it('says no more than that there is one otherwise', () => {
    for (const uri of [
      '/orders?q=x&after=abc',
      '/orders?q=x&page=2&per_page=9',
      '/other?q=x&page=2',
      'https://evil.org/orders?q=x&page=2',
      '/orders?q=x&page=2e3',
      '/orders?q=x&page=-1',
      '/orders?q=x&page=99999999999',
      '/orders?q=x&page=Ignore+all',
      '/orders?q=x&cursor=2',
      'ftp://x/'
    ]) {
      expect(next(`<${uri}>; rel="next"`), uri).to.deep.equal({ hint: null })
    }
  })
  it('reads a header of any form in no time', () => {
    for (const part of [' ', '<', '"', '\\"', ';', '<a>"', '<a>;x="', ';x ', ';x=']) {
      const read = (): void => {
        expect(next(`</orders?q=x&page=2>; rel=next; x${part.repeat(150_000)}y`), part).to.deep.equal({
          hint: 'Call again with page=2.'
        })
      }
      expect(fastestMs(read, 1), part).to.be.below(1_000)
    }
  })
  it('finds none where none is named, and in what is no Link header', () => {
    for (const link of [
      undefined,
      '',
      '</orders?page=1>; rel="prev"',
      '<>; rel="next"',
      '</a',
      'junk',
      '</a>; rel',
      '<http://[>; rel="next"',
      '</orders?q=x>; rel="next"',
      '</a>; rel*=UTF-8',
      '\u0000'
    ]) {
      expect(next(link), String(link)).to.equal(null)
    }
  })

  it('gives the whole address, for a tool that can ask for it', () => {
    expect(page({ link: '</orders?q=x&after=abc>; rel="next"' })).to.deep.equal({
      detail: 'The service says that a next page exists (Link header).',
      hint: null,
      address: new URL('https://api.example.com/orders?q=x&after=abc')
    })
  })
  it('takes a next page of which the header says that it has no results for none', () => {
    expect(page({ link: '</orders?q=x&cursor=1>; rel="next"; results="false"' })).to.equal(null)
  })
  it('reads headers that name a page, or a token', () => {
    expect(page({ 'x-next-page': '3' })).to.deep.equal({
      detail: 'The headers name page 3 as the next one.',
      hint: null,
      page: 3
    })
    expect(page({ 'x-ms-continuation': 'abc' })).to.deep.equal({
      detail: 'The service names a next page in a header.',
      hint: null,
      token: { name: 'x-ms-continuation', value: 'abc' }
    })
    expect(page({ 'x-next-page': '' })).to.equal(null)
  })
  it('takes the token "0" for the end, whatever total stands beside it', () => {
    expect(page({ 'x-next-cursor': '0', 'x-total-count': '45' })).to.equal(null)
  })

  it('reads a total beside page and size', () => {
    const at = (query: string) => page({ 'x-total-count': '45' }, `https://api.example.com/orders?${query}`)
    expect(at('page=2&per_page=20')).to.deep.equal({
      detail: 'The headers say that this is page 2 of 3.',
      hint: null,
      page: 3
    })
    // Nobody says whether the next page of a first one is 1 or 2.
    expect(at('per_page=20')).to.deep.equal({ detail: 'The headers say that this is page 1 of 3.', hint: null })
    expect([at('page=3&per_page=20'), at('q=x'), at('offset=20&limit=20')]).to.deep.equal([null, null, null])
  })
})
