/** Folds runs of identical failed calls: models imitate what their context repeats. */
import { canonicalText } from '../core/json/index.js'
import type { HistoryItem, Lens } from './lens.js'
import { outcomeOf } from './exchanges.js'
import { pair, type HistoryEntry, type PairedHistory, type PairOptions, type PairStep } from './pair.js'
import { textOf } from './content.js'
import { shownId, type Repair } from './repairs.js'
import { repeatsNote } from './texts.js'

/** Equal for steps with the same calls, failures and words beside them; null for a step that must not be folded. */
const signature = (lens: Lens, { calls, members, region, lastCaller }: PairStep): string | null => {
  const failed =
    calls.length > 0 && calls.every(({ answer }) => answer !== null && outcomeOf(answer.result).outcome !== 'right')
  const own = new Set(calls)
  const alone = region.every(({ found }) => found.every(({ call }) => call !== null && own.has(call)))
  if (!failed || !alone || members.at(-1) !== lastCaller) return null
  const said = members
    .filter(({ view }) => view.reasoning !== true)
    .map(({ message }) => lens.change(message, () => 'remove'))
  return canonicalText([said, calls.map(({ call, answer }) => [call.name, call.args, textOf(answer?.result.content)])])
}

interface RepeatRun {
  readonly first: PairStep
  readonly signature: string
  readonly later: Array<PairStep>
}

const runsOf = (lens: Lens, paired: PairedHistory): ReadonlyArray<RepeatRun> => {
  const following = new Map(paired.entries.map((entry, at) => [entry, paired.entries[at + 1]] as const))
  const runs: Array<RepeatRun> = []
  for (const step of paired.steps) {
    const own = signature(lens, step)
    if (own === null) continue
    const run = runs.at(-1)
    const end = (run?.later.at(-1) ?? run?.first)?.region.at(-1)
    const adjacent = end !== undefined && end.view.speaks !== true && following.get(end) === step.members[0]
    if (run?.signature === own && adjacent) run.later.push(step)
    else runs.push({ first: step, signature: own, later: [] })
  }
  return runs
}

/** Leaves the first pair of each run, with a note that counts the others. */
export const collapseRepeats = (
  lens: Lens,
  items: ReadonlyArray<HistoryItem>,
  { live = false, continues = false }: PairOptions,
  report: (repair: Repair) => void
): ReadonlyArray<HistoryItem> => {
  const paired = pair(lens, items, { live, continues })
  const folded = new Map<HistoryEntry, ReadonlyArray<HistoryItem>>()
  for (const { first, later } of runsOf(lens, paired)) {
    for (const [at, { members, region }] of later.entries()) {
      for (const member of members) folded.set(member, [])
      for (const entry of region) {
        // A person's words beside the last failure stay.
        const rest = lens.swap(
          entry.message,
          entry.found.map(() => undefined)
        )
        folded.set(entry, rest === undefined ? [] : [{ message: rest, index: entry.index }])
      }
      if (at > 0) continue
      const [{ index }] = members
      report({ kind: 'repeats_collapsed', id: shownId(first.calls[0]?.call.id), index, count: later.length })
      folded.set(members[0], [{ message: lens.note(repeatsNote(later.length)), index }])
    }
  }
  return paired.entries.flatMap((entry) => folded.get(entry) ?? [entry])
}
