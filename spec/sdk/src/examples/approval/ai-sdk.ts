/**
 * An approval of the Vercel AI SDK: `needsApproval` asks only about calls that could run, and another process goes on.
 */
import { generateText, stepCountIs, type ModelMessage } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import * as E from 'fp-ts/lib/Either.js'
import { openSession, type SessionState, type Turn } from 'guarded-call'
import { toTools } from 'guarded-call/ai-sdk'
import { ledger, nextCall, QUESTION, refund, story } from '../support/approval.js'

const model = new MockLanguageModelV3({
  doGenerate: async () => {
    const call = nextCall()
    return {
      content:
        call === undefined
          ? [{ type: 'text', text: 'Done.' }]
          : [{ type: 'tool-call', toolCallId: call.id, toolName: 'refund', input: JSON.stringify(call.input) }],
      finishReason: { unified: call === undefined ? 'stop' : 'tool-calls', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 }
      },
      warnings: []
    }
  }
})

// -- the recipe

interface Saved {
  readonly id: string
  readonly messages: ReadonlyArray<ModelMessage>
  /** The calls that a person is asked about. */
  readonly waits?: ReadonlyArray<{ readonly approvalId: string; readonly input: unknown }>
  readonly guard?: SessionState
}

const toolsIn = (turn: Turn) => {
  const needsApproval = (input: unknown) => E.isRight(refund.check(input, { turn }))
  return { refund: { ...toTools([refund], { turn })['refund']!, needsApproval } }
}

const run = async ({ id, messages, waits = [], guard }: Saved, approved = false): Promise<Saved> => {
  const session = openSession({ ledger, ...(guard && { state: guard }) })
  const turn = session.openTurn({ id })
  const word = async ({ approvalId, input }: (typeof waits)[number]) => {
    // After a no the SDK does not call the tool, so the guard hears it here.
    const denied = approved ? undefined : await turn.run(refund.fromModel(input, { approved }))
    const reason = denied && { reason: refund.toModelText(denied) }
    return { type: 'tool-approval-response' as const, approvalId, approved, ...reason }
  }
  // The SDK reads the last message alone: all answers stand in one.
  const words = await Promise.all(waits.map(word))
  const history = words.length === 0 ? messages : [...messages, { role: 'tool' as const, content: words }]
  const { content, response } = await generateText({
    model,
    tools: toolsIn(turn),
    messages: [...history],
    stopWhen: stepCountIs(20)
  })
  const asked = content.filter((part) => part.type === 'tool-approval-request')
  return {
    id,
    messages: [...history, ...response.messages],
    waits: asked.map(({ approvalId, toolCall }) => ({ approvalId, input: toolCall.input })),
    guard: session.save()
  }
}

// -- the story

const textOf = (output: { readonly type: string; readonly reason?: unknown; readonly value?: unknown }): string =>
  output.type === 'execution-denied'
    ? String(output.reason)
    : typeof output.value === 'string'
      ? output.value
      : JSON.stringify(output.value)

await story(run, { id: 'run-1', messages: [{ role: 'user', content: QUESTION }] }, ({ messages, waits = [] }) => ({
  waits: waits.map(({ input }) => input),
  read: messages.flatMap(({ role, content }) =>
    role === 'tool' ? content.flatMap((part) => (part.type === 'tool-result' ? [textOf(part.output)] : [])) : []
  )
}))
