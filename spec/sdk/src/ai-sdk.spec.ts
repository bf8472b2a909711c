/** The adapter with the Vercel AI SDK itself, versions 5 to 7, and its scripted models. */
import * as ai6 from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import * as ai5 from 'ai-5'
import { MockLanguageModelV2 } from 'ai-5/test'
import * as ai7 from 'ai-7'
import { MockLanguageModelV4 } from 'ai-7/test'
import { expect } from 'chai'
import { expectTypeOf } from 'expect-type'
import * as t from 'io-ts'
import { detectMorePages, openTurn } from 'guarded-call'
import { guardErrorText, guardTools, repairStep, toTools } from 'guarded-call/ai-sdk'
import { z } from 'zod'
import { fromCallsConforms, inPlaceConforms, type Asked, type PlainRun, type Reply } from './support/conformance.js'
import { codesOf, cutSearch, Orders, searchOrders, STORY } from './support/orders.js'

// -- a scripted model, the same for all versions

interface Prompt {
  readonly role: string
  readonly content:
    | string
    | ReadonlyArray<{
        readonly type: string
        readonly toolCallId?: string
        readonly output?: { readonly type: string; readonly value: unknown }
      }>
}

/** The tool results of a prompt, as the model gets them. */
const repliesIn = (prompt: ReadonlyArray<Prompt>): ReadonlyArray<Reply> =>
  prompt
    .flatMap(({ role, content }) => (role === 'tool' && typeof content !== 'string' ? content : []))
    .flatMap(({ toolCallId, output }) =>
      output === undefined
        ? []
        : [
            {
              id: toolCallId ?? null,
              text: typeof output.value === 'string' ? output.value : JSON.stringify(output.value),
              isError: output.type.startsWith('error')
            }
          ]
    )

const answerOf = (asked: ReadonlyArray<Asked> | undefined) => ({
  content:
    asked === undefined
      ? [{ type: 'text' as const, text: 'done' }]
      : asked.map(({ id, name, input }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: name,
          input: JSON.stringify(input)
        })),
  finishReason: { unified: asked === undefined ? ('stop' as const) : ('tool-calls' as const), raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 }
  },
  warnings: []
})

type Steps = ReadonlyArray<ReadonlyArray<Asked>>

/** What one version of the SDK is asked for: run the steps, and say what the model got. */
interface Sdk {
  readonly name: string
  /** Whether it reads the Standard Schemas of guarded calls, for the model. */
  readonly takesCalls: boolean
  readonly run: (tools: ai6.ToolSet & ai7.ToolSet, steps: Steps, signal?: AbortSignal) => Promise<ReadonlyArray<Reply>>
}

const sdk5: Sdk = {
  name: 'AI SDK 5',
  takesCalls: false,
  run: async (tools, steps, signal) => {
    let step = 0
    const model = new MockLanguageModelV2({
      doGenerate: async () => {
        const { content, finishReason, warnings } = answerOf(steps[step++])
        const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
        return { content, finishReason: finishReason.unified, usage, warnings }
      }
    })
    await ai5.generateText({
      model,
      tools: tools as ai5.ToolSet,
      prompt: 'go',
      stopWhen: ai5.stepCountIs(30),
      prepareStep: repairStep,
      ...(signal === undefined ? {} : { abortSignal: signal })
    })
    return repliesIn(model.doGenerateCalls.at(-1)?.prompt as ReadonlyArray<Prompt>)
  }
}

const sdk6: Sdk = {
  name: 'AI SDK 6',
  takesCalls: true,
  run: async (tools, steps, signal) => {
    let step = 0
    const model = new MockLanguageModelV3({ doGenerate: async () => answerOf(steps[step++]) })
    await ai6.generateText({
      model,
      tools,
      prompt: 'go',
      stopWhen: ai6.stepCountIs(30),
      prepareStep: repairStep,
      ...(signal === undefined ? {} : { abortSignal: signal })
    })
    return repliesIn(model.doGenerateCalls.at(-1)?.prompt as ReadonlyArray<Prompt>)
  }
}

const sdk7: Sdk = {
  name: 'AI SDK 7',
  takesCalls: true,
  run: async (tools, steps, signal) => {
    let step = 0
    const model = new MockLanguageModelV4({ doGenerate: async () => answerOf(steps[step++]) })
    await ai7.generateText({
      model,
      tools,
      prompt: 'go',
      stopWhen: ai7.isStepCount(30),
      prepareStep: repairStep,
      ...(signal === undefined ? {} : { abortSignal: signal })
    })
    return repliesIn(model.doGenerateCalls.at(-1)?.prompt as ReadonlyArray<Prompt>)
  }
}

// -- types

expectTypeOf(toTools([], { turn: openTurn() })).toExtend<ai6.ToolSet>()
expectTypeOf(toTools([], { turn: openTurn() })).toExtend<ai7.ToolSet>()
const typed = {
  weather: ai6.tool({
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => ({ city, degrees: 22 })
  })
}
expectTypeOf(guardTools(typed, { turn: openTurn() })).toEqualTypeOf(typed)

// -- what is promised

const seventeen: Steps = Array.from({ length: 17 }, (_, i) => [
  { id: `c${i}`, name: 'search_orders', input: { status: 'open' } }
])

const ownTool = (run: PlainRun) => ({
  description: 'own',
  inputSchema: z.record(z.string(), z.unknown()),
  execute: (args: Record<string, unknown>, { abortSignal }: { readonly abortSignal?: AbortSignal | undefined }) =>
    run(args, { signal: abortSignal })
})

const PageArgs = t.type({ page: t.number })
const PageOf3 = t.type({ rows: t.array(t.number), page: t.number, pages: t.number })
const FIRST = { rows: [1], page: 1, pages: 3 }
const NOTE = {
  error_class: 'partial_data',
  code: 'more_pages_available',
  detail: 'This is page 1 of 3.',
  hint: 'Call again with page=2.'
}
const NEXT = { tool: 'list', args: { page: 2 } }

for (const { name, takesCalls, run } of [sdk5, sdk6, sdk7]) {
  if (takesCalls)
    fromCallsConforms(name, {
      answersUnknown: false,
      aborts: false,
      handsPages: true,
      definitions: async (calls) => {
        const tools = toTools(calls, { turn: openTurn() })
        return Promise.all(
          Object.entries(tools).map(async ([key, { description, inputSchema }]) => ({
            name: key,
            description,
            schema: await ai6.asSchema(inputSchema).jsonSchema
          }))
        )
      },
      answer: (calls, asked, options) => run(toTools(calls, options), [asked])
    })

  inPlaceConforms(name, {
    handsPages: true,
    guard: (tools, options) => {
      const guarded = guardTools(
        Object.fromEntries(Object.entries(tools).map(([key, plain]) => [key, ownTool(plain)])),
        options
      )
      return async (asked) => (await run(guarded, [[asked]]))[0] ?? expect.fail('no result')
    }
  })

  describe(name, () => {
    if (takesCalls)
      it('ends the story of 17 calls after 3', async () => {
        const search = cutSearch()
        const replies = await run(toTools([searchOrders(search)], { turn: openTurn() }), seventeen)
        expect(codesOf(replies.map(({ text }) => text))).to.deep.equal(STORY)
        expect(search.calls).to.equal(3)
      })

    it('ends it for tools that are there already', async () => {
      const search = cutSearch()
      const tools = {
        search_orders: ownTool(search)
      }
      const replies = await run(
        guardTools(tools, { turn: openTurn(), rules: { search_orders: { output: Orders } } }),
        seventeen
      )
      expect(codesOf(replies.map(({ text }) => text))).to.deep.equal(STORY)
      expect(replies.every(({ isError }) => isError)).to.equal(true)
      expect(search.calls).to.equal(3)
    })

    it('runs a tool once where the SDK could repeat it', async () => {
      let runs = 0
      await run(
        guardTools(
          {
            pay: ownTool(() => {
              runs++
              throw Object.assign(new Error('busy'), { isRetryable: true, statusCode: 503 })
            })
          },
          { turn: openTurn(), rules: { pay: { effect: 'write' } } }
        ),
        [[{ id: 'c1', name: 'pay', input: {} }]]
      )
      expect(runs).to.equal(1)
    })

    it('hands the model a page, and beside it where the next one is', async () => {
      const tools = { list: ownTool(({ page }) => ({ rows: [page], page, pages: 3 })) }
      const rules = { list: { args: PageArgs, output: PageOf3, checks: [detectMorePages()] } }
      const asked = [{ id: 'c1', name: 'list', input: { page: 1 } }]
      const [reply] = await run(guardTools(tools, { turn: openTurn(), rules }), [asked])
      expect(reply?.isError).to.equal(false)
      expect(JSON.parse(reply?.text ?? '')).to.deep.equal({ ...NOTE, data: FIRST, next: NEXT })
    })

    it('hands the model the last part of a tool that streams, judged', async () => {
      const tools = {
        a: {
          description: 'a',
          inputSchema: z.object({}),
          async *execute() {
            yield { state: 'loading', n: 0 }
            yield { n: 1, secret: 'x' }
          }
        },
        b: {
          description: 'b',
          inputSchema: z.object({}),
          async *execute() {
            yield { n: 0 }
            yield { n: 'x' }
          }
        }
      }
      const rules = { a: { output: t.strict({ n: t.number }) }, b: { output: t.strict({ n: t.number }) } }
      const replies = await run(guardTools(tools, { turn: openTurn(), rules }), [
        [
          { id: 'c1', name: 'a', input: {} },
          { id: 'c2', name: 'b', input: {} }
        ]
      ])
      expect(replies[0]).to.deep.equal({ id: 'c1', text: '{"n":1}', isError: false })
      expect(replies[1]?.isError).to.equal(true)
      expect(replies[1]?.text).to.include('schema_violation')
    })
  })
}

// -- what people see, and what the next turn reads

type Parts = ReadonlyArray<Readonly<Record<string, unknown>>>

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

const streamOf = (steps: Steps) => {
  let step = 0
  const prompts: Array<ReadonlyArray<Prompt>> = []
  const model = new MockLanguageModelV3({
    doStream: async ({ prompt }) => {
      prompts.push(prompt as ReadonlyArray<Prompt>)
      const { content, finishReason, usage } = answerOf(steps[step++])
      const calls = content.filter((part) => part.type === 'tool-call')
      return {
        stream: ReadableStream.from<StreamPart>([
          { type: 'stream-start', warnings: [] },
          ...calls,
          { type: 'finish', finishReason, usage }
        ])
      }
    }
  })
  return { model, prompts }
}

/** Runs a turn of a chat by streamText, and reads back what its UI stream says. */
const chat = async (tools: ai6.ToolSet, asked: ReadonlyArray<Asked>) => {
  const { model, prompts } = streamOf([asked])
  const outputs: Array<unknown> = []
  const result = ai6.streamText({
    model,
    tools,
    prompt: 'go',
    stopWhen: ai6.stepCountIs(5),
    onStepFinish: ({ toolResults }) => void outputs.push(...toolResults.map(({ output }) => output as unknown))
  })
  const chunks: Array<Readonly<Record<string, unknown>>> = []
  const [told, kept] = result.toUIMessageStream({ onError: guardErrorText }).tee()
  for await (const chunk of told) chunks.push(chunk)
  let message: ai6.UIMessage | undefined
  for await (const state of ai6.readUIMessageStream({ stream: kept })) message = state
  const seen: Parts = chunks.filter(({ type }) => String(type).startsWith('tool-output'))
  return { seen, outputs, prompts, saved: JSON.stringify([message]) }
}

/** What the model of a later turn, in another process, reads of a saved chat. */
const readAgain = async (saved: string, tools: ai6.ToolSet): Promise<ReadonlyArray<Reply>> => {
  const { model, prompts } = streamOf([])
  const history = await ai6.convertToModelMessages(JSON.parse(saved) as Array<ai6.UIMessage>, { tools })
  const next = ai6.streamText({ model, tools, messages: [...history, { role: 'user', content: 'and?' }] })
  await next.consumeStream()
  return repliesIn(prompts[0] ?? [])
}

describe('a chat of the AI SDK', () => {
  const list = (): ai6.ToolSet =>
    guardTools(
      { list: ai6.tool({ inputSchema: z.object({ page: z.number() }), execute: async () => FIRST }) },
      {
        turn: openTurn(),
        rules: { list: { effect: 'read', args: PageArgs, output: PageOf3, checks: [detectMorePages()] } }
      }
    )

  it('shows people a page, and tells the model of the next one, in this turn and in a later one', async () => {
    const { seen, outputs, prompts, saved } = await chat(list(), [{ id: 'c1', name: 'list', input: { page: 1 } }])
    expect(seen).to.deep.equal([{ type: 'tool-output-available', toolCallId: 'c1', output: FIRST }])
    expect(outputs).to.deep.equal([FIRST])
    const replies = repliesIn(prompts[1] ?? [])
    expect(replies.map(({ isError, text }) => [isError, JSON.parse(text)])).to.deep.equal([
      [false, { ...NOTE, data: FIRST, next: NEXT }]
    ])
    const again = await readAgain(saved, list())
    expect(again.map(({ isError, text }) => [isError, JSON.parse(text)])).to.deep.equal([
      [false, { ...NOTE, data: FIRST }]
    ])
  })

  const failing = () =>
    guardTools(
      {
        find: ai6.tool({
          inputSchema: z.object({}),
          execute: async (): Promise<string> => {
            throw new Error('order 7 was not found in postgres://admin:s3cret@10.0.0.1')
          }
        })
      },
      { turn: openTurn() }
    )

  it('keeps the texts of the guard for people and for a later turn, and no other error', async () => {
    const asked = [{ id: 'c1', name: 'find', input: {} }]
    const { seen, prompts, saved } = await chat(failing(), asked)
    const [reply] = repliesIn(prompts[1] ?? [])
    expect(seen).to.deep.equal([{ type: 'tool-output-error', toolCallId: 'c1', errorText: reply?.text }])
    expect(codesOf([reply?.text ?? ''])).to.deep.equal(['not_found'])
    expect(await readAgain(saved, failing())).to.deep.equal([reply])
    expect(JSON.stringify([seen, prompts, saved])).not.to.include('s3cret')
    const bare = await chat(
      {
        find: ai6.tool({
          inputSchema: z.object({}),
          execute: (): Promise<string> => Promise.reject(new Error('s3cret'))
        })
      },
      asked
    )
    expect(bare.seen).to.deep.equal([{ type: 'tool-output-error', toolCallId: 'c1', errorText: 'An error occurred.' }])
  })

  it('shows the parts of an iterable as they come, and saves the last', async () => {
    const parts = () =>
      (async function* () {
        yield { state: 'loading' }
        yield { state: 'done' }
      })()
    const inputSchema = z.object({})
    const bare = { work: ai6.tool({ inputSchema, execute: parts }) }
    const asked = [{ id: 'c1', name: 'work', input: {} }]
    const expected = await chat(bare, asked)
    expect(expected.seen).to.have.length(3)
    const guarded = await chat(guardTools(bare, { turn: openTurn() }), asked)
    expect(guarded.seen).to.deep.equal(expected.seen)
    expect(guarded.outputs).to.deep.equal([{ state: 'done' }])
    expect(repliesIn(guarded.prompts[1] ?? []).map(({ text }) => text)).to.deep.equal(['{"state":"done"}'])
    const rules = { work: { output: t.type({ state: t.literal('paid') }) } }
    const refused = await chat(guardTools(bare, { turn: openTurn(), rules }), asked)
    expect(refused.seen.map(({ type, preliminary }) => [type, preliminary])).to.deep.equal([
      ['tool-output-available', true],
      ['tool-output-available', true],
      ['tool-output-error', undefined]
    ])
    expect(codesOf(refused.seen.slice(2).map(({ errorText }) => String(errorText)))).to.deep.equal(['schema_violation'])
  })
})
