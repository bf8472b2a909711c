/**
 * Transcripts in every format: one that is whole, and the same cut between a call and its result, with a result whose
 * call is gone.
 */
import type { HistoryFormat } from '../../../lib/history/formats.js'

type Message = Readonly<Record<string, unknown>>

export interface Fixture {
  readonly format: HistoryFormat
  readonly whole: ReadonlyArray<Message>
  /** One call without a result, one result without a call. */
  readonly broken: ReadonlyArray<Message>
}

const fixture = (format: HistoryFormat, whole: ReadonlyArray<Message>, orphan: Message, call: Message): Fixture => {
  const [question, ...rest] = whole as [Message, ...ReadonlyArray<Message>]
  return { format, whole, broken: [question, orphan, ...rest, call] }
}

const openaiCall = (id: string, city: string): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'get_weather', arguments: JSON.stringify({ city }) } }]
})
const openaiResult = (tool_call_id: string, content: string): Message => ({ role: 'tool', tool_call_id, content })

const responsesCall = (call_id: string, city: string): Message => ({
  type: 'function_call',
  id: `fc_${call_id}`,
  call_id,
  name: 'get_weather',
  arguments: JSON.stringify({ city }),
  status: 'completed'
})
const responsesResult = (call_id: string, output: string): Message => ({
  type: 'function_call_output',
  call_id,
  output
})

const anthropicCall = (id: string, city: string): Message => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'get_weather', input: { city } }]
})
const anthropicResult = (tool_use_id: string, content: string): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id, content }]
})

const aiSdkCall = (toolCallId: string, city: string): Message => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId, toolName: 'get_weather', input: { city } }]
})
const aiSdkResult = (toolCallId: string, value: string): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'get_weather', output: { type: 'text', value } }]
})

const langchainCall = (id: string, city: string): Message => ({
  type: 'ai',
  content: '',
  tool_calls: [{ id, type: 'tool_call', name: 'get_weather', args: { city } }],
  invalid_tool_calls: []
})
const langchainResult = (tool_call_id: string, content: string): Message => ({
  type: 'tool',
  tool_call_id,
  name: 'get_weather',
  content
})

const asked: Message = { role: 'user', content: 'How is the weather in Oslo?' }
const said: Message = { role: 'assistant', content: 'It rains.' }

export const FIXTURES: ReadonlyArray<Fixture> = [
  fixture(
    'openai',
    [asked, openaiCall('call_1', 'Oslo'), openaiResult('call_1', 'Rain'), said],
    openaiResult('call_0', 'Sun'),
    openaiCall('call_2', 'Bergen')
  ),
  fixture(
    'openai-responses',
    [asked, responsesCall('call_1', 'Oslo'), responsesResult('call_1', 'Rain'), said],
    responsesResult('call_0', 'Sun'),
    responsesCall('call_2', 'Bergen')
  ),
  fixture(
    'anthropic',
    [asked, anthropicCall('toolu_1', 'Oslo'), anthropicResult('toolu_1', 'Rain'), said, asked],
    anthropicResult('toolu_0', 'Sun'),
    anthropicCall('toolu_2', 'Bergen')
  ),
  fixture(
    'ai-sdk',
    [asked, aiSdkCall('call_1', 'Oslo'), aiSdkResult('call_1', 'Rain'), said],
    aiSdkResult('call_0', 'Sun'),
    aiSdkCall('call_2', 'Bergen')
  ),
  fixture(
    'langchain',
    [
      { type: 'human', content: 'How is the weather in Oslo?' },
      langchainCall('call_1', 'Oslo'),
      langchainResult('call_1', 'Rain'),
      { type: 'ai', content: 'It rains.' }
    ],
    langchainResult('call_0', 'Sun'),
    langchainCall('call_2', 'Bergen')
  )
]

/**
 * A conversation whose agent asks five times for what does not answer, and is cut off before it learns what its refund
 * did.
 */
export const STUBBORN: ReadonlyArray<Message> = [
  { role: 'user', content: 'Where is order 42?' },
  ...[1, 2, 3, 4, 5].flatMap((n) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `call_${n}`, type: 'function', function: { name: 'get_order', arguments: '{"id":42}' } }]
    },
    { role: 'tool', tool_call_id: `call_${n}`, content: 'Error: 503 Service Unavailable' }
  ]),
  { role: 'assistant', content: 'I cannot find it.' },
  { role: 'user', content: 'Then refund it.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_6', type: 'function', function: { name: 'refund', arguments: '{"id":42}' } }]
  }
]

export const jsonLines = (values: ReadonlyArray<unknown>): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

export const NO_DOUBLES = { equal: 0, alike: 0, sure: 0, stopped: 0, later: 0, needed: 0, neededAlike: 0 }
/** What the model was given in STUBBORN. */
export const GIVEN = { web_page: 0, cut: 0, failed: 5, more_pages: 0, empty: 0, too_long: 0 }
/** What an audit counts in it. */
export const STUBBORN_COUNTS = {
  transcripts: 1,
  messages: 14,
  formats: { openai: 1 },
  calls: 6,
  unreadable: 0,
  unrecorded: 0,
  repeats: { unchanged: 4, rechecked: 0, changed: 0, unknown: 0 },
  given: GIVEN,
  badResults: 5,
  doubles: NO_DOUBLES,
  context: {
    tokens: 64,
    read: 244,
    measured: 0,
    atMost: 0,
    wasted: 240,
    wastedCalls: 5,
    wastedChars: 150,
    made: 29,
    wastedMade: 25,
    long: 0
  },
  loops: 1,
  unanswered: 1,
  displayed: 0,
  unmade: 0,
  orphaned: 0,
  hosted: 0,
  splitTurns: 0,
  refusable: { calls: 2, unchanged: 2 },
  time: { waited: 0, wasted: 0 },
  usage: { input: 0, output: 0, cached: 0, cost: 0 },
  paid: { all: 0, wasted: 0, unpriced: 240 },
  repairs: {},
  brokenLines: 0
}

/** Every limit at nothing. */
export const STRICT = ['--fail-on', 'unreadable=0,repairs=0,loops=0,wasted=0']
