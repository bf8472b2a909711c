/** Gauges of the operations whose outcome nobody knows, asked of their ledger at each export. */
import { metrics, type BatchObservableResult, type Meter } from '@opentelemetry/api'
import * as o from '../../core/options.js'
import type { ManagedLedger } from '../../guard/kernel.js'
import * as names from './names.js'

/** Which meter the gauges belong to. @category Telemetry @since 0.1.0 */
export interface LedgerGaugesOptions {
  /** @default that of the registered provider */
  readonly meter?: Meter
}

const MOST = 1_000

const read = o.options('options', {
  meter: o.optional(o.having<Meter>(['createObservableGauge'], 'a meter of OpenTelemetry'))
} satisfies o.TableOf<LedgerGaugesOptions>)

/**
 * Observes how many operations of a ledger have an unknown outcome, by tool and up to 1,000, and the age of the oldest.
 * Register a provider first. One process is enough: the ledger is asked once for each export. Returns the function that
 * ends it.
 *
 * @category Telemetry @since 0.1.0
 * @example
 * import { memoryLedger } from 'guarded-call'
 * import { ledgerGauges } from 'guarded-call/otel'
 *
 * const stop = ledgerGauges(memoryLedger())
 * stop()
 */
export const ledgerGauges = (ledger: ManagedLedger, options: LedgerGaugesOptions = {}): (() => void) => {
  const meter = read(options).meter ?? metrics.getMeter(names.SCOPE, undefined, { schemaUrl: names.SCHEMA_URL })
  const unknown = meter.createObservableGauge(names.UNKNOWN_OUTCOMES, {
    unit: '{operation}',
    description: 'Writes whose outcome nobody knows.'
  })
  const oldest = meter.createObservableGauge(names.OLDEST_UNKNOWN, {
    unit: 's',
    description: 'Since the oldest write whose outcome nobody knows began.'
  })
  const observe = async (result: BatchObservableResult): Promise<void> => {
    const operations = await ledger.list({ state: 'unknown', limit: MOST })
    const byTool = new Map<string, number>()
    for (const { tool } of operations) byTool.set(tool, (byTool.get(tool) ?? 0) + 1)
    for (const [tool, count] of byTool) result.observe(unknown, count, { [names.TOOL_NAME]: tool })
    const [first] = operations
    const age = first?.beganAt == null ? 0 : (Date.now() - Date.parse(first.beganAt)) / 1_000
    result.observe(oldest, Math.max(0, age))
  }
  meter.addBatchObservableCallback(observe, [unknown, oldest])
  return () => meter.removeBatchObservableCallback(observe, [unknown, oldest])
}
