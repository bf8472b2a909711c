/**
 * One conversation that broke in four ways, repaired for each provider: a lost result, a late one, one whose call was
 * trimmed away, and a repeat.
 */
import { strict as assert } from 'node:assert'
import { repairHistory, type HistoryFormat, type Repair } from 'guarded-call'

type Message = Readonly<Record<string, unknown>>

interface Words {
  readonly says: (text: string) => Message
  readonly calls: (id: string, name: string) => Message
  readonly answers: (id: string, name: string, text: string) => Message
}

const PROVIDERS: Readonly<Record<HistoryFormat, Words>> = {
  openai: {
    says: (content) => ({ role: 'user', content }),
    calls: (id, name) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name, arguments: '{"order":7}' } }]
    }),
    answers: (id, _name, content) => ({ role: 'tool', tool_call_id: id, content })
  },
  'openai-responses': {
    says: (content) => ({ role: 'user', content }),
    calls: (call_id, name) => ({ type: 'function_call', call_id, name, arguments: '{"order":7}' }),
    answers: (call_id, _name, output) => ({ type: 'function_call_output', call_id, output })
  },
  anthropic: {
    says: (content) => ({ role: 'user', content }),
    calls: (id, name) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name, input: { order: 7 } }] }),
    answers: (tool_use_id, _name, content) => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id, content }]
    })
  },
  'ai-sdk': {
    says: (content) => ({ role: 'user', content }),
    calls: (toolCallId, toolName) => ({
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId, toolName, input: { order: 7 } }]
    }),
    answers: (toolCallId, toolName, value) => ({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }]
    })
  },
  langchain: {
    says: (content) => ({ type: 'human', content }),
    calls: (id, name) => ({
      type: 'ai',
      content: '',
      tool_calls: [{ id, name, args: { order: 7 }, type: 'tool_call' }]
    }),
    answers: (tool_call_id, name, content) => ({ type: 'tool', tool_call_id, name, content })
  }
}

/** What was stored after a crash, an impatient user, and a summary that ate the beginning. */
const stored = ({ says, calls, answers }: Words): ReadonlyArray<Message> => [
  answers('call_0', 'transfer', 'Transfer completed, transaction 123.'),
  says('Where is order 7?'),
  calls('call_1', 'get_order'),
  says('Hello?'),
  answers('call_1', 'get_order', 'Order 7 was shipped.'),
  answers('call_1', 'get_order', 'Order 7 was shipped.'),
  says('Refund it, please.'),
  calls('call_2', 'refund'),
  says('Done?')
]

const line = ({ kind, id, index }: Repair): string => `  message ${index}: ${kind}${id === null ? '' : ` (${id})`}`

for (const format of Object.keys(PROVIDERS) as ReadonlyArray<HistoryFormat>) {
  const broken = stored(PROVIDERS[format])
  const { messages, repairs } = repairHistory(format, broken)
  console.log(`${format}: ${broken.length} messages, repaired to ${messages.length}`)
  for (const repair of repairs) console.log(line(repair))

  const text = JSON.stringify(messages)
  assert.ok(text.includes('transaction 123'), 'the only evidence of the transfer is kept, as a note')
  assert.ok(text.includes('unknown whether it ran'), 'the refund is not claimed, and not denied')
  assert.equal(text.split('was shipped').length, 2, 'the result stands there once')
  assert.deepEqual(repairHistory(format, messages), { messages, repairs: [] }, 'repaired once, repaired for good')
}
