import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODES } from '#core/errors'
import * as names from '../../../lib/telemetry/otel/names.js'
import { ROOT } from '../../helpers/docs-examples.js'

/** A name as Prometheus has it. */
const inPrometheus = (name: string): string => name.replace(/[.]/g, '_')

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
const labels = [names.TOOL_NAME, names.EFFECT, names.OUTCOME, names.CODE, names.CALL_EXECUTED, names.RETRY_KIND].map(
  inPrometheus
)

const namesIn = (text: string): ReadonlyArray<string> => [
  ...new Set(text.match(/\b(?:guarded_call|gen_ai|error)_\w+/g))
]

const VALUES: Readonly<Record<string, ReadonlyArray<string>>> = {
  [inPrometheus(names.EFFECT)]: ['read', 'write'],
  [inPrometheus(names.OUTCOME)]: ['right', 'schema_mismatch', 'partial_data', 'semantic_garbage'],
  [inPrometheus(names.CALL_EXECUTED)]: ['yes', 'no', 'unknown', 'refused'],
  [inPrometheus(names.CODE)]: Object.values(CODES).flat()
}

/** Selectors that no series can have. */
const impossible = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(guarded_call_\w+)(?:!=|=~?)"([\w|]+)"/g)].flatMap(([selector, label = '', values = '']) =>
    values.split('|').every((value) => VALUES[label]?.includes(value) === true) ? [] : [selector]
  )

const textOf = (file: string): string => readFileSync(join(ROOT, 'docs', file), 'utf8')

describe('the Grafana dashboard', () => {
  const { panels } = JSON.parse(textOf('grafana-dashboard.json')) as {
    readonly panels: ReadonlyArray<{ readonly targets: ReadonlyArray<{ readonly expr: string }> }>
  }
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')

  it('shows every metric, and nothing that is not measured', () => {
    expect([...namesIn(expressions)].sort()).to.deep.equal([...metrics, ...labels].sort())
    expect(impossible(expressions)).to.deep.equal([])
  })
})

describe('the alerts', () => {
  const rules = textOf('alerts.yml').split('- alert: ').slice(1)

  it('ask for metrics, labels and values that are exported', () => {
    const text = rules.join('\n')
    expect(namesIn(text).filter((name) => ![...metrics, ...labels].includes(name))).to.deep.equal([])
    expect(impossible(text)).to.deep.equal([])
  })

  it('each say what happened and what to do', () => {
    expect(rules).to.have.length(9)
    for (const rule of rules) expect(rule).to.match(/^\w+\n {8}expr: [^]*summary: '.+\.'\n {10}action: '.+'\n/)
  })
})
