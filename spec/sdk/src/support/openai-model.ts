/** OpenAI's API on loopback, answering from a script in both formats. */
import OpenAI from 'openai'
import type { Asked } from './conformance.js'
import { scriptedServer, type ScriptedServer } from './scripted-server.js'

/** The calls that a model asks for, step by step. */
export type Steps = ReadonlyArray<ReadonlyArray<Asked>>

/** The story: one call, asked for in each of seventeen steps. */
export const seventeen: Steps = Array.from({ length: 17 }, (_, i) => [
  { id: `c${i}`, name: 'search_orders', input: { status: 'open' } }
])

const toolCall = ({ id, name, input }: Asked) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: JSON.stringify(input) }
})

const completion = (message: object) => ({
  id: 'chat_1',
  object: 'chat.completion',
  created: 0,
  model: 'scripted',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      logprobs: null,
      message: { role: 'assistant', content: null, refusal: null, ...message }
    }
  ]
})

/** Asks for each of the steps' calls, then says that it is done. */
export const chatModel =
  (steps: Steps) =>
  (_: unknown, step: number): unknown => {
    const asked = steps[step - 1]
    return completion(asked === undefined ? { content: 'done' } : { tool_calls: asked.map(toolCall) })
  }

const response = (output: ReadonlyArray<object>) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 0,
  status: 'completed',
  model: 'scripted',
  output,
  parallel_tool_calls: true,
  tool_choice: 'auto',
  tools: [],
  error: null,
  incomplete_details: null
})

/** The same in the Responses format. */
export const responsesModel =
  (steps: Steps) =>
  (_: unknown, step: number): unknown => {
    const asked = steps[step - 1]
    return response(
      asked === undefined
        ? [
            {
              id: 'msg_1',
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'done', annotations: [] }]
            }
          ]
        : asked.map(({ id, name, input }) => ({
            id: `fc_${id}`,
            type: 'function_call',
            call_id: id,
            name,
            arguments: JSON.stringify(input),
            status: 'completed'
          }))
    )
  }

/** A client of the scripted API. */
export const withServer = async <A>(
  model: (body: unknown, step: number) => unknown,
  use: (client: OpenAI, server: ScriptedServer) => Promise<A>
): Promise<A> => {
  const server = await scriptedServer(model)
  try {
    return await use(new OpenAI({ apiKey: 'none', baseURL: server.url, maxRetries: 0 }), server)
  } finally {
    await server.close()
  }
}
