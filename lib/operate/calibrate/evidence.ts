/** The evidence on a group: the figures that rules use. */
import { plainName } from '../../core/signs/index.js'
import type * as t from 'io-ts'
import { distance } from 'fastest-levenshtein'
import { expectationOf } from '../../codec/expectation.js'
import { unwrap } from '../../codec/inspect.js'
import { typeName } from '../../core/errors/index.js'
import { valuesAt, type CodecPlace, type PlaceStep } from './place.js'
import { spreadOf, type Spread } from './spread.js'
import type { Symptom } from './symptom.js'
import type { GroupTally, ToolTally } from './tally.js'

// -- model

/** A value that an enumeration does not list. */
export interface Member {
  readonly value: string | number
  readonly count: number
}

/** Keys that stood beside an absent field and that no accepted response has there. */
interface Strangers {
  /** The key that replaced it: its values fit the field. */
  readonly renamedTo: { readonly key: string; readonly share: number } | undefined
  /** How many other keys there are. */
  readonly others: number
}

/** Shares are from 0 to 1, of the group's records unless they say otherwise. */
export interface Evidence extends Spread {
  readonly code: string
  readonly symptom: Symptom
  readonly expected: string
  readonly received: string
  /** The last key of the place; undefined for the root and for elements. */
  readonly key: string | undefined
  readonly count: number
  /** The tool's judged responses. */
  readonly judged: number
  /** Of the tool's judged responses. */
  readonly share: number
  /** Of the tool's judged responses. */
  readonly accepted: number
  readonly turns: number
  readonly alone: number
  readonly damaged: number
  readonly emptied: number
  readonly envelopes: number
  readonly hollow: number
  readonly crowded: number
  readonly shapes: number
  readonly strangers: Strangers | undefined
  /** New members of an enumeration: likely ones, other spellings of known ones, and texts that are no words. */
  readonly members: {
    readonly plausible: ReadonlyArray<Member>
    readonly alike: ReadonlyArray<Member>
    readonly odd: ReadonlyArray<Member>
    readonly others: number
  }
  /** Of the received numbers. */
  readonly numbers: { readonly min: number; readonly max: number; readonly fractions: number }
}

// -- members

const NOTHINGS =
  /^(?:undefined|null|nan|none|nil|n\/?a|\[object \w+\]|-?infinity|true|false|error|err|unknown error|-+|\?+|\.+)$/i
const WORD = /^[A-Za-z][A-Za-z0-9]*(?:[ _.:/-][A-Za-z0-9]+){0,5}$/

const looksLikeMember = (value: string | number): boolean =>
  typeof value === 'number'
    ? Number.isSafeInteger(value)
    : value.length <= 40 && WORD.test(value) && !NOTHINGS.test(value)

const isAlike = (value: string | number, known: ReadonlyArray<string>): boolean =>
  typeof value === 'string' &&
  known.some(
    (member) =>
      plainName(member) === plainName(value) ||
      (member.length > 4 && distance(plainName(member), plainName(value)) === 1)
  )

const membersOf = (group: GroupTally): Evidence['members'] => {
  const known = group.place.codecs
    .flatMap((codec) => expectationOf(codec).literals)
    .filter((literal) => typeof literal === 'string')
  const all = group.members.entries.map(({ name, count }): Member => ({
    value: JSON.parse(name) as string | number,
    count
  }))
  const odd = all.filter(({ value }) => !looksLikeMember(value))
  const rest = all.filter((member) => !odd.includes(member))
  return {
    odd,
    alike: rest.filter(({ value }) => isAlike(value, known)),
    plausible: rest.filter(({ value }) => !isAlike(value, known)),
    others: group.members.others
  }
}

// -- strangers

type DataFields = Readonly<Record<string, unknown>>

const holdersAt = (answers: ReadonlyArray<unknown>, steps: ReadonlyArray<PlaceStep>): ReadonlyArray<DataFields> =>
  answers
    .flatMap((answer) => valuesAt(answer, steps))
    .filter((value): value is DataFields => typeName(value) === 'object')

const accepts = (place: CodecPlace, value: unknown): boolean => {
  try {
    return place.codecs.some((codec) => (codec as t.Mixed).decode(value)._tag === 'Right')
  } catch {
    return false
  }
}

// `t.unknown` accepts any value beside it.
const saysLittle = (place: CodecPlace): boolean =>
  place.codecs.every((codec) => ['UnknownType', 'AnyType', undefined].includes(unwrap(codec).base?._tag))

/** A key that is rarer than this among accepted responses counts as unseen. */
const RARE = 0.02

/** Looks for the new name of an absent field. */
const strangersOf = (
  group: GroupTally,
  accepted: ReadonlyArray<unknown>,
  refused: ReadonlyArray<unknown>
): Strangers => {
  const parent = group.place.steps.slice(0, -1)
  const step = group.place.steps.at(-1)
  const name = step?.kind === 'key' ? step.key : ''
  const holders = holdersAt(accepted, parent)
  const lacking = holdersAt(refused, parent).filter((holder) => !Object.hasOwn(holder, name))
  const novel = group.strangers.entries.filter(
    ({ name: key }) => holders.filter((holder) => Object.hasOwn(holder, key)).length <= RARE * holders.length
  )
  const fits = (key: string): boolean => {
    const values = lacking.filter((holder) => Object.hasOwn(holder, key)).map((holder) => holder[key])
    return (
      values.length > 0 &&
      values.every((value) => accepts(group.place, value)) &&
      (plainName(key) === plainName(name) || !saysLittle(group.place))
    )
  }
  const renamed = novel.find(({ name: key }) => fits(key))
  return {
    renamedTo: renamed === undefined ? undefined : { key: renamed.name, share: renamed.count / group.count },
    others: novel.length - (renamed === undefined ? 0 : 1)
  }
}

// -- all

/** The evidence on a group, with a sample of accepted responses, and those of the group. */
export const evidenceOf = (
  group: GroupTally,
  tool: ToolTally,
  accepted: ReadonlyArray<unknown>,
  refused: ReadonlyArray<unknown>
): Evidence => {
  const { count, symptom } = group
  const turns = group.turns.count
  const step = group.place.steps.at(-1)
  return {
    ...spreadOf(
      group.events.entries.map(([, event]) => event),
      tool.traffic,
      tool.turns.count
    ),
    code: group.code,
    symptom,
    expected: group.expected,
    received: group.received,
    key: step?.kind === 'key' ? step.key : undefined,
    count,
    judged: tool.judged,
    share: count / tool.judged,
    accepted: (tool.accepted + tool.partial) / tool.judged,
    turns,
    alone: group.alone / count,
    damaged: group.damaged / count,
    emptied: group.emptied / count,
    envelopes: group.envelopes / count,
    hollow: group.hollow / count,
    crowded: group.crowded / count,
    shapes: group.shapes.entries.length + (group.shapes.others > 0 ? 1 : 0),
    strangers: symptom === 'absent' ? strangersOf(group, accepted, refused) : undefined,
    members: membersOf(group),
    numbers: { min: group.min, max: group.max, fractions: group.fractions / count }
  }
}
