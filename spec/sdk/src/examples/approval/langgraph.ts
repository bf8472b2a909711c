/**
 * An approval of LangGraph: the tool asks by `interrupt()`, once the guard has taken its arguments, and another process
 * goes on with the checkpoint.
 */
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import {
  Annotation,
  Command,
  END,
  interrupt,
  MessagesAnnotation,
  START,
  StateGraph,
  type BaseCheckpointSaver,
  type LangGraphRunnableConfig
} from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { currentCall, failed, openSession, schemaMismatch, type SessionState } from 'guarded-call'
import { guardTools } from 'guarded-call/langchain'
import { z } from 'zod'
import { ledger, nextCall, payments, QUESTION, story } from '../support/approval.js'
import { checkpointsOf, memorySaver, type Checkpoints } from '../support/checkpoints.js'

const askModel = () => {
  const call = nextCall()
  const calls = call === undefined ? [] : [{ id: call.id, name: 'refund', args: { ...call.input } }]
  return { messages: [new AIMessage({ content: '', tool_calls: calls })] }
}
const isDone = ({ messages }: typeof State.State) => ((messages.at(-1) as AIMessage).tool_calls?.length ?? 0) === 0

// -- the recipe

const State = Annotation.Root({ ...MessagesAnnotation.spec, guard: Annotation<SessionState | undefined> })

const refund = tool(
  async (args) =>
    interrupt<object, boolean>({ refund: args })
      ? payments.refund(args, currentCall()?.operationId ?? '')
      : failed(schemaMismatch({ code: 'denied', detail: 'The user refused this refund.' }), { executed: 'no' }),
  {
    name: 'refund',
    description: 'Refunds an order.',
    schema: z.object({ order: z.int(), cents: z.int().min(1).max(50_000) })
  }
)

const callTools = async ({ messages, guard }: typeof State.State, config: LangGraphRunnableConfig) => {
  const session = openSession({ ledger, ...(guard && { state: guard }) })
  const turn = session.openTurn({ id: String(config.configurable?.['thread_id']) })
  const tools = guardTools([refund], { turn, rules: { refund: { effect: 'write' } } })
  const answered = await new ToolNode(tools).invoke({ messages }, config)
  return { messages: answered.messages, guard: session.save() }
}

const graphWith = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode('model', askModel)
    .addNode('tools', callTools)
    .addEdge(START, 'model')
    .addConditionalEdges('model', (state) => (isDone(state) ? END : 'tools'))
    .addEdge('tools', 'model')
    .compile({ checkpointer })

// -- the story

interface Saved {
  readonly checkpoints?: Checkpoints
  readonly waits: ReadonlyArray<unknown>
  readonly read: ReadonlyArray<string>
}

const CONFIG = { configurable: { thread_id: 'run-1' } }

const run = async ({ checkpoints }: Saved, approved?: boolean): Promise<Saved> => {
  const saver = memorySaver(checkpoints)
  const graph = graphWith(saver)
  await graph.invoke(
    approved === undefined ? { messages: [new HumanMessage(QUESTION)] } : new Command({ resume: approved }),
    CONFIG
  )
  const { values, tasks } = await graph.getState(CONFIG)
  return {
    checkpoints: checkpointsOf(saver),
    waits: tasks.flatMap(({ interrupts }) =>
      interrupts.map(({ value }) => (value as { readonly refund: unknown }).refund)
    ),
    read: (values as typeof State.State).messages.flatMap((message) =>
      ToolMessage.isInstance(message) ? [message.content as string] : []
    )
  }
}

await story(run, { waits: [], read: [] }, ({ waits, read }) => ({ waits, read }))
