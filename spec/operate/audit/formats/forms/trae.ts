/** Trae Agent. */
import type { Story, StoryCall } from '../story.js'
import { type Form, json, stamp, when } from './form.js'

const USAGE = { input_tokens: 10, output_tokens: 1 }

const stepOf = (call: StoryCall, at: number): unknown => {
  const { id, name, args, answer, failed } = call
  const calls = [{ call_id: id, name, arguments: args, id: null }]
  const said = failed ? { result: '', error: answer } : { result: answer, error: '' }
  return {
    step_number: at + 1,
    timestamp: stamp(at),
    state: 'completed',
    llm_response: { content: '', finish_reason: 'tool_use', usage: USAGE, tool_calls: calls },
    tool_calls: calls,
    tool_results: when(call, { call_id: id, success: !failed, ...said, id: null }),
    reflection: null,
    error: null
  }
}

export const TRAE: ReadonlyArray<Form> = [
  {
    name: 'Trae Agent',
    origin: 'trae-agent, trae_agent/utils/trajectory_recorder.py; ISO-Bench',
    format: 'trae',
    write: (story: Story) =>
      json({
        task: 'Where is order 7?',
        llm_interactions: story.map(() => ({ input_messages: [], response: { usage: USAGE } })),
        agent_steps: story.map(stepOf),
        success: true
      }),
    call: /"arguments": [^[]+\],\s+"tool_results"/g,
    answer: /"success": (?:true|false),\s+"result"/g,
    words: ['"agent_steps"', '"tool_calls"', '"name"', '"arguments"', '"tool_results"', '"call_id"', '"llm_response"']
  }
]
