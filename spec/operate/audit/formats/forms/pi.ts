/** Pi. */
import { ASKED, type Story, type StoryCall } from '../story.js'
import { blocks } from './anthropic.js'
import { type Form, lines, stamp, when } from './form.js'

const USAGE = { input: 10, output: 1, cacheRead: 5, cacheWrite: 2, totalTokens: 18, cost: { input: 0.1, total: 0.2 } }

const said = ({ id, name, args }: StoryCall): unknown => ({
  role: 'assistant',
  content: [
    { type: 'text', text: 'So.' },
    { type: 'toolCall', id, name, arguments: args }
  ],
  api: 'anthropic-messages',
  usage: USAGE,
  stopReason: 'toolUse'
})

const answered = (call: StoryCall): ReadonlyArray<unknown> =>
  when(call, {
    role: 'toolResult',
    toolCallId: call.id,
    toolName: call.name,
    content: [{ type: 'text', text: call.answer }],
    isError: call.failed
  })

const messages = (story: Story): ReadonlyArray<unknown> => [
  { role: 'user', content: [{ type: 'text', text: ASKED }] },
  ...story.flatMap((call) => [said(call), ...answered(call)])
]

const tree = (head: string, all: ReadonlyArray<unknown>): ReadonlyArray<unknown> => [
  { type: head, version: 3, id: 's', timestamp: stamp(0), cwd: '/home/ada' },
  { type: 'model_change', id: 'm0', parentId: null, timestamp: stamp(0), provider: 'anthropic', modelId: 'm' },
  ...all.map((message, at) => ({
    type: 'message',
    id: `m${at + 1}`,
    parentId: `m${at}`,
    timestamp: stamp(at),
    message
  }))
]

const stream = (story: Story): ReadonlyArray<unknown> => [
  { type: 'session', version: 3, id: 's', timestamp: stamp(0), cwd: '/home/ada' },
  { type: 'agent_start' },
  ...messages(story).flatMap((message) => [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    { type: 'message_end', message }
  ])
]

const FORM = {
  format: 'pi',
  call: /"toolCall"/g,
  answer: /"toolResult"/g,
  words: ['"message"', '"toolCall"', '"name"', '"arguments"', '"toolResult"', '"toolCallId"', '"assistant"']
}

export const PI: ReadonlyArray<Form> = [
  {
    ...FORM,
    name: 'Pi',
    origin: 'pi-mono, packages/coding-agent: docs/session.md and recorded sessions',
    write: (story) => lines(tree('session', messages(story)))
  },
  {
    ...FORM,
    name: 'Pi: a stream',
    origin: 'pi --mode json; pi-mono, packages/coding-agent/docs/json.md',
    write: (story) => lines(stream(story))
  },
  {
    ...FORM,
    name: 'Droid',
    origin: '~/.factory/sessions of Droid, as agent-sessions keeps one',
    write: (story) => lines(tree('session_start', blocks(story))),
    call: /"tool_use"/g,
    answer: /"tool_result"/g,
    words: ['"message"', '"tool_use"', '"name"', '"input"', '"tool_result"', '"tool_use_id"', '"assistant"']
  }
]
