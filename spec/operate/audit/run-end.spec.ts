import { expect } from 'chai'
import { auditConversation } from '../../../lib/operate/audit/audit.js'
import { callAnswer } from '../../../lib/operate/audit/call-answer.js'
import { seenTextCall } from '../../../lib/operate/audit/conversation.js'
import { contextOf } from '../../../lib/operate/audit/run-end.js'

const ran = (chars: ReadonlyArray<number>, ended?: string) => ({
  entries: chars.length,
  calls: chars.map((length) => seenTextCall('bash', 'find /', 0, callAnswer('word '.repeat(length / 5)))),
  strange: 0,
  ended
})

describe('contextOf', () => {
  it('is what filled it, where a run ended since it was full', () => {
    expect(contextOf(ran([40_000, 80_000], 'exit_context'), 200_000)).to.be.within(30_000, 30_010)
    expect(contextOf(ran([40_000, 80_000], 'submitted (exit_context)'), 16_000)).to.equal(16_000)
    expect(contextOf({ ...ran([400], 'exit_context'), inputs: [32_000, 31_000] }, 200_000)).to.equal(32_000)
    expect(contextOf(ran([400], 'exit_context'), 200_000)).to.equal(8_000)
    for (const ended of [undefined, 'exit_cost'])
      expect(contextOf(ran([40_000, 80_000], ended), 200_000), ended).to.equal(200_000)
  })

  it('is what results are too long for', () => {
    const long = (ended?: string) => auditConversation(ran([5_000, 70_000, 20_000], ended)).audit.given.too_long
    expect([long(), long('exit_context')]).to.deep.equal([0, 2])
  })
})
