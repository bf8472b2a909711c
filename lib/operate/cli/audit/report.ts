/** Shows the findings of an audit to a person, or as JSON. */
import type { Audit, ToolAudit } from '../../audit/audit.js'
import type { Paint } from '../terminal.js'
import { sumOf, weigh, type Findings } from './findings.js'
import { printedName } from './printed-name.js'
import { listCounts, REASONS, repeatsOf, TOKENS, auditVerdict } from './words.js'

// -- model

interface AuditedFile {
  readonly path: string
  readonly findings: Findings
  readonly copy?: string
}

/** A file and its findings, or the reason why it is unreadable. */
export type FileReport = AuditedFile | { readonly path: string; readonly error: string }

export interface AuditSummary {
  readonly files: ReadonlyArray<FileReport>
  readonly total: Findings
}

// -- counts

const SHOWN_BROKEN = 10

type SummaryRow = readonly [label: string, count: number, remark: string]

const rowsOf = ({
  transcripts,
  messages,
  formats,
  audit,
  repairs,
  brokenLines
}: Findings): ReadonlyArray<SummaryRow> => [
  ['transcripts', transcripts, listCounts(formats)],
  ['messages', messages, ''],
  ['calls', audit.calls, ''],
  ['unreadable', audit.unreadable, ''],
  ['identical repeats', sumOf({ ...audit.repeats }), repeatsOf(audit)],
  ['loops', audit.loops, ''],
  ['errors', sumOf(audit.errors), listCounts(audit.errors)],
  ['unanswered calls', audit.unanswered, ''],
  ['orphaned results', audit.orphaned, ''],
  ['repairs due', sumOf(repairs), listCounts(repairs)],
  ['broken lines', brokenLines, '']
]

const PLAIN_ROWS: ReadonlySet<string> = new Set(['transcripts', 'messages', 'calls', 'unanswered calls'])

const showRow =
  (paint: Paint) =>
  ([label, count, remark]: SummaryRow): string => {
    const number = String(count).padStart(6)
    const shown = PLAIN_ROWS.has(label) ? number : count === 0 ? paint('dim', number) : paint('yellow', number)
    return `  ${label.padEnd(22)}${shown}${remark === '' ? '' : `   ${paint('dim', remark)}`}`
  }

const showBroken = ({ broken, brokenLines }: Findings): ReadonlyArray<string> => {
  const shown = broken.slice(0, SHOWN_BROKEN).map(({ at, reason }) => `    ${printedName(at, 200)} ${REASONS[reason]}`)
  return brokenLines > shown.length && shown.length > 0
    ? [...shown, `    and ${brokenLines - shown.length} more`]
    : shown
}

// -- tables

/** Formats rows in columns: the first flush left, all others flush right. */
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>, paint: Paint): string => {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)))
  const line = (cells: ReadonlyArray<string>): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart((widths[at] ?? 0) + 2))).join('')
  return [paint('dim', `  ${line(head)}`), ...rows.map((row) => `  ${line(row)}`)].join('\n')
}

const SHOWN_TOOLS = 20

type NamedTool = readonly [name: string, tool: ToolAudit]

const weightOf = ([, { refusable, repeats, errors, calls }]: NamedTool): number =>
  refusable * 1e9 + repeats.unchanged * 1e6 + errors * 1e3 + Math.min(calls, 999)

/** The tools, most wasteful first. */
export const toolsOf = ({ tools }: Audit): ReadonlyArray<NamedTool> =>
  Object.entries(tools).toSorted((one, other) => weightOf(other) - weightOf(one))

const showTools = (audit: Audit, paint: Paint): ReadonlyArray<string> => {
  const tools = toolsOf(audit)
  if (tools.length === 0) return []
  const rows = tools
    .slice(0, SHOWN_TOOLS)
    .map(([name, { calls, repeats, errors, refusable }]) => [
      printedName(name, 40),
      ...[calls, repeats.unchanged, repeats.changed, errors, refusable].map(String)
    ])
  const more = tools.length > SHOWN_TOOLS ? [`  and ${tools.length - SHOWN_TOOLS} more tools`] : []
  return [table(['tool', 'calls', 'unchanged', 'had changed', 'errors', 'refused'], rows, paint), ...more]
}

const showFiles = (files: ReadonlyArray<AuditedFile>, paint: Paint): string =>
  table(
    ['file', 'transcripts', 'calls', 'unreadable', 'unchanged', 'had changed', 'errors', 'refused'],
    files.map(({ path, findings: { transcripts, audit } }) => [
      printedName(path, 60),
      ...[
        transcripts,
        audit.calls,
        audit.unreadable,
        audit.repeats.unchanged,
        audit.repeats.changed,
        sumOf(audit.errors),
        audit.refusable.calls
      ].map(String)
    ]),
    paint
  )

// -- for a person

const isOther = ({ transcripts, brokenLines }: Findings): boolean => transcripts === 0 && brokenLines > 0

/** The content that a file needs to be audited. */
export const EXPECTED = [
  'Expected is JSON, or JSON Lines, that holds transcripts at one place: messages of a provider, or the log or trace of an agent.',
  'Where the place is not found, --path names it; where the format is not, --format does. What `recorder` wrote is for `guarded-call calibrate`.'
].join('\n')

const showNothing = ({ path, findings }: AuditedFile, paint: Paint): string =>
  [
    paint('bold', printedName(path, 200)),
    `  ${paint('yellow', isOther(findings) ? 'no transcript' : 'empty')}`,
    ...showBroken(findings)
  ].join('\n')

const showCounts = (title: string, findings: Findings, paint: Paint, copy?: string): ReadonlyArray<string> => [
  [
    paint('bold', title),
    ...rowsOf(findings).map(showRow(paint)),
    ...showBroken(findings),
    ...(copy === undefined ? [] : [`  repaired copy: ${copy}`])
  ].join('\n'),
  ...showTools(findings.audit, paint)
]

const showMany = (files: ReadonlyArray<AuditedFile>, total: Findings, paint: Paint): ReadonlyArray<string> => {
  const copies = files.flatMap(({ copy }) => (copy === undefined ? [] : [`  repaired copy: ${copy}`]))
  return [
    ...files.filter(({ findings }) => findings.transcripts === 0).map((file) => showNothing(file, paint)),
    showFiles(
      files.filter(({ findings }) => findings.transcripts > 0),
      paint
    ),
    ...(copies.length === 0 ? [] : [copies.join('\n')]),
    ...showCounts(`${files.length} files in sum`, total, paint)
  ]
}

/** Writes a report as text: counts, a table of the files if there are several, a table of the tools, and the calls that a guard would have refused. */
export const showReport = ({ files, total }: AuditSummary, paint: Paint): string => {
  const audited = files.filter((file) => 'findings' in file)
  const [only] = audited
  if (only === undefined) return ''
  if (total.transcripts === 0) return audited.map((file) => `${showNothing(file, paint)}\n`).join('\n')
  const blocks =
    audited.length === 1
      ? showCounts(printedName(only.path, 200), only.findings, paint, only.copy)
      : showMany(audited, total, paint)
  const hints = audited.some(({ findings }) => isOther(findings)) ? [EXPECTED] : []
  const verdict = [
    paint('bold', auditVerdict(total.audit)),
    ...(total.audit.refusable.calls > 0 ? [paint('dim', TOKENS)] : [])
  ]
  return [...blocks, ...hints, verdict.join('\n')].map((block) => `${block}\n`).join('\n')
}

// -- for a program

const dataOf = (findings: Findings): object => {
  const { transcripts, messages, formats, audit, repairs, brokenLines } = findings
  const { tools: _, ...counts } = audit
  const tools = toolsOf(audit).map(([name, tool]) => ({ tool: printedName(name, 200), ...tool }))
  return { transcripts, messages, formats, ...counts, tools, repairs, brokenLines, findings: weigh(findings) }
}

/** Writes a report as one JSON document. */
export const writeReport = ({ files, total }: AuditSummary): string => {
  const shown = files.map((file) => {
    const { path } = file
    if ('error' in file) return { path, error: file.error }
    const { findings, copy } = file
    return { path, ...dataOf(findings), broken: findings.broken, ...(copy === undefined ? {} : { copy }) }
  })
  const verdict = auditVerdict(total.audit)
  return `${JSON.stringify({ files: shown, total: dataOf(total), verdict, tokensEstimatedAs: 'characters / 4' }, null, 2)}\n`
}
