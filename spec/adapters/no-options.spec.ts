/** Every adapter guards tools without a word more, in the turn of `withTurn`, and says what it takes for tools. */
import { expect } from 'chai'
import { guardFunctions, openSession, openTurn, withTurn, type Turn } from '../../lib/index.js'
import * as aiSdk from '../../lib/adapters/ai-sdk/index.js'
import * as anthropic from '../../lib/adapters/anthropic/index.js'
import * as claudeAgent from '../../lib/adapters/claude-agent/index.js'
import * as google from '../../lib/adapters/google/index.js'
import * as langchain from '../../lib/adapters/langchain/index.js'
import * as mastra from '../../lib/adapters/mastra/index.js'
import * as mcp from '../../lib/adapters/mcp/index.js'
import * as openai from '../../lib/adapters/openai/index.js'
import * as openaiAgents from '../../lib/adapters/openai-agents/index.js'
import * as strands from '../../lib/adapters/strands/index.js'

type Guard = (tools?: unknown, options?: unknown) => unknown

const GUARDS: Readonly<Record<string, Guard>> = Object.fromEntries(
  Object.entries({
    functions: { guardTools: guardFunctions },
    aiSdk,
    anthropic,
    claudeAgent,
    google,
    langchain,
    mastra,
    mcp,
    openai,
    openaiAgents
  }).map(([name, { guardTools }]) => [name, guardTools as unknown as Guard])
)

// An MCP server, a client or a record; the others take arrays.
const NONE: Readonly<Record<string, unknown>> = { functions: {}, aiSdk: {}, mastra: {}, mcp: {} }

describe('guardTools without options', () => {
  for (const [name, guard] of Object.entries(GUARDS)) {
    const tools = NONE[name] ?? []
    it(`guards by no rules: ${name}`, () => {
      expect(guard(tools)).to.deep.equal(tools)
      expect(guard(tools, undefined)).to.deep.equal(tools)
    })

    it(`refuses in a sentence what is no tools, and what are no options: ${name}`, () => {
      for (const none of [undefined, null, 7]) expect(() => guard(none)).to.throw(TypeError, /^Expected `tools` to be /)
      expect(() => guard(tools, null)).to.throw(TypeError, 'Expected `options` to be an object.')
    })
  }

  it('type-checks, but where an adapter needs an option of its own', () => {
    expect([anthropic.guardTools([]), langchain.guardTools([]), openaiAgents.guardTools([])]).to.deep.equal([
      [],
      [],
      []
    ])
    // @ts-expect-error Its SDK is one that the agent's program imports.
    expect(() => strands.guardTools([])).to.throw(TypeError, 'Expected `strands` to be the module')
  })

  it('finds the turn that it is called in', async () => {
    let runs = 0
    const { look } = aiSdk.guardTools({ look: { execute: async (_: object) => `${Math.min(1, (runs += 1))}` } })
    const turn = openTurn()
    const codes: Array<string> = []
    for (let i = 0; i < 4; i++)
      await withTurn(turn, () => look.execute({}).then(String, (error: Error) => error.message)).then((text) =>
        codes.push(/"code":"(\w+)"/.exec(text)?.[1] ?? text)
      )
    expect(codes).to.deep.equal(['1', '1', '1', 'retry_budget_exceeded'])
    expect(runs).to.equal(3)
  })

  it('is what hooks, middleware and servers of agents need no more than', () => {
    expect(claudeAgent.guardHooks().PreToolUse).to.have.length(1)
    expect(langchain.guardMiddleware().name).to.equal('guarded-call')
    const server = { callTool: async () => [] }
    expect(openaiAgents.guardMcpServer(server)).to.equal(server)
    expect(() => openaiAgents.guardMcpServer({} as never)).to.throw(
      TypeError,
      'Expected `server` to be an MCP server of the Agents SDK.'
    )
  })
})

describe('a turn that nobody opened', () => {
  const session = openSession()

  for (const [of, open] of Object.entries({ openTurn, 'session.openTurn': session.openTurn }))
    it(`is refused at once, whatever guards the tools: ${of}`, () => {
      const options = { turn: open as unknown as Turn }
      const message = 'Expected `turn` to be a turn, not the function that opens one: call it once for each run.'
      for (const [name, guard] of Object.entries(GUARDS))
        expect(() => guard(NONE[name] ?? [], options), name).to.throw(TypeError, message)
      expect(() => aiSdk.toTools([], options)).to.throw(TypeError, message)
    })

  it('may still be given by a function of the author', () => {
    const turn = openTurn()
    expect(() => guardFunctions({ look: () => 1 }, { turn: () => turn })).not.to.throw()
  })
})
