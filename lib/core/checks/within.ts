/** Refuses impossible numbers: a temperature in the wrong unit, a price below zero. */
import * as o from '../options.js'
import * as O from 'fp-ts/lib/Option.js'
import { semanticGarbage } from '../errors/tool-error.js'
import type { SemanticCheck } from './semantic-check.js'

/** The plausible range, both ends included. @category Checks @since 0.1.0 */
export interface Bounds {
  /** @default -Infinity */
  readonly min?: number
  /** @default Infinity */
  readonly max?: number
  /** The number's name, for the model. @default 'A value' */
  readonly what?: string
}

const bound = o.kind<number>((value) => typeof value === 'number', 'a number')

const read = o.options('bounds', {
  min: o.optional(bound),
  max: o.optional(bound),
  what: o.optional(o.text, 'A value')
} satisfies o.TableOf<Bounds>)

const checkBounds = ({ min, max }: Bounds): void => {
  const ends = [min, max].filter((end) => end !== undefined)
  if (ends.length === 0 || ends.some(Number.isNaN)) throw new TypeError('Expected `min` or `max` to be a number.')
  if (ends.length === 2 && (min ?? 0) > (max ?? 0)) throw new TypeError('Expected `min` to be at most `max`.')
}

/**
 * Returns `out_of_range` if a number of the payload, or one of several, is implausible; `NaN` always is. `null` and
 * `undefined` are accepted.
 *
 * @category Checks @since 0.1.0
 * @example
 * import * as O from 'fp-ts/lib/Option.js'
 * import { within } from 'guarded-call'
 *
 * const check = within((payload: { celsius: number }) => payload.celsius, {
 *   min: -90,
 *   max: 60,
 *   what: 'The temperature'
 * })
 * const found = check({ celsius: 71 }, {}, { raw: null })
 * assert.equal(O.isSome(found) && found.value.detail, 'The temperature is above 60.')
 */
export const within = <A, Args>(
  value: (payload: A, args: Args) => number | null | undefined | ReadonlyArray<number | null | undefined>,
  bounds: Bounds
): SemanticCheck<A, Args> => {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, what } = read(bounds)
  checkBounds(bounds)
  const complaint = (number: number | null | undefined): string | undefined => {
    if (number === null || number === undefined || (number >= min && number <= max)) return undefined
    if (Number.isNaN(number)) return 'is not a number'
    return number < min ? `is below ${min}` : `is above ${max}`
  }
  return (payload, args) => {
    const given = value(payload, args)
    const complaints = (
      Array.isArray(given) ? (given as ReadonlyArray<number | null | undefined>) : [given as number | null | undefined]
    ).map(complaint)
    const at = complaints.findIndex((found) => found !== undefined)
    if (at === -1) return O.none
    return O.some(
      semanticGarbage({
        code: 'out_of_range',
        detail: `${what}${Array.isArray(given) ? ` of row ${at}` : ''} ${complaints[at] ?? ''}.`
      })
    )
  }
}
