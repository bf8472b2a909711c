/** The requirements for every ledger. */
import * as o from '../../core/options.js'
import type { MaybePromise } from '../../core/foreign/index.js'
import type { Ledger } from '../../guard/kernel.js'
import { expectSame, pause, type ConformanceCase } from './case.js'
import { compareWithModel, isManaged, Operation } from './ledger-model.js'
import { OWNED } from './owned.js'

/** For how long a ledger keeps responses, and what was settled. @category Conformance @since 0.1.0 */
export interface LedgerTimes {
  readonly answerMs: number
  readonly keepMs: number
}

/** Makes a ledger with these times; two of the same share their entries. @category Conformance @since 0.1.0 */
export type MakeLedger = (times: LedgerTimes) => MaybePromise<Ledger>

/** How much is tried. @category Conformance @since 0.1.0 */
export interface LedgerConformanceOptions {
  /** How many random orders of up to 20 events are compared with the state machine. @default 50 */
  readonly scripts?: number
}

const LONG: LedgerTimes = { answerMs: 3_600_000, keepMs: 7_200_000 }
const SHORT_MS = 60

// -- the promises

type Make = (times?: Partial<LedgerTimes>) => Promise<Ledger>

const promisesOf = (scripts: number): Readonly<Record<string, (make: Make) => Promise<void>>> => ({
  'does as the state machine does, in whatever order events come': async (make) => {
    const ledger = await make()
    await Promise.all(Array.from({ length: scripts }, (_, i) => compareWithModel(ledger, i + 1)))
  },
  'takes for evidence what speaks of the operation: not the refusal of a later request': async (make) => {
    for (const [by, stands] of [
      ['run', { is: 'unknown', attempt: 1 }],
      ['verify', { is: 'fresh', attempt: 2 }]
    ] as const) {
      const operation = new Operation(await make())
      await operation.settle(await operation.begin(), 'unknown')
      await operation.settle(await operation.begin(), 'no', undefined, by)
      expectSame(await operation.stands(), stands, `the operation after a no by ${by}`)
    }
  },
  'takes the word of a person once no lease lasts': async (make) => {
    const operation = new Operation(await make())
    const begun = await operation.begin()
    await operation.settle({ attempt: 1, token: '' }, 'no', undefined, 'person')
    expectSame(await operation.stands(), { is: 'running', attempt: 1 }, 'the operation under a lease')
    await operation.settle(begun, 'unknown')
    await operation.settle({ attempt: 1, token: '' }, 'no', undefined, 'person')
    expectSame(await operation.stands(), { is: 'fresh', attempt: 2 }, 'the operation afterwards')
  },
  'gives a lease again to whoever asks again with its token, also once it is over': async (make) => {
    for (const leaseMs of [30_000, SHORT_MS]) {
      const operation = new Operation(await make())
      const first = await operation.begin({ token: 'mine', leaseMs })
      // Its answer was lost: nothing ran under it.
      if (leaseMs === SHORT_MS) await pause(SHORT_MS * 3)
      const again = await operation.begin({ token: 'mine' })
      expectSame([again, first], [first, { is: 'fresh', attempt: 1, token: 'mine' }], 'the two answers')
      expectSame(await operation.stands({ token: 'yours' }), { is: 'running', attempt: 1 }, 'what another asker learns')
    }
  },
  'never forgets an operation that runs or is unknown, however short it keeps others': async (make) => {
    const times = { answerMs: 1, keepMs: 1 }
    const [leased, ended, told] = [1, 2, 3].map(() => make(times))
    const operations = await Promise.all(
      [leased, ended, told].map(async (made) => new Operation((await made) as Ledger))
    )
    const [runs, died, says] = operations as [Operation, Operation, Operation]
    await runs.begin()
    await died.begin({ leaseMs: SHORT_MS })
    await says.settle(await says.begin(), 'unknown')
    await pause(SHORT_MS * 3)
    expectSame(await runs.stands(), { is: 'running', attempt: 1 }, 'the operation under its lease')
    expectSame(await died.stands(), { is: 'unknown', attempt: 1 }, 'the operation whose lease ended')
    expectSame(await says.stands(), { is: 'unknown', attempt: 1 }, 'the operation that was said to be unknown')
  },
  'keeps a response for its time, and for longer that the operation was executed, and when': async (make) => {
    const operation = new Operation(await make({ answerMs: SHORT_MS * 4 }))
    const before = Date.now()
    await operation.settle(await operation.begin(), 'yes', 'a')
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: 'a' }, 'what a replay is given')
    await pause(SHORT_MS * 5)
    const begun = await operation.begin()
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: null }, 'what it is given later')
    const since = begun.is === 'settled' ? begun.goneSince : undefined
    // The clock of the server need not be that of this process.
    expectSame(Math.abs((since ?? 0) - before) < 60_000, true, `whether ${since} is about when it was executed`)
    await operation.settle({ attempt: 1, token: '' }, 'yes', 'late')
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: null }, 'what a late response changes')
  },
  'keeps the number of an attempt that was not executed, so that the next one has a name of its own': async (make) => {
    const operation = new Operation(await make({ answerMs: 1 }))
    await operation.settle(await operation.begin(), 'no')
    await pause(SHORT_MS)
    expectSame(await operation.stands(), { is: 'fresh', attempt: 2 }, 'the operation')
  },
  'says with which arguments an operation began': async (make) => {
    const operation = new Operation(await make())
    await operation.settle(await operation.begin({ argsDigest: 'one' }), 'unknown')
    const open = await operation.begin({ argsDigest: 'other' })
    await operation.settle(open, 'yes', 'a')
    const ran = await operation.begin({ argsDigest: 'other' })
    expectSame(
      [open, ran].map((state) => 'argsDigest' in state && state.argsDigest),
      ['one', 'one'],
      'the digests'
    )
  },
  'gives a fresh operation to one asker alone, with a token': async (make) => {
    const operation = new Operation(await make())
    const first = await operation.begin()
    expectSame(
      [first.is, first.attempt, 'token' in first && first.token !== ''],
      ['fresh', 1, true],
      'the first answer'
    )
    expectSame(await operation.stands(), { is: 'running', attempt: 1 }, 'what a second asker learns')
  },
  'gives one of a hundred racing askers the operation, however many ledgers they ask': async (make) => {
    const one = new Operation(await make())
    const other = new Operation(await make(), one.turn)
    const begun = await Promise.all(Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? one : other).begin()))
    expectSame(begun.filter(({ is }) => is === 'fresh').length, 1, 'how many were told `fresh`')
    expectSame(begun.filter(({ is }) => is === 'running').length, 99, 'how many were told `running`')
  },
  'tells turns and keys apart': async (make) => {
    const ledger = await make()
    const operation = new Operation(ledger)
    await operation.begin()
    for (const half of ['\ud800', '\udc00']) {
      const odd = new Operation(ledger, `${operation.turn} ${half}`)
      expectSame(await odd.stands(), { is: 'fresh', attempt: 1 }, 'a turn whose name ends in half a character')
      const oddKey = new Operation(ledger, operation.turn, half)
      expectSame(await oddKey.stands(), { is: 'fresh', attempt: 1 }, 'a key of half a character')
    }
    expectSame(await new Operation(ledger).stands(), { is: 'fresh', attempt: 1 }, 'the same key of another turn')
    expectSame(
      await new Operation(ledger, operation.turn, 'cancel_order:0f').stands(),
      { is: 'fresh', attempt: 1 },
      'another key'
    )
  },
  'keeps the answer of what was executed, byte for byte': async (make) => {
    for (const answer of ['', '{"id":1}', '{"name":"Zoë \\u0000 \u2028 👍"}', 'x'.repeat(65_538)]) {
      const operation = new Operation(await make())
      await operation.settle(await operation.begin(), 'yes', answer)
      expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer }, 'what a replay is given')
      expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer }, 'what the next replay is given')
    }
  },
  'answers null where the answer was not kept, until it is': async (make) => {
    const operation = new Operation(await make())
    const begun = await operation.begin()
    await operation.settle(begun, 'yes')
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: null }, 'what a replay is given')
    await operation.settle(begun, 'yes', 'late')
    await operation.settle(begun, 'yes', 'later')
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: 'late' }, 'what a replay is given then')
  },
  'gives a turn the executed answers in their order, and then a further attempt': async (make) => {
    const operation = new Operation(await make())
    await operation.settle(await operation.begin(), 'yes', 'a')
    const second = await operation.begin({ seen: 1 })
    expectSame([second.is, second.attempt], ['fresh', 2], 'the second attempt')
    expectSame(await operation.stands({ seen: 1 }), { is: 'running', attempt: 2 }, 'another asker for the second')
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: 'a' }, 'a replay meanwhile')
    await operation.settle(second, 'yes', 'b')
    expectSame(await operation.stands({ seen: 1 }), { is: 'settled', attempt: 2, answer: 'b' }, 'the second answer')
    expectSame(await operation.stands({ seen: 2 }), { is: 'fresh', attempt: 3 }, 'the third attempt')
  },
  'frees an operation that was not executed, as a further attempt': async (make) => {
    const operation = new Operation(await make())
    await operation.settle(await operation.begin(), 'no')
    expectSame(await operation.stands(), { is: 'fresh', attempt: 2 }, 'the operation')
  },
  'leaves the same attempt unknown, and gives who learns of it a lease to find out': async (make) => {
    const operation = new Operation(await make())
    await operation.settle(await operation.begin(), 'unknown')
    await pause(SHORT_MS)
    const asked = await operation.begin()
    if (asked.is !== 'unknown') throw new Error(`Expected the operation to be unknown, and it was ${asked.is}.`)
    expectSame(
      [asked.attempt, asked.sinceMs >= SHORT_MS - 20 && asked.sinceMs < 60_000],
      [1, true],
      'its attempt, and its age by the server'
    )
    expectSame(await operation.stands(), { is: 'running', attempt: 1 }, 'what others learn meanwhile')
    await operation.settle(asked, 'unknown')
    expectSame(await operation.stands(), { is: 'unknown', attempt: 1 }, 'the operation afterwards')
  },
  'makes an operation unknown when its lease ends, by the clock of the server': async (make) => {
    const operation = new Operation(await make())
    await operation.begin({ leaseMs: SHORT_MS })
    expectSame(await operation.stands(), { is: 'running', attempt: 1 }, 'the operation under its lease')
    await pause(SHORT_MS * 3)
    expectSame(await operation.stands(), { is: 'unknown', attempt: 1 }, 'the operation afterwards')
    expectSame(await operation.stands(), { is: 'running', attempt: 1 }, 'what others learn then')
  },
  'takes no and unknown from the holder of the lease alone': async (make) => {
    const operation = new Operation(await make())
    const first = await operation.begin({ leaseMs: SHORT_MS })
    await operation.settle({ attempt: 1, token: 'forged' }, 'no')
    expectSame(await operation.stands(), { is: 'running', attempt: 1 }, 'the operation after a stranger said no')
    await pause(SHORT_MS * 3)
    const second = await operation.begin()
    await operation.settle(first, 'no')
    await operation.settle(first, 'unknown')
    expectSame(await operation.stands(), { is: 'running', attempt: 1 }, 'the operation after an earlier holder spoke')
    await operation.settle(second, 'no', undefined, 'verify')
    expectSame(await operation.stands(), { is: 'fresh', attempt: 2 }, 'the operation after its holder said no')
  },
  'takes a late yes from whoever ran the attempt': async (make) => {
    const operation = new Operation(await make())
    const first = await operation.begin({ leaseMs: SHORT_MS })
    await pause(SHORT_MS * 3)
    const second = await operation.begin()
    await operation.settle(first, 'yes', 'late')
    await operation.settle(second, 'no')
    await operation.settle(second, 'unknown')
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: 'late' }, 'what a replay is given')
    expectSame(await operation.stands({ seen: 1 }), { is: 'fresh', attempt: 2 }, 'the next attempt')
  },
  'keeps a late yes though the attempt was called not executed, and the next one runs': async (make) => {
    const operation = new Operation(await make())
    const first = await operation.begin()
    await operation.settle(first, 'no')
    const second = await operation.begin()
    await operation.settle(first, 'yes', 'late')
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: 'late' }, 'what a replay is given')
    expectSame(await operation.stands({ seen: 1 }), { is: 'running', attempt: 2 }, 'the attempt that runs')
    await operation.settle(second, 'yes', 'second')
    expectSame(await operation.stands({ seen: 1 }), { is: 'settled', attempt: 2, answer: 'second' }, 'its answer')
  },
  'keeps the first answer of an attempt that was settled twice': async (make) => {
    const operation = new Operation(await make())
    const begun = await operation.begin()
    await operation.settle(begun, 'yes', 'first')
    await operation.settle(begun, 'yes', 'second')
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: 'first' }, 'what a replay is given')
    expectSame(await operation.stands({ seen: 1 }), { is: 'fresh', attempt: 2 }, 'the next attempt')
  },
  'takes a yes for an operation that it has forgotten': async (make) => {
    const operation = new Operation(await make())
    await operation.settle({ attempt: 1, token: 'gone' }, 'yes', 'a')
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: 'a' }, 'what a replay is given')
  },
  'forgets an operation some time after it was settled': async (make) => {
    const operation = new Operation(await make({ answerMs: 200, keepMs: 200 }))
    await operation.settle(await operation.begin({ leaseMs: SHORT_MS }), 'yes', 'a')
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: 'a' }, 'what a replay is given')
    for (let tries = 0; tries < 40; tries++) {
      // Some ledgers sweep when they are used; a look at the operation itself is a use of it.
      await pause(300)
      const other = new Operation(operation.ledger)
      await other.settle(await other.begin(), 'no')
      await pause(100)
      if ((await operation.begin()).is === 'fresh') return
    }
    throw new Error('Expected the operation to be forgotten, and it was not.')
  },
  // A ledger that nobody manages promises nothing of it.
  ...Object.fromEntries(
    Object.entries(OWNED).map(([name, holds]) => [
      name,
      async (make: Make) => {
        const ledger = await make()
        if (isManaged(ledger)) await holds(ledger)
      }
    ])
  )
})

const read = o.options('options', { scripts: o.optional(o.positive, 50) } satisfies o.TableOf<LedgerConformanceOptions>)

/**
 * The requirements for every ledger, as cases for any test runner.
 *
 * @category Conformance @since 0.1.0
 * @example
 * import { memoryLedger } from 'guarded-call'
 * import { ledgerConformance } from 'guarded-call/conformance'
 *
 * const shared = memoryLedger()
 * for (const { name, run } of ledgerConformance((times) => (times.answerMs > 1_000 ? shared : memoryLedger(times))))
 *   if (name.startsWith('tells')) await run() // in a spec: it(name, run)
 */
export const ledgerConformance = (
  makeLedger: MakeLedger,
  options: LedgerConformanceOptions = {}
): ReadonlyArray<ConformanceCase> =>
  Object.entries(promisesOf(read(options).scripts)).map(([name, holds]) => ({
    name,
    run: () => holds(async (times) => await makeLedger({ ...LONG, ...times }))
  }))
