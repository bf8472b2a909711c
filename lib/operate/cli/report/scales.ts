/** Scales of the report's charts: they place values on an axis, and choose round ones for its ticks. */

// -- model

export interface Scale {
  /** The place of a value on the axis. */
  readonly at: (value: number) => number
  readonly ticks: ReadonlyArray<number>
}

export type Interval = readonly [from: number, to: number]

// -- steps between ticks

const nearest = (steps: ReadonlyArray<number>, target: number): number =>
  steps.reduce((best, step) => (Math.abs(Math.log(step / target)) < Math.abs(Math.log(best / target)) ? step : best))

const roundStep = (target: number): number => {
  const power = 10 ** Math.floor(Math.log10(target))
  return nearest([power, 2 * power, 5 * power, 10 * power], target)
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TIMES = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * DAY)
]

// -- constructors

const scaleOf = ([low, high]: Interval, [from, to]: Interval, step: number): Scale => {
  // Multiples, for sums of a tenth drift; a tick at either end may miss it by a rounding error.
  const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)]
  return {
    at: (value) => from + ((value - low) / (high - low)) * (to - from),
    ticks: Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
  }
}

/** Places numbers, with about so many ticks. */
export const linearScale = (values: Interval, places: Interval, ticks: number): Scale =>
  scaleOf(values, places, roundStep((values[1] - values[0]) / ticks))

/** Places counts from none up to a round number that is at least `most`. */
export const countScale = (most: number, places: Interval, ticks: number): Scale => {
  const step = Math.max(1, roundStep(most / ticks))
  return scaleOf([0, Math.ceil(most / step) * step], places, step)
}

/** Places times, in milliseconds, with ticks at round ones of UTC. */
export const timeScale = (times: Interval, places: Interval, ticks: number): Scale =>
  scaleOf(times, places, nearest(TIMES, (times[1] - times[0]) / ticks))
