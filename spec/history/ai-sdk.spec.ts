import { expect } from 'chai'
import { repairHistory } from '../../lib/history/repair-history.js'
import { DENIED, INTERRUPTED, NOT_APPROVED } from '../../lib/history/texts.js'

const ask = { role: 'user', content: 'Hi' }
const text = (words: string) => ({ type: 'text', text: words })
const call = (toolCallId: unknown, more = {}) => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'get_order',
  input: { id: 7 },
  ...more
})
const result = (toolCallId: unknown, value: string) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'get_order',
  output: { type: 'text', value }
})
const stub = (id: string, value = INTERRUPTED) => ({ ...result(id, ''), output: { type: 'error-text', value } })
const reasoning = { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 'EqQB' } } }
const request = (toolCallId: string) => ({
  type: 'tool-approval-request',
  approvalId: `approve_${toolCallId}`,
  toolCallId
})
const model = (...content: ReadonlyArray<unknown>) => ({ role: 'assistant', content })
const tool = (...content: ReadonlyArray<unknown>) => ({ role: 'tool', content })
const note = (words: string) => ({
  role: 'user',
  content: `[Note: a result of an earlier call, whose request is no longer in this history: ${JSON.stringify(words)} (Tool: get_order.)]`
})

const repair = (messages: ReadonlyArray<unknown>, options = {}) => repairHistory('ai-sdk', messages, options)

describe("repairHistory('ai-sdk')", () => {
  it('answers with an error of the same tool, in one tool message with the other results', () => {
    expect(repair([ask, model(text('Let me look.'), call('a'), call('b')), tool(result('b', 'B')), ask])).deep.equal({
      messages: [ask, model(text('Let me look.'), call('a'), call('b')), tool(stub('a'), result('b', 'B')), ask],
      repairs: [{ kind: 'result_synthesized', id: 'a', index: 1 }]
    })
  })

  it('leaves results in several messages where they are whole', () => {
    const messages = [ask, model(call('a'), call('b')), tool(result('b', 'B')), tool(result('a', 'A'))]
    expect(repair(messages).messages).equal(messages)
  })

  it('takes out what is wrong in a message, and keeps the rest', () => {
    expect(repair([ask, model(call('a')), tool(result('a', 'A'), result('x', 'X'), result('a', 'A'))])).deep.equal({
      messages: [ask, model(call('a')), tool(result('a', 'A')), note('X')],
      repairs: [
        { kind: 'result_noted', id: 'x', index: 2 },
        { kind: 'duplicate_dropped', id: 'a', index: 2 }
      ]
    })
  })

  it('makes ids of parallel calls different, with the approval that names them', () => {
    expect(
      repair([
        ask,
        model(call(''), request('')),
        tool({ type: 'tool-approval-response', approvalId: 'approve_', approved: true }, result('', 'A'))
      ]).messages
    ).deep.equal([
      ask,
      model(call('call_1_0'), { ...request(''), toolCallId: 'call_1_0' }),
      tool({ type: 'tool-approval-response', approvalId: 'approve_', approved: true }, result('call_1_0', 'A'))
    ])
  })

  it('removes calls on request, with their approvals and with reasoning that led to nothing else', () => {
    expect(
      repair([ask, model(reasoning, call('a'), request('a')), ask], { unansweredCalls: 'remove' }).messages
    ).deep.equal([ask, ask])
    expect(
      repair([ask, model(reasoning, text('Hm'), call('a'), request('a'), request('z')), ask], {
        unansweredCalls: 'remove'
      }).messages
    ).deep.equal([ask, model(reasoning, text('Hm'), request('z')), ask])
  })

  it('leaves approvals alone while they are pending, and answers once the user went on', () => {
    const pending = [ask, model(call('a'), request('a'))]
    const decided = [...pending, tool({ type: 'tool-approval-response', approvalId: 'approve_a', approved: true })]
    expect(repair(pending).messages).equal(pending)
    expect(repair(decided).messages).equal(decided)
    expect(repair([...decided, ask]).messages).deep.equal([...pending, tool(stub('a')), decided[2], ask])
  })

  it('says that a call did not run which was denied, or which nobody approved before the user went on', () => {
    const pending = [ask, model(call('a'), request('a'))]
    const denied = [
      ...pending,
      tool({ type: 'tool-approval-response', approvalId: 'approve_a', approved: false, reason: 'Too much.' })
    ]
    expect(repair(denied).messages).equal(denied)
    expect(repair([...denied, ask]).messages).deep.equal([...pending, tool(stub('a', DENIED)), denied[2], ask])
    expect(repair([...pending, ask])).deep.equal({
      messages: [...pending, tool(stub('a', NOT_APPROVED)), ask],
      repairs: [{ kind: 'result_synthesized', id: 'a', index: 1 }]
    })
    expect(repair([...pending, tool(stub('a', NOT_APPROVED)), ask, tool(result('a', 'A'))]).messages).deep.equal([
      ...pending,
      tool(result('a', 'A')),
      ask
    ])
  })

  it('leaves what the provider executes alone, wherever its result stands', () => {
    const hosted = [
      ask,
      model(
        call('p', { providerExecuted: true }),
        result('p', 'P'),
        call('q', { providerExecuted: true }),
        call('r'),
        result('r', 'R'),
        call('a')
      ),
      tool(result('q', 'Q'), result('a', 'A'))
    ]
    expect(repair(hosted).messages).equal(hosted)
    expect(repair([...hosted.slice(0, 2), tool(result('q', 'Q')), ask]).messages).deep.equal([
      ...hosted.slice(0, 2),
      tool(stub('a')),
      tool(result('q', 'Q')),
      ask
    ])
  })

  it('reads every kind of output', () => {
    const outputs = [
      { type: 'json', value: { a: 1 } },
      { type: 'error-json', value: { b: 1 } },
      { type: 'execution-denied', reason: 'No.' },
      { type: 'content', value: [text('c')] },
      null
    ]
    expect(
      repair([
        tool(...outputs.map((output) => ({ type: 'tool-result', toolCallId: 'x', toolName: 'get_order', output })))
      ]).messages
    ).deep.equal(['{"a":1}', '{"b":1}', 'No.', 'c', ''].map(note))
  })

  it('shows the images and files of a result that lost its call', () => {
    const value = [
      text('A chart.'),
      { type: 'media', data: 'AAAA', mediaType: 'image/png' },
      { type: 'image-data', data: 'AAAA', mediaType: 'image/png' },
      { type: 'image-url', url: 'https://example.com/a.png' },
      { type: 'file-data', data: 'AAAA', mediaType: 'application/pdf', filename: 'a.pdf' },
      { type: 'file-url', url: 'https://example.com/a.pdf', mediaType: 'application/pdf' },
      { type: 'file-url', url: 'https://example.com/a' },
      { type: 'file-id', fileId: 'file_1' }
    ]
    const noted = repair([tool({ ...result('x', ''), output: { type: 'content', value } }), ask])
    expect(noted.messages).deep.equal([
      {
        role: 'user',
        content: [
          text(note('A chart. [media] [image-data] [image-url] [file-data] [file-url] [file-url] [file-id]').content),
          { type: 'file', data: 'AAAA', mediaType: 'image/png' },
          { type: 'file', data: 'AAAA', mediaType: 'image/png' },
          { type: 'image', image: 'https://example.com/a.png' },
          { type: 'file', data: 'AAAA', mediaType: 'application/pdf', filename: 'a.pdf' },
          { type: 'file', data: 'https://example.com/a.pdf', mediaType: 'application/pdf' }
        ]
      },
      ask
    ])
    expect(repair(noted.messages).messages).equal(noted.messages)
  })

  it('takes out messages without content and reasoning that nothing follows', () => {
    expect(repair([ask, model(), model(text('a'), reasoning), model(reasoning), tool(), ask])).deep.equal({
      messages: [ask, model(text('a')), ask],
      repairs: [
        { kind: 'message_removed', id: null, index: 1 },
        { kind: 'reasoning_removed', id: null, index: 2 },
        { kind: 'reasoning_removed', id: null, index: 3 },
        { kind: 'message_removed', id: null, index: 3 },
        { kind: 'message_removed', id: null, index: 4 }
      ]
    })
  })

  it('takes out what a stream that was aborted leaves: a message without words', () => {
    const words = { role: 'assistant', content: 'x' }
    const empty = ['', ' \n', [text('')], [text(''), text(' ')]].map((content) => ({ role: 'assistant', content }))
    expect(repair([ask, words, ...empty, ask])).deep.equal({
      messages: [ask, words, ask],
      repairs: empty.map((_, at) => ({ kind: 'message_removed', id: null, index: at + 2 }))
    })
  })

  it("removes a call of the provider's own whose result can no longer come, and no other", () => {
    const hosted = call('p', { providerExecuted: true })
    const live = [ask, model(text('I look.'), hosted)]
    expect(repair(live).messages).equal(live)
    expect(repair([...live, ask])).deep.equal({
      messages: [ask, model(text('I look.')), ask],
      repairs: [{ kind: 'call_removed', id: 'p', index: 1 }]
    })
    expect(repair([ask, model(hosted), ask]).messages).deep.equal([ask, ask])
    const later = [ask, model(hosted), ask, model(result('p', 'P')), ask]
    expect(repair(later).messages).equal(later)
  })

  it("makes calls by code of the provider's own the model's, once the user has spoken", () => {
    const code = call('p', { providerExecuted: true })
    const called = (id: string) =>
      call(id, {
        providerOptions: { anthropic: { caller: { type: 'code_execution_20250825', toolId: 'p' }, cacheControl: {} } }
      })
    const own = (id: string) => call(id, { providerOptions: { anthropic: { cacheControl: {} } } })
    const live = [ask, model(code, called('a')), tool(result('a', 'A'))]
    expect(repair(live).messages).equal(live)
    expect(repair([...live, ask])).deep.equal({
      messages: [ask, model(own('a')), tool(result('a', 'A')), ask],
      repairs: [
        { kind: 'call_removed', id: 'p', index: 1 },
        { kind: 'caller_removed', id: 'a', index: 1 }
      ]
    })
    expect(repair([ask, model(code, called('a')), ask]).messages).deep.equal([
      ask,
      model(own('a')),
      tool(stub('a')),
      ask
    ])
    expect(repair([ask, model(called('b')), tool(result('b', 'B'))]).messages).deep.equal([
      ask,
      model(own('b')),
      tool(result('b', 'B'))
    ])
    const done = [...live, model(result('p', 'P'), text('Done.')), ask]
    expect(repair(done).messages).equal(done)
  })

  it('leaves alone what it does not know', () => {
    const odd = [
      null,
      { role: 'system', content: 'x' },
      { role: 'assistant', content: 'text' },
      model({ type: 'x-new' }),
      { role: 'user', content: [{ type: 'file' }] }
    ]
    expect(repair(odd).messages).equal(odd)
  })
})
