/** Draws a tool's responses over time: the accepted share, and their number below it. */
import type { TrafficSpan } from '../../calibrate/calibration.js'
import { html, type Markup } from './markup.js'
import { countScale, linearScale, timeScale, type Scale } from './scales.js'
import { number, percent } from '../figures.js'

// -- bins: spans put together, so that a chart has no more bars than it has room for

/** The counts of responses in a span of time. */
export interface Bin {
  readonly start: Date
  readonly end: Date
  readonly accepted: number
  readonly rejected: number
}

/** The spans of a tool in at most so many bins of one width, earliest first; bins without traffic are left out. */
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

// -- measures

const SHARE = { top: 12, bottom: 122 }
const VOLUME = { top: 146, bottom: 206 }
const HEIGHT = 232
const MARGIN = { left: 52, right: 26 }
/** The axis of shares begins no higher, so that a loss of half a percent does not look like a cliff. */
const HIGHEST_FLOOR = 0.9

const round = (n: number): number => Math.round(n * 10) / 10

/** `2026-11-02 14:00 UTC` */
export const minute = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** `1.5K` */
const compact = (count: number): string => new Intl.NumberFormat('en', { notation: 'compact' }).format(count)

/** The label of a tick: the day where one begins, else the time of day. */
const tickText = (date: Date): string => {
  const iso = date.toISOString()
  return iso.slice(11, 16) === '00:00' ? iso.slice(0, 10) : `${iso.slice(11, 16)} UTC`
}

// -- parts

const gridLine =
  (scale: Scale, right: number, text: (value: number) => string) =>
  (value: number): Markup => {
    const y = round(scale.at(value))
    return html`<line class="grid" x1="${MARGIN.left}" x2="${right}" y1="${y}" y2="${y}"/><text class="tick end" x="${MARGIN.left - 8}" y="${y + 4}">${text(value)}</text>`
  }

const timeAxis = (time: Scale): ReadonlyArray<Markup> =>
  time.ticks.map((tick) => {
    const x = round(time.at(tick))
    return html`<line class="grid" x1="${x}" x2="${x}" y1="${VOLUME.bottom}" y2="${VOLUME.bottom + 5}"/><text class="tick middle" x="${x}" y="${VOLUME.bottom + 20}">${tickText(new Date(tick))}</text>`
  })

/** One step for each bin; the line breaks where there was no traffic. */
const shareLine = (bins: ReadonlyArray<Bin>, time: Scale, share: Scale): string =>
  bins
    .map((bin, i) => {
      const y = round(share.at(shareOf(bin)))
      const joins = bins[i - 1]?.end.getTime() === bin.start.getTime()
      return `${joins ? 'L' : 'M'}${round(time.at(bin.start.getTime()))} ${y}H${round(time.at(bin.end.getTime()))}`
    })
    .join('')

const bars = (bins: ReadonlyArray<Bin>, time: Scale, volume: Scale): ReadonlyArray<Markup> =>
  bins.map((bin) => {
    const [left, right] = [time.at(bin.start.getTime()), time.at(bin.end.getTime())]
    const width = Math.max(1, right - left - 1)
    const [all, accepted] = [volume.at(bin.accepted + bin.rejected), volume.at(bin.accepted)]
    return html`<g><title>${minute(bin.start)}: ${number(bin.accepted)} accepted, ${number(bin.rejected)} rejected</title>
<rect class="accepted" x="${round(left)}" y="${round(accepted)}" width="${round(width)}" height="${round(VOLUME.bottom - accepted)}"/>
<rect class="rejected" x="${round(left)}" y="${round(all)}" width="${round(width)}" height="${round(accepted - all)}"/></g>`
  })

// -- the chart

/** Describes the chart in a sentence. */
const inWords = (bins: ReadonlyArray<Bin>): string => {
  const lowest = bins.reduce((low, bin) => (shareOf(bin) < shareOf(low) ? bin : low))
  const [first, last] = [bins[0] ?? lowest, bins.at(-1) ?? lowest]
  return `Share of responses accepted over time: ${percent(shareOf(first))} at first, ${percent(shareOf(last))} at last, lowest ${percent(shareOf(lowest))} at ${minute(lowest.start)}.`
}

/** Draws the chart at a width. */
export const timelineChart = (bins: ReadonlyArray<Bin>, width: number): Markup => {
  const right = width - MARGIN.right
  const [start, end] = [bins[0]?.start ?? new Date(0), bins.at(-1)?.end ?? new Date(0)]
  const time = timeScale([start.getTime(), end.getTime()], [MARGIN.left, right], Math.round(width / 110))
  const floor = Math.min(HIGHEST_FLOOR, Math.floor(Math.min(...bins.map(shareOf)) * 10) / 10)
  const share = linearScale([floor, 1], [SHARE.bottom, SHARE.top], 4)
  const most = Math.max(...bins.map(({ accepted, rejected }) => accepted + rejected))
  const volume = countScale(most, [VOLUME.bottom, VOLUME.top], 2)
  return html`<svg class="chart" role="img" aria-label="${inWords(bins)}" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}">
${share.ticks.map(gridLine(share, right, (value) => `${Math.round(value * 100)} %`))}
<path class="share" d="${shareLine(bins, time, share)}"/>
${volume.ticks.map(gridLine(volume, right, compact))}
${bars(bins, time, volume)}
${timeAxis(time)}
</svg>`
}
