/** Claude Managed Agents: a page of events, and lines that keep each event as it came. */
import { ASKED, type Story } from '../story.js'
import { type Data, type Form, json, lines, stamp, when } from './form.js'

const events = (story: Story): ReadonlyArray<Data> =>
  [
    { type: 'session.status_running' },
    { type: 'user.message', content: [{ type: 'text', text: ASKED }] },
    ...story.flatMap((call, at) => [
      { type: 'span.model_request_start', id: `start_${at}` },
      { type: 'agent.thinking' },
      { type: 'agent.custom_tool_use', id: call.id, name: call.name, input: call.args },
      {
        type: 'span.model_request_end',
        model_request_start_id: `start_${at}`,
        is_error: false,
        model_usage: { input_tokens: 2, output_tokens: 1, cache_read_input_tokens: 8, cache_creation_input_tokens: 0 }
      },
      ...when(call, {
        type: 'user.custom_tool_result',
        custom_tool_use_id: call.id,
        content: [{ type: 'text', text: call.answer }],
        is_error: call.failed
      })
    ]),
    { type: 'session.status_idle', stop_reason: { type: 'end_turn' } }
  ].map((event, at) => ({ id: `sevt_${at}`, ...event, processed_at: stamp(at) }))

const FORM = {
  origin: 'anthropic-sdk-python, types/beta/sessions; a transcript of a session',
  format: 'managed-agents',
  call: /"agent\.custom_tool_use"/g,
  answer: /"user\.custom_tool_result"/g,
  words: ['"agent.custom_tool_use"', '"user.custom_tool_result"', '"name"', '"input"', '"custom_tool_use_id"']
}

export const MANAGED_AGENTS: ReadonlyArray<Form> = [
  { ...FORM, name: 'Claude Managed Agents', write: (story) => json({ data: events(story), next_page: null }) },
  {
    ...FORM,
    name: 'Claude Managed Agents: lines',
    write: (story) => lines(events(story).map((raw) => ({ role: 'agent', kind: 'event', content: 'So.', raw }))),
    words: [...FORM.words, '"raw"', '"processed_at"']
  }
]
