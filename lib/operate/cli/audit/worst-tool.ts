/** The tool at which what went wrong cost most, and the words that say so. */
import type { ToolAudit } from '../../audit/counts.js'
import type { GivenKind } from '../../audit/given.js'
import { isGuardable } from './built-in.js'
import { printedName } from './printed-name.js'
import { doublesOf, toolsOf, type AuditSummary } from './summary.js'
import { KINDS } from './words.js'
import { counted, countedParts, number } from '../figures.js'

type Named = ReturnType<typeof toolsOf>[number]

interface WorstTool {
  readonly lead: string
  readonly worst: Named
  readonly found: string
}

/** `23 failures in 56 calls`; empty where nothing went wrong. */
export const foundOf = (tool: ToolAudit): string => {
  const { doubles, repeats, given, calls } = tool
  const open = doublesOf(tool) - doubles.sure
  const kinds = Object.entries(given) as Array<[GivenKind, number]>
  const found = countedParts([
    [doubles.sure, counted(doubles.sure, 'write that happened twice', 'writes that happened twice')],
    [open, counted(open, 'repeated write')],
    ...kinds.map(([kind, n]) => [n, counted(n, KINDS[kind].one)] as const),
    [repeats.unchanged, counted(repeats.unchanged, 'repeat with the same result', 'repeats with the same result')]
  ])
  return found.length === 0 ? '' : `${found.join(', ')} in ${counted(calls, 'call')}`
}

/** The tokens of calls that brought nothing, and of long results. */
const costOf = ({ context }: Pick<ToolAudit, 'context'>): number => context.wasted + context.long

const byCost = ([, tool]: Named): number => costOf(tool)

/** Sorts them by the first of these weights that tells them apart. */
const sorted = (
  tools: ReadonlyArray<Named>,
  ...weights: ReadonlyArray<(tool: Named) => number>
): ReadonlyArray<Named> =>
  tools.toSorted((one, other) => {
    const weight = weights.find((of) => of(one) !== of(other))
    return weight === undefined ? 0 : weight(other) - weight(one)
  })

const isOnce = ([, tool]: Named): boolean => doublesOf(tool) === 0 && tool.repeats.unchanged + tool.badResults === 1

/** The tools at which something went wrong before which a guard can stand, those at which it cost most first. */
export const openTools = (summary: AuditSummary): ReadonlyArray<Named> => {
  const byCount = ([name]: Named): number => summary.evidence.wrong.of(name)
  const open = toolsOf(summary.total.audit).filter(([name, one]) => foundOf(one) !== '' && isGuardable(summary, name))
  return sorted(open, byCost, byCount)
}

/** The tool to guard first; undefined where nothing went wrong at one that can be guarded. */
export const worstOf = (summary: AuditSummary): WorstTool | undefined => {
  const { audit } = summary.total
  const byCount = ([name]: Named): number => summary.evidence.wrong.of(name)
  const open = openTools(summary)
  const [most] = sorted(toolsOf(audit), byCount)
  const [mostOpen] = sorted(open, byCount)
  // A write that happened twice weighs most.
  const sure = open.find(([, { doubles }]) => doubles.sure > 0)
  const worst = sure ?? open[0]
  if (most === undefined || mostOpen === undefined || worst === undefined) return undefined
  const [isBehind, isRarer] = [byCount(mostOpen) < byCount(most), byCount(worst) < byCount(mostOpen)]
  const built = `Most went wrong at \`${printedName(most[0])}\` (${foundOf(most[1])}), before which no guard can stand: it is built into the agent. Of the others, `
  const cost = `, for about ${number(costOf(worst[1]))} of ${counted(costOf(audit), 'token')}`
  const once = open.every(isOnce) ? open.length : 0
  const lead =
    once > 1
      ? `one call went wrong at each of ${number(once)} tools, such as`
      : once === 1 && isBehind
        ? 'one call went wrong, at'
        : isRarer
          ? `what ${sure === undefined ? 'cost' : 'weighs'} most went wrong at`
          : 'most went wrong at'
  return {
    lead: isBehind ? `${built}${lead}` : lead.charAt(0).toUpperCase() + lead.slice(1),
    worst,
    found: `${foundOf(worst[1])}${isRarer && sure === undefined ? cost : ''}`
  }
}
