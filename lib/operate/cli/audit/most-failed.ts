/** What failed most often: where no rule helps, something is to be repaired. */
import { oneLine } from '../../../core/errors/index.js'
import { saysRefusal } from '../../../core/failure/index.js'
import { guardable } from './advice.js'
import { printedName } from './printed-name.js'
import type { AuditSummary } from './summary.js'
import { number } from '../figures.js'

const MAX_WORDS = 120

/** The most frequent words of failures at some tools; of equals, those of one tool first. */
export const mostFailed = (summary: AuditSummary, own: string, isCounted: (tool: string) => boolean) =>
  summary.evidence.groups
    .filter(({ kind, tool }) => kind === 'failed' && isCounted(tool))
    .flatMap(({ tool, samples }) => samples.map(({ count, says }) => ({ tool, count, says: oneLine(says, MAX_WORDS) })))
    .toSorted((one, other) => other.count - one.count || Number(other.tool === own) - Number(one.tool === own))[0]

/** What failed most often at tools that are no agent's own, in a sentence: there something is to be repaired. */
export const repairAdvice = (summary: AuditSummary, name: string): string => {
  const open = new Set(guardable(summary).map(([other]) => printedName(other)))
  const own = printedName(name)
  const most = mostFailed(summary, own, (tool) => open.has(tool))
  if (most === undefined) return ''
  const { tool, count, says } = most
  const often = count === 1 ? 'what failed' : `what failed most often (${number(count)} times)`
  const at = tool === own ? '' : ` at ${tool}`
  // "not enough seats on flight HAT213"
  return saysRefusal(says)
    ? ` ${often.replace('w', 'W')}${at} may be the right answer of its service: ${says}`
    : ` Repair ${often}${at}: ${says}`
}
