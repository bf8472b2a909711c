/** What failed most often: where no rule helps, something is to be repaired. */
import { oneLine } from '../../../core/errors/index.js'
import { isReport, saysRefusal } from '../../../core/failure/index.js'
import { isOfArguments } from '../../audit/cause.js'
import { THROWN } from './given-groups.js'
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

// Of the framework around a tool, which says nothing of the service: `Error executing tool pay: …`
const AROUND =
  /^(?:mcp )?(?:tool |function )?(?:error|exception|failure)(?: (?:executing|calling|running|invoking|in|from))?(?: (?:the )?(?:mcp )?(?:tool|function))?(?: [`'"]?[\w.:/-]{1,100}[`'"]?)?: |^mcp error -?\d{1,6}: |^(?:mcp )?tool [`'"]?[\w.:/-]{1,100}[`'"]? (?:reported (?:a )?(?:tool )?error|failed): |^tool ?(?:error|exception): /i

const MAX_AROUND = 3

const ofService = (says: string): string => {
  let words = says
  for (let at = 0; at < MAX_AROUND; at++) words = words.replace(AROUND, '')
  return words
}

// "payment does not add up, total price is 305", "payment method should be the original one"
const NOT_SO =
  /\bdo(?:es)?(?: not|n['’]t) (?:add up|cover|equal|meet|qualify|satisfy|suffice)\b|\bnot available (?:at|for|from|in|on|until)\b|\bshould (?:be|have|match|not)\b/i

// Of what a program lacks, and not of a record: "no such column", "route not found".
const OF_PROGRAM =
  /\b(?:binary|column|command|endpoint|executable|function|host|library|method|module|named|relation|route|schema|server|table|tool)\b|https?:\/\//i

// An exception that no framework wrote around is one of code.
const isRightAnswer = (code: string, says: string): boolean => {
  const words = ofService(says)
  const isNo = NOT_SO.test(words) || (code === 'not_found' && !OF_PROGRAM.test(words))
  return saysRefusal(words) || (isNo && !THROWN.test(words) && isReport({ code, says: words }))
}

/** What failed most often at a tool, in a sentence: whether something is to be repaired there. */
export const repairAdvice = (summary: AuditSummary, name: string): string => {
  const own = printedName(name)
  const most = mostFailed(summary, (tool) => tool === own)
  if (most === undefined) return ''
  const { code, count, says } = most
  const often = count === 1 ? 'failed' : `failed most often (${number(count)} times)`
  if (code === 'rejected_arguments' && isOfArguments(says))
    return ` What ${often} lies with the arguments that the model sent: ${says}`
  return isRightAnswer(code, says)
    ? ` What ${often} may be the right answer of its service: ${says}`
    : ` Repair what ${often}: ${says}`
}
