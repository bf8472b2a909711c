/** Four tools that misbehave, without and with the guard: what the model reads. README's picture shows this output. */
import { detectMorePages, guardFunctions, openTurn } from 'guarded-call'
import { z } from 'zod'

const Orders = z.object({ orders: z.array(z.object({ id: z.number(), total: z.number() })) })
const rules = {
  search_orders: { effect: 'read', output: Orders, narrow: () => 'Call again with page_size=20.' },
  get_customer: { effect: 'read', output: z.object({ name: z.string() }) },
  list_orders: { effect: 'read', output: Orders, checks: [detectMorePages()] },
  place_order: { effect: 'write' }
} as const

type Tools = Record<keyof typeof rules, (args: { page: number }) => Promise<unknown>>
const tools: Tools = {
  search_orders: async () => '{"orders":[{"id":1001,"total":12', // cut on the way
  get_customer: async () => '<!doctype html><title>Sign in</title>', // an expired session, with status 200
  list_orders: async () => '{"orders":[{"id":1001,"total":12.5}],"page":1,"total_pages":40}',
  place_order: async () => Promise.reject(new TypeError('fetch failed')) // after the service placed it
}
const guarded = guardFunctions(tools, { turn: openTurn(), rules })

const forModel = (answer: Promise<unknown>): Promise<unknown> => answer.catch((error: Error) => error.message)
for (const name of Object.keys(rules) as ReadonlyArray<keyof Tools>)
  for (const each of [tools, guarded]) console.log(`${name} ${String(await forModel(each[name]({ page: 1 })))}`)
