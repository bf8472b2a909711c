/** `guarded-call/conformance`: the requirements for your own ledger, budget store or store of results, for any test runner. */
export type { ConformanceCase } from './case.js'
export { ledgerConformance, type LedgerConformanceOptions, type LedgerTimes, type MakeLedger } from './ledger.js'
export { storeConformance, type MakeStore, type StoreConformanceOptions } from './store.js'
export { resultStoreConformance, type MakeResultStore } from './results.js'
