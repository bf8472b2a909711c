import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { ruleOf } from '#core/calls'
import { SharedBudget, sharedBudget } from '../../lib/guard/shared-stores.js'
import {
  failed,
  guardFunctions,
  guardedCall,
  openSession,
  partialData,
  type BudgetStore,
  type CallRecord,
  type SessionOptions,
  type ToolCallError,
  type Turn
} from '../../lib/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'
import { memoryStore, memoryStores } from '../stores/memory-store.js'

const RULE = ruleOf({ effect: 'read' }, { read: 3, write: 1 })

const never = (): Promise<never> => new Promise(() => {})

const storeWith = (append: (turnId: string, event: string, from: number) => unknown): BudgetStore => ({
  append: append as BudgetStore['append'],
  close: () => {}
})

/** A store that can be taken down and up again, and tells what it was asked. */
const switched = () => {
  const inner = memoryStore()
  const told: Array<string> = []
  let up = true
  const store: BudgetStore = {
    append: async (turn, event, from) => {
      if (!up)
        throw Object.assign(new Error('connect ECONNREFUSED redis://me:s3cret@10.0.0.1'), { code: 'ECONNREFUSED' })
      if (event.startsWith('s')) told.push(event.includes('"voided"') ? 'back' : 'settle')
      return inner.append(turn, event, from)
    },
    close: (turn) => {
      told.push('close')
      return inner.close(turn)
    }
  }
  return {
    store,
    told,
    turn: (isUp: boolean) => {
      up = isUp
    }
  }
}

const read = guardedCall({ name: 'one', effect: 'read', run: () => '1' }, t.number)
const write = guardedCall({ name: 'one_w', effect: 'write', run: () => '1' }, t.number)

/** Answers as a store does that holds the one event. */
const alone = (event: string): unknown => ({ at: 1, events: [{ now: 0, event }] })

const asking = (append: (turnId: string, event: string, from: number) => unknown) => {
  const shared = new SharedBudget(storeWith(append))
  let asked = 0
  return () => shared.ask(100, shared.openTurn(`turn ${(asked += 1)}`), 'k', RULE, false)
}

describe('SharedBudget', () => {
  it('answers with the decision at the event', async () => {
    const asked = await asking((_turn, event) => alone(event))()
    expect(E.isRight(asked) && asked.right).to.include({ count: 1, free: false })
  })

  it('takes whatever is no list of events, throws or rejects for a store that is down', async () => {
    const hostile: ReadonlyArray<(event: string) => unknown> = [
      () => undefined,
      () => null,
      () => 7,
      () => ({ at: 'one', events: [] }),
      () => ({ at: 1, events: 'none' }),
      () => ({ at: 1, events: [] }),
      () => ({ at: 1, events: [{ now: 0, event: 'not an event' }] }),
      () => ({ at: 1, events: [null] }),
      (event) => ({ at: 1, events: [{ now: Number.NaN, event }] }),
      (event) => ({ at: 7, events: [{ now: 0, event }] }),
      () => {
        throw new Error('x')
      },
      () => Promise.reject(new Error('x')),
      () => Promise.reject(Object.create(null)),
      () => ({
        get events() {
          throw new Error('x')
        }
      }),
      () => ({
        then: () => {
          throw new Error('x')
        }
      }),
      () => Proxy.revocable({}, {}).proxy
    ]
    for (const answer of hostile)
      expect(await asking((_turn, event) => answer(event))(), answer.toString()).to.have.property('_tag', 'Left')
  })

  it('stops asking a store that owes a thousand answers, and asks again as soon as they come', async () => {
    const due: Array<() => void> = []
    const ask = asking(
      (_turn, event) =>
        new Promise((resolve) => {
          due.push(() => resolve(alone(event)))
        })
    )
    await Promise.all(Array.from({ length: 1_000 }, ask))
    const later = new Promise((resolve) => {
      setTimeout(resolve, 0, 'later')
    })
    expect(await Promise.race([ask(), later])).to.deep.equal({ _tag: 'Left', left: '1000 answers are overdue' })
    expect(due).to.have.length(1_000)
    due.forEach((answer) => answer())
    await new Promise(setImmediate)
    const again = ask()
    due.at(-1)?.()
    expect(await again).to.have.property('_tag', 'Right')
  })

  it('hears an answer that arrived while the thread was blocked', async () => {
    const asked = asking(
      (_turn, event) =>
        new Promise((resolve) => {
          setTimeout(() => resolve(alone(event)), 20)
        })
    )()
    const until = performance.now() + 180
    while (performance.now() < until);
    expect(await asked).to.have.property('_tag', 'Right')
  })

  it('is one for each store', () => {
    const store = storeWith(never)
    expect(sharedBudget(store)).to.equal(sharedBudget(store))
    expect(() => openSession({ store: { ...store, close: undefined as never } })).to.throw(
      TypeError,
      '`store` to be a BudgetStore'
    )
  })
})

/** A store whose answers take their time. */
const slow = (ms: number) => {
  const { store, told } = switched()
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    })
  return {
    told,
    store: {
      ...store,
      append: async (...asked: Parameters<BudgetStore['append']>) => {
        await wait()
        return store.append(...asked)
      }
    }
  }
}

describe('a call that a shared store counts', () => {
  const busy = failed(partialData({ code: 'busy', detail: 'x' }), { executed: 'no' })

  it('answers when what became of it has arrived, so that whoever asks at once is not refused', async () => {
    const { store } = slow(5)
    const [one, other] = [
      openSession({ store }).openTurn({ id: 'shared' }),
      openSession({ store }).openTurn({ id: 'shared' })
    ]
    let n = 0
    const put = guardedCall(
      {
        name: 'put',
        effect: 'write',
        transient: ({ code }) => code === 'busy',
        run: () => ((n += 1) < 3 ? busy : '1')
      },
      t.number
    )
    expect(expectLeft(await one.run(put())).code).to.equal('busy')
    expect(expectLeft(await other.run(put())).code).to.equal('busy')
    expectRight(await one.run(put()))
    const poll = guardedCall({ name: 'poll', effect: 'read', polls: true, run: () => String((n += 1)) }, t.number)
    for (let i = 0; i < 6; i++) expectRight(await one.run(poll()))
  })

  it('counts a store as down after as long as the session says', async () => {
    const degraded: Array<boolean> = []
    for (const storeMs of [5, 2_000]) {
      const turn = openSession({ store: slow(60).store, deadlines: { storeMs } }).openTurn()
      expectRight(await turn.run(read()))
      degraded.push(turn.calls[0]?.degraded === true)
    }
    expect(degraded).to.deep.equal([true, false])
  })

  it('does not say of an answer that another process was given that it is due', async () => {
    const { store } = switched()
    const turns = [openSession({ store }).openTurn({ id: 'shared' }), openSession({ store }).openTurn({ id: 'shared' })]
    expectRight(await turns[0]!.run(write()))
    expect(expectLeft(await turns[1]!.run(write()))).to.include({
      detail:
        'The same call of one_w was asked for 2 times in this turn and at most 1 is allowed; its result is not known here. The tool was not run.',
      hint: 'Do not make this call again in this turn. It was executed: verify its effect with a read.'
    })
    for (let i = 0; i < 3; i++) expectRight(await turns[0]!.run(read()))
    expect(expectLeft(await turns[1]!.run(read())).hint).to.equal(
      'Do not make this call again in this turn. Use other arguments or another tool, or tell the user.'
    )
  })

  it('is cancelled at once while the store is asked, and costs nothing', async () => {
    const { store, told } = slow(40)
    const turn = openSession({ store }).openTurn()
    const controller = new AbortController()
    const call = turn.run(write(undefined, { signal: controller.signal }))
    controller.abort()
    expect(expectLeft(await call).code).to.equal('cancelled')
    expect(told).to.deep.equal([])
    while (told.length === 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
    expectRight(await turn.run(write()))
  })

  it('gives nothing back for a turn that is over: another may have begun to count anew', async () => {
    const { store, told } = slow(10)
    const turn = openSession({ store }).openTurn()
    const controller = new AbortController()
    const call = turn.run(write(undefined, { signal: controller.signal }))
    controller.abort()
    turn.close()
    await call
    await new Promise((resolve) => {
      setTimeout(resolve, 40)
    })
    expect(told).to.deep.equal(['close'])
  })
})

/** Stores for two sessions of one process: the same one. */
const memoryOnce = () => {
  const store = memoryStore()
  return () => store
}

const downOnce = () => {
  const store = storeWith(() => Promise.reject(new Error('down')))
  return () => store
}

describe('an operation of which several processes know', () => {
  const reported = () => 'Error: the door must be opened first'
  const silent = () => new Promise((resolve) => setTimeout(resolve, 40))
  const surelyNot = () => failed({ code: 'sold_out', detail: 'Sold out.' }, { executed: 'no' })

  /** One of two processes after the other makes the same write, and another one in between. */
  const afterEachOther = async (answers: ReadonlyArray<() => unknown>) => {
    const store = memoryStore()
    const keys: Array<string> = []
    const pay = guardedCall<unknown, unknown>(
      {
        name: 'pay',
        effect: 'write',
        timeoutMs: 20,
        transient: ({ code }) => code === 'timeout',
        run: (_, { operationId }) => {
          keys.push(operationId)
          return answers[keys.length - 1]?.()
        }
      },
      t.UnknownRecord
    )
    const note = guardedCall<unknown, unknown>({ name: 'note', effect: 'write', run: () => '1' }, t.unknown)
    const turns = [1, 2].map(() => openSession({ store, loop: false }).openTurn({ id: 'shared' }))
    const hints: Array<string> = []
    for (const [n] of answers.entries()) {
      const turn = turns[n % 2]
      const result = await turn?.run(pay({}))
      hints.push(result !== undefined && E.isLeft(result) ? (result.left.hint ?? '') : '')
      await turn?.run(note({ n }))
    }
    const outcomes = turns.map((turn) => turn.outcomes().filter(({ tool }) => tool === 'pay'))
    return { keys, hints, outcomes }
  }

  for (const [how, first] of [
    ['reported a failure', reported],
    ['fell silent', silent]
  ] as const)
    it(`stays unknown, under one key, whatever a later request is told elsewhere: one that ${how}`, async () => {
      const { keys, hints, outcomes } = await afterEachOther([first, surelyNot, surelyNot])
      expect(new Set(keys)).to.have.length(1)
      for (const hint of hints) expect(hint).not.to.match(/not executed|nothing happened/)
      expect(hints[1]).to.match(/^It is unknown whether it was executed/)
      for (const known of outcomes) expect(known.map(({ executed }) => executed)).to.deep.equal(['unknown'])
    })

  for (const [where, stores] of [
    ['another process', memoryStores()],
    ['another session', memoryOnce()],
    ['another session, while the store is down', downOnce()]
  ] as const)
    for (const [before, again] of [
      ['was not executed', {}],
      ['was denied', { approved: true }]
    ] as const)
      it(`is not called "not executed" while it runs again in ${where}, nor afterwards: one that ${before}`, async () => {
        let end: (answer: string) => void = () => {}
        const answers = [surelyNot, () => new Promise((resolve) => (end = resolve))].slice(
          before === 'was denied' ? 1 : 0
        )
        const pay = guardedCall<unknown, number>(
          { name: 'pay', effect: 'write', run: () => answers.shift()?.() },
          t.number
        )
        const [one, other] = [1, 2].map(() =>
          openSession({ store: stores(60_000), onStoreError: 'local', loop: false }).openTurn({ id: where + before })
        ) as [Turn, Turn]
        for (const turn of [one, other].slice(before === 'was denied' ? 0 : 1))
          await turn.run(pay({}, before === 'was denied' ? { approved: false } : {}))
        const running = one.run(pay({}, again))
        await new Promise((resolve) => setTimeout(resolve, 5))
        const hints: Array<string> = []
        for (let i = 0; i < 3; i++) hints.push(expectLeft(await other.run(pay({}, again))).hint ?? '')
        for (const hint of hints) expect(hint).to.match(/unknown whether it was executed/)
        end('1')
        expectRight(await running)
        expect(expectLeft(await other.run(pay({}, again))).hint).to.match(/It was executed/)
      })

  it('has a new key in every process once it surely did not run', async () => {
    const { keys, outcomes } = await afterEachOther([surelyNot, () => '{}'])
    expect(new Set(keys)).to.have.length(2)
    expect(outcomes.map((known) => known.map(({ executed }) => executed))).to.deep.equal([['no'], ['yes']])
    expect(outcomes.flat().map(({ operationId }) => operationId)).to.deep.equal(keys)
  })
})

describe('a session whose store fails', () => {
  const lines = () => {
    const written: Array<{
      readonly level: string
      readonly message: string
      readonly meta: Readonly<Record<string, unknown>>
    }> = []
    return {
      written,
      logger: {
        log: (level: string, message: string, meta: Readonly<Record<string, unknown>>) =>
          written.push({ level, message, meta })
      }
    }
  }

  it('never says of a write that ran that nothing was executed', async () => {
    const { turn: flip, store } = switched()
    const turn = openSession({ store }).openTurn()
    expectRight(await turn.run(write()))
    flip(false)
    const { code, detail, hint } = expectLeft(await turn.run(write()))
    expect(code).to.equal('store_unavailable')
    expect(`${detail} ${hint}`).not.to.match(/nothing|not executed/i)
    expect(hint).to.match(/an earlier run may have done it/)
  })

  it('counts reads here and says so, refuses writes, and recovers without a restart', async () => {
    const { store, turn: flip } = switched()
    const records: Array<CallRecord> = []
    const turn = openSession({ store, observers: [(record) => records.push(record)] }).openTurn()
    flip(false)
    for (let i = 0; i < 3; i++) expectRight(await turn.run(read()))
    const refused = expectLeft(await turn.run(read()))
    expect(refused).to.include({ code: 'retry_budget_exceeded' })
    expect(refused.detail).to.match(
      /Counted in this process alone, because the shared budget cannot be reached \(budget_degraded\)\.$/
    )
    expect(expectLeft(await turn.run(write())).code).to.equal('store_unavailable')
    expect(records.map(({ degraded, executed }) => [degraded, executed])).to.deep.equal([
      [true, 'yes'],
      [true, 'yes'],
      [true, 'yes'],
      [true, 'refused'],
      [true, 'refused']
    ])
    flip(true)
    expectRight(await turn.run(write()))
    expectRight(await turn.run(read({ other: 1 })))
    expect(records.at(-1)).not.to.have.property('degraded')
  })

  it('refuses what is a write by its name alone, and lets it run where writes may go on', async () => {
    const { store, turn: flip } = switched()
    flip(false)
    const told = ([{}, { onStoreError: 'local' }] as const).map(async (options) => {
      const turn = openSession({ store, logger: false, ...options }).openTurn()
      const { send_mail } = guardFunctions({ send_mail: async () => 'sent' }, { turn })
      return send_mail().catch(({ toolError }: ToolCallError) => toolError.code)
    })
    expect(await Promise.all(told)).to.deep.equal(['store_unavailable', 'sent'])
  })

  it('lets a process that counted before the store went down go on from there', async () => {
    const { store, turn: flip } = switched()
    const turn = openSession({ store }).openTurn()
    const right: Array<boolean> = []
    for (const up of [true, false, false, false, true, false]) {
      flip(up)
      right.push((await turn.run(read()))._tag === 'Right')
    }
    // Three in a row are what this process allows; the store has counted one of them.
    expect(right).to.deep.equal([true, true, true, false, true, false])
  })

  it('settles with the store only what the store counted', async () => {
    const { store, told, turn: flip } = switched()
    const turn = openSession({ store }).openTurn()
    for (const up of [true, false, true]) {
      flip(up)
      expectRight(await turn.run(read()))
    }
    expect(told).to.deep.equal(['settle', 'settle'])
  })

  it('writes one line a minute for all its calls, redacted, and says so in the line of each call', async () => {
    const { written, logger } = lines()
    const { store, turn: flip } = switched()
    let now = 0
    const options: SessionOptions = { store, logger, clock: () => now }
    flip(false)
    const call = async (atMs: number): Promise<void> => {
      now = atMs
      await openSession(options).openTurn().run(read())
    }
    for (const atMs of [0, 10, 59_999, 60_000, 60_001]) await call(atMs)
    const degraded = written.filter(({ message }) => message.startsWith('budget_degraded'))
    expect(degraded.map(({ level, message }) => [level, message])).to.deep.equal([
      ['warn', 'budget_degraded calls=1'],
      ['warn', 'budget_degraded calls=3']
    ])
    expect(JSON.stringify(degraded)).to.include('ECONNREFUSED').and.not.include('s3cret')
    expect(written.filter(({ meta }) => meta['budget'] === 'budget_degraded')).to.have.length(5)
  })

  it('refuses a call whose turn was closed while the store was asked', async () => {
    let answer = (): void => {}
    const turn = openSession({
      store: storeWith(
        (_turn, event) =>
          new Promise((resolve) => {
            answer = () => resolve(alone(event))
          })
      )
    }).openTurn()
    const call = turn.run(read())
    await Promise.resolve()
    turn.close()
    answer()
    expect(expectLeft(await call).code).to.equal('cancelled')
  })
})

describe('a turn that many sessions of a process open', () => {
  const opened = (store: BudgetStore, id: string, more: Partial<SessionOptions> = {}) =>
    openSession({ store, loop: false, ...more }).openTurn({ id })

  const counting = (name: string, effect: 'read' | 'write' = 'read') => {
    let runs = 0
    const call = guardedCall({ name, effect, run: () => ((runs += 1), '1') }, t.number)
    return { call, runs: () => runs }
  }

  it('has its budget once while the store is down, however often it is opened', async () => {
    const { store, turn: flip } = switched()
    flip(false)
    const look = counting('look')
    const codes = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const turn = opened(store, 'run-17')
      for (let n = 0; n < 3; n++) {
        const result = await turn.run(look.call())
        if (E.isLeft(result)) codes.add(result.left.code)
      }
    }
    expect([look.runs(), codes]).to.deep.equal([3, new Set(['retry_budget_exceeded'])])
    // Other turns, and other stores, have their own.
    expectRight(await opened(store, 'run-18').run(look.call()))
    const other = switched()
    other.turn(false)
    expectRight(await opened(other.store, 'run-17').run(look.call()))
  })

  it('counts writes likewise where they go on without the store, and knows what was executed between reads', async () => {
    const { store, turn: flip } = switched()
    flip(false)
    const [put, look] = [counting('put', 'write'), counting('look')]
    const open = () => opened(store, 'run-17', { onStoreError: 'local' })
    for (let i = 0; i < 5; i++) await open().run(put.call())
    for (let i = 0; i < 5; i++) await open().run(look.call())
    await open().run(counting('other', 'write').call())
    for (let i = 0; i < 5; i++) await open().run(look.call())
    expect([put.runs(), look.runs()]).to.deep.equal([1, 6])
  })

  it('goes on by the store once it is back, and knows in the next outage what was done meanwhile', async () => {
    const { store, turn: flip } = switched()
    const look = counting('look')
    flip(false)
    for (let i = 0; i < 4; i++) await opened(store, 'run-17').run(look.call())
    expect(look.runs()).to.equal(3)
    flip(true)
    expectRight(await opened(store, 'run-17').run(counting('put', 'write').call()))
    flip(false)
    for (let i = 0; i < 4; i++) await opened(store, 'run-17').run(look.call())
    expect(look.runs()).to.equal(6)
  })

  it('begins anew once it was closed', async () => {
    const { store, turn: flip } = switched()
    flip(false)
    const look = counting('look')
    for (let i = 0; i < 2; i++) {
      const turn = opened(store, 'run-17')
      for (let n = 0; n < 4; n++) await turn.run(look.call())
      turn.close()
    }
    expect(look.runs()).to.equal(6)
  })

  it('gives back a call that it refuses for another reason', async () => {
    const { store, turn: flip } = switched()
    const look = counting('look')
    const before = opened(store, 'run-17')
    for (let i = 0; i < 3; i++) expectRight(await before.run(look.call()))
    flip(false)
    for (let i = 0; i < 3; i++) expect(expectLeft(await before.run(look.call())).code).to.equal('retry_budget_exceeded')
    for (let i = 0; i < 4; i++) await opened(store, 'run-17').run(look.call())
    expect(look.runs()).to.equal(6)
  })

  it('asks a store that takes one after the other in few appends: none of 200 calls is degraded', async () => {
    const inner = memoryStore()
    let line: Promise<unknown> = Promise.resolve()
    let appends = 0
    const hot: BudgetStore = {
      ...inner,
      append: (...said) => {
        appends += 1
        const answer = line
          .then(() => new Promise((resolve) => setTimeout(resolve, 3)))
          .then(() => inner.append(...said))
        line = answer
        return answer
      }
    }
    const look = counting('look')
    const turns = Array.from({ length: 10 }, () => opened(hot, 'hot'))
    await Promise.all(turns.flatMap((turn) => Array.from({ length: 20 }, (_, n) => turn.run(look.call({ n })))))
    const records = turns.flatMap(({ calls }) => calls)
    expect([records.length, records.filter(({ degraded }) => degraded === true).length]).to.deep.equal([200, 0])
    expect(appends).to.be.below(30)
  })

  it('waits for no append that hangs', async () => {
    let hangs = true
    const inner = memoryStore()
    const store: BudgetStore = { ...inner, append: (...said) => (hangs ? never() : inner.append(...said)) }
    const look = counting('look')
    const turn = opened(store, 'run-17')
    expectRight(await turn.run(look.call()))
    hangs = false
    expectRight(await turn.run(look.call({}, { callId: 'next' })))
    expect(turn.calls.map(({ degraded = false }) => degraded)).to.deep.equal([true, false])
  })
})
