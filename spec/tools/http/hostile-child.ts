/**
 * Plays the whole manifest against a server of another process, and reports what each path came to and what it cost.
 */
import process from 'node:process'
import { retryBudget, httpTool } from '../../../lib/tools/http/index.js'
import { driveTool, type Driven } from './drive.js'
import { CANARY, LANDING, right, type Misbehaviour } from './hostile/misbehaviour.js'
import { MISBEHAVIOURS } from './hostile-server.js'

export interface Report extends Driven {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly ms: number
  readonly rssMb: number
}

const origin = process.argv[2] ?? ''

const play = async (misbehaviour: Misbehaviour, method: 'GET' | 'POST'): Promise<Report> => {
  const { path, options } = misbehaviour
  const tool = httpTool({
    name: 'hostile',
    effect: method === 'GET' ? 'read' : 'write',
    allowOrigins: [origin],
    retryBudget: retryBudget({ minConcurrent: 1000 }),
    request: () => ({
      url: `${origin}${path}`,
      method,
      headers: { authorization: `Bearer ${CANARY}`, 'x-api-key': CANARY },
      searchParams: { api_key: CANARY },
      ...(method === 'POST' ? { json: { secret: CANARY } } : {})
    }),
    timeoutMs: 15_000,
    ...options
  })
  const before = process.resourceUsage().maxRSS
  const start = performance.now()
  const driven = await driveTool(tool)
  return {
    ...driven,
    path,
    method,
    ms: performance.now() - start,
    rssMb: (process.resourceUsage().maxRSS - before) / 1024
  }
}

const tell = (report: Report): void => {
  process.send?.(report)
}

// A few dozen at a time: the limits of time are the tool's, not those of a crowded event loop.
const playAll = async (misbehaviours: ReadonlyArray<Misbehaviour>, method: 'GET' | 'POST'): Promise<void> => {
  const left = [...misbehaviours]
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) tell(await play(next, method))
  }
  await Promise.all(Array.from({ length: 24 }, worker))
}

const warmUp = right(LANDING, () => undefined)
// What floods memory is played alone, so that its cost is its own.
const isHeavy = ({ path }: Misbehaviour): boolean => path.startsWith('/bombs/')

// The first calls load and compile; what they cost is nobody's misbehaviour.
for (let call = 0; call < 20; call++) await play(warmUp, 'GET')
for (const method of ['GET', 'POST'] as const) {
  for (const misbehaviour of MISBEHAVIOURS.filter(isHeavy)) tell(await play(misbehaviour, method))
  await playAll(
    MISBEHAVIOURS.filter((one) => !isHeavy(one)),
    method
  )
}
process.disconnect?.()
