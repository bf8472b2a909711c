/** Prints how long after its deadline the HTTP tool answers, for every service that never does. Goal: 100 ms. */
import { httpTool } from '../lib/tools/http/index.js'
import { HANGS } from '../spec/tools/http/hostile/hangs.js'
import { hostileServer } from '../spec/tools/http/hostile-server.js'

const ROUNDS = 5
const GOAL_MS = 100

const server = await hostileServer()
const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const marginMs = async (path: string, timeoutMs: number): Promise<number> => {
  const tool = httpTool({
    name: 'hang',
    effect: 'read',
    allowOrigins: [server.origin],
    timeoutMs,
    request: () => ({ url: `${server.origin}${path}` })
  })
  const start = performance.now()
  await tool.run(
    {},
    { signal: new AbortController().signal, callId: 'bench', turnId: 'bench', operationId: 'operation' }
  )
  return performance.now() - start - timeoutMs
}

console.log(
  `${'path'.padEnd(32)}${'median'.padStart(10)}${'worst'.padStart(10)}   (ms after the deadline, ${ROUNDS} rounds, goal ${GOAL_MS})`
)
let worstOfAll = 0
for (const { path, code, options } of HANGS) {
  if (code !== 'timeout' || options.timeoutMs === undefined) continue
  const margins: Array<number> = []
  for (let round = 0; round < ROUNDS; round++) margins.push(await marginMs(path, options.timeoutMs))
  const worst = Math.max(...margins)
  worstOfAll = Math.max(worstOfAll, worst)
  console.log(`${path.padEnd(32)}${median(margins).toFixed(1).padStart(10)}${worst.toFixed(1).padStart(10)}`)
}
console.log(`worst of all: ${worstOfAll.toFixed(1)} ms, ${worstOfAll <= GOAL_MS ? 'within' : 'beyond'} the goal`)
await server.close()
