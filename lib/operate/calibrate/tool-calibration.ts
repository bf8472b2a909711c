/** Turns the tally of one tool into its result: evidence, verdicts, and the changes that passed their trial. */
import type { AnyPolicy } from './judged-tool.js'
import type { TrafficRecord } from '../../traffic/traffic-record.js'
import { given } from '../../core/options.js'
import { judgeAnswer } from '../../guard/kernel.js'
import type { RejectionGroup, ToolCalibration, TrafficSpan } from './calibration.js'
import type { Change } from './change.js'
import { evidenceOf, type Evidence } from './evidence.js'
import { NO_TIME_MS, periodOf } from './period.js'
import { recordedAnswerOf } from './replay.js'
import { judgeGroup, type VerdictReasons } from './rules.js'
import { changeAll, changeOf, changeText, passing, type Suggestion } from './suggest.js'
import type { GroupTally, ToolTally } from './tally.js'

// -- groups

interface ExaminedGroup {
  readonly name: string
  readonly group: GroupTally
  readonly evidence: Evidence
  readonly judged: VerdictReasons
}

const rawOf =
  (judge: AnyPolicy) =>
  (record: TrafficRecord): ReadonlyArray<unknown> => {
    const answer = recordedAnswerOf(record)
    return answer === undefined ? [] : [judgeAnswer(judge, record.args, answer.value).raw]
  }

const examine = (judge: AnyPolicy, tool: ToolTally): ReadonlyArray<ExaminedGroup> => {
  const accepted = tool.samples.values.flatMap(rawOf(judge))
  return tool.groups.map(([name, group]) => {
    const refused = group.symptom === 'absent' ? group.records.values.flatMap(rawOf(judge)) : []
    const evidence = evidenceOf(group, tool, { accepted, refused })
    return { name, group, evidence, judged: judgeGroup(evidence) }
  })
}

/** By name, the index of the first group with the very same responses and verdict. */
const sameAnswers = (tool: ToolTally, all: ReadonlyArray<ExaminedGroup>): ReadonlyMap<string, number> => {
  const firsts = new Map<string, number>()
  const found = new Map<string, number>()
  all.forEach(({ name, group, judged }, index) => {
    const answers = tool.answersOf(name, group)
    if (answers === undefined) return
    const key = `${judged.verdict} ${answers}`
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, index)
    else found.set(name, first)
  })
  return found
}

// -- changes

interface ProposedChange extends ExaminedGroup {
  readonly change: Change
}

interface Trial {
  readonly kept: ReadonlyArray<ProposedChange>
  readonly withheld: ReadonlyMap<string, string>
}

const UNREACHABLE =
  'No change accepts just this: the place is inside an opaque codec, or in several branches of a union.'
const LETS_FAULTS_IN = 'The change would also accept responses that are faults, or may be.'
const NO_HELP = 'The change would not help: a check or a condition elsewhere still refuses these responses.'

/** Keeps the changes that accept no fault, alone and together. */
const tryChanges = (
  judge: AnyPolicy,
  edges: ReadonlyArray<ExaminedGroup>,
  faults: ReadonlyArray<TrafficRecord>
): Trial => {
  const withheld = new Map<string, string>()
  const lets = (changes: ReadonlyArray<Change>): number => {
    const changed = changeAll(judge.codec, changes)
    return changed === undefined ? 0 : passing(judge, changed, faults)
  }
  const proposed = edges.flatMap((edge): ReadonlyArray<ProposedChange> => {
    const change = changeOf(judge.codec, edge)
    if (change === undefined) withheld.set(edge.name, UNREACHABLE)
    else if (lets([change]) > 0) withheld.set(edge.name, LETS_FAULTS_IN)
    else return [{ ...edge, change }]
    return []
  })
  const kept: Array<ProposedChange> = []
  // Harmless changes may accept a fault together with others: the most frequent come first.
  for (const candidate of proposed) {
    const together = [...kept, candidate].map(({ change }) => change)
    if (changeAll(judge.codec, together) === undefined) withheld.set(candidate.name, UNREACHABLE)
    else if (kept.length > 0 && lets(together) > 0) withheld.set(candidate.name, LETS_FAULTS_IN)
    else kept.push(candidate)
  }
  return { kept, withheld }
}

// -- results

const iso = (ms: number): string => new Date(ms).toISOString()

const groupOf = (
  { group, evidence, judged }: ExaminedGroup,
  sameAnswersAs: number | undefined,
  suggestion: Suggestion | null,
  withheld: string | undefined
): RejectionGroup => {
  const { from, to } = periodOf(group.first, group.last)
  return {
    code: group.code,
    place: group.place.text,
    symptom: group.symptom,
    expected: group.expected,
    received: group.received,
    count: group.count,
    share: evidence.share,
    turns: evidence.turns,
    firstSeen: from,
    lastSeen: to,
    shapes: group.shapes.entries.map(({ name, count }) => ({ shape: name, count })),
    samples: group.samples.values,
    ...given({ sameAnswersAs }),
    ...judged,
    suggestion,
    ...given({ withheld })
  }
}

const spansOf = ({ traffic, refusals }: ToolTally): ReadonlyArray<TrafficSpan> => {
  refusals.widenTo(traffic.widthMs)
  const rejected = new Map(refusals.spans.map(({ start, count }) => [start, count]))
  if (traffic.spans[0]?.start === NO_TIME_MS) return []
  return traffic.spans.map(({ start, count }) => ({
    start: iso(start),
    accepted: count - (rejected.get(start) ?? 0),
    rejected: rejected.get(start) ?? 0
  }))
}

/** Judges a tally. */
export const toolCalibration = (name: string, judge: AnyPolicy, tool: ToolTally): ToolCalibration => {
  const examined = examine(judge, tool)
  const edges = examined.filter(({ judged }) => judged.verdict === 'likely edge case')
  const faults = [
    ...new Set([
      ...tool.damaged.values,
      ...examined
        .filter(({ judged }) => judged.verdict !== 'likely edge case')
        .flatMap(({ group }) => group.records.values)
    ])
  ]
  const { kept, withheld } = tryChanges(judge, edges, faults)
  const changes = kept.map(({ change }) => change)
  const together = changeAll(judge.codec, changes) ?? judge.codec
  const suggestions = new Map(
    kept.map(({ name: proposed, change, group: { records } }): readonly [string, Suggestion] => [
      proposed,
      {
        code: changeText(judge.codec, change),
        change,
        takes: tool.covered(new Set([proposed])),
        tried: { passed: passing(judge, together, records.values), of: records.values.length },
        faultsTried: faults.length
      }
    ])
  )
  const same = sameAnswers(tool, examined)
  const helpful = new Map([...suggestions].filter(([, { tried }]) => tried.of === 0 || tried.passed > 0))
  return {
    tool: name,
    calls: tool.calls,
    judged: tool.judged,
    accepted: tool.accepted,
    partial: tool.partial,
    rejected: tool.judged - tool.accepted - tool.partial,
    unkept: tool.unkept,
    unanswered: tool.unanswered.byName,
    codes: tool.codes.byName,
    spanMs: tool.traffic.widthMs,
    spans: spansOf(tool),
    groups: examined.map((each) =>
      groupOf(
        each,
        same.get(each.name),
        helpful.get(each.name) ?? null,
        withheld.get(each.name) ?? (suggestions.has(each.name) && !helpful.has(each.name) ? NO_HELP : undefined)
      )
    ),
    ungrouped: tool.others,
    wouldTake: tool.covered(new Set(helpful.keys()))
  }
}
