import { expect } from 'chai'
import { memoryLedger, type BudgetStore, type Ledger } from '../../lib/index.js'
import { ledgerConformance, storeConformance, type MakeLedger } from '../../lib/stores/conformance/index.js'
import { memoryStores as stores } from './memory-store.js'

const broken = async (cases: ReturnType<typeof storeConformance>): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  for (const { name, run } of cases) await run().catch(() => names.push(name))
  return names
}

describe('storeConformance', () => {
  it('finds nothing wrong with a store that does as one process does', async () => {
    expect(await broken(storeConformance(stores()))).to.deep.equal([])
  })

  const faults: ReadonlyArray<readonly [string, RegExp, (store: BudgetStore) => BudgetStore]> = [
    [
      'forgets what came before',
      /^admits a write once/,
      (store) => ({
        ...store,
        append: async (...asked) => ({ at: 1, events: (await store.append(...asked)).events.slice(-1) })
      })
    ],
    [
      'keeps nothing but the first event of a turn',
      /^decides as the log of one process/,
      (store) => {
        const known = new Set<string>()
        return {
          ...store,
          append: (turn, event, from) => store.append(turn, known.has(turn) ? '' : (known.add(turn), event), from)
        }
      }
    ],
    ['closes no turn', /^forgets a turn that was closed/, (store) => ({ ...store, close: () => undefined })],
    [
      'knows no namesakes',
      /^admits a write once/,
      (store) => ({ ...store, append: (_, event, from) => store.append('t', event, from) })
    ],
    [
      'has a clock that stands still',
      /^lets a repeat pass/,
      (store) => ({
        ...store,
        append: async (...asked) => {
          const { at, events } = await store.append(...asked)
          return { at, events: events.map(({ event }) => ({ now: 0, event })) }
        }
      })
    ],
    [
      'appends where it should only read',
      /^keeps no event of a call/,
      (store) => ({ ...store, append: (turn, event, from) => store.append(turn, event === '' ? '[]' : event, from) })
    ]
  ]
  for (const [what, name, fault] of faults)
    it(`finds a store that ${what}`, async () => {
      const make = stores()
      const cases = storeConformance(async (ttlMs) => fault(await make(ttlMs)), { scripts: 10 })
      expect((await broken(cases.filter((one) => name.test(one.name)))).length).to.equal(1)
    })

  it('finds a store that forgets a turn that goes on', async () => {
    const make = stores()
    const cases = storeConformance(() => make(20)).filter(({ name }) => name.startsWith('forgets a turn that nobody'))
    expect(await broken(cases)).to.have.length(1)
  })
})

describe('ledgerConformance', () => {
  const faults: ReadonlyArray<readonly [string, RegExp, (ledger: Ledger) => Ledger]> = [
    [
      'lets everybody run',
      /^gives a fresh operation to one/,
      (ledger) => ({ ...ledger, begin: () => ({ is: 'fresh', attempt: 1, token: 'x' }) })
    ],
    [
      'keeps no answers',
      /^keeps the answer of what/,
      (ledger) => ({
        ...ledger,
        settle: (turn, key, attempt, token, executed, { by }) =>
          ledger.settle(turn, key, attempt, token, executed, { by })
      })
    ],
    ['believes a stranger', /^takes no and unknown from the holder/, (ledger) => believing(ledger)],
    [
      'takes the refusal of a later request for evidence',
      /^takes for evidence/,
      (ledger) => ({
        ...ledger,
        settle: (turn, key, attempt, token, executed, said) =>
          ledger.settle(turn, key, attempt, token, executed, { ...said, by: 'verify' })
      })
    ],
    [
      'believes a person while somebody runs it',
      /^takes the word of a person/,
      (ledger) => ({
        ...believing(ledger),
        settle: (turn, key, attempt, token, executed, said) =>
          believing(ledger).settle(turn, key, attempt, token, executed, { ...said, by: 'verify' })
      })
    ],
    [
      'knows no token of the asker',
      /^gives a lease again/,
      (ledger) => ({
        ...ledger,
        begin: (turn, key, asked) => ledger.begin(turn, key, { ...asked, token: crypto.randomUUID() })
      })
    ],
    [
      'forgets the arguments',
      /^says with which arguments/,
      (ledger) => ({ ...ledger, begin: (turn, key, asked) => ledger.begin(turn, key, { ...asked, argsDigest: '' }) })
    ],
    [
      'forgets what it was not told in time',
      /^never forgets an operation that runs/,
      (ledger) => ({ ...ledger, begin: (turn, key, asked) => ledger.begin(turn, key, { ...asked, leaseMs: 1 }) })
    ],
    [
      'digests names as UTF-8',
      /^tells turns and keys apart/,
      (ledger) => ({
        ...ledger,
        begin: (turn, ...asked) => ledger.begin(turn.replace(/\p{Surrogate}/gu, '?'), ...asked)
      })
    ],
    [
      'does not know that its author gave a run back',
      /^does as the state machine/,
      (ledger) => ({
        ...ledger,
        settle: (turn, key, attempt, token, executed, said) =>
          ledger.settle(turn, key, attempt, token, executed, { ...said, again: false })
      })
    ]
  ]
  // Knows each token, whoever says it.
  const believing = (ledger: Ledger): Ledger => {
    let latest = ''
    return {
      begin: async (...asked) => {
        const begun = await ledger.begin(...asked)
        if ('token' in begun) latest = begun.token
        return begun
      },
      settle: (turn, key, attempt, _, executed, said) => ledger.settle(turn, key, attempt, latest, executed, said)
    }
  }
  const make: MakeLedger = () => memoryLedger()
  for (const [what, name, fault] of faults)
    it(`finds a ledger that ${what}`, async () => {
      const cases = ledgerConformance(async (times) => fault(await make(times)))
      expect((await broken(cases.filter((one) => name.test(one.name)))).length).to.equal(1)
    })
})
