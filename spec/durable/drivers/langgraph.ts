/** LangGraph: a node, and a thread in PostgreSQL that is resumed from its checkpoint when the node throws. */
import { setTimeout } from 'node:timers/promises'
import { load } from '../engines/installed.js'
import { afterMsOf, type Open, type Told, type Work } from './driver.js'

interface State {
  readonly work: number
  readonly told?: Told
}

interface Config {
  readonly configurable: { readonly thread_id: string; readonly message: string }
}

interface Graph {
  readonly addNode: (name: string, node: (state: State, config: Config) => Promise<Partial<State>>) => Graph
  readonly addEdge: (from: string, to: string) => Graph
  readonly compile: (options: object) => {
    readonly invoke: (input: State | null, config: Config) => Promise<State>
  }
}

interface LangGraph {
  readonly Annotation: (() => unknown) & { readonly Root: (fields: object) => unknown }
  readonly START: string
  readonly END: string
  readonly StateGraph: new (state: unknown) => Graph
}

interface Saver {
  readonly setup: () => Promise<void>
  readonly end: () => Promise<void>
}

export const openLangGraph: Open = async ({ host, postgres: port }) => {
  const { Annotation, END, START, StateGraph } = load('@langchain/langgraph') as LangGraph
  const { PostgresSaver } = load('@langchain/langgraph-checkpoint-postgres') as {
    readonly PostgresSaver: { readonly fromConnString: (url: string) => Saver }
  }
  const checkpointer = PostgresSaver.fromConnString(`postgresql://postgres@${host}:${port}/postgres`)
  await checkpointer.setup()
  const works: Array<Work> = []
  const graph = new StateGraph(Annotation.Root({ work: Annotation(), told: Annotation() }))
    .addNode('write', async ({ work }, { configurable: { thread_id: thread, message } }) => ({
      told: await (works[work] as Work)(`${thread}:${message}`)
    }))
    .addEdge(START, 'write')
    .addEdge('write', END)
    .compile({ checkpointer })
  return {
    // Another message of the same thread.
    takesIdsAgain: true,
    run: async (thread, work) => {
      const place = works.push(work) - 1
      const config = { configurable: { thread_id: thread, message: String(place) } }
      for (let input: State | null = { work: place }; ; input = null) {
        try {
          return (await graph.invoke(input, config)).told as Told
        } catch (thrown) {
          await setTimeout(afterMsOf(thrown))
        }
      }
    },
    close: () => checkpointer.end()
  }
}
