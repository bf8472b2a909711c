import { expect } from 'chai'
import * as fc from 'fast-check'
import { breakable, html, prose } from '../../../../lib/operate/cli/report/markup.js'

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

describe('breakable', () => {
  it('lets a name, a path and JSON break between their words, and nothing else change', () => {
    const parts = (text: string): ReadonlyArray<string> => breakable(text).text.split('<wbr>')
    expect(parts('get_reservation__details')).to.deep.equal(['<bdi>get_', 'reservation__', 'details</bdi>'])
    expect(parts('logs/a-b.jsonl:7')).to.deep.equal(['<bdi>logs/', 'a-', 'b.', 'jsonl:', '7</bdi>'])
    expect(parts('getOrder')).to.deep.equal(['<bdi>get', 'Order</bdi>'])
    expect(parts('<i>')).to.deep.equal(['<bdi>&lt;i&gt;</bdi>'])
  })
})

describe('prose', () => {
  it('shows what stands between backticks as code', () => {
    expect(prose('Set `maxBytes`, not `<i>`.').text).to.equal(
      'Set <code class="nowrap">maxBytes</code>, not <code class="nowrap">&lt;i&gt;</code>.'
    )
  })
})
