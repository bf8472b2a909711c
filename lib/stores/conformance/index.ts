/** `guarded-call/conformance`: what a ledger of one's own must do, for any test runner. */
export type { ConformanceCase } from './case.js'
export { ledgerConformance, type MakeLedger } from './ledger.js'
