import { expect } from 'chai'
import { nextPageOf } from '../../../lib/tools/http/next-page.js'

const next = (link: string | ReadonlyArray<string> | undefined, current = 'https://api.example.com/orders?q=x') =>
  nextPageOf(link, new URL(current))

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
    expect(next(['</orders?page=1&q=x>; rel="prev"', '</orders?page=2&q=x>; rel="next"'])).to.deep.equal({
      hint: 'Call again with page=2.'
    })
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
  it('reads a header of nothing but white space in no time', () => {
    const started = performance.now()
    expect(next(`</orders?q=x&page=2>; rel=next; x${' '.repeat(15_000)}y`)).to.deep.equal({
      hint: 'Call again with page=2.'
    })
    expect(performance.now() - started).to.be.below(1_000)
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
})
