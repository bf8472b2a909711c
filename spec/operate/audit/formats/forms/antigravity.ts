/** Google Antigravity. */
import { ASKED, type Story } from '../story.js'
import { type Form, lines, when } from './form.js'

const steps = (story: Story): ReadonlyArray<unknown> =>
  [
    { source: 'USER_EXPLICIT', type: 'USER_INPUT', content: `<USER_REQUEST>\n${ASKED}\n</USER_REQUEST>` },
    { source: 'SYSTEM', type: 'CONVERSATION_HISTORY' },
    ...story.flatMap((call) => [
      { source: 'MODEL', type: 'PLANNER_RESPONSE', tool_calls: [{ name: call.name, args: call.args }] },
      ...when(call, {
        source: 'MODEL',
        type: 'GENERIC',
        status: call.failed ? 'ERROR' : 'DONE',
        content: `Created At: 2026-11-02T09:00:00Z\nCompleted At: 2026-11-02T09:00:00Z\n${String(call.answer)}`
      })
    ])
  ].map((step, at) => ({
    step_index: at,
    status: 'DONE',
    ...step,
    created_at: `2026-11-02T09:00:${String(10 + at)}Z`
  }))

export const ANTIGRAVITY: ReadonlyArray<Form> = [
  {
    name: 'Google Antigravity',
    origin: 'transcript.jsonl of seven repositories, among them abericua/facturacion and gunupoke/book_viewer',
    format: 'antigravity',
    write: (story) => lines(steps(story)),
    call: /"tool_calls"/g,
    answer: /"GENERIC"/g,
    words: ['"step_index"', '"type"', '"source"', '"PLANNER_RESPONSE"', '"tool_calls"', '"name"', '"args"', '"content"']
  }
]
