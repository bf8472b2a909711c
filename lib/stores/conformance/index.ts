/** `guarded-call/conformance`: what a ledger or a budget store of one's own must do, for any test runner. */
export type { ConformanceCase } from './case.js'
export { ledgerConformance, type MakeLedger } from './ledger.js'
export { storeConformance, type MakeStore, type StoreConformanceOptions } from './store.js'
