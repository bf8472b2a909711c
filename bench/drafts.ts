/**
 * Prints how many unseen answers of recorded APIs the drafts of `inferCodecs` accept: of each endpoint, one half of the
 * answers is drafted from, and the other one judged. Keys, types and equality in drafts/answers.jsonl.gz are those that
 * were recorded; texts and numbers are made up, in the same form.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import { explain } from '../lib/index.js'
import { inferCodecs, type TrafficRecord } from '../lib/operate/calibrate/index.js'
import { MANY_ANSWERS } from '../lib/operate/calibrate/infer/shape-stats.js'

interface Endpoint {
  /** Whole APIs stand in one half; the rules were made on `tune`. */
  readonly half: 'tune' | 'held'
  readonly api: string
  readonly endpoint: string
  readonly answers: ReadonlyArray<unknown>
}

// This runs from built/bench, and the answers stay where they are.
const endpoints = gunzipSync(readFileSync(new URL('../../bench/drafts/answers.jsonl.gz', import.meta.url)))
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Endpoint)

// -- drafting

const recordOf = (answer: unknown, i: number): TrafficRecord => ({
  v: 1,
  at: '2026-11-02T09:00:00.000Z',
  tool: 'endpoint',
  effect: 'read',
  callId: `call ${i}`,
  turnId: `turn ${i}`,
  args: {},
  outcome: 'right',
  code: null,
  executed: 'yes',
  ms: 1,
  bytes: 1,
  answer: { text: JSON.stringify(answer) }
})

interface Judged {
  readonly accepted: number
  readonly of: number
  readonly why: ReadonlyArray<string>
  /** How many answers were drafted from. */
  readonly seen: number
}

const judge = async ({ answers }: Endpoint): Promise<Judged> => {
  const seen = answers.filter((_, i) => i % 2 === 0)
  const unseen = answers.filter((_, i) => i % 2 === 1)
  const { codecs } = await inferCodecs(seen.map(recordOf))
  const codec = codecs[0]?.codec
  if (codec === undefined) throw new Error('no draft')
  const refusals = unseen.flatMap((answer) => {
    const decoded = codec.decode(answer)
    return E.isLeft(decoded) ? [explain(decoded.left)[0]] : []
  })
  const why = refusals.map((issue) =>
    issue === undefined ? '?' : `${issue.path.join('.')}: ${issue.kind} ${issue.expected} <- ${issue.received}`
  )
  return { accepted: unseen.length - refusals.length, of: unseen.length, why, seen: seen.length }
}

// -- figures

const GOAL = 0.97

const percent = (n: number, of: number): string => `${((n / of) * 100).toFixed(1)} %`

interface Sum {
  readonly name: string
  readonly accepted: number
  readonly of: number
}

const sumOf = (name: string, all: ReadonlyArray<Judged>): Sum => ({
  name,
  accepted: all.reduce((sum, { accepted }) => sum + accepted, 0),
  of: all.reduce((sum, { of }) => sum + of, 0)
})

const line = ({ name, accepted, of }: Sum): string =>
  `${name.padEnd(46)}${String(accepted).padStart(5)} of ${String(of).padStart(5)}   ${percent(accepted, of)}`

/** Why unseen answers were refused is only shown of APIs that the rules were made on. */
const isShown = process.argv[2] === 'why'

const judged: Array<Judged & Pick<Endpoint, 'half' | 'api'>> = []
for (const endpoint of endpoints) {
  const { half, api, endpoint: name } = endpoint
  const found = await judge(endpoint)
  judged.push({ ...found, half, api })
  if (isShown && half === 'tune') for (const reason of found.why) console.log(`${api} ${name}: ${reason}`)
}

const sumsOf = (some: typeof judged): ReadonlyArray<Sum> =>
  [...new Set(some.map(({ api }) => api))].map((api) =>
    sumOf(
      `  ${api}`,
      some.filter((one) => one.api === api)
    )
  )

const good = (sums: ReadonlyArray<Sum>): ReadonlyArray<Sum> => sums.filter(({ accepted, of }) => accepted >= GOAL * of)

for (const half of ['tune', 'held'] as const) {
  const some = judged.filter((one) => one.half === half)
  const sums = sumsOf(some)
  console.log(line(sumOf(`${half}: ${some.length} endpoints of ${sums.length} APIs`, some)))
  const known = some.filter(({ seen }) => seen >= MANY_ANSWERS)
  console.log(line(sumOf(`  ${known.length} drafted from ${MANY_ANSWERS} answers or more`, known)))
  for (const sum of sums) console.log(line(sum))
}
const count = good(sumsOf(judged)).length
console.log(`${count} APIs of which ${GOAL * 100} % or more are accepted (goal 15)`)
process.exitCode = count >= 15 ? 0 : 1
