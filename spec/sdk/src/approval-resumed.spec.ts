/**
 * Approvals of the frameworks themselves: a call that was denied and is then let through, and two that wait at once.
 */
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool as langchainTool } from '@langchain/core/tools'
import {
  Annotation,
  Command,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
  type LangGraphRunnableConfig
} from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { Agent, Runner, RunState } from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'
import * as ai6 from 'ai'
import * as ai7 from 'ai-7'
import { MockLanguageModelV4 } from 'ai-7/test'
import { MockLanguageModelV3 } from 'ai/test'
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall, memoryLedger, openSession, openTurn, type SessionState } from 'guarded-call'
import * as aiSdk from 'guarded-call/ai-sdk'
import * as langchain from 'guarded-call/langchain'
import * as openaiAgents from 'guarded-call/openai-agents'
import { z } from 'zod'

const INPUT = { order: 7 }

const desk = () => {
  const paid: Array<number> = []
  const run = ({ order }: { readonly order: number }) => {
    paid.push(order)
    return { refunded: order }
  }
  const args = t.type({ order: t.number })
  const refund = guardedCall({ name: 'refund', effect: 'write', args, run }, t.type({ refunded: t.number }))
  return { paid, run, refund }
}

describe('a call that was denied and is then let through', () => {
  interface Part {
    readonly type: string
    readonly approvalId?: string
    readonly output?: { readonly type: string }
  }
  type Message = { readonly role: string; readonly content: string | ReadonlyArray<Part> }
  interface Generated {
    readonly response: { readonly messages: ReadonlyArray<Message> }
    readonly responseMessages?: ReadonlyArray<Message>
  }
  type Generate = (options: object) => Promise<Generated>

  // Asks twice for the same, each time for a person's word, and is done.
  const answer = (n: number): never =>
    ({
      content:
        n > 2
          ? [{ type: 'text', text: 'Done.' }]
          : [{ type: 'tool-call', toolCallId: `c${n}`, toolName: 'refund', input: JSON.stringify(INPUT) }],
      finishReason: { unified: n > 2 ? 'stop' : 'tool-calls', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 }
      },
      warnings: []
    }) as never

  const scripted = () => {
    let asked = 0
    return async (): Promise<never> => answer(++asked)
  }

  for (const [version, generate, model] of [
    [6, ai6.generateText as never as Generate, () => new MockLanguageModelV3({ doGenerate: scripted() })],
    [7, ai7.generateText as never as Generate, () => new MockLanguageModelV4({ doGenerate: scripted() })]
  ] as const)
    for (const how of ['guarded calls', 'in place'] as const)
      it(`runs once: AI SDK ${version}, ${how}`, async () => {
        const { paid, run, refund } = desk()
        const turn = openTurn()
        const own = ai6.tool({ inputSchema: z.object({ order: z.number() }), execute: run, needsApproval: true })
        const tools =
          how === 'in place'
            ? aiSdk.guardTools({ refund: own }, { turn, rules: { refund: { effect: 'write' } } })
            : { refund: { ...aiSdk.toTools([refund], { turn })['refund'], needsApproval: true } }
        const options = { model: model(), tools, stopWhen: ai6.stepCountIs(9) }
        let messages: ReadonlyArray<Message> = [{ role: 'user', content: 'go' }]
        const parts = (): ReadonlyArray<Part> =>
          messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
        const partialAsRight = async (): Promise<void> => {
          const { response, responseMessages = response.messages } = await generate({ ...options, messages })
          messages = JSON.parse(JSON.stringify([...messages, ...responseMessages])) as ReadonlyArray<Message>
        }
        await partialAsRight()
        for (const approved of [false, true]) {
          const approvalId = parts().findLast(({ type }) => type === 'tool-approval-request')?.approvalId
          if (!approved) await turn.run(refund.fromModel(INPUT, { approved }))
          messages = [
            ...messages,
            { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved } as Part] }
          ]
          await partialAsRight()
        }
        const outputs = parts().flatMap(({ output }) => (output === undefined ? [] : [output.type]))
        expect(outputs).to.deep.equal(['execution-denied', 'json'])
        expect(paid).to.deep.equal([7])
        expect(turn.calls.map(({ code }) => code)).to.deep.equal(['denied', null])
      })

  it("runs once: OpenAI's Agents SDK, by a state that was saved each time", async () => {
    const { paid, refund } = desk()
    const model = new ScriptedModel([
      ...['c1', 'c2'].map((callId) => [functionCall('refund', JSON.stringify(INPUT), { callId })]),
      [assistantMessage('Done.')]
    ])
    const runner = new Runner({ tracingDisabled: true })
    let saved: { readonly state: string; readonly guard: SessionState } | undefined
    const outputs: Array<unknown> = []
    for (const approved of [undefined, false, true]) {
      const session = openSession(saved === undefined ? {} : { state: saved.guard })
      const turn = session.openTurn({ id: 'run' })
      const tools = openaiAgents.toTools([refund], { turn }).map((one) => ({ ...one, needsApproval: async () => true }))
      const agent = new Agent({ name: 'Desk', model, tools })
      const state = saved === undefined ? undefined : await RunState.fromString(agent, saved.state)
      for (const asked of state?.getInterruptions() ?? [])
        if (approved === true) state?.approve(asked)
        else {
          await turn.run(refund.fromModel(INPUT, { approved: false }))
          state?.reject(asked, { message: 'No.' })
        }
      const result = await runner.run(agent, state ?? 'go')
      outputs.splice(0, Infinity, ...result.newItems.flatMap((item) => ('output' in item ? [item.output] : [])))
      saved = { state: result.state.toString(), guard: session.save() }
    }
    expect(outputs).to.deep.equal(['No.', '{"refunded":7}'])
    expect(paid).to.deep.equal([7])
  })
})

describe('two calls of LangGraph that wait at once', () => {
  const State = Annotation.Root({ ...MessagesAnnotation.spec, guard: Annotation<SessionState | undefined> })
  const CONFIG = { configurable: { thread_id: 'run' } }

  it('are paid once each, although the node runs again for the second answer', async () => {
    const { paid, run } = desk()
    const ledger = memoryLedger()
    const schema = z.object({ order: z.number() })
    const refund = langchainTool((args) => (interrupt<object, boolean>(args) ? run(args) : { refunded: 0 }), {
      name: 'refund',
      description: 'Refunds an order.',
      schema
    })
    const callTools = async ({ messages, guard }: typeof State.State, config: LangGraphRunnableConfig) => {
      const session = openSession({ ledger, ...(guard && { state: guard }) })
      const turn = session.openTurn({ id: 'run' })
      const tools = langchain.guardTools([refund], { turn, rules: { refund: { effect: 'write' } } })
      const answered = await new ToolNode(tools).invoke({ messages }, config)
      return { messages: answered.messages, guard: session.save() }
    }
    let asked = 0
    const askModel = () => {
      const calls = asked++ > 0 ? [] : [7, 8].map((order) => ({ id: `c${order}`, name: 'refund', args: { order } }))
      return { messages: [new AIMessage({ content: '', tool_calls: calls })] }
    }
    const graph = new StateGraph(State)
      .addNode('model', askModel)
      .addNode('tools', callTools)
      .addEdge(START, 'model')
      .addConditionalEdges('model', () => (asked > 1 ? END : 'tools'))
      .addEdge('tools', 'model')
      .compile({ checkpointer: new MemorySaver() })
    await graph.invoke({ messages: [new HumanMessage('go')] }, CONFIG)
    for (const _ of [7, 8]) await graph.invoke(new Command({ resume: true }), CONFIG)
    const { values } = await graph.getState(CONFIG)
    const texts = (values as typeof State.State).messages.flatMap((one) =>
      ToolMessage.isInstance(one) ? [one.content] : []
    )
    expect(texts).to.deep.equal(['{"refunded":7}', '{"refunded":8}'])
    expect(paid).to.deep.equal([7, 8])
  })
})
