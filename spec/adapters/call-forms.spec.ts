/**
 * What each adapter does with the calls of an SDK of another version, in place and from guarded calls: nothing is run,
 * and nothing is counted.
 */
import { expect } from 'chai'
import * as t from 'io-ts'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as aiSdk from '../../lib/adapters/ai-sdk/index.js'
import * as anthropic from '../../lib/adapters/anthropic/index.js'
import * as claudeAgent from '../../lib/adapters/claude-agent/index.js'
import * as google from '../../lib/adapters/google/index.js'
import * as langchain from '../../lib/adapters/langchain/index.js'
import * as mastra from '../../lib/adapters/mastra/index.js'
import * as mcp from '../../lib/adapters/mcp/index.js'
import * as openaiAgents from '../../lib/adapters/openai-agents/index.js'
import * as openai from '../../lib/adapters/openai/index.js'
import * as strands from '../../lib/adapters/strands/index.js'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { openTurn } from '../../lib/guard/session.js'
import type { Turn } from '../../lib/guard/turn.js'
import { ROOT } from '../helpers/docs-examples.js'

type Run = (...given: ReadonlyArray<unknown>) => unknown

interface World {
  readonly run: Run
  readonly options: { readonly turn: Turn }
  readonly calls: ReadonlyArray<ReturnType<typeof payCall>>
}

const payCall = (run: Run) =>
  guardedCall({ name: 'pay', effect: 'write', args: t.partial({ id: t.number }), run: () => run() }, t.unknown)

const call = (tool: unknown, method: string, ...given: ReadonlyArray<unknown>): unknown =>
  ((tool as Readonly<Record<string, Run>>)[method] ?? expect.fail(`no ${method}`)).apply(tool, [...given])

const drained = async (stream: unknown): Promise<unknown> => {
  const parts = stream as AsyncGenerator
  for (let part = await parts.next(); ; part = await parts.next()) if (part.done === true) return part.value
}

class Instance {
  readonly registry = new Map()
}

class FunctionTool {
  constructor(readonly config: object) {}
}

const classes = { TextBlock: FunctionTool, ToolResultBlock: FunctionTool, FunctionTool } as never
const { signal } = new AbortController()
const AI_OPTIONS = { toolCallId: 'c1', messages: [], abortSignal: signal }
const langchainTool = { name: 'pay', invoke: async () => 'never', _call: () => 'never' }
const adkTool = (run: Run) => ({
  name: 'pay',
  [Symbol.for('google.adk.functionTool')]: true,
  execute: run,
  runAsync: run
})
class AdkTool {
  constructor(config: object) {
    Object.assign(this, config)
  }
  readonly name = 'pay'
}

const lowLevelServer = () => {
  const handlers: Array<Run> = []
  return {
    handlers,
    assertCanSetRequestHandler: () => {},
    setRequestHandler: (_: string, handler: Run) => handlers.push(handler)
  }
}

/** By adapter: a call of another form, the SDKs that the refusal names, and the shape that it tells. */
const CALLS: ReadonlyArray<readonly [string, string, string, (world: World) => unknown]> = [
  [
    'ai-sdk, in place',
    '`ai`',
    '({ input, toolCallId, messages, abortSignal })',
    ({ run, options }) =>
      call(aiSdk.guardTools({ pay: { execute: run } }, options).pay, 'execute', { input: {}, ...AI_OPTIONS })
  ],
  [
    'ai-sdk, in place, by parts',
    '`ai`',
    '({ toolCallId, messages, abortSignal }, {})',
    ({ run, options }) => {
      const pay = {
        async *execute() {
          yield run()
        }
      }
      return drained(call(aiSdk.guardTools({ pay }, options).pay, 'execute', AI_OPTIONS, {}))
    }
  ],
  [
    'ai-sdk, guarded calls',
    '`ai`',
    '({ input, toolCallId, messages, abortSignal })',
    ({ calls, options }) => call(aiSdk.toTools(calls, options)['pay'], 'execute', { input: {}, ...AI_OPTIONS })
  ],
  [
    'mastra, in place',
    '`@mastra/core`',
    '({ context, runId, runtimeContext }, { toolCallId, messages, abortSignal })',
    ({ run, options }) =>
      call(
        mastra.guardTools({ pay: { execute: run } }, options).pay,
        'execute',
        { context: {}, runId: 'r', runtimeContext: new Instance() },
        AI_OPTIONS
      )
  ],
  [
    'mastra, guarded calls',
    '`@mastra/core`',
    '({ input, requestContext })',
    ({ calls, options }) =>
      call(mastra.toTools(calls, options)['pay'], 'execute', { input: {}, requestContext: new Instance() })
  ],
  [
    'openai, in place',
    '`openai`',
    '({ arguments, controller })',
    ({ run, options }) => {
      const [tool] = openai.guardTools([{ type: 'function', function: { name: 'pay', function: run } }], options)
      return call(tool?.function, 'function', { arguments: '{}', controller: new AbortController() })
    }
  ],
  [
    'openai, in place, a Responses runner',
    '`openai`',
    '({}, string)',
    ({ run, options }) =>
      call(openai.guardTools([{ tool: { name: 'pay' }, execute: run }], options)[0], 'execute', {}, 'c1')
  ],
  [
    'openai, guarded calls',
    '`openai`',
    '({ arguments, controller })',
    ({ calls, options }) =>
      call(openai.toTools(calls, options)[0]?.function, 'function', {
        arguments: '{}',
        controller: new AbortController()
      })
  ],
  [
    'anthropic, in place',
    '`@anthropic-ai/sdk`',
    '({ input, toolUse, signal })',
    ({ run, options }) =>
      call(anthropic.guardTools([{ name: 'pay', run }], options)[0], 'run', {
        input: {},
        toolUse: { id: 'c1' },
        signal
      })
  ],
  [
    'anthropic, guarded calls',
    '`@anthropic-ai/sdk`',
    '({ input, toolUse, signal })',
    ({ calls, options }) =>
      call(anthropic.toTools(calls, options)[0], 'run', { input: {}, toolUse: { id: 'c1' }, signal })
  ],
  [
    'claude-agent, tools',
    '`@anthropic-ai/claude-agent-sdk`',
    '({ args, signal })',
    ({ run, options }) =>
      call(claudeAgent.guardTools([{ name: 'pay', handler: run }], options)[0], 'handler', { args: {}, signal })
  ],
  [
    'claude-agent, hooks, after a tool',
    '`@anthropic-ai/claude-agent-sdk`',
    '({ tool, input })',
    ({ options }) => claudeAgent.guardHooks(options).PostToolUse[0]?.hooks[0]?.({ tool: 'pay', input: {} })
  ],
  [
    'claude-agent, hooks, after a failure',
    '`@anthropic-ai/claude-agent-sdk`',
    '({ tool_name, tool_use_id })',
    ({ options }) =>
      claudeAgent.guardHooks(options).PostToolUseFailure[0]?.hooks[0]?.({ tool_name: 'pay', tool_use_id: 'c1' })
  ],
  [
    'google, ADK, in place',
    '`@google/adk`',
    '({ id })',
    ({ run, options }) =>
      call(google.guardTools([adkTool(run)], options)[0], 'runAsync', { id: 1 }, { functionCallId: 'c1' })
  ],
  [
    'google, ADK, guarded calls',
    '`@google/adk`',
    '()',
    ({ calls, options }) => call(google.toTools(calls, { ...options, FunctionTool: AdkTool as never })[0], 'runAsync')
  ],
  [
    'google, GenAI',
    '`@google/genai`',
    '({ functionCalls })',
    ({ calls, options }) => call(google.toCallableTool(calls, options), 'callTool', { functionCalls: [] })
  ],
  [
    'strands, in place',
    '`@strands-agents/sdk`',
    '({ name, input })',
    ({ run, options }) => {
      const tool = { name: 'pay', stream: run as never }
      return drained(
        call(strands.guardTools([tool], { ...options, strands: classes })[0], 'stream', { name: 'pay', input: {} })
      )
    }
  ],
  [
    'strands, guarded calls',
    '`@strands-agents/sdk`',
    '({ toolUse })',
    ({ calls, options }) =>
      drained(
        call(strands.toTools(calls, { ...options, strands: classes })[0], 'stream', { toolUse: { toolUseId: 'c1' } })
      )
  ],
  [
    'langchain, in place',
    '`@langchain/core`',
    '({ configurable, metadata, input })',
    ({ options }) =>
      call(langchain.guardTools([langchainTool], options)[0], 'invoke', { configurable: {}, metadata: {}, input: {} })
  ],
  [
    'langchain, guarded calls',
    '`@langchain/core`',
    '({}, string)',
    ({ calls, options }) => {
      const DynamicStructuredTool = class {
        readonly invoke = () => expect.fail('not invoked')
      }
      return call(
        langchain.toTools(calls, { ...options, DynamicStructuredTool: DynamicStructuredTool as never })[0],
        'invoke',
        {},
        'c1'
      )
    }
  ],
  [
    'langchain, middleware',
    '`langchain`',
    '({ name, args }, function)',
    ({ run, options }) => call(langchain.guardMiddleware(options), 'wrapToolCall', { name: 'pay', args: {} }, run)
  ],
  [
    'openai-agents, in place',
    '`@openai/agents`',
    '({}, { id })',
    ({ run, options }) =>
      call(
        openaiAgents.guardTools([{ type: 'function', name: 'pay', invoke: run }], options)[0],
        'invoke',
        {},
        { id: 1 }
      )
  ],
  [
    'openai-agents, guarded calls',
    '`@openai/agents`',
    '({ input, runContext })',
    ({ calls, options }) => call(openaiAgents.toTools(calls, options)[0], 'invoke', { input: '{}', runContext: {} })
  ],
  [
    'openai-agents, an MCP server',
    '`@openai/agents`',
    '({ name, arguments })',
    ({ run, options }) =>
      call(openaiAgents.guardMcpServer({ callTool: run }, options), 'callTool', { name: 'pay', arguments: {} })
  ],
  [
    'mcp, a client',
    '`@modelcontextprotocol/sdk`',
    '(string, {})',
    ({ run, options }) => call(mcp.guardTools({ callTool: run }, options), 'callTool', 'pay', {})
  ],
  [
    'mcp, callbacks',
    '`@modelcontextprotocol/sdk`',
    '({}, {}, {})',
    ({ run, options }) => call(mcp.guardTools({ pay: run }, options), 'pay', {}, {}, {})
  ],
  [
    'mcp, a low-level server',
    '`@modelcontextprotocol/sdk`',
    '({ name, arguments }, {})',
    ({ run, options }) => {
      const server = lowLevelServer()
      mcp.guardTools(server, options).setRequestHandler('tools/call', run)
      return server.handlers[0]?.({ name: 'pay', arguments: {} }, {})
    }
  ],
  [
    'mcp, handlers',
    '`@modelcontextprotocol/sdk`',
    '({ name, arguments })',
    ({ calls, options }) => call(mcp.toolHandlers(calls, options), 'callTool', { name: 'pay', arguments: {} })
  ]
]

const world = () => {
  const seen = { runs: 0 }
  const run = (): unknown => ++seen.runs
  const turn = openTurn()
  return { seen, turn, given: { run, options: { turn }, calls: [payCall(run)] } }
}

describe('the call of another version of an SDK', () => {
  for (const [adapter, sdk, shape, ask] of CALLS) {
    it(`is not made: ${adapter}`, async () => {
      const { seen, turn, given } = world()
      const thrown: unknown = await (async () => ask(given))().then(
        () => undefined,
        (error: unknown) => error
      )
      expect(thrown).to.be.instanceOf(TypeError)
      const { message } = thrown as TypeError
      expect(message.startsWith(`Expected a call by ${sdk} >=`), message).to.equal(true)
      expect(message).to.include(`; this one has ${shape}. `)
      expect({ runs: seen.runs, settled: turn.count }).to.deep.equal({ runs: 0, settled: 0 })
    })
  }

  it('is asked of each adapter', () => {
    const asked = new Set(CALLS.map(([adapter]) => adapter.split(',')[0]))
    expect([...asked]).to.have.members(readdirSync(join(ROOT, 'lib/adapters')))
  })

  it('is denied by a hook before the tool, for a hook that throws denies nothing', async () => {
    const { turn, given } = world()
    const output = await claudeAgent.guardHooks(given.options).PreToolUse[0]?.hooks[0]?.({ tool: 'pay', input: {} })
    const { permissionDecision, permissionDecisionReason = '' } = output?.hookSpecificOutput ?? {}
    expect(permissionDecision).to.equal('deny')
    expect(permissionDecisionReason).to.match(
      /^Expected a call by `@anthropic-ai\/claude-agent-sdk` .*; this one has \(\{ tool, input \}\)\./
    )
    expect(turn.count).to.equal(0)
  })
})

describe('a tool of another version of an SDK', () => {
  const { given } = world()
  const { run, options } = given

  it('is refused where it would run unguarded', () => {
    for (const tool of [
      { name: 'pay', execute: run, runAsync: run },
      { name: 'pay', [Symbol.for('google.adk.functionTool')]: true, runAsync: run }
    ])
      expect(() => google.guardTools([tool], options)).to.throw(
        TypeError,
        'Expected `pay` to be a function tool of `@google/adk` >=1.0.0 <3: it would run unguarded.'
      )
    expect(() => openaiAgents.guardTools([{ type: 'function', name: 'pay', execute: run }], options)).to.throw(
      TypeError,
      'Expected `tools` to be tools of `@openai/agents` >=0.19.0 <1: one would run unguarded.'
    )
    expect(() => mcp.guardTools({ setRequestHandler: run } as never, options)).to.throw(
      TypeError,
      'Expected `server` to be one of `@modelcontextprotocol/sdk` >=1.23.0 <2 or `@modelcontextprotocol/server` >=2.0.0 <3.'
    )
  })

  it('is told apart from one that ran guarded', async () => {
    const [tool] = langchain.guardTools([{ name: 'pay', _call: run, invoke: async () => 'by itself' }], options)
    const thrown: unknown = await Promise.resolve(call(tool, 'invoke', {})).catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(TypeError)
    expect((thrown as TypeError).message).to.match(/^Expected `pay` to run by its `_call`, .*: it ran unguarded\.$/)
  })

  it('runs no second time where an agent does not take the tool that a middleware gives it', async () => {
    let runs = 0
    const { wrapToolCall } = langchain.guardMiddleware({ turn: openTurn(), rules: { pay: { effect: 'write' } } })
    const request = { toolCall: { id: 'c1', name: 'pay', args: {} } }
    // As in version 1.2.12: the tool is found by the name of the call, whatever else the request says.
    const handler = async ({ toolCall: { name } }: typeof request): Promise<unknown> => {
      if (name !== 'pay') throw new Error(`Tool "${name}" not found.`)
      runs++
      throw new Error('busy')
    }
    const thrown: unknown = await wrapToolCall(request, handler).catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(TypeError)
    expect((thrown as TypeError).message).to.equal(
      'Expected the agent to run the tool that its middleware gives it, as `langchain` >=1.2.13 <2 does: the model cannot read what a call came to.'
    )
    expect(runs).to.equal(1)
  })
})
