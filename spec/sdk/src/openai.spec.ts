/** The adapter with OpenAI's own client, its tool runners and a scripted API. */
import { expect } from 'chai'
import { expectTypeOf } from 'expect-type'
import OpenAI from 'openai'
import { zodFunction } from 'openai/helpers/zod'
import type { RunnableToolFunctionWithParse } from 'openai/lib/RunnableFunction'
import { openTurn } from 'guarded-call'
import {
  answerChatToolCalls,
  answerResponsesToolCalls,
  chatToolDefinitions,
  guardTools,
  responsesToolDefinitions,
  toTools
} from 'guarded-call/openai'
import { z } from 'zod'
import { fromCallsConforms, inPlaceConforms, type Asked } from './support/conformance.js'
import { chatModel, responsesModel, seventeen, withServer, type Steps } from './support/openai-model.js'
import { codesOf, cutSearch, Orders, searchOrders, STORY } from './support/orders.js'

type ChatMessage = OpenAI.Chat.ChatCompletionMessageParam

const toolTexts = (messages: ReadonlyArray<ChatMessage>): ReadonlyArray<string> =>
  messages.flatMap((message) =>
    message.role === 'tool' && typeof message.content === 'string' ? [message.content] : []
  )

// -- types

expectTypeOf(chatToolDefinitions([])).toExtend<Array<OpenAI.Chat.ChatCompletionTool>>()
expectTypeOf(responsesToolDefinitions([])).toExtend<Array<OpenAI.Responses.Tool>>()
expectTypeOf<Awaited<ReturnType<typeof answerChatToolCalls>>>().toExtend<
  Array<OpenAI.Chat.ChatCompletionMessageParam>
>()
expectTypeOf<Awaited<ReturnType<typeof answerResponsesToolCalls>>>().toExtend<
  Array<OpenAI.Responses.ResponseInputItem>
>()
expectTypeOf<OpenAI.Chat.ChatCompletionMessage>().toExtend<Parameters<typeof answerChatToolCalls>[1]>()
expectTypeOf<OpenAI.Responses.Response['output']>().toExtend<Parameters<typeof answerResponsesToolCalls>[1]>()

// -- the story

describe('openai, Chat Completions', () => {
  it('ends the story of 17 calls after 3', () =>
    withServer(chatModel(seventeen), async (client) => {
      const search = cutSearch()
      const calls = [searchOrders(search)]
      const turn = openTurn()
      const messages: Array<ChatMessage> = [{ role: 'user', content: 'Which orders are open?' }]
      for (let step = 0; step < 30; step++) {
        const {
          choices: [choice]
        } = await client.chat.completions.create({ model: 'scripted', messages, tools: chatToolDefinitions(calls) })
        if (choice === undefined) return expect.fail('no choice')
        messages.push(choice.message)
        const answers = await answerChatToolCalls(calls, choice.message, { turn })
        if (answers.length === 0) break
        messages.push(...answers)
      }
      expect(codesOf(toolTexts(messages))).to.deep.equal(STORY)
      expect(search.calls).to.equal(3)
    }))
})

describe('openai, Responses', () => {
  it('ends the story of 17 calls after 3', () =>
    withServer(responsesModel(seventeen), async (client) => {
      const search = cutSearch()
      const calls = [searchOrders(search)]
      const turn = openTurn()
      const input: Array<OpenAI.Responses.ResponseInputItem> = [{ role: 'user', content: 'Which orders are open?' }]
      const texts: Array<string> = []
      for (let step = 0; step < 30; step++) {
        const { output } = await client.responses.create({
          model: 'scripted',
          input,
          tools: responsesToolDefinitions(calls)
        })
        const answers = await answerResponsesToolCalls(calls, output, { turn })
        if (answers.length === 0) break
        input.push(...(output as Array<OpenAI.Responses.ResponseInputItem>), ...answers)
        texts.push(...answers.map((answer) => answer.output))
      }
      expect(codesOf(texts)).to.deep.equal(STORY)
      expect(search.calls).to.equal(3)
    }))
})

// -- the runners

const runSteps = async (
  tools: ReturnType<typeof toTools>,
  steps: Steps,
  signal?: AbortSignal
): Promise<ReadonlyArray<ChatMessage>> =>
  withServer(chatModel(steps), async (client) => {
    const runner = client.chat.completions.runTools(
      { model: 'scripted', messages: [{ role: 'user', content: 'go' }], tools },
      { maxChatCompletions: 30, ...(signal === undefined ? {} : { signal }) }
    )
    await runner.finalContent()
    return runner.messages
  })

fromCallsConforms('openai runTools', {
  tellsIds: false,
  answersUnknown: false,
  aborts: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn() }).map(({ function: { name, description, parameters } }) => ({
      name,
      description,
      schema: parameters
    })),
  answer: async (calls, asked, run) => {
    const messages = await runSteps(toTools(calls, run), [asked])
    return toolTexts(messages).map((text, i) => ({ id: asked[i]?.id ?? null, text, isError: null }))
  }
})

describe('openai runTools', () => {
  it('ends the story of 17 calls after 3', async () => {
    const search = cutSearch()
    const messages = await runSteps(toTools([searchOrders(search)], { turn: openTurn() }), seventeen)
    expect(codesOf(toolTexts(messages))).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
  })
})

const one = async (tools: ReadonlyArray<RunnableToolFunctionWithParse<object>>, asked: Asked) =>
  withServer(chatModel([[asked]]), async (client) => {
    const runner = client.chat.completions.runTools({
      model: 'scripted',
      messages: [{ role: 'user', content: 'go' }],
      tools: [...tools]
    })
    await runner.finalContent()
    const [text = ''] = toolTexts(runner.messages)
    return { id: null, text, isError: null }
  })

inPlaceConforms('openai runTools', {
  passesSignal: false,
  guard: (tools, options) => {
    const own = Object.entries(tools).map(([name, run]): RunnableToolFunctionWithParse<object> => ({
      type: 'function',
      function: {
        name,
        description: 'own',
        parameters: { type: 'object' },
        parse: (text) => JSON.parse(text) as object,
        function: (args) => run(args as Record<string, unknown>, { signal: undefined })
      }
    }))
    const guarded = guardTools(own, options)
    expectTypeOf(guarded).toEqualTypeOf(own)
    return (asked) => one(guarded, asked)
  },
  guardFilling: (tools, options) => {
    const own = Object.entries(tools).map(([name, run]) =>
      zodFunction({
        name,
        parameters: z.object({ q: z.string().trim().default('x') }),
        function: (args) => run(args, { signal: undefined }) as string
      })
    )
    const guarded = guardTools(own, options) as unknown as ReadonlyArray<RunnableToolFunctionWithParse<object>>
    return (asked) => one(guarded, asked)
  }
})

describe('openai tools that are there already', () => {
  const asked: Asked = { id: 'c1', name: 'search_orders', input: { status: 'open' } }
  const rules = { search_orders: { output: Orders } }

  it('may be of zodFunction, whose schema refuses what the guard then counts', () =>
    withServer(chatModel([[asked], [{ ...asked, input: { status: 5 } }], [asked]]), async (client) => {
      const tool = zodFunction({
        name: 'search_orders',
        parameters: z.object({ status: z.string() }),
        function: () => ({ orders: [] })
      })
      const turn = openTurn()
      const [guarded] = guardTools([tool], { turn, rules })
      if (guarded === undefined) return expect.fail('no tool')
      expectTypeOf(guarded).toEqualTypeOf(tool)
      const runner = client.chat.completions.runTools({
        model: 'scripted',
        messages: [{ role: 'user', content: 'go' }],
        tools: [guarded]
      })
      expect(await runner.finalContent()).to.equal('done')
      const [first = '', second = ''] = toolTexts(runner.messages)
      expect(JSON.parse(first)).to.deep.equal({ orders: [] })
      expect(JSON.parse(second)).to.include({
        code: 'invalid_arguments',
        detail: "- 'status': Invalid input: expected string, received number"
      })
      expect(turn.calls.map(({ code }) => code)).to.deep.equal([null, 'invalid_arguments', null])
    }))
})
