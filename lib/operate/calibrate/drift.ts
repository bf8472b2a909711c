/** Compares a calibration with an earlier one: changes that chance does not explain. */
import * as t from 'io-ts'
import type { Calibration } from './calibration.js'

// -- model

/** A share of responses. @category Traffic @since 0.1.0 */
export interface Share {
  readonly count: number
  readonly of: number
}

/** One change. @category Traffic @since 0.1.0 */
export interface DriftChange {
  readonly kind: 'acceptance' | 'code' | 'new_group' | 'gone_group'
  /** The code; for a group also its place and symptom, and the unlisted values. */
  readonly what: string
  readonly before: Share
  readonly after: Share
  readonly isWorse: boolean
}

/** The shares of one tool, then and now; `null` without responses. @category Traffic @since 0.1.0 */
export interface ToolDrift {
  readonly tool: string
  /** Accepted responses, whole or partial. */
  readonly before: Share | null
  readonly after: Share | null
  readonly changes: ReadonlyArray<DriftChange>
  /** Whether something is worse, or the tool's responses are no longer judged. */
  readonly isWorse: boolean
}

/** The changes since an earlier calibration. @category Traffic @since 0.1.0 */
export interface Drift {
  readonly baseline: { readonly records: number; readonly from: string | null; readonly to: string | null }
  readonly tools: ReadonlyArray<ToolDrift>
  readonly isWorse: boolean
}

// -- the earlier calibration: what is needed of it

const Group = t.type({
  code: t.string,
  place: t.string,
  symptom: t.string,
  received: t.string,
  count: t.number,
  samples: t.readonlyArray(t.string)
})

const Tool = t.type({
  tool: t.string,
  judged: t.number,
  accepted: t.number,
  partial: t.number,
  rejected: t.number,
  codes: t.record(t.string, t.number),
  groups: t.readonlyArray(Group)
})

/** The output of an earlier `guarded-call calibrate --json`. @category Traffic @since 0.1.0 */
export const Baseline = t.type(
  {
    version: t.literal(1),
    records: t.number,
    from: t.union([t.string, t.null]),
    to: t.union([t.string, t.null]),
    tools: t.readonlyArray(Tool)
  },
  'Baseline'
)

type BaselineGroup = t.TypeOf<typeof Group>

type BaselineTool = t.TypeOf<typeof Tool>

/** The codec of an earlier calibration. @category Traffic @since 0.1.0 */
export type Baseline = t.TypeOf<typeof Baseline>

// -- chance

const term = (observed: number, expected: number): number =>
  observed === 0 ? 0 : observed * Math.log(observed / expected)

/** The G statistic of two shares; it also holds for small and empty ones, unlike the usual approximation. */
const distance = (a: Share, b: Share): number => {
  const share = (a.count + b.count) / (a.of + b.of)
  const cells = [a, b].flatMap(({ count, of }) => [term(count, of * share), term(of - count, of * (1 - share))])
  return 2 * cells.reduce((sum, cell) => sum + cell, 0)
}

/** Chi-squared with one degree of freedom: chance alone exceeds it once in a thousand comparisons. */
const BEYOND_CHANCE = 10.83
/** A smaller change of a share is significant in large traffic, but of no interest. */
const LEAST_CHANGE = 0.005
/** Smaller groups come and go. */
const LEAST_GROUP = 4

const isBeyondChance = (a: Share, b: Share): boolean => distance(a, b) > BEYOND_CHANCE

const hasMoved = (a: Share, b: Share): boolean =>
  isBeyondChance(a, b) && Math.abs(a.count / a.of - b.count / b.of) >= LEAST_CHANGE

// -- one tool

/** A share that moved beyond chance, as the one change that it is; for the worse where it moved in this direction. */
const moved = (
  kind: DriftChange['kind'],
  what: string,
  before: Share,
  after: Share,
  worse: 'less' | 'more'
): ReadonlyArray<DriftChange> => {
  const isMore = after.count / after.of > before.count / before.of
  return hasMoved(before, after) ? [{ kind, what, before, after, isWorse: isMore === (worse === 'more') }] : []
}

const codes = (before: BaselineTool, after: BaselineTool): ReadonlyArray<DriftChange> => {
  const shareIn = ({ codes: all, judged }: BaselineTool, code: string): Share => ({ count: all[code] ?? 0, of: judged })
  return [...new Set([...Object.keys(before.codes), ...Object.keys(after.codes)])]
    .sort()
    .flatMap((code) => moved('code', code, shareIn(before, code), shareIn(after, code), 'more'))
}

const nameOf = ({ code, place, symptom, received }: BaselineGroup): string =>
  `${place} ${symptom === 'wrong_type' ? `${symptom} (${received})` : symptom}${code === 'schema_violation' ? '' : ` ${code}`}`

/** A group and its unlisted values, as a name. */
const shownOf = (group: BaselineGroup): string =>
  group.symptom === 'new_member' ? `${nameOf(group)} ${[...new Set(group.samples)].join(', ')}` : nameOf(group)

/** Groups of one calibration that the other lacks, although chance would have put them there. */
const missing = (own: BaselineTool, other: BaselineTool) => {
  const known = new Set(other.groups.map(nameOf))
  return own.groups
    .filter((group) => !known.has(nameOf(group)) && group.count >= LEAST_GROUP)
    .map((group) => ({
      what: shownOf(group),
      here: { count: group.count, of: own.judged },
      there: { count: 0, of: other.judged }
    }))
    .filter(({ here, there }) => isBeyondChance(here, there))
}

const groups = (before: BaselineTool, after: BaselineTool): ReadonlyArray<DriftChange> => [
  ...missing(after, before).map(({ what, here, there }): DriftChange => ({
    kind: 'new_group',
    what,
    before: there,
    after: here,
    isWorse: true
  })),
  ...missing(before, after).map(({ what, here, there }): DriftChange => ({
    kind: 'gone_group',
    what,
    before: here,
    after: there,
    isWorse: false
  }))
]

const acceptedIn = (tool: BaselineTool | undefined): Share | null =>
  tool === undefined || tool.judged === 0 ? null : { count: tool.accepted + tool.partial, of: tool.judged }

const toolDrift = (tool: string, before: BaselineTool | undefined, after: BaselineTool | undefined): ToolDrift => {
  const [then, now] = [acceptedIn(before), acceptedIn(after)]
  const changes =
    before === undefined || after === undefined || then === null || now === null
      ? []
      : [...moved('acceptance', 'accepted', then, now, 'less'), ...codes(before, after), ...groups(before, after)]
  const isUnjudged = then !== null && now === null
  return {
    tool,
    before: then,
    after: now,
    changes,
    isWorse: isUnjudged || changes.some(({ isWorse }) => isWorse)
  }
}

// -- all

/**
 * Compares with an earlier calibration, tool by tool: the accepted share, codes, and groups that are new or gone.
 * Changes that chance explains, and shares that moved by less than half a percentage point, are left out. A tool whose
 * responses were judged then and are not now counts as worse.
 *
 * @category Traffic @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { calibrate, driftOf, type TrafficRecord } from 'guarded-call/traffic'
 *
 * const week = (broken: number): ReadonlyArray<TrafficRecord> =>
 *   Array.from({ length: 200 }, (_, i) => ({
 *     v: 1,
 *     at: new Date(i * 3_600_000).toISOString(),
 *     tool: 'ping',
 *     effect: 'read',
 *     callId: `call ${i}`,
 *     turnId: `turn ${i}`,
 *     args: {},
 *     outcome: 'right',
 *     code: null,
 *     executed: 'yes',
 *     ms: 1,
 *     bytes: 2,
 *     answer: { text: i < broken ? '<html>' : '"ok"' }
 *   }))
 * const tools = [{ name: 'ping', codec: t.string }]
 * const drift = driftOf(await calibrate(week(1), tools), await calibrate(week(40), tools))
 * assert.equal(drift.isWorse, true)
 * assert.deepEqual(
 *   drift.tools[0]?.changes.map(({ what, before, after }) => [what, before.count, after.count]),
 *   [
 *     ['accepted', 199, 160],
 *     ['html_response', 1, 40]
 *   ]
 * )
 */
export const driftOf = (before: Baseline, after: Calibration): Drift => {
  const find = (tools: ReadonlyArray<BaselineTool>, name: string): BaselineTool | undefined =>
    tools.find(({ tool }) => tool === name)
  const names = [...new Set([...before.tools, ...after.tools].map(({ tool }) => tool))].sort()
  const tools = names.map((name) => toolDrift(name, find(before.tools, name), find(after.tools, name)))
  return {
    baseline: { records: before.records, from: before.from, to: before.to },
    tools,
    isWorse: tools.some(({ isWorse }) => isWorse)
  }
}
