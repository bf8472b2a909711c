/** The rules, evaluated by Prometheus itself: which of them fire, and which do not. */
import { expect } from 'chai'
import type { MetricData } from '@opentelemetry/sdk-metrics'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../helpers/docs-examples.js'
import { exportedMetrics, NAMINGS } from './exported.js'

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool)
  console.warn('\n  !! SKIPPED: no promtool found; install the package `prometheus` to evaluate the alerts.\n')

interface Series {
  readonly metric: string
  readonly labels: Readonly<Record<string, string>>
  /** A sample a minute, as promtool reads it. */
  readonly values: string
}

interface Story {
  readonly name: string
  readonly series: ReadonlyArray<Series>
  /** After so many minutes these fire. */
  readonly fires: Readonly<Record<number, ReadonlyArray<string>>>
}

const WORKER = { job: 'worker', gen_ai_tool_name: 'pay' }
const UNKNOWN = { ...WORKER, guarded_call_effect: 'write', guarded_call_executed: 'unknown' }
const AGAIN = { ...UNKNOWN, guarded_call_code: 'outcome_unknown' }
const DOWN = { ...WORKER, guarded_call_code: 'store_unavailable' }

const calls = (values: string, labels = AGAIN): Series => ({ metric: 'guarded_call.calls', labels, values })
const unknown = (values: string): Series => ({ metric: 'guarded_call.unknown_outcomes', labels: WORKER, values })
const oldest = (values: string): Series => ({
  metric: 'guarded_call.oldest_unknown',
  labels: { job: 'worker' },
  values
})
const refused = (values: string): Series => ({ metric: 'guarded_call.refusals', labels: DOWN, values })

const STORIES: ReadonlyArray<Story> = [
  {
    name: 'a write that is delivered again and again while its lease lasts',
    series: [calls('_x2 1+1x20'), oldest('0x40')],
    fires: { 3: [], 5: [], 12: [], 20: [] }
  },
  {
    name: 'a write that the next delivery verifies',
    series: [calls('_x2 1x30'), unknown('0x2 1x3 0x30'), oldest('0x2 30+60x3 0x30')],
    fires: { 4: [], 7: [], 20: [] }
  },
  {
    name: 'a write that is left to a person, until one settles it',
    series: [calls('_x2 1x100'), unknown('0x2 1x70 0x20'), oldest('0x2 30+60x70 0x20')],
    fires: {
      4: [],
      10: ['GuardedCallUnknownOutcome'],
      70: ['GuardedCallUnknownOutcome', 'GuardedCallUnknownOutcomeIsOld'],
      80: []
    }
  },
  {
    name: 'a write of unknown outcome where nobody exports the gauges',
    series: [calls('_x2 1x30', { ...UNKNOWN, guarded_call_code: 'timeout' })],
    fires: { 1: [], 3: ['GuardedCallWriteOutcomeUnknown'], 30: [] }
  },
  {
    name: 'the same, where another job exports them',
    series: [calls('_x2 1x30'), { ...oldest('0x30'), labels: { job: 'other' } }],
    fires: { 3: ['GuardedCallWriteOutcomeUnknown'] }
  },
  {
    name: 'a ledger that is down: its first refusal, and later ones',
    series: [refused('_x3 1x20 1+1x5'), oldest('0x60')],
    fires: { 2: [], 4: ['GuardedCallStoreUnavailable'], 20: [], 27: ['GuardedCallStoreUnavailable'], 40: [] }
  },
  {
    name: 'gauges that nobody exports any longer',
    series: [oldest('0x10 stale _x20 0x10')],
    fires: { 10: [], 15: [], 25: ['GuardedCallLedgerGaugesGone'], 35: [] }
  }
]

/** What promtool reads: YAML, of which JSON is a part. */
const suite = (nameOf: (metric: string) => string): string =>
  JSON.stringify({
    rule_files: [join(ROOT, 'docs/alerts.yml')],
    evaluation_interval: '1m',
    tests: STORIES.map(({ name, series, fires }) => ({
      name,
      interval: '1m',
      input_series: series.map(({ metric, labels, values }) => {
        const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
        return { series: `${nameOf(metric)}{${pairs.join()}}`, values }
      }),
      promql_expr_test: Object.entries(fires).map(([minutes, alerts]) => ({
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${minutes}m`,
        exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 }))
      }))
    }))
  })

describe('the alerts, evaluated by Prometheus', () => {
  let folder: string
  let metrics: ReadonlyArray<MetricData>

  before(async function () {
    if (!hasPromtool) return this.skip()
    folder = mkdtempSync(join(tmpdir(), 'guarded-call-alerts-'))
    metrics = (await exportedMetrics()).metrics.map(({ data }) => data)
  })
  after(() => {
    if (hasPromtool) rmSync(folder, { recursive: true })
  })

  for (const [way, nameOf] of NAMINGS)
    it(`fire for what a person has to do, and for nothing else, by the names of ${way}`, () => {
      const named = (metric: string): string =>
        nameOf(metrics.find(({ descriptor }) => descriptor.name === metric) as MetricData)
      const file = join(folder, 'alerts.test.yml')
      writeFileSync(file, suite(named))
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
      expect([status, stdout + stderr]).to.deep.equal([0, `Unit Testing:  ${file}\n  SUCCESS\n\n`])
    })
})
