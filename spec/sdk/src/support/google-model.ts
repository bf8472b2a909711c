/** Gemini's API on loopback, answering from a script, for agents of Google's ADK and for the GenAI SDK's own loop. */
import { Gemini, InMemoryRunner, LlmAgent, LogLevel, setLogLevel, type BaseTool } from '@google/adk'
import { GoogleGenAI, type CallableTool, type Content } from '@google/genai'
import type { Asked, Reply } from './conformance.js'
import { scriptedServer } from './scripted-server.js'

type Steps = ReadonlyArray<ReadonlyArray<Asked>>

const MAX_CALLS = 100

setLogLevel(LogLevel.WARN)

/** Asks for each step's calls, and then says `done`. */
const model =
  (steps: Steps) =>
  (_: unknown, step: number): unknown => {
    const parts = steps[step - 1]?.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } }))
    return {
      candidates: [{ content: { role: 'model', parts: parts ?? [{ text: 'done' }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
    }
  }

// Of what is no object, ADK makes one with a `result`, and guarded calls give their `output`.
const textOf = ({ error, ...response }: Record<string, unknown>): string => {
  const { result, output = result ?? response } = response
  const text = error ?? output
  return typeof text === 'string' ? text : JSON.stringify(text)
}

/** What the model read of the calls that it asked for: every request holds those of the earlier ones. */
const repliesIn = (request: unknown): ReadonlyArray<Reply> =>
  (request as { readonly contents: ReadonlyArray<Content> }).contents
    .flatMap(({ parts = [] }) => parts)
    .flatMap(({ functionResponse }) => {
      if (functionResponse === undefined) return []
      const { id = null, response = {} } = functionResponse
      return [{ id, text: textOf(response), isError: 'error' in response }]
    })

const withModel = async (steps: Steps, use: (baseUrl: string) => Promise<void>): Promise<ReadonlyArray<Reply>> => {
  const server = await scriptedServer(model(steps))
  try {
    await use(server.url)
    return repliesIn(server.requests.at(-1))
  } finally {
    await server.close()
  }
}

/** Runs an agent of ADK. */
export const runAgent = (tools: ReadonlyArray<BaseTool>, steps: Steps): Promise<ReadonlyArray<Reply>> =>
  withModel(steps, async (baseUrl) => {
    // ADK takes the address from nowhere else.
    process.env['GOOGLE_GEMINI_BASE_URL'] = baseUrl
    const agent = new LlmAgent({
      name: 'shop',
      model: new Gemini({ model: 'gemini-2.5-flash', apiKey: 'none' }),
      instruction: 'Help.',
      tools: [...tools]
    })
    const runner = new InMemoryRunner({ agent, appName: 'shop' })
    const events = runner.runEphemeral({ userId: 'u', newMessage: { role: 'user', parts: [{ text: 'go' }] } })
    for await (const { errorMessage } of events) if (errorMessage !== undefined) throw new Error(errorMessage)
  })

/** Runs the automatic function calling of `generateContent`. */
export const runLoop = (tools: ReadonlyArray<CallableTool>, steps: Steps): Promise<ReadonlyArray<Reply>> =>
  withModel(steps, async (baseUrl) => {
    const { models } = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } })
    await models.generateContent({
      model: 'gemini-2.5-flash',
      contents: 'go',
      config: { tools: [...tools], automaticFunctionCalling: { maximumRemoteCalls: MAX_CALLS } }
    })
  })
