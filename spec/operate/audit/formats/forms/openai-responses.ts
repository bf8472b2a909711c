/** OpenAI Responses. */
import { ASKED, type Story } from '../story.js'
import { type Form, json, when, written } from './form.js'

export const items = (story: Story): ReadonlyArray<unknown> => [
  { role: 'user', content: [{ type: 'input_text', text: ASKED }] },
  ...story.flatMap((call) => [
    {
      type: 'function_call',
      id: `fc_${String(call.id)}`,
      call_id: call.id,
      name: call.name,
      arguments: written(call.args)
    },
    ...when(call, { type: 'function_call_output', call_id: call.id, output: call.answer })
  ])
]

export const OPENAI_RESPONSES: ReadonlyArray<Form> = [
  {
    name: 'OpenAI Responses: a request',
    origin: 'API reference of Responses',
    format: 'openai-responses',
    write: (story) => json({ model: 'm', input: items(story) }),
    call: /"type": "function_call"/g,
    answer: /"function_call_output"/g,
    words: ['"function_call"', '"name"', '"arguments"', '"function_call_output"', '"input"', '"call_id"']
  },
  {
    name: 'OpenAI Agents for JavaScript: a history',
    origin: 'lapth/aichat-openai-agent: callId, an output that is a part',
    format: 'openai-responses',
    write: (story) =>
      json([
        { role: 'user', content: ASKED },
        ...story.flatMap((call) => [
          { type: 'function_call', callId: call.id, name: call.name, arguments: written(call.args) },
          ...when(call, {
            type: 'function_call_result',
            callId: call.id,
            name: call.name,
            output: { type: 'text', text: call.answer }
          })
        ])
      ]),
    call: /"type": "function_call"/g,
    answer: /"function_call_result"/g,
    words: ['"function_call"', '"name"', '"arguments"', '"function_call_result"', '"callId"', '"output"']
  },
  {
    name: 'OpenAI Agents for JavaScript: the state of a run',
    origin: 'its RunState: generatedItems, whose calls stand in modelResponses as well',
    format: 'openai-responses',
    write: (story) => {
      const call = (one: Story[number]) => ({
        type: 'function_call',
        callId: one.id,
        name: one.name,
        arguments: written(one.args)
      })
      return json({
        state: {
          $schemaVersion: '1.0',
          originalInput: ASKED,
          modelResponses: story.map((one) => ({ output: [{ ...call(one), type: 'function_call' }] })),
          context: { usage: { requests: 1, inputTokens: 90, outputTokens: 9 }, context: {} },
          generatedItems: story.flatMap((one) => [
            { type: 'tool_call_item', rawItem: call(one), agent: { name: 'a' } },
            ...when(one, {
              type: 'tool_call_output_item',
              rawItem: {
                type: 'function_call_result',
                callId: one.id,
                name: one.name,
                output: { type: 'text', text: one.answer }
              },
              output: one.answer
            })
          ])
        }
      })
    },
    call: /"tool_call_item"/g,
    answer: /"tool_call_output_item"/g,
    words: ['"rawItem"', '"generatedItems"', '"callId"']
  }
]
