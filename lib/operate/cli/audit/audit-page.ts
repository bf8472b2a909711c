/** The report of an audit as one page: its figures, files and tools, and the worst conversations call by call. */
import { html, type Markup } from '../report/markup.js'
import { htmlDocument } from '../report/html-document.js'
import { number } from '../calibrate/words.js'
import { sumOf, type Findings } from './findings.js'
import { printedName } from './printed-name.js'
import { toolsOf, type FileReport, type AuditSummary } from './report.js'
import type { ShownCall, ConversationTimeline, Timelines } from './timelines.js'
import { listCounts, REASONS, repeatsOf, TOKENS, auditVerdict } from './words.js'

// -- figures and tables

const figure = (label: string, value: number, remark = ''): Markup =>
  html`<div><dt>${label}</dt><dd>${number(value)}${remark === '' ? '' : html` <small>${remark}</small>`}</dd></div>`

const figures = ({ transcripts, formats, audit, repairs, brokenLines }: Findings): Markup => html`<dl class="figures">
${figure('Transcripts', transcripts, listCounts(formats))}
${figure('Calls', audit.calls)}
${audit.unreadable === 0 ? '' : figure('Unreadable', audit.unreadable)}
${figure('Identical repeats', sumOf({ ...audit.repeats }), repeatsOf(audit))}
${figure('Errors', sumOf(audit.errors), listCounts(audit.errors))}
${audit.loops === 0 ? '' : figure('Loops', audit.loops)}
${sumOf(repairs) === 0 ? '' : figure('Repairs due', sumOf(repairs), listCounts(repairs))}
${brokenLines === 0 ? '' : figure('Broken lines', brokenLines)}
${figure('A guard would refuse', audit.refusable.calls, `${number(audit.refusable.unchanged)} unchanged`)}
</dl>`

const head = (...titles: ReadonlyArray<string>): Markup =>
  html`<thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>`

const row = (name: Markup, counts: ReadonlyArray<number>): Markup =>
  html`<tr><th scope="row">${name}</th>${counts.map((n) => html`<td>${number(n)}</td>`)}</tr>`

const tools = ({ audit }: Findings): Markup =>
  html`<h2>Tools</h2><table>${head('Tool', 'Calls', 'Unchanged', 'Had changed', 'Errors', 'Refused')}<tbody>${toolsOf(
    audit
  ).map(([name, { calls, repeats, errors, refusable }]) =>
    row(html`<bdi>${printedName(name, 200)}</bdi>`, [calls, repeats.unchanged, repeats.changed, errors, refusable])
  )}</tbody></table>`

const fileRow = (file: FileReport): Markup => {
  const name = html`<bdi>${printedName(file.path, 200)}</bdi>`
  if ('error' in file)
    return html`<tr><th scope="row">${name}</th><td colspan="6">${printedName(file.error, 200)}</td></tr>`
  const { transcripts, audit } = file.findings
  return row(name, [
    transcripts,
    audit.calls,
    audit.unreadable,
    audit.repeats.unchanged,
    sumOf(audit.errors),
    audit.refusable.calls
  ])
}

const files = (reports: ReadonlyArray<FileReport>): Markup =>
  html`<h2>Files</h2><table>${head('File', 'Transcripts', 'Calls', 'Unread', 'Unchanged', 'Errors', 'Refused')}<tbody>${reports.map(fileRow)}</tbody></table>`

const broken = ({ broken: lines, brokenLines }: Findings): Markup =>
  brokenLines === 0
    ? html``
    : html`<details class="plain"><summary>${number(brokenLines)} broken lines</summary><ul>${lines.map(
        ({ at, reason }) => html`<li><bdi>${printedName(at, 200)}</bdi> ${REASONS[reason]}</li>`
      )}</ul></details>`

// -- a conversation

interface CallStyle {
  readonly mark: string
  readonly means: string
  readonly style: string
}

const kindOf = ({ tool, repeat, failure, refusable }: ShownCall): CallStyle => {
  if (tool === null) return { mark: '?', means: 'cannot be read', style: 'call unread' }
  const failed = failure === null ? '' : ' failed'
  if (repeat === 'unchanged')
    return { mark: refusable ? '×' : '=', means: 'the same call with the same result', style: `call same${failed}` }
  if (repeat === 'changed')
    return { mark: '≠', means: 'the same call with another result', style: `call news${failed}` }
  if (repeat === 'rechecked')
    return { mark: '=', means: 'the same call with the same result, after a write', style: `call news${failed}` }
  if (repeat === 'unknown')
    return { mark: '=', means: 'the same call, one result is missing', style: `call news${failed}` }
  return { mark: failure === null ? '·' : '!', means: '', style: `call${failed}` }
}

const inWords = (call: ShownCall): string =>
  [
    kindOf(call).means,
    call.failure === null ? '' : `failed: ${call.failure}`,
    call.answered || call.tool === null ? '' : 'no answer',
    call.refusable ? 'a guard would refuse it' : ''
  ]
    .filter((words) => words !== '')
    .join('; ')

const cell = (call: ShownCall, at: number): Markup => {
  const { mark, style } = kindOf(call)
  const title = [`${at + 1}`, call.tool ?? 'unreadable', call.args, inWords(call)]
    .filter((words) => words !== '')
    .join(' · ')
  return html`<span class="${style}" title="${title}">${mark}</span>`
}

const callRow = (call: ShownCall, at: number): Markup =>
  html`<tr><td>${at + 1}</td><td>${call.turn}</td><td class="said"><bdi>${call.tool ?? 'unreadable'}</bdi> <code>${call.args}</code></td><td class="said">${inWords(call)}</td></tr>`

const timeline = ({ at, calls, more }: ConversationTimeline): Markup => html`<section>
<h3><bdi>${at}</bdi></h3>
<p class="strip" role="img" aria-label="${`${calls.length} calls, ${calls.filter(({ repeat }) => repeat === 'unchanged').length} unchanged repeats`}">${calls.map(cell)}${more === 0 ? '' : html` and ${number(more)} more`}</p>
<details class="plain"><summary>Call by call</summary><table>${head('Call', 'Turn', 'What', 'Remark')}<tbody>${calls.map(callRow)}</tbody></table></details>
</section>`

const conversations = (timelines: Timelines): Markup => {
  const { timelines: worst, all } = timelines.worst()
  if (worst.length === 0) return html``
  return html`<h2>Conversations</h2>
<p class="legend">${worst.length < all ? `The ${worst.length} of ${number(all)} that wasted most. ` : ''}A mark a call, in order: · a new call, ! one that failed, = the same call with the same result, × one that a guard would have refused, ≠ the same call with another result, ? unreadable.</p>
${worst.map(timeline)}`
}

// -- the page

export const auditPage = ({ files: reports, total }: AuditSummary, timelines: Timelines): string =>
  htmlDocument(
    'Audit of transcripts',
    html`<h1>Audit</h1>
<p><strong>${auditVerdict(total.audit)}</strong></p>
<p class="legend">${TOKENS}</p>
${figures(total)}
${broken(total)}
${reports.length > 1 ? files(reports) : ''}
${tools(total)}
${conversations(timelines)}`
  )
