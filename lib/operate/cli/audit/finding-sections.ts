/** The findings of a report: of each kind what happened, why it matters, what to do, and the tools with a sample. */
import { GIVEN_KINDS, type GivenKind } from '../../audit/given.js'
import { breakable, html, prose, type Markup } from '../report/markup.js'
import type { AuditEvidence } from './evidence.js'
import { sampleText, type Sample } from './place.js'
import { printedName } from './printed-name.js'
import { doublesOf, type AuditSummary } from './summary.js'
import { doubleWords, KINDS, knownOf, laterOf } from './words.js'
import { guardVerdict } from './guard-verdict.js'
import { counted, number } from '../figures.js'

const more = (all: number, shown: number): Markup =>
  all > shown ? html`<p class="legend">And ${number(all - shown)} more: --json lists them.</p>` : html``

// -- writes

const MAX_DOUBLES = 10

const writes = ({ evidence: { doubles }, total: { audit } }: AuditSummary): Markup =>
  doubles.length === 0
    ? html``
    : html`<h3>${
        doublesOf(audit) === 0
          ? `${counted(audit.doubles.later, 'write')} made again in a later turn`
          : counted(doublesOf(audit), 'repeated write')
      } <small>${knownOf(audit)}</small></h3>
${doublesOf(audit) === 0 ? '' : html`<p class="legend">The same write was made again for one request of the user, after one that worked or may have worked: look at what it did. With <code>effect: 'write'</code> it runs once in a turn.</p>`}
${audit.doubles.later === 0 ? '' : html`<p class="legend">${laterOf(audit.doubles.later)}.</p>`}
${doubles.slice(0, MAX_DOUBLES).map(
  ({ tool, args, at, calls, says, by, sure, stopped, later }) =>
    html`<div class="event ${sure && !later ? 'fault' : 'undecided'}"><p><strong>${breakable(tool)}</strong> <code>${breakable(args)}</code></p>
<ol class="samples">${says.slice(0, 4).map((one, place) => html`<li>call ${calls[place]}: ${breakable(one)}</li>`)}${calls.length > 4 ? html`<li>and again: ${calls.slice(4).join(', ')}</li>` : ''}</ol>
<p class="seen">${breakable(at)}: ${prose(doubleWords({ by, sure, stopped, later }))}</p></div>`
)}
${more(doubles.length, MAX_DOUBLES)}`

// -- results

const MAX_GROUPS = 12

const groupRows = (
  tool: string,
  count: number,
  samples: ReadonlyArray<Sample & { readonly count?: number }>,
  code = ''
): Markup =>
  html`<tr class="${samples.length === 0 ? '' : 'with-sample'}"><th scope="row">${breakable(tool)}${code === '' ? '' : html` <small>${code}</small>`}</th><td>${number(count)}</td></tr>${samples.map(
    (sample) => html`
<tr class="sample"><td colspan="2" class="said">${samples.length > 1 ? `${number(sample.count ?? 1)} × ` : ''}${breakable(sample.says)} <small>${breakable(sampleText(sample))}</small></td></tr>`
  )}`

const results = (kind: GivenKind, count: number, groups: AuditEvidence['groups']): Markup =>
  html`<h3>${counted(count, KINDS[kind].one)}</h3>
<p class="legend">${prose(KINDS[kind].means)}</p>
<table><thead><tr><th scope="col">Tool</th><th scope="col">Count</th></tr></thead><tbody>${groups.slice(0, MAX_GROUPS).map(({ tool, code, count: n, samples }) => groupRows(tool, n, samples, groups.filter((one) => one.tool === tool).length > 1 ? code : ''))}</tbody></table>
${more(groups.length, MAX_GROUPS)}`

// -- calls that were made again

const repeats = (summary: AuditSummary): Markup => {
  const { evidence, total } = summary
  const { repeats: all, loops, tools } = total.audit
  if (all.unchanged === 0 && loops === 0) return html``
  const named = Object.entries(tools)
    .filter(([, tool]) => tool.repeats.unchanged > 0)
    .toSorted(([, one], [, other]) => other.repeats.unchanged - one.repeats.unchanged)
  return html`<h3>${counted(all.unchanged, 'repeat')} with the same result</h3>
<p class="legend">The same call was made again and the same result came, so its step was paid for nothing. ${prose(guardVerdict(summary))}${loops === 0 ? '' : ` The model went in circles ${counted(loops, 'time')}: ${evidence.loops.map(sampleText).join('; ')}${loops > evidence.loops.length ? '; …' : ''}.`}</p>
${named.length === 0 ? '' : html`<table><thead><tr><th scope="col">Tool</th><th scope="col">Count</th></tr></thead><tbody>${named.slice(0, MAX_GROUPS).map(([name, tool]) => groupRows(printedName(name), tool.repeats.unchanged, [evidence.repeatOf(name) ?? []].flat()))}</tbody></table>`}
${more(named.length, MAX_GROUPS)}`
}

// -- all of them

export const findingSections = (summary: AuditSummary): Markup => {
  const { evidence, total } = summary
  const { given, repeats: again, loops } = total.audit
  const counts = GIVEN_KINDS.map((kind) => [kind, given[kind]] as const).filter(([, count]) => count > 0)
  if (counts.length + evidence.doubles.length + again.unchanged + loops === 0) return html``
  return html`<section aria-labelledby="wrong"><h2 id="wrong">What went wrong</h2>
${writes(summary)}
${counts
  .toSorted(([, one], [, other]) => other - one)
  .map(([kind, count]) =>
    results(
      kind,
      count,
      evidence.groups.filter((group) => group.kind === kind)
    )
  )}
${repeats(summary)}</section>`
}
