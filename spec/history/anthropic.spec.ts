import { expect } from 'chai'
import { repairHistory } from '../../lib/history/repair-history.js'
import { INTERRUPTED, OPENING } from '../../lib/history/texts.js'

const text = (words: string) => ({ type: 'text', text: words })
const use = (id: unknown, input: unknown = { id: 7 }) => ({ type: 'tool_use', id, name: 'get_order', input })
const result = (tool_use_id: unknown, content: unknown) => ({ type: 'tool_result', tool_use_id, content })
const stub = (id: string) => ({ ...result(id, INTERRUPTED), is_error: true })
const thinking = { type: 'thinking', thinking: 'hm', signature: 'EqQB' }
const redacted = { type: 'redacted_thinking', data: 'EmwK' }
const user = (...content: ReadonlyArray<unknown>) => ({ role: 'user', content })
const model = (...content: ReadonlyArray<unknown>) => ({ role: 'assistant', content })
const ask = { role: 'user', content: 'Hi' }
const note = (words: string) =>
  text(`[Note: a result of an earlier call, whose request is no longer in this history: ${JSON.stringify(words)}]`)

const repair = (messages: ReadonlyArray<unknown>, options = {}) => repairHistory('anthropic', messages, options)

describe("repairHistory('anthropic')", () => {
  it('answers with an error at the start of the next user message', () => {
    expect(
      repair([ask, model(text('Let me look.'), use('a'), use('b')), user(result('b', 'B'), text('And?'))])
    ).deep.equal({
      messages: [ask, model(text('Let me look.'), use('a'), use('b')), user(stub('a'), result('b', 'B'), text('And?'))],
      repairs: [
        { kind: 'result_synthesized', id: 'a', index: 1 },
        { kind: 'messages_merged', id: null, index: 2 }
      ]
    })
    expect(repair([ask, model(use('a')), ask]).messages).deep.equal([ask, model(use('a')), user(stub('a'), text('Hi'))])
    expect(repair([ask, model(use('a'))]).messages).deep.equal([ask, model(use('a')), user(stub('a'))])
  })

  it('puts results first, and keeps the text', () => {
    expect(repair([ask, model(use('a')), user(text('Here:'), result('a', 'A'))])).deep.equal({
      messages: [ask, model(use('a')), user(result('a', 'A'), text('Here:'))],
      repairs: [
        { kind: 'result_moved', id: 'a', index: 2 },
        { kind: 'messages_merged', id: null, index: 2 }
      ]
    })
  })

  it('moves results out of what the model said', () => {
    expect(repair([ask, model(text('Looking.'), use('a'), result('a', 'A'), text('Found.')), ask])).deep.equal({
      messages: [ask, model(text('Looking.'), use('a')), user(result('a', 'A')), model(text('Found.')), ask],
      repairs: [{ kind: 'result_moved', id: 'a', index: 1 }]
    })
    expect(repair([ask, model(use('a')), model(result('a', 'A')), ask])).deep.equal({
      messages: [ask, model(use('a')), user(result('a', 'A'), text('Hi'))],
      repairs: [
        { kind: 'result_moved', id: 'a', index: 2 },
        { kind: 'messages_merged', id: null, index: 3 }
      ]
    })
    expect(repair([ask, model(use('a'), result('a', 'A'), use('b'), result('b', 'B'))]).messages).deep.equal([
      ask,
      model(use('a')),
      user(result('a', 'A')),
      model(use('b')),
      user(result('b', 'B'))
    ])
    expect(repair([ask, model(text('Hm.'), result('x', 'X'), text('So.')), ask]).messages).deep.equal([
      ask,
      model(text('Hm.')),
      user(note('X')),
      model(text('So.')),
      ask
    ])
    expect(repair([ask, model(text('Hm.'), result('x', 'X'), text('So.')), ask], { orphanResults: 'drop' })).deep.equal(
      {
        messages: [ask, model(text('Hm.'), text('So.')), ask],
        repairs: [
          { kind: 'result_dropped', id: 'x', index: 1 },
          { kind: 'messages_merged', id: null, index: 1 }
        ]
      }
    )
    expect(repair([ask, model(use('a'), result('a', 'A')), user(result('a', 'A'), text('And?'))]).messages).deep.equal([
      ask,
      model(use('a')),
      user(result('a', 'A'), text('And?'))
    ])
  })

  it('puts the results of a step into one message', () => {
    expect(repair([ask, model(use('a'), use('b')), user(result('a', 'A')), user(result('b', 'B'))])).deep.equal({
      messages: [ask, model(use('a'), use('b')), user(result('a', 'A'), result('b', 'B'))],
      repairs: [{ kind: 'messages_merged', id: null, index: 3 }]
    })
    expect(
      repair([ask, model(use('a'), use('b')), user(result('a', 'A'), text('So far.')), user(result('b', 'B'))]).messages
    ).deep.equal([ask, model(use('a'), use('b')), user(result('a', 'A'), result('b', 'B'), text('So far.'))])
  })

  it('makes one message of several of one side', () => {
    expect(repair([ask, ask, model(text('a')), { role: 'assistant', content: 'b' }, model(text('c')), ask])).deep.equal(
      {
        messages: [user(text('Hi'), text('Hi')), model(text('a'), text('b'), text('c')), ask],
        repairs: [1, 3, 4].map((index) => ({ kind: 'messages_merged', id: null, index }))
      }
    )
  })

  it('takes messages that hold one block each for one step', () => {
    expect(
      repair([ask, model(thinking), model(use('a')), model(use('b')), user(result('a', 'A')), user(result('b', 'B'))])
        .messages
    ).deep.equal([ask, model(thinking, use('a'), use('b')), user(result('a', 'A'), result('b', 'B'))])
    expect(repair([ask, model(use('a')), model(text('Sorry.')), user(result('a', 'A'))]).messages).deep.equal([
      ask,
      model(use('a')),
      user(result('a', 'A')),
      model(text('Sorry.'))
    ])
  })

  it('puts calls behind text, where the API wants them', () => {
    expect(
      repair([ask, model(thinking, use('a'), text('Checking.'), use('b')), user(result('a', 'A'), result('b', 'B'))])
    ).deep.equal({
      messages: [ask, model(thinking, text('Checking.'), use('a'), use('b')), user(result('a', 'A'), result('b', 'B'))],
      repairs: [{ kind: 'calls_moved_last', id: null, index: 1 }]
    })
  })

  it('makes ids fit the pattern, and unique in the whole history, on both sides', () => {
    expect(
      repair([
        ask,
        model(use('fc:1/é')),
        user(result('fc:1/é', '1')),
        model(use('fc_1__')),
        user(result('fc_1__', '2')),
        model(use('fc_1__')),
        user(result('fc_1__', '3'))
      ])
    ).deep.equal({
      messages: [
        ask,
        model(use('fc_1___2')),
        user(result('fc_1___2', '1')),
        model(use('fc_1__')),
        user(result('fc_1__', '2')),
        model(use('fc_1___3')),
        user(result('fc_1___3', '3'))
      ],
      repairs: [
        { kind: 'id_renamed', id: 'fc:1/é', index: 1, to: 'fc_1___2' },
        { kind: 'id_renamed', id: 'fc:1/é', index: 2, to: 'fc_1___2' },
        { kind: 'id_renamed', id: 'fc_1__', index: 5, to: 'fc_1___3' },
        { kind: 'id_renamed', id: 'fc_1__', index: 6, to: 'fc_1___3' }
      ]
    })
  })

  it('makes an object of arguments that were cut, and keeps what came of them', () => {
    const whole = [
      ['{"id":7}', { id: 7 }],
      ['{"id": 7, "na', { INVALID_JSON: '{"id": 7, "na' }],
      ['', {}],
      [undefined, {}],
      [[1], { INVALID_JSON: [1] }]
    ] as const
    for (const [input, object] of whole) {
      expect(repair([ask, model({ ...use('a'), input }), user(result('a', 'A'))])).deep.equal({
        messages: [ask, model(use('a', object)), user(result('a', 'A'))],
        repairs: [{ kind: 'arguments_wrapped', id: 'a', index: 1 }]
      })
    }
  })

  it('notes what lost its call, and keeps the rest of its message', () => {
    expect(repair([user(result('x', [text('paid'), { type: 'image' }]), text('And?'))]).messages).deep.equal([
      user(note('paid [image]'), text('And?'))
    ])
    expect(repair([ask, model(text('a')), user(result('x', 'X'))], { orphanResults: 'drop' }).messages).deep.equal([
      ask,
      model(text('a'))
    ])
  })

  it('shows the images and documents of what lost its call, and a later result of a call', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
    const file = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'd' } }
    const noted = repair([user(result('x', [text('paid'), image, file]), text('And?'))])
    expect(noted.messages).deep.equal([user(note('paid [image] [document]'), image, file, text('And?'))])
    expect(repair(noted.messages).messages).equal(noted.messages)
    expect(
      repair([ask, model(use('a')), user(result('a', 'started')), model(text('Hm.')), user(result('a', 'FINISHED'))])
    ).deep.equal({
      messages: [
        ask,
        model(use('a')),
        user(result('a', 'started')),
        model(text('Hm.')),
        user(text('[Note: a later result of a call that already had another one: "FINISHED"]'))
      ],
      repairs: [{ kind: 'result_noted', id: 'a', index: 4 }]
    })
  })

  it('survives contents of any depth', () => {
    const deep: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000))
    const messages = [
      ask,
      model(use('a', { deep })),
      user(result('a', [deep])),
      model(use('b', { deep })),
      user(result('b', [deep]), result('b', [deep]))
    ]
    expect(repair(messages, { collapseRepeats: true }).repairs).deep.equal([
      { kind: 'duplicate_dropped', id: 'b', index: 4 }
    ])
  })

  it('begins with the user', () => {
    expect(repair([model(text('a')), ask])).deep.equal({
      messages: [{ role: 'user', content: OPENING }, model(text('a')), ask],
      repairs: [{ kind: 'opening_added', id: null, index: 0 }]
    })
  })

  it('takes out empty text, and what is left empty', () => {
    expect(
      repair([
        ask,
        model(text('\n\n'), use('a')),
        user(result('a', ''), text('')),
        { role: 'assistant', content: ' ' },
        user(),
        ask
      ])
    ).deep.equal({
      messages: [ask, model(use('a')), user(result('a', ''), text('Hi'))],
      repairs: [
        { kind: 'empty_content_removed', id: null, index: 1 },
        { kind: 'empty_content_removed', id: null, index: 2 },
        { kind: 'message_removed', id: null, index: 3 },
        { kind: 'message_removed', id: null, index: 4 },
        { kind: 'messages_merged', id: null, index: 5 }
      ]
    })
  })

  describe('thinking', () => {
    it('stays as it was, byte for byte, where its calls get other ids or results', () => {
      const before = [ask, model(thinking, redacted, text('a'), use('a b')), ask]
      const [, after] = repair(before).messages as ReadonlyArray<{ content: ReadonlyArray<unknown> }>
      expect(after?.content.slice(0, 3)).deep.equal([thinking, redacted, text('a')])
      expect(after?.content[0]).equal(thinking)
    })

    it('goes where nothing follows it', () => {
      expect(repair([ask, model(text('a'), thinking), ask, model(thinking, redacted), ask])).deep.equal({
        messages: [ask, model(text('a')), user(text('Hi'), text('Hi'))],
        repairs: [
          { kind: 'reasoning_removed', id: null, index: 1 },
          { kind: 'reasoning_removed', id: null, index: 3 },
          { kind: 'message_removed', id: null, index: 3 },
          { kind: 'messages_merged', id: null, index: 4 }
        ]
      })
      expect(repair([ask, model(thinking, use('a')), ask], { unansweredCalls: 'remove' }).messages).deep.equal([
        user(text('Hi'), text('Hi'))
      ])
    })

    it('may stand at the end of a live history', () => {
      const live = [ask, model(thinking)]
      expect(repair(live, { frontier: 'open' }).messages).equal(live)
    })
  })

  it('leaves server tools and unknown blocks alone', () => {
    const hosted = [
      ask,
      model(
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
        { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'x', server_name: 'y', input: {} },
        { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: [] },
        text('a')
      ),
      { role: 'system', content: 'Be brief.' },
      user({ type: 'image', source: {} }, { type: 'x-new', n: [1] })
    ]
    expect(repair(hosted).messages).equal(hosted)
    expect(repair([null, 'x', { role: 'user' }, ...hosted.slice(1)]).messages.slice(0, 2)).deep.equal([null, 'x'])
  })

  it('keeps the calls of a live end as they are, odd ids and all', () => {
    const live = [ask, model(use('a b'), use('c')), user(result('c', 'C'))]
    expect(repair(live, { frontier: 'open' }).messages).equal(live)
  })
})
