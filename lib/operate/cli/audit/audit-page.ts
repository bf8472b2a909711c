/**
 * The report of an audit as one page. Its first screen says what went wrong, what it cost and what to paste; then come
 * the findings, where the context went, the conversations call by call, and all rules.
 */
import { breakable, html, prose, type Markup } from '../report/markup.js'
import { htmlDocument } from '../report/html-document.js'
import { adviceOf, brokenOf, CONFIG_FILE, unruledOf } from './advice.js'
import { contextChart } from './context-chart.js'
import { conversations } from './conversation-sections.js'
import { findingSections } from './finding-sections.js'
import type { Findings } from './findings.js'
import { firstAdviceOf, noAdviceOf, oftenOf, type FirstAdvice } from './first-advice.js'
import { printedName } from './printed-name.js'
import { repairWords } from './repair-words.js'
import { doublesOf, isAudited, toolsOf, type AuditSummary, type FileReport } from './summary.js'
import type { Timelines } from './timelines.js'
import { conclusionOf, leftOutOf, wasteOf } from './conclusion.js'
import { longOf } from './long-results.js'
import { methodsOf, reasonText } from './words.js'
import { guardVerdict } from './guard-verdict.js'
import { counted, listCounts, number, percent, sumOf } from '../figures.js'

// -- the first screen

const said = (style: string, text: string | undefined): Markup =>
  text === undefined ? html`` : html`<p class="${style}">${prose(text)}</p>`

// A line feed in a value would become visible.
const LINE_END = html`
`

const code = (text: string): Markup =>
  html`<pre class="code" tabindex="0"><code>${text
    .trimEnd()
    .split('\n')
    .map((line) => html`${line}${LINE_END}`)}</code></pre>`

const paste = ({ lead, tool, found, helps, config, isOpen, how, use }: FirstAdvice): Markup => {
  const what = html`${prose(lead)} <strong>${breakable(printedName(tool, 200))}</strong>: ${found}.`
  if (use === '')
    return html`<section aria-labelledby="look"><h2 id="look">What to look at first</h2>
<p>${what} ${prose(helps)}</p></section>`
  return html`<section aria-labelledby="paste"><h2 id="paste">What to paste first</h2>
<p>${what} ${config === undefined ? prose(helps) : html`${isOpen ? 'Complete its rule, which stands in a comment, and save it as' : 'Save its rule as'} <code>${CONFIG_FILE}</code>:`}</p>
${config === undefined ? '' : code(config)}
<p>${config === undefined ? 'Guard' : 'Then guard'} ${prose(how)}:</p>
${code(use)}</section>`
}

// -- all rules

const rules = (summary: AuditSummary): Markup => {
  const config = adviceOf(summary)
  if (config === undefined) return html``
  const left = unruledOf(summary)
  return html`<section aria-labelledby="rules"><h2 id="rules">${left === undefined ? 'All rules' : 'Rules'} that would have helped</h2><p>${prose(guardVerdict(summary))}</p>
<p class="legend">The <code>${CONFIG_FILE}</code>. Each rule says what it is based on; a comment is yours to decide. The tools may be those of several agents: <code>guardFunctions</code> refuses a rule whose tool it is not given, so give each agent its own.</p>${said('legend', left)}
<details class="plain"><summary>Show it</summary>${code(config)}</details></section>`
}

/** A list behind a line that opens it; nothing for none. */
const folded = (title: string, items: ReadonlyArray<Markup>): Markup =>
  items.length === 0
    ? html``
    : html`<details class="plain"><summary>${title}</summary><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></details>`

// -- tables

const head = (...titles: ReadonlyArray<string>): Markup =>
  html`<thead><tr>${titles.map((title) => html`<th scope="col" class="${title.startsWith('+') ? 'spare' : ''}">${title.replace('+', '')}</th>`)}</tr></thead>`

const row = (name: string, cells: ReadonlyArray<string>, spare: ReadonlySet<number> = new Set()): Markup =>
  html`<tr><th scope="row">${breakable(printedName(name, 200))}</th>${cells.map((cell, at) => html`<td class="${spare.has(at) ? 'spare' : ''}">${cell}</td>`)}</tr>`

const MAX_TOOLS = 100

const tools = ({ total: { audit } }: AuditSummary): Markup => {
  const named = toolsOf(audit)
  if (named.length === 0) return html``
  return html`<section aria-labelledby="tools"><h2 id="tools">Tools</h2><details class="plain"><summary>${counted(named.length, 'tool')}, those with the most findings first</summary>
<table>${head('Tool', 'Calls', 'Repeated writes', 'Bad results', '+Same result again', '+A guard stops', 'Wasted')}<tbody>${named
    .slice(0, MAX_TOOLS)
    .map(([name, tool]) =>
      row(
        name,
        [
          ...[tool.calls, doublesOf(tool), tool.badResults, tool.repeats.unchanged, tool.refusable.calls].map(number),
          tool.context.read === 0 ? '–' : percent(tool.context.wasted / tool.context.read)
        ],
        new Set([3, 4])
      )
    )}</tbody></table></details>${named.length > MAX_TOOLS ? html`<p class="legend">And ${number(named.length - MAX_TOOLS)} more.</p>` : ''}</section>`
}

const fileRow = (file: FileReport): Markup => {
  if (!isAudited(file))
    return html`<tr><th scope="row">${breakable(printedName(file.path, 200))}</th><td colspan="5" class="said">${printedName(file.error, 200)}</td></tr>`
  const { transcripts, audit, brokenLines } = file.findings
  const cells = [transcripts, audit.calls, audit.unreadable + brokenLines, doublesOf(audit), audit.badResults]
  return row(file.path, cells.map(number), new Set([0]))
}

const MAX_FILES = 100

const weightOf = (file: FileReport): number =>
  isAudited(file) ? doublesOf(file.findings.audit) * 1e9 + file.findings.audit.badResults : 1e18

const files = ({ files: all, skipped, total }: AuditSummary): Markup => {
  if (all.length < 2 && skipped.length === 0) return broken(total)
  const shown = all.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, MAX_FILES)
  const left = all.length - shown.length
  return html`<section aria-labelledby="files"><h2 id="files">Files</h2><details class="plain"><summary>${counted(all.length, 'file')}, those with the most findings first</summary>
<table>${head('File', '+Conversations', 'Calls', 'Unread', 'Repeated writes', 'Bad results')}<tbody>${shown.map(fileRow)}</tbody></table></details>
${left > 0 || skipped.length > 0 ? html`<p class="legend">${listCounts({ 'not shown': left, 'without a transcript': skipped.length })}</p>` : ''}${withoutTranscript(skipped)}${broken(total)}</section>`
}

const withoutTranscript = (paths: ReadonlyArray<string>): Markup =>
  folded(
    `${counted(paths.length, 'file')} without a transcript`,
    paths.slice(0, MAX_FILES).map((path) => breakable(printedName(path, 200)))
  )

const broken = ({ broken: lines, brokenLines }: Findings): Markup =>
  folded(
    `${counted(brokenLines, 'line')} that could not be read`,
    lines.map((line) => html`${breakable(printedName(line.at, 200))} ${reasonText(line)}`)
  )

const unread = ({ evidence, total: { audit } }: AuditSummary): Markup =>
  folded(
    `${counted(audit.unreadable, 'entry', 'entries')} that could not be read`,
    evidence.unread.map(({ at, says }) => html`${breakable(at)}: ${says}`)
  )

// Of a log that nobody goes on from, it is no finding.
const repairs = ({ total }: AuditSummary): Markup => {
  const due = sumOf(total.repairs)
  return due === 0
    ? html``
    : html`<li>An agent that goes on from these histories may get an error of its provider, for ${counted(due, 'message')}: ${repairWords(total.repairs)}. <code>--repair DIR</code> writes copies that work.</li>`
}

// -- the page

export const auditPage = (summary: AuditSummary, timelines: Timelines): string =>
  htmlDocument(
    'Audit of recorded conversations',
    html`<h1>Audit</h1>
${said('lead', conclusionOf(summary))}
${said('', wasteOf(summary))}
${said('', longOf(summary))}
${firstAdviceOf(summary).map(paste)}${said('legend', noAdviceOf(summary))}${said('', oftenOf(summary))}
${brokenOf(summary).map((sentence) => said('', sentence))}
${said('legend', leftOutOf(summary))}
${unread(summary)}
${findingSections(summary)}
${contextChart(summary.total.audit)}
${conversations(timelines, summary.evidence)}
${rules(summary)}
${tools(summary)}
${files(summary)}
<section aria-labelledby="methods"><h2 id="methods">How this was counted</h2><ul class="legend">${methodsOf(summary).map((line) => html`<li>${line}</li>`)}${repairs(summary)}</ul></section>`
  )
