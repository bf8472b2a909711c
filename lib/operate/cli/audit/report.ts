/** Shows the findings of an audit to a person, the conclusion first. */
import { oneLine } from '../../../core/errors/index.js'
import type { Paint } from '../terminal.js'
import { firstAdviceOf } from './first-advice.js'
import { adviceOf, brokenOf } from './advice.js'
import { conclusionOf, leftOutOf, wasteOf } from './conclusion.js'
import { longOf } from './long-results.js'
import type { AuditEvidence } from './evidence.js'
import type { GivenGroup } from './given-groups.js'
import { sampleText } from './place.js'
import type { Findings } from './findings.js'
import { printedName, printedPath } from './printed-name.js'
import { doublesOf, isAudited, toolsOf, type AuditedFile, type AuditSummary, type FileReport } from './summary.js'
import { doubleWords, givenOf, KINDS, knownOf, methodsOf, reasonText, repeatsOf } from './words.js'
import { guardVerdict } from './guard-verdict.js'
import { counted, applicable, listCounts, number, percent, sentences, sumOf } from '../figures.js'

const SHOWN = { broken: 10, tools: 20, doubles: 10, groups: 20, files: 20 }

// -- counts

const REPAIRS = 'repairs due'

type SummaryRow = readonly [label: string, count: number, remark: string]

const rowsOf = (total: Findings, { loops }: AuditEvidence): ReadonlyArray<SummaryRow> => {
  const { transcripts, messages, formats, audit, repairs, brokenLines } = total
  return [
    ['transcripts', transcripts, listCounts(formats)],
    ['messages', messages, ''],
    ['calls', audit.calls, ''],
    ['repeated writes', doublesOf(audit), knownOf(audit)],
    [
      'later repeats',
      audit.doubles.later,
      'the same write in a later turn; both report success, and the user may have asked for it'
    ],
    ['bad results', audit.badResults, givenOf(audit)],
    ['identical repeats', sumOf({ ...audit.repeats }), repeatsOf(audit)],
    ['loops', audit.loops, loops.slice(0, 1).map(sampleText).join('')],
    ['unreadable', audit.unreadable, ''],
    ['unanswered calls', audit.unanswered, audit.unreadable === 0 ? '' : 'what is unreadable may hold their responses'],
    ['orphaned results', audit.orphaned, ''],
    [
      REPAIRS,
      sumOf(repairs),
      'messages that a provider may refuse where an agent goes on from them; --repair DIR writes copies that it accepts'
    ],
    ['broken lines', brokenLines, '']
  ]
}

const ALWAYS: ReadonlySet<string> = new Set(['transcripts', 'messages', 'calls'])
// Nothing went wrong in these.
const QUIET: ReadonlySet<string> = new Set([...ALWAYS, REPAIRS])

const showRow =
  (paint: Paint) =>
  ([label, count, remark]: SummaryRow): string => {
    const shown = number(count).padStart(11)
    const painted = QUIET.has(label) ? shown : paint('yellow', shown)
    return `  ${label.padEnd(18)}${painted}${remark === '' ? '' : `   ${paint('dim', remark)}`}`
  }

/** The first of some things, each in lines, and how many more there are. */
const firstOf = <A>(
  all: ReadonlyArray<A>,
  shown: number,
  lines: (one: A) => ReadonlyArray<string>,
  count = all.length
) => [...all.slice(0, shown).flatMap(lines), ...(count > shown ? [`  and ${number(count - shown)} more`] : [])]

const showBroken = ({ broken, brokenLines }: Findings): ReadonlyArray<string> =>
  firstOf(broken, SHOWN.broken, (line) => [`  ${printedName(line.at, 200)} ${reasonText(line)}`], brokenLines).map(
    (line) => `  ${line}`
  )

const showUnread = ({ unread }: AuditEvidence): ReadonlyArray<string> =>
  unread.map(({ at, says }) => `    ${at}: ${says}`)

const showCounts = ({ total, evidence }: AuditSummary, paint: Paint): string =>
  [
    ...rowsOf(total, evidence)
      .filter(([label, n]) => n > 0 || ALWAYS.has(label))
      .map(showRow(paint)),
    ...showUnread(evidence),
    ...showBroken(total)
  ].join('\n')

// -- sections

const section = (title: string, lines: ReadonlyArray<string>, paint: Paint): string | undefined =>
  lines.length === 0 ? undefined : [paint('bold', title), ...lines].join('\n')

const showDoubles = ({ evidence }: AuditSummary, paint: Paint): string | undefined =>
  section(
    'Writes that were made again',
    firstOf(evidence.doubles, SHOWN.doubles, (double) => [
      `  ${paint(double.sure ? 'red' : 'yellow', double.tool)} ${oneLine(double.args, 90)}`,
      paint('dim', `      ${double.at}, calls ${double.calls.join(', ')}: ${doubleWords(double)}`),
      paint(
        'dim',
        `      ${double.says
          .slice(0, 3)
          .map((one) => oneLine(one, 50))
          .join(' · ')}`
      )
    ]),
    paint
  )

const showSamples = (samples: GivenGroup['samples']): ReadonlyArray<string> => {
  const says = samples.map(({ count, says: words }, at) => {
    const shown = oneLine(words, at === 0 ? 100 : 60)
    return samples.length === 1 ? shown : `${number(count)} × ${shown}`
  })
  const [first] = samples
  return applicable(
    first && `${sampleText(first)}: ${String(says[0])}`,
    samples.length > 1 && `also ${says.slice(1).join('; ')}`
  )
}

const showGiven = ({ evidence }: AuditSummary, paint: Paint): string | undefined =>
  section(
    'What the model was given',
    firstOf(evidence.groups, SHOWN.groups, ({ tool, kind, code, count, samples }) => [
      `  ${tool}  ${paint('yellow', counted(count, KINDS[kind].one))}  ${paint('dim', code)}`,
      ...showSamples(samples).map((line) => paint('dim', `      ${line}`))
    ]),
    paint
  )

// -- tables

/** Formats rows in columns: the first flush left, all others flush right. */
const table = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  shown: number,
  paint: Paint
): string => {
  const some = rows.slice(0, shown)
  const widths = head.map((title, at) => Math.max(title.length, ...some.map((row) => (row[at] ?? '').length)))
  const line = (cells: ReadonlyArray<string>): string =>
    `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart((widths[at] ?? 0) + 2))).join('')}`
  return [paint('dim', line(head)), ...firstOf(rows, shown, (row) => [line(row)])].join('\n')
}

const TOOL_COLUMNS = ['tool', 'calls', 'double', 'bad', 'unchanged', 'refused', 'tokens read', 'wasted']

const showTools = ({ total: { audit } }: AuditSummary, paint: Paint): string | undefined => {
  const rows = toolsOf(audit).map(([name, tool]) => {
    const { calls, badResults, repeats, refusable, context } = tool
    return [
      printedName(name, 40),
      ...[calls, doublesOf(tool), badResults, repeats.unchanged, refusable.calls, context.read].map(number),
      context.read === 0 ? '' : percent(context.wasted / context.read)
    ]
  })
  return rows.length === 0 ? undefined : table(TOOL_COLUMNS, rows, SHOWN.tools, paint)
}

const weightOf = ({ findings: { audit } }: AuditedFile): number => doublesOf(audit) * 1e12 + audit.context.wasted

const FILE_COLUMNS = ['file', 'transcripts', 'calls', 'double', 'bad', 'unreadable', 'tokens wasted']

const showFiles = ({ files }: AuditSummary, paint: Paint): string | undefined => {
  const audited = files.filter(isAudited)
  const copies = audited.flatMap(({ copy }) => (copy === undefined ? [] : [`  repaired copy: ${copy}`]))
  if (audited.length < 2) return copies[0]
  const rows = audited
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .map(({ path, findings: { transcripts, audit } }) => [
      printedPath(path, 60),
      ...[transcripts, audit.calls, doublesOf(audit), audit.badResults, audit.unreadable, audit.context.wasted].map(
        number
      )
    ])
  return [table(FILE_COLUMNS, rows, SHOWN.files, paint), ...copies].join('\n')
}

// -- all of it

/** The content that a file needs to be audited. */
export const EXPECTED = [
  'Expected is JSON, or JSON Lines, that holds transcripts at one place: messages of a provider, or the log or trace of an agent.',
  'Where the place is not found, --path names it; where the format is not, --format does. What `recorder` wrote is for `guarded-call calibrate`.'
].join('\n')

const isOther = (file: FileReport): boolean =>
  isAudited(file) &&
  file.findings.transcripts === 0 &&
  file.findings.broken.some(({ reason }) => !reason.startsWith('calls_'))

/** What to do at the tools that have no rule. */
const withoutRule = (summary: AuditSummary): ReadonlyArray<string> =>
  firstAdviceOf(summary)
    .filter(({ config }) => config === undefined)
    .map(({ lead, tool, found, helps, use }) => {
      const page = use === '' ? '' : '--html writes the code that guards it.'
      return sentences(`${lead} ${printedName(tool)}: ${found}.`, page, helps)
    })

/**
 * Writes a report as text: the conclusion, the double effects, what the model was given, tools, files, and what to do
 * about it.
 */
export const showReport = (summary: AuditSummary, paint: Paint): string => {
  const { files, total } = summary
  if (!files.some(isAudited)) return ''
  const advice = adviceOf(summary)
  const verdict = guardVerdict(summary)
  const broken = brokenOf(summary)
  const dim = (line: string): string => paint('dim', line)
  const blocks = applicable(
    applicable(conclusionOf(summary), wasteOf(summary), longOf(summary), leftOutOf(summary))
      .map((line, at) => (at === 0 ? paint('bold', line) : dim(line)))
      .join('\n'),
    showCounts(summary, paint),
    showDoubles(summary, paint),
    showGiven(summary, paint),
    showTools(summary, paint),
    showFiles(summary, paint),
    files.some(isOther) && EXPECTED,
    verdict !== '' && verdict,
    advice && section('What to do', [advice.trimEnd()], paint),
    ...withoutRule(summary),
    broken.length > 0 && broken.join('\n'),
    total.audit.calls > 0 && methodsOf(summary).map(dim).join('\n')
  )
  return blocks.map((block) => `${block}\n`).join('\n')
}
