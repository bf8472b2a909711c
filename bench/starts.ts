/**
 * What a start costs and what a long turn does to a call, in fresh processes that take turns: the root's import beside
 * zod's, fifty tools wrapped, a call late in a turn of 10,000 beside one late in a turn of 100, on what `npm run build`
 * has built. Medians; written to starts.json and starts.md beside the compiled code.
 */
import { spawnSync } from 'node:child_process'
import { median } from './harness.js'
import { machine, machineLine, publish, table } from './report.js'

const PROCESSES = 9

const LIB = JSON.stringify(new URL('../../dist/lib/index.js', import.meta.url).href)

// -- each prints an object of numbers

const importing = (what: string): string => `
const before = { ...process.cpuUsage(), rss: process.memoryUsage().rss, at: performance.now() }
await import(${what})
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ cpu: (user + system - before.user - before.system) / 1000, ms: performance.now() - before.at, mb: (process.memoryUsage().rss - before.rss) / 2 ** 20 }))
`

const WRAPPING = `
const { guardFunctions, openTurn } = await import(${LIB})
const { z } = await import('zod')
const tools = {}, rules = {}
for (let i = 0; i < 50; i++) {
  tools['tool' + i] = async () => ({})
  rules['tool' + i] = { effect: 'read', args: z.object({ id: z.number(), name: z.string() }), output: z.object({ id: z.number(), rows: z.array(z.object({ at: z.string(), total: z.number().nullable() })) }) }
}
const turn = openTurn()
const at = performance.now()
guardFunctions(tools, { turn, rules })
console.log(JSON.stringify({ ms: performance.now() - at }))
`

// The last tenth of each turn is timed; the two kinds of turns take turns.
const TURNS = `
const { guardedCall, openTurn } = await import(${LIB})
const t = await import('io-ts')
const answer = JSON.stringify({ orders: Array.from({ length: 15 }, (_, id) => ({ id, total: id / 2, customer: 'ann@example.com', note: 'Please ring twice.' })) })
const call = guardedCall({ name: 'list', effect: 'read', run: () => answer }, t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) }))
let page = 0
const late = async (calls) => {
  const turn = openTurn()
  for (let i = 0; i < calls * 0.9; i++) await turn.run(call({ page: ++page }))
  const before = process.hrtime.bigint()
  for (let i = 0; i < calls / 10; i++) await turn.run(call({ page: ++page }))
  return Number(process.hrtime.bigint() - before)
}
for (let i = 0; i < 50; i++) await late(100)
const ratios = []
for (let round = 0; round < 7; round++) {
  let short = 0
  for (let i = 0; i < 100; i++) short += await late(100)
  ratios.push((await late(10_000)) / short)
}
console.log(JSON.stringify({ ratio: ratios.sort((a, b) => a - b)[3] }))
`

const SCRIPTS: Readonly<Record<string, string>> = {
  'import of zod': importing("'zod'"),
  'import of the root': importing(LIB),
  'fifty tools wrapped': WRAPPING,
  'a call late in a turn of 10,000, beside one in a turn of 100': TURNS
}

// -- measuring

type Numbers = Readonly<Partial<Record<'cpu' | 'ms' | 'mb' | 'ratio', number>>>

const run = (script: string): Numbers => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: new URL('../..', import.meta.url)
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Numbers
}

const measured = Object.entries(SCRIPTS).map(([name, script]) => ({ name, script, all: [] as Array<Numbers> }))
for (let i = 0; i < PROCESSES; i++) for (const { script, all } of measured) all.push(run(script))

const COLUMNS = ['cpu', 'ms', 'mb', 'ratio'] as const
const rows = measured.map(({ name, all }) => ({
  name,
  ...Object.fromEntries(
    COLUMNS.map((column) => [
      column,
      all[0]?.[column] === undefined ? undefined : median(all.map((one) => one[column]!))
    ])
  )
}))

publish(
  'starts',
  [
    machineLine(machine()),
    table(
      `starts and long turns, medians of ${PROCESSES} fresh processes each`,
      ['ms of processor time', 'ms', 'MB', 'ratio'],
      rows.map(
        ({ name, ...numbers }) =>
          [name, ...COLUMNS.map((column) => (numbers as Numbers)[column]?.toFixed(1) ?? '')] as const
      )
    )
  ].join('\n'),
  { ...machine(), processes: PROCESSES, rows }
)
