import { expect } from 'chai'
import * as t from 'io-ts'
import {
  answerChatToolCalls,
  answerResponsesToolCalls,
  chatToolDefinitions,
  guardTools,
  responsesToolDefinitions,
  toTools,
  type ChatMessageLike,
  type ChatToolMessage
} from '../../lib/adapters/openai/index.js'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { openTurn } from '../../lib/guard/session.js'
import { resultHandles } from '../../lib/results/index.js'
import type { ToolsUnderTest } from '../../lib/adapter/index.js'
import { fromCallsConforms, inPlaceConforms, type Asked, type Reply } from './conformance.js'

const chatCall = ({ id, name, input }: Asked) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) }
})

fromCallsConforms('openai, Chat Completions', {
  definitions: (calls) =>
    chatToolDefinitions(calls).map(({ function: { name, description, parameters } }) => ({
      name,
      description,
      schema: parameters
    })),
  answer: async (calls, asked, run) =>
    (await answerChatToolCalls(calls, { tool_calls: asked.map(chatCall) }, run)).map(({ tool_call_id, content }) => ({
      id: tool_call_id,
      text: content,
      isError: null
    }))
})

fromCallsConforms('openai, Responses', {
  definitions: (calls) =>
    responsesToolDefinitions(calls).map(({ name, description, parameters }) => ({
      name,
      description,
      schema: parameters
    })),
  answer: async (calls, asked, run) => {
    const items = asked.map(({ id, name, input }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: JSON.stringify(input)
    }))
    return (await answerResponsesToolCalls(calls, items, run)).map(({ call_id, output }) => ({
      id: call_id,
      text: output,
      isError: null
    }))
  }
})

fromCallsConforms('openai, tool runner', {
  tellsIds: false,
  answersUnknown: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn() }).map(({ function: { name, description, parameters } }) => ({
      name,
      description,
      schema: parameters
    })),
  answer: (calls, asked, { signal, ...run }) => {
    const tools = toTools(calls, run)
    const runner = { controller: { signal }, messages: [{ role: 'user' }, { role: 'assistant' }] }
    return Promise.all(
      asked.map(async ({ id, name, input }): Promise<Reply> => {
        const tool = tools.find((one) => one.function.name === name) ?? expect.fail(`no tool ${name}`)
        return { id, text: await tool.function.function(JSON.stringify(input), runner), isError: null }
      })
    )
  }
})

const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer : JSON.stringify(answer))

const guarding =
  (fill: (args: Record<string, unknown>) => Record<string, unknown>): ToolsUnderTest['guard'] =>
  (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, run]) => ({
        type: 'function' as const,
        function: {
          name,
          description: '',
          parameters: {},
          parse: (text: string) => fill(JSON.parse(text) as Record<string, unknown>),
          function: (args: Record<string, unknown>) => run(args, { signal: undefined })
        }
      })),
      options
    )
    return async ({ name, input }) => {
      const {
        function: { parse, function: run }
      } = guarded.find((tool) => tool.function.name === name) ?? expect.fail(`no tool ${name}`)
      const value = await run(parse(JSON.stringify(input)))
      return { id: null, text: textOf(value), isError: null, value }
    }
  }

inPlaceConforms("openai, a runner's functions", {
  passesSignal: false,
  guard: guarding((args) => args),
  guardFilling: guarding((args) => ({ q: 'x', ...args }))
})

inPlaceConforms("openai, a Responses runner's functions", {
  pictures: {
    shown: (text, data) => [
      { type: 'input_text', text },
      { type: 'input_image', image_url: `data:image/png;base64,${data}` }
    ]
  },
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, run]) => ({
        tool: { type: 'function' as const, name },
        execute: (args: Record<string, unknown>, { signal }: { readonly signal?: AbortSignal } = {}) =>
          run(args, { signal })
      })),
      options
    )
    return async ({ name, input }) => {
      const tool = guarded.find((one) => one.tool.name === name) ?? expect.fail(`no tool ${name}`)
      const value = await tool.execute(input as Record<string, unknown>)
      return { id: null, text: textOf(value), isError: null, value }
    }
  }
})

const search = guardedCall(
  { name: 'search', effect: 'read', args: t.partial({ q: t.string }), run: ({ q = 'all' }) => ({ q }) },
  t.type({ q: t.string })
)

/** A tool that writes, and how often it did. */
const shop = () => {
  let placed = 0
  const run = (): unknown => ({ order: (placed += 1) })
  return {
    order: guardedCall({ name: 'order', effect: 'write', args: t.type({}), run }, t.unknown),
    placed: () => placed
  }
}

describe('answerChatToolCalls', () => {
  it('wants the message, and says so to whoever gives it the calls', async () => {
    const rejected = await answerChatToolCalls([search], [] as never, { turn: openTurn() }).catch(
      (error: unknown) => error
    )
    expect(rejected)
      .to.be.an.instanceOf(TypeError)
      .with.property('message', 'Expected `message` to be the message of the assistant, not its tool_calls.')
  })

  const answer = (args: string) =>
    answerChatToolCalls(
      [search],
      { tool_calls: [{ id: 'c1', type: 'function', function: { name: 'search', arguments: args } }] },
      { turn: openTurn() }
    )

  it('takes no text for no arguments', async () => {
    expect(await answer('')).to.deep.equal([{ role: 'tool', tool_call_id: 'c1', content: '{"q":"all"}' }])
  })

  it('says of arguments that are no JSON what they are, and counts them', async () => {
    const said = async (args: string) =>
      JSON.parse((await answer(args))[0]?.content ?? '') as { readonly code: string; readonly detail: string }
    expect(await said('{"q":"al')).to.include({
      code: 'invalid_arguments',
      detail: 'The arguments cannot be read: they end inside a JSON value, as if they had been cut.'
    })
    expect(await said('q=all')).to.include({
      code: 'invalid_arguments',
      detail: 'The arguments cannot be read: they are not valid JSON.'
    })
    const turn = openTurn()
    const ask = () =>
      answerChatToolCalls(
        [search],
        { tool_calls: [{ id: 'c1', type: 'function', function: { name: 'search', arguments: '{"q":' } }] },
        { turn }
      )
    for (let i = 0; i < 3; i++) await ask()
    expect((await ask())[0]?.content).to.include('validation_cap_exceeded')
  })

  it('answers no message without calls', async () => {
    expect(await answerChatToolCalls([search], { tool_calls: null }, { turn: openTurn() })).to.deep.equal([])
    expect(await answerChatToolCalls([search], {}, { turn: openTurn() })).to.deep.equal([])
  })

  it('runs no call of a message of which one cannot be answered, and answers those that name no tool', async () => {
    const { order, placed } = shop()
    const first = { id: 'c1', type: 'function', function: { name: 'order', arguments: '{}' } }
    const answers = async (more: object): Promise<unknown> => {
      const message = { tool_calls: [first, more] } as ChatMessageLike
      return answerChatToolCalls([order], message, { turn: openTurn() }).catch((error: unknown) => error)
    }
    for (const more of [
      { id: 'c2', type: 'custom', custom: { name: 'order', input: 'x' } },
      { ...first, id: 7 }
    ])
      expect(await answers(more))
        .to.be.an.instanceOf(TypeError)
        .with.property('message')
        .that.includes('was run')
    expect(placed()).to.equal(0)
    for (const called of [undefined, {}, { name: '' }, { name: 5 }]) {
      const both = (await answers({ id: 'c2', type: 'function', function: called })) as ReadonlyArray<ChatToolMessage>
      expect(both.map(({ tool_call_id }) => tool_call_id)).to.deep.equal(['c1', 'c2'])
      expect(both[1]?.content).to.include('unknown_tool')
    }
  })
})

describe('answerResponsesToolCalls', () => {
  it('leaves items alone that are no function calls', async () => {
    const output = [
      { type: 'reasoning' },
      { type: 'message', name: 'search' },
      { type: 'function_call', call_id: 'c1', arguments: '{}' }
    ]
    const answers = await answerResponsesToolCalls([search], output, { turn: openTurn() })
    expect(answers.map(({ call_id }) => call_id)).to.deep.equal(['c1'])
    expect(answers[0]?.output).to.include('unknown_tool')
  })

  it('does not run a call that the response ended amid, even before its first argument', async () => {
    const all = guardedCall(
      { name: 'all', effect: 'write', args: t.partial({ q: t.string }), run: () => 'ran' },
      t.string
    )
    for (const text of ['', '{}', '{"q":"a"}', '{"q":']) {
      const item = { type: 'function_call', call_id: 'c1', name: 'all', arguments: text, status: 'incomplete' }
      const [answer] = await answerResponsesToolCalls([all], [item], { turn: openTurn() })
      expect(answer?.output, text).to.include('as if they had been cut')
    }
  })

  it('runs no call of a response of which one cannot be answered', async () => {
    const { order, placed } = shop()
    const first = { type: 'function_call', call_id: 'c1', name: 'order', arguments: '{}' }
    for (const more of [
      { type: 'custom_tool_call', call_id: 'c2', name: 'order' },
      { ...first, call_id: null }
    ]) {
      const rejected = await answerResponsesToolCalls([order], [first, more], { turn: openTurn() }).catch(
        (error: unknown) => error
      )
      expect(rejected).to.be.an.instanceOf(TypeError)
    }
    expect(placed()).to.equal(0)
  })

  it('wants the output, and says so to whoever gives it the response', async () => {
    const rejected = await answerResponsesToolCalls([search], { output: [] } as never, { turn: openTurn() }).catch(
      (error: unknown) => error
    )
    expect(rejected)
      .to.be.an.instanceOf(TypeError)
      .with.property('message', 'Expected `output` to be the `output` of a response.')
  })

  it('asks for no strict schema', () =>
    expect(responsesToolDefinitions([search])[0]).to.include({ type: 'function', strict: false }))
})

describe('guardTools, openai', () => {
  const options = { turn: openTurn() }

  it('answers for arguments that the tool itself cannot parse, and counts them', async () => {
    const issues = {
      issues: [{ path: ['items', 0], message: 'expected string' }, { path: [], message: 'odd' }, { message: 'no path' }]
    }
    for (const [thrown, detail] of [
      [issues, "- 'items.0': expected string; - '<root>': odd"],
      [new Error('secret'), 'The arguments do not fit the tool.'],
      ['text', 'The arguments do not fit the tool.'],
      [new SyntaxError('secret'), 'The arguments cannot be read: they are not valid JSON.'],
      [{ issues: 5 }, 'The arguments do not fit the tool.']
    ] as const) {
      const turn = openTurn()
      const [tool] = guardTools(
        [
          {
            type: 'function' as const,
            function: {
              name: 'a',
              parse: (_: string): object => {
                throw thrown
              },
              function: (_: object) => 'never'
            }
          }
        ],
        { turn }
      )
      const ask = async (): Promise<unknown> => tool?.function.function(tool.function.parse('{}'))
      expect(JSON.parse(String(await ask()))).to.include({ code: 'invalid_arguments', detail })
      for (let i = 0; i < 3; i++) await ask()
      expect(await ask()).to.include('retry_budget_exceeded')
    }
  })

  it('hands text to a function that parses itself, whatever text it is', async () => {
    const [tool] = guardTools(
      [{ type: 'function' as const, function: { name: 'a', function: async (text: string) => `got ${text}` } }],
      options
    )
    expect(await tool?.function.function('no json')).to.equal('got no json')
  })

  it('takes no text for no arguments, and hands it on', async () => {
    const parameters = { type: 'object', properties: {} }
    const [tool] = guardTools(
      [
        {
          type: 'function' as const,
          function: { name: 'a', parameters, function: async (text: string) => `got <${text}>` }
        }
      ],
      options
    )
    expect(await tool?.function.function('')).to.equal('got <>')
  })

  it('keeps the runner and the context that a function is given', async () => {
    const seen: Array<unknown> = []
    const named = {
      type: 'function' as const,
      function: {
        function: async function look(text: string, runner: object, context: object) {
          seen.push(text, runner, context)
          return 'x'
        }
      }
    }
    const [tool] = guardTools([named], { ...options, rules: { look: { effect: 'write' } } })
    const runner = { controller: new AbortController() }
    await tool?.function.function('{}', runner, { user: 1 })
    expect(seen).to.deep.equal(['{}', runner, { user: 1 }])
    expect(tool?.function).to.have.property('name', 'look')
  })

  it('guards a tool whose function is out of sight, as zodFunction makes it', async () => {
    const tool = { type: 'function' as const, function: { name: 'a' } }
    const hidden = Object.defineProperties(tool, {
      $brand: { value: 'auto-parseable-tool' },
      $parseRaw: { value: JSON.parse },
      $callback: { value: (args: { readonly n: number }) => ({ n: args.n + 1 }) }
    })
    const [guarded] = guardTools([hidden], options) as unknown as [
      {
        readonly $brand: string
        readonly $callback: (args: unknown) => Promise<unknown>
        readonly $parseRaw: (text: string) => unknown
      }
    ]
    expect(Object.keys(guarded)).to.deep.equal(['type', 'function'])
    expect(guarded.$brand).to.equal('auto-parseable-tool')
    expect(await guarded.$callback(guarded.$parseRaw('{"n":1}'))).to.deep.equal({ n: 2 })
  })

  it('adds the reader of results in the form of the tools beside it', async () => {
    const results = resultHandles()
    const chat: ReadonlyArray<object> = guardTools(
      [{ type: 'function', function: { name: 'a', function: () => 'x' } }],
      {
        ...options,
        results
      }
    )
    expect(chat[1]).to.have.nested.property('function.name', 'read_result')
    const rows = JSON.stringify(Array.from({ length: 9_000 }, (_, id) => id))
    const [read, reader] = guardTools([{ tool: { name: 'a' }, execute: async (_: object) => rows }], {
      ...options,
      results
    }) as ReadonlyArray<{ readonly execute: (args: object) => Promise<string> }>
    expect(reader).to.have.nested.property('tool.name', 'read_result')
    const { ref } = JSON.parse((await read?.execute({})) ?? '') as { readonly ref: string }
    expect(await reader?.execute({ ref, count: true })).to.include('9000')
  })

  it('makes no handle of parts among which is an image or a file, and a text of the handle of others', async () => {
    const LONG = 'x'.repeat(60_000)
    for (const [type, isWhole] of [
      ['input_image', true],
      ['input_file', true],
      ['input_text', false]
    ] as const) {
      const answer = [{ type, ...(isWhole ? { data: LONG } : { text: LONG }) }]
      const [tool] = guardTools([{ tool: { name: 'a' }, execute: async (_: object): Promise<unknown> => answer }], {
        ...options,
        results: resultHandles()
      })
      const output = await tool?.execute({})
      expect(isWhole ? output : typeof output).to.deep.equal(isWhole ? answer : 'string')
    }
  })

  it('leaves a tool alone that the runner does not run', () => {
    const custom = { type: 'custom', function: {} }
    expect(guardTools([custom], options)[0]).to.equal(custom)
  })
})
