/** What failed most often: where no rule helps, something is to be repaired. */
import { oneLine } from '../../../core/errors/index.js'
import { isReport, saysRefusal } from '../../../core/failure/index.js'
import { printedName } from './printed-name.js'
import type { AuditSummary } from './summary.js'
import { number } from '../figures.js'

const MAX_WORDS = 120

/** The most frequent words of failures at some tools. */
export const mostFailed = (summary: AuditSummary, isCounted: (tool: string) => boolean) =>
  summary.evidence.groups
    .filter(({ kind, tool }) => kind === 'failed' && isCounted(tool))
    .flatMap(({ tool, code, samples }) =>
      samples.map(({ count, says }) => ({ tool, code, count, says: oneLine(says, MAX_WORDS) }))
    )
    .toSorted((one, other) => other.count - one.count)[0]

/** What failed most often at any tool, in a sentence; undefined where nothing failed. */
export const oftenFailed = (summary: AuditSummary): string | undefined => {
  const most = mostFailed(summary, () => true)
  if (most === undefined) return undefined
  const often = most.count === 1 ? 'A failure' : `What failed most often (${number(most.count)} times),`
  return `${often} at ${most.tool}: ${most.says}`
}

// "payment does not add up, total price is 305", "flight HAT030 not available on date 2024-05-13"
const NOT_SO =
  /\bdo(?:es)?(?: not|n['’]t) (?:add up|cover|equal|meet|qualify|satisfy|suffice)\b|\bnot available (?:at|for|from|in|on|until)\b/i

// "not enough seats on flight HAT213"
const isRightAnswer = (code: string, says: string): boolean =>
  saysRefusal(says) || (NOT_SO.test(says) && isReport({ code, says }))

/** What failed most often at a tool, in a sentence: there something is to be repaired. */
export const repairAdvice = (summary: AuditSummary, name: string): string => {
  const own = printedName(name)
  const most = mostFailed(summary, (tool) => tool === own)
  if (most === undefined) return ''
  const { code, count, says } = most
  const often = count === 1 ? 'what failed' : `what failed most often (${number(count)} times)`
  return isRightAnswer(code, says)
    ? ` ${often.replace('w', 'W')} may be the right answer of its service: ${says}`
    : ` Repair ${often}: ${says}`
}
