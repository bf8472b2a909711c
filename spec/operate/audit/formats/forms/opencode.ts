/** OpenCode. */
import { ASKED, type Story, type StoryCall } from '../story.js'
import { type Form, json, lines } from './form.js'

const SPENT = { cost: 0.01, tokens: { input: 10, output: 1, cache: { read: 5, write: 0 } } }

const partOf = ({ name, args, id, answer, failed }: StoryCall): unknown => ({
  type: 'tool',
  callID: id,
  tool: name,
  state:
    answer === null
      ? { status: 'running', input: args }
      : {
          status: failed ? 'error' : 'completed',
          input: args,
          ...(failed ? { error: answer } : { output: answer })
        }
})

const opencodeSession = (story: Story): unknown => ({
  info: { id: 'ses_1' },
  messages: [
    { info: { id: 'msg_0', role: 'user' }, parts: [{ type: 'text', text: ASKED }] },
    ...story.map((call) => ({ info: { role: 'assistant', ...SPENT }, parts: [partOf(call)] }))
  ]
})

const opencodeLines = (story: Story): ReadonlyArray<unknown> =>
  story
    .flatMap((call) => [
      { type: 'step_start', part: { type: 'step-start' } },
      { type: 'tool_use', part: partOf(call) },
      { type: 'step_finish', part: { type: 'step-finish', reason: 'tool-calls', ...SPENT } }
    ])
    .map((line, at) => ({ ...line, timestamp: 1_784_042_493_000 + at, sessionID: 'ses_1' }))

export const OPENCODE: ReadonlyArray<Form> = [
  {
    name: 'OpenCode',
    origin: 'opencode export',
    format: 'opencode',
    write: (story) => json(opencodeSession(story)),
    call: /"callID"/g,
    answer: /"output": "|"error": "/g,
    words: ['"tool"', '"state"', '"input"', '"parts"', '"messages"']
  },
  {
    name: 'OpenCode: lines',
    origin: 'opencode run --format json, 1.17',
    format: 'opencode',
    write: (story) => lines(opencodeLines(story)),
    call: /"callID"/g,
    answer: /"output":"|"error":"/g,
    words: ['"tool"', '"state"', '"input"', '"part"', '"tool_use"']
  }
]
