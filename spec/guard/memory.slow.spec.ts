/** Memory and handles, seen from outside in processes of their own: what a turn holds is bounded, and gone with it. */
import { expect } from 'chai'
import { runModule } from '../helpers/child.js'
import { TIER } from '../helpers/runs.js'

const HEAD = `
import * as t from 'io-ts'
import { guardedCall, openSession, openTurn } from 'guarded-call'
const heapMb = () => { gc(); gc(); return process.memoryUsage().heapUsed / 2 ** 20 }
const call = guardedCall({ name: 'look_up', effect: 'read', run: () => '[1]' }, t.array(t.number))
`

/** Runs it with the collector at hand, and gives what it said last. */
const said = async (source: string, timeoutMs = 120_000): Promise<Readonly<Record<string, number>>> => {
  const { code, stdout, stderr } = await runModule(HEAD + source, { flags: ['--expose-gc'], timeoutMs })
  expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Readonly<Record<string, number>>
}

const FULL = TIER === 'full'

describe('the memory of a process', () => {
  it('does not grow with the number of distinct calls of one turn beyond its bound', async function () {
    this.timeout(FULL ? 600_000 : 120_000)
    // The first 150,000 fill whatever is bounded; the rest must then cost nothing.
    const { filled, after, count, kept } = await said(
      `
      const turn = openTurn()
      const make = async (from, to) => { for (let i = from; i < to; i++) await turn.run(call({ i })) }
      await make(0, 150_000)
      const filled = heapMb()
      await make(150_000, ${FULL ? '1_000_000' : '250_000'})
      const after = heapMb()
      console.log(JSON.stringify({ filled, after, count: turn.count, kept: turn.calls.length }))
    `,
      FULL ? 600_000 : 120_000
    )
    expect([count, kept]).to.deep.equal([FULL ? 1_000_000 : 250_000, 1_000])
    expect((after ?? NaN) - (filled ?? NaN)).to.be.below(8)
    expect(filled).to.be.below(128)
  })

  it('is at most 64 MB more after 100,000 turns that were opened and closed', async function () {
    this.timeout(240_000)
    const { more } = await said(`
      const session = openSession()
      const wave = async (turns) => { for (let i = 0; i < turns; i++) { const turn = session.openTurn(); await turn.run(call({ i })); turn.close() } }
      await wave(2_000)
      const before = heapMb()
      await wave(100_000)
      console.log(JSON.stringify({ more: heapMb() - before }))
    `)
    expect(more).to.be.below(64)
  })

  it('is given back for closed turns at once, also where nothing but microtasks runs', async () => {
    const { open, closed } = await said(`
      const session = openSession({ loop: false })
      const heldBy = async (isClosed) => {
        const kept = []
        const before = heapMb()
        for (let i = 0; i < 400; i++) {
          const turn = session.openTurn({ id: String(i) })
          for (let n = 0; n < 50; n++) await turn.run(call({ n }))
          if (isClosed) turn.close()
          else kept.push(turn)
        }
        const more = heapMb() - before
        kept.length = 0
        return more
      }
      await heldBy(true)
      await new Promise((resolve) => { setImmediate(resolve) })
      const closed = await heldBy(true)
      await new Promise((resolve) => { setImmediate(resolve) })
      console.log(JSON.stringify({ closed, open: await heldBy(false) }))
    `)
    expect(open).to.be.above(1)
    expect((closed ?? NaN) / (open ?? NaN)).to.be.below(0.1)
  })

  it('is given back for turns that were dropped without being closed', async function () {
    this.timeout(240_000)
    const { more, collected } = await said(`
      const session = openSession()
      let collected = 0
      const registry = new FinalizationRegistry(() => { collected += 1 })
      const wave = async (turns) => {
        for (let i = 0; i < turns; i++) {
          const turn = session.openTurn()
          registry.register(turn, i)
          for (let n = 0; n < 20; n++) await turn.run(call({ n }))
        }
      }
      await wave(200)
      const before = heapMb()
      await wave(5_000)
      const more = heapMb() - before
      await new Promise((resolve) => { setTimeout(resolve, 50) })
      gc()
      await new Promise((resolve) => { setTimeout(resolve, 50) })
      console.log(JSON.stringify({ more, collected }))
    `)
    expect(more).to.be.below(8)
    expect(collected).to.be.above(5_100)
  })

  it('holds of dropped turns the newest hundred with an id, for session.save(), and no others', async function () {
    this.timeout(240_000)
    const { more, saved, whole } = await said(`
      const pay = guardedCall({ name: 'pay', effect: 'write', run: () => '[1]' }, t.array(t.number))
      const session = openSession()
      const wave = async (turns) => {
        for (let i = 0; i < turns; i++) {
          const turn = session.openTurn({ id: String(i) })
          for (let n = 0; n < 20; n++) await turn.run(pay({ n }))
        }
      }
      const collect = async () => { await new Promise((resolve) => { setTimeout(resolve, 50) }); return heapMb() }
      await wave(200)
      const before = await collect()
      await wave(5_000)
      const more = (await collect()) - before
      const { turns } = session.save()
      const whole = turns.filter(({ events }) => events.length === 40).length
      console.log(JSON.stringify({ more, saved: turns.length, whole }))
    `)
    expect(more).to.be.below(8)
    expect([saved, whole]).to.deep.equal([100, 100])
  })

  it('is given back for turns whose tools never answered, once their time is over', async () => {
    const { more } = await said(`
      const controller = new AbortController()
      const deaf = guardedCall({ name: 'deaf', effect: 'read', timeoutMs: 5, run: () => new Promise(() => {}) }, t.unknown)
      const heeding = guardedCall({ name: 'heeding', effect: 'read', timeoutMs: 5, run: (_, { signal }) => new Promise((_resolve, reject) => { signal.addEventListener('abort', () => reject(signal.reason)) }) }, t.unknown)
      const session = openSession({ signal: controller.signal, loop: false })
      const wave = async (calls) => { for (let i = 0; i < calls; i += 100) { await Promise.all(Array.from({ length: 100 }, (_, n) => session.openTurn().run((n % 2 ? deaf : heeding)({ n })))) } }
      await wave(1_000)
      const before = heapMb()
      await wave(10_000)
      console.log(JSON.stringify({ more: heapMb() - before }))
    `)
    expect(more).to.be.below(8)
  })
})

describe('a process that made its calls', () => {
  it('ends by itself: no timer, listener or store keeps it alive', async () => {
    const started = performance.now()
    const { code, stdout, stderr } = await runModule(`
      import * as t from 'io-ts'
      import { guardedCall, openSession } from 'guarded-call'
      const never = () => new Promise(() => {})
      const session = openSession({ store: { append: never, close: never }, signal: new AbortController().signal, logger: false })
      const turn = session.openTurn()
      const quick = guardedCall({ name: 'quick', effect: 'read', timeoutMs: 600_000, run: async () => '1' }, t.number)
      const deaf = guardedCall({ name: 'deaf', effect: 'read', timeoutMs: 20, run: never }, t.number)
      await turn.run(quick())
      await turn.run(deaf())
      console.log(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length)
    `)
    expect({ code, stderr, stdout }).to.deep.equal({ code: 0, stderr: '', stdout: '0\n' })
    expect(performance.now() - started).to.be.below(20_000)
  })

  it('ends by itself with outcomes that its ledger has not taken, unless it drains', async () => {
    const started = performance.now()
    const { code, stdout, stderr } = await runModule(`
      import * as t from 'io-ts'
      import { guardedCall, memoryLedger, openSession } from 'guarded-call'
      const ledger = { ...memoryLedger(), settle: () => Promise.reject(new Error('down')) }
      const session = openSession({ ledger })
      const pay = guardedCall({ name: 'pay', effect: 'write', run: async () => '1' }, t.number)
      await session.openTurn({ id: 'job' }).run(pay())
      console.log(await session.drain(250))
    `)
    expect({ code, stderr, stdout }).to.deep.equal({ code: 0, stderr: '', stdout: '1\n' })
    expect(performance.now() - started).to.be.below(20_000)
  })

  it('is not ended by what a tool rejects with too late, however often it settles', async () => {
    const { code, stdout, stderr } = await runModule(`
      import * as t from 'io-ts'
      import { guardedCall, openTurn } from 'guarded-call'
      const late = (settle) => guardedCall({ name: 'late', effect: 'write', timeoutMs: 10, run: () => new Promise(settle) }, t.unknown)
      const after = (work) => setTimeout(work, 500)
      const calls = [
        late((_resolve, reject) => after(() => reject(new Error('late')))),
        late((resolve) => after(() => resolve(Promise.reject(new Error('later'))))),
        late((resolve, reject) => { after(() => { reject(new Error('one')); reject(new Error('two')); resolve(1) }) }),
        late((resolve) => after(() => resolve({ then() { throw new Error('then') } })))
      ]
      const turns = calls.map(() => openTurn())
      const codes = (await Promise.all(calls.map((call, i) => turns[i].run(call())))).map(({ left }) => left.code)
      await new Promise((resolve) => after(() => after(resolve)))
      console.log(JSON.stringify({ codes, executed: turns.map((turn) => turn.calls.map(({ executed }) => executed).join()) }))
    `)
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).to.deep.equal({ codes: Array(4).fill('timeout'), executed: Array(4).fill('unknown') })
  })
})
