/**
 * A transaction of a database that keeps both the effect of a write and its ledger: the effect and its outcome are
 * committed together, or neither is.
 */
import type { SettleRequest } from '../core/calls/index.js'
import { isObject } from '../core/foreign/index.js'
import type { DatabaseConnection, Transaction } from './commit.js'
import { KNOWS_CALLERS, runningNow } from './running-call.js'
import { sharedLedger, type Ledger, type SharedLedger } from './shared-stores.js'
import type { ToolTraits } from './tool.js'
import { asyncValue } from '#platform'

// -- model

/** An operation that began, and the proof of its lease. */
export interface LeasedOperation {
  readonly turnId: string
  readonly key: string
  readonly attempt: number
  readonly token: string
}

/** A ledger whose database may keep effects, too. */
interface TransactionalLedger {
  /**
   * Settles an operation as executed if this lease still holds it: from then on nobody else can begin it before the
   * connection's transaction ends.
   */
  readonly settleOn: (on: DatabaseConnection, operation: LeasedOperation, said: SettleRequest) => Promise<boolean>
  /** Waits for the end of that transaction and reads what it left; undefined where the database cannot be reached. */
  readonly isCommitted: (operation: LeasedOperation) => Promise<boolean | undefined>
}

/** A transaction that its host opened, for the write that comes first. */
export interface HostTransaction extends Transaction {
  readonly ledger: Ledger
  /** Opens it to a write; false for any but the first. */
  readonly take: () => boolean
}

// -- ledgers

const known = new WeakMap<SharedLedger, TransactionalLedger>()

/** Lets writes be committed together with their rows in a ledger. */
export const transactional = <L extends Ledger>(ledger: L, how: TransactionalLedger): L => {
  known.set(sharedLedger(ledger), how)
  return ledger
}

/** Whether a ledger is one of those; untyped code may give anything. */
export const isTransactional = (ledger: Ledger): boolean => isObject(ledger) && known.has(sharedLedger(ledger))

export const transactionsOf = (ledger: SharedLedger): TransactionalLedger | undefined => known.get(ledger)

// -- transactions of a host

const current = asyncValue<HostTransaction>()

/** Runs work whose ledgered write is made in the transaction. */
export const withTransaction = <A>(transaction: HostTransaction, work: () => A): A => {
  if (current === undefined) throw new TypeError('Expected a platform with AsyncLocalStorage.')
  return current.run(transaction, work)
}

/** The transaction in which a write under this ledger is made, if any. */
export const transactionOver = (ledger: SharedLedger): HostTransaction | undefined => {
  const transaction = current?.getStore()
  return transaction !== undefined && sharedLedger(transaction.ledger) === ledger ? transaction : undefined
}

// -- transactions of a tool

/** A trait of ready-made tools, which no option sets: under a ledger they enlist the transaction of each write. */
export const ENLISTS = Symbol('enlists')

/** Whether a tool leaves the end of its transactions to the ledger. */
export const enlists = <Args>(tool: ToolTraits<Args> & { readonly [ENLISTS]?: true }): boolean =>
  tool[ENLISTS] === true && KNOWS_CALLERS

/**
 * Leaves the end of a transaction to the ledger of the call that runs the code which asks; false where no ledger waits
 * for it, so that the tool ends it itself. Throws where the call is over: nothing of it may be committed.
 */
export const enlist = (transaction: Transaction): boolean => {
  const running = runningNow()
  if (running?.enlisted === undefined) return false
  if (running.over) throw new Error('The call of this write is over.')
  running.enlisted = transaction
  return true
}
