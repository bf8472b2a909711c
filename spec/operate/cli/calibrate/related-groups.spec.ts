import { expect } from 'chai'
import { showCalibration } from '../../../../lib/operate/cli/calibrate/summary.js'
import { relatedGroups } from '../../../../lib/operate/cli/calibrate/related-groups.js'
import { reportPage } from '../../../../lib/operate/cli/report/page.js'
import { toolSection } from '../../../../lib/operate/cli/report/tool-section.js'
import type { ToolCalibration } from '../../../../lib/operate/calibrate/index.js'
import { group, suggested, WHOLE } from './whole.js'

const fault = { verdict: 'likely fault' } as const
const error = { rule: 'error in place of payload', says: 'fault', reason: 'The response reports an error.' } as const
const damage = { rule: 'damaged object', says: 'fault', reason: 'Most of it is wrong.' } as const

const GROUPS = [
  group('absent', { ...fault, place: 'id', reasons: [error] }),
  suggested(),
  group('wrong_type', { ...fault, place: 'status', reasons: [error, damage], sameAnswersAs: 0 }),
  { ...suggested(), place: 'other', sameAnswersAs: 1 },
  group('absent', { ...fault, place: 'lines[]' })
]

describe('relatedGroups', () => {
  it('puts groups of the same answers under the first, but for edge cases', () => {
    expect(
      relatedGroups(GROUPS).map(({ group: { place }, others }) => [place, others.map((other) => other.place)])
    ).to.deep.equal([
      ['id', ['status']],
      ['orders[].null', []],
      ['other', []],
      ['lines[]', []]
    ])
  })

  const tool: ToolCalibration = { ...(WHOLE.tools[0] ?? expect.fail('no tool')), groups: GROUPS }

  it('is how the terminal shows them, with the reasons of all', () => {
    const lines = showCalibration({ ...WHOLE, tools: [tool] }, undefined, (_style, text) => text).split('\n')
    const at = lines.findIndex((line) => line.startsWith('  likely fault  id'))
    expect(lines.slice(at + 1, at + 5)).to.deep.equal([
      '      The response reports an error.',
      '      Most of it is wrong.',
      '      The same responses are in 1 more group: status wrong type.',
      '  likely fault  lines[]  absent, expected string  1 (<0.1 %)'
    ])
  })

  it('is how the page shows them, one inside the other', () => {
    expect(reportPage({ ...WHOLE, tools: [tool] }, undefined)).to.match(/<td>2<\/td><td>0<\/td><td>2<\/td><\/tr>/)
    const page = toolSection(tool, 0).text
    expect(page).to.include('Likely faults (2)').and.to.include('<small>and 1 more in the same responses</small>')
    expect(page).to.match(
      /<h4>In the same responses<\/h4><details class="group fault"><summary><span class="what"><code><bdi>status<\/bdi>/
    )
  })
})
