/**
 * A week of traffic, made of what GitHub really answered: most of it fine, some of it odd and right, some of it broken,
 * and all of it labelled.
 */
import { recordedIssues, recordedWebhookIssues, type RecordedIssue } from '../support/recorded.js'

// -- model

export type Label = 'fine' | `edge: ${string}` | `fault: ${string}`

export interface LabelledCall {
  readonly at: number
  readonly tool: 'get_issue' | 'list_issues'
  readonly callId: string
  readonly turnId: string
  readonly text: string
  readonly label: Label
}

type Chance = () => number

/** Mulberry32: chance that is the same every time. */
const chance = (seed: number): Chance => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <A>(items: readonly [A, ...ReadonlyArray<A>], random: Chance): A =>
  items[Math.floor(random() * items.length)] ?? items[0]

// -- what is odd and right, and what is broken

interface Oddity {
  readonly label: Label
  /** Of the calls, or of those between the two times. */
  readonly rate: number
  readonly between?: readonly [number, number]
  readonly text: (issue: RecordedIssue, random: Chance) => string
}

const MONDAY = Date.UTC(2026, 10, 2)
const DAY_MS = 86_400_000
const hours = (day: number, from: number, to: number): readonly [number, number] => [
  MONDAY + day * DAY_MS + from * 3_600_000,
  MONDAY + day * DAY_MS + to * 3_600_000
]

const changed =
  (change: Readonly<Record<string, unknown>>) =>
  (issue: RecordedIssue): string =>
    JSON.stringify({ ...issue, ...change })

const OF_ONE: ReadonlyArray<Oddity> = [
  { label: 'edge: no body', rate: 0.03, text: changed({ body: null }) },
  { label: 'edge: deleted user', rate: 0.015, text: changed({ user: null }) },
  { label: 'edge: imported author', rate: 0.015, text: changed({ author_association: 'MANNEQUIN' }) },
  {
    label: 'fault: cut',
    rate: 0.01,
    text: (issue, random) => JSON.stringify(issue).slice(0, 200 + Math.floor(random() * 1_000))
  },
  {
    label: 'fault: rounded id',
    rate: 0.006,
    text: (issue) => JSON.stringify(issue).replace(/"id":\d+/, '"id":9007199254740993')
  },
  { label: 'fault: no title', rate: 0.9, between: hours(2, 10, 11), text: changed({ title: null }) },
  {
    label: 'fault: renamed',
    rate: 0.9,
    between: hours(3, 14, 15),
    text: ({ labels, ...issue }) => JSON.stringify({ ...issue, label_list: labels })
  }
]

const OF_MANY: ReadonlyArray<Oddity> = [
  { label: 'edge: behind the last page', rate: 0.04, text: () => '[]' },
  {
    label: 'fault: login page',
    rate: 0.9,
    between: hours(4, 9, 10),
    text: () => '<!DOCTYPE html><html><head><title>Sign in</title></head></html>'
  },
  {
    label: 'fault: error',
    rate: 0.01,
    text: () =>
      JSON.stringify({ message: 'Server Error', status: '500', documentation_url: 'https://docs.github.com/rest' })
  }
]

// -- the week

const isDue = ({ rate, between }: Oddity, at: number, random: Chance): boolean =>
  (between === undefined || (at >= between[0] && at < between[1])) && random() < rate

// By day, and less on Saturday and Sunday.
const momentOf = (random: Chance): number => {
  const day = Math.floor(random() * 7)
  return day > 4 && random() < 0.5
    ? momentOf(random)
    : Math.floor(MONDAY + day * DAY_MS + (7 + random() * 12) * 3_600_000)
}

const fineIssues = (): readonly [RecordedIssue, ...ReadonlyArray<RecordedIssue>] => {
  const [first, ...rest] = [...recordedIssues, ...recordedWebhookIssues].filter(
    ({ body, user }) => typeof body === 'string' && user !== null
  )
  if (first === undefined) throw new Error('There are no recorded issues.')
  return [first, ...rest]
}

/** So many calls in the order of time, two of three for one issue, the others for a page of them. */
export const labelledWeek = (calls: number, seed: number): ReadonlyArray<LabelledCall> => {
  const random = chance(seed)
  const issues = fineIssues()
  const moments = Array.from({ length: calls }, () => momentOf(random)).sort((a, b) => a - b)
  return moments.map((at, i) => {
    const tool = i % 3 === 0 ? 'list_issues' : 'get_issue'
    const issue = pick(issues, random)
    const oddity = (tool === 'get_issue' ? OF_ONE : OF_MANY).find((each) => isDue(each, at, random))
    const fine =
      tool === 'get_issue' ? JSON.stringify(issue) : JSON.stringify([issue, pick(issues, random), pick(issues, random)])
    return {
      at,
      tool,
      callId: `call ${i}`,
      turnId: `turn ${i}`,
      text: oddity?.text(issue, random) ?? fine,
      label: oddity?.label ?? 'fine'
    }
  })
}
