import { expect } from 'chai'
import * as fc from 'fast-check'
import { html } from '../../../../lib/operate/cli/report/markup.js'

// Every other one is one that markup is made of.
const CHARACTER = fc.oneof(
  fc.constantFrom(...'<>"\'`&='),
  fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code))
)

describe('html', () => {
  it('takes what is put into it for text, and only its own for markup', () => {
    expect(html`<p title="${'"<&\'`'}">${html`<b>${'<i>'}</b>`}${[1, null, undefined, html`<br>`]}</p>`.text).to.equal(
      '<p title="&quot;&lt;&amp;&#39;&#96;"><b>&lt;i&gt;</b>1<br></p>'
    )
  })

  it('shows marks that reorder, hide or break what stands around them', () => {
    expect(html`${'a\u202eb\u200b\u0000\n\u2028\ud800😀é'}`.text).to.equal(
      'a\\u{202e}b\\u{200b}\\u{0}\\u{a}\\u{2028}\\u{d800}😀é'
    )
  })

  it('lets no text end a tag or a quoted attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: CHARACTER }), (text) => {
        expect(html`${text}`.text).not.to.match(/[<>"'`\u0000-\u001f]/)
      })
    )
  })
})
