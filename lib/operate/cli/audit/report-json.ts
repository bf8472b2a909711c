/** The findings of an audit as one JSON document, whose schema is published (docs/audit.schema.json). */
import { given } from '../../../core/options.js'
import { adviceOf } from './advice.js'
import { conclusionOf, leftOutOf, wasteOf } from './conclusion.js'
import { longOf } from './long-results.js'
import type { Findings } from './findings.js'
import { printedName } from './printed-name.js'
import { toolsOf, type AuditSummary, type FileReport } from './summary.js'
import { costIn, methodsOf } from './words.js'
import { guardVerdict } from './guard-verdict.js'

const figures = ({
  transcripts,
  messages,
  formats,
  audit: { tools: _tools, ...counts },
  repairs,
  brokenLines
}: Findings) => ({ transcripts, messages, formats, ...counts, repairs, brokenLines })

const fileJson = (file: FileReport) => {
  if ('error' in file) return file
  const { path, findings, copy } = file
  return { path, ...figures(findings), broken: findings.broken, ...given({ copy }) }
}

const MAX_SKIPPED = 20

const someOf = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | undefined => (list.length === 0 ? undefined : list)

/** A report as plain data. Figures may be added; none changes its meaning within a version. */
export const reportJson = (summary: AuditSummary) => {
  const { files, skipped, total, evidence, stopped } = summary
  const [money, config] = [costIn(summary), adviceOf(summary)]
  return {
    version: 1 as const,
    conclusion: conclusionOf(summary),
    cost: [wasteOf(summary), longOf(summary)].filter((line) => line !== undefined).join(' ') || null,
    leftOut: leftOutOf(summary) ?? null,
    verdict: guardVerdict(summary),
    total: figures(total),
    tools: toolsOf(total.audit).map(([name, tool]) => ({ tool: printedName(name, 200), ...tool })),
    doubles: evidence.doubles,
    given: evidence.groups,
    files: files.map(fileJson),
    skipped: skipped.length,
    methods: methodsOf(summary),
    ...given({
      money,
      config,
      skippedFiles: someOf(skipped.slice(0, MAX_SKIPPED).map((path) => printedName(path, 200))),
      unread: someOf(evidence.unread),
      stopped
    })
  }
}

export const writeReport = (summary: AuditSummary): string => `${JSON.stringify(reportJson(summary), null, 2)}\n`
