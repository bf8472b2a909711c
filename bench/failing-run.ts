/**
 * Prints what a misbehaving run costs a model: the tokens of everything that its tools gave it, in 36 calls through a
 * framework's own loop, without the guard and with one line of it. Most of the tools throw, as tools are taught to.
 * Needs the SDKs of spec/sdk.
 */
import { createRequire } from 'node:module'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { guardTools as guardAiSdk } from '../lib/adapters/ai-sdk/index.js'
import { guardTools as guardLangChain } from '../lib/adapters/langchain/index.js'
import { openTurn } from '../lib/guard/session.js'

// -- the tools, which throw as people write them

type Args = Readonly<Record<string, unknown>>
type Run = (args: Args) => unknown

const CUSTOMERS: Readonly<Record<string, object>> = {
  c7: {
    id: 'c7',
    name: 'Ada Okafor',
    address: '4 Mill Lane, Leeds LS1 5AB',
    plan: 'family',
    since: '2021-04-03',
    open_orders: 2,
    vouchers: ['MAY40']
  },
  c8: {
    id: 'c8',
    name: 'Ben Osei',
    address: '19 Gillygate, York YO31 7EQ',
    plan: 'single',
    since: '2023-11-20',
    open_orders: 0,
    vouchers: []
  }
}

const ORDERS = [
  { id: 'o31', status: 'shipped', total: 55.1, placed: '2026-05-02', items: ['lamp', 'bulb'] },
  { id: 'o32', status: 'open', total: 12.5, placed: '2026-05-04', items: ['cable'] },
  { id: 'o33', status: 'returned', total: 31.99, placed: '2026-04-19', items: ['kettle', 'filter'] }
]

// As fetch is taught: `throw new Error(`HTTP ${response.status}: ${await response.text()}`)`
const refused = (status: number, code: string, message: string): Error =>
  new Error(`HTTP ${status}: ${JSON.stringify({ error: { code, message } })}`)

const getCustomer: Run = ({ id }) => {
  const found = CUSTOMERS[String(id)]
  if (found === undefined) throw refused(404, 'not_found', `No customer ${String(id)}`)
  return found
}

const listOrders: Run = ({ from }) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(String(from))) throw new Error('Invalid date: use YYYY-MM-DD')
  return ORDERS
}

// As axios throws it.
const responded = (status: number, data: object, headers: object = {}): Error =>
  Object.assign(new Error(`Request failed with status code ${status}`), {
    name: 'AxiosError',
    code: status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE',
    status,
    response: { status, data, headers }
  })

let asked = 0
const trackParcel: Run = ({ parcel }) => {
  if (parcel === 'p0') throw new Error(`Parcel ${parcel} does not exist`)
  if (++asked < 3) throw responded(429, { message: 'Too many requests' }, { 'retry-after': '7' })
  return { parcel, status: 'in transit', eta: '2026-05-08', carrier: 'DHL', last_seen: 'Leeds depot, 2026-05-06 09:12' }
}

// As pg throws it.
const runQuery: Run = ({ sql }) => {
  const [, table = ''] = /from (\w+)/.exec(String(sql)) ?? []
  if (table === 'orders')
    return [
      { customer: 'c7', orders: 2, total: 67.6 },
      { customer: 'c8', orders: 0, total: 0 }
    ]
  throw Object.assign(new Error(`relation "${table}" does not exist`), {
    name: 'error',
    severity: 'ERROR',
    code: '42P01',
    position: '15',
    routine: 'parserOpenTable'
  })
}

const readNote: Run = ({ path }) => {
  if (path === 'notes/c7.md')
    return 'Ada asked on 2 May for delivery to the neighbour at number 12, and for no call before nine.'
  const where = `/srv/app/${String(path)}`
  throw Object.assign(new Error(`ENOENT: no such file or directory, open '${where}'`), {
    errno: -2,
    code: 'ENOENT',
    syscall: 'open',
    path: where
  })
}

const exchangeRate: Run = () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('getaddrinfo ENOTFOUND rates.internal'), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo'
    })
  })
}

const weather: Run = () => JSON.parse('<!doctype html><title>Sign in</title>') as unknown

const applyVoucher: Run = ({ code }) => {
  if (code === 'MAY40') throw refused(422, 'voucher_too_small', 'The voucher covers 40.00, the basket costs 55.10')
  throw refused(403, 'forbidden', 'This voucher belongs to another customer')
}

const summarize: Run = () => (undefined as unknown as { readonly name: string }).name

const TOOLS: Readonly<Record<string, Run>> = {
  get_customer: getCustomer,
  list_orders: listOrders,
  track_parcel: trackParcel,
  run_query: runQuery,
  read_note: readNote,
  exchange_rate: exchangeRate,
  weather,
  apply_voucher: applyVoucher,
  summarize
}

// -- what the model asks for

export interface ScriptedCall {
  readonly tool: string
  readonly args: Args
}

const SCRIPT: ReadonlyArray<ScriptedCall> = (
  [
    ['get_customer', { id: 'c1' }],
    ['get_customer', { id: 'c2' }],
    ['get_customer', { id: 'c2' }],
    ['get_customer', { id: 'c2' }],
    ['get_customer', { id: 'c2' }],
    ['get_customer', { id: 'c7' }],
    ['list_orders', { customer: 'c7', from: 'last week' }],
    ['list_orders', { customer: 'c7', from: '2 May' }],
    ['list_orders', { customer: 'c7', from: '2026-05-01' }],
    ['track_parcel', { parcel: 'p1' }],
    ['track_parcel', { parcel: 'p1' }],
    ['track_parcel', { parcel: 'p1' }],
    ['track_parcel', { parcel: 'p0' }],
    ['track_parcel', { parcel: 'p2' }],
    ['run_query', { sql: 'select count(*) from order_item' }],
    ['run_query', { sql: 'select count(*) from order_item' }],
    ['run_query', { sql: 'select customer, count(*) from orders group by 1' }],
    ['read_note', { path: 'notes/ada.md' }],
    ['read_note', { path: 'notes/c7.md' }],
    ['exchange_rate', { to: 'EUR' }],
    ['exchange_rate', { to: 'USD' }],
    ['weather', { city: 'Leeds' }],
    ['apply_voucher', { code: 'MAY40' }],
    ['apply_voucher', { code: 'MAY40' }],
    ['apply_voucher', { code: 'MAY40' }],
    ['apply_voucher', { code: 'MAY40' }],
    ['apply_voucher', { code: 'MAY40' }],
    ['apply_voucher', { code: 'JUNE' }],
    ['apply_voucher', { code: 'JULY' }],
    ['summarize', { customer: 'c7' }],
    ['get_customer', { id: 'c8' }],
    ['list_orders', { customer: 'c8', from: '2026-05-01' }],
    ['run_query', { sql: 'select sum(total) from orders' }],
    ['track_parcel', { parcel: 'p3' }],
    ['get_customer', { id: 'c7' }],
    ['list_orders', { customer: 'c7', from: '2026-04-01' }]
  ] as const
).map(([tool, args]) => ({ tool, args }))

// What asks for nothing that fails.
const HEALTHY: ReadonlyArray<ScriptedCall> = SCRIPT.filter(
  ({ tool, args }) =>
    (tool === 'get_customer' && /c[78]/.test(String(args['id']))) ||
    (tool === 'list_orders' && /^\d/.test(String(args['from'])) && args['from'] !== '2 May') ||
    (tool === 'run_query' && / orders/.test(String(args['sql'])))
)

// -- the loops of the frameworks

const sdk = createRequire(fileURLToPath(new URL('../../spec/sdk/package.json', import.meta.url)))

/** One run of a framework: the texts that its model read, in order. */
type Loop = (calls: ReadonlyArray<ScriptedCall>, guarded: boolean) => Promise<ReadonlyArray<string>>

interface AiSdkLike {
  readonly tool: (fields: object) => { readonly execute: never }
  readonly generateText: (options: object) => Promise<unknown>
  readonly stepCountIs: (steps: number) => unknown
}

interface PromptLike {
  readonly role: string
  readonly content: ReadonlyArray<{ readonly output?: { readonly value: unknown } }>
}

interface ZodLike {
  readonly record: (key: unknown, value: unknown) => unknown
  readonly string: () => unknown
  readonly unknown: () => unknown
}

const anyObject = (): unknown => {
  const { z } = sdk('zod') as { readonly z: ZodLike }
  return z.record(z.string(), z.unknown())
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const aiSdk: Loop = async (calls, guarded) => {
  const { tool, generateText, stepCountIs } = sdk('ai') as AiSdkLike
  const { MockLanguageModelV3 } = sdk('ai/test') as {
    readonly MockLanguageModelV3: new (fields: object) => {
      readonly doGenerateCalls: ReadonlyArray<{ prompt: ReadonlyArray<PromptLike> }>
    }
  }
  const own = Object.fromEntries(
    Object.entries(TOOLS).map(([name, run]) => [
      name,
      tool({ description: name, inputSchema: anyObject(), execute: async (args: Args) => run(args) })
    ])
  )
  let step = 0
  const model = new MockLanguageModelV3({
    doGenerate: async () => {
      const call = calls[step++]
      return {
        content:
          call === undefined
            ? [{ type: 'text', text: 'done' }]
            : [{ type: 'tool-call', toolCallId: `c${step}`, toolName: call.tool, input: JSON.stringify(call.args) }],
        finishReason: { unified: call === undefined ? 'stop' : 'tool-calls', raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 }
        },
        warnings: []
      }
    }
  })
  await generateText({
    model,
    tools: guarded ? guardAiSdk(own, { turn: openTurn() }) : own,
    prompt: 'go',
    stopWhen: stepCountIs(calls.length + 1)
  })
  return (model.doGenerateCalls.at(-1)?.prompt ?? [])
    .filter(({ role }) => role === 'tool')
    .flatMap(({ content }) => content.map(({ output }) => textOf(output?.value)))
}

interface LangChainLike {
  readonly tool: (run: Run, fields: object) => { readonly name: string; readonly invoke: never }
}

interface LangChainCoreLike {
  readonly BaseChatModel: new (fields: object) => object
  readonly AIMessage: new (fields: object) => unknown
}

interface LangGraphLike {
  readonly createReactAgent: (fields: object) => {
    readonly invoke: (input: object, config: object) => Promise<{ readonly messages: ReadonlyArray<MessageLike> }>
  }
}

interface MessageLike {
  readonly type: string
  readonly content: unknown
}

const langGraph: Loop = async (calls, guarded) => {
  const { tool } = sdk('langchain') as LangChainLike
  const { BaseChatModel } = sdk('@langchain/core/language_models/chat_models') as LangChainCoreLike
  const { AIMessage } = sdk('@langchain/core/messages') as LangChainCoreLike
  const { createReactAgent } = sdk('@langchain/langgraph/prebuilt') as LangGraphLike
  const own = Object.entries(TOOLS).map(([name, run]) =>
    tool(async (args) => run(args), { name, description: name, schema: anyObject() })
  )
  let step = 0
  class ScriptedModel extends BaseChatModel {
    _llmType(): string {
      return 'scripted'
    }
    bindTools(): object {
      return this
    }
    async _generate(): Promise<object> {
      const call = calls[step++]
      const tool_calls =
        call === undefined ? [] : [{ id: `c${step}`, name: call.tool, args: call.args, type: 'tool_call' }]
      return { generations: [{ text: '', message: new AIMessage({ content: '', tool_calls }) }] }
    }
  }
  const model = new ScriptedModel({})
  const agent = createReactAgent({ llm: model, tools: guarded ? guardLangChain(own, { turn: openTurn() }) : own })
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'go' }] }, { recursionLimit: 200 })
  return messages.filter(({ type }) => type === 'tool').map(({ content }) => textOf(content))
}

const LOOPS: ReadonlyArray<readonly [name: string, loop: Loop]> = [
  ['AI SDK', aiSdk],
  ['LangGraph', langGraph]
]

// -- the figures

export interface Cost {
  readonly framework: string
  readonly calls: number
  readonly bare: number
  readonly guarded: number
  /** What the model read with the guard, by call. */
  readonly texts: ReadonlyArray<string>
}

const tokensOf = (texts: ReadonlyArray<string>): number => {
  const { getEncoding } = sdk('js-tiktoken') as {
    readonly getEncoding: (name: string) => { readonly encode: (text: string) => ReadonlyArray<number> }
  }
  const encoding = getEncoding('o200k_base')
  return texts.reduce((sum, text) => sum + encoding.encode(text).length, 0)
}

const costOf = async (framework: string, loop: Loop, calls: ReadonlyArray<ScriptedCall>): Promise<Cost> => {
  asked = 0
  const bare = await loop(calls, false)
  asked = 0
  const texts = await loop(calls, true)
  return { framework, calls: calls.length, bare: tokensOf(bare), guarded: tokensOf(texts), texts }
}

const costsOf = async (calls: ReadonlyArray<ScriptedCall>): Promise<ReadonlyArray<Cost>> => {
  const costs: Array<Cost> = []
  for (const [name, loop] of LOOPS) costs.push(await costOf(name, loop, calls))
  return costs
}

export const misbehaving = (): Promise<ReadonlyArray<Cost>> => costsOf(SCRIPT)

export const healthy = (): Promise<ReadonlyArray<Cost>> => costsOf(HEALTHY)

if (argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, costs] of [
    ['misbehaving', await misbehaving()],
    ['healthy', await healthy()]
  ] as const) {
    for (const { framework, calls, bare, guarded, texts } of costs) {
      console.log(
        `${name.padEnd(12)}${framework.padEnd(10)} ${calls} calls   bare ${bare}   guarded ${guarded}   ${(guarded / bare).toFixed(2)} times`
      )
      if (argv.includes('--texts')) for (const text of texts) console.log(`  ${text}`)
    }
  }
}
