/** What an owner of a ledger's operations is promised, where a ledger is managed. */
import * as E from 'fp-ts/lib/Either.js'
import type { LedgerOperation } from '../../core/calls/index.js'
import type { Ledger, ManagedLedger } from '../../guard/kernel.js'
import { expectSame, pause } from './case.js'
import { Operation } from './ledger-model.js'

const ADA = { by: 'ada', note: 'the dashboard lists it' }

const SHORT_MS = 60

/** What is known of an operation, without what nobody can foretell. */
const told = (operation: LedgerOperation | undefined): unknown =>
  operation && [operation.operationId, operation.state, operation.attempt, operation.by]

/** Three operations of a tool of its own: one that runs, one whose lease ended, one that was said to be unknown. */
const threeOpen = async (ledger: Ledger) => {
  const tool = `tool ${crypto.randomUUID()}`
  const [runs, died, says] = [new Operation(ledger), new Operation(ledger), new Operation(ledger)] as const
  await runs.begin({ tool, step: 'pay-2' })
  await pause(5)
  await died.begin({ tool, leaseMs: 1 })
  await pause(5)
  await says.settle(await says.begin({ tool }), 'unknown')
  await pause(5)
  return { tool, runs, died, says }
}

/** The promises, by their names. */
export const OWNED: Readonly<Record<string, (ledger: ManagedLedger) => Promise<void>>> = {
  'finds an operation by the name of each of its attempts, and says where it stands': async (ledger) => {
    const operation = new Operation(ledger)
    expectSame(told(await ledger.find(operation.nameOf(1))), undefined, 'an operation that never began')
    await operation.settle(await operation.begin({ argsDigest: 'aa', step: 'pay-2' }), 'no')
    await operation.settle(await operation.begin({ argsDigest: 'bb', step: 'pay-2' }), 'yes', '1tanswer')
    await operation.begin({ seen: 1 })
    const found = await Promise.all([1, 2, 3].map(async (attempt) => await ledger.find(operation.nameOf(attempt))))
    expectSame(
      found.map((each) => [each?.state, each?.attempt, each?.argsDigest, each?.answer, each?.tool]),
      [
        ['not_executed', 1, 'aa', undefined, 'place_order'],
        ['executed', 2, 'bb', 'answer', 'place_order'],
        ['running', 3, '0f', undefined, 'place_order']
      ],
      'the three attempts'
    )
    const [, ran, runs] = found
    expectSame(
      [ran?.executedAt, runs?.beganAt].map((at) => Math.abs(Date.parse(at ?? '') - Date.now()) < 60_000),
      [true, true],
      `whether ${ran?.executedAt} and ${runs?.beganAt} are now`
    )
  },
  'says that an unknown attempt ran in transactions alone, where each of its askers said so': async (ledger) => {
    for (const [askers, isSaid] of [
      [[true, true], true],
      [[false, true], false],
      [[true, false, true], false]
    ] as const) {
      const operation = new Operation(ledger)
      for (const inTransaction of askers.slice(0, -1))
        await operation.settle(await operation.begin({ inTransaction }), 'unknown')
      const asked = await operation.begin({ inTransaction: true })
      expectSame(
        'inTransaction' in asked && asked.inTransaction,
        isSaid,
        `what is said after ${JSON.stringify(askers)}`
      )
    }
  },
  'says no longer that an attempt ran in transactions alone once its effect may lie outside of them': async (
    ledger
  ) => {
    for (const [outside, isSaid] of [
      [false, true],
      [true, false]
    ] as const) {
      const operation = new Operation(ledger)
      const begun = await operation.begin({ inTransaction: true })
      await operation.settle(begun, 'unknown', undefined, 'run', { outside })
      const asked = await operation.begin({ inTransaction: true })
      expectSame(
        [asked.is, 'inTransaction' in asked],
        ['unknown', isSaid],
        `what is said of an effect ${outside ? 'outside' : 'within'}`
      )
    }
  },
  'lists what runs and what is unknown, the oldest first, page by page': async (ledger) => {
    const { tool, runs, died, says } = await threeOpen(ledger)
    const ended = new Operation(ledger)
    await ended.settle(await ended.begin({ tool }), 'yes')
    const listed = async (question: object) => (await ledger.list({ tool, ...question })).map(told)
    const rows = [
      [runs.nameOf(1), 'running', 1, null],
      [died.nameOf(1), 'unknown', 1, null],
      [says.nameOf(1), 'unknown', 1, 'run']
    ]
    expectSame(await listed({}), rows, 'the list')
    expectSame(await listed({ state: 'unknown' }), rows.slice(1), 'the unknown ones')
    expectSame(await listed({ state: 'running' }), rows.slice(0, 1), 'those that run')
    expectSame(await listed({ olderThanMs: 3_600_000 }), [], 'those of an hour ago')
    const [first] = await ledger.list({ tool, limit: 1 })
    expectSame([told(first), first?.step], [rows[0], 'pay-2'], 'a page of one')
    if (first !== undefined) expectSame(await listed({ after: first, limit: 1 }), rows.slice(1, 2), 'the next page')
  },
  'lets a person settle an unknown outcome, and keeps who said so': async (ledger) => {
    const { runs, died, says } = await threeOpen(ledger)
    const refused = await ledger.resolve(runs.nameOf(1), { as: 'not_executed' }, ADA)
    expectSame(refused._tag, 'Left', 'the word on an operation that runs')
    expectSame(await runs.stands(), { is: 'running', attempt: 1 }, 'that operation')
    expectSame((await ledger.resolve('nobody knows', { as: 'executed' }, ADA))._tag, 'Left', 'the word on none')

    const ran = await ledger.resolve(died.nameOf(1), { as: 'executed', answer: { id: 7 } }, ADA)
    const free = await ledger.resolve(says.nameOf(1), { as: 'not_executed' }, ADA)
    expectSame(
      [ran, free].map((each) => E.isRight(each) && [each.right.state, each.right.by, each.right.audit.length]),
      [
        ['executed', 'person', 1],
        ['not_executed', 'person', 1]
      ],
      'what became of two'
    )
    const [line] = (await ledger.find(says.nameOf(1)))?.audit ?? []
    expectSame({ ...line, at: '' }, { ...ADA, at: '', attempt: 1, to: 'not_executed' }, 'the line of the audit')
    expectSame((await ledger.find(died.nameOf(1)))?.answer, { id: 7 }, 'the response that was told')
    expectSame((await died.begin()).is, 'settled', 'what the redelivery of the executed one is given')
    expectSame(await says.stands(), { is: 'fresh', attempt: 2 }, 'the redelivery of the other')
    const twice = await ledger.resolve(died.nameOf(1), { as: 'not_executed' }, ADA)
    expectSame(twice._tag, 'Left', 'the word on an operation that was executed')
  },
  'makes an operation executed by its late response, and says that this contradicts a person': async (ledger) => {
    const operation = new Operation(ledger)
    const begun = await operation.begin({ leaseMs: 1 })
    await pause(SHORT_MS)
    await ledger.resolve(operation.nameOf(1), { as: 'not_executed' }, ADA)
    const reply = await operation.settle(begun, 'yes', 'late')
    const { contradicts } = (reply ?? {}) as { readonly contradicts?: { readonly by: string } }
    expectSame(contradicts?.by, 'ada', 'whom the ledger says it contradicts')
    expectSame((await ledger.find(operation.nameOf(1)))?.state, 'executed', 'the operation')
    expectSame(await operation.stands(), { is: 'settled', attempt: 1, answer: 'late' }, 'what a replay is given')
    const other = new Operation(ledger)
    expectSame(await other.settle(await other.begin(), 'yes', 'a'), {}, 'the reply where nobody is contradicted')
  }
}
