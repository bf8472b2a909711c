import { expect } from 'chai'
import { keepHeapSmall, withRoomFor } from '../../../lib/operate/proxy/small-heap.js'

describe('a heap that is kept small', () => {
  const SMALL = '--optimize-for-size'
  const ROOMY = '--no-optimize-for-size'
  const long = `[${'{},'.repeat(400_000)}{}]`

  it('has room while a long text is read, and is small again, whatever its reader throws', () => {
    const done: Array<string> = []
    const read = (text: string): unknown => {
      done.push('read')
      return JSON.parse(text)
    }
    keepHeapSmall((flag) => done.push(flag))
    expect(withRoomFor(long, read)).to.deep.equal(JSON.parse(long))
    expect(() => withRoomFor(`${long}]`, read)).to.throw(SyntaxError)
    expect(withRoomFor('[1]', read)).to.deep.equal([1])
    expect(done).to.deep.equal([SMALL, ROOMY, 'read', SMALL, ROOMY, 'read', SMALL, 'read'])
  })
})
