/** Codecs for arguments that io-ts lacks: their errors use words that a model can act on. */
import * as t from 'io-ts'

// -- text

// A date, a time to the minute at least, and an optional offset, as ISO 8601 writes them.
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/

const isIsoDateTime = (text: string): boolean => {
  const [, year, month, day] = DATE_TIME.exec(text) ?? []
  // Date turns 30 February into a day of March, and what is no day into NaN.
  return new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day)
}

/**
 * A string that is an ISO 8601 date and time, such as `2026-05-03T00:00:00` or `2026-05-03T00:00:00.000Z`; kept as the
 * string it is.
 * @category Codecs @since 0.1.0
 */
export const IsoDateTime = t.refinement(t.string, isIsoDateTime, 'ISO datetime')

/** A string that holds more than white space; kept as it is. @category Codecs @since 0.1.0 */
export const NonEmptyText = t.refinement(t.string, (text) => text.trim() !== '', 'NonEmptyText')

/**
 * One of a few strings; white space around it is taken off. What is nearly a member is refused with the member that was
 * probably meant.
 *
 * @throws TypeError if there is no member.
 * @category Codecs @since 0.1.0
 */
export const oneOf = <M extends string>(members: ReadonlyArray<M>): t.KeyofType<Record<M, null>> => {
  if (!Array.isArray(members) || members.length === 0)
    throw new TypeError('Expected `members` to be an array of at least one string.')
  const keys = Object.fromEntries(members.map((member) => [member, null])) as Record<M, null>
  const is = (value: unknown): value is M => typeof value === 'string' && Object.hasOwn(keys, value)
  return new t.KeyofType<Record<M, null>>(
    members.map((member) => JSON.stringify(member)).join(' | '),
    is,
    (value, context) => {
      const member = typeof value === 'string' && !is(value) ? value.trim() : value
      return is(member) ? t.success(member) : t.failure(value, context)
    },
    t.identity,
    keys
  )
}

// -- numbers

/**
 * A number that is neither `NaN` nor infinite: JSON's `1e400` is read as `Infinity`, which `t.number` accepts.
 * @category Codecs @since 0.1.0
 */
export const FiniteNumber = t.refinement(t.number, Number.isFinite, 'FiniteNumber')

// Without the brand of `t.Int`. It refuses everything but integers here, so that no message about a range follows.
const WHOLE = t.refinement(t.number, Number.isInteger, 'Int')

/**
 * An integer that a double holds exactly: `9007199254740993` is read as another number, which `t.Int` accepts.
 * @category Codecs @since 0.1.0
 */
export const SafeInteger = t.refinement(WHOLE, Number.isSafeInteger, 'SafeInteger')

/**
 * An integer from `min` to `max`, both included.
 *
 * @throws TypeError if the bounds are no safe integers, or the wrong way round.
 * @category Codecs @since 0.1.0
 */
export const integerBetween = (min: number, max: number) => {
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || min > max) {
    throw new TypeError(`Expected \`min\` and \`max\` to be safe integers with min <= max, got ${min} and ${max}.`)
  }
  return t.refinement(t.number, (n) => Number.isInteger(n) && n >= min && n <= max, `integer from ${min} to ${max}`)
}
