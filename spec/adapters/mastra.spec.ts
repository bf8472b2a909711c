import { expect } from 'chai'
import * as t from 'io-ts'
import { guardTools, toTools, type ContextLike } from '../../lib/adapters/mastra/index.js'
import { detectMorePages } from '#core/checks'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { openTurn } from '../../lib/guard/session.js'
import { resultHandles } from '../../lib/results/index.js'
import type { GuardToolsOptions } from '../../lib/toolset/in-place.js'
import { fromCallsConforms, inPlaceConforms, MCP_PICTURES, type Asked, type Reply } from './conformance.js'

type Execute = (input: unknown, context?: ContextLike) => unknown

/** As Mastra makes a part of a prompt of what a tool answers or throws. */
const runTool = async (
  tool: { readonly execute?: unknown } | undefined,
  { id, input }: Asked,
  signal?: AbortSignal,
  context: ContextLike = { abortSignal: signal, agent: { toolCallId: id } }
): Promise<Reply> => {
  try {
    const output = await ((tool?.execute as Execute | undefined) ?? expect.fail('no tool'))(input, context)
    return {
      id,
      text: typeof output === 'string' ? output : JSON.stringify(output ?? null),
      isError: false,
      value: output
    }
  } catch (thrown) {
    return { id, text: (thrown as Error).message, isError: true, thrown }
  }
}

fromCallsConforms('mastra', {
  seesMessages: false,
  answersUnknown: false,
  definitions: (calls) =>
    Object.entries(toTools(calls, { turn: openTurn() })).map(([name, { description, inputSchema }]) => ({
      name,
      description,
      schema: inputSchema['~standard'].jsonSchema.input({ target: 'draft-07' })
    })),
  answer: (calls, asked, { signal, ...run }) => {
    const tools = toTools(calls, run)
    return Promise.all(
      asked.map((ask) => runTool(tools[ask.name], ask, signal, { abortSignal: signal, toolCallId: ask.id }))
    )
  }
})

inPlaceConforms('mastra', {
  pictures: { shown: MCP_PICTURES.shown },
  throws: true,
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.fromEntries(
        Object.entries(tools).map(([name, run]) => [
          name,
          {
            execute: async (input: Record<string, unknown>, context: ContextLike) =>
              run(input, { signal: context.abortSignal })
          }
        ])
      ),
      options
    )
    return (ask) => runTool(guarded[ask.name], ask)
  }
})

const MARKER = Symbol.for('mastra.core.tool.Tool')
const ask: Asked = { id: 'c1', name: 'a', input: { q: 'x' } }
const turn = openTurn

const one = (execute: Execute, options: Partial<GuardToolsOptions> = {}): Promise<Reply> =>
  runTool(guardTools({ a: { execute } }, { turn: turn(), ...options }).a, ask)

const errorOf = ({ text }: Reply): { readonly code: string; readonly detail: string; readonly hint: string } =>
  JSON.parse(text) as never

/** A tool as Mastra makes one: it checks the input, copies the context, runs, and checks the output. */
const made = (execute: Execute, begins = true) => ({
  id: 'a',
  [MARKER]: true,
  execute: (input: unknown, context?: ContextLike) => execute(input, begins ? { ...context } : context)
})

const oneMade = (
  answer: unknown,
  { begins, ...options }: Partial<GuardToolsOptions> & { readonly begins: boolean }
): Promise<Reply> => runTool(guardTools({ a: made(() => answer, begins) }, { turn: turn(), ...options }).a, ask)

const validationError = (message: string, validationErrors: object = { errors: [], fields: {} }): object => ({
  error: true,
  message,
  validationErrors
})

describe('toTools, mastra', () => {
  it('makes tools that run without a context too', async () => {
    const ping = guardedCall({ name: 'ping', effect: 'read', args: t.type({}), run: () => '1' }, t.number)
    expect(await toTools([ping], { turn: turn() })['ping']?.execute({})).to.equal(1)
  })
})

describe('guardTools, mastra', () => {
  it('leaves an answer whole of which the tool itself makes what a model reads', async () => {
    const results = resultHandles()
    const long = { data: 'A'.repeat(60_000) }
    const answerOf = (more: object): Promise<Reply> =>
      runTool(guardTools({ a: { ...made(() => long), ...more } }, { turn: turn(), results }).a, ask)
    expect((await answerOf({ toModelOutput: () => 'an image' })).value).to.deep.equal(long)
    expect((await answerOf({})).value).to.have.property('ref')
  })

  it('hands on no more of an answer than what the tool itself makes for a model', async () => {
    const page = { page: 1, total_pages: 4, rows: [{ id: 1, iban: 'DE89370400440532013000' }] }
    const toModelOutput = ({ rows }: typeof page): object => ({ type: 'json', value: rows.map(({ id }) => id) })
    const texts = async (options: Partial<GuardToolsOptions>): Promise<ReadonlyArray<string>> => {
      const { a } = guardTools({ a: { ...made(() => page), toModelOutput } }, { turn: turn(), ...options })
      const replies = [await runTool(a, ask), await runTool(a, ask), await runTool(a, ask), await runTool(a, ask)]
      return replies.filter(({ isError }) => isError).map(({ text }) => text)
    }
    const [repeated = ''] = await texts({})
    expect(repeated).to.include('in an earlier message').and.not.include('DE89')
    const [first = '', ...others] = await texts({ rules: { a: { checks: [detectMorePages()] } } })
    expect(JSON.parse(first)).to.deep.include({ code: 'more_pages_available', data: [1] })
    expect(others.join('')).to.not.include('DE89')
  })

  it('tells calls apart by what a tool of Mastra makes of their input', async () => {
    let runs = 0
    const inputSchema = {
      '~standard': { version: 1, vendor: 'spec', validate: (value: object) => ({ value: { q: 'x', ...value } }) }
    }
    const rules = { a: { effect: 'write' as const } }
    const { a } = guardTools({ a: { ...made(() => (runs += 1)), inputSchema } }, { turn: turn(), rules })
    for (const input of [{}, ask.input]) await runTool(a, { ...ask, input })
    expect(runs).to.equal(1)
  })

  it('leaves a tool alone that somebody else runs, and keeps what else a tool has', () => {
    const tools = {
      theirs: { type: 'provider', id: 'acme.search' },
      mine: { id: 'mine', [MARKER]: true, requireApproval: true, execute: () => 1 }
    }
    const guarded = guardTools(tools, { turn: turn() })
    expect(guarded.theirs).to.equal(tools.theirs)
    expect(guarded.mine).to.include({ id: 'mine', requireApproval: true, [MARKER]: true })
    expect(guarded.mine).not.to.have.property('inputSchema')
  })

  it('lets Mastra accept any input of its own tools, which check it themselves, and of no others', () => {
    const validate = () => ({ issues: [{ message: 'no' }] })
    const inputSchema = {
      '~standard': { version: 1, vendor: 'x', jsonSchema: { input: () => ({ type: 'object' }) }, validate }
    }
    const { own, theirs } = guardTools(
      { own: { [MARKER]: true, inputSchema, execute: () => 1 }, theirs: { inputSchema, execute: () => 1 } },
      { turn: turn() }
    )
    expect(own.inputSchema['~standard'].validate()).to.deep.equal({ value: undefined })
    expect(own.inputSchema['~standard']).to.include({
      version: 1,
      vendor: 'x',
      jsonSchema: inputSchema['~standard'].jsonSchema
    })
    expect(theirs.inputSchema).to.equal(inputSchema)
    expect(inputSchema['~standard'].validate).to.equal(validate)
  })

  it("gives the tool a copy of its context, with the guard's signal", async () => {
    const agent = { toolCallId: 'c1', threadId: 't' }
    const context: ContextLike & { readonly runId: string } = {
      runId: 'r',
      abortSignal: new AbortController().signal,
      agent
    }
    let seen: ContextLike | undefined
    const { a } = guardTools(
      {
        a: {
          execute: (_: unknown, told: ContextLike) => {
            seen = told
            return 1
          }
        }
      },
      { turn: turn() }
    )
    await a.execute({}, context)
    expect(seen).not.to.equal(context)
    expect(seen).to.include({ runId: 'r', agent })
    expect(seen?.abortSignal).not.to.equal(context.abortSignal)
  })

  it('runs a tool that nobody gives a context', async () => {
    let seen: ContextLike | undefined
    const { a } = guardTools(
      {
        a: {
          execute: (_: unknown, told?: ContextLike) => {
            seen = told
            return 1
          }
        }
      },
      { turn: turn() }
    )
    expect(await a.execute({})).to.equal(1)
    expect(Object.keys(seen ?? {})).to.deep.equal(['abortSignal'])
  })

  it('explains and counts arguments that the tool itself refuses', async () => {
    const refusal = validationError('Tool input validation failed for a. Provided arguments: s3cret', {
      errors: ['odd'],
      fields: {
        q: { errors: ['expected string'], fields: {} },
        page: { fields: { size: { errors: ['expected number'] } } }
      }
    })
    const reply = await oneMade(refusal, { begins: false })
    expect(errorOf(reply)).to.include({
      code: 'invalid_arguments',
      detail: "- '<root>': odd; - 'q': expected string; - 'page.size': expected number"
    })
    expect(reply.isError).to.equal(true)
  })

  it('says what other refusals of Mastra mean, without quoting them', async () => {
    const rules = { a: { effect: 'write' as const } }
    const output = await oneMade(
      validationError(
        'Tool output validation failed for a. The tool returned invalid output:\n- n: odd\n\nReturned output: {"n":"s3cret"}'
      ),
      { begins: true, rules }
    )
    expect(errorOf(output)).to.include({
      code: 'schema_violation',
      detail: 'The response does not fit the output schema that the tool declares.'
    })
    expect(errorOf(output).hint).to.match(/^It is unknown whether/)
    const context = await oneMade(
      validationError('Request context validation failed for a. Provided request context: s3cret'),
      { begins: false, rules }
    )
    expect(errorOf(context)).to.include({ code: 'tool_threw', detail: 'The tool reports that it failed.' })
    expect(errorOf(context).hint).to.match(/^It was not executed/)
    expect(
      errorOf(await oneMade(validationError('Tool suspension data validation failed for a. '), { begins: true, rules }))
        .hint
    ).to.match(/^It is unknown whether/)
    for (const { text } of [output, context]) expect(text).not.to.include('s3cret')
  })

  it('takes the validation error of another tool, which a tool hands on, for no proof', async () => {
    const rules = { a: { effect: 'write' as const } }
    for (const message of [
      'Tool input validation failed for a. Provided arguments: s3cret',
      'Request context validation failed for a. Provided request context: s3cret',
      'Tool output validation failed for audit. Returned output: s3cret',
      'Tool input validation failed for audit. Provided arguments: s3cret'
    ]) {
      const replies = [await oneMade(validationError(message), { begins: true, rules })]
      // Mastra checks nothing in tools that it did not make, and nothing of another tool before this one begins.
      if (!message.includes('for a. P')) replies.push(await oneMade(validationError(message), { begins: false, rules }))
      replies.push(await one(() => validationError(message), { rules }))
      for (const reply of replies) {
        expect(errorOf(reply).hint, message).to.match(/^It is unknown whether/)
        expect(reply.text).not.to.include('s3cret')
      }
    }
  })

  it('takes no payload for a refusal because it has an error', async () => {
    for (const payload of [
      { error: true },
      { error: true, message: 5, validationErrors: {} },
      { error: true, message: 'x', validationErrors: null },
      { error: 'x', message: 'x', validationErrors: {} }
    ]) {
      expect(await one(() => payload)).to.include({ id: 'c1', text: JSON.stringify(payload), isError: false })
    }
  })

  it('sees the error flag of an MCP result before its content is judged', async () => {
    const result = {
      content: [{ type: 'text', text: 'REAL CAUSE: auth failed' }],
      isError: true,
      structuredContent: { n: 'none' }
    }
    expect(errorOf(await one(() => result, { rules: { a: { output: t.type({ n: t.number }) } } }))).to.include({
      code: 'unauthorized',
      detail: 'The tool reports that it failed. The tool says: "REAL CAUSE: auth failed".'
    })
  })

  for (const where of ['agent', 'workflow', 'itself'] as const) {
    it(`lets a tool suspend its run as often as it wants, and judges what it says at last (${where})`, async () => {
      const told: Array<unknown> = []
      const suspend = (question: unknown): undefined => {
        told.push(question)
      }
      const contextWith = (resumed: number): ContextLike & { readonly resumed: number } => ({
        resumed,
        toolCallId: 'c1',
        ...(where === 'itself' ? { suspend } : { [where]: { toolCallId: 'c1', suspend } })
      })
      const opened = turn()
      const { a } = guardTools(
        {
          a: {
            execute: async (_: unknown, context: ReturnType<typeof contextWith>): Promise<unknown> => {
              if (context.resumed > 4) return { by: 'Ada', token: 'x' }
              const pause = context.agent?.suspend ?? context.workflow?.suspend ?? context.suspend
              return pause?.(context.resumed)
            }
          }
        },
        { turn: opened, rules: { a: { effect: 'write', output: t.strict({ by: t.string }) } } }
      )
      for (let i = 0; i < 5; i++) expect(await a.execute({}, contextWith(i))).to.equal(undefined)
      expect(await a.execute({}, contextWith(5))).to.deep.equal({ by: 'Ada' })
      expect(told).to.deep.equal([0, 1, 2, 3, 4])
    })
  }

  it("throws on what is no error of the tool's", async () => {
    const { a } = guardTools(
      { a: { execute: async () => 1 } },
      {
        turn: () => {
          throw new Error('no turn')
        }
      }
    )
    expect((await runTool(a, ask)).text).to.equal('no turn')
  })
})
