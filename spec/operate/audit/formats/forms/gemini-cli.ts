/** The Gemini CLI. */
import { ASKED, type Story } from '../story.js'
import { type Form, json, when } from './form.js'

const geminiChat = (story: Story): unknown => ({
  sessionId: 's1',
  projectHash: 'abc',
  messages: [
    { id: 'u1', type: 'user', content: ASKED },
    ...story.flatMap((one, at) => [
      {
        id: `m${at}`,
        type: 'gemini',
        content: '',
        toolCalls: [
          {
            id: one.id,
            name: one.name,
            args: one.args,
            status: one.failed ? 'error' : 'success',
            ...Object.assign(
              {},
              ...when(one, { result: [{ functionResponse: { id: one.id, response: { output: one.answer } } }] })
            )
          }
        ]
      }
    ])
  ]
})

export const GEMINI_CLI: ReadonlyArray<Form> = [
  {
    name: 'Gemini CLI',
    origin: 'agentsview testdata; gemini-cli chat recording service',
    format: 'gemini-cli',
    write: (story) => json(geminiChat(story)),
    call: /"args"/g,
    answer: /"functionResponse"/g,
    words: ['"toolCalls"', '"name"', '"args"', '"gemini"', '"messages"']
  }
]
