import { expect } from 'chai'
import * as t from 'io-ts'
import {
  guardTools,
  toTools,
  type CallDetailsLike,
  type FunctionToolLike,
  type GuardToolsOptions,
  type SubstituteOptions
} from '../../lib/adapters/openai-agents/index.js'
import type { ToolError } from '#core/errors'
import { openTurn } from '../../lib/guard/session.js'
import { resultHandles } from '../../lib/results/index.js'
import { fromCallsConforms, inPlaceConforms, type Reply } from './conformance.js'

type Invoke = (runContext: unknown, input: string, details?: CallDetailsLike) => Promise<unknown>

/** As the SDK writes an output for the model. */
const written = (output: unknown): string => (typeof output === 'string' ? output : JSON.stringify(output))

const invoke = async (
  tool: { readonly invoke: unknown } | undefined,
  input: unknown,
  details?: CallDetailsLike
): Promise<Reply> => {
  const run = (tool?.invoke as Invoke | undefined) ?? expect.fail('no tool')
  const output = await run({ context: 'run' }, typeof input === 'string' ? input : JSON.stringify(input), details)
  return { id: null, text: written(output), isError: null, value: output }
}

fromCallsConforms('openai-agents', {
  seesMessages: false,
  answersUnknown: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn() }).map(({ name, description, parameters }) => ({
      name,
      description,
      schema: parameters
    })),
  answer: (calls, asked, { signal, ...run }) => {
    const tools = toTools(calls, run)
    return Promise.all(
      asked.map(async ({ id, name, input }) => {
        const tool = tools.find((one) => one.name === name) ?? expect.fail(`no tool ${name}`)
        return {
          ...(await invoke(tool, input, { toolCall: { callId: id }, ...(signal === undefined ? {} : { signal }) })),
          id
        }
      })
    )
  }
})

inPlaceConforms('openai-agents', {
  pictures: {
    shown: (text, data) => [
      { type: 'text', text },
      { type: 'image', image: `data:image/png;base64,${data}` }
    ],
    failing: (text, image) =>
      Object.assign(
        [
          { type: 'text', text },
          { type: 'image', image }
        ],
        { isError: true }
      )
  },
  ownOptions: ['substitutes'],
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, run]) => ({
        type: 'function' as const,
        name,
        invoke: async (_: unknown, input: string, details?: CallDetailsLike) =>
          run(JSON.parse(input) as Record<string, unknown>, { signal: details?.signal })
      })),
      options
    )
    return ({ name, input }) =>
      invoke(
        guarded.find((tool) => tool.name === name),
        input
      )
  }
})

const turn = openTurn

type RunTool = (details: CallDetailsLike | undefined) => unknown

const tool = (run: RunTool, more: object = {}): FunctionToolLike => ({
  type: 'function',
  name: 'a',
  invoke: async (_: unknown, _input: string, details?: CallDetailsLike) => run(details),
  ...more
})

const TIMED = Symbol('functionToolTimeoutAlreadyEnforced')
const PARSED = Symbol('openai.agents.functionToolParsedInputCallback')
const TRACE = Symbol('functionToolTraceIncludeSensitiveData')

/** What the SDK's own `errorFunction` makes of a throw. */
const SENTENCE = 'An error occurred while running the tool. Please try again.'

/** What the SDK looks for in the details of a call: before it checks the input, and behind that. */
const takes = (details: CallDetailsLike | undefined): unknown => Reflect.get(details ?? {}, TIMED)
const begins = (details: CallDetailsLike | undefined): unknown => takes(details) ?? Reflect.get(details ?? {}, PARSED)

/** What it looks for before it asks an `errorFunction` that is not the default. */
const asksTrace = (details: CallDetailsLike | undefined): unknown => Reflect.get(details ?? {}, TRACE)

const one = async (
  run: RunTool,
  options: Partial<GuardToolsOptions & SubstituteOptions> = {},
  more: object = {}
): Promise<Reply> => invoke(guardTools([tool(run, more)], { turn: turn(), ...options })[0], {})

const codeOf = ({ text }: Reply): string => (JSON.parse(text) as { readonly code: string }).code

const invalidInput = (originalError?: unknown): Error =>
  Object.assign(new Error('Invalid JSON input for tool'), { originalError, toolInvocation: undefined })

const invalidOutput = (name: string, toolOutput?: object): Error =>
  Object.assign(new Error(`Invalid output for function tool '${name}'.`), { originalError: undefined, toolOutput })

describe('toTools, openai-agents', () => {
  it('writes a whole schema for arguments without any field', () => {
    const call = Object.assign(() => expect.fail('not called'), {
      tool: { name: 'now', effect: 'read' as const, args: t.type({}) },
      fromModel: () => expect.fail('not called')
    })
    expect(toTools([call], { turn: turn() })[0]?.parameters).to.deep.include({
      type: 'object',
      properties: {},
      required: []
    })
  })

  it('needs no approval, and is there, until somebody says otherwise', async () => {
    const call = Object.assign(() => expect.fail('not called'), {
      tool: { name: 'now', effect: 'read' as const, args: t.type({}) },
      fromModel: () => expect.fail('not called')
    })
    const [made] = toTools([call], { turn: turn() })
    expect([await made?.needsApproval(), await made?.isEnabled()]).to.deep.equal([false, true])
  })
})

describe('guardTools, openai-agents', () => {
  it('leaves hosted tools and agents as tools alone, and keeps what else a tool has', () => {
    const hosted = { type: 'hosted_tool', name: 'web_search' }
    const agent = { ...tool(() => 1), name: 'b', on: () => agent }
    const marked = Symbol('namespace')
    const [theirs, nested, mine] = guardTools(
      [hosted, agent, tool(() => 1, { description: 'mine', [marked]: 'crm' })],
      { turn: turn() }
    )
    expect(theirs).to.equal(hosted)
    expect(nested).to.equal(agent)
    expect(mine).to.include({ description: 'mine', [marked]: 'crm' })
    expect(() => guardTools([agent], { turn: turn(), rules: { b: { effect: 'write' } } })).to.throw(
      TypeError,
      'there is no `b`'
    )
  })

  it('hands on what the SDK tells a tool, with its own signal', async () => {
    let seen: (CallDetailsLike & { readonly resumeState?: string }) | undefined
    const [guarded] = guardTools(
      [
        tool((details) => {
          seen = details
          return 'x'
        })
      ],
      { turn: turn() }
    )
    const details = { toolCall: { callId: 'c1' }, resumeState: '{}', signal: new AbortController().signal }
    await invoke(guarded, {}, details)
    expect(seen?.toolCall).to.equal(details.toolCall)
    expect(seen?.resumeState).to.equal('{}')
    expect(seen?.signal).to.be.instanceOf(AbortSignal).and.not.to.equal(details.signal)
  })

  it("sees a failure behind the answer of a tool's own `errorFunction`, in words and in parts", async () => {
    const says = 'The bank is temporarily unavailable.'
    for (const answer of [says, { type: 'text', text: says }, [{ type: 'text', text: says }], { ok: false }, null]) {
      const opened = turn()
      const a = tool((details) => {
        begins(details)
        asksTrace(details)
        return answer
      })
      const [guarded] = guardTools([a], { turn: opened, rules: { a: { effect: 'write' } } })
      const reply = await invoke(guarded, {})
      expect(opened.calls.map(({ executed }) => executed)).to.deep.equal(['unknown'])
      expect(JSON.parse(reply.text)).to.have.property('error_class')
      if (JSON.stringify(answer).includes(says)) expect(reply.text).to.include(says)
    }
    const opened = turn()
    const [fine] = guardTools([tool((details) => void begins(details))], {
      turn: opened,
      rules: { a: { effect: 'write' } }
    })
    await invoke(fine, {})
    expect(opened.calls.map(({ executed }) => executed)).to.deep.equal(['yes'])
  })

  it('finds the turn by the run', async () => {
    const turns = { run: turn() }
    const [guarded] = guardTools([tool(() => 'x')], {
      turn: (run) => turns[(run as { readonly context: 'run' }).context]
    })
    await invoke(guarded, {}, { toolCall: { callId: 'c7' } })
    expect(turns.run.calls.map(({ callId }) => callId)).to.deep.equal(['c7'])
  })

  it('explains and counts arguments that the tool itself refuses', async () => {
    const opened = turn()
    const issues = { issues: [{ path: ['q'], message: 'expected string' }] }
    const [guarded] = guardTools(
      [
        tool((details) => {
          takes(details)
          throw invalidInput(issues)
        })
      ],
      { turn: opened }
    )
    expect(JSON.parse((await invoke(guarded, { q: 5 })).text)).to.include({
      code: 'invalid_arguments',
      detail: "- 'q': expected string"
    })
    expect(
      codeOf(
        await one((details) => {
          takes(details)
          throw invalidInput(new SyntaxError('x'))
        })
      )
    ).to.equal('invalid_arguments')
    for (let i = 0; i < 3; i++) await invoke(guarded, { q: 5 })
    expect(opened.calls.map(({ code }) => code)).to.deep.equal([
      'invalid_arguments',
      'invalid_arguments',
      'invalid_arguments',
      'retry_budget_exceeded'
    ])
  })

  it('says of an answer against the declared schema that nobody knows whether the tool did its work', async () => {
    const answering = (output?: unknown) =>
      one(
        (details) => {
          begins(details)
          throw invalidOutput('a', output === undefined ? undefined : { output })
        },
        { rules: { a: { effect: 'write' } } }
      )
    const reply = await answering('s3cret')
    expect(JSON.parse(reply.text)).to.include({
      code: 'schema_violation',
      detail: 'The response does not fit the output schema that the tool declares.'
    })
    expect(reply.text).not.to.include('s3cret')
    for (const output of [{ id: 'ch_1' }, { status: 'declined' }, { paid: false }, undefined]) {
      const { text } = await answering(output)
      expect(text)
        .to.include('schema_violation')
        .and.to.match(/It is unknown whether it was executed/)
    }
  })

  it('takes the errors of another tool that a tool calls for no proof, in either direction', async () => {
    const inner: ReadonlyArray<RunTool> = [
      // A tool that the SDK did not make, and two that it made.
      () => invalidInput(),
      (details) => begins(details) ?? invalidInput(),
      (details) => begins(details) ?? invalidOutput('get_price', { output: 1 }),
      () => invalidOutput('a', { output: 1 }),
      (details) => takes(details) ?? invalidOutput('a', { output: 1 })
    ]
    for (const [at, fault] of inner.entries()) {
      const opened = turn()
      const own = tool((details) => {
        throw fault(details)
      })
      const [guarded] = guardTools([own], { turn: opened, rules: { a: { effect: 'write' } } })
      await invoke(guarded, {})
      expect(opened.calls[0]?.executed, String(at)).to.equal('unknown')
    }
  })

  it('knows the words that the SDK puts in the place of what a tool threw', async () => {
    const reply = await one(() => 'An error occurred while running the tool. Please try again.')
    expect(JSON.parse(reply.text)).to.include({ code: 'tool_threw', detail: 'The tool reports that it failed.' })
    expect(reply.text).not.to.include('try again.')
  })

  it('loses no error flag of an MCP server, and sees it before the content is judged', async () => {
    const content = Object.assign(
      [
        { type: 'text', text: 'REAL CAUSE: auth failed' },
        { type: 'text', text: '{"n":1}' }
      ],
      { isError: true }
    )
    const reply = await one(() => content, { rules: { a: { output: t.type({ n: t.number }) } } })
    expect(JSON.parse(reply.text)).to.include({
      code: 'unauthorized',
      detail: 'The tool reports that it failed. The tool says: "REAL CAUSE: auth failed {\'n\':1}".'
    })
  })

  it('judges the text of content parts, and leaves other parts alone', async () => {
    const rules = { a: { output: t.strict({ n: t.number }) } }
    const image = { type: 'image', image: 'data:image/png;base64,x' }
    const text = { type: 'text', text: '{"n":1,"token":"x"}' }
    expect((await one(() => text, { rules })).text).to.equal('{"type":"text","text":"{\\"n\\":1}"}')
    expect((await one(() => [image, text], { rules })).text).to.equal(
      JSON.stringify([image, { type: 'text', text: '{"n":1}' }])
    )
    expect((await one(() => image)).text).to.equal(JSON.stringify(image))
    expect((await one(() => [], { rules: { a: { output: t.array(t.number) } } })).text).to.equal('[]')
    expect(codeOf(await one(() => image, { rules }))).to.equal('schema_violation')
    const file = { type: 'file', name: 'a.txt' }
    expect((await one(() => file, { rules: { a: { output: t.type({ name: t.string }) } } })).text).to.equal(
      JSON.stringify(file)
    )
  })

  it('makes no handle of content, however long, and one of rows that only look like it', async () => {
    const results = resultHandles()
    const data = 'A'.repeat(60_000)
    const content = [
      { type: 'image', image: { data, mediaType: 'image/png' } },
      { type: 'image', imageUrl: `data:image/png;base64,${data}` },
      { type: 'file', file: { data, mediaType: 'application/pdf', filename: 'a.pdf' } }
    ]
    for (const answer of [...content, content])
      expect((await one(() => answer, { results, maxChars: 1_000 })).text).to.equal(JSON.stringify(answer))
    const odd = { type: { toString: 1, valueOf: 1 } }
    expect((await one(() => odd)).text).to.equal(JSON.stringify(odd))
    const row = { type: 'file', path: data }
    for (const answer of [row, [row]])
      expect(JSON.parse((await one(() => answer, { results })).text)).to.have.property('ref')
  })

  it('lets a guardrail stop the run, and knows nothing of the write that ends in one', async () => {
    const opened = turn()
    let ran = 0
    const tripwire = Object.assign(new Error('Tripwire'), {
      result: { guardrail: {}, output: { tripwireTriggered: true } }
    })
    const [guarded] = guardTools(
      [
        tool(() => {
          ran += 1
          throw tripwire
        })
      ],
      { turn: opened, rules: { a: { effect: 'write' } } }
    )
    const made = (callId: string): Promise<unknown> =>
      invoke(guarded, {}, { toolCall: { callId } }).catch((error: unknown) => error)
    expect(await made('c1')).to.equal(tripwire)
    expect(JSON.stringify(await made('c2'))).to.include('It is unknown whether it was executed')
    expect([ran, ...opened.outcomes().map(({ executed }) => executed)]).to.deep.equal([1, 'unknown'])
    expect(
      codeOf(
        await one(() => {
          throw Object.assign(new Error('x'), { result: 5 })
        })
      )
    ).to.equal('tool_threw')
  })
})

describe('guardTools, openai-agents, with a JSON Schema in `parameters`', () => {
  const parameters = {
    type: 'object',
    properties: {
      city: { type: 'string' },
      unit: { enum: ['c', 'f'] },
      days: { type: ['integer', 'null'] },
      near: {
        type: 'object',
        properties: { km: { type: 'number', default: 5 } },
        required: ['km'],
        additionalProperties: false
      }
    },
    required: ['city', 'unit', 'days'],
    additionalProperties: false
  }

  const asked = async (inputs: ReadonlyArray<unknown>, more: object = {}) => {
    const opened = turn()
    const sent: Array<unknown> = []
    const own = tool(() => 'x', { parameters, ...more })
    const spying = {
      ...own,
      invoke: async (context: never, input: never, details: never) => {
        sent.push(input)
        return (own.invoke as Invoke)(context, input, details)
      }
    }
    const [guarded] = guardTools([spying], { turn: opened })
    const replies: Array<string> = []
    for (const input of inputs) replies.push((await invoke(guarded, input)).text)
    return { errors: replies.map((text) => (text === 'x' ? text : (JSON.parse(text) as ToolError))), sent, opened }
  }

  it('refuses what the schema refuses before the tool is invoked, names the fields and the next call, and counts', async () => {
    const { errors, sent, opened } = await asked([
      { unit: 'c', days: null },
      { city: 'Oslo', unit: 'C', days: null },
      { city: 'Oslo', unit: 'c', days: 'two' },
      { city: 'Oslo', unit: 'c', days: 2 }
    ])
    expect(errors).to.deep.equal([
      {
        error_class: 'semantic_garbage',
        code: 'invalid_arguments',
        detail: "- 'city': required field is missing — provide a value",
        hint: 'Correct the arguments that are named and call again.'
      },
      {
        error_class: 'semantic_garbage',
        code: 'invalid_arguments',
        detail: `- 'unit': expected one of "c", "f", got 'C'; did you mean "c"?`,
        hint: 'Call again with unit=c.',
        next: { tool: 'a', args: { city: 'Oslo', unit: 'c', days: null } }
      },
      {
        error_class: 'semantic_garbage',
        code: 'invalid_arguments',
        detail: "- 'days': expected integer or null, got 'two'",
        hint: 'Correct the arguments that are named and call again.'
      },
      'x'
    ])
    expect(sent).to.deep.equal(['{"city":"Oslo","unit":"c","days":2}'])
    expect(opened.calls.map(({ code }) => code)).to.deep.equal([...Array(3).fill('invalid_arguments'), null])
  })

  it('takes by a strict schema what the SDK takes: a field left out that may be null or has a default, and one more', async () => {
    const inputs = [
      { city: 'Oslo', unit: 'c' },
      { city: 'Oslo', unit: 'c', near: {}, more: 1 }
    ]
    expect((await asked(inputs, { strict: true })).errors).to.deep.equal(['x', 'x'])
    const plain = await asked(inputs, { strict: false })
    expect(plain.sent).to.deep.equal([])
    const strict = await asked([{ unit: 'c' }], { strict: true })
    expect(strict.errors[0]).to.include({ detail: "- 'city': required field is missing — provide a value" })
  })

  it('says of text that is no JSON why, and takes no text for no arguments', async () => {
    const { errors, sent } = await asked(['{"city":"Os', 'Oslo'])
    expect(errors).to.deep.equal([
      {
        error_class: 'semantic_garbage',
        code: 'invalid_arguments',
        detail: 'The arguments cannot be read: they end inside a JSON value, as if they had been cut.',
        hint: 'Send the arguments as one whole JSON object.'
      },
      {
        error_class: 'semantic_garbage',
        code: 'invalid_arguments',
        detail: 'The arguments cannot be read: they are not valid JSON.',
        hint: 'Send the arguments as one whole JSON object.'
      }
    ])
    expect(sent).to.deep.equal([])
    const none = await asked([''], { parameters: { type: 'object', properties: {}, required: [] } })
    expect([none.errors, none.sent]).to.deep.equal([['x'], ['{}']])
  })

  it('is judged by the `args` of a rule instead, where there is one', async () => {
    const rules = { a: { args: t.type({ city: t.number }) } }
    const [guarded] = guardTools([tool(() => 'x', { parameters })], { turn: turn(), rules })
    expect((await invoke(guarded, { city: 7 })).text).to.equal('x')
    expect(codeOf(await invoke(guarded, { city: 'Oslo', unit: 'c', days: null }))).to.equal('invalid_arguments')
  })

  it('leaves the arguments to the tool where no schema of objects can be compiled', async () => {
    for (const odd of [undefined, null, 'x', [], { type: 'string' }, { type: 'object', $ref: '#/nowhere' }])
      expect((await asked([{ a: 1 }], { parameters: odd })).errors).to.deep.equal(['x'])
  })

  it('compiles a schema once, however often the tools are guarded', async () => {
    let reads = 0
    const counted = {
      get type() {
        reads++
        return 'object'
      },
      properties: {}
    }
    await asked([{}], { parameters: counted })
    const once = reads
    for (let i = 0; i < 5; i++) await asked([{}], { parameters: counted })
    expect(reads - once).to.equal(5)
  })
})

describe('guardTools, openai-agents, with an approval that looks at the arguments', () => {
  const TOLD = Symbol('openai.agents.functionToolParsedInputCallback')
  type Told = CallDetailsLike & { readonly [TOLD]?: (input: unknown) => void }
  const details = (): Told => ({ toolCall: { callId: 'c1' }, [TOLD]: () => {} })
  interface Pay {
    readonly amount?: number
  }

  /** As the SDK does it: parses, tells, runs. */
  const payTool = (
    needsApproval: (...args: ReadonlyArray<never>) => unknown,
    run: (pay: Pay) => unknown,
    { swallows = '', tells = true } = {}
  ): FunctionToolLike => ({
    type: 'function',
    name: 'pay',
    needsApproval,
    invoke: async (_: unknown, input: string, told?: Told) => {
      try {
        const parsed = { amount: 1000, ...(JSON.parse(input) as Pay) }
        if (tells) told?.[TOLD]?.(parsed)
        return await run(parsed)
      } catch (thrown) {
        if (swallows === '') throw thrown
        if (swallows !== SENTENCE) asksTrace(told)
        return swallows
      }
    }
  })
  const limit = async (_: unknown, { amount = 0 }: Pay): Promise<boolean> => amount > 100

  it('refuses what the schema makes bigger than what was asked about, and runs the rest once', async () => {
    for (const swallows of ['', SENTENCE, 'The bank is busy.']) {
      const paid: Array<unknown> = []
      const [guarded] = guardTools(
        [
          payTool(
            limit,
            ({ amount }) => {
              paid.push(amount)
              return 'paid'
            },
            { swallows }
          )
        ],
        { turn: turn() }
      )
      expect(JSON.parse((await invoke(guarded, {}, details())).text)).to.include({
        code: 'invalid_arguments',
        hint: 'It was not executed: nothing happened. Call again with every argument, each in its final form.'
      })
      expect((await invoke(guarded, { amount: 5 }, details())).text).to.equal('paid')
      // What the policy stopped has been approved, or it would not come here.
      expect((await invoke(guarded, { amount: 1000 }, details())).text).to.equal('paid')
      expect(paid).to.deep.equal([5, 1000])
    }
  })

  it('refuses what was repaired into more than what was asked about', async () => {
    const paid: Array<unknown> = []
    const policy = async (_: unknown, { amount }: { readonly amount?: unknown }) =>
      typeof amount === 'number' && amount > 100
    const pay = payTool(policy, ({ amount }) => paid.push(amount))
    const rules = { pay: { args: t.type({ amount: t.number }), coerce: true } }
    const [guarded] = guardTools([pay], { turn: turn(), rules })
    expect(JSON.parse((await invoke(guarded, { amount: '1000' }, details())).text)).to.include({
      code: 'invalid_arguments'
    })
    await invoke(guarded, { amount: '50' }, details())
    expect(paid).to.deep.equal([50])
  })

  it('takes a policy that throws for one that stops', async () => {
    let runs = 0
    const [guarded] = guardTools(
      [
        payTool(
          async (_: unknown, { amount }: Pay) => {
            if (amount === 1000) throw new Error('x')
            return false
          },
          () => {
            runs++
            return 'paid'
          }
        )
      ],
      { turn: turn() }
    )
    expect(codeOf(await invoke(guarded, {}, details()))).to.equal('invalid_arguments')
    expect(runs).to.equal(0)
  })

  it('answers for arguments that cannot be parsed', async () => {
    const [guarded] = guardTools([payTool(limit, () => 'paid')], { turn: turn() })
    expect(codeOf(await invoke(guarded, '{"amount":', details()))).to.equal('not_json')
  })

  it('runs a tool once whose SDK tells nobody what it parsed, or tells it nothing', async () => {
    let runs = 0
    const [guarded] = guardTools(
      [
        payTool(
          limit,
          () => {
            runs++
            return 'paid'
          },
          { tells: false }
        )
      ],
      { turn: turn() }
    )
    expect((await invoke(guarded, {}, details())).text).to.equal('paid')
    expect((await invoke(guarded, {})).text).to.equal('paid')
    expect(runs).to.equal(2)
  })

  it('runs a tool whose `errorFunction` answered in the place of that, as any other', async () => {
    const paid: Array<unknown> = []
    const pay = payTool(limit, ({ amount }) => paid.push(amount), { swallows: 'The bank is busy.' })
    const opened = turn()
    const [guarded] = guardTools([pay], { turn: opened, rules: { pay: { effect: 'write' } } })
    await invoke(guarded, { amount: 5 }, details())
    expect(opened.calls.map(({ code, executed }) => [code, executed])).to.deep.equal([[null, 'yes']])
    expect(paid).to.deep.equal([5])
  })

  it('asks no policy that does not look', async () => {
    let asked = 0
    const policies = [
      async () => {
        asked++
        return true
      },
      function () {
        asked++
        return true
      },
      async function named() {
        asked++
        return true
      }
    ]
    for (const policy of policies) {
      const [guarded] = guardTools([payTool(policy, () => 'paid')], { turn: turn() })
      expect((await invoke(guarded, {}, details())).text).to.equal('paid')
    }
    expect(asked).to.equal(0)
    const looking = [
      (...args: ReadonlyArray<Pay>) => (args[1]?.amount ?? 0) > 100,
      function () {
        return ((arguments[1] as Pay).amount ?? 0) > 100
      },
      limit.bind(undefined)
    ]
    for (const policy of looking) {
      const [guarded] = guardTools([payTool(policy, () => 'paid')], { turn: turn() })
      expect(codeOf(await invoke(guarded, {}, details()))).to.equal('invalid_arguments')
    }
  })
})

describe('guardTools, openai-agents, with an output schema', () => {
  const outputSchema = {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
    additionalProperties: true
  }
  const substitutes = { a: (error: ToolError) => ({ ok: false, reason: error.code }) }

  it('answers with the substitute, whatever failed', async () => {
    const options = { substitutes, rules: { a: { output: t.type({ ok: t.boolean }) } } }
    expect((await one(() => ({ ok: 'yes' }), options, { outputSchema })).text).to.equal(
      '{"ok":false,"reason":"schema_violation"}'
    )
    expect(
      (
        await one(
          () => {
            throw new Error('x')
          },
          options,
          { outputSchema }
        )
      ).text
    ).to.equal('{"ok":false,"reason":"tool_threw"}')
    expect((await one(() => ({ ok: true }), options, { outputSchema })).text).to.equal('{"ok":true}')
  })

  it('ends the story of 17 identical calls after 3, each answer within the schema', async () => {
    let runs = 0
    const [guarded] = guardTools(
      [
        tool(
          () => {
            runs++
            throw new Error('x')
          },
          { outputSchema }
        )
      ],
      { turn: turn(), substitutes }
    )
    const reasons: Array<unknown> = []
    for (let i = 0; i < 17; i++)
      reasons.push(
        (JSON.parse((await invoke(guarded, {})).text) as { readonly ok: false; readonly reason: string }).reason
      )
    expect(runs).to.equal(3)
    expect(reasons).to.deep.equal([
      ...Array<string>(3).fill('tool_threw'),
      ...Array<string>(14).fill('retry_budget_exceeded')
    ])
  })

  it('answers with it for refusals of the SDK too, which were not executed', async () => {
    const opened = turn()
    const hints: Array<string | null> = []
    const [guarded] = guardTools([tool(() => 'never', { outputSchema, errorFunction: null })], {
      turn: opened,
      rules: { a: { effect: 'write' } },
      substitutes: {
        a: ({ code, hint }) => {
          hints.push(hint)
          return { ok: false, reason: code }
        }
      }
    })
    const refuse = guarded?.errorFunction as (
      run: unknown,
      error: unknown,
      details: CallDetailsLike
    ) => Promise<unknown>
    const details = { toolCall: { callId: 'c1', arguments: '{"q":1}' } }
    expect(await refuse({}, new Error('Not approved'), details)).to.deep.equal({ ok: false, reason: 'error_in_body' })
    expect(hints[0]).to.match(/^It was not executed: nothing happened\./)
    expect(
      await refuse({}, invalidInput(new SyntaxError('x')), { toolCall: { callId: 'c2', arguments: '{"q":' } })
    ).to.deep.equal({ ok: false, reason: 'invalid_arguments' })
    expect(await refuse({}, 'no error', { toolCall: { callId: 'c3', arguments: '{}' } })).to.deep.equal({
      ok: false,
      reason: 'tool_threw'
    })
    expect(opened.count).to.equal(3)
  })

  it('lets the SDK check the substitute where it can', async () => {
    const check = Symbol('openai.agents.functionToolOutputValidator')
    const validate = (output: unknown): unknown => {
      if ((output as { readonly ok?: unknown }).ok === undefined) throw new TypeError('no ok')
      return output
    }
    const fails = (substitute: object) =>
      one(
        () => {
          throw new Error('x')
        },
        { substitutes: { a: () => substitute } },
        { outputSchema, [check]: validate }
      )
    expect((await fails({ ok: false })).text).to.equal('{"ok":false}')
    expect(
      await fails({}).then(
        () => undefined,
        (thrown: unknown) => (thrown as Error).message
      )
    ).to.equal('no ok')
    expect(
      (
        await one(
          () => {
            throw new Error('x')
          },
          { substitutes: { a: () => ({}) } },
          { outputSchema, [check]: undefined }
        )
      ).text
    ).to.equal('{}')
  })

  it('refuses a tool without a substitute, one that hides its errors, and a substitute of nobody', () => {
    const options = { turn: turn() }
    expect(() => guardTools([tool(() => 1, { outputSchema })], options)).to.throw(
      TypeError,
      'Expected `substitutes` to have `a`: it declares an output schema'
    )
    expect(() =>
      guardTools([tool(() => 1, { outputSchema, errorFunction: () => ({ ok: false }) })], { ...options, substitutes })
    ).to.throw(TypeError, 'Expected `a` to have `errorFunction: null`')
    expect(() => guardTools([tool(() => 1)], { ...options, substitutes: { b: () => 1 } })).to.throw(
      TypeError,
      'Expected `substitutes` to name tools that are there; there is no `b`.'
    )
  })
})
