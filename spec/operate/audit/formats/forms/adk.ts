/** Google's Agent Development Kit. */
import { ASKED, type Story } from '../story.js'
import { type Data, type Form, json, lines, when } from './form.js'

const event = (author: string, role: string, part: Data, at: number): Data => ({
  content: { parts: [part], role },
  invocationId: 'e-1',
  author,
  actions: { stateDelta: {} },
  id: `event_${at}`,
  timestamp: 1_743_712_220 + at
})

const events = (story: Story): ReadonlyArray<Data> => [
  event('user', 'user', { text: ASKED }, 0),
  ...story.flatMap((call, at) => [
    event('shop', 'model', { functionCall: { id: call.id, name: call.name, args: call.args } }, 2 * at + 1),
    ...when(
      call,
      event(
        'shop',
        'user',
        { functionResponse: { id: call.id, name: call.name, response: { result: call.answer } } },
        2 * at + 2
      )
    )
  ])
]

// As Python stores them.
const inSnakes = (text: string): string =>
  text
    .replaceAll('functionCall', 'function_call')
    .replaceAll('functionResponse', 'function_response')
    .replaceAll('invocationId', 'invocation_id')

export const ADK: ReadonlyArray<Form> = [
  {
    name: 'Google ADK: a session',
    origin: 'API of adk api_server: GET /apps/…/sessions/…',
    format: 'adk',
    write: (story) => json({ id: 's', appName: 'shop', userId: 'u', state: {}, events: events(story) }),
    call: /"functionCall"/g,
    answer: /"functionResponse"/g,
    words: ['"functionCall"', '"name"', '"args"', '"functionResponse"', '"response"', '"content"', '"parts"']
  },
  {
    name: 'Google ADK: events of Python, one a line',
    origin: 'ADK documentation of /run: invocation_id',
    format: 'adk',
    write: (story) => inSnakes(lines(events(story))),
    call: /"function_call"/g,
    answer: /"function_response"/g,
    words: ['"function_call"', '"name"', '"args"', '"function_response"', '"response"', '"author"', '"invocation_id"']
  }
]
