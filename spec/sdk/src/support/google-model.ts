/** A scripted model for agents of Google's ADK. */
import { BaseLlm, InMemoryRunner, LlmAgent, type BaseTool, type LlmRequest, type LlmResponse } from '@google/adk'
import type { Asked, Reply } from '../../../../dist/spec/adapters/conformance.js'

/** Asks for each step's calls, and then says `done`. */
class Scripted extends BaseLlm {
  #step = 0

  constructor(readonly steps: ReadonlyArray<ReadonlyArray<Asked>>) {
    super({ model: 'scripted' })
  }

  async *generateContentAsync(_request: LlmRequest): AsyncGenerator<LlmResponse, void> {
    const asked = this.steps[this.#step++]
    const parts = asked?.map(({ id, name, input }) => ({
      functionCall: { id, name, args: input as Record<string, unknown> }
    })) ?? [{ text: 'done' }]
    yield { content: { role: 'model', parts } }
  }

  connect(): Promise<never> {
    return Promise.reject(new Error('This model does not connect.'))
  }
}

/** What the model read of the calls that it asked for. */
export const runAgent = async (
  tools: ReadonlyArray<BaseTool>,
  steps: ReadonlyArray<ReadonlyArray<Asked>>
): Promise<ReadonlyArray<Reply>> => {
  const agent = new LlmAgent({
    name: 'shop',
    model: new Scripted(steps),
    instruction: 'Help.',
    tools: [...tools]
  })
  const runner = new InMemoryRunner({ agent, appName: 'shop' })
  const replies: Array<Reply> = []
  for await (const { content } of runner.runEphemeral({
    userId: 'u',
    newMessage: { role: 'user', parts: [{ text: 'go' }] }
  }))
    for (const { functionResponse } of content?.parts ?? []) {
      if (functionResponse === undefined) continue
      const { id = null, response = {} } = functionResponse
      const error = response['error']
      // Of what is no object, ADK makes one.
      const { result = response } = response
      const text = typeof result === 'string' ? result : JSON.stringify(result)
      replies.push({ id, text: typeof error === 'string' ? error : text, isError: typeof error === 'string' })
    }
  return replies
}
