/** Weeks that people reported a false verdict of, with the verdict that is right. */
import * as t from 'io-ts'
import type { TrafficRecord } from '../../lib/operate/calibrate/index.js'
import type { LabelledTool } from './labelled.js'

const START = Date.UTC(2026, 10, 2)
const CALLS = 1_400
const DAY_MS = 86_400_000

const Customer = t.type({ id: t.number, name: t.string, plan: t.keyof({ free: null, pro: null }) })

interface Reported {
  readonly tool: string
  readonly is: 'edge' | 'fault'
  readonly atMs: (i: number) => number
  /** What is odd in a call's answer; undefined where nothing is. */
  readonly odd: (i: number) => object | undefined
}

const evenly = (i: number): number => (i * 7 * DAY_MS) / CALLS
const every = (n: number, odd: (i: number) => object) => (i: number) => ((i * 7) % n === 0 ? odd(i) : undefined)

const REPORTED: ReadonlyArray<Reported> = [
  {
    tool: 'batches at night',
    is: 'edge',
    atMs: (i) => Math.floor(i / 100) * DAY_MS + (i % 100) * 1_000,
    odd: every(33, () => ({ name: null }))
  },
  { tool: 'a third of a new member', is: 'edge', atMs: evenly, odd: every(3, () => ({ plan: 'team' })) },
  { tool: 'a third of nulls', is: 'edge', atMs: evenly, odd: every(3, () => ({ name: null })) },
  {
    tool: 'an outage of a minute, all that was recorded',
    is: 'fault',
    atMs: (i) => i * 40,
    odd: every(33, () => ({ name: null }))
  },
  {
    tool: 'the codec of something else',
    is: 'fault',
    atMs: evenly,
    odd: (i) => (i % 9 === 0 ? undefined : { name: null })
  },
  {
    tool: 'names where members are due',
    is: 'fault',
    atMs: evenly,
    odd: every(20, (i) => ({ plan: `Plan of ${'abcdefghijklm'.charAt(i % 13)}` }))
  },
  { tool: 'a member in capitals', is: 'fault', atMs: evenly, odd: every(33, () => ({ plan: 'PRO' })) }
]

/** Those weeks, labelled. */
export const reportedWeeks = (): ReadonlyArray<LabelledTool> =>
  REPORTED.map(({ tool, is, atMs, odd }) => ({
    tool,
    codec: Customer,
    traffic: Array.from({ length: CALLS }, (_, i) => {
      const over = odd(i)
      const text = JSON.stringify({ id: i, name: 'Ada', plan: i % 2 === 0 ? 'free' : 'pro', ...over })
      const record: TrafficRecord = {
        v: 1,
        at: new Date(START + atMs(i)).toISOString(),
        tool,
        effect: 'read',
        callId: `${tool} ${i}`,
        turnId: `${tool} ${i}`,
        args: {},
        outcome: 'right',
        code: null,
        executed: 'yes',
        ms: 10,
        bytes: text.length,
        answer: { text }
      }
      return { record, label: over === undefined ? { is: 'fine' } : { is, what: tool } }
    })
  }))
