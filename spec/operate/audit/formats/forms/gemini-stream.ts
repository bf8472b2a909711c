/** What the Gemini CLI prints; its calls are of tools of servers, whose results are whole. */
import { ASKED, type Story } from '../story.js'
import { type Form, lines, stamp, when } from './form.js'

const events = (story: Story): ReadonlyArray<unknown> =>
  [
    { type: 'init', session_id: 's1', model: 'gemini-3-pro-preview' },
    { type: 'message', role: 'user', content: ASKED },
    ...story.flatMap((call) => {
      const { id, name, args, answer, failed } = call
      const said = failed
        ? { status: 'error', output: answer, error: { type: 'mcp_tool_error', message: answer } }
        : { status: 'success', output: answer }
      return [
        { type: 'message', role: 'assistant', content: 'So.', delta: true },
        { type: 'tool_use', tool_name: name, tool_id: id, parameters: args },
        ...when(call, { type: 'tool_result', tool_id: id, ...said })
      ]
    }),
    { type: 'result', status: 'success', stats: { total_tokens: 11, input_tokens: 10, output_tokens: 1, cached: 5 } }
  ].map((event, at) => ({ ...event, timestamp: stamp(at) }))

export const GEMINI_STREAM: ReadonlyArray<Form> = [
  {
    name: 'Gemini CLI: stream',
    origin: 'gemini --output-format stream-json; packages/cli/src/nonInteractiveCli.ts',
    format: 'gemini-stream',
    write: (story) => lines(events(story)),
    call: /"tool_use"/g,
    answer: /"tool_result"/g,
    words: ['"tool_use"', '"tool_result"', '"tool_name"', '"tool_id"', '"parameters"', '"output"']
  }
]
