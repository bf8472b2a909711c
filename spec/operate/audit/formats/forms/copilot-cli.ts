/** The GitHub Copilot CLI. */
import { ASKED, type Story } from '../story.js'
import { type Form, lines, stamp, when } from './form.js'

const events = (story: Story): ReadonlyArray<unknown> =>
  [
    { type: 'session.start', data: { sessionId: 's', producer: 'copilot-agent' } },
    { type: 'user.message', data: { content: ASKED, attachments: [] } },
    ...story.flatMap((call) => {
      const { id, name, args, answer, failed } = call
      const said = failed ? { error: { message: answer, code: 'failure' } } : { result: { content: answer } }
      return [
        {
          type: 'assistant.message',
          data: { content: '', toolRequests: [{ toolCallId: id, name, arguments: args, type: 'function' }] }
        },
        { type: 'tool.execution_start', data: { toolCallId: id, toolName: name } },
        ...when(call, { type: 'tool.execution_complete', data: { toolCallId: id, success: !failed, ...said } })
      ]
    })
  ].map((event, at) => ({ ...event, id: `e${at}`, parentId: at === 0 ? null : `e${at - 1}`, timestamp: stamp(at) }))

export const COPILOT_CLI: ReadonlyArray<Form> = [
  {
    name: 'GitHub Copilot CLI',
    origin: 'copilot-sdk, nodejs/src/generated/session-events.ts; fixtures of agent-sessions',
    format: 'copilot-cli',
    write: (story) => lines(events(story)),
    call: /"assistant\.message"/g,
    answer: /"tool\.execution_complete"/g,
    words: ['"data"', '"toolRequests"', '"name"', '"arguments"', '"tool.execution_complete"', '"toolCallId"']
  }
]
