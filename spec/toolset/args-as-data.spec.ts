import { expect } from 'chai'
import {
  guardFunctions,
  memoryLedger,
  openSession,
  withTurn,
  type SessionOptions,
  type SessionState
} from '../../lib/index.js'
import { argsAsData } from '../../lib/toolset/args-as-data.js'
import { memoryStore } from '../stores/memory-store.js'

class Private {
  readonly #amount: number
  constructor(amount: number) {
    this.#amount = amount
  }
  get amount(): number {
    return this.#amount
  }
}

/** Of each kind a value that has no form as data. */
const KINDS: Readonly<Record<string, () => unknown>> = {
  'private state': () => new Private(5),
  'a Blob': () => new Blob(['a']),
  'a pattern': () => /a/,
  'an Error': () => new Error('a'),
  'a function': () => () => 1,
  'a symbol': () => Symbol('a')
}

const shownBy = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return await call
  } catch (thrown) {
    const { code, detail } = JSON.parse((thrown as Error).message) as Readonly<Record<string, string>>
    return code === 'invalid_arguments' ? detail : code
  }
}

describe('argsAsData', () => {
  for (const [kind, make] of Object.entries(KINDS))
    it(`never makes the same of ${kind} in two processes`, async () => {
      // A module that is loaded anew counts anew, as in another process.
      const other = (await import(new URL('../../lib/toolset/args-as-data.js?other', import.meta.url).href)) as {
        readonly argsAsData: typeof argsAsData
      }
      const texts = [argsAsData, other.argsAsData].map((asData) => {
        const made = Array.from({ length: 50 }, () => JSON.stringify(asData({ order: make() })))
        const value = make()
        expect(asData({ order: value })).to.deep.equal(asData({ order: value }))
        return made
      })
      expect(new Set(texts.flat()).size).to.equal(100)
    })
})

describe('argsAsData, of fields beside elements', () => {
  it('tells lists apart by them, with gaps or without', () => {
    for (const make of [() => [1, 2], () => Object.assign(Array<number>(3), { 0: 1, 2: 3 })]) {
      const texts = ['x', 'y'].map((foo) => JSON.stringify(argsAsData({ rows: Object.assign(make(), { foo }) })))
      expect(new Set(texts).size).to.equal(2)
    }
  })
})

describe('arguments that no other process can tell apart', () => {
  /** Opens a session that is remembered, and again, as the next process does. */
  const remembering: Readonly<Record<string, () => () => SessionOptions>> = {
    'a ledger': () => {
      const ledger = memoryLedger()
      return () => ({ ledger, logger: false })
    },
    'a shared store': () => {
      const store = memoryStore()
      return () => ({ store })
    }
  }

  for (const [what, remember] of Object.entries(remembering)) {
    for (const [kind, make] of Object.entries(KINDS)) {
      it(`are refused of a write under ${what}, but where its identity leaves them out: ${kind}`, async () => {
        let ran = 0
        const place = (_id: number, _how: unknown) => ++ran
        const rule = { effect: 'write' } as const
        const own = guardFunctions({ place }, { rules: { place: rule } })
        const known = guardFunctions(
          { place },
          { rules: { place: { ...rule, identity: (args) => (args as ReadonlyArray<unknown>)[0] } } }
        )
        const options = remember()
        const turn = (id: string) => openSession(options()).openTurn({ id })
        for (let i = 0; i < 2; i++)
          expect(await shownBy(withTurn(turn('a'), () => own.place(7, { in: [make()] })))).to.equal(
            'The program called the tool with a value at $[1].in[0] that no other process can tell from others, and this write is remembered beyond this one: pass plain data there, or give the tool an `identity` that leaves it out.'
          )
        expect(ran).to.equal(0)
        expect(await withTurn(turn('b'), () => known.place(7, make()))).to.equal(1)
        expect(await withTurn(turn('b'), () => known.place(8, make()))).to.equal(2)
        // Whoever has a ledger gets the response of the first.
        expect(await shownBy(withTurn(turn('b'), () => known.place(7, make())))).to.equal(
          what === 'a ledger' ? 1 : 'retry_budget_exceeded'
        )
        expect(ran).to.equal(2)
      })
    }

    it(`are those of one call under ${what} where a step names it`, async () => {
      let ran = 0
      const { place } = guardFunctions({ place: (_: unknown) => ++ran }, { rules: { place: { effect: 'write' } } })
      const options = remember()
      const deliver = (step: string) =>
        withTurn(openSession(options()).openTurn({ id: 'a' }), () => shownBy(place(new Private(5))), { step })
      expect([await deliver('first'), await deliver('second')]).to.deep.equal([1, 2])
      await deliver('first')
      expect(ran).to.equal(2)
    })

    it(`count reads in this process alone under ${what}`, async () => {
      const { look } = guardFunctions({ look: (_: unknown) => 'same' }, { rules: { look: { effect: 'read' } } })
      const turn = openSession(remember()()).openTurn({ id: 'a' })
      const value = new Private(5)
      const look4 = async (args: unknown) => {
        for (let i = 0; i < 3; i++) expect(await withTurn(turn, () => look(args))).to.equal('same')
        expect(await shownBy(withTurn(turn, () => look(args)))).to.equal('retry_budget_exceeded')
      }
      await look4(value)
      await look4(new Private(5))
    })
  }

  it('are refused of a write in a turn that goes on from another process', async () => {
    let ran = 0
    const { place } = guardFunctions({ place: (_: unknown) => ++ran }, { rules: { place: { effect: 'write' } } })
    const first = openSession()
    expect(await withTurn(first.openTurn({ id: 'a' }), () => place(new Private(5)))).to.equal(1)
    const state = JSON.parse(JSON.stringify(first.save())) as SessionState
    const turn = openSession({ state }).openTurn({ id: 'a' })
    expect(await shownBy(withTurn(turn, () => place(new Private(6))))).to.match(/a value at \$ that no other process/)
    expect(await withTurn(turn, () => place({ plain: true }))).to.equal(2)
  })
})
