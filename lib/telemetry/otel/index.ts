/** `guarded-call/otel`: a span and metrics for each call. */
export { otelObserver, type OtelObserver, type OtelOptions } from './otel-observer.js'
export { ledgerGauges, type LedgerGaugesOptions } from './ledger-gauges.js'
