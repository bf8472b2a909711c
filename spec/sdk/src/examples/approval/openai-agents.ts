/**
 * An approval of OpenAI's Agents SDK: `needsApproval` asks only about calls that could run, and another process goes on
 * with the `RunState`.
 */
import { Agent, Runner, RunState } from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'
import * as E from 'fp-ts/lib/Either.js'
import { openSession, type SessionState, type Turn } from 'guarded-call'
import { toTools } from 'guarded-call/openai-agents'
import { ledger, QUESTION, refund, SCRIPT, story } from '../support/approval.js'

const model = new ScriptedModel([
  ...SCRIPT.map(({ id, input }) => [functionCall('refund', JSON.stringify(input), { callId: id })]),
  [assistantMessage('Done.')]
])
const runner = new Runner({ tracingDisabled: true })

// -- the recipe

interface Saved {
  readonly id: string
  /** `RunState.toString()` */
  readonly state?: string
  readonly guard?: SessionState
}

const agentIn = (turn: Turn) => {
  const needsApproval = async (_: unknown, input: unknown) => E.isRight(refund.check(input, { turn }))
  return new Agent({
    name: 'Desk',
    model,
    tools: toTools([refund], { turn }).map((tool) => ({ ...tool, needsApproval }))
  })
}

const run = async ({ id, state, guard }: Saved, approved = false): Promise<Saved> => {
  const session = openSession({ ledger, ...(guard && { state: guard }) })
  const turn = session.openTurn({ id })
  const agent = agentIn(turn)
  const resumed = state === undefined ? undefined : await RunState.fromString(agent, state)
  for (const asked of resumed?.getInterruptions() ?? []) {
    if (approved) resumed?.approve(asked)
    else {
      // After a no the SDK does not call the tool, so the guard hears it here.
      const denied = await turn.run(refund.fromModel(JSON.parse(asked.arguments ?? ''), { approved }))
      resumed?.reject(asked, { message: refund.toModelText(denied) })
    }
  }
  const result = await runner.run(agent, resumed ?? QUESTION)
  return { id, state: result.state.toString(), guard: session.save() }
}

// -- the story

interface Item {
  readonly type: string
  readonly output?: unknown
  readonly rawItem?: { readonly arguments?: string }
}

await story(run, { id: 'run-1' }, ({ state = '{}' }) => {
  const { generatedItems = [], currentStep } = JSON.parse(state) as {
    readonly generatedItems?: ReadonlyArray<Item>
    readonly currentStep?: { readonly data?: { readonly interruptions?: ReadonlyArray<Item> } }
  }
  return {
    waits: (currentStep?.data?.interruptions ?? []).map(
      ({ rawItem }) => JSON.parse(rawItem?.arguments ?? '') as unknown
    ),
    read: generatedItems.flatMap(({ type, output }) => (type === 'tool_call_output_item' ? [String(output)] : []))
  }
})
