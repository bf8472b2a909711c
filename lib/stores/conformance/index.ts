/**
 * `guarded-call/conformance`: for a ledger, budget store or store of results of your own: its types, and the
 * requirements, for any test runner.
 */

// -- what a store is
export type {
  BudgetStore,
  Ledger,
  LedgerQuestion,
  ManagedLedger,
  StoredEvent,
  StoredEvents
} from '../../guard/kernel.js'
export type {
  AuditLine,
  BeginRequest,
  LedgerOperation,
  OperationStanding,
  OperationState,
  Resolution,
  Resolver,
  ResultStore,
  SettleRequest,
  Witness
} from '../../core/calls/index.js'

// -- the requirements
export type { ConformanceCase } from './case.js'
export { ledgerConformance, type LedgerConformanceOptions, type LedgerTimes, type MakeLedger } from './ledger.js'
export { storeConformance, type MakeStore, type StoreConformanceOptions } from './store.js'
export { resultStoreConformance, type MakeResultStore } from './results.js'
