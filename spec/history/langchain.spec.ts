import { expect } from 'chai'
import { repairHistory } from '../../lib/history/repair-history.js'
import { INTERRUPTED } from '../../lib/history/texts.js'

const ask = { type: 'human', content: 'Hi' }
const call = (id: unknown) => ({ id, name: 'get_order', args: { id: 7 }, type: 'tool_call' })
const raw = (id: unknown, args = '{"id":7}') => ({
  id,
  type: 'function',
  function: { name: 'get_order', arguments: args }
})
const invalid = (id: unknown) => ({
  id,
  name: 'get_order',
  args: '{"id": 7, "na',
  error: 'Malformed args.',
  type: 'invalid_tool_call'
})
const ai = (calls: ReadonlyArray<unknown>, more = {}) => ({ type: 'ai', content: '', tool_calls: calls, ...more })
const result = (tool_call_id: unknown, content: string) => ({
  type: 'tool',
  content,
  tool_call_id,
  name: 'get_order',
  status: 'success'
})
const stub = (id: string) => ({ ...result(id, INTERRUPTED), status: 'error' })

const repair = (messages: ReadonlyArray<unknown>, options = {}) => repairHistory('langchain', messages, options)

const stored = ({ type, ...data }: { readonly type: string }) => ({ type, data })

const serialized =
  (name: string) =>
  ({ type: _type, ...kwargs }: { readonly type: string }) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', name],
    kwargs
  })

describe("repairHistory('langchain')", () => {
  it('answers with an error of the same tool', () => {
    expect(repair([ask, ai([call('a')]), ask])).deep.equal({
      messages: [ask, ai([call('a')]), stub('a'), ask],
      repairs: [{ kind: 'result_synthesized', id: 'a', index: 1 }]
    })
  })

  describe('forms', () => {
    it('of storage are kept', () => {
      expect(
        repair([ask, ai([call('')]), result('', 'A'), ai([call('b')]), result('x', 'X')].map(stored)).messages
      ).deep.equal(
        [
          ask,
          ai([call('call_1_0')]),
          result('call_1_0', 'A'),
          ai([call('b')]),
          stub('b'),
          {
            type: 'human',
            content:
              '[Note: a result of an earlier call, whose request is no longer in this history: "X" (Tool: get_order.)]'
          }
        ].map(stored)
      )
    })

    it('of serialization are kept', () => {
      expect(
        repair([
          serialized('HumanMessage')(ask),
          serialized('AIMessageChunk')(ai([call('a')])),
          serialized('HumanMessage')(ask)
        ]).messages
      ).deep.equal([
        serialized('HumanMessage')(ask),
        serialized('AIMessageChunk')(ai([call('a')])),
        serialized('ToolMessage')(stub('a')),
        serialized('HumanMessage')(ask)
      ])
      expect(repair([serialized('ToolMessage')(result('x', 'X'))]).messages).deep.equal([
        serialized('HumanMessage')({
          type: 'human',
          content:
            '[Note: a result of an earlier call, whose request is no longer in this history: "X" (Tool: get_order.)]'
        } as { readonly type: string })
      ])
      expect(repair([{ lc: 1, type: 'constructor', kwargs: {} }]).repairs).deep.equal([])
    })

    it('of instances are kept: their class, and what they were made of', () => {
      class AIMessage {
        type = 'ai'
        content = ''
        tool_calls: ReadonlyArray<unknown>
        lc_kwargs: object
        constructor(fields: { readonly tool_calls: ReadonlyArray<unknown> }) {
          this.tool_calls = fields.tool_calls
          this.lc_kwargs = fields
        }
      }
      const [repaired] = repair([new AIMessage({ tool_calls: [call('')] }), result('', 'A')]).messages
      expect(repaired)
        .instanceOf(AIMessage)
        .deep.include({ tool_calls: [call('call_0_0')], lc_kwargs: { tool_calls: [call('call_0_0')] } })
    })

    it('by role are understood', () => {
      expect(
        repair([
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: '', tool_calls: [call('a')] },
          { role: 'tool', tool_call_id: 'a', content: 'A' }
        ]).repairs
      ).deep.equal([])
    })
  })

  describe('calls that stand only among the invalid ones', () => {
    it('become calls with what came of their arguments, and are answered', () => {
      const additional_kwargs = { tool_calls: [raw('b', '{"id": 7, "na')] }
      expect(
        repair([ask, ai([call('a')], { invalid_tool_calls: [invalid('b')], additional_kwargs }), result('a', 'A')])
      ).deep.equal({
        messages: [
          ask,
          ai([call('a'), { ...call('b'), args: { INVALID_JSON: '{"id": 7, "na' } }], {
            invalid_tool_calls: [],
            additional_kwargs
          }),
          result('a', 'A'),
          stub('b')
        ],
        repairs: [
          { kind: 'call_promoted', id: 'b', index: 1 },
          { kind: 'result_synthesized', id: 'b', index: 1 }
        ]
      })
    })

    it('or in the raw list are found, too', () => {
      expect(
        repair([
          ask,
          ai([], { additional_kwargs: { tool_calls: [raw('a'), raw('b', '{"x'), { id: 'c' }, raw('')] } })
        ]).messages.slice(1)
      ).deep.equal([
        ai(
          [
            call('a'),
            { ...call('b'), args: { INVALID_JSON: '{"x' } },
            { ...call('c'), name: '', args: { INVALID_JSON: undefined } }
          ],
          {
            additional_kwargs: { tool_calls: [raw('a'), raw('b', '{"x'), { id: 'c' }, raw('')] }
          }
        ),
        stub('a'),
        stub('b'),
        { ...stub('c'), name: '' }
      ])
    })
  })

  it('names the tool of a call in the form of OpenAI', () => {
    const messages = [ask, { role: 'assistant', content: '', tool_calls: [raw('a')] }, ask]
    expect(repair(messages).messages).deep.equal([...messages.slice(0, 2), stub('a'), ask])
  })

  it('reads raw calls where there are no others', () => {
    const older = { type: 'ai', content: '', additional_kwargs: { tool_calls: [raw('a')] } }
    expect(repair([ask, older, result('a', 'A')]).repairs).deep.equal([])
    expect(repair([ask, older]).messages).deep.equal([ask, older, stub('a')])
  })

  it('renames and removes a call in every list that holds it', () => {
    const blocks = [
      { type: 'text', text: 'Hm' },
      { type: 'tool_use', id: 'a', name: 'get_order', input: {} },
      { type: 'tool_use', id: 'a', name: 'get_order', input: {} }
    ]
    const twins = ai([call('a'), call('a')], {
      content: blocks,
      additional_kwargs: { tool_calls: [raw('a'), raw('a')], x: 1 }
    })
    expect(repair([ask, twins, result('a', '1'), result('a', '2')]).messages[1]).deep.equal(
      ai([call('a'), call('a_2')], {
        content: [blocks[0], blocks[1], { ...blocks[2], id: 'a_2' }],
        additional_kwargs: { tool_calls: [raw('a'), raw('a_2')], x: 1 }
      })
    )
    expect(repair([ask, twins, ask], { unansweredCalls: 'remove' }).messages[1]).deep.equal(
      ai([], { content: [blocks[0]], additional_kwargs: { tool_calls: [], x: 1 } })
    )
    expect(repair([ask, ai([call('a')]), ask], { unansweredCalls: 'remove' }).messages).deep.equal([ask, ask])
  })

  it('shows the images of a result that lost its call', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
    const file = { type: 'file', source_type: 'base64', data: 'AAAA', mime_type: 'application/pdf' }
    const content = [{ type: 'text', text: 'A chart.' }, image, file, { type: 'x-new' }]
    for (const form of [(message: { readonly type: string }) => message, stored]) {
      const noted = repair([{ ...result('x', ''), content }, ask].map(form))
      expect(noted.messages).deep.equal(
        [
          {
            type: 'human',
            content: [
              {
                type: 'text',
                text: '[Note: a result of an earlier call, whose request is no longer in this history: "A chart. [image_url] [file] [x-new]" (Tool: get_order.)]'
              },
              image,
              file
            ]
          },
          ask
        ].map(form)
      )
      expect(repair(noted.messages).messages).equal(noted.messages)
    }
  })

  it('takes out what a stream that was aborted leaves: a message without words or calls, in every form', () => {
    const empty = [
      ai([]),
      { type: 'ai', content: '' },
      stored(ai([])),
      serialized('AIMessage')(ai([], { content: [] }))
    ]
    expect(repair([ask, ...empty, ask])).deep.equal({
      messages: [ask, ask],
      repairs: empty.map((_, at) => ({ kind: 'message_removed', id: null, index: at + 1 }))
    })
    const kept = [ask, ai([], { additional_kwargs: { reasoning_content: 'r' } }), ask]
    expect(repair(kept).messages).equal(kept)
  })

  it('keeps no half of what Anthropic executes, in every form', () => {
    const hosted = (name: string) => ({ type: 'server_tool_use', id: 's', name, input: {} })
    const said = { type: 'text', text: 'I look.' }
    const use = { type: 'tool_use', id: 'a', name: 'get_order', input: { id: 7 } }
    const caller = { type: 'code_execution_20250825', tool_id: 's' }
    const called = ai([call('a')], { content: [hosted('code_execution'), { ...use, caller }] })
    const waits = [ask, called, result('a', 'A')]
    expect(repair(waits).messages).equal(waits)
    expect(repair([ask, called, ask])).deep.equal({
      messages: [ask, ai([call('a')], { content: [use] }), stub('a'), ask],
      repairs: [
        { kind: 'result_synthesized', id: 'a', index: 1 },
        { kind: 'call_removed', id: 's', index: 1 },
        { kind: 'caller_removed', id: 'a', index: 1 }
      ]
    })
    for (const form of [stored, ({ ...message }) => message]) {
      const looked = form({ ...ask, type: 'ai', content: [said, hosted('web_search')] } as unknown as typeof ask)
      expect(repair([form(ask), looked, form(ask)]).messages).deep.equal([
        form(ask),
        form({ ...ask, type: 'ai', content: [said] } as unknown as typeof ask),
        form(ask)
      ])
    }
    const half = { type: 'ai', content: [hosted('web_search')] }
    expect(repair([ask, half, ask]).messages).deep.equal([ask, ask])
    const orphan = { type: 'web_search_tool_result', tool_use_id: 'x', content: [] }
    expect(repair([ask, { type: 'ai', content: [orphan, said] }, ask]).messages).deep.equal([
      ask,
      {
        type: 'human',
        content: '[Note: a result of an earlier call, whose request is no longer in this history: ""]'
      },
      { type: 'ai', content: [said] },
      ask
    ])
  })

  it('leaves alone what it does not know', () => {
    const odd = [
      null,
      { type: 'system', content: 'x' },
      { type: 'generic', data: { content: 'x', role: 'y' } },
      ai([], { content: 'text' }),
      { x: 1 }
    ]
    expect(repair(odd).messages).equal(odd)
  })
})
