import { expect } from 'chai'
import { MESSAGE_FORMATS } from '../../../../lib/operate/audit/formats/messages.js'
import type { HistoryFormat } from '../../../../lib/history/formats.js'

/** One call and its result, which the log keeps as data. */
const WRITTEN: Readonly<Record<HistoryFormat, (result: unknown) => ReadonlyArray<unknown>>> = {
  openai: (content) => [
    { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'find', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'a', content }
  ],
  'openai-responses': (output) => [
    { type: 'function_call', call_id: 'a', name: 'find', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output }
  ],
  anthropic: (content) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'find', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] }
  ],
  'ai-sdk': (value) => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'find', input: {} }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'find', output: { type: 'json', value } }]
    }
  ],
  langchain: (content) => [
    { type: 'ai', content: '', tool_calls: [{ id: 'a', name: 'find', args: {} }] },
    { type: 'tool', tool_call_id: 'a', content }
  ]
}

describe('a result that a log keeps as data', () => {
  for (const format of Object.keys(WRITTEN) as ReadonlyArray<HistoryFormat>) {
    const read = (result: unknown) => {
      const [conversation] = MESSAGE_FORMATS[format].read(WRITTEN[format](result), false)
      return { strange: conversation?.strange, text: conversation?.calls[0]?.answer?.text }
    }

    it(`is read as its JSON text from ${format}`, () => {
      expect(read({ total: 0, link: [{ relation: 'self' }] })).to.deep.equal({
        strange: 0,
        text: '{"link":[{"relation":"self"}],"total":0}'
      })
    })
    it(`keeps its rows from ${format}`, () => {
      const { strange, text = '' } = read([{ id: 1 }, { id: 2 }])
      expect([strange, text]).to.satisfy(([none, rows]: [number, string]) => none === 0 && /1[^]*2/.test(rows))
    })
  }

  it('is not among the messages that a provider accepts', () => {
    expect(MESSAGE_FORMATS.openai.history?.(WRITTEN.openai({ total: 0 }) as never)).to.equal(undefined)
  })
})
