/** OpenCode. */
import { ASKED, type Story } from '../story.js'
import { type Form, json } from './form.js'

const opencodeSession = (story: Story): unknown => ({
  info: { id: 'ses_1' },
  messages: [
    { info: { id: 'msg_0', role: 'user' }, parts: [{ type: 'text', text: ASKED }] },
    ...story.flatMap(({ name, args, id, answer, failed }) => [
      {
        info: { role: 'assistant', cost: 0.01, tokens: { input: 10, output: 1, cache: { read: 5, write: 0 } } },
        parts: [
          {
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
          }
        ]
      }
    ])
  ]
})

export const OPENCODE: ReadonlyArray<Form> = [
  {
    name: 'OpenCode',
    origin: 'opencode export',
    format: 'opencode',
    write: (story) => json(opencodeSession(story)),
    call: /"callID"/g,
    answer: /"output": "|"error": "/g,
    words: ['"tool"', '"state"', '"input"', '"parts"', '"messages"']
  }
]
