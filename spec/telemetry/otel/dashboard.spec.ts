import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODES } from '#core/errors'
import { ROOT } from '../../helpers/docs-examples.js'
import { exportedMetrics, NAMINGS, type Exported } from './exported.js'

const VALUES: Readonly<Record<string, ReadonlyArray<string>>> = {
  guarded_call_effect: ['read', 'write'],
  guarded_call_outcome: ['right', 'schema_mismatch', 'partial_data', 'semantic_garbage'],
  guarded_call_executed: ['yes', 'no', 'unknown', 'refused'],
  guarded_call_code: Object.values(CODES).flat()
}

/** Selectors that no series can have. */
const impossible = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(guarded_call_\w+)(?:!=|=~?)"([\w|]+)"/g)].flatMap(([selector, label = '', values = '']) =>
    values.split('|').every((value) => VALUES[label]?.includes(value) === true) ? [] : [selector]
  )

/** Names in an expression: each alone, or a pattern of several. */
const namesIn = (text: string): ReadonlyArray<RegExp> => {
  const patterns = [...text.matchAll(/__name__=~"([^"]+)"/g)].map(([, pattern]) => pattern)
  const names = text.replace(/"[^"]*"/g, '""').match(/\b(?:guarded_call|gen_ai|error)_\w+/g) ?? []
  return [...new Set([...patterns, ...names])].map((name) => new RegExp(`^${name}$`))
}

const textOf = (file: string): string => readFileSync(join(ROOT, 'docs', file), 'utf8')

const { panels, templating } = JSON.parse(textOf('grafana-dashboard.json')) as {
  readonly panels: ReadonlyArray<{ readonly targets: ReadonlyArray<{ readonly expr: string }> }>
  readonly templating: { readonly list: ReadonlyArray<{ readonly query: unknown }> }
}
const expressions = [
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...templating.list.map(({ query }) => JSON.stringify(query))
].join('\n')
const rules = textOf('alerts.yml').split('- alert: ').slice(1)
const ruleText = rules.map((rule) => /expr: [^]*?(?=\n {8}\w)/.exec(rule)?.[0] ?? '').join('\n')

for (const [way, nameOf] of NAMINGS)
  describe(`names by ${way}`, () => {
    let metrics: ReadonlyArray<Exported>
    let series: ReadonlyArray<string>
    let labels: ReadonlyArray<string>

    before(async () => {
      const exported = await exportedMetrics()
      metrics = exported.metrics
      expect(metrics.map(({ data }) => data.descriptor.name)).to.have.members(exported.created)
      series = metrics.map(({ data }) => nameOf(data))
      labels = [...new Set(metrics.flatMap((metric) => metric.labels))]
    })

    /** What is asked for and was not exported. */
    const unknown = (text: string): ReadonlyArray<string> =>
      namesIn(text)
        .filter((name) => ![...series, ...labels].some((known) => name.test(known)))
        .map(String)

    it('are those of the dashboard, which shows every metric', () => {
      const names = namesIn(expressions)
      expect([unknown(expressions), impossible(expressions)]).to.deep.equal([[], []])
      expect(series.filter((each) => !names.some((name) => name.test(each)))).to.deep.equal([])
    })

    it('are those of the alerts', () => {
      expect([unknown(ruleText), impossible(ruleText)]).to.deep.equal([[], []])
    })
  })

describe('the alerts', () => {
  it('each say what happened and what to do', () => {
    expect(rules).to.have.length(12)
    for (const rule of rules) expect(rule).to.match(/^\w+\n {8}expr: [^]*summary: '.+\.'\n {10}action: '.+'\n/)
  })
})
