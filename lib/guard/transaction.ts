/** A transaction of a database that keeps both the effect of a write and its ledger: the effect and its outcome are committed together, or neither is. */
import type { SettleRequest } from '../core/calls/index.js'
import { sharedLedger, type Ledger, type SharedLedger } from './shared-stores.js'
import { asyncValue } from '#platform'

/** What became of a commit. `taken_over`: the lease was over, and somebody else has the operation. */
export type Commit =
  { readonly is: 'committed' | 'taken_over' } | { readonly is: 'rolled_back' | 'unknown'; readonly cause: string }

/** It carries one write. */
export interface Transaction {
  readonly ledger: Ledger
  /** Opens it to the write that comes first; false for any other. */
  readonly take: () => boolean
  /** Settles the operation as executed and commits, if this lease still holds it. Never rejects. */
  readonly commit: (turnId: string, key: string, attempt: number, token: string, said: SettleRequest) => Promise<Commit>
  /** Never rejects. */
  readonly rollBack: () => void
}

const current = asyncValue<Transaction>()

/** Runs work whose ledgered write is made in the transaction. */
export const withTransaction = <A>(transaction: Transaction, work: () => A): A => {
  if (current === undefined) throw new TypeError('Expected a platform with AsyncLocalStorage.')
  return current.run(transaction, work)
}

/** The transaction in which a write under this ledger is made, if any. */
export const transactionOver = (ledger: SharedLedger): Transaction | undefined => {
  const transaction = current?.getStore()
  return transaction !== undefined && sharedLedger(transaction.ledger) === ledger ? transaction : undefined
}
