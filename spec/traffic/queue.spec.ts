import { expect } from 'chai'
import { snapshot } from '../../lib/traffic/line.js'
import { RecordQueue } from '../../lib/traffic/queue.js'
import { settled } from './settled.js'

const TEXT = 'a'.repeat(10_000)

/** A queue with that many calls, and how many of their answers were redacted. */
const queueOf = (calls: number) => {
  const told = { redacted: 0 }
  const redact = (text: string) => {
    if (text === TEXT) told.redacted += 1
    return { text, count: 0 }
  }
  const queue = new RecordQueue({ redact, maxAnswerChars: 20_000, versions: {} }, Infinity)
  for (let n = 0; n < calls; n++)
    queue.push(snapshot(settled({ callId: String(n) }, { answer: { text: TEXT, raw: TEXT } }), 0, 1, 20_000))
  return { queue, told }
}

const linesOf = (text: string): ReadonlyArray<string> => text.split('\n').slice(0, -1)

describe('RecordQueue', () => {
  it('redacts a few calls at a time, and gives them together', () => {
    const { queue, told } = queueOf(5)
    const steps: Array<number> = []
    do {
      const isGoingOn = queue.prepare()
      steps.push(told.redacted)
      if (!isGoingOn) break
    } while (steps.length < 9)
    const { text, calls } = queue.take(0)
    expect(steps).to.deep.equal([2, 4, 5])
    expect([calls, linesOf(text).length, told.redacted, queue.isEmpty]).to.deep.equal([5, 5, 5, true])
  })

  it('redacts no more than a batch ahead', () => {
    const { queue, told } = queueOf(60)
    while (queue.prepare());
    expect(told.redacted).to.equal(26)
    expect(queue.take(0).calls).to.equal(26)
    expect(queue.take(0).calls).to.equal(26)
    expect(queue.take(0).calls).to.equal(8)
  })

  it('gives or drops what is redacted and what is not', () => {
    const { queue } = queueOf(5)
    queue.prepare()
    expect(queue.take(0).calls).to.equal(5)
    const other = queueOf(5).queue
    other.prepare()
    other.dropAll()
    expect([other.dropped, other.isEmpty, other.take(0).calls]).to.deep.equal([5, true, 0])
  })
})
