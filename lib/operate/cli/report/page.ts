/** The report of a calibration, as one page. */
import type { Calibration, ToolCalibration, RejectionVerdict } from '../../calibrate/calibration.js'
import type { Drift } from '../../calibrate/drift.js'
import { ofPeriod } from '../../calibrate/period.js'
import { relatedGroups } from '../calibrate/related-groups.js'
import { driftSection } from './drift-section.js'
import { htmlDocument } from './html-document.js'
import { html, type Markup } from './markup.js'
import { toolSection } from './tool-section.js'
import { listCounts, number, percent, sumOf } from '../figures.js'

// -- overview

const groupsWith = ({ groups }: ToolCalibration, verdict: RejectionVerdict): number =>
  relatedGroups(groups).filter(({ group }) => group.verdict === verdict).length

const toolRow = (
  tool: ToolCalibration,
  at: number
): Markup => html`<tr><th scope="row"><a href="#tool-${at}"><bdi>${tool.tool}</bdi></a></th>
<td class="judged">${number(tool.judged)}</td><td>${tool.judged === 0 ? '–' : percent((tool.accepted + tool.partial) / tool.judged)}</td>
<td>${groupsWith(tool, 'likely edge case')}</td><td>${groupsWith(tool, 'undecided')}</td><td>${groupsWith(tool, 'likely fault')}</td></tr>`

const overview = ({
  tools
}: Calibration): Markup => html`<table class="overview"><thead><tr><th scope="col">Tool</th><th scope="col" class="judged">Judged</th><th scope="col">Accepted</th>
<th scope="col">Edge cases</th><th scope="col">Undecided</th><th scope="col">Faults</th></tr></thead><tbody>${tools.map(toolRow)}</tbody></table>`

const remarks = ({
  badLines,
  dropped,
  unknown
}: Calibration): Markup => html`${badLines === 0 ? '' : html`<p>${number(badLines)} lines were no records.</p>`}
${dropped === 0 ? '' : html`<p>The recorders dropped ${number(dropped)} calls, which are missing here.</p>`}
${sumOf(unknown) === 0 ? '' : html`<p>${number(sumOf(unknown))} records are of tools without a codec here: <bdi>${listCounts(unknown)}</bdi>.</p>`}`

// -- the page

export const reportPage = (calibration: Calibration, drift: Drift | undefined): string =>
  htmlDocument(
    `Calibration${ofPeriod(calibration)}`,
    html`<h1>Calibration</h1>
<p>${number(calibration.records)} records${ofPeriod(calibration)}, judged as the guard would.</p>
${overview(calibration)}
${remarks(calibration)}
${drift === undefined ? '' : driftSection(drift)}
${calibration.tools.map(toolSection)}`
  )
