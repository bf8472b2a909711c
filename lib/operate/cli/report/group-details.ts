/** One group of rejections: a line that opens to the reasons, the samples, and the suggested change with its effect. */
import type { RejectionGroup, RejectionVerdict } from '../../calibrate/calibration.js'
import type { RelatedGroups } from '../calibrate/related-groups.js'
import { effectText, samplesText, symptomText } from '../calibrate/words.js'
import { html, type Markup } from './markup.js'
import { minute } from './timeline-chart.js'
import { number, percent } from '../figures.js'

const CLASSES: Readonly<Record<RejectionVerdict, string>> = {
  'likely edge case': 'edge',
  undecided: 'undecided',
  'likely fault': 'fault'
}

const change = (group: RejectionGroup): Markup => {
  const { suggestion, withheld } = group
  if (suggestion !== null)
    return html`<h4>Suggested change</h4><pre class="code"><code>${suggestion.code}</code></pre><p>${effectText(group)}</p>`
  return withheld === undefined ? html`` : html`<h4>No change is suggested</h4><p>${withheld}</p>`
}

const received = (group: RejectionGroup): Markup =>
  samplesText(group) === '' ? html`` : html`<p><bdi>${samplesText(group)}</bdi></p>`

const shapes = ({ shapes: some }: RejectionGroup): Markup =>
  html`<h4>Shapes</h4><ul class="samples">${some.map(({ shape, count }) => html`<li><bdi>${shape}</bdi> <small>${number(count)}</small></li>`)}</ul>`

const elsewhere = (others: ReadonlyArray<RejectionGroup>): Markup =>
  others.length === 0
    ? html``
    : html`<h4>In the same responses</h4>${others.map((group) => groupDetails({ group, others: [] }))}`

/** A group that can be opened; groups of the same responses are inside. */
export const groupDetails = ({ group, others }: RelatedGroups): Markup => {
  const { verdict, place, count, share, turns, firstSeen, lastSeen, reasons, code } = group
  return html`<details class="group ${CLASSES[verdict]}"><summary><span class="what"><code><bdi>${place}</bdi></code> <bdi>${symptomText(group)}</bdi>${others.length === 0 ? '' : html` <small>and ${others.length} more in the same responses</small>`}</span>
<span class="how-many">${number(count)} <small>${percent(share)}</small></span></summary>
<div class="inside">${received(group)}<h4>Reasons</h4><ul>${reasons.map(({ reason }) => html`<li><bdi>${reason}</bdi></li>`)}</ul>
${change(group)}
${shapes(group)}
<p class="seen"><code>${code}</code> in ${number(turns)} ${turns === 1 ? 'turn' : 'turns'}${firstSeen === null || lastSeen === null ? '' : `, first seen ${minute(new Date(firstSeen))}, last seen ${minute(new Date(lastSeen))}`}.</p>
${elsewhere(others)}</div></details>`
}
