/** How long a repair takes, beside `structuredClone` of the same messages; run with `node built/bench/history.js`. */
import { toExchanges } from '../lib/history/exchanges.js'
import type { HistoryFormat } from '../lib/history/formats.js'
import { repairHistory } from '../lib/history/repair-history.js'

type Message = Readonly<Record<string, unknown>>

// Four messages a step, as an agent writes them. Every seventh result is lost and every eleventh comes late.
const CONVERSATIONS: Readonly<
  Record<HistoryFormat, (id: string, text: string) => readonly [call: Message, result: Message]>
> = {
  openai: (id, text) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'get_order', arguments: `{"id":"${id}"}` } }]
    },
    { role: 'tool', tool_call_id: id, content: text }
  ],
  'openai-responses': (id, text) => [
    {
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name: 'get_order',
      arguments: `{"id":"${id}"}`,
      status: 'completed'
    },
    { type: 'function_call_output', call_id: id, output: text }
  ],
  anthropic: (id, text) => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me look.' },
        { type: 'tool_use', id, name: 'get_order', input: { id } }
      ]
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] }
  ],
  'ai-sdk': (id, text) => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'get_order', input: { id } }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: id, toolName: 'get_order', output: { type: 'text', value: text } }]
    }
  ],
  langchain: (id, text) => [
    {
      type: 'ai',
      content: '',
      tool_calls: [{ id, name: 'get_order', args: { id }, type: 'tool_call' }],
      invalid_tool_calls: [],
      additional_kwargs: {}
    },
    { type: 'tool', content: text, tool_call_id: id, name: 'get_order', status: 'success' }
  ]
}

const said = (format: HistoryFormat, role: 'user' | 'assistant', content: string): Message =>
  format === 'langchain' ? { type: role === 'user' ? 'human' : 'ai', content } : { role, content }

const history = (format: HistoryFormat, length: number, whole: boolean): ReadonlyArray<Message> => {
  const messages: Array<Message> = []
  for (let step = 0; messages.length < length; step++) {
    const [call, result] = CONVERSATIONS[format](
      `call_${step}`,
      `{"order":${step},"status":"shipped","note":"${'x'.repeat(200)}"}`
    )
    const lost = !whole && step % 7 === 6
    const late = !whole && step % 11 === 10
    messages.push(
      said(format, 'user', `Question ${step}`),
      call,
      ...(lost || late ? [] : [result]),
      said(format, 'assistant', 'Here it is.'),
      ...(late ? [result] : [])
    )
  }
  return messages.slice(0, length)
}

const median = (run: () => unknown): number => {
  for (let n = 0; n < 3; n++) run()
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[3] ?? 0
}

const cell = (text: string): string => text.padStart(12)

console.log(['format', 'messages', 'broken', 'whole', 'clone', 'ratio', 'exchanges'].map(cell).join(''))
for (const format of Object.keys(CONVERSATIONS) as ReadonlyArray<HistoryFormat>) {
  for (const length of [10_000, 100_000]) {
    const [broken, whole] = [history(format, length, false), history(format, length, true)]
    const repair = median(() => repairHistory(format, broken))
    const untouched = median(() => repairHistory(format, whole))
    const clone = median(() => structuredClone(broken))
    const exchanges = median(() => toExchanges(format, whole))
    console.log(
      [
        format,
        String(length),
        ...[repair, untouched, clone].map((ms) => `${ms.toFixed(1)} ms`),
        (repair / clone).toFixed(2),
        `${exchanges.toFixed(1)} ms`
      ]
        .map(cell)
        .join('')
    )
  }
}
