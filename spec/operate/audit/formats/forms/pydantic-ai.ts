/** Pydantic AI. */
import { ASKED, type Story } from '../story.js'
import { type Form, json, stamp, when } from './form.js'

const pydanticMessages = (story: Story): ReadonlyArray<unknown> => [
  { parts: [{ content: ASKED, timestamp: stamp(0), part_kind: 'user-prompt' }], kind: 'request' },
  ...story.flatMap((one, at) => [
    {
      parts: [{ tool_name: one.name, args: one.args, tool_call_id: one.id, part_kind: 'tool-call' }],
      model_name: 'm',
      timestamp: stamp(at),
      kind: 'response'
    },
    ...when(one, {
      parts: [
        {
          tool_name: one.name,
          content: one.answer,
          tool_call_id: one.id,
          timestamp: stamp(at),
          part_kind: one.failed ? 'retry-prompt' : 'tool-return'
        }
      ],
      kind: 'request'
    })
  ])
]

export const PYDANTIC_AI: ReadonlyArray<Form> = [
  {
    name: 'Pydantic AI',
    origin: 'pydantic-ai docs/message-history.md: all_messages_json',
    format: 'pydantic-ai',
    write: (story) => json(pydanticMessages(story)),
    call: /"tool-call"/g,
    answer: /"tool-return"|"retry-prompt"/g,
    words: ['"tool-call"', '"tool_name"', '"args"', '"tool-return"', '"tool_call_id"', '"parts"', '"response"']
  }
]
