/**
 * The report of an audit as one page: the conclusion first, then where the context went, what happened, what to do, and
 * the conversations call by call.
 */
import { html, type Markup } from '../report/markup.js'
import { htmlDocument } from '../report/html-document.js'
import { number, percent } from '../calibrate/words.js'
import { adviceOf } from './advice.js'
import { contextChart } from './context-chart.js'
import { conversations } from './conversation-sections.js'
import { sumOf, type Findings } from './findings.js'
import { printedName } from './printed-name.js'
import { doublesOf, isAudited, toolsOf, type AuditSummary, type FileReport } from './summary.js'
import type { Timelines } from './timelines.js'
import {
  conclusionOf,
  costIn,
  counted,
  duration,
  givenOf,
  guardVerdict,
  KINDS,
  listCounts,
  methodsOf,
  money,
  REASONS,
  repeatsOf
} from './words.js'

// -- figures

const figure = (label: string, value: string, remark = '', style = ''): Markup =>
  html`<div class="${style}"><dt>${label}</dt><dd>${value}${remark === '' ? '' : html` <small>${remark}</small>`}</dd></div>`

const counts = (label: string, n: number, remark = '', style = ''): Markup =>
  n === 0 ? html`` : figure(label, number(n), remark, style)

const figures = (summary: AuditSummary): Markup => {
  const { transcripts, formats, audit, repairs, brokenLines } = summary.total
  const { context, time, doubles } = audit
  const cost = costIn(summary)
  return html`<dl class="figures">
${counts('Possible double writes', doublesOf(audit), listCounts({ certain: doubles.sure, 'a guard stops': doubles.stopped }), 'alarm')}
${counts('Bad results', sumOf(audit.given), givenOf(audit))}
${context.wasted === 0 ? '' : figure('Wasted', percent(context.wasted / context.read), `${number(context.wasted)} tokens, ${counted(context.wastedCalls, 'call')}`)}
${cost === undefined ? '' : figure('Money', money(cost.wasted), `wasted, of ${money(cost.all)}`)}
${time.wasted < 1_000 ? '' : figure('Time', duration(time.wasted), `wasted, of ${duration(time.waited)}`)}
${figure('Calls', number(audit.calls), `in ${counted(transcripts, 'conversation')}: ${listCounts(formats)}`)}
${counts('Unreadable', audit.unreadable + brokenLines)}
${counts('Identical repeats', sumOf({ ...audit.repeats }), repeatsOf(audit))}
${counts('Loops', audit.loops)}
${counts('Repairs due', sumOf(repairs), listCounts(repairs))}
</dl>`
}

const head = (...titles: ReadonlyArray<string>): Markup =>
  html`<thead><tr>${titles.map((title) => html`<th scope="col" class="${title.startsWith('+') ? 'spare' : ''}">${title.replace('+', '')}</th>`)}</tr></thead>`

const row = (name: Markup, cells: ReadonlyArray<string>, spare: ReadonlySet<number> = new Set()): Markup =>
  html`<tr><th scope="row">${name}</th>${cells.map((cell, at) => html`<td class="${spare.has(at) ? 'spare' : ''}">${cell}</td>`)}</tr>`

// -- what happened

const MAX_DOUBLES = 25

const doubleEffects = ({ evidence, total }: AuditSummary): Markup => {
  const { doubles } = evidence
  if (doubles.length === 0) return html``
  return html`<section aria-labelledby="doubles"><h2 id="doubles">Possible double effects</h2>
<p class="legend">The same write again in one turn, after one that worked or may have worked. ${listCounts({ ...total.audit.doubles, stopped: 0, 'refused by a guard': total.audit.doubles.stopped })}.</p>
${doubles.slice(0, MAX_DOUBLES).map(
  ({ tool, args, at, calls, says, by, sure, stopped }) =>
    html`<div class="event ${sure ? 'fault' : 'undecided'}"><p><strong><bdi>${tool}</bdi></strong> <code>${args}</code></p>
<ol class="samples">${says.slice(0, 4).map((one, place) => html`<li>call ${calls[place]}: <bdi>${one}</bdi></li>`)}${calls.length > 4 ? html`<li>and again: ${calls.slice(4).join(', ')}</li>` : ''}</ol>
<p class="seen"><bdi>${at}</bdi> · ${by}${sure ? '' : ' · one of the two is unclear'} · ${stopped ? 'a guard would have refused it' : 'a guard refuses it once it is declared a write'}</p></div>`
)}
${doubles.length > MAX_DOUBLES ? html`<p class="legend">And ${number(doubles.length - MAX_DOUBLES)} more: --json lists them.</p>` : ''}</section>`
}

const MAX_GROUPS = 60

const given = ({ evidence: { groups } }: AuditSummary): Markup => {
  if (groups.length === 0) return html``
  const kinds = [...new Set(groups.map(({ kind }) => kind))]
  return html`<section aria-labelledby="given"><h2 id="given">What the model was given</h2>
<dl class="meanings">${kinds.map((kind) => html`<div><dt>${KINDS[kind].one}</dt><dd>${KINDS[kind].means}</dd></div>`)}</dl>
<table>${html`<thead><tr><th scope="col">Tool</th><th scope="col" class="said">What</th><th scope="col">Count</th></tr></thead>`}<tbody>${groups
    .slice(0, MAX_GROUPS)
    .map(
      ({ tool, kind, code, count, sample }) =>
        html`<tr class="with-sample"><th scope="row"><bdi>${tool}</bdi></th><td class="said">${KINDS[kind].many} <small><code>${code}</code></small></td><td>${number(count)}</td></tr>
<tr class="sample"><td colspan="3" class="said"><small><bdi>${sample.at}</bdi>, call ${sample.call}</small> <bdi>${sample.says}</bdi></td></tr>`
    )}</tbody></table>
${groups.length > MAX_GROUPS ? html`<p class="legend">And ${number(groups.length - MAX_GROUPS)} more kinds: --json lists them.</p>` : ''}</section>`
}

// A line feed in a value would become visible.
const LINE_END = html`
`

const advice = (summary: AuditSummary): Markup => {
  const config = adviceOf(summary)
  const verdict = guardVerdict(summary.total.audit)
  if (config === undefined && verdict === '') return html``
  return html`<section aria-labelledby="advice"><h2 id="advice">What to do</h2><p>${verdict}</p>
${config === undefined ? '' : html`<p class="legend">To paste, and to read first: each rule says what it is based on.</p><pre class="code" tabindex="0"><code>${config.split('\n').map((line) => html`${line}${LINE_END}`)}</code></pre>`}</section>`
}

// -- tables

const MAX_TOOLS = 100

const tools = ({ total: { audit } }: AuditSummary): Markup => {
  const named = toolsOf(audit)
  if (named.length === 0) return html``
  return html`<section aria-labelledby="tools"><h2 id="tools">Tools</h2><table>${head('Tool', 'Calls', 'Double', 'Bad', '+Unchanged', '+Refused', 'Wasted')}<tbody>${named
    .slice(0, MAX_TOOLS)
    .map(([name, tool]) =>
      row(
        html`<bdi>${printedName(name, 200)}</bdi>`,
        [
          ...[tool.calls, doublesOf(tool), sumOf(tool.given), tool.repeats.unchanged, tool.refusable.calls].map(number),
          tool.context.read === 0 ? '–' : percent(tool.context.wasted / tool.context.read)
        ],
        new Set([3, 4])
      )
    )}</tbody></table>${named.length > MAX_TOOLS ? html`<p class="legend">And ${number(named.length - MAX_TOOLS)} more.</p>` : ''}</section>`
}

const fileRow = (file: FileReport): Markup => {
  const name = html`<bdi>${printedName(file.path, 200)}</bdi>`
  if (!isAudited(file))
    return html`<tr><th scope="row">${name}</th><td colspan="5">${printedName(file.error, 200)}</td></tr>`
  const { transcripts, audit, brokenLines } = file.findings
  const cells = [transcripts, audit.calls, audit.unreadable + brokenLines, doublesOf(audit), sumOf(audit.given)]
  return row(name, cells.map(number), new Set([0]))
}

const MAX_FILES = 100

const weightOf = (file: FileReport): number =>
  isAudited(file) ? doublesOf(file.findings.audit) * 1e9 + sumOf(file.findings.audit.given) : 1e18

const files = ({ files: all, skipped }: AuditSummary): Markup => {
  if (all.length < 2 && skipped === 0) return html``
  const shown = all.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, MAX_FILES)
  const left = all.length - shown.length
  return html`<section aria-labelledby="files"><h2 id="files">Files</h2><details class="plain"><summary>${counted(all.length, 'file')}, those with the most findings first</summary>
<table>${head('File', '+Transcripts', 'Calls', 'Unread', 'Double', 'Bad')}<tbody>${shown.map(fileRow)}</tbody></table></details>
${left > 0 || skipped > 0 ? html`<p class="legend">${listCounts({ 'not shown': left, 'without a transcript': skipped })}</p>` : ''}</section>`
}

const broken = ({ broken: lines, brokenLines }: Findings): Markup =>
  brokenLines === 0
    ? html``
    : html`<details class="plain"><summary>${counted(brokenLines, 'broken line')}</summary><ul>${lines.map(
        ({ at, reason }) => html`<li><bdi>${printedName(at, 200)}</bdi> ${REASONS[reason]}</li>`
      )}</ul></details>`

// -- the page

export const auditPage = (summary: AuditSummary, timelines: Timelines): string =>
  htmlDocument(
    'Audit of recorded conversations',
    html`<h1>Audit</h1>
<p class="lead">${conclusionOf(summary)}</p>
${figures(summary)}
${broken(summary.total)}
${contextChart(summary.total.audit)}
${doubleEffects(summary)}
${given(summary)}
${advice(summary)}
${tools(summary)}
${conversations(timelines)}
${files(summary)}
<section aria-labelledby="methods"><h2 id="methods">How this was counted</h2><ul class="legend">${methodsOf(summary).map((line) => html`<li>${line}</li>`)}</ul></section>`
  )
