/** The Gemini CLI. */
import { ASKED, type Story } from '../story.js'
import { type Data, type Form, json, lines, stamp, when } from './form.js'

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

// A message is written when the model has spoken, again when its calls have run, and their results once more.
const geminiLines = (story: Story): ReadonlyArray<unknown> => [
  // Resumed: its head stands twice.
  ...[0, 1].map((at) => ({ sessionId: 's1', projectHash: 'abc', startTime: stamp(0), lastUpdated: stamp(at) })),
  { $set: { messages: [{ id: 'u0', type: 'user', content: [{ text: 'This is the context.' }] }] } },
  ...(geminiChat(story) as { readonly messages: ReadonlyArray<Data> }).messages.flatMap((message) => {
    const { toolCalls, ...spoken } = message
    const results = (toolCalls as ReadonlyArray<Data> | undefined)?.flatMap(({ result = [] }) => result)
    return results === undefined
      ? [{ ...message, content: [{ text: message['content'] }] }, { $set: { lastUpdated: stamp(1) } }]
      : [{ ...spoken, thoughts: [] }, message, { id: `r-${String(message['id'])}`, type: 'user', content: results }]
  }),
  { $rewindTo: 'm5' }
]

export const GEMINI_CLI: ReadonlyArray<Form> = [
  {
    name: 'Gemini CLI',
    origin: 'agentsview testdata; gemini-cli chat recording service',
    format: 'gemini-cli',
    write: (story) => json(geminiChat(story)),
    call: /"args"/g,
    answer: /"functionResponse"/g,
    words: ['"toolCalls"', '"name"', '"args"', '"gemini"', '"messages"']
  },
  {
    name: 'Gemini CLI: lines',
    origin: 'gemini-cli chat recording service, since 0.40',
    format: 'gemini-cli',
    write: (story) => lines(geminiLines(story)),
    call: /"args"/g,
    answer: /"result"/g,
    words: ['"toolCalls"', '"name"', '"args"', '"gemini"']
  }
]
