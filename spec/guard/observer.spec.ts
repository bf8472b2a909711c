import { expect } from 'chai'
import * as t from 'io-ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallStart, CallWatch, Observer } from '../../lib/guard/observer.js'
import { guardedCall, openSession } from '../../lib/index.js'

const thrower = (): never => {
  throw new Error('x')
}

const watching = (watch: Partial<CallWatch>): Observer => ({ start: () => ({ end: () => {}, ...watch }) })

describe('an observer', () => {
  it('is told of a call before anything is decided, and of its end with the result', async () => {
    const told: Array<unknown> = []
    const observer: Observer = {
      start: (call) => {
        told.push(call)
        return { end: (record, result) => told.push([record.callId, record.code, result]) }
      }
    }
    const call = guardedCall({ name: 'one', effect: 'read', description: 'One.', run: () => '1' }, t.number)
    const turn = openSession({ observers: [observer], budget: { read: 1 } }).openTurn({ id: 't' })
    await turn.run(call({ q: 1 }, { callId: 'a' }))
    const refused = await turn.run(call({ q: 1 }, { callId: 'b' }))
    const start: CallStart = {
      callId: 'a',
      turnId: 't',
      tool: 'one',
      effect: 'read',
      args: { q: 1 },
      description: 'One.'
    }
    expect(told).to.deep.equal([
      start,
      ['a', null, { _tag: 'Right', right: 1 }],
      { ...start, callId: 'b' },
      ['b', 'retry_budget_exceeded', refused]
    ])
  })

  it('sets up what reaches into the tool, each within the one that comes after it', async () => {
    const storage = new AsyncLocalStorage<string>()
    const inside = (name: string) =>
      watching({ around: (run) => storage.run(`${storage.getStore() ?? ''}${name}`, run) })
    const call = guardedCall(
      {
        name: 'one',
        effect: 'read',
        run: async () => {
          await new Promise((resolve) => {
            setTimeout(resolve, 1)
          })
          return JSON.stringify(storage.getStore())
        }
      },
      t.string
    )
    const session = openSession({ observers: [inside('a'), () => {}, inside('b')] })
    expect(await session.openTurn().run(call())).to.deep.equal({ _tag: 'Right', right: 'ba' })
    expect(storage.getStore()).to.equal(undefined)
  })

  it('runs the tool exactly once, and changes no answer, whatever it does', async () => {
    let rejections = 0
    const count = (): void => {
      rejections += 1
    }
    process.on('unhandledRejection', count)
    const hostile: ReadonlyArray<Observer> = [
      thrower,
      async () => thrower(),
      { start: thrower },
      { start: (async () => thrower()) as never },
      { start: () => undefined as never },
      { start: () => ({}) as never },
      watching({ end: thrower }),
      watching({ end: async () => thrower() }),
      watching({ around: thrower }),
      watching({ around: () => {} }),
      watching({ around: async () => thrower() }),
      watching({
        around: (run) => {
          run()
          run()
          thrower()
        }
      }),
      watching({
        around: (run) => {
          setTimeout(run, 1)
        }
      })
    ]
    for (const observers of [...hostile.map((one) => [one]), hostile]) {
      let ran = 0
      const call = guardedCall({ name: 'one', effect: 'write', run: () => String((ran += 1)) }, t.number)
      const turn = openSession({ observers }).openTurn()
      expect(await turn.run(call())).to.deep.equal({ _tag: 'Right', right: 1 })
      await new Promise((resolve) => {
        setTimeout(resolve, 3)
      })
      expect([ran, turn.count]).to.deep.equal([1, 1])
    }
    process.removeListener('unhandledRejection', count)
    expect(rejections).to.equal(0)
  })

  it('must be a function or have one to start with', () => {
    expect(() => openSession({ observers: [{} as never] })).to.throw(
      TypeError,
      'Expected `observers` to be an array of functions, or of objects with a function `start`.'
    )
    expect(() => openSession({ observers: [undefined as never] })).to.throw(TypeError)
  })
})
