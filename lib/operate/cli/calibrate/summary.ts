/** Shows a calibration on a terminal. */
import { count, oneLine } from '../../../core/errors/index.js'
import type { Calibration, RejectionGroup, ToolCalibration, RejectionVerdict } from '../../calibrate/calibration.js'
import type { Drift, DriftChange, ToolDrift } from '../../calibrate/drift.js'
import type { Paint } from '../terminal.js'
import { ofPeriod } from '../../calibrate/period.js'
import { relatedGroups, type RelatedGroups } from './related-groups.js'
import { effectText, kindText, nameText, part, samplesText, symptomText } from './words.js'
import { applicable, listCounts, number, percent, sumOf } from '../figures.js'

const MAX_CHARS = 300

// Recorded text may hold terminal escape sequences.
const line = (text: string): string => oneLine(text, MAX_CHARS)

// -- groups

const COLOURS: Readonly<Record<RejectionVerdict, 'green' | 'yellow' | 'red'>> = {
  'likely edge case': 'green',
  undecided: 'yellow',
  'likely fault': 'red'
}

const ORDER: ReadonlyArray<RejectionVerdict> = ['likely edge case', 'undecided', 'likely fault']
const SHOWN_GROUPS = 12

const showGroup = ({ group, others }: RelatedGroups, paint: Paint): ReadonlyArray<string> => {
  const { verdict, place, share, suggestion, withheld } = group
  const reasons = new Set([group, ...others].flatMap((each) => each.reasons.map(({ reason }) => reason)))
  const remark = (text: string): string => `      ${paint('dim', line(text))}`
  return applicable(
    `  ${paint(COLOURS[verdict], verdict)}  ${line(place)}  ${line(symptomText(group))}  ${number(group.count)} (${percent(share)})`,
    samplesText(group) !== '' && `      ${line(samplesText(group))}`,
    ...[...reasons].map(remark),
    others.length > 0 &&
      remark(`The same responses are in ${count(others.length, 'more group')}: ${others.map(nameText).join(', ')}.`),
    suggestion !== null && `      ${paint('bold', line(suggestion.code))}`,
    suggestion !== null && remark(effectText(group)),
    withheld !== undefined && remark(withheld)
  )
}

const showGroups = (groups: ReadonlyArray<RejectionGroup>, paint: Paint): ReadonlyArray<string> => {
  const all = relatedGroups(groups)
  const ordered = ORDER.flatMap((verdict) => all.filter(({ group }) => group.verdict === verdict))
  const left = ordered.length - SHOWN_GROUPS
  return [
    ...ordered.slice(0, SHOWN_GROUPS).flatMap((each) => showGroup(each, paint)),
    ...(left > 0 ? [`  ${count(left, 'more group')}: --html shows them all`] : [])
  ]
}

// -- tools

type FigureRow = readonly [label: string, count: number, remark: string]

const rowsOf = ({
  judged,
  accepted,
  partial,
  rejected,
  codes,
  unanswered,
  unkept,
  ungrouped
}: ToolCalibration): ReadonlyArray<FigureRow> => [
  ['responses judged', judged, ''],
  ['accepted', accepted, judged === 0 ? '' : percent(accepted / judged)],
  ['accepted as a part', partial, ''],
  ['rejected', rejected, listCounts(codes)],
  ['without a response', sumOf(unanswered), listCounts(unanswered)],
  ['not kept', unkept, ''],
  ['not grouped', ungrouped, '']
]

const ALWAYS: ReadonlySet<string> = new Set(['responses judged', 'accepted', 'rejected'])

const showTool = (tool: ToolCalibration, paint: Paint): string => {
  const rows = rowsOf(tool).filter(([label, n]) => n > 0 || ALWAYS.has(label))
  return applicable(
    paint('bold', line(tool.tool)),
    ...rows.map(
      ([label, n, remark]) =>
        `  ${label.padEnd(20)}${number(n).padStart(9)}${remark === '' ? '' : `   ${paint('dim', line(remark))}`}`
    ),
    ...showGroups(tool.groups, paint),
    tool.wouldTake > 0 &&
      `  With all suggested changes the codec would accept ${number(tool.wouldTake)} of the ${number(tool.rejected)} rejected responses.`
  ).join('\n')
}

// -- drift

const showChange = (change: DriftChange, paint: Paint): string => {
  const word = change.isWorse ? paint('red', 'worse ') : paint('green', 'better')
  return `    ${word}  ${kindText(change)} ${line(change.what)}: ${part(change.before)}, now ${part(change.after)}`
}

const showToolDrift = ({ tool, before, after, changes }: ToolDrift, paint: Paint): ReadonlyArray<string> => {
  const then = before === null ? 'not judged' : part(before)
  const now = after === null ? paint(before === null ? 'dim' : 'red', 'not judged') : part(after)
  return [`  ${line(tool)}: accepted ${then}, now ${now}`, ...changes.map((change) => showChange(change, paint))]
}

const showDrift = ({ baseline, tools, isWorse }: Drift, paint: Paint): string =>
  [
    paint('bold', `drift against ${number(baseline.records)} records${ofPeriod(baseline)}`),
    ...tools.flatMap((tool) => showToolDrift(tool, paint)),
    isWorse ? `  ${paint('red', 'Some of it is worse.')}` : '  Nothing is worse than by chance.'
  ].join('\n')

// -- all

/** The summary: a block for each tool, the drift, and the tools without a codec. */
export const showCalibration = (calibration: Calibration, drift: Drift | undefined, paint: Paint): string => {
  const { records, tools, unknown } = calibration
  const blocks = applicable(
    `${number(records)} records${ofPeriod(calibration)}`,
    ...tools.map((tool) => showTool(tool, paint)),
    drift && showDrift(drift, paint),
    sumOf(unknown) > 0 &&
      paint(
        'yellow',
        `${number(sumOf(unknown))} records are of tools without a codec here: ${line(listCounts(unknown))}. \`guarded-call infer\` drafts one.`
      )
  )
  return `${blocks.join('\n\n')}\n`
}
