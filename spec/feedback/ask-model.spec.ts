import { expect } from 'chai'
import { getEventListeners } from 'node:events'
import { askModel } from '../../lib/feedback/ask-model.js'

describe('askModel', () => {
  const none = { signals: [], timeoutMs: 10_000 }

  it('gives what the model answered, at once or later', async () => {
    expect(await askModel(() => 1, none)).to.deep.equal({ kind: 'answered', answer: 1 })
    expect(await askModel(async () => 1, none)).to.deep.equal({ kind: 'answered', answer: 1 })
  })

  it('gives what was thrown for the operator', async () => {
    for (const [thrown, cause] of [
      [new TypeError('no'), 'TypeError: no'],
      [Object.create(null), '']
    ])
      expect(await askModel(() => Promise.reject(thrown), none)).to.deep.equal({ kind: 'threw', cause, thrown })
  })

  it('does not ask for a caller who is gone', async () => {
    let asks = 0
    expect(
      await askModel(
        () => {
          asks += 1
        },
        { ...none, signals: [AbortSignal.abort()] }
      )
    ).to.deep.equal({ kind: 'aborted' })
    expect(asks).to.equal(0)
  })

  it("waits no longer than told, and tells the model's client", async () => {
    let signal: AbortSignal | undefined
    expect(
      await askModel(
        (given) => {
          signal = given
          return new Promise(() => {})
        },
        { signals: [], timeoutMs: 10 }
      )
    ).to.deep.equal({ kind: 'timed_out' })
    expect(signal?.aborted).to.equal(true)
  })

  it('swallows what comes too late', async () => {
    const late = new AbortController()
    const asked = askModel(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('late')))
        }),
      { ...none, signals: [late.signal] }
    )
    late.abort()
    expect(await asked).to.deep.equal({ kind: 'aborted' })
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
  })

  it('leaves no listener behind', async () => {
    const { signal } = new AbortController()
    for (let i = 0; i < 100; i++) await askModel(() => i, { ...none, signals: [signal] })
    expect(getEventListeners(signal, 'abort')).to.deep.equal([])
  })
})
