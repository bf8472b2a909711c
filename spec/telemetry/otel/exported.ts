/** What the observer and the gauges really export, and how each way to Prometheus names it. */
import type { Meter } from '@opentelemetry/api'
import {
  AggregationTemporality,
  DataPointType,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type MetricData
} from '@opentelemetry/sdk-metrics'
import { guardedCall, memoryLedger, openSession, type CallRecord } from '../../../lib/index.js'
import { ledgerGauges, otelObserver } from '../../../lib/telemetry/otel/index.js'
import * as t from 'io-ts'

/** A metric as it was exported. */
export interface Exported {
  readonly data: MetricData
  /** Of all its points, as Prometheus has them. */
  readonly labels: ReadonlyArray<string>
}

const RECORD: CallRecord = {
  callId: 'c',
  turnId: 't',
  tool: 'pay',
  effect: 'write',
  args: {},
  argsHash: '',
  outcome: 'partial_data',
  code: 'timeout',
  executed: 'unknown',
  ms: 1,
  bytes: 0,
  salvaged: true,
  unchanged: true,
  degraded: true,
  unsettled: true,
  repair: { outcome: 'success', retries: 1, usage: [] }
}

const FAILED = {
  _tag: 'Left',
  left: { error_class: 'partial_data', code: 'timeout', detail: 'x', hint: null }
} as const

const inPrometheus = (name: string): string => name.replace(/[^a-zA-Z0-9_]/g, '_')

/** Every metric, after calls that move each of them; `created` are all instruments. */
export const exportedMetrics = async (): Promise<{
  readonly metrics: ReadonlyArray<Exported>
  readonly created: ReadonlyArray<string>
}> => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const provider = new MeterProvider({ readers: [reader] })
  const created: Array<string> = []
  const meter = new Proxy(provider.getMeter('spec'), {
    get: (of, key: keyof Meter) => {
      const method = of[key] as (name: string, options: unknown) => unknown
      return (name: string, options: unknown) => {
        if (key.startsWith('create')) created.push(name)
        return method.call(of, name, options)
      }
    }
  })
  const { tool, effect, args } = RECORD
  const watch = otelObserver({ meter }).start({ callId: 'c', turnId: 't', tool, effect, args })
  watch.end(RECORD, FAILED)
  watch.end({ ...RECORD, executed: 'refused', code: 'store_unavailable' }, FAILED)
  watch.contradicted?.()
  const ledger = memoryLedger()
  ledgerGauges(ledger, { meter })
  const pay = guardedCall({ name: 'pay', effect: 'write', run: () => Promise.reject(new Error('reset')) }, t.unknown)
  await openSession({ ledger, logger: false }).openTurn({ id: 'one' }).run(pay())
  await reader.forceFlush()
  const metrics = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap((scope) => scope.metrics)
    .map((data) => ({
      data,
      labels: [...new Set(data.dataPoints.flatMap(({ attributes }) => Object.keys(attributes).map(inPrometheus)))]
    }))
  await provider.shutdown()
  return { metrics, created }
}

const suffixOf = (data: MetricData): string => {
  if (data.dataPointType === DataPointType.HISTOGRAM) return '_bucket'
  return data.dataPointType === DataPointType.SUM && data.isMonotonic ? '_total' : ''
}

const unitOf = ({ unit }: MetricData['descriptor']): string => {
  if (/^\{.*\}$/.test(unit)) return ''
  if (unit === 's') return '_seconds'
  throw new Error(`How does the Collector write the unit ${unit}?`)
}

/** How Prometheus names the series of a metric. */
export const NAMINGS: ReadonlyArray<readonly [way: string, nameOf: (data: MetricData) => string]> = [
  ['the Prometheus exporter of JavaScript', (data) => `${inPrometheus(data.descriptor.name)}${suffixOf(data)}`],
  [
    'OTLP or the Collector',
    (data) => `${inPrometheus(data.descriptor.name)}${unitOf(data.descriptor)}${suffixOf(data)}`
  ]
]
