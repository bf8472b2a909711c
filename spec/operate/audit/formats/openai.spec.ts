import { expect } from 'chai'
import { openaiFormat } from '../../../../lib/operate/audit/formats/openai.js'

describe('openaiFormat, of the message of a tool', () => {
  const called = { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'get_order', args: { id: 1 } }] }
  const read = (result: object) => {
    const [one] = openaiFormat.read([called, { role: 'tool', ...result }], false)
    return [one?.strange, one?.orphaned, one?.calls[0]?.answer?.outcome, one?.calls[0]?.answer?.text]
  }

  it('makes no empty answer of a result that stands under a name that nobody knows', () => {
    const unread = [1, 0, undefined, undefined]
    for (const result of [{ outputs: [{ of: 'a', text: 'Error: no such order' }] }, { id: 7, said: 'No.' }, {}])
      expect(read(result)).to.deep.equal(unread)
    for (const own of [{ output: 'Error: no such order' }, { outcome: { ok: false } }])
      expect(read({ tool_call_id: 'a', ...own })).to.deep.equal(unread)
  })

  it('takes one that holds nothing else for empty', () => {
    for (const beside of [{}, { name: 'get_order', timestamp: 7 }, { content: '' }, { content: null, meta: 'x' }])
      expect(read({ tool_call_id: 'a', ...beside })).to.deep.equal([0, 0, 'right', ''])
  })

  it('reads several results in one', () => {
    const one = { tool_use_id: 'a', is_error: true, detail: 'No such order.' }
    expect(read({ tool_returns: [one] })).to.deep.equal([0, 0, 'failed', 'No such order.'])
    expect(read({ tool_messages: [{ id: 'a', content: 'open' }] })).to.deep.equal([0, 0, 'right', 'open'])
  })
})
