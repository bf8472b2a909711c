/** Spans of time put together, so that a chart has no more bars than it has room for. */
import type { TrafficSpan } from '../../traffic/calibrate/calibration.js'

/** How answers fared over a span of time. */
export interface Bin {
  readonly start: Date
  readonly end: Date
  readonly accepted: number
  readonly rejected: number
}

/** The spans of a tool in at most so many bins of one width, the earliest first; those without traffic are left out. */
export const binsOf = (spans: ReadonlyArray<TrafficSpan>, spanMs: number, most: number): ReadonlyArray<Bin> => {
  const starts = spans.map(({ start }) => Date.parse(start))
  const first = starts[0] ?? 0
  const all = Math.round(((starts.at(-1) ?? first) - first) / spanMs) + 1
  const width = Math.ceil(all / most) * spanMs
  const bins = new Map<number, { accepted: number; rejected: number }>()
  for (const [i, { accepted, rejected }] of spans.entries()) {
    const at = Math.floor(((starts[i] ?? first) - first) / width)
    const bin = bins.get(at) ?? { accepted: 0, rejected: 0 }
    bin.accepted += accepted
    bin.rejected += rejected
    bins.set(at, bin)
  }
  return [...bins].map(([at, bin]) => ({
    start: new Date(first + at * width),
    end: new Date(first + (at + 1) * width),
    ...bin
  }))
}

export const shareOf = ({ accepted, rejected }: Bin): number => accepted / (accepted + rejected)
