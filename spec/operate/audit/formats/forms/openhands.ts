/** OpenHands. */
import { ASKED, type Story } from '../story.js'
import { type Form, json, lines, stamp, when, written } from './form.js'
import { chatCall } from './openai.js'

// An observation repeats the completion of the action that it follows from.
const openhands = (story: Story): ReadonlyArray<unknown> => [
  { id: 0, timestamp: stamp(0), source: 'user', action: 'message', args: { content: ASKED } },
  ...story.flatMap((call, at) => {
    const tool_call_metadata = {
      function_name: call.name,
      tool_call_id: call.id,
      model_response: {
        id: `chatcmpl-${at}`,
        choices: [{ message: { role: 'assistant', tool_calls: [chatCall(call)] } }]
      }
    }
    const event = { timestamp: stamp(at), source: 'agent', tool_call_metadata }
    return [
      { ...event, id: 2 * at + 1, action: 'call_tool_mcp', args: {} },
      ...when(call, {
        ...event,
        id: 2 * at + 2,
        cause: 2 * at + 1,
        observation: call.failed ? 'error' : 'mcp',
        content: call.answer,
        extras: {}
      })
    ]
  })
]

const sdkEvents = (story: Story): ReadonlyArray<unknown> => [
  { id: 'e', timestamp: stamp(0), source: 'user', kind: 'MessageEvent', llm_message: { role: 'user', content: ASKED } },
  ...story.flatMap((call, at) => {
    const event = { timestamp: stamp(at), tool_name: call.name, tool_call_id: call.id }
    return [
      {
        ...event,
        id: `a${at}`,
        kind: 'ActionEvent',
        source: 'agent',
        tool_call: { id: call.id, name: call.name, arguments: written(call.args) }
      },
      ...when(call, {
        ...event,
        id: `o${at}`,
        kind: 'ObservationEvent',
        source: 'environment',
        action_id: `a${at}`,
        observation: { content: [{ type: 'text', text: call.answer }], is_error: call.failed }
      })
    ]
  })
]

export const OPENHANDS: ReadonlyArray<Form> = [
  {
    name: 'OpenHands',
    origin: 'OpenHands: openhands/events/serialization, recorded trajectories',
    format: 'openhands',
    write: (story) => json(openhands(story)),
    call: /"action": "call_tool_mcp"/g,
    answer: /"observation"/g,
    words: ['"action"', '"function_name"', '"tool_call_metadata"', '"observation"', '"source"', '"cause"']
  },
  {
    name: 'OpenHands: events of its SDK, one a line',
    origin: 'OpenHands/software-agent-sdk: events',
    format: 'openhands',
    write: (story) => lines(sdkEvents(story)),
    call: /"ActionEvent"/g,
    answer: /"ObservationEvent"/g,
    words: ['"kind"', '"tool_name"', '"tool_call_id"', '"observation"', '"source"', '"arguments"']
  }
]
