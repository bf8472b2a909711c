/** What results cost that fill much of the context. */
import { longChars } from '../../audit/given.js'
import { counted, number, percent, sentences } from '../figures.js'
import { isGuardable } from './built-in.js'
import { inputPrice } from './price.js'
import { printedName } from './printed-name.js'
import type { AuditSummary } from './summary.js'
import { money } from './words.js'

/** What results cost that fill more than a tenth of the context, and what keeps them out. */
const longResultsIn = (summary: AuditSummary): string | undefined => {
  const {
    total: { audit },
    price
  } = summary
  const { given, context, tools } = audit
  if (given.too_long === 0) return undefined
  const [most] = Object.entries(tools).toSorted(([, one], [, other]) => other.context.long - one.context.long)
  const of = most === undefined ? '' : `, ${given.too_long === 1 ? '' : 'most of it '}of ${printedName(most[0])}`
  const cost = price === undefined ? '' : `, ${money((context.long * inputPrice(audit, price)) / 1e6)}`
  // Nothing stands before the tools of a coding agent.
  const isOpen = Object.entries(tools).some(([name, tool]) => tool.context.long > 0 && isGuardable(summary, name))
  const helps = isOpen
    ? ' `results: resultHandles()` of `guarded-call/results` in the `guardTools` of an adapter, its `textOf(value)` behind `guardFunctions`, or `guarded-call mcp --handles` keeps them and hands on a preview.'
    : ' It is built into the agent, and no guard stands before it.'
  const subject = given.too_long === 1 ? '1 result fills' : `${number(given.too_long)} results each fill`
  return `${subject} more than a tenth of the context: about ${counted(context.long, 'token')} with every later step that read ${given.too_long === 1 ? 'it' : 'them'} again (${percent(context.long / context.read)} of what all calls took${cost})${of}.${helps}`
}

/** The longest of the results that a log only displays, of which no other figure speaks. */
const displayedIn = ({ evidence }: AuditSummary): string | undefined => {
  const longest = evidence.longestDisplay
  if (longest === undefined || longest.chars <= longChars(evidence.contextTokens)) return undefined
  const { chars, tool, at } = longest
  return `One display is of ${number(chars)} characters (${tool}, ${at}): the model read up to about ${counted(Math.ceil(chars / 4), 'token')} of it, which count as no long result.`
}

/** What is too long for the context, as the model read it or as it was displayed; undefined where nothing is. */
export const longOf = (summary: AuditSummary): string | undefined =>
  sentences(longResultsIn(summary), displayedIn(summary)) || undefined
