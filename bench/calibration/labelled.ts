/**
 * A week of traffic, made of real payloads: most of it fine, some of it odd and right, some of it broken, and every
 * record labelled.
 */
import type * as t from 'io-ts'
import type { TrafficRecord } from '../../lib/operate/calibrate/index.js'
import { draftOf } from '../../lib/operate/calibrate/infer/draft.js'
import { ShapeStats } from '../../lib/operate/calibrate/infer/shape-stats.js'
import { applyEdge, applyFault, chooseEdges, chooseFaults, type Edge, type Fault } from './oddities.js'
import { chance, type Chance } from './random.js'
import { codecOf, sitesOf, type Stricter } from './sites.js'

// -- model

export interface Source {
  readonly tool: string
  readonly payloads: ReadonlyArray<unknown>
}

export interface Labelled {
  readonly record: TrafficRecord
  readonly label:
    | { readonly is: 'fine' }
    | { readonly is: 'edge'; readonly what: string }
    | { readonly is: 'fault'; readonly what: string }
}

export interface LabelledTool {
  readonly tool: string
  readonly codec: t.Mixed
  readonly traffic: ReadonlyArray<Labelled>
}

export interface WeekOptions {
  readonly seed: number
  readonly callsPerTool: number
}

// -- time

const START = Date.UTC(2026, 10, 2)
const WEEK_MS = 7 * 86_400_000

// More by day than by night, less at the weekend.
const moment = (random: Chance): number => {
  for (;;) {
    const at = random.next() * WEEK_MS
    const hour = (at / 3_600_000) % 24
    const weight = (hour > 7 && hour < 19 ? 1 : 0.25) * (at > 5 * 86_400_000 ? 0.5 : 1)
    if (random.next() < weight) return START + Math.floor(at)
  }
}

/** Turns of one to four calls, in the order of time. */
export const moments = (
  calls: number,
  random: Chance
): ReadonlyArray<{ readonly at: number; readonly turn: string }> => {
  const all: Array<{ at: number; turn: string }> = []
  for (let turn = 0; all.length < calls; turn++) {
    const start = moment(random)
    for (let call = random.below(4); call >= 0 && all.length < calls; call--)
      all.push({ at: start + call * 4_000, turn: `turn ${turn}` })
  }
  return all.sort((a, b) => a.at - b.at)
}

// -- one tool

const pickEdge = (edges: ReadonlyArray<Edge>, random: Chance): Edge | undefined =>
  edges.find(({ rate }) => random.next() < rate)

const pickFault = (faults: ReadonlyArray<Fault>, at: number, random: Chance): Fault | undefined =>
  faults.find(
    (fault) =>
      (fault.from === undefined ? true : at >= fault.from && at < (fault.until ?? Infinity)) &&
      random.next() < fault.rate
  )

const weekOf = ({ tool, payloads }: Source, options: WeekOptions, random: Chance): LabelledTool => {
  const seen = new ShapeStats()
  // Weighed as the traffic will be, so that what always holds is taken for a rule: that is how codecs become too
  // strict.
  for (let i = 0; i < 300; i++) seen.add(payloads[i % payloads.length])
  const { codec: draft } = draftOf(seen)
  const sites = sitesOf(draft)
  const edges = chooseEdges(sites, payloads, random)
  const calls = moments(options.callsPerTool, random)
  const faults = chooseFaults(
    sites,
    edges,
    calls.map(({ at }) => at),
    random
  )
  const stricter: Stricter = new Map(edges.flatMap(({ stricter: one }) => (one === undefined ? [] : [one])))
  const traffic = calls.map(({ at, turn }, i): Labelled => {
    const payload = structuredClone(random.pick(payloads))
    const record = (text: string): TrafficRecord => ({
      v: 1,
      at: new Date(at).toISOString(),
      tool,
      effect: 'read',
      callId: `${tool} ${i}`,
      turnId: `${tool} ${turn}`,
      args: {},
      outcome: 'right',
      code: null,
      executed: 'yes',
      ms: 10,
      bytes: text.length,
      answer: { text }
    })
    const fault = pickFault(faults, at, random)
    if (fault !== undefined) {
      const text = applyFault(structuredClone(payload), fault, random)
      if (text !== undefined) return { record: record(text), label: { is: 'fault', what: fault.what } }
    }
    const edge = pickEdge(edges, random)
    const odd = edge !== undefined && at >= edge.from && applyEdge(payload, edge, random)
    return { record: record(JSON.stringify(payload)), label: odd ? { is: 'edge', what: edge.what } : { is: 'fine' } }
  })
  return { tool, codec: codecOf(draft, stricter), traffic }
}

/** A labelled week of every source. */
export const labelledWeek = (sources: ReadonlyArray<Source>, options: WeekOptions): ReadonlyArray<LabelledTool> => {
  const random = chance(options.seed)
  return sources.map((source) => weekOf(source, options, random))
}
