import { expect } from 'chai'
import { LazyDigest } from '#core/calls'

const LONG = 'x'.repeat(65)

// The digest of a text names its length, so that no two of these texts share one.
const setup = () => {
  const digested: Array<string> = []
  const digestOf = (text: string): string => {
    digested.push(text)
    return `digest of ${text.length}`
  }
  return { digested, late: (text: string) => new LazyDigest(text, digestOf) }
}

describe('LazyDigest', () => {
  it('compares texts without a digest while both are kept', () => {
    const { digested, late } = setup()
    expect([late(LONG).equals(late(LONG)), late(LONG).equals(late(`${LONG}x`))]).to.deep.equal([true, false])
    expect(digested).to.deep.equal([])
  })

  it('compares digests where either text is gone, and digests once', () => {
    const { digested, late } = setup()
    const [one, other] = [late(LONG), late(`${LONG}x`)]
    expect([one.chars, one.digest]).to.deep.equal([65, 'digest of 65'])
    one.forget()
    expect([one.chars, one.digest]).to.deep.equal([0, 'digest of 65'])
    expect([one.equals(late(LONG)), one.equals(other), other.equals(one)]).to.deep.equal([true, false, false])
    expect(digested).to.deep.equal([LONG, LONG, `${LONG}x`])
    expect([one.equals(LazyDigest.of('digest of 65')), LazyDigest.of('another').equals(one)]).to.deep.equal([
      true,
      false
    ])
  })

  it('keeps texts that are no longer than a digest', () => {
    const { digested, late } = setup()
    const short = late('x'.repeat(64))
    short.forget()
    expect([short.chars, short.equals(late('x'.repeat(64))), digested]).to.deep.equal([0, true, []])
  })

  it('sorts the letters of a text where that may decide alone, and once', () => {
    const sorted: Array<string> = []
    const canonical = (text: string): string => {
      sorted.push(text)
      return [...text].sort().join('')
    }
    const { digested, late } = setup()
    const data = (text: string) => new LazyDigest(text, (made) => `digest of ${made}`, { canonicalOf: canonical })
    const [abc, bca, cab] = [data('abc'), data('bca'), data('cab')]
    expect([abc.equals(data('abc')), abc.equals(data('ab'))]).to.deep.equal([true, false])
    expect(sorted).to.deep.equal([])
    expect([abc.equals(bca), bca.equals(cab), abc.equals(data('abd'))]).to.deep.equal([true, true, false])
    expect(sorted).to.deep.equal(['abc', 'bca', 'cab', 'abd'])
    // A text that counts as it stands is equal to what is made of the other.
    expect([late('cab').equals(data('cab')), data('cab').equals(late('abc'))]).to.deep.equal([false, true])
    expect(digested).to.deep.equal([])
  })
})
