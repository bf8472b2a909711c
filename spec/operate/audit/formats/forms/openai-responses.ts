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
  }
]
