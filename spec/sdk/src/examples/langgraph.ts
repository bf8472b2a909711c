/** LangGraph: a `ToolNode` whose turn goes on in another process, with what the graph's state carries. */
import {
  AIMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  ToolMessage
} from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Annotation, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openSession, type SessionState } from 'guarded-call'
import { guardTools } from 'guarded-call/langchain'
import { z } from 'zod'
import { ARGS, Orders, QUESTION, searchOrders, tell, TIMES } from './support/shop.js'

const search = tool(({ status }) => searchOrders(status), {
  name: 'search_orders',
  description: 'Finds orders.',
  schema: z.object({ status: z.string() })
})

// -- the graph: what the guard remembers is a part of its state, and goes wherever a checkpoint goes

const State = Annotation.Root({ ...MessagesAnnotation.spec, guard: Annotation<SessionState | undefined> })

const callTools = async ({ messages, guard }: typeof State.State, config: { configurable?: { run_id?: string } }) => {
  const session = openSession(guard === undefined ? {} : { state: guard })
  const turn = session.openTurn({ id: String(config.configurable?.run_id) })
  const tools = guardTools([search], { turn, rules: { search_orders: { output: Orders } } })
  const answered = await new ToolNode(tools).invoke({ messages })
  return { messages: answered.messages, guard: session.save() }
}

// -- a model that asks again and again, and is stopped after so many times

const graphOf = (times: number) => {
  let asked = 0
  const askModel = () => {
    asked++
    const calls = asked > times ? [] : [{ id: `call_${process.pid}_${asked}`, name: 'search_orders', args: ARGS }]
    return { messages: [new AIMessage({ content: '', tool_calls: calls })] }
  }
  return new StateGraph(State)
    .addNode('model', askModel)
    .addNode('tools', callTools)
    .addEdge(START, 'model')
    .addConditionalEdges('model', () => (asked > times ? END : 'tools'))
    .addEdge('tools', 'model')
    .compile()
}

interface Checkpoint {
  readonly messages: ReturnType<typeof mapChatMessagesToStoredMessages>
  readonly guard?: SessionState | undefined
}

const CONFIG = { configurable: { run_id: 'run-1' }, recursionLimit: 100 }

const run = async ({ messages, guard }: Checkpoint, times: number): Promise<Checkpoint> => {
  const state = await graphOf(times).invoke({ messages: mapStoredMessagesToChatMessages(messages), guard }, CONFIG)
  return { messages: mapChatMessagesToStoredMessages(state.messages), guard: state.guard }
}

// -- two processes

const BEFORE = 3
const [, , checkpoint] = process.argv

if (checkpoint !== undefined) {
  console.log(JSON.stringify(await run(JSON.parse(checkpoint) as Checkpoint, TIMES - BEFORE)))
} else {
  const stopped = await run({ messages: mapChatMessagesToStoredMessages([new HumanMessage(QUESTION)]) }, BEFORE)
  const elsewhere = execFileSync(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(stopped)])
  const { messages } = JSON.parse(String(elsewhere)) as Checkpoint
  tell(
    mapStoredMessagesToChatMessages([...messages])
      .filter((message) => ToolMessage.isInstance(message))
      .map(({ content }) => content as string)
  )
}
