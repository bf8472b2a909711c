import { expect } from 'chai'
import * as t from 'io-ts'
import { guardTools, toCallableTool, toTools, type ToolContextLike } from '../../lib/adapters/google/index.js'
import { openTurn } from '../../lib/guard/session.js'
import { zodLike } from '../helpers/zod-like.js'
import {
  fromCallsConforms,
  inPlaceConforms,
  MCP_PICTURES,
  searchOrders,
  type Asked,
  type Reply
} from './conformance.js'

// -- a function tool as ADK makes it

interface Request {
  readonly args: unknown
  readonly toolContext?: ToolContextLike
}

const MARK: unique symbol = Symbol.for('google.adk.functionTool') as never

class FunctionTool {
  readonly [MARK] = true
  readonly name: string
  readonly parameters?: unknown
  readonly approved: boolean | undefined
  readonly execute: (args: unknown, toolContext?: ToolContextLike) => unknown

  constructor(options: {
    readonly name: string
    readonly execute: FunctionTool['execute']
    readonly parameters?: unknown
    readonly approved?: boolean
  }) {
    this.name = options.name
    this.execute = options.execute
    this.parameters = options.parameters
    this.approved = options.approved
  }

  _getDeclaration(): object {
    return { name: this.name }
  }

  async runAsync({ args, toolContext }: Request): Promise<unknown> {
    if (this.approved === false)
      return {
        error:
          toolContext?.toolConfirmation === undefined
            ? 'This tool call requires confirmation, please approve or reject.'
            : 'This tool call is rejected.'
      }
    try {
      return await this.execute(args, toolContext)
    } catch (thrown) {
      throw new Error(`Error in tool '${this.name}': ${String(thrown)}`, { cause: thrown })
    }
  }
}

/** As ADK makes a response of what a tool answers. */
const runTool = async (
  tool: FunctionTool | undefined,
  { id, input }: Asked,
  context: ToolContextLike = {}
): Promise<Reply> => {
  const answer = await tool?.runAsync({ args: input, toolContext: { functionCallId: id, ...context } })
  const error = (answer as { readonly error?: string } | null | undefined)?.error
  return { id, text: error ?? JSON.stringify(answer ?? null), isError: error !== undefined, value: answer }
}

const textOf = ({ error, output }: Record<string, unknown>): string =>
  typeof error === 'string' ? error : JSON.stringify(output)

fromCallsConforms('google, GenAI', {
  ownOptions: ['leaveUnknown'],
  definitions: async (calls) =>
    (await toCallableTool(calls, { turn: openTurn() }).tool()).functionDeclarations.map(
      ({ parametersJsonSchema, ...definition }) => ({ ...definition, schema: parametersJsonSchema })
    ),
  answer: async (calls, asked, options) => {
    const parts = await toCallableTool(calls, options).callTool(
      asked.map(({ id, name, input }) => ({ id, name, args: input as Record<string, unknown> }))
    )
    return parts.map(({ functionResponse: { id = null, response } }) => ({
      id,
      text: textOf(response),
      isError: 'error' in response
    }))
  }
})

fromCallsConforms('google, ADK', {
  ownOptions: ['FunctionTool'],
  seesMessages: false,
  answersUnknown: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn(), FunctionTool }).map((tool) => {
      const { parametersJsonSchema, ...definition } = tool._getDeclaration() as Readonly<Record<string, string>>
      return { ...definition, schema: parametersJsonSchema } as never
    }),
  answer: (calls, asked, { signal, ...run }) => {
    const tools = toTools(calls, { ...run, FunctionTool })
    return Promise.all(
      asked.map((ask) =>
        runTool(
          tools.find(({ name }) => name === ask.name),
          ask,
          { abortSignal: signal }
        )
      )
    )
  }
})

inPlaceConforms('google, ADK', {
  pictures: { shown: MCP_PICTURES.shown },
  passesSignal: false,
  write: (payload) => JSON.stringify(payload),
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(
        ([name, run]) =>
          new FunctionTool({ name, execute: (args) => run(args as Record<string, unknown>, { signal: undefined }) })
      ),
      options
    )
    return (ask) =>
      runTool(
        guarded.find(({ name }) => name === ask.name),
        ask
      )
  }
})

describe('toCallableTool', () => {
  it('answers a call without an id, a name or arguments', async () => {
    const [part] = await toCallableTool([searchOrders()], { turn: openTurn() }).callTool([{}])
    expect(part?.functionResponse).to.have.all.keys('name', 'response')
    expect(part?.functionResponse.response['error']).to.include('"code":"unknown_tool"')
  })
})

describe('guardTools, google', () => {
  const ask: Asked = { id: 'c1', name: 'a', input: { q: 5 } }

  it('leaves tools alone that are no function tools', () => {
    const tools = [{ name: 'google_search' }]
    expect(guardTools(tools, { turn: openTurn() })[0]).to.equal(tools[0])
  })

  it('explains and counts what the schema of a tool refuses', async () => {
    const a = new FunctionTool({
      name: 'a',
      parameters: zodLike(t.type({ q: t.string })),
      execute: () => expect.fail('not run')
    })
    const [guarded] = guardTools([a], { turn: openTurn() })
    expect(JSON.parse((await runTool(guarded, ask)).text)).to.include({ code: 'invalid_arguments' })
  })

  it('lets a call wait for an approval, counts one that was not approved, and runs it when it was', async () => {
    let runs = 0
    const tool = (approved: boolean) => new FunctionTool({ name: 'a', approved, execute: () => ++runs })
    const turn = openTurn()
    const [a] = guardTools([tool(false)], { turn })
    expect(await runTool(a, ask)).to.include({
      text: 'This tool call requires confirmation, please approve or reject.'
    })
    const refused = await runTool(a, ask, { toolConfirmation: { confirmed: false } })
    expect(JSON.parse(refused.text)).to.include({ code: 'denied' })
    const again = await runTool(a, ask)
    expect(JSON.parse(again.text)).to.include({ code: 'denied' })
    const [approved] = guardTools([tool(true)], { turn })
    expect(await runTool(approved, ask, { toolConfirmation: { confirmed: true } })).to.include({ text: '1' })
    expect(turn.calls.map(({ code, executed }) => [code, executed])).to.deep.equal([
      ['cancelled', 'no'],
      ['denied', 'no'],
      ['denied', 'refused'],
      [null, 'yes']
    ])
  })

  it('lets a call wait whose tool asks by itself, whatever it answers, and runs it when it was approved', async () => {
    for (const waiting of [undefined, null, 'waiting', { status: 'Waiting for confirmation' }]) {
      let paid = 0
      const tool = new FunctionTool({
        name: 'a',
        execute: (_, { functionCallId = '', toolConfirmation, actions }: ToolContextLike = {}) => {
          if (toolConfirmation !== undefined) return { id: ++paid }
          Object.assign(actions?.requestedToolConfirmations ?? {}, { [functionCallId]: { confirmed: false } })
          return waiting
        }
      })
      const turn = openTurn()
      const [a] = guardTools([tool], { turn, rules: { a: { effect: 'write' } } })
      expect((await runTool(a, ask, { actions: { requestedToolConfirmations: {} } })).value).to.equal(waiting)
      expect((await runTool(a, ask, { toolConfirmation: { confirmed: true } })).value).to.deep.equal({ id: 1 })
      await runTool(a, ask, { toolConfirmation: { confirmed: true } })
      expect(paid).to.equal(1)
      expect(turn.calls.map(({ code, executed }) => [code, executed])).to.deep.equal([
        ['cancelled', 'no'],
        [null, 'yes'],
        ['retry_budget_exceeded', 'refused']
      ])
    }
  })

  it('lets none wait for what another call asked for, or what was asked for before it ran', async () => {
    for (const id of ['c0', 'c1']) {
      const turn = openTurn()
      const [a] = guardTools([new FunctionTool({ name: 'a', execute: () => 1 })], { turn })
      await runTool(a, ask, { actions: { requestedToolConfirmations: { [id]: { confirmed: false } } } })
      expect(turn.calls.map(({ code }) => code)).to.deep.equal([null])
    }
  })

  it('throws on what ADK itself throws, as the failure that it is', async () => {
    const a = Object.assign(new FunctionTool({ name: 'a', execute: () => 1 }), {
      runAsync: async () => Promise.reject(new Error('no context'))
    })
    const [guarded] = guardTools([a], { turn: openTurn() })
    expect(JSON.parse((await runTool(guarded, ask)).text)).to.include({
      code: 'error_in_body',
      detail: 'The tool says: "no context".'
    })
  })
})
