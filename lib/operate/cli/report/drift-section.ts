/** The section on changes since the baseline. */
import type { Drift, DriftChange, Share, ToolDrift } from '../../calibrate/drift.js'
import { ofPeriod } from '../../calibrate/period.js'
import { kindText } from '../calibrate/words.js'
import { html, type Markup } from './markup.js'
import { number, percent } from '../figures.js'

const shown = (accepted: Share | null): string =>
  accepted === null ? 'not judged' : percent(accepted.count / accepted.of)

const toolRow = ({ tool, before, after, changes, isWorse }: ToolDrift): Markup =>
  html`<tr><th scope="row"><bdi>${tool}</bdi></th><td>${shown(before)}</td><td>${shown(after)}</td><td>${isWorse ? 'worse' : changes.length > 0 ? 'better' : 'as before'}</td></tr>`

const figures = ({ count, of }: Share): Markup =>
  html`${number(count)} of ${number(of)} <span class="nowrap">(${percent(count / of)})</span>`

const changeItem = (change: DriftChange): Markup =>
  html`<li><span class="badge ${change.isWorse ? 'fault' : 'edge'}">${change.isWorse ? 'worse' : 'better'}</span> ${kindText(change)} <bdi><code>${change.what}</code></bdi>: ${figures(change.before)}, now ${figures(change.after)}</li>`

const changesOf = ({ tool, changes }: ToolDrift): Markup =>
  changes.length === 0 ? html`` : html`<h3><bdi>${tool}</bdi></h3><ul class="changes">${changes.map(changeItem)}</ul>`

/** The changes, tool by tool. */
export const driftSection = ({ baseline, tools, isWorse }: Drift): Markup => html`<section aria-labelledby="drift">
<h2 id="drift">Drift</h2>
<p>Against ${number(baseline.records)} records${ofPeriod(baseline)}: ${isWorse ? html`<strong>something is worse</strong>` : 'nothing is worse'} than chance would have it.</p>
<table><thead><tr><th scope="col">Tool</th><th scope="col">Accepted then</th><th scope="col">Now</th><th scope="col">Is</th></tr></thead><tbody>${tools.map(toolRow)}</tbody></table>
${tools.map(changesOf)}
</section>`
