/** What a guard would have done with the calls of a log, in words. */
import { isGuardable } from './built-in.js'
import { lacksResults } from './findings.js'
import { noAdviceOf } from './first-advice.js'
import { stoppedCalls } from './stopped-calls.js'
import type { AuditSummary } from './summary.js'
import { counted, number } from '../figures.js'

/** How many calls a guard would have stopped, what they were, and which it had better let through. */
export const guardVerdict = (summary: AuditSummary): string => {
  const { audit } = summary.total
  const none = noAdviceOf(summary)
  if (none !== undefined) return none
  const { calls } = audit
  const isOne = (name: string): boolean => isGuardable(summary, name)
  const { refused, stopped, what, wrongly, wrong } = stoppedCalls(summary, isOne)
  // Where it would refuse what was needed, it is not advised.
  const open = Object.entries(audit.tools)
    .filter(([name, tool]) => isOne(name) && tool.doubles.needed === 0)
    .reduce((sum, [, tool]) => sum + tool.doubles.equal - tool.doubles.stopped, 0)
  const declared = open > 0 ? ` With \`effect: 'write'\` it stops ${counted(open, 'repeated write')} more.` : ''
  const builtIn = stoppedCalls(summary, (name) => !isOne(name)).stopped
  const beside =
    builtIn === 0
      ? ''
      : ` It would have stopped ${counted(builtIn, 'call')} of tools that are built into the agent, but none stands before them.`
  if (calls === 0) return ''
  if (refused === 0 && lacksResults(audit)) return ''
  if (refused === 0) return `A guard would have stopped none of these calls.${declared}${beside}`
  if (stopped === 0)
    return `A guard would have stopped nothing, and wrongly refused ${number(wrongly)} of ${counted(calls, 'call')}, whose result had changed: ${wrong}${declared}${beside}`
  const but =
    wrongly === 0 ? '' : ` It would have wrongly refused ${counted(wrongly, 'call')} whose result had changed: ${wrong}`
  return `A guard would have stopped ${number(stopped)} of ${counted(calls, 'call')}: ${what}.${but}${declared}${beside}`
}
