/** Shows what an audit found: to a person, or as JSON. */
import type { TextFault } from '../transcripts/read-text.js'
import type { Paint } from '../terminal.js'
import { sumOf, weigh, type BrokenLine, type Findings } from './findings.js'

// -- model

interface AuditedFile {
  readonly path: string
  readonly findings: Findings
  readonly copy?: string
}

/** A file that was read, or why it could not be. */
export type FileReport = AuditedFile | { readonly path: string; readonly error: string }

interface Report {
  readonly files: ReadonlyArray<FileReport>
  readonly total: Findings
}

// -- for a person

const REASONS: Readonly<Record<TextFault, string>> = {
  cut: 'ends inside a value',
  not_json: 'is not JSON',
  not_text: 'is not UTF-8 text',
  too_deep: 'is nested too deep',
  too_large: 'is too large',
  not_a_transcript: 'holds no transcript',
  torn_gzip: 'is where the compressed data end or break'
}

const SHOWN_BROKEN = 10

const list = (counts: Readonly<Record<string, number | undefined>>): string =>
  Object.entries(counts)
    .filter(([, n]) => n !== undefined && n > 0)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ')

type Row = readonly [label: string, count: number, remark: string]

const rowsOf = ({ transcripts, messages, formats, audit, repairs, brokenLines }: Findings): ReadonlyArray<Row> => [
  ['transcripts', transcripts, list(formats)],
  ['messages', messages, ''],
  ['calls', audit.calls, ''],
  ['identical repeats', audit.identicalRepeats, ''],
  ['loops', audit.loops, ''],
  ['errors', sumOf(audit.errors), list(audit.errors)],
  ['unanswered calls', audit.unanswered, ''],
  ['orphaned results', audit.orphaned, ''],
  ['repairs due', sumOf(repairs), list(repairs)],
  [
    'a guard would refuse',
    audit.refusable.calls,
    audit.refusable.calls === 0 ? '' : `about ${audit.refusable.tokens} tokens`
  ],
  ['broken lines', brokenLines, '']
]

const PLAIN_ROWS: ReadonlySet<string> = new Set(['transcripts', 'messages', 'calls'])

const showRow =
  (paint: Paint) =>
  ([label, count, remark]: Row): string => {
    const number = String(count).padStart(6)
    const shown = PLAIN_ROWS.has(label) ? number : count === 0 ? paint('dim', number) : paint('yellow', number)
    return `  ${label.padEnd(22)}${shown}${remark === '' ? '' : `   ${paint('dim', remark)}`}`
  }

const showBroken = (broken: ReadonlyArray<BrokenLine>, brokenLines: number): ReadonlyArray<string> => {
  const shown = broken.slice(0, SHOWN_BROKEN).map(({ at, reason }) => `    ${at} ${REASONS[reason]}`)
  return brokenLines > shown.length ? [...shown, `    and ${brokenLines - shown.length} more`] : shown
}

const showFindings = (title: string, findings: Findings, paint: Paint, rest: ReadonlyArray<string>): string =>
  [paint('bold', title), ...rowsOf(findings).map(showRow(paint)), ...rest].join('\n')

const isOther = ({ transcripts, brokenLines }: Findings): boolean => transcripts === 0 && brokenLines > 0

/** What a file must hold to be audited. */
export const EXPECTED = [
  'Expected are the messages of a conversation as JSON: an array, an object with `messages` or `input`, or JSON Lines.',
  'Where the format is not detected, --format names it. What `recorder` wrote is for `guarded-call calibrate`.'
].join('\n')

const showFile = ({ path, findings, copy }: AuditedFile, paint: Paint): string => {
  const broken = showBroken(findings.broken, findings.brokenLines)
  const rest = copy === undefined ? broken : [...broken, `  mended copy: ${copy}`]
  if (findings.transcripts > 0) return showFindings(path, findings, paint, rest)
  // Of no transcript there is nothing to count.
  return [paint('bold', path), `  ${paint('yellow', isOther(findings) ? 'no transcript' : 'empty')}`, ...rest].join(
    '\n'
  )
}

/** Shows a report as text: a block a file that could be read, and one for their sum where there are several. Of failures the standard error tells. */
export const showReport = ({ files, total }: Report, paint: Paint): string => {
  const audited = files.filter((file) => 'findings' in file)
  const blocks = audited.map((file) => showFile(file, paint))
  if (audited.length > 1 && total.transcripts > 0)
    blocks.push(showFindings(`${audited.length} files in sum`, total, paint, []))
  if (total.transcripts > 0 && audited.some(({ findings }) => isOther(findings))) blocks.push(EXPECTED)
  if (total.audit.refusable.calls > 0)
    blocks.push(
      paint('dim', 'Tokens are estimated: the characters of each refused call and its result, divided by four.')
    )
  return blocks.map((block) => `${block}\n`).join('\n')
}

// -- for a program

const dataOf = (findings: Findings): object => {
  const { transcripts, messages, formats, audit, repairs, brokenLines } = findings
  return { transcripts, messages, formats, ...audit, repairs, brokenLines, findings: weigh(findings) }
}

/** Shows a report as one JSON document. */
export const writeReport = ({ files, total }: Report): string => {
  const shown = files.map((file) => {
    if ('error' in file) return file
    const { path, findings, copy } = file
    return { path, ...dataOf(findings), broken: findings.broken, ...(copy === undefined ? {} : { copy }) }
  })
  return `${JSON.stringify({ files: shown, total: dataOf(total), tokensEstimatedAs: 'characters / 4' }, null, 2)}\n`
}
