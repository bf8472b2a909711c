/** The one chart of the report: which tools filled the context, and how much of it was wasted. */
import type { Audit } from '../../audit/counts.js'
import { breakable, html, type Markup } from '../report/markup.js'
import { printedName } from './printed-name.js'
import { number, percent } from '../figures.js'

const MAX_BARS = 8

interface Bar {
  readonly name: string
  readonly read: number
  readonly wasted: number
}

const barsOf = ({ tools }: Audit): ReadonlyArray<Bar> => {
  const all = Object.entries(tools)
    .map(([name, { context }]): Bar => ({ name: printedName(name), read: context.read, wasted: context.wasted }))
    .toSorted((one, other) => other.read - one.read)
  const others = all.slice(MAX_BARS)
  const sum = (field: 'read' | 'wasted'): number => others.reduce((total, bar) => total + bar[field], 0)
  const rest = { name: `${number(others.length)} others`, read: sum('read'), wasted: sum('wasted') }
  return [...all.slice(0, MAX_BARS), ...(all.length > MAX_BARS ? [rest] : [])]
}

const width = (part: number, most: number): string => (most === 0 ? 0 : (part / most) * 100).toFixed(2)

const barRow = ({ name, read, wasted }: Bar, most: number, all: number): Markup =>
  html`<tr><th scope="row">${breakable(name)}</th>
<td class="bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="accepted" width="${width(read, most)}" height="10"/><rect class="rejected" width="${width(wasted, most)}" height="10"/></svg></td>
<td>${percent(read / all)}</td><td class="spare">${number(read)}</td><td>${wasted === 0 ? '–' : percent(wasted / read)}</td></tr>`

/** Draws the tools by the tokens that were read of their calls and results. */
export const contextChart = (audit: Audit): Markup => {
  const { read } = audit.context
  if (read === 0) return html``
  const bars = barsOf(audit)
  const most = Math.max(...bars.map((bar) => bar.read))
  return html`<section aria-labelledby="context"><h2 id="context">Where the context went</h2>
<p class="legend">${number(read)} tokens of calls and results, each as often as a later step read it again; <span class="key rejected"></span> wasted.</p>
<table class="chart"><thead><tr><th scope="col">Tool</th><td></td><th scope="col">Share</th><th scope="col" class="spare">Tokens</th><th scope="col">Wasted</th></tr></thead>
<tbody>${bars.map((bar) => barRow(bar, most, read))}</tbody></table></section>`
}
