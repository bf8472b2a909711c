/** ATIF. */
import { ASKED, type Story } from '../story.js'
import { type Form, json, when } from './form.js'

const atifTrajectory = (story: Story): unknown => ({
  schema_version: 'ATIF-v1.5',
  session_id: 's1',
  agent: { name: 'terminus-2', version: '1' },
  steps: [
    { step_id: 1, source: 'user', message: ASKED },
    ...story.flatMap((one, at) => [
      {
        step_id: at + 2,
        source: 'agent',
        message: '',
        tool_calls: [{ tool_call_id: one.id, function_name: one.name, arguments: one.args }],
        ...Object.assign(
          {},
          ...when(one, { observation: { results: [{ source_call_id: one.id, content: one.answer }] } })
        )
      }
    ])
  ]
})

export const ATIF: ReadonlyArray<Form> = [
  {
    name: 'ATIF',
    origin: 'phoenix fixtures of Harbor: terminus-2, openhands',
    format: 'atif',
    write: (story) => json(atifTrajectory(story)),
    call: /"function_name"/g,
    answer: /"source_call_id"/g,
    words: ['"tool_calls"', '"function_name"', '"arguments"', '"observation"', '"steps"']
  }
]
