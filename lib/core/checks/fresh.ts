/** Refuses responses that are too old to rely on. */
import * as o from '../options.js'
import * as O from 'fp-ts/lib/Option.js'
import { count } from '../errors/text.js'
import { semanticGarbage, type ToolError } from '../errors/tool-error.js'
import type { SemanticCheck } from './semantic-check.js'

/** The age limit of a payload. @category Checks @since 0.1.0 */
export interface FreshOptions {
  /** Oldest age that is accepted, in milliseconds. */
  readonly maxAgeMs: number
  /** Milliseconds since 1970. @default Date.now */
  readonly clock?: () => number
}

const UNITS: ReadonlyArray<readonly [ms: number, noun: string]> = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second']
]

const duration = (ms: number, round: (n: number) => number): string => {
  const [unit, noun] = UNITS.find(([length]) => ms >= 2 * length) ?? [1, 'millisecond']
  return count(round(ms / unit), noun)
}

const toMs = (time: Date | string | number | null | undefined): number => {
  if (time === null || time === undefined) return Number.NaN
  return typeof time === 'string' ? Date.parse(time) : Number(time)
}

const stale = (detail: string): O.Option<ToolError> => O.some(semanticGarbage({ code: 'stale_data', detail }))

const read = o.options('options', {
  maxAgeMs: o.required(o.kind<number>((value) => (value as number) > 0, 'a positive number of milliseconds')),
  clock: o.optional(o.func, Date.now)
} satisfies o.TableOf<FreshOptions>)

/**
 * Returns `stale_data` if the payload is older than `maxAgeMs`, or has no time. A time is a `Date`, an ISO text, or
 * milliseconds since 1970.
 *
 * @category Checks @since 0.1.0
 * @example
 * import * as O from 'fp-ts/lib/Option.js'
 * import { fresh } from 'guarded-call'
 *
 * const check = fresh((payload: { at: string }) => payload.at, {
 *   maxAgeMs: 60_000,
 *   clock: () => Date.parse('2026-01-01T03:00:00Z')
 * })
 * const found = check({ at: '2026-01-01T00:00:00Z' }, {}, { raw: null })
 * assert.equal(O.isSome(found) && found.value.detail, 'The response is 3 hours old; at most 60 seconds are accepted.')
 */
export const fresh = <A>(
  time: (payload: A) => Date | string | number | null | undefined,
  options: FreshOptions
): SemanticCheck<A, unknown> => {
  const { maxAgeMs, clock } = read(options)
  // Rounding away from the limit keeps the age and the limit from reading alike.
  const limit = duration(maxAgeMs, Math.floor)
  return (payload) => {
    const age = clock() - toMs(time(payload))
    if (age <= maxAgeMs) return O.none
    if (Number.isNaN(age)) return stale('The response does not say how old it is.')
    return stale(
      `The response is ${duration(age, Math.ceil)} old; at most ${limit} ${limit.startsWith('1 ') ? 'is' : 'are'} accepted.`
    )
  }
}
