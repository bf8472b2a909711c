/** A scripted model for agents of Strands. */
import { Agent, Model, type BaseModelConfig, type Message, type ModelStreamEvent, type Tool } from '@strands-agents/sdk'
import type { Asked, Reply } from './conformance.js'

/** Asks for each step's calls, and then says `done`. */
class Scripted extends Model<BaseModelConfig> {
  #step = 0

  constructor(readonly steps: ReadonlyArray<ReadonlyArray<Asked>>) {
    super()
  }

  updateConfig(): void {}

  getConfig(): BaseModelConfig {
    return { modelId: 'scripted' }
  }

  async *stream(_messages: Array<Message>): AsyncIterable<ModelStreamEvent> {
    const asked = this.steps[this.#step++]
    yield { type: 'modelMessageStartEvent', role: 'assistant' }
    for (const { id, name, input } of asked ?? []) {
      yield { type: 'modelContentBlockStartEvent', start: { type: 'toolUseStart', name, toolUseId: id } }
      yield {
        type: 'modelContentBlockDeltaEvent',
        delta: { type: 'toolUseInputDelta', input: JSON.stringify(input) }
      }
      yield { type: 'modelContentBlockStopEvent' }
    }
    if (asked === undefined) {
      yield { type: 'modelContentBlockStartEvent' }
      yield { type: 'modelContentBlockDeltaEvent', delta: { type: 'textDelta', text: 'done' } }
      yield { type: 'modelContentBlockStopEvent' }
    }
    yield { type: 'modelMessageStopEvent', stopReason: asked === undefined ? 'endTurn' : 'toolUse' }
  }
}

/** What the model read of the calls that it asked for. */
export const runAgent = async (
  tools: ReadonlyArray<Tool>,
  steps: ReadonlyArray<ReadonlyArray<Asked>>
): Promise<ReadonlyArray<Reply>> => {
  const agent = new Agent({ model: new Scripted(steps), tools: [...tools], printer: false })
  await agent.invoke('go')
  return agent.messages.flatMap(({ content }) =>
    content.flatMap((block) => {
      if (block.type !== 'toolResultBlock') return []
      const [part] = block.content
      const json = part?.type === 'jsonBlock' ? JSON.stringify(part.json) : ''
      const text = part?.type === 'textBlock' ? part.text : json
      return [{ id: block.toolUseId, text, isError: block.status === 'error' }]
    })
  )
}
