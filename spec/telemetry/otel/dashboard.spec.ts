import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as names from '../../../lib/telemetry/otel/names.js'
import { ROOT } from '../../helpers/docs-examples.js'

/** A name as Prometheus has it. */
const inPrometheus = (name: string): string => name.replace(/[.]/g, '_')

describe('the Grafana dashboard', () => {
  const dashboard = JSON.parse(readFileSync(join(ROOT, 'docs', 'grafana-dashboard.json'), 'utf8')) as {
    readonly panels: ReadonlyArray<{ readonly targets: ReadonlyArray<{ readonly expr: string }> }>
  }
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const used = new Set(
    expressions.flatMap((expression) => expression.match(/\b(?:guarded_call|gen_ai|error)_\w+/g) ?? [])
  )

  const counters = [names.CALLS, names.REFUSALS, names.SALVAGES, names.RETRIES, names.DEGRADED, names.CONTRADICTED].map(
    (name) => `${inPrometheus(name)}_total`
  )
  const metrics = [
    ...counters,
    inPrometheus(names.UNKNOWN_OUTCOMES),
    `${inPrometheus(names.OLDEST_UNKNOWN)}_seconds`,
    inPrometheus(names.UNSETTLED),
    `${inPrometheus(names.DURATION)}_seconds_bucket`
  ]
  const labels = [names.TOOL_NAME, names.OUTCOME, names.CODE, names.RETRY_KIND].map(inPrometheus)

  it('shows every metric, and nothing that is not measured', () => {
    expect([...used].sort()).to.deep.equal([...metrics, ...labels].sort())
  })
})
