/** Claude Code. */
import type { Story } from '../story.js'
import { blocks } from './anthropic.js'
import { type Form, lines, stamp } from './form.js'

const claudeLines = (story: Story): ReadonlyArray<unknown> => [
  { type: 'summary', summary: 'Orders', leafUuid: 'u-0' },
  ...blocks(story).map((message, at) => ({
    parentUuid: at === 0 ? null : `u-${at}`,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/ada',
    sessionId: 's-1',
    version: '2.0.1',
    type: message['role'],
    message,
    uuid: `u-${at + 1}`,
    timestamp: stamp(at)
  })),
  { type: 'system', subtype: 'turn_duration', sessionId: 's-1', uuid: 'u-99' }
]

const streamLines = (story: Story): ReadonlyArray<unknown> => [
  { type: 'system', subtype: 'init', session_id: 's1', tools: ['get_order'] },
  ...claudeLines(story).map((line) => {
    const { type, message } = line as { readonly type: string; readonly message: unknown }
    return { type, message, parent_tool_use_id: null, session_id: 's1' }
  }),
  { type: 'result', subtype: 'success', is_error: false, session_id: 's1', total_cost_usd: 0.1 }
]

export const CLAUDE_CODE: ReadonlyArray<Form> = [
  {
    name: 'Claude Code',
    origin: 'session-share samples; llm-builds-linux trajectories',
    format: 'claude-code',
    write: (story) => lines(claudeLines(story)),
    call: /"tool_use"/g,
    answer: /"tool_result"/g,
    words: ['"tool_use"', '"name"', '"input"', '"tool_result"', '"tool_use_id"', '"message"', '"assistant"']
  },
  {
    name: 'Claude Code: a stream',
    origin: 'claude -p --output-format stream-json',
    format: 'claude-code',
    write: (story) => lines(streamLines(story)),
    call: /"tool_use"/g,
    answer: /"tool_result"/g,
    words: ['"tool_use"', '"name"', '"input"', '"tool_result"', '"tool_use_id"', '"message"', '"assistant"']
  }
]
