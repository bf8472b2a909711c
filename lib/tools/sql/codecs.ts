/** Codecs for what a query gives where JavaScript has no type of its own for it. */
import * as t from 'io-ts'

const WHOLE = /^-?\d{1,40}$/

/**
 * Decodes the text of a `bigint` column, or any whole number as text, to a `bigint`.
 * @category SQL codecs @since 0.1.0
 */
export const BigIntFromText = new t.Type<bigint, string>(
  'BigIntFromText',
  (u): u is bigint => typeof u === 'bigint',
  (u, context) =>
    typeof u === 'string' && WHOLE.test(u)
      ? t.success(BigInt(u))
      : t.failure(u, context, 'expected a whole number as text'),
  String
)

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/**
 * The text of a `numeric` column: exact, so it stays text; `NaN` and `Infinity` are refused.
 * @category SQL codecs @since 0.1.0
 */
export const NumericText = t.refinement(t.string, (text) => DECIMAL.test(text), 'NumericText')

// 12.50 and 12.5 are one number.
const withoutTail = (text: string): string => {
  if (!text.includes('.')) return text
  let end = text.length
  while (text.charAt(end - 1) === '0') end--
  return text.slice(0, text.charAt(end - 1) === '.' ? end - 1 : end)
}

/**
 * Decodes the text of a `numeric` or `bigint` column to a number, where a number is as exact as the text; else refuses.
 * @category SQL codecs @since 0.1.0
 */
export const NumberFromNumeric = new t.Type<number, string>(
  'NumberFromNumeric',
  t.number.is,
  (u, context) =>
    NumericText.is(u) && String(Number(u)) === withoutTail(u)
      ? t.success(Number(u))
      : t.failure(u, context, 'expected a number as text that a number holds exactly'),
  String
)

// With a zone: without one it is no instant.
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

const isDate = (u: unknown): u is Date => u instanceof Date && !Number.isNaN(u.getTime())

/**
 * A `timestamptz` column: a `Date`, or the text of an instant in ISO 8601 where it went through JSON; `infinity` is
 * refused.
 * @category SQL codecs @since 0.1.0
 */
export const TimestampDate = new t.Type<Date, string>(
  'TimestampDate',
  isDate,
  (u, context) => {
    const date = typeof u === 'string' && INSTANT.test(u) ? new Date(u) : u
    return isDate(date) ? t.success(date) : t.failure(u, context, 'expected an instant')
  },
  (date) => date.toISOString()
)

const DAY = /^\d{4}-\d\d-\d\d$/

/** A `date` column, `2026-05-03`: a day is no instant, so it stays text. @category SQL codecs @since 0.1.0 */
export const DateText = t.refinement(t.string, (text) => DAY.test(text) && !Number.isNaN(Date.parse(text)), 'DateText')
