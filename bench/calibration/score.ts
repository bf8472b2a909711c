/** Holds the verdicts of a calibration against the labels of the traffic. */
import * as E from 'fp-ts/lib/Either.js'
import {
  calibrate,
  changeCodec,
  type RejectionGroup,
  type RejectionVerdict
} from '../../lib/operate/calibrate/index.js'
import { CodecPlace } from '../../lib/operate/calibrate/place.js'
import { rejectionOf } from '../../lib/operate/calibrate/rejection.js'
import { replay } from '../../lib/operate/calibrate/replay.js'
import { policiesByName } from '../../lib/operate/calibrate/judged-tool.js'
import { judge } from '../../lib/index.js'
import type { Labelled, LabelledTool } from './labelled.js'

// -- model

export type Truth = 'edge' | 'fault' | 'mixed'

export interface ScoredGroup {
  readonly tool: string
  readonly group: RejectionGroup
  readonly truth: Truth
  readonly labels: Readonly<Record<string, number>>
}

export interface Score {
  readonly groups: ReadonlyArray<ScoredGroup>
  readonly records: number
  readonly rejected: number
  readonly suggestions: number
  /** Labelled edge cases that the suggested codecs take, of those that were rejected. */
  readonly edgesTaken: number
  readonly edgesRejected: number
  /** Labelled faults that were rejected and that the suggested codecs take. */
  readonly faultsTaken: number
  readonly faultsRejected: number
}

// -- groups

const groupName = ({ code, place, symptom, received }: RejectionGroup): string =>
  JSON.stringify([code, place, symptom === 'wrong_type' ? `${symptom}:${received}` : symptom])

/** Labels by group. */
const labelsOf = ({ tool, codec, traffic }: LabelledTool): ReadonlyMap<string, Record<string, number>> => {
  const judgeOf = policiesByName([{ name: tool, codec }]).get(tool)
  const root = new CodecPlace([], [codec])
  const labels = new Map<string, Record<string, number>>()
  for (const { record, label } of traffic) {
    const replayed = judgeOf === undefined ? undefined : replay(judgeOf, record)
    if (replayed?.kind !== 'rejected') continue
    for (const { group } of rejectionOf(record, 0, 0, replayed, root)?.findings ?? []) {
      const counts = labels.get(group) ?? {}
      counts[label.is] = (counts[label.is] ?? 0) + 1
      labels.set(group, counts)
    }
  }
  return labels
}

const truthOf = (labels: Readonly<Record<string, number>>): Truth => {
  const { edge = 0, fault = 0, fine = 0 } = labels
  if (fine > 0) throw new Error('a record without a label of its own was rejected: the traffic is not what it says')
  if (fault === 0) return 'edge'
  return edge === 0 ? 'fault' : 'mixed'
}

// -- suggestions

const isRejected = (tool: LabelledTool, { record }: Labelled, codec: LabelledTool['codec']): boolean => {
  const { answer } = record
  return answer !== undefined && 'text' in answer && E.isLeft(judge({ codec, args: tool.tool }, answer.text))
}

/** Scores one labelled set. */
export const score = async (week: ReadonlyArray<LabelledTool>): Promise<Score> => {
  const calibration = await calibrate(
    week.flatMap(({ traffic }) => traffic.map(({ record }) => record)),
    week.map(({ tool, codec }) => ({ name: tool, codec }))
  )
  const total = {
    records: calibration.records,
    rejected: 0,
    suggestions: 0,
    edgesTaken: 0,
    edgesRejected: 0,
    faultsTaken: 0,
    faultsRejected: 0
  }
  const groups: Array<ScoredGroup> = []
  for (const found of calibration.tools) {
    const tool = week.find(({ tool: name }) => name === found.tool)
    if (tool === undefined) continue
    const labels = labelsOf(tool)
    for (const group of found.groups) {
      const own = labels.get(groupName(group)) ?? {}
      groups.push({ tool: found.tool, group, truth: truthOf(own), labels: own })
    }
    const changes = found.groups.flatMap(({ suggestion }) => (suggestion === null ? [] : [suggestion.change]))
    const changed = changes.reduce((codec, change) => changeCodec(codec, change) ?? codec, tool.codec)
    total.rejected += found.rejected
    total.suggestions += changes.length
    for (const each of tool.traffic) {
      if (each.label.is === 'fine' || !isRejected(tool, each, tool.codec)) continue
      const isTaken = !isRejected(tool, each, changed)
      total[each.label.is === 'edge' ? 'edgesRejected' : 'faultsRejected'] += 1
      if (isTaken) total[each.label.is === 'edge' ? 'edgesTaken' : 'faultsTaken'] += 1
    }
  }
  return { ...total, groups }
}

// -- figures

const OPPOSITE: Readonly<Record<Exclude<Truth, 'mixed'>, RejectionVerdict>> = {
  edge: 'likely fault',
  fault: 'likely edge case'
}
const RIGHT: Readonly<Record<Exclude<Truth, 'mixed'>, RejectionVerdict>> = {
  edge: 'likely edge case',
  fault: 'likely fault'
}

export interface Figures {
  readonly of: number
  readonly right: number
  readonly undecided: number
  readonly opposite: number
}

export const figuresOf = (groups: ReadonlyArray<ScoredGroup>, truth: Exclude<Truth, 'mixed'>): Figures => {
  const some = groups.filter((each) => each.truth === truth)
  const having = (verdict: RejectionVerdict): number => some.filter(({ group }) => group.verdict === verdict).length
  return {
    of: some.length,
    right: having(RIGHT[truth]),
    undecided: having('undecided'),
    opposite: having(OPPOSITE[truth])
  }
}
