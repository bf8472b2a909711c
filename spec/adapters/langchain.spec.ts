import { expect } from 'chai'
import * as t from 'io-ts'
import {
  guardMiddleware,
  guardTools,
  repairMiddleware,
  toTools,
  type ToolCallRequestLike
} from '../../lib/adapters/langchain/index.js'
import { toStandardSchema } from '../../lib/codec/standard-schema.js'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { openSession, openTurn } from '../../lib/guard/session.js'
import { ToolCallError } from '../../lib/toolset/answer.js'
import type { GuardToolsOptions } from '../../lib/toolset/in-place.js'
import {
  fromCallsConforms,
  inPlaceConforms,
  telemetryConforms,
  type Asked,
  type PlainRun,
  type Reply
} from './conformance.js'
import { Command, DynamicStructuredTool, GraphInterrupt, ToolMessage, type ToolCall } from './langchain-like.js'

const toolCall = ({ id, name, input }: Asked): ToolCall => ({ type: 'tool_call', id, name, args: input })

const replyOf = (message: unknown): Reply => {
  if (!(message instanceof ToolMessage)) return expect.fail(`no message: ${JSON.stringify(message)}`)
  return {
    id: message.tool_call_id,
    text: typeof message.content === 'string' ? message.content : JSON.stringify(message.content),
    isError: message.status === 'error',
    value: message
  }
}

const plainTool = (name: string, run: PlainRun): DynamicStructuredTool =>
  new DynamicStructuredTool({
    name,
    func: (args: Record<string, unknown>, _manager, config) => run(args, { signal: config?.signal })
  })

const call = async (tools: ReadonlyArray<DynamicStructuredTool>, ask: Asked, signal?: AbortSignal): Promise<Reply> =>
  replyOf(
    await (tools.find(({ name }) => name === ask.name) ?? expect.fail(`no tool ${ask.name}`)).invoke(toolCall(ask), {
      signal
    })
  )

fromCallsConforms('langchain', {
  ownOptions: ['DynamicStructuredTool', 'throws'],
  seesMessages: false,
  answersUnknown: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn(), DynamicStructuredTool }).map(({ name, description, schema }) => ({
      name,
      description,
      schema
    })),
  answer: (calls, asked, { signal, ...run }) => {
    const tools = toTools(calls, { ...run, DynamicStructuredTool })
    return Promise.all(asked.map((ask) => call(tools, ask, signal)))
  }
})

const blocksOf = (text: string, data: string): ReadonlyArray<object> => [
  { type: 'text', text },
  { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }
]

const failedMessage = (text: string, data: string): ToolMessage =>
  new ToolMessage({
    status: 'error',
    content: blocksOf(text, data),
    artifact: { trace: 'trace.zip' },
    tool_call_id: 'call_1'
  })

const pictures = { shown: blocksOf, failing: failedMessage }

inPlaceConforms('langchain', {
  pictures,
  ownOptions: ['throws'],
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, run]) => plainTool(name, run)),
      options
    )
    return (ask) => call(guarded, ask)
  }
})

const watching = () => {
  const seen: Array<string> = []
  return {
    seen,
    callbacks: {
      handleToolEnd: () => {
        seen.push('ended')
      },
      handleToolError: (error: unknown) => {
        seen.push((error as Error).message)
      }
    }
  }
}

telemetryConforms('langchain', {
  watch: async (tools, options, asked) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, run]) => plainTool(name, run)),
      options
    )
    const { seen, callbacks } = watching()
    for (const one of asked)
      await guarded.find(({ name }) => name === one.name)?.invoke(toolCall(one), { callbacks } as never)
    return seen
  }
})

describe('guardTools and toTools of langchain with `throws`', () => {
  const cause = new Error('Customer 9 does not exist')
  const failing = () => {
    throw cause
  }
  const thrownBy = async (tool: DynamicStructuredTool | undefined, callbacks?: object): Promise<unknown> =>
    tool?.invoke(toolCall({ id: 'c1', name: 'find', input: {} }), { callbacks } as never).then(
      () => expect.fail('nothing was thrown'),
      (thrown: unknown) => thrown
    )

  it('throw the error, which has the value that the tool threw as its cause, and tell callbacks of it once', async () => {
    const { seen, callbacks } = watching()
    const [guarded] = guardTools([plainTool('find', failing)], { turn: openTurn(), throws: true })
    const thrown = await thrownBy(guarded, callbacks)
    expect(thrown).to.be.instanceOf(ToolCallError).and.include({ cause })
    expect((thrown as ToolCallError).toolError.code).to.equal('not_found')
    expect(seen).to.deep.equal([(thrown as Error).message])
  })

  it('throw what a schema or the guard refuses, too', async () => {
    const args = t.type({ id: t.number })
    const find = guardedCall({ name: 'find', effect: 'read', args, run: () => 7 }, t.number)
    const [made] = toTools([find], { turn: openTurn(), DynamicStructuredTool, throws: true })
    const thrown = await thrownBy(made)
    expect(thrown).to.be.instanceOf(ToolCallError)
    expect((thrown as ToolCallError).toolError.code).to.equal('invalid_arguments')
  })

  it('are refused where it is no boolean', () => {
    const throws = 'yes' as never
    expect(() => guardTools([], { turn: openTurn(), throws })).to.throw(
      TypeError,
      'Expected `throws` to be true or false.'
    )
    expect(() => toTools([], { turn: openTurn(), DynamicStructuredTool, throws })).to.throw(TypeError, '`throws`')
  })
})

const handlerOf =
  (tools: ReadonlyArray<DynamicStructuredTool>) =>
  async (request: ToolCallRequestLike): Promise<unknown> => {
    const { name, id = '', args } = request.toolCall
    const tool = (request.tool as DynamicStructuredTool | undefined) ?? tools.find((one) => one.name === name)
    if (tool === undefined)
      return new ToolMessage({
        content: `Error: ${name} is not a valid tool, try one of [${tools.map((one) => one.name).join(', ')}].`,
        tool_call_id: id,
        status: 'error'
      })
    const output = await tool.invoke({ type: 'tool_call', id, name, args }).catch((thrown: unknown) => {
      if (thrown instanceof Error && 'output' in thrown)
        throw Object.assign(new Error(`stack and arguments: ${JSON.stringify(args)}`), {
          toolCall: request.toolCall,
          toolError: thrown
        })
      throw thrown
    })
    return output instanceof ToolMessage || output instanceof Command
      ? output
      : new ToolMessage({ content: typeof output === 'string' ? output : JSON.stringify(output), tool_call_id: id })
  }

const throughMiddleware = (tools: ReadonlyArray<DynamicStructuredTool>, options: GuardToolsOptions) => {
  const { wrapToolCall } = guardMiddleware(options)
  return ({ id, name, input }: Asked): Promise<unknown> =>
    wrapToolCall(
      { toolCall: { id, name, args: input }, tool: tools.find((one) => one.name === name), runtime: {} },
      handlerOf(tools)
    )
}

// Names are not known before they are called.
const known = (tools: Readonly<Record<string, unknown>>, options: GuardToolsOptions): void => {
  guardTools(
    Object.keys(tools).map((name) => plainTool(name, () => 1)),
    options
  )
}

inPlaceConforms('langchain, middleware', {
  pictures,
  passesSignal: false,
  seesValues: false,
  guard: (tools, options) => {
    known(tools, options)
    const ask = throughMiddleware(
      Object.entries(tools).map(([name, run]) => plainTool(name, run)),
      options
    )
    return async (asked) => replyOf(await ask(asked))
  }
})

const ask = (name: string, input: unknown = {}): Asked => ({ id: 'c1', name, input })

const ways: Readonly<
  Record<string, (tool: DynamicStructuredTool, options: GuardToolsOptions) => (input?: unknown) => Promise<unknown>>
> = {
  guardTools: (tool, options) => {
    const [guarded = expect.fail('no tool')] = guardTools([tool], options)
    return (input = {}) => guarded.invoke(toolCall(ask(tool.name, input)))
  },
  guardMiddleware: (tool, options) => {
    const run = throughMiddleware([tool], options)
    return (input = {}) => run(ask(tool.name, input))
  }
}

for (const [way, guard] of Object.entries(ways)) {
  describe(`${way}, langchain`, () => {
    const answering = (answer: unknown, rules: GuardToolsOptions['rules'] = {}) =>
      guard(new DynamicStructuredTool({ name: 'a', func: () => answer }), { turn: openTurn(), rules })()

    it('lets interrupts and commands pass, as often as the graph goes on', async () => {
      const interrupt = new GraphInterrupt('wait')
      const turn = openTurn()
      let runs = 0
      const run = guard(
        new DynamicStructuredTool({
          name: 'a',
          func: () => {
            if (++runs < 6) throw interrupt
            return 'done'
          }
        }),
        { turn, rules: { a: { effect: 'write' } } }
      )
      for (let i = 1; i < 6; i++)
        expect(
          await run().then(
            () => undefined,
            (thrown: unknown) => thrown
          )
        ).to.equal(interrupt)
      expect(replyOf(await run())).to.include({ id: 'c1', text: 'done', isError: false })
      const command = new Command()
      expect(await answering(command, { a: { output: t.type({ n: t.number }) } })).to.equal(command)
      expect(await answering([command, command])).to.deep.equal(
        way === 'guardTools'
          ? new ToolMessage({ content: [command, command], tool_call_id: 'c1' })
          : await answering([command, command])
      )
    })

    it('knows nothing of a write that ends in a command of a parent graph', async () => {
      const handedOff = Object.assign(new GraphInterrupt('x'), { command: new Command() })
      const turn = openTurn()
      let runs = 0
      const func = (): never => {
        runs += 1
        throw handedOff
      }
      const run = guard(new DynamicStructuredTool({ name: 'a', func }), { turn, rules: { a: { effect: 'write' } } })
      expect(await run().catch((thrown: unknown) => thrown)).to.equal(handedOff)
      expect(replyOf(await run()).text).to.include('It is unknown whether it was executed')
      expect([runs, ...turn.outcomes().map(({ executed }) => executed)]).to.deep.equal([1, 'unknown'])
    })

    it('sees the status of a message before its content is judged', async () => {
      const message = new ToolMessage({
        content: [{ type: 'text', text: 'REAL CAUSE: auth failed' }],
        tool_call_id: 'c1',
        status: 'error'
      })
      const reply = replyOf(await answering(message, { a: { output: t.type({ n: t.number }) } }))
      expect(reply.isError).to.equal(true)
      expect(JSON.parse(reply.text)).to.include({
        code: 'unauthorized',
        detail: 'The tool reports that it failed. The tool says: "REAL CAUSE: auth failed".'
      })
    })

    it('judges the content of a message, and keeps what else it has', async () => {
      const rules = { a: { output: t.strict({ n: t.number }) } }
      const answer = await answering(
        new ToolMessage({ content: '{"n":1,"x":2}', artifact: 'kept', tool_call_id: 'c1' }),
        rules
      )
      expect(answer).to.deep.equal(new ToolMessage({ content: '{"n":1}', artifact: 'kept', tool_call_id: 'c1' }))
      const blocks = await answering([{ type: 'text', text: '{"n":1,"x":2}' }, { type: 'image' }], rules)
      expect((blocks as ToolMessage).content).to.deep.equal([{ type: 'text', text: '{"n":1}' }, { type: 'image' }])
      expect(
        replyOf(await answering(new ToolMessage({ content: '{"n":"x"}', tool_call_id: 'c1' }), rules)).isError
      ).to.equal(true)
    })

    it("counts an input that the tool's own schema refuses, and says what is wrong with it", async () => {
      const turn = openTurn()
      let runs = 0
      const run = guard(
        new DynamicStructuredTool({
          name: 'a',
          schema: toStandardSchema(t.type({ q: t.string })),
          func: () => {
            runs++
            return 'x'
          }
        }),
        { turn }
      )
      const replies = []
      for (let i = 0; i < 5; i++) replies.push(replyOf(await run({ q: 5 })))
      expect(replies.map(({ text }) => (JSON.parse(text) as { readonly code: string }).code)).to.deep.equal([
        'invalid_arguments',
        'invalid_arguments',
        'invalid_arguments',
        'retry_budget_exceeded',
        'retry_budget_exceeded'
      ])
      expect(JSON.parse(replies[0]?.text ?? '')).to.have.property('detail', "- 'q': expected string, got number")
      expect(replies.every(({ isError }) => isError)).to.equal(true)
      expect(runs).to.equal(0)
      expect(replyOf(await run({ q: 'x' })).text).to.equal('x')
    })

    it('quotes what an MCP tool throws for the model', async () => {
      const run = guard(
        new DynamicStructuredTool({
          name: 'a',
          func: () => {
            throw Object.assign(new Error('No such city'), { name: 'ToolException' })
          }
        }),
        { turn: openTurn() }
      )
      expect(JSON.parse(replyOf(await run()).text)).to.include({
        code: 'not_found',
        detail: 'The tool reports that it failed. The tool says: "No such city".'
      })
    })
  })
}

describe('guardTools, langchain', () => {
  const turn = openTurn

  it('answers a plain input with what the tool answers, and with the text of an error', async () => {
    const [good, bad] = guardTools(
      [
        plainTool('good', () => ({ n: 1 })),
        plainTool('bad', () => {
          throw new Error('x')
        })
      ],
      { turn: turn() }
    )
    expect(await good?.invoke({})).to.deep.equal({ n: 1 })
    expect(await bad?.invoke({}))
      .to.be.a('string')
      .that.includes('tool_threw')
  })

  for (const [way, guard] of Object.entries(ways))
    it(`leaves the artifact of a tool that failed to the host: ${way}`, async () => {
      for (const quoteErrors of [true, false]) {
        const failing = new DynamicStructuredTool({ name: 'a', func: () => failedMessage('Not found.', 'aGk=') })
        const message = await guard(failing, { turn: openTurn(), rules: { a: { quoteErrors } } })()
        expect(message).to.deep.include({ status: 'error', artifact: { trace: 'trace.zip' } })
      }
    })

  it('judges content apart from its artifact', async () => {
    const tool = (answer: unknown) =>
      new DynamicStructuredTool({ name: 'a', responseFormat: 'content_and_artifact', func: () => answer })
    const run = async (answer: unknown) =>
      (await guardTools([tool(answer)], {
        turn: turn(),
        rules: { a: { output: t.strict({ n: t.number }) } }
      })[0]?.invoke(toolCall(ask('a')))) as ToolMessage
    const artifact = new Map()
    expect(await run(['{"n":1,"x":2}', artifact])).to.deep.equal(
      new ToolMessage({ content: '{"n":1}', artifact, tool_call_id: 'c1' })
    )
    expect(await run(['{"n":"x"}', artifact])).to.include({ status: 'error', artifact: undefined })
    expect(await run('no pair')).to.have.property('status', 'error')
  })

  it('keeps the `this` of a tool, and mixes up no two of its calls', async () => {
    class Own extends DynamicStructuredTool {
      readonly #private = 'mine'
      constructor() {
        super({ name: 'own', func: () => '' })
      }
      override async _call(args: { readonly fail: boolean }): Promise<string> {
        await new Promise((resolve) => {
          setImmediate(resolve)
        })
        if (args.fail) throw new Error('x')
        return this.#private
      }
    }
    const [own] = guardTools([new Own()], { turn: turn() })
    const replies = await Promise.all(
      [true, false, true].map(async (fail) => replyOf(await own?.invoke(toolCall(ask('own', { fail })))))
    )
    expect(replies.map(({ isError }) => isError)).to.deep.equal([true, false, true])
    expect(replies[1]?.text).to.equal('mine')
  })

  it('gives a tool that streams its events, and judges what it returns', async () => {
    const events: Array<unknown> = []
    class Streaming extends DynamicStructuredTool {
      override async invoke(input: unknown): Promise<unknown> {
        return this._call(input, { handleToolEvent: (part: unknown) => events.push(part) }, {})
      }
    }
    const [tool] = guardTools(
      [
        new Streaming({
          name: 'a',
          async *func() {
            yield 1
            yield 2
            return { n: 1, x: 2 }
          }
        })
      ],
      { turn: turn(), rules: { a: { output: t.strict({ n: t.number }) } } }
    )
    expect(await tool?.invoke({})).to.deep.equal({ n: 1 })
    expect(events).to.deep.equal([1, 2])
  })

  it('throws on what fails before the tool is reached and is no parsing error', async () => {
    class Broken extends DynamicStructuredTool {
      override async invoke(): Promise<never> {
        throw new Error('callbacks')
      }
    }
    const [tool] = guardTools([new Broken({ name: 'a', func: () => '' })], { turn: turn() })
    expect(
      await tool?.invoke().then(
        () => undefined,
        (thrown: unknown) => (thrown as Error).message
      )
    ).to.equal('callbacks')
  })

  it('refuses what is no structured tool', () => {
    expect(() => guardTools([{ name: 'a', invoke: () => 1 }], { turn: turn() })).to.throw(
      TypeError,
      'Expected `a` to be a structured tool of LangChain.'
    )
  })
})

describe('guardMiddleware', () => {
  const codeIn = (reply: unknown): string => (JSON.parse(replyOf(reply).text) as { readonly code: string }).code

  it('tells calls apart by what the schema of the tool that runs makes of them', async () => {
    const { wrapToolCall } = guardMiddleware({ turn: openTurn(), rules: { pay: { effect: 'write' } } })
    const ran: Array<unknown> = []
    const pay = (cents: number) =>
      new DynamicStructuredTool({
        name: 'pay',
        schema: {
          '~standard': { version: 1, vendor: 'spec', validate: (value: object) => ({ value: { cents, ...value } }) }
        },
        func: (args) => ran.push(args)
      })
    const [one, other] = [pay(100), pay(200)]
    for (const [tool, args] of [
      [one, {}],
      [one, { cents: 100 }],
      [other, {}],
      [other, { cents: 100 }],
      [one, { cents: 200 }]
    ] as const)
      await wrapToolCall({ toolCall: { id: 'c1', name: 'pay', args }, tool, runtime: {} }, handlerOf([]))
    // The tool itself parses what was sent.
    expect(ran).to.deep.equal([{}, {}])
  })

  it('counts a tool that is not there, and names the one that was meant', async () => {
    const turn = openTurn()
    const asking = throughMiddleware([plainTool('search_orders', () => 'x'), plainTool('pay', () => 'x')], { turn })
    const first = replyOf(await asking(ask('search_order')))
    expect([first.isError, JSON.parse(first.text)]).to.deep.equal([
      true,
      {
        error_class: 'semantic_garbage',
        code: 'unknown_tool',
        detail: 'There is no tool of this name; there are: search_orders, pay.',
        hint: 'Call search_orders instead, if that is what was meant.'
      }
    ])
    const codes: Array<string> = []
    for (let i = 0; i < 3; i++) codes.push(codeIn(await asking(ask('search_order'))))
    codes.push(codeIn(await asking(ask('send_mail'))))
    expect(codes).to.deep.equal(['unknown_tool', 'unknown_tool', 'retry_budget_exceeded', 'validation_cap_exceeded'])
    expect(replyOf(await asking(ask('pay'))).text).to.equal('x')
    expect(codeIn(await asking(ask('send_mail', { to: 'x' })))).to.equal('unknown_tool')
    expect(turn.calls.map(({ tool, executed }) => `${tool} ${executed}`)).to.deep.equal([
      'search_order no',
      'search_order no',
      'search_order no',
      'search_order refused',
      'send_mail no',
      'pay yes',
      'send_mail no'
    ])
  })

  it('takes no answer of a tool for one that says that there is none', async () => {
    const says = () => 'Error: a is not a valid tool, try one of [b].'
    const code = codeIn(
      await throughMiddleware([plainTool('a', says)], { turn: openTurn(), rules: { a: { output: t.UnknownRecord } } })(
        ask('a')
      )
    )
    expect(code).not.to.equal('unknown_tool')
    const { wrapToolCall } = guardMiddleware({ turn: openTurn() })
    const message = new ToolMessage({ content: 'found', tool_call_id: 'c1' })
    expect(await wrapToolCall({ toolCall: { id: 'c1', name: 'theirs', args: {} } }, () => message)).to.equal(message)
  })

  it('takes the refusal of a tool that another calls for none of that one', async () => {
    const audit = new DynamicStructuredTool({
      name: 'audit',
      schema: toStandardSchema(t.type({ id: t.number })),
      func: async () => 'never'
    })
    // By the arguments where they differ, else by the tool's own schema.
    for (const input of [{ id: 'ch_17' }, { to: 'ada' }]) {
      const turn = openTurn()
      let runs = 0
      const pay = new DynamicStructuredTool({
        name: 'pay',
        schema: toStandardSchema(t.type({ to: t.string })),
        func: async () => {
          runs++
          return (await audit.invoke(input as never)) as unknown as string
        }
      })
      const asking = throughMiddleware([pay], { turn, rules: { pay: { effect: 'write' } } })
      for (let i = 0; i < 3; i++) await asking(ask('pay', { to: 'ada' }))
      expect([runs, turn.calls[0]?.executed]).to.deep.equal([1, 'unknown'])
      expect(codeIn(await asking(ask('pay', { to: 5 })))).to.equal('invalid_arguments')
      expect([runs, turn.calls.at(-1)?.executed]).to.deep.equal([1, 'no'])
    }
  })

  it('answers for a tool that is not there, and counts it', async () => {
    const turn = openTurn()
    const run = throughMiddleware([], { turn })
    const texts = []
    for (let i = 0; i < 4; i++) texts.push(replyOf(await run(ask('none'))))
    expect(texts.map(({ isError }) => isError)).to.deep.equal([true, true, true, true])
    expect(texts[3]?.text).to.include('retry_budget_exceeded')
  })

  it('has no message where the handler makes none', async () => {
    const { wrapToolCall } = guardMiddleware({ turn: openTurn(), rules: { a: { output: t.number } } })
    expect(await wrapToolCall({ toolCall: { name: 'a', args: {} } }, async () => 'text')).to.equal('text')
  })

  it('counts the wrong calls of one message once', async () => {
    const tool = new DynamicStructuredTool({
      name: 'a',
      schema: toStandardSchema(t.type({ q: t.string })),
      func: () => 'x'
    })
    const { wrapToolCall } = guardMiddleware({ turn: openSession({ loop: false }).openTurn() })
    const guess = async (q: number, state: unknown): Promise<unknown> => {
      const request = { toolCall: { id: 'c1', name: 'a', args: { q } }, tool, state }
      return (JSON.parse(replyOf(await wrapToolCall(request, handlerOf([tool]))).text) as { readonly code: string })
        .code
    }
    const codes: Array<unknown> = []
    for (let step = 0; step < 4; step++) {
      const state = { messages: [{ type: 'human' }, { type: 'ai' }] }
      for (let i = 0; i < 2; i++) codes.push(await guess(2 * step + i, state))
    }
    expect(codes).to.deep.equal([
      ...Array<string>(6).fill('invalid_arguments'),
      ...Array<string>(2).fill('validation_cap_exceeded')
    ])
  })

  it('does not repeat what another middleware already tries again', async () => {
    let runs = 0
    const tool = plainTool('a', () => {
      runs++
      throw new Error('busy')
    })
    const { wrapToolCall } = guardMiddleware({ turn: openSession().openTurn(), rules: { a: { effect: 'write' } } })
    const handler = handlerOf([tool])
    const request = { toolCall: { id: 'c1', name: 'a', args: {} }, tool }
    // A retrying middleware around the guard sees an answer, not a throw.
    const retrying = async (): Promise<unknown> => {
      for (let i = 0; i < 3; i++) {
        try {
          return await wrapToolCall(request, handler)
        } catch {
          // once more
        }
      }
      return undefined
    }
    expect(replyOf(await retrying()).isError).to.equal(true)
    expect(runs).to.equal(1)
  })
})

describe('repairMiddleware', () => {
  it('hands on a history in which every call has a result', async () => {
    const messages = [
      { type: 'human', content: 'go' },
      { type: 'ai', content: '', tool_calls: [{ id: 'c1', name: 'a', args: {}, type: 'tool_call' }] },
      { type: 'human', content: 'and?' }
    ]
    const seen = await repairMiddleware().wrapModelCall({ messages }, (request) => request.messages.length)
    expect(seen).to.equal(4)
  })
})
