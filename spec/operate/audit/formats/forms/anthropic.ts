/** Anthropic's messages, and those of Bedrock. */
import { ASKED, type Story } from '../story.js'
import { type Data, type Form, json, lines, when } from './form.js'

export const blocks = (story: Story): ReadonlyArray<Data> => [
  { role: 'user', content: ASKED },
  ...(story.flatMap((call) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: call.id, name: call.name, input: call.args }] },
    ...when(call, {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: call.id,
          content: [{ type: 'text', text: call.answer }],
          ...(call.failed ? { is_error: true } : {})
        }
      ]
    })
  ]) as ReadonlyArray<Data>)
]

const converse = (story: Story): ReadonlyArray<unknown> => [
  { role: 'user', content: [{ text: ASKED }] },
  ...story.flatMap((call) => [
    { role: 'assistant', content: [{ toolUse: { toolUseId: call.id, name: call.name, input: call.args } }] },
    ...when(call, {
      role: 'user',
      content: [
        {
          toolResult: {
            toolUseId: call.id,
            content: [{ text: call.answer }],
            status: call.failed ? 'error' : 'success'
          }
        }
      ]
    })
  ])
]

const ENVIRONMENT = { type: 'text', text: '<environment_details>\n# Current Mode\nACT MODE\n</environment_details>' }

/** As Cline writes results, here of native calls. */
const cline = (story: Story): ReadonlyArray<Data> => [
  { role: 'user', content: [{ type: 'text', text: `<task>\n${ASKED}\n</task>` }, ENVIRONMENT], ts: 1_777_346_962_000 },
  ...(story.flatMap((call) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: call.id, name: call.name, input: call.args }] },
    ...when(call, {
      role: 'user',
      content: [{ type: 'text', text: `[${String(call.name)} for 'a'] Result:\n${call.answer}` }, ENVIRONMENT]
    })
  ]) as ReadonlyArray<Data>)
]

export const ANTHROPIC: ReadonlyArray<Form> = [
  {
    name: 'Cline: api_conversation_history.json',
    origin: 'ToolResultUtils of cline/cline: results as text below their head',
    format: 'anthropic',
    write: (story) => json(cline(story)),
    call: /"tool_use"/g,
    answer: /\] Result:/g,
    words: ['"tool_use"', '"name"', '"input"', '"role"', '"content"']
  },
  {
    name: 'Anthropic: messages, one a line',
    origin: 'API reference of Messages',
    format: 'anthropic',
    write: (story) => lines(blocks(story)),
    call: /"tool_use"/g,
    answer: /"tool_result"/g,
    words: ['"tool_use"', '"name"', '"input"', '"tool_result"', '"tool_use_id"', '"role"', '"content"']
  },
  {
    name: 'Anthropic: a batch of requests',
    origin: 'Message Batches guide: custom_id, params',
    format: 'anthropic',
    write: (story) => lines([{ custom_id: 'a', params: { model: 'm', max_tokens: 9, messages: blocks(story) } }]),
    call: /"tool_use"/g,
    answer: /"tool_result"/g,
    words: ['"tool_use"', '"name"', '"input"', '"tool_result"', '"messages"']
  },
  {
    name: 'Bedrock: a request of Converse',
    origin: 'API reference of Converse',
    format: 'anthropic',
    write: (story) => json({ modelId: 'm', messages: converse(story) }),
    call: /"toolUse"/g,
    answer: /"toolResult"/g,
    words: ['"toolUse"', '"name"', '"input"', '"toolResult"', '"toolUseId"', '"messages"', '"role"', '"content"']
  }
]
