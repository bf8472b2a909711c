/** Tells a field that is absent from one that came under another name. */
import { unwrap } from '../../codec/inspect.js'
import { typeName } from '../../core/issue.js'
import { plainName } from '../../core/secret-keys.js'
import type * as t from 'io-ts'
import { valuesAt, type Place, type Step } from './place.js'
import type { GroupTally } from './tally.js'

/** Keys that stood beside an absent field and that no accepted answer has there. */
export interface Strangers {
  /** The one that took its place: it holds what the field should. */
  readonly renamedTo: { readonly key: string; readonly share: number } | undefined
  /** How many others there are. */
  readonly others: number
  /** Whether accepted answers are there to compare with. */
  readonly isKnown: boolean
}

type Fields = Readonly<Record<string, unknown>>

const holdersAt = (answers: ReadonlyArray<unknown>, steps: ReadonlyArray<Step>): ReadonlyArray<Fields> =>
  answers.flatMap((answer) => valuesAt(answer, steps)).filter((value): value is Fields => typeName(value) === 'object')

const accepts = (place: Place, value: unknown): boolean => {
  try {
    return place.codecs.some((codec) => (codec as t.Mixed).decode(value)._tag === 'Right')
  } catch {
    return false
  }
}

// `t.unknown` takes whatever stands beside it.
const saysLittle = (place: Place): boolean =>
  place.codecs.every((codec) => ['UnknownType', 'AnyType', undefined].includes(unwrap(codec).base?._tag))

const MIN_HOLDERS = 5
/** Rarer than this among accepted answers, a key is as good as never seen. */
const RARE = 0.02

/** Looks for the name under which an absent field may have come. */
export const strangersOf = (
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
    others: novel.length - (renamed === undefined ? 0 : 1),
    isKnown: holders.length >= MIN_HOLDERS
  }
}
