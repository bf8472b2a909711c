import { expect } from 'chai'
import { reportPage } from '../../../../lib/operate/cli/report/page.js'
import { DRIFT, EMPTY, WHOLE } from '../calibrate/whole.js'

const textOf = (page: string): string =>
  page
    .slice(page.indexOf('<main>'))
    .replace(/<svg[^]*?<\/svg>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('reportPage', () => {
  it('shows all that the calibration found', () => {
    const text = textOf(reportPage(WHOLE, DRIFT))
    for (const said of [
      '2 lines were no records.',
      'The recorders dropped 7 calls',
      '4 records are of tools without a codec here: ping 4',
      'Accepted as a part 450 18.0 %',
      'Without a response 3',
      'Not kept 4',
      '6 findings are of groups that had no room here.',
      'Likely edge cases (2)',
      'Undecided (7)',
      'Likely faults (4)',
      'The change would not help.',
      'schema_violation in 1 turn,',
      'wrong_entity in 2 turns,',
      'There is no recorded result of this tool.',
      'Against 100 records of 2026-11-01: something is worse than chance would have it.',
      'added not judged 100.0 % as before',
      'better 90.0 % 100.0 % better',
      'gone 100.0 % not judged worse',
      'worse code not_json : 0 of 100 (0.0 %) , now 10 of 100 (10.0 %)'
    ])
      expect(text).to.include(said)
  })

  it('has nothing to show of nothing, and says so', () => {
    const page = reportPage(EMPTY, { ...DRIFT, tools: [], isWorse: false })
    expect(textOf(page)).to.include('0 records, judged').and.to.include('nothing is worse than chance would have it.')
    expect(page).not.to.include('<svg')
  })
})
