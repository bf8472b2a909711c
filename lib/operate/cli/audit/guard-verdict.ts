/** What a guard would have done with the calls of a log, in words. */
import { NO_TOOL } from '../../audit/counts.js'
import { addCounts } from '../../audit/add-counts.js'
import { ownName } from '../../audit/known-tools.js'
import { kindOf } from '../../../core/signs/index.js'
import { isGuardable } from './advice.js'
import { lacksResults } from './findings.js'
import { noAdviceOf } from './first-advice.js'
import { printedName } from './printed-name.js'
import type { AuditSummary } from './summary.js'
import { counted, countedParts, number } from '../figures.js'

const MAX_NAMES = 3

/** How many calls a guard would have stopped, what they were, and which it had better let through. */
export const guardVerdict = (summary: AuditSummary): string => {
  const { audit } = summary.total
  const { news } = summary.evidence
  const none = noAdviceOf(summary)
  if (none !== undefined) return none
  const { calls } = audit
  const tools = Object.entries(audit.tools).filter(([name]) => isGuardable(summary, name))
  const { refusable, doubles } = tools.reduce((sum, [, tool]) => addCounts(sum, tool), NO_TOOL)
  // Where it would refuse what was needed, it is not advised.
  const open = tools
    .filter(([, tool]) => tool.doubles.needed === 0)
    .reduce((sum, [, tool]) => sum + tool.doubles.equal - tool.doubles.stopped, 0)
  const declared = open > 0 ? ` With \`effect: 'write'\` it stops ${counted(open, 'repeated write')} more.` : ''
  const builtIn = audit.refusable.unchanged - refusable.unchanged
  const beside =
    builtIn === 0
      ? ''
      : ` ${counted(builtIn, 'repeat stands', 'repeats stand')} at tools that are built into a coding agent, before which none stands.`
  if (calls === 0) return ''
  if (refusable.calls === 0 && lacksResults(audit)) return ''
  if (refusable.calls === 0) return `A guard would have stopped none of these calls.${declared}${beside}`
  const wrong = news.refused.listed.filter(([name]) => isGuardable(summary, name))
  const wrongly = wrong.reduce((sum, [, n]) => sum + n, 0)
  const stopped = refusable.calls - wrongly
  const names = wrong.slice(0, MAX_NAMES).map(([name, n]) => `${printedName(name)} ${number(n)}`)
  const named = `${names.join(', ')}${wrong.length > MAX_NAMES ? ', …' : ''}`
  const polls = wrong.some(([name]) => kindOf(ownName(name)) !== 'writes')
    ? ' Set `polls` for what is asked until it changes.'
    : ''
  if (stopped === 0)
    return `A guard would have stopped nothing, and wrongly refused ${number(wrongly)} of ${counted(calls, 'call')}, whose result had changed: ${named}.${polls}${declared}${beside}`
  const silent = tools.reduce((sum, [name]) => sum + news.silent.of(name), 0)
  const parts = countedParts([
    [doubles.stopped, counted(doubles.stopped, 'repeated write')],
    [refusable.unchanged, `${number(refusable.unchanged)} brought the same result again`],
    [silent, `${number(silent)} had no result in the log`]
  ])
  const but =
    wrongly === 0
      ? ''
      : ` It would have wrongly refused ${counted(wrongly, 'call')} whose result had changed: ${named}.${polls}`
  return `A guard would have stopped ${number(stopped)} of ${counted(calls, 'call')}: ${parts.join(', ')}.${but}${declared}${beside}`
}
