/** The values of a field of the items of a kept result, each with its number. */
import { canonicalText } from '../core/json/index.js'
import { beginningOf, fitting, valuesOf, type ResultItems } from './items.js'
import { pieceOf } from './lines.js'
import { fieldAt, type ItemField } from './path.js'
import { countBetween, nextCall, type ResultPart, type PlacedQuery } from './query.js'

interface DistinctValue {
  readonly value: unknown
  readonly count: number
}

// A longer value is shown by its beginning.
const MAX_VALUE = 1_000
// What stands around a value.
const FRAME = 60
const LEAST_VALUE = 40

/** A value with its number; of one that is too long its beginning, or that of its JSON, where nothing whole fits. */
const shown = ({ value, count }: DistinctValue, chars: number): ResultPart => {
  const { value: beginning, cut } = beginningOf(value, '', chars)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return {
    value: beginning === undefined ? pieceOf(text, chars) : beginning,
    count,
    ...(cut === undefined ? {} : { cut })
  }
}

/** The values that fit, of those between `from` and `to`, and always one; the most frequent stand first. */
export const distinctOf = (items: ResultItems, own: ItemField, query: PlacedQuery, chars: number): ResultPart => {
  const { path, all } = items
  const { from = 0, to, count } = query
  const field = own.name
  // By their text, which is one for records whose fields stand in another order.
  const byText = new Map<string, DistinctValue>()
  let absent = 0
  for (const item of valuesOf(items)) {
    const value = fieldAt(item, own)
    if (value === undefined) {
      absent += 1
      continue
    }
    const key = canonicalText([value])
    const known = byText.get(key) ?? { value, count: 0 }
    byText.set(key, { ...known, count: known.count + 1 })
  }
  const values = [...byText.values()].toSorted((one, other) => other.count - one.count)
  const lacks = absent > 0 ? { absent } : {}
  if (count === true) return { path, field, ...countBetween(values, query), ...lacks }
  const asked = values.slice(from, to)
  const room = chars - JSON.stringify(field).length
  const whole = fitting(
    asked.map((one) => shown(one, MAX_VALUE)),
    room
  )
  const least = Math.max(LEAST_VALUE, Math.min(MAX_VALUE, room - FRAME))
  const some = whole.length > 0 ? whole : asked.slice(0, 1).map((one) => shown(one, least))
  const end = from + some.length
  return {
    path,
    of: all.length,
    field,
    distinct: values.length,
    ...lacks,
    values: some,
    ...(some.length < asked.length ? { next: nextCall(query, end) } : {})
  }
}
