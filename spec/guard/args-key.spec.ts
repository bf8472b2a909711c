import { expect } from 'chai'
import { createHash } from 'node:crypto'
import * as t from 'io-ts'
import { ArgsKey } from '../../lib/guard/args-key.js'
import { guardedCall, openTurn } from '../../lib/index.js'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('ArgsKey', () => {
  it('is the text of short arguments, and the digest of long ones', () => {
    for (const [text, id] of [
      ['{"q":"é"}', '{"q":"é"}'],
      ['x'.repeat(256), 'x'.repeat(256)],
      ['x'.repeat(257), digest('x'.repeat(257))]
    ] as const) {
      const key = new ArgsKey(text)
      expect(key.id).to.equal(id)
      expect(key.hash).to.equal(digest(text))
      expect(key.hash).to.equal(digest(text))
    }
  })

  it('shows a shared store nothing of the arguments', () => {
    expect(new ArgsKey('{"ssn":"078-05-1120"}').inStore('look_up')).to.equal(
      `look_up:${digest('{"ssn":"078-05-1120"}')}`
    )
  })

  it('gives records the digest, and the same record each time', async () => {
    const turn = openTurn()
    const call = guardedCall({ name: 'look_up', effect: 'read', run: () => '1' }, t.number)
    await turn.run(call({ b: 1, a: 'x' }))
    expect(turn.calls[0]?.argsHash).to.equal(digest('{"a":"x","b":1}'))
    expect(turn.calls[0]).to.equal(turn.calls[0])
    expect(Object.keys(turn.calls[0] ?? {}).slice(0, 7)).to.deep.equal([
      'callId',
      'turnId',
      'tool',
      'effect',
      'args',
      'argsHash',
      'outcome'
    ])
  })
})
