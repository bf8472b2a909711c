/** The Vercel AI SDK. */
import { ASKED, type Story, type StoryCall } from '../story.js'
import { type Data, type Form, json, when } from './form.js'

const parts = (story: Story): ReadonlyArray<unknown> => [
  { role: 'user', content: ASKED },
  ...story.flatMap((call) => [
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: call.args }]
    },
    ...when(call, {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: call.id,
          toolName: call.name,
          output: { type: call.failed ? 'error-text' : 'text', value: call.answer }
        }
      ]
    })
  ])
]

const oldParts = (story: Story): ReadonlyArray<unknown> => [
  { role: 'user', content: ASKED },
  ...story.flatMap((call) => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, args: call.args }] },
    ...when(call, {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: call.id, toolName: call.name, result: call.answer, isError: call.failed }
      ]
    })
  ])
]

const uiPart = ({ name, args, id, answer, failed }: StoryCall): Data => ({
  type: typeof name === 'string' ? `tool-${name}` : 'dynamic-tool',
  ...(typeof name === 'string' ? {} : { toolName: name }),
  toolCallId: id,
  state: answer === null ? 'input-available' : failed ? 'output-error' : 'output-available',
  input: args,
  ...(answer === null ? {} : failed ? { errorText: answer } : { output: answer })
})

export const AI_SDK: ReadonlyArray<Form> = [
  {
    name: 'AI SDK: model messages',
    origin: 'reference of ModelMessage',
    format: 'ai-sdk',
    write: (story) => json(parts(story)),
    call: /"tool-call"/g,
    answer: /"tool-result"/g,
    words: ['"tool-call"', '"toolName"', '"input"', '"tool-result"', '"assistant"', '"content"']
  },
  {
    name: 'AI SDK: messages of version 4',
    origin: 'reference of CoreMessage',
    format: 'ai-sdk',
    write: (story) => json(oldParts(story)),
    call: /"tool-call"/g,
    answer: /"tool-result"/g,
    words: ['"tool-call"', '"toolName"', '"args"', '"tool-result"']
  },
  {
    name: 'AI SDK: messages for user interfaces',
    origin: 'reference of UIMessage',
    format: 'ai-sdk',
    write: (story) =>
      json([
        { id: 'm1', role: 'user', parts: [{ type: 'text', text: ASKED }] },
        ...story.map((call, at) => ({ id: `a${at}`, role: 'assistant', parts: [{ type: 'step-start' }, uiPart(call)] }))
      ]),
    call: /"toolCallId"/g,
    answer: /"state": "output-/g,
    words: ['"parts"', '"input"', '"toolCallId"', '"assistant"']
  },
  {
    name: 'AI SDK: each state of a message that streams',
    origin: 'Arize-ai/phoenix: ui_message_stream/fixtures.json, written by processUIMessageStream of ai 7',
    format: 'ai-sdk',
    write: (story) =>
      json(
        story.flatMap((call, at) => {
          const earlier = story.slice(0, at).map(uiPart)
          const begun = { ...uiPart({ ...call, answer: null }), input: undefined, state: 'input-streaming' }
          return [begun, uiPart({ ...call, answer: null }), uiPart(call)].map((part) => ({
            id: 'm1',
            role: 'assistant',
            parts: [{ type: 'step-start' }, ...earlier, part]
          }))
        })
      ),
    call: /zero/g,
    answer: /zero/g,
    words: ['"parts"', '"input"', '"toolCallId"', '"assistant"']
  }
]
