/** A scripted model for agents of Mastra. */
import type { Asked, Reply } from './conformance.js'

/** The calls that a model asks for, step by step. */
export type Steps = ReadonlyArray<ReadonlyArray<Asked>>

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

/** The results of calls that a prompt holds. */
export const repliesIn = (prompt: ReadonlyArray<Prompt>): ReadonlyArray<Reply> =>
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

/** A model that asks for each step's calls, and then says `done`. */
export const scripted = (steps: Steps, provider = 'scripted') => {
  const prompts: Array<ReadonlyArray<Prompt>> = []
  const parts = () => {
    const asked = steps[prompts.length - 1]
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
    return {
      usage,
      finishReason: asked === undefined ? ('stop' as const) : ('tool-calls' as const),
      content: asked?.map(({ id, name, input }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        input: JSON.stringify(input)
      }))
    }
  }
  return {
    prompts,
    specificationVersion: 'v2' as const,
    provider,
    modelId: 'gpt-4o',
    supportedUrls: {},
    doGenerate: async ({ prompt }: { prompt: unknown }) => {
      prompts.push(prompt as ReadonlyArray<Prompt>)
      const { content = [{ type: 'text' as const, text: 'done' }], ...rest } = parts()
      return { content, ...rest, warnings: [] }
    },
    doStream: async ({ prompt }: { prompt: unknown }) => {
      prompts.push(prompt as ReadonlyArray<Prompt>)
      const { content, ...rest } = parts()
      const text = [
        { type: 'text-start' as const, id: 't' },
        { type: 'text-delta' as const, id: 't', delta: 'done' },
        { type: 'text-end' as const, id: 't' }
      ]
      const stream = new ReadableStream({
        start: (controller) => {
          for (const part of [
            { type: 'stream-start' as const, warnings: [] },
            ...(content ?? text),
            { type: 'finish' as const, ...rest }
          ])
            controller.enqueue(part)
          controller.close()
        }
      })
      return { stream }
    }
  }
}
