/** The conversations of a report: a strip with a mark a call, the moments that matter, and all calls behind a fold. */
import { breakable, html, type Markup } from '../report/markup.js'
import type { AuditEvidence } from './evidence.js'
import type { ConversationTimeline, ShownCall, Timelines } from './timelines.js'
import { KINDS } from './words.js'
import { counted, number } from '../figures.js'

// -- a call

type CallStyle = Readonly<Record<'mark' | 'means' | 'style', string>>

const GIVEN_MARKS = { web_page: '<', cut: '…', failed: '!', more_pages: '+', empty: '0', too_long: '#' } as const

const REPEATS = {
  changed: { mark: '≠', means: 'the same call with another result' },
  rechecked: { mark: '=', means: 'the same call with the same result, after a write' },
  unknown: { mark: '=', means: 'the same call, one result is missing' }
} as const

const styleOf = ({ tool, repeat, refusable, given, doubles, isLater }: ShownCall): CallStyle => {
  if (tool === null) return { mark: '?', means: 'cannot be read', style: 'unread' }
  if (doubles !== null && isLater)
    return { mark: '2', means: `the same write as call ${doubles}, made again in a later turn`, style: 'news' }
  if (doubles !== null) return { mark: '2', means: `the same write as call ${doubles}, made again`, style: 'double' }
  if (repeat === 'unchanged')
    return { mark: refusable ? '×' : '=', means: 'the same call with the same result', style: 'same' }
  const [kind] = given
  if (kind !== undefined) return { mark: GIVEN_MARKS[kind], means: '', style: 'failed' }
  return repeat === null ? { mark: '·', means: '', style: '' } : { ...REPEATS[repeat], style: 'news' }
}

const inWords = (call: ShownCall): string =>
  [
    styleOf(call).means,
    ...call.given.map((kind) => KINDS[kind].one),
    call.failure === null || call.failure === 'failed' ? '' : call.failure,
    call.missing,
    call.refusable ? 'a guard would refuse it' : '',
    call.isWasted ? `wasted ${counted(call.read, 'token')}` : ''
  ]
    .filter((words) => words !== '')
    .join('; ')

const cell = (call: ShownCall, at: number): Markup => {
  const { mark, style } = styleOf(call)
  const title = [`${at + 1}`, call.tool ?? 'unreadable', inWords(call)].filter((words) => words !== '').join(' · ')
  return html`<span class="call ${style}" title="${title}">${mark}</span>`
}

const callRow = (call: ShownCall, at: number): Markup =>
  html`<tr><td title="${call.id}">${at + 1}</td><td class="said">${breakable(call.tool ?? 'unreadable')} <code>${breakable(call.args)}</code></td><td class="said">${inWords(call)}</td></tr>`

const HEAD = html`<thead><tr><th scope="col">Call</th><th scope="col" class="said">What</th><th scope="col" class="said">Remark</th></tr></thead>`

// -- a conversation

const MAX_MOMENTS = 8

const weightOf = ({ doubles, isLater, isWasted, given, read }: ShownCall): number =>
  (doubles === null ? 0 : isLater ? 1e11 : 1e12) + (isWasted ? 1e9 : 0) + given.length * 1e6 + Math.min(read, 1e5)

/** The calls that matter most, in order. */
const momentsOf = (calls: ReadonlyArray<ShownCall>): ReadonlyArray<readonly [at: number, call: ShownCall]> =>
  [...calls.entries()]
    .filter(
      ([, { doubles, given, isWasted, tool }]) => doubles !== null || given.length > 0 || isWasted || tool === null
    )
    .toSorted(([, one], [, other]) => weightOf(other) - weightOf(one))
    .slice(0, MAX_MOMENTS)
    .toSorted(([one], [other]) => one - other)

const timeline = ({ calls, more }: ConversationTimeline, at: string): Markup => {
  const moments = momentsOf(calls)
  const label = `${counted(calls.length, 'call')}, ${number(moments.length)} of them in the list below`
  return html`<section class="conversation">
<h3>${breakable(at)}</h3>
<p class="strip" role="img" aria-label="${label}">${calls.map(cell)}${more === 0 ? '' : html` and ${number(more)} more`}</p>
${moments.length === 0 ? '' : html`<details class="plain"><summary>${counted(moments.length, 'moment')} that ${moments.length === 1 ? 'matters' : 'matter'}</summary><table>${HEAD}<tbody>${moments.map(([place, call]) => callRow(call, place))}</tbody></table></details>`}
<details class="plain all"><summary>All calls</summary><table>${HEAD}<tbody>${calls.map(callRow)}</tbody></table></details>
</section>`
}

export const conversations = (timelines: Timelines, evidence: AuditEvidence): Markup => {
  const { timelines: worst, all } = timelines.worst()
  if (worst.length === 0) return html``
  const some = worst.length < all ? `The ${worst.length} of ${number(all)} with the most findings. ` : ''
  return html`<section aria-labelledby="conversations"><h2 id="conversations">Conversations</h2>
<p class="legend">${some}A mark a call, in order: · a call, 2 a repeated write, = the same result again, × one that a guard would refuse, ≠ another result, &lt; web page, … cut, ! failed, + first page, 0 empty, # long, ? unreadable.</p>
${worst.map((one) => timeline(one, evidence.placed(one.place).at))}</section>`
}
