/**
 * Suggests the change of a codec that accepts an edge case and nothing else, after a trial on the recorded responses.
 */
import type * as t from 'io-ts'
import { boundsOf } from '../../codec/known-formats.js'
import { policyFor } from '../../guard/kernel.js'
import type { AnyPolicy } from './judged-tool.js'
import type { TrafficRecord } from '../../traffic/traffic-record.js'
import { changeCodec, codecAt, type Change, type Extra } from './change.js'
import { codecSource } from './codec-source.js'
import type { Evidence } from './evidence.js'
import { placeText, type PlaceStep } from './place.js'
import { replay } from './replay.js'
import { FEW } from './signs.js'
import type { GroupTally } from './tally.js'

// -- model

/** A change that accepts an edge case, and its effect. @category Traffic @since 0.1.0 */
export interface Suggestion {
  /** The new field: `last_name: t.union([t.string, t.null])`. */
  readonly code: string
  /** For `changeCodec`. */
  readonly change: Change
  /** How many more of the rejected responses the codec would accept with this change alone. */
  readonly takes: number
  /** Responses of this group that were judged again with all suggested changes, and how many of them passed. */
  readonly tried: { readonly passed: number; readonly of: number }
  /** Faults and undecided responses that were judged again, none of which passed. */
  readonly faultsTried: number
}

// -- what to take besides

const rangeOf = (name: string, { min, max }: Evidence['numbers']): Extra | undefined => {
  const bounds = boundsOf(name)
  return bounds === undefined
    ? undefined
    : { kind: 'range', min: Math.min(min, bounds.min), max: Math.max(max, bounds.max) }
}

const extraOf = (
  { symptom, members, numbers, received, key }: Evidence,
  codec: t.Mixed | undefined
): Extra | undefined => {
  switch (symptom) {
    case 'null':
      return { kind: 'null' }
    case 'absent':
      return { kind: 'absent' }
    case 'new_member':
      return {
        kind: 'members',
        members: members.plausible.filter(({ count }) => count >= FEW).map(({ value }) => value)
      }
    case 'empty':
      return { kind: received === 'array' ? 'empty_array' : 'empty_text' }
    case 'number_outside':
      return numbers.fractions > 0 ? { kind: 'fraction' } : rangeOf(codec?.name ?? '', numbers)
    case 'new_key':
      return key === undefined ? undefined : { kind: 'key', key }
    default:
      return undefined
  }
}

/** The change for a group; undefined if there is none, or the place cannot be reached. */
export const changeOf = (
  codec: t.Decoder<unknown, unknown>,
  group: GroupTally,
  evidence: Evidence
): Change | undefined => {
  const { steps } = group.place
  const extra = extraOf(evidence, codecAt(codec, steps))
  const at = evidence.symptom === 'new_key' ? steps.slice(0, -1) : steps
  const change = extra === undefined ? undefined : { steps: at, extra }
  return change !== undefined && changeCodec(codec, change) !== undefined ? change : undefined
}

/** All changes in order; undefined if one does not apply after another. */
export const changeAll = (
  codec: t.Decoder<unknown, unknown>,
  changes: ReadonlyArray<Change>
): t.Decoder<unknown, unknown> | undefined =>
  changes.reduce(
    (changed: t.Decoder<unknown, unknown> | undefined, change) =>
      changed === undefined ? undefined : changeCodec(changed, change),
    codec
  )

// -- in words

const lastKey = (steps: ReadonlyArray<PlaceStep>): number => steps.findLastIndex((step) => step.kind === 'key')

/** The nearest named field, after the change. */
export const changeText = (codec: t.Decoder<unknown, unknown>, { steps, extra }: Change): string => {
  const at = lastKey(steps)
  const holder = codecAt(codec, steps.slice(0, at + 1))
  const changed = holder === undefined ? undefined : changeCodec(holder, { steps: steps.slice(at + 1), extra })
  const step = steps[at]
  const text = changed === undefined ? '…' : codecSource(changed)
  return step?.kind === 'key' ? `${placeText([step])}: ${text}` : text
}

// -- trying

/** How many of some records a codec accepts. */
export const passing = (
  judge: AnyPolicy,
  codec: t.Decoder<unknown, unknown>,
  records: ReadonlyArray<TrafficRecord>
): number => {
  const { checks, reads, maxBytes } = judge
  const changed = policyFor<unknown, unknown>({ codec, checks, reads, maxBytes })
  return records.filter((record) => replay(changed, record).kind === 'accepted').length
}
