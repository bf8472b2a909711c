import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import { answerWith } from '../../lib/toolset/answer.js'

const counted = () => {
  let reads = 0
  const payload = {
    get total() {
      reads += 1
      return 12
    }
  }
  return { payload, reads: () => reads }
}

describe('answerWith', () => {
  it('writes no text that nobody reads', () => {
    const { payload, reads } = counted()
    const answer = answerWith(undefined, E.right(payload), { maxChars: Infinity })
    // Looked at once, to see whether JSON can carry it.
    expect(reads()).to.equal(1)
    expect(answer.text).to.equal('{"total":12}')
  })

  it('hands on as JSON what JSON cannot carry', () => {
    const answer = answerWith(undefined, E.right({ id: 10n }), { maxChars: Infinity })
    expect({ ...answer }).to.deep.equal({ kind: 'value', value: { id: '10' }, text: '{"id":"10"}' })
  })
})
