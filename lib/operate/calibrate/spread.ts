/**
 * The distribution of a group over time, against the traffic of its tool: everywhere, in one burst, or since some day.
 * Traffic is the measure of time: an hour at night without calls has no length.
 */
import type { TimeSpan, Timeline } from './sketches.js'

// -- model

export interface Spread {
  /** How many parts of the traffic have it, relative to chance: 1 is everywhere, near 0 is one burst. */
  readonly ratio: number
  /** Whether some short time holds far more of it than chance explains. */
  readonly isClumped: boolean
  /** The share of the tool's traffic between its first and its last occurrence. */
  readonly range: number
  /** The probability that so many independent events lie so close together by chance. */
  readonly chance: number
  /** The probability that they lie so close together in two places by chance. */
  readonly chanceInTwo: number
  /** Whether chance would have repeated it by now. */
  readonly hasEnded: boolean
  /** Spans of time with traffic of the tool. */
  readonly spans: number
}

/** A turn that had it: the time of the first call, and the number of calls. */
export interface Event {
  readonly at: number
  readonly calls: number
}

/** A span of time: the shares of the traffic before and up to its end, and the events in it. */
interface SpanPart {
  readonly from: number
  readonly to: number
  readonly turns: number
  readonly calls: number
}

// -- measuring

const total = (spans: ReadonlyArray<TimeSpan>): number => spans.reduce((sum, { count }) => sum + count, 0)

const partsOf = (
  events: ReadonlyArray<Event>,
  traffic: ReadonlyArray<TimeSpan>,
  widthMs: number
): ReadonlyArray<SpanPart> => {
  const all = total(traffic)
  const own = new Map<number, { readonly turns: number; readonly calls: number }>()
  for (const { at, calls } of events) {
    const start = Math.floor(at / widthMs) * widthMs
    const { turns = 0, calls: before = 0 } = own.get(start) ?? {}
    own.set(start, { turns: turns + 1, calls: before + calls })
  }
  let before = 0
  return traffic.map(({ start, count }) => {
    const from = before / all
    before += count
    return { from, to: before / all, ...(own.get(start) ?? { turns: 0, calls: 0 }) }
  })
}

const BINS = 40

const binOf = ({ from, to }: SpanPart): number => Math.min(BINS - 1, Math.floor(((from + to) / 2) * BINS))

/** Traffic that came in a few batches has no more parts than batches. */
const ratioOf = (all: ReadonlyArray<SpanPart>, parts: ReadonlyArray<SpanPart>, events: number): number => {
  const shares = new Map<number, number>()
  for (const part of all) shares.set(binOf(part), (shares.get(binOf(part)) ?? 0) + part.to - part.from)
  const byChance = [...shares.values()].reduce((sum, share) => sum + 1 - (1 - share) ** events, 0)
  return events === 0 ? 1 : new Set(parts.map(binOf)).size / byChance
}

/** The probability that so many independent events span no more than this share of the traffic. */
const chanceOfRange = (events: number, share: number): number =>
  events < 2 ? 1 : events * share ** (events - 1) - (events - 1) * share ** events

/** The probability of at least so many hits in so many trials. */
const chanceOfAtLeast = (hits: number, trials: number, rate: number): number => {
  let term = (1 - rate) ** trials
  let fewer = 0
  for (let k = 0; k < hits; k++) {
    fewer += term
    term *= (((trials - k) / (k + 1)) * rate) / (1 - rate)
  }
  // The difference of nearly equal numbers is meaningless: the first term of the tail is most of it.
  return Math.max(1 - fewer, term)
}

/**
 * An upper bound of the probability that so many independent events fall into two places which together are no longer
 * than this share of the traffic: any gap between them may be the one that separates the two.
 */
const chanceOfTwo = (events: number, share: number): number =>
  events < 3 || share >= 1 ? 1 : Math.min(1, (events - 1) * chanceOfAtLeast(events - 2, events, share))

/** The longest part of the traffic between two occurrences. */
const longestGap = (parts: ReadonlyArray<SpanPart>): number =>
  parts.reduce((longest, { from }, i) => Math.max(longest, from - (parts[i - 1]?.to ?? from)), 0)

const SHORT = 0.1
/** Windows of different lengths, for different kinds of bursts. */
const LENGTHS = 5
const SELDOM = 0.05
const HARDLY = 0.01

interface Rates {
  /** Turns that had it, and their calls. */
  readonly events: number
  readonly hits: number
  /** The tool's turns and calls. */
  readonly turns: number
  readonly calls: number
}

/**
 * Whether so many turns and calls are more than chance puts behind any one of the events, into a part of the traffic of
 * this length. Both are tested: turns are independent of each other; calls of one turn are not, and count less.
 */
const isTooMany = (
  turns: number,
  calls: number,
  length: number,
  { events, hits, turns: allTurns, calls: allCalls }: Rates
): boolean => {
  const isSeldom = (chance: number): boolean => chance * events * LENGTHS < SELDOM
  const otherTurns = Math.max(turns, Math.round(length * allTurns)) - 1
  if (turns >= 2 && isSeldom(chanceOfAtLeast(turns - 1, otherTurns, events / allTurns))) return true
  const perTurn = hits / events
  const effective = Math.floor(calls / perTurn)
  const others = Math.max(effective, Math.round((length * allCalls) / perTurn)) - 1
  return turns >= 3 && isSeldom(chanceOfAtLeast(effective - 1, others, hits / allCalls))
}

/** Looks for a short time that holds more than chance explains. */
const hasClump = (parts: ReadonlyArray<SpanPart>, rates: Rates): boolean =>
  rates.events < rates.turns &&
  rates.hits < rates.calls &&
  parts.some(({ from }, first) => {
    let turns = 0
    let calls = 0
    for (const part of parts.slice(first)) {
      if (part.to - from > SHORT) return false
      turns += part.turns
      calls += part.calls
      if (isTooMany(turns, calls, part.to - from, rates)) return true
    }
    return false
  })

/** Measures the distribution of some turns, in any order, over a tool's traffic of so many turns. */
export const spreadOf = (events: ReadonlyArray<Event>, traffic: Timeline, turns: number): Spread => {
  const spans = traffic.spans
  const all = partsOf(events, spans, traffic.widthMs)
  const parts = all.filter((part) => part.turns > 0)
  const end = parts.at(-1)?.to ?? 1
  const range = end - (parts[0]?.from ?? 0)
  const hits = events.reduce((sum, { calls }) => sum + calls, 0)
  return {
    ratio: ratioOf(all, parts, events.length),
    isClumped: hasClump(parts, { events: events.length, hits, turns, calls: total(spans) }),
    range,
    chance: chanceOfRange(events.length, range),
    chanceInTwo: chanceOfTwo(events.length, range - longestGap(parts)),
    hasEnded: Math.exp((-events.length * (1 - end)) / range) < HARDLY,
    spans: spans.length
  }
}
