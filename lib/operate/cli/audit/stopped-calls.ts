/** What a guard would have done with the calls of some tools, in figures and in words. */
import { addCounts } from '../../audit/add-counts.js'
import { NO_TOOL } from '../../audit/counts.js'
import { ownName } from '../../audit/known-tools.js'
import { kindOf } from '../../../core/signs/index.js'
import { printedName } from './printed-name.js'
import type { AuditSummary } from './summary.js'
import type { Tally } from './tally.js'
import { counted, countedParts, fewOf, number } from '../figures.js'

export interface StoppedCalls {
  /** Refused, rightly or wrongly. */
  readonly refused: number
  readonly stopped: number
  /** `2 brought the same result again, 1 failed as calls before it` */
  readonly what: string
  readonly wrongly: number
  /** `get_job 3.`, and what helps. */
  readonly wrong: string
}

const MAX_NAMES = 3

export const stoppedCalls = (
  { total: { audit }, evidence: { news } }: AuditSummary,
  isOne: (tool: string) => boolean
): StoppedCalls => {
  const tools = Object.entries(audit.tools).filter(([name]) => isOne(name))
  const { refusable, doubles } = tools.reduce((sum, [, tool]) => addCounts(sum, tool), NO_TOOL)
  const wrong = news.refused.listed.filter(([name]) => isOne(name))
  const wrongly = wrong.reduce((sum, [, n]) => sum + n, 0)
  const named = fewOf(wrong, MAX_NAMES, ([name, n]) => `${printedName(name)} ${number(n)}`)
  const polls = wrong.some(([name]) => kindOf(ownName(name)) !== 'writes')
    ? ' Set `polls` for what is asked until it changes.'
    : ''
  const countIn = (tally: Tally): number => tools.reduce((sum, [name]) => sum + tally.of(name), 0)
  const [same, alike, silent] = [countIn(news.same), countIn(news.failedAlike), countIn(news.silent)]
  const parts = countedParts([
    [doubles.stopped, counted(doubles.stopped, 'repeated write')],
    [same, `${number(same)} brought the same result again`],
    [alike, `${number(alike)} failed as calls before ${alike === 1 ? 'it' : 'them'} did`],
    [silent, `${number(silent)} had no result in the log`]
  ])
  return {
    refused: refusable.calls,
    stopped: refusable.calls - wrongly,
    what: parts.join(', '),
    wrongly,
    wrong: `${named}.${polls}`
  }
}
