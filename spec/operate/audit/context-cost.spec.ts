import { expect } from 'chai'
import { contextCosts } from '../../../lib/operate/audit/context-cost.js'
import { callAnswer } from '../../../lib/operate/audit/call-answer.js'
import type { Conversation } from '../../../lib/operate/audit/conversation.js'
import { NO_USAGE } from '../../../lib/operate/audit/usage.js'

/** Calls of 100 tokens each, in steps of their own, and one last step. */
const conversation = (inputs: ReadonlyArray<number>, input = 0): Conversation => ({
  entries: inputs.length,
  strange: 0,
  calls: inputs
    .slice(1)
    .map((_, at) => ({ tool: 'f', args: {}, turn: 0, step: at + 1, answer: callAnswer('x'.repeat(397)) })),
  steps: inputs.length,
  inputs,
  usage: { ...NO_USAGE, input }
})

const readOf = (one: Conversation, contextTokens = 200_000): ReadonlyArray<number> =>
  contextCosts(one, contextTokens).map(({ read }) => read)

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)

describe('contextCosts', () => {
  it('counts a result with each step that reads it, until others fill the context', () => {
    expect(readOf(conversation([0, 0, 0, 0]))).to.deep.equal([300, 200, 100])
    expect(readOf(conversation([0, 0, 0, 0]), 100)).to.deep.equal([100, 100, 100])
  })

  it('reads no result again once the input shrank by as much', () => {
    expect(readOf(conversation([1_000, 1_100, 1_200, 1_020, 1_120]))).to.deep.equal([200, 300, 200, 100])
    expect(readOf(conversation([1_000, 1_100, 1_200, 1_110, 1_210]))).to.deep.equal([400, 300, 200, 100])
    // Where a step states nothing, the one before it counts.
    expect(readOf(conversation([1_000, 1_100, 0, 980, 1_080]))).to.deep.equal([200, 300, 200, 100])
  })

  it('leaves all results in the context where one step alone read less', () => {
    expect(readOf(conversation([1_000, 1_100, 1_200, 300, 1_400]))).to.deep.equal([400, 300, 200, 100])
    expect(readOf(conversation([1_000, 1_100, 1_200, 300, 400]))).to.deep.equal([200, 100, 100, 100])
  })

  it('reads no more results in a step than the log states of it', () => {
    expect(readOf(conversation([40, 150, 120]))).to.deep.equal([110, 100])
  })

  it('counts no more than the log states of all steps, and how much that is the most of', () => {
    const none = [0, 0, 0, 0, 0]
    const costs = contextCosts(conversation(none, 700), 200_000)
    expect(sum(costs.map(({ read }) => read))).to.be.within(690, 700)
    for (const { tokens, read, measured, atMost } of costs)
      expect([tokens <= read, measured, atMost]).to.deep.equal([true, 0, read])
    expect(contextCosts(conversation(none, 1_000), 200_000)).to.deep.equal(contextCosts(conversation(none), 200_000))
    // Where only some steps state it, the others read more.
    expect(readOf(conversation([700, 0, 0, 0, 0], 700))).to.deep.equal([400, 300, 200, 100])
  })
})
