import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { SessionState } from '../../lib/guard/session-state.js'
import { failed, guardedCall, openSession, partialData, type SessionOptions } from '../../lib/index.js'
import type { LoopOptions } from '#core/calls'

const failing = guardedCall(
  { name: 'get_order', effect: 'read', run: () => 'no JSON: canary of the answer' },
  t.type({})
)

const codes = async (options: SessionOptions, times: number, args: unknown = { q: 'canary of the arguments' }) => {
  const session = openSession(options)
  const seen: Array<string> = []
  for (let i = 0; i < times; i++) {
    const result = await session.openTurn().run(failing(args))
    seen.push(E.isLeft(result) ? result.left.code : 'right')
  }
  return { seen, saved: JSON.parse(JSON.stringify(session.save())) as unknown }
}

describe('session.save', () => {
  for (const loop of [
    {},
    { ignoreArgs: ['id'] },
    { ignoreResultFields: ['at'] }
  ] satisfies ReadonlyArray<LoopOptions>) {
    it(`lets another process see a loop that began in this one, without telling it what was asked and answered: ${JSON.stringify(loop)}`, async () => {
      const here = await codes({ loop }, 2)
      expect(here.seen).to.deep.equal(['not_json', 'not_json'])
      expect(JSON.stringify(here.saved)).not.to.include('canary')
      const there = await codes({ loop, state: here.saved }, 2)
      expect(there.seen).to.deep.equal(['not_json', 'loop_detected'])
      expect((await codes({ loop }, 2)).seen).to.deep.equal(['not_json', 'not_json'])
    })
  }

  it('knows an answer again after the hop, whether it was digested at once or when it was saved', async () => {
    for (const answer of ['"short"', `"${'x'.repeat(5_000)}"`]) {
      const fails = () => failed(partialData({ code: 'more_pages_available', detail: 'More.', data: answer }))
      const polled = guardedCall({ name: 'poll', effect: 'read', run: fails }, t.string)
      const options = { budget: { read: 100 } }
      const here = openSession(options)
      for (let i = 0; i < 2; i++) await here.openTurn().run(polled())
      const there = openSession({ ...options, state: here.save() })
      const seen: Array<boolean> = []
      for (let i = 0; i < 2; i++) {
        const result = await there.openTurn().run(polled())
        seen.push(E.isLeft(result) && result.left.code === 'loop_detected')
      }
      expect(seen).to.deep.equal([false, true])
    }
  })

  it('does not take one long answer for another that came before the hop', async () => {
    let n = 0
    const long = guardedCall(
      { name: 'dump', effect: 'read', run: () => `"${'x'.repeat(70_000)}${(n += 1)}"` },
      t.string
    )
    const options = { budget: { read: 100 } }
    let state: unknown
    const right: Array<boolean> = []
    for (let hop = 0; hop < 6; hop++) {
      const session = openSession(state === undefined ? options : { ...options, state })
      right.push(E.isRight(await session.openTurn({ id: 'one' }).run(long())))
      state = session.save()
    }
    expect(right).to.deep.equal(Array<boolean>(6).fill(true))
  })

  it('keeps no more than the window, and nothing where the detector is off', async () => {
    const { saved } = await codes({ loop: { window: 3, repeats: 3 } }, 3)
    expect((await codes({ loop: { window: 3 }, state: saved }, 1, { q: 'else' })).saved)
      .to.have.property('loop')
      .with.length(3)
    expect((await codes({ loop: false, state: saved }, 1)).saved).to.deep.equal({ v: 1, loop: [], turns: [] })
  })

  it('gives what its codec takes, and openSession refuses anything else', async () => {
    const { saved } = await codes({}, 1)
    expect(SessionState.is(saved)).to.equal(true)
    const entries = (saved as SessionState).loop
    for (const wrong of [
      null,
      {},
      { v: 2, loop: [] },
      { v: 1, loop: [] },
      { v: 1, loop: [{ ...entries[0], turn: null }], turns: [] },
      { v: 1, loop: Array(10_001).fill(entries[0]), turns: [] },
      { v: 1, loop: [], turns: [{ id: 'one' }] },
      'v1'
    ]) {
      expect(SessionState.is(wrong)).to.equal(false)
      expect(() => openSession({ state: wrong })).to.throw(
        TypeError,
        'Expected `state` to be what `session.save()` gave'
      )
    }
  })
})
