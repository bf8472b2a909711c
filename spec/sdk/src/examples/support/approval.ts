/**
 * The desk of the approvals: a refund is a write that a person lets through. The model's first call is garbage, and it
 * does not take no for an answer.
 */
import { PGlite } from '@electric-sql/pglite'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as t from 'io-ts'
import { guardedCall, integerBetween, SafeInteger } from 'guarded-call'
import { ledgerMigrations, postgresLedger } from 'guarded-call/postgres'

// One process begins (`begin`), another goes on with the person's word (`yes`, `no`); the folder is all that they
// share.
const [, , folder = '.', word = 'begin'] = process.argv

// -- the service

const BOOK = join(folder, 'refunds.txt')
const refunds = (): number => (existsSync(BOOK) ? readFileSync(BOOK, 'utf8').split('\n').length - 1 : 0)

export const payments = {
  refund: ({ order, cents }: { readonly order: number; readonly cents: number }, key: string) => {
    appendFileSync(BOOK, `${key} ${order} ${cents}\n`)
    return { refunded: order }
  }
}

// -- the tool, guarded

export const refund = guardedCall(
  {
    name: 'refund',
    effect: 'write',
    description: 'Refunds an order.',
    args: t.type({ order: SafeInteger, cents: integerBetween(1, 50_000) }),
    run: (args, { operationId }) => payments.refund(args, operationId)
  },
  t.type({ refunded: SafeInteger })
)

// -- the ledger

const client = new PGlite(join(folder, 'ledger'))
for (const { up } of ledgerMigrations()) await client.exec(up)
export const ledger = postgresLedger({ client })

// -- the model

export const QUESTION = 'My order 7 was broken. I want my 12 euros back.'

const GARBAGE = { order: 'seven', cents: 12.5 }
const ORDER = { order: 7, cents: 1200 }
const SCRIPTS: Readonly<Record<string, ReadonlyArray<object>>> = {
  begin: [GARBAGE, ORDER],
  yes: [],
  no: [ORDER, ORDER]
}
const script = (SCRIPTS[word] ?? []).map((input, i) => ({ id: `call_${word}_${i}`, input }))

/** The calls that the model asks for in this process; then it is done. */
export const SCRIPT: ReadonlyArray<{ readonly id: string; readonly input: object }> = script

let asked = 0

/** The next of them. */
export const nextCall = () => SCRIPT[asked++]

// -- the story

interface Told {
  /** What a person is asked about. */
  readonly waits: ReadonlyArray<unknown>
  /** What the model read, call by call. */
  readonly read: ReadonlyArray<string>
}

const SAVED = join(folder, 'saved.json')

/**
 * Begins the run, or goes on with what was saved and the person's word; then says what a person is asked about, what
 * the model read, and how often was paid.
 */
export const story = async <Saved extends object>(
  run: (saved: Saved, approved?: boolean) => Promise<Saved>,
  first: Saved,
  tell: (saved: Saved) => Told
): Promise<void> => {
  const begins = word === 'begin'
  const saved = begins ? await run(first) : await run(JSON.parse(readFileSync(SAVED, 'utf8')) as Saved, word === 'yes')
  if (begins) writeFileSync(SAVED, JSON.stringify(saved))
  console.log(JSON.stringify({ ...tell(saved), refunds: refunds() }))
  await client.close()
}
