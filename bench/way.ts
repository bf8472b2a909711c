/**
 * Through how many files and functions of `lib` one call goes, by V8's precise coverage after a warm-up: what a reader
 * has to know who follows it.
 *
 *     node built/bench/way.js [--names]
 */
import { Session } from 'node:inspector/promises'
import { parseArgs } from 'node:util'
import * as t from 'io-ts'
import { guardedCall, openTurn } from '../lib/index.js'

// -- model

interface Passed {
  readonly file: string
  readonly functions: ReadonlyArray<string>
}

// -- the calls

const Orders = t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })
const WHOLE = JSON.stringify({ orders: Array.from({ length: 40 }, (_, id) => ({ id, total: id * 1.5 })) })

const search = (answer: string) =>
  guardedCall({ name: 'search_orders', effect: 'read', args: t.type({ q: t.string }), run: () => answer }, Orders)

const CALLS = {
  'a valid answer': search(WHOLE),
  'a cut answer': search(WHOLE.slice(0, -20))
}

// -- measuring

const LIB = '/built/lib/'
const WARM_UP = 500

const passedBy = async (inspector: Session, call: ReturnType<typeof search>): Promise<ReadonlyArray<Passed>> => {
  // A turn, and so a session, for each: the loop detector refuses what failed alike before.
  for (let i = 0; i < WARM_UP; i++) await openTurn().run(call.fromModel({ q: `q${i}` }))
  const turn = openTurn()
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  // What ran before is dropped.
  await inspector.post('Profiler.takePreciseCoverage')
  await turn.run(call.fromModel({ q: 'q' }))
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  await inspector.post('Profiler.stopPreciseCoverage')
  return result
    .filter(({ url }) => url.includes(LIB))
    .map(({ url, functions }) => ({
      file: url.slice(url.indexOf(LIB) + LIB.length),
      functions: functions
        .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
        .map(({ functionName }) => (functionName === '' ? '(anonymous)' : functionName))
    }))
    .filter(({ functions }) => functions.length > 0)
}

// -- command line

const { values } = parseArgs({ options: { names: { type: 'boolean', default: false } } })
const inspector = new Session()
inspector.connect()
await inspector.post('Profiler.enable')
for (const [what, call] of Object.entries(CALLS)) {
  const passed = await passedBy(inspector, call)
  const functions = passed.reduce((sum, one) => sum + one.functions.length, 0)
  console.log(`${what}: ${passed.length} files, ${functions} functions`)
  if (values.names) for (const one of passed) console.log(`  ${one.file}: ${one.functions.join(', ')}`)
}
inspector.disconnect()
