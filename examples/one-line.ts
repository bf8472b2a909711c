/**
 * Four tools and one line, without a rule: what the model reads of each. The site's first page shows this program and
 * its output.
 */
import { guardFunctions, openTurn } from 'guarded-call'

const functions = {
  search_orders: async () => '{"orders":[{"id":1001,"total":12', // cut on the way
  job_state: async () => ({ state: 'queued' }), // asked for the fourth time
  get_report: async () => Promise.reject(new Error('connect ECONNREFUSED postgres://app:s3cret@10.0.0.5/shop')),
  get_rates: async () => new Response('', { status: 429, headers: { 'retry-after': '7' } })
}

const tools = guardFunctions(functions, { turn: openTurn() })

const read = async (call: () => Promise<unknown>): Promise<string> => {
  try {
    const answer = await call()
    return typeof answer === 'string' ? answer : answer instanceof Response ? `HTTP 429` : JSON.stringify(answer)
  } catch (error) {
    return (error as Error).message
  }
}
for (const name of Object.keys(functions) as ReadonlyArray<keyof typeof functions>) {
  if (name === 'job_state') for (let asked = 1; asked < 4; asked++) await tools[name]()
  for (const each of [functions, tools]) console.log(`${name} ${await read(each[name])}`)
}
