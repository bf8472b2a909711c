/** Asks of each rule which verdicts on labelled traffic it moves: those that are others without it. */
import type { Evidence } from '../../lib/operate/calibrate/evidence.js'
import { judgeGroup, RULES, type Rule } from '../../lib/operate/calibrate/rules.js'
import { score, type ScoredGroup } from './score.js'
import type { LabelledTool } from './labelled.js'

interface Judged extends ScoredGroup {
  readonly evidence: Evidence
}

/** The groups of a week with their evidence, which the first rule that is asked learns of. */
export const judgedGroups = async (week: ReadonlyArray<LabelledTool>): Promise<ReadonlyArray<Judged>> => {
  const seen: Array<Evidence> = []
  const first = RULES[0] as { -readonly [K in keyof Rule]: Rule[K] }
  const { holds } = first
  first.holds = (evidence) => {
    seen.push(evidence)
    return holds(evidence)
  }
  const { groups } = await score(week)
  first.holds = holds
  return groups.map((group, i) => ({ ...group, evidence: seen[i] as Evidence }))
}

const SHORT: Readonly<Record<string, string>> = {
  'likely edge case': 'edge',
  undecided: 'undecided',
  'likely fault': 'fault'
}

/** Prints for each rule how many verdicts it moves, from what and to what, by the truth of the group. */
export const showAblation = (groups: ReadonlyArray<Judged>): void => {
  for (const rule of RULES) {
    const others = RULES.filter((other) => other !== rule)
    const moved = new Map<string, number>()
    for (const { evidence, truth } of groups) {
      const [before, after] = [judgeGroup(evidence).verdict, judgeGroup(evidence, others).verdict]
      if (before === after) continue
      const name = `${truth}: ${SHORT[after]} -> ${SHORT[before]}`
      moved.set(name, (moved.get(name) ?? 0) + 1)
    }
    const held = groups.filter(({ evidence }) => rule.holds(evidence)).length
    const list = [...moved].map(([name, n]) => `${name} ${n}`).sort()
    console.log(
      `  ${`${rule.says} ${rule.name}`.padEnd(32)}${String(held).padStart(6)} hold   ${list.join(', ') || 'moves nothing'}`
    )
  }
}
