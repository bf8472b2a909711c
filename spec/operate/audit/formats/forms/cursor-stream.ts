/** Cursor. */
import { ASKED, type Story } from '../story.js'
import { type Form, lines } from './form.js'

const cursorLines = (story: Story): ReadonlyArray<unknown> => [
  { type: 'system', subtype: 'init', session_id: 's1', model: 'm' },
  { type: 'user', message: { role: 'user', content: [{ type: 'text', text: ASKED }] }, session_id: 's1' },
  ...story.flatMap(({ name, args, id, answer, failed }, at) => {
    const call = { name: `shop-${String(name)}`, args, toolCallId: id, providerIdentifier: 'shop', toolName: name }
    const line = { type: 'tool_call', call_id: id, model_call_id: `m${at}`, session_id: 's1' }
    const result = { [failed ? 'error' : 'success']: { content: [{ text: { text: answer } }], isError: failed } }
    return [
      { type: 'thinking', subtype: 'completed', session_id: 's1' },
      { ...line, subtype: 'started', tool_call: { mcpToolCall: { args: call } } },
      ...(answer === null
        ? []
        : [{ ...line, subtype: 'completed', tool_call: { mcpToolCall: { args: call, result } } }])
    ]
  }),
  {
    type: 'result',
    subtype: 'success',
    is_error: false,
    session_id: 's1',
    usage: { inputTokens: 900, outputTokens: 9 }
  }
]

export const CURSOR_STREAM: ReadonlyArray<Form> = [
  {
    name: 'Cursor: a stream',
    origin: 'cursor-agent -p --output-format stream-json; traces of moose-data-agents',
    format: 'cursor-stream',
    write: (story) => lines(cursorLines(story)),
    call: /"subtype":"started"/g,
    answer: /"result":\{/g,
    words: ['"tool_call"', '"mcpToolCall"', '"toolName"', '"args"', '"result"', '"call_id"', '"session_id"']
  }
]
