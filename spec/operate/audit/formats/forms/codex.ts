/** Rollouts of Codex. */
import { ASKED, type Story } from '../story.js'
import { type Data, type Form, lines, stamp } from './form.js'
import { items } from './openai-responses.js'

const rollout = (story: Story): ReadonlyArray<unknown> => [
  { timestamp: stamp(0), type: 'session_meta', payload: { id: 's-1', cwd: '/home/ada', cli_version: '0.50.0' } },
  { timestamp: stamp(0), type: 'event_msg', payload: { type: 'user_message', message: ASKED } },
  ...items(story).map((payload, at) => ({ timestamp: stamp(at), type: 'response_item', payload })),
  { timestamp: stamp(40), type: 'event_msg', payload: { type: 'token_count', info: null } }
]

const oldRollout = (story: Story): ReadonlyArray<unknown> => [
  { id: 's-1', timestamp: stamp(0), instructions: null, git: {} },
  { record_type: 'state' },
  ...items(story).map((item) => ({ type: 'message', ...(item as Data) }))
]

export const CODEX: ReadonlyArray<Form> = [
  {
    name: 'Codex',
    origin: 'agent-trajectory-profiler and agent-sessions fixtures',
    format: 'codex',
    write: (story) => lines(rollout(story)),
    call: /"type":"function_call"/g,
    answer: /"function_call_output"/g,
    words: ['"function_call"', '"name"', '"arguments"', '"function_call_output"', '"payload"', '"response_item"']
  },
  {
    name: 'Codex, its first form',
    origin: 'codex-session-viewer docs/example.jsonl',
    format: 'codex',
    write: (story) => lines(oldRollout(story)),
    call: /"type":"function_call"/g,
    answer: /"function_call_output"/g,
    words: ['"function_call"', '"name"', '"arguments"', '"function_call_output"']
  }
]
