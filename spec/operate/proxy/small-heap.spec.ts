import { expect } from 'chai'
import { withRoomFor } from '../../../lib/operate/proxy/small-heap.js'

describe('withRoomFor', () => {
  for (const text of ['[{}]', `[${'{},'.repeat(400_000)}{}]`])
    it(`reads a text of ${text.length} characters, and throws what its reader throws`, () => {
      expect(withRoomFor(text, JSON.parse)).to.deep.equal(JSON.parse(text))
      expect(() => withRoomFor(`${text}]`, JSON.parse)).to.throw(SyntaxError)
    })
})
