/** What a framework is handed where its write ran in an earlier delivery: the value of the first, in its own form. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardTools as guardAiSdk } from '../../lib/adapters/ai-sdk/index.js'
import { guardTools as guardAnthropic } from '../../lib/adapters/anthropic/index.js'
import { guardTools as guardClaude } from '../../lib/adapters/claude-agent/index.js'
import { guardMiddleware, guardTools as guardLangChain } from '../../lib/adapters/langchain/index.js'
import { guardTools as guardMastra } from '../../lib/adapters/mastra/index.js'
import { guardTools as guardMcp } from '../../lib/adapters/mcp/index.js'
import { guardMcpServer, guardTools as guardOpenAiAgents } from '../../lib/adapters/openai-agents/index.js'
import { guardTools as guardStrands } from '../../lib/adapters/strands/index.js'
import { openSession } from '../../lib/guard/session.js'
import { memoryLedger } from '../../lib/stores/memory-ledger.js'
import type { GuardToolsOptions } from '../../lib/toolset/in-place.js'
import type { ToolRule } from '../../lib/toolset/rules.js'
import { Command, DynamicStructuredTool, ToolMessage } from './langchain-like.js'
import { JsonBlock, TextBlock, ToolResultBlock } from './strands-like.js'

type Run = () => unknown

/** Guards a tool `pay` that runs so, calls it once, and gives what its framework is handed. */
type Adapter = (run: Run, options: GuardToolsOptions) => Promise<unknown>

interface Deliveries {
  readonly values: ReadonlyArray<unknown>
  readonly runs: number
}

const deliver = async (adapter: Adapter, answer: unknown, rule: ToolRule = {}, times = 2): Promise<Deliveries> => {
  const ledger = memoryLedger()
  const values: Array<unknown> = []
  let runs = 0
  const run = (): unknown => {
    runs += 1
    return answer
  }
  for (let i = 0; i < times; i++) {
    const turn = openSession({ ledger, logger: false }).openTurn({ id: 'job-17' })
    values.push(await adapter(run, { turn, rules: { pay: { effect: 'write', ...rule } } }))
  }
  return { values, runs }
}

// -- the adapters

const signal = new AbortController().signal

const mcpCallback: Adapter = async (run, options) =>
  guardMcp({ pay: async (_args: object, _extra: object) => run() }, options).pay({}, { signal })

const mcpClient: Adapter = async (run, options) => {
  const client = { callTool: async (_params: object, _options: object) => run() }
  return guardMcp(client, options).callTool({ name: 'pay', arguments: {} }, {})
}

const claude: Adapter = async (run, options) =>
  guardClaude([{ name: 'pay', handler: async (_args: object, _extra: object) => run() }], options)[0]?.handler(
    {},
    { signal }
  )

const agentsServer: Adapter = async (run, options) => {
  const server = {
    callTool: async (name: string, args: unknown) => (await server.callToolResult(name, args)).content,
    callToolResult: async (_name: string, _args: unknown) => run() as { readonly content: unknown }
  }
  return guardMcpServer(server, options).callToolResult('pay', {})
}

const agents: Adapter = async (run, options) => {
  const tool = { type: 'function' as const, name: 'pay', invoke: async (_: unknown, _input: string) => run() }
  return guardOpenAiAgents([tool], options)[0]?.invoke({ context: 'run' }, '{}')
}

const aiSdk: Adapter = async (run, options) =>
  guardAiSdk({ pay: { execute: async (_input: object, _options: object) => run() } }, options).pay.execute(
    {},
    { toolCallId: 'c1', messages: [] }
  )

const mastra: Adapter = async (run, options) =>
  guardMastra({ pay: { execute: async (_input: object, _context: object) => run() } }, options).pay.execute(
    {},
    { agent: { toolCallId: 'c1' } }
  )

const anthropic: Adapter = async (run, options) =>
  guardAnthropic(
    [{ name: 'pay', parse: (input: unknown) => input, run: async (_input: unknown, _context: object) => run() }],
    options
  )[0]?.run({}, { toolUse: { id: 'c1' } })

let calls = 0
const langChainCall = () => ({ type: 'tool_call' as const, id: `c${++calls}`, name: 'pay', args: {} })

const langChainTool = (run: Run, responseFormat?: string): DynamicStructuredTool =>
  new DynamicStructuredTool({
    name: 'pay',
    func: async () => run(),
    ...(responseFormat === undefined ? {} : { responseFormat })
  })

const langChain =
  (responseFormat?: string): Adapter =>
  async (run, options) =>
    guardLangChain([langChainTool(run, responseFormat)], options)[0]?.invoke(langChainCall())

const middleware: Adapter = async (run, options) => {
  const toolCall = langChainCall()
  const handler = async (request: { readonly toolCall: { readonly id?: string }; readonly tool?: unknown }) => {
    const tool = request.tool as DynamicStructuredTool
    const output = await tool.invoke({ ...request.toolCall, type: 'tool_call' })
    if (output instanceof ToolMessage || output instanceof Command) return output
    const content = typeof output === 'string' ? output : JSON.stringify(output)
    return new ToolMessage({ content, tool_call_id: request.toolCall.id ?? '' })
  }
  return guardMiddleware(options).wrapToolCall({ toolCall, tool: langChainTool(run), runtime: {} }, handler)
}

const strandsSdk = { TextBlock, JsonBlock, ToolResultBlock }

let uses = 0
/** The tool answers with the blocks of its result. */
const strands: Adapter = async (run, options) => {
  const tool = {
    name: 'pay',
    async *stream({ toolUse: { toolUseId } }: { readonly toolUse: { readonly toolUseId: string } }) {
      const content = run() as ToolResultBlock['content']
      yield* []
      return new ToolResultBlock({ toolUseId, status: 'success', content })
    }
  }
  const [guarded] = guardStrands([tool], { ...options, strands: strandsSdk })
  const context = { toolUse: { toolUseId: `u${++uses}`, input: {} } }
  return (await guarded?.stream(context as never).next())?.value
}

// -- what is handed on

const TEXT = { type: 'text', text: 'paid' }
const IMAGE = { type: 'image', data: 'aGk=', mimeType: 'image/png' }
const JSON_TEXT = { type: 'text', text: '{"total":1,"token":"dropped"}' }

const RESULTS: ReadonlyArray<object> = [
  { content: [TEXT] },
  { content: [TEXT, TEXT] },
  { content: [TEXT, IMAGE] },
  { content: [IMAGE] },
  { content: [] },
  { content: [{ ...TEXT, annotations: { audience: ['user'] } }], _meta: { page: 1 } },
  { content: [{ type: 'text', text: 'Paid 1 euro.' }, IMAGE], structuredContent: { total: 1 } },
  { content: [{ type: 'resource_link', uri: 'x://1', name: 'n' }] }
]

const BLOCKS: ReadonlyArray<unknown> = [[TEXT], [TEXT, TEXT], [TEXT, IMAGE], [IMAGE], 'paid', { total: 1 }, [1, 2]]

interface Case {
  readonly adapter: Adapter
  readonly answers: ReadonlyArray<unknown>
  /** An answer that an `output` makes another of. */
  readonly judged: unknown
}

const resultCase = (adapter: Adapter): Case => ({
  adapter,
  answers: RESULTS,
  judged: { content: [JSON_TEXT, IMAGE], _meta: { page: 1 } }
})

const CASES: Readonly<Record<string, Case>> = {
  'mcp, callbacks': resultCase(mcpCallback),
  'mcp, client': resultCase(mcpClient),
  'claude-agent, tools': resultCase(claude),
  'openai-agents, an MCP server': resultCase(agentsServer),
  'ai-sdk': { ...resultCase(aiSdk), answers: [...RESULTS, ...BLOCKS, { at: new Date(0) }, new Uint8Array([255, 0])] },
  mastra: { ...resultCase(mastra), answers: [...RESULTS, ...BLOCKS] },
  anthropic: { adapter: anthropic, answers: BLOCKS, judged: [JSON_TEXT, IMAGE] },
  'openai-agents': {
    adapter: agents,
    answers: [...BLOCKS, TEXT, { type: 'image', image: 'data:x' }],
    judged: [JSON_TEXT, { type: 'image', image: 'data:x' }]
  },
  langchain: { adapter: langChain(), answers: BLOCKS, judged: [JSON_TEXT, IMAGE] },
  'langchain, content and artifact': {
    adapter: langChain('content_and_artifact'),
    answers: [
      ['paid', { receipt: { id: 17 } }],
      [[TEXT, IMAGE], undefined]
    ],
    judged: [[JSON_TEXT, IMAGE], { receipt: { id: 17 } }]
  },
  'langchain, middleware': {
    adapter: middleware,
    answers: [
      ...BLOCKS,
      new ToolMessage({ content: [TEXT, IMAGE], artifact: { receipt: { id: 17 } }, tool_call_id: 'own' })
    ],
    judged: new ToolMessage({ content: [JSON_TEXT, IMAGE], artifact: { id: 17 }, tool_call_id: 'own' })
  },
  strands: {
    adapter: strands,
    answers: [
      [new TextBlock('paid')],
      [new TextBlock('')],
      [new JsonBlock({ json: { total: 1 } })],
      [new JsonBlock({ json: { $value: [1, 2] } })],
      [new TextBlock('paid'), new JsonBlock({ json: { total: 1 } })]
    ],
    judged: [new JsonBlock({ json: { total: 1, token: 'dropped' } })]
  }
}

/** A value without the id of the call that it is of, which each delivery has its own. */
const withoutId = (value: unknown): unknown => {
  if (value instanceof ToolMessage) return { message: { ...value, tool_call_id: '' } }
  return value instanceof ToolResultBlock ? { block: { ...value, toolUseId: '' } } : value
}

for (const [name, { adapter, answers, judged }] of Object.entries(CASES))
  describe(`the replay of a write in place, ${name}`, () => {
    it('is the value that the framework was handed the first time', async () => {
      for (const answer of answers) {
        const {
          values: [first, again],
          runs
        } = await deliver(adapter, answer)
        expect(runs).to.equal(1)
        expect(withoutId(again)).to.deep.equal(withoutId(first))
      }
    })

    it('is what the `output` of its rule made of that value', async () => {
      const output = t.strict({ total: t.number })
      const {
        values: [first, again],
        runs
      } = await deliver(adapter, judged, { output })
      expect(runs).to.equal(1)
      expect(JSON.stringify(first)).to.include('total').and.not.to.include('dropped')
      expect(withoutId(again)).to.deep.equal(withoutId(first))
    })
  })

describe('the replay of a write in place', () => {
  it('is of its own call', async () => {
    const messages = (await deliver(middleware, 'paid')).values as ReadonlyArray<ToolMessage>
    expect(messages.map(({ tool_call_id }) => tool_call_id)).to.deep.equal([`c${calls - 1}`, `c${calls}`])
    const blocks = (await deliver(strands, [new TextBlock('paid')])).values as ReadonlyArray<ToolResultBlock>
    expect(blocks.map(({ toolUseId }) => toolUseId)).to.deep.equal([`u${uses - 1}`, `u${uses}`])
  })

  const ran = (value: unknown): Record<string, unknown> => {
    const content = (value as { readonly content: unknown }).content
    const [block] = Array.isArray(content) ? (content as ReadonlyArray<{ readonly text: string }>) : []
    return JSON.parse(block?.text ?? String(content)) as Record<string, unknown>
  }

  it('says of a value that no data hold that it ran: commands, messages of a tool, instances', async () => {
    const message = new ToolMessage({ content: 'paid', tool_call_id: 'own' })
    const cases: ReadonlyArray<readonly [Adapter, unknown]> = [
      [langChain(), new Command()],
      [langChain(), message],
      [langChain('content_and_artifact'), ['paid', new Map([['id', 17]])]],
      [middleware, new Command()],
      [middleware, new ToolMessage({ content: 'paid', artifact: new Map(), tool_call_id: 'own' })],
      [strands, [{ type: 'imageBlock' }]],
      [strands, [new TextBlock('paid'), { type: 'imageBlock', image: 'aGk=' }]]
    ]
    for (const [adapter, answer] of cases) {
      const {
        values: [first, again],
        runs
      } = await deliver(adapter, answer)
      expect(runs).to.equal(1)
      expect(JSON.stringify(first)).not.to.include('incomplete_response')
      expect(ran(again)).to.include({ error_class: 'partial_data', code: 'incomplete_response' })
      expect(ran(again)['hint']).to.match(/^It was executed: do not repeat it/)
    }
  })

  it('has the form of the framework where `verify` or a person says what the tool would have returned', async () => {
    // Records have fields of results, too.
    const answer = { charge: 'ch_17', content: 'one chair', status: 'paid', type: 'order' }
    const lost = (): never => {
      throw new Error('socket hang up')
    }
    const text = JSON.stringify(answer)
    const message = (artifact?: undefined) => ({
      message: { ...new ToolMessage({ content: text, artifact, tool_call_id: '' }) }
    })
    const expected: ReadonlyArray<readonly [Adapter, unknown]> = [
      [mcpCallback, { content: [{ type: 'text', text }] }],
      [mcpClient, { content: [{ type: 'text', text }] }],
      [claude, { content: [{ type: 'text', text }] }],
      [agentsServer, { content: [{ type: 'text', text }] }],
      [aiSdk, answer],
      [langChain(), message()],
      [langChain('content_and_artifact'), message()],
      [middleware, message()],
      [
        strands,
        {
          block: {
            ...new ToolResultBlock({ toolUseId: '', status: 'success', content: [new JsonBlock({ json: answer })] })
          }
        }
      ]
    ]
    for (const [adapter, value] of expected) {
      const rule: ToolRule = { effect: 'write', verify: () => ({ answer }) }
      const ledger = memoryLedger()
      for (const run of [lost, () => expect.fail('ran again')]) {
        const turn = openSession({ ledger, logger: false }).openTurn({ id: 'job-17' })
        expect(withoutId(await adapter(run, { turn, rules: { pay: rule } }))).to.deep.equal(value)
      }
    }
  })
})
