/** The bounded statistics of a tool's traffic, independent of the order of records. */
import { BoundedCounts, SketchMap, DistinctCount, LowestHashes, Timeline } from './sketches.js'
import type { TrafficRecord } from '../../traffic/traffic-record.js'
import type { CodecPlace } from './place.js'
import type { UnexpectedPlace, Rejection } from './rejection.js'
import { shapeOf } from './shape.js'
import type { Symptom } from './symptom.js'

// -- constants

const MAX_GROUPS = 200
const MAX_SETS = 500
const MAX_SHAPES = 20
const MAX_MEMBERS = 50
const MAX_STRANGERS = 100
const MAX_EVENTS = 128
const SAMPLES = 5
const TRIED = { count: 16, chars: 32_768, first: 262_144 }
const ACCEPTED = { count: 200, chars: 524_288, first: 262_144 }

const charsOf = ({ answer }: TrafficRecord): number => {
  if (answer === undefined || 'sha256' in answer) return 0
  return 'text' in answer ? answer.text.length : JSON.stringify(answer.data).length
}

const keep = (records: LowestHashes<TrafficRecord>, hash: number, record: TrafficRecord): void => {
  if (records.wants(hash)) records.add(hash, charsOf(record), record)
}

// -- one group

/** One unexpected place in one tool's responses. */
export class GroupTally {
  readonly code: string
  readonly place: CodecPlace
  readonly symptom: Symptom
  expected: string
  readonly received: string
  count = 0
  /** The only unexpected place. */
  alone = 0
  damaged = 0
  /** The object that lacks it was empty. */
  emptied = 0
  envelopes = 0
  hollow = 0
  /** Three or more other places were unexpected, too. */
  crowded = 0
  first = Infinity
  last = -Infinity
  min = Infinity
  max = -Infinity
  fractions = 0
  readonly turns = new DistinctCount()
  /**
   * The first occurrence in each turn: calls of a turn share a subject and come together, so that only turns are
   * independent events.
   */
  readonly events = new SketchMap<{ at: number; calls: number }>(MAX_EVENTS, () => {})
  readonly shapes = new BoundedCounts(MAX_SHAPES)
  readonly members = new BoundedCounts(MAX_MEMBERS)
  readonly strangers = new BoundedCounts(MAX_STRANGERS)
  readonly samples = new LowestHashes<string>(SAMPLES)
  readonly records = new LowestHashes<TrafficRecord>(TRIED.count, TRIED.chars, TRIED.first)

  constructor(finding: UnexpectedPlace, code: string) {
    this.code = code
    this.place = finding.place
    this.symptom = finding.symptom
    this.expected = finding.expected
    this.received = finding.received
  }

  add(finding: UnexpectedPlace, rejection: Rejection): void {
    const { findings, at, hash, record } = rejection
    this.count += 1
    // Branches of a union expect different things at one place: choosing one of them must not depend on the order of
    // records.
    if (finding.expected < this.expected) this.expected = finding.expected
    if (findings.length === 1) this.alone += 1
    if (finding.isDamaged) this.damaged += 1
    if (finding.isEmptied) this.emptied += 1
    if (rejection.isEnvelope) this.envelopes += 1
    if (rejection.isHollow) this.hollow += 1
    if (findings.length > 3) this.crowded += 1
    this.first = Math.min(this.first, at)
    this.last = Math.max(this.last, at)
    this.turns.add(record.turnId)
    // A response that is broken as a whole explains itself: its time says nothing about this place.
    const isExplained = rejection.isEnvelope || rejection.isHollow || finding.isDamaged
    const event = isExplained ? undefined : this.events.at(record.turnId, () => ({ at, calls: 0 }))
    if (event !== undefined) {
      event.at = Math.min(event.at, at)
      event.calls += 1
    }
    this.shapes.add(this.symptom === 'unreadable' ? finding.expected : shapeOf(finding.value))
    for (const stranger of finding.strangers) this.strangers.add(stranger)
    this.#value(finding, hash)
    keep(this.records, hash, record)
  }

  #value({ value, came }: UnexpectedPlace, hash: number): void {
    if (typeof value === 'number') {
      this.min = Math.min(this.min, value)
      this.max = Math.max(this.max, value)
      if (!Number.isInteger(value)) this.fractions += 1
    }
    if (this.symptom === 'new_member') this.members.add(JSON.stringify(value))
    if (came !== undefined && this.samples.wants(hash)) this.samples.add(hash, 1, came)
  }
}

// -- one tool

/** Records that were refused for the same set of groups. */
interface GroupSet {
  readonly groups: ReadonlyArray<string>
  count: number
}

/** One tool's traffic. */
export class ToolTally {
  calls = 0
  judged = 0
  accepted = 0
  partial = 0
  unkept = 0
  /** Rejections beyond the limit of groups. */
  others = 0
  readonly unanswered = new BoundedCounts(100)
  readonly codes = new BoundedCounts(100)
  readonly turns = new DistinctCount()
  readonly traffic = new Timeline()
  readonly refusals = new Timeline()
  readonly samples = new LowestHashes<TrafficRecord>(ACCEPTED.count, ACCEPTED.chars, ACCEPTED.first)
  /** Damaged responses, whatever their groups. */
  readonly damaged = new LowestHashes<TrafficRecord>(TRIED.count, TRIED.chars, TRIED.first)
  readonly #groups = new SketchMap<GroupTally>(MAX_GROUPS, ({ count }) => {
    this.others += count
  })
  readonly #sets = new SketchMap<GroupSet>(MAX_SETS, () => {})

  /** A call without a response to judge. */
  skip(): void {
    this.unkept += 1
  }

  accept(record: TrafficRecord, hash: number, isPartial: boolean): void {
    if (isPartial) this.partial += 1
    else this.accepted += 1
    keep(this.samples, hash, record)
  }

  reject(rejection: Rejection): void {
    const { record, hash } = rejection
    if (rejection.isEnvelope || rejection.isHollow || rejection.findings.some(({ isDamaged }) => isDamaged))
      keep(this.damaged, hash, record)
    this.codes.add(rejection.code)
    this.refusals.add(rejection.at)
    for (const finding of rejection.findings) {
      const group = this.#groups.at(finding.group, () => new GroupTally(finding, rejection.code))
      if (group === undefined) this.others += 1
      else group.add(finding, rejection)
    }
    const groups = rejection.findings.map(({ group }) => group).sort()
    const set = this.#sets.at(groups.join('\n'), () => ({ groups, count: 0 }))
    if (set !== undefined) set.count += 1
  }

  /** The groups by name, most frequent first. */
  get groups(): ReadonlyArray<readonly [string, GroupTally]> {
    return [...this.#groups.entries].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
  }

  /**
   * Identifies the responses of a group: groups with equal identifiers come from the very same ones. Undefined if not
   * all are known.
   */
  answersOf(name: string, { count }: GroupTally): string | undefined {
    const sets = this.#sets.entries.flatMap(([, set], index) =>
      set.groups.includes(name) ? [{ index, count: set.count }] : []
    )
    return sets.reduce((sum, set) => sum + set.count, 0) === count
      ? sets.map(({ index }) => index).join(' ')
      : undefined
  }

  /** How many rejected records have no groups but these. */
  covered(groups: ReadonlySet<string>): number {
    return this.#sets.entries.reduce(
      (sum, [, set]) => sum + (set.groups.every((group) => groups.has(group)) ? set.count : 0),
      0
    )
  }
}
