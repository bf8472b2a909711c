/** Gauges of the operations whose outcome nobody knows, asked of their ledger at each export. */
import { metrics, type BatchObservableResult, type Meter } from '@opentelemetry/api'
import { waitFor } from '../../core/foreign/index.js'
import * as o from '../../core/options.js'
import type { ManagedLedger } from '../../guard/kernel.js'
import * as names from './names.js'

/** Which meter the gauges belong to. @category Telemetry @since 0.1.0 */
export interface LedgerGaugesOptions {
  /** @default that of the registered provider */
  readonly meter?: Meter
}

const MOST = 1_000

// A reader waits for its gauges: a ledger that hangs would hold up all metrics of the process.
const LEDGER_MS = 2_000

const read = o.options('options', {
  meter: o.optional(o.having<Meter>(['createObservableGauge'], 'a meter of OpenTelemetry'))
} satisfies o.TableOf<LedgerGaugesOptions>)

/**
 * Observes how many operations of a ledger have an unknown outcome, by tool and up to 1,000, and the age of the oldest.
 * Register a provider first. One process is enough: the ledger is asked once for each export, for two seconds. While it
 * does not respond, readers go on exporting what it said last. Returns the function that ends it.
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
  // Readers go on exporting the last value of a series that is not observed: a tool once seen goes down to 0.
  const byTool = new Map<string, number>()
  const observe = async (result: BatchObservableResult): Promise<void> => {
    const asked = await waitFor(() => ledger.list({ state: 'unknown', limit: MOST }), { timeoutMs: LEDGER_MS })
    // Its readers report it.
    if (asked.kind === 'threw') throw asked.thrown
    if (asked.kind !== 'answered') throw new Error(`the ledger did not respond within ${LEDGER_MS} ms`)
    const operations = asked.answer
    for (const tool of byTool.keys()) byTool.set(tool, 0)
    for (const { tool } of operations) byTool.set(tool, (byTool.get(tool) ?? 0) + 1)
    for (const [tool, count] of byTool) result.observe(unknown, count, { [names.TOOL_NAME]: tool })
    const [first] = operations
    const age = first?.beganAt == null ? 0 : (Date.now() - Date.parse(first.beganAt)) / 1_000
    result.observe(oldest, Math.max(0, age))
  }
  meter.addBatchObservableCallback(observe, [unknown, oldest])
  return () => meter.removeBatchObservableCallback(observe, [unknown, oldest])
}
