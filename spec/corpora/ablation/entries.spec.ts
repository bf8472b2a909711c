import { expect } from 'chai'
import { entriesIn } from './entries.js'

const SOURCE = `import { a } from 'a b'
const WORDS = wordSet('one two-2 three')
const LINES = ['a b', 'c'].flatMap((line) => line.split(' '))
const says = 'of two words'
const NAME = /^(?:x|y(?:1|2)?)$|z/i
const parts = ['p|q', 'r'].join('|')
const numbers = new Set([408, 409])
const rows = [['a', /x/], ['b', 1]]
const codeOf = (status: number) => {
  switch (status) {
    case 401:
    case 403:
      return 'no'
    case 404:
      return 'none'
    default:
      return 'a' as 'a' | 'b'
  }
}
`

const withoutOne = (text: string): ReadonlyArray<string> =>
  entriesIn(SOURCE)
    .filter((entry) => entry.text === text)
    .map(({ line, without }) => without.split('\n')[line - 1] ?? '')

describe('entriesIn', () => {
  it('finds words, elements, alternatives and cases, in their order', () => {
    expect(entriesIn(SOURCE).map(({ line, text }) => `${line} ${text}`)).to.deep.equal([
      '2 one',
      '2 two-2',
      '2 three',
      "3 'a b'",
      "3 'c'",
      '3 a',
      '3 b',
      '5 ^(?:x|y(?:1|2)?)$',
      '5 z',
      '5 x',
      '5 y(?:1|2)?',
      '5 1',
      '5 2',
      "6 'p|q'",
      "6 'r'",
      '6 p',
      '6 q',
      '7 408',
      '7 409',
      "8 ['a', /x/]",
      "8 ['b', 1]",
      '11 case 401:',
      '12 case 403:',
      "14 case 404:\n      return 'none'"
    ])
  })

  it('leaves the rest as it is', () => {
    expect(withoutOne('one')).to.deep.equal(["const WORDS = wordSet('two-2 three')"])
    expect(withoutOne('three')).to.deep.equal(["const WORDS = wordSet('one two-2')"])
    expect(withoutOne('x')).to.deep.equal(['const NAME = /^(?:y(?:1|2)?)$|z/i'])
    expect(withoutOne('2')).to.deep.equal(['const NAME = /^(?:x|y(?:1)?)$|z/i'])
    expect(withoutOne('z')).to.deep.equal(['const NAME = /^(?:x|y(?:1|2)?)$/i'])
    expect(withoutOne("'r'")).to.deep.equal(["const parts = ['p|q'].join('|')"])
    expect(withoutOne('409')).to.deep.equal(['const numbers = new Set([408])'])
    const [without] = entriesIn(SOURCE).flatMap((entry) => (entry.text === 'case 403:' ? [entry.without] : []))
    expect(without).to.match(/case 401:\s+return 'no'/)
  })
})
