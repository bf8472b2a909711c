import { expect } from 'chai'
import { withoutTexts } from '#core/redact'

describe('withoutTexts', () => {
  const hide = (text: string): string => withoutTexts(text, ['zebra-lantern-92', 'lantern-92', 'a<b>&"c"'])

  it('removes what is known, the longest first, and keeps all else as it is', () => {
    expect(hide('key zebra-lantern-92, then lantern-92')).to.equal('key [redacted], then [redacted]')
    const others = 'zebra, lantern \u200b\u001b[31m92\u001b[0m <b>x</b> &amp; \\u200b “y” lantern-9'
    expect(hide(others)).to.equal(others)
    expect(hide(`zebra\u200b-lantern-92 ${others}`)).to.equal(`[redacted] ${others}`)
  })

  it('knows it by how it is seen', () => {
    for (const mark of ['\u200b', '\u00ad', '\ufe0f', '\u001b[1m', '\\u200b', '<b>', '&#8203;', '\u0007'])
      expect(hide(`a zebra${mark}-lan${mark}tern-92 b`), mark).to.equal('a [redacted] b')
    expect(hide('a ａ<b>&"c" b')).to.equal('a [redacted] b')
    expect(hide('a a&lt;b&gt;&amp;&quot;c&quot; b')).to.equal('a [redacted] b')
  })

  it('replaces what overlaps as a whole', () => {
    expect(withoutTexts('abcdefgh', ['abcde', 'defgh'])).to.match(/^(?:\[redacted\]){1,2}$/)
    expect(withoutTexts('ab', [''])).to.equal('ab')
  })

  it('takes linear time', () => {
    const text = 'zebra\u200b-lantern-92 <b>'.repeat(40_000)
    const began = performance.now()
    expect(hide(text) === '[redacted] <b>'.repeat(40_000)).to.equal(true)
    expect(performance.now() - began).to.be.below(4_000)
  })
})
