/** What Codex prints. */
import type { Story } from '../story.js'
import { type Form, lines, written } from './form.js'

const codexEvents = (story: Story): ReadonlyArray<unknown> => [
  { type: 'thread.started', thread_id: 't1' },
  { type: 'turn.started' },
  ...story.flatMap(({ name, args, id, answer, failed }) => [
    {
      type: 'item.completed',
      item: {
        id,
        type: 'mcp_tool_call',
        server: 'shop',
        tool: name,
        arguments: written(args),
        ...(answer === null
          ? { status: 'in_progress' }
          : { result: { content: [{ type: 'text', text: answer }] }, status: failed ? 'failed' : 'completed' })
      }
    }
  ]),
  { type: 'turn.completed', usage: { input_tokens: 10, cached_input_tokens: 0, output_tokens: 1 } }
]

export const CODEX_STREAM: ReadonlyArray<Form> = [
  {
    name: 'Codex: a stream',
    origin: 'codex exec --json; agentcmd research notes',
    format: 'codex-stream',
    write: (story) => lines(codexEvents(story)),
    call: /"mcp_tool_call"/g,
    answer: /"text":/g,
    words: ['"mcp_tool_call"', '"tool"', '"arguments"', '"item"']
  }
]
