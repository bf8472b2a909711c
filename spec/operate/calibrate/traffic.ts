/** A made-up week of records, for the specs of what is calibrated with them. */
import type { TrafficRecord } from '../../../lib/operate/calibrate/index.js'

const START = Date.UTC(2026, 10, 2)
const WEEK_MS = 7 * 86_400_000

/** One record; `answer` is text as it stands, or data that is written as JSON. */
export const record = (i: number, of: number, answer: unknown, over: Partial<TrafficRecord> = {}): TrafficRecord => ({
  v: 1,
  at: new Date(START + Math.floor((WEEK_MS * i) / of)).toISOString(),
  tool: 'customer',
  effect: 'read',
  callId: `call ${i}`,
  turnId: `turn ${i}`,
  args: { id: i },
  outcome: 'right',
  code: null,
  executed: 'yes',
  ms: 1,
  bytes: 1,
  answer: { text: typeof answer === 'string' ? answer : JSON.stringify(answer) },
  ...over
})

/** So many records, evenly over a week, each in a turn of its own. */
export const week = (
  of: number,
  answerOf: (i: number) => unknown,
  over: (i: number) => Partial<TrafficRecord> = () => ({})
): ReadonlyArray<TrafficRecord> => Array.from({ length: of }, (_, i) => record(i, of, answerOf(i), over(i)))
