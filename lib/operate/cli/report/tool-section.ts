/** The section of one tool: its figures, its charts and its groups. */
import type { RejectionGroup, ToolCalibration, RejectionVerdict } from '../../calibrate/calibration.js'
import { relatedGroups } from '../calibrate/related-groups.js'
import { groupDetails } from './group-details.js'
import { html, type Markup } from './markup.js'
import { binsOf, minute, shareOf, timelineChart, type Bin } from './timeline-chart.js'
import { number, percent, sumOf } from '../figures.js'

// -- figures

const figure = (label: string, value: string, remark = ''): Markup =>
  html`<div><dt>${label}</dt><dd>${value}${remark === '' ? '' : html` <small>${remark}</small>`}</dd></div>`

const figures = ({
  judged,
  accepted,
  partial,
  rejected,
  wouldTake,
  unanswered,
  unkept
}: ToolCalibration): Markup => html`<dl class="figures">
${figure('Responses judged', number(judged))}
${figure('Accepted', number(accepted), judged === 0 ? '' : percent(accepted / judged))}
${partial === 0 ? '' : figure('Accepted as a part', number(partial), percent(partial / judged))}
${figure('Rejected', number(rejected), judged === 0 ? '' : percent(rejected / judged))}
${wouldTake === 0 ? '' : figure('Accepted after all changes', number(wouldTake), 'of the rejected')}
${sumOf(unanswered) === 0 ? '' : figure('Without a response', number(sumOf(unanswered)))}
${unkept === 0 ? '' : figure('Not kept', number(unkept))}
</dl>`

// -- over time

const [WIDE, NARROW] = [
  { width: 720, bins: 84 },
  { width: 340, bins: 42 }
]

const binRow = (bin: Bin): Markup =>
  html`<tr><th scope="row">${minute(bin.start)}</th><td>${number(bin.accepted)}</td><td>${number(bin.rejected)}</td><td>${percent(shareOf(bin))}</td></tr>`

const overTime = ({ spans, spanMs }: ToolCalibration): Markup => {
  if (spans.length === 0) return html``
  const [wide, narrow] = [WIDE, NARROW].map(({ bins }) => binsOf(spans, spanMs, bins)) as [
    ReadonlyArray<Bin>,
    ReadonlyArray<Bin>
  ]
  return html`<h3>Acceptance over time</h3>
<p class="legend">Above, the share that was accepted; below, <span class="key accepted"></span> accepted and <span class="key rejected"></span> rejected responses. Times are UTC.</p>
<div class="wide">${timelineChart(wide, WIDE.width)}</div><div class="narrow">${timelineChart(narrow, NARROW.width)}</div>
<details class="plain"><summary>The same as a table</summary><table><thead><tr><th scope="col">From</th><th scope="col">Accepted</th><th scope="col">Rejected</th><th scope="col">Share accepted</th></tr></thead>
<tbody>${narrow.map(binRow)}</tbody></table></details>`
}

// -- codes

const codeRows = (codes: Readonly<Record<string, number>>, judged: number): ReadonlyArray<Markup> => {
  const most = Math.max(...Object.values(codes), 1)
  return Object.entries(codes).map(
    ([
      code,
      count
    ]) => html`<tr><th scope="row"><code>${code}</code></th><td>${number(count)}</td><td>${percent(count / judged)}</td>
<td class="bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="rejected" width="${Math.max(1, Math.round((count / most) * 100))}" height="10"/></svg></td></tr>`
  )
}

const byCode = ({ codes, judged, rejected }: ToolCalibration): Markup =>
  rejected === 0
    ? html``
    : html`<h3>Rejections by code</h3><table><thead><tr><th scope="col">Code</th><th scope="col">Responses</th><th scope="col">Of all</th><td></td></tr></thead><tbody>${codeRows(codes, judged)}</tbody></table>`

// -- groups

const VERDICTS: ReadonlyArray<{ readonly verdict: RejectionVerdict; readonly title: string; readonly means: string }> =
  [
    {
      verdict: 'likely edge case',
      title: 'Likely edge cases',
      means: 'Unusual but correct: the codec should accept them.'
    },
    { verdict: 'undecided', title: 'Undecided', means: 'The recordings do not decide this: a person has to.' },
    {
      verdict: 'likely fault',
      title: 'Likely faults',
      means: 'Broken on the way or at the source: the codec is right to refuse them.'
    }
  ]

const groupsOf = (groups: ReadonlyArray<RejectionGroup>): ReadonlyArray<Markup> =>
  VERDICTS.flatMap(({ verdict, title, means }) => {
    const own = relatedGroups(groups).filter(({ group }) => group.verdict === verdict)
    return own.length === 0 ? [] : [html`<h3>${title} (${own.length})</h3><p>${means}</p>${own.map(groupDetails)}`]
  })

// -- all

/** The section of a tool; `at` is its index in the page. */
export const toolSection = (tool: ToolCalibration, at: number): Markup => html`<section aria-labelledby="tool-${at}">
<h2 id="tool-${at}"><bdi>${tool.tool}</bdi></h2>
${tool.judged === 0 ? html`<p>There is no recorded result of this tool.</p>` : ''}
${figures(tool)}
${overTime(tool)}
${byCode(tool)}
${groupsOf(tool.groups)}
${tool.ungrouped === 0 ? '' : html`<p>${number(tool.ungrouped)} findings are of groups that had no room here.</p>`}
</section>`
