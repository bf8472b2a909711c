import { expect } from 'chai'
import { repairHistory } from '../../lib/history/repair-history.js'
import { toExchanges } from '../../lib/history/exchanges.js'
import { TOOL_FAILED, INTERRUPTED, OPENING } from '../../lib/history/texts.js'

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

  it('ends a last message of the model without white space, which the API refuses', () => {
    const repairs = [{ kind: 'text_written', id: null, index: 1 }]
    for (const [said, trimmed] of [
      ['Total: \n', 'Total:'],
      [
        [thinking, text('a '), text('Total:\t')],
        [thinking, text('a '), text('Total:')]
      ]
    ] as const) {
      const [given, whole] = [said, trimmed].map((content) => [ask, { role: 'assistant', content }])
      expect(repair(given ?? [])).deep.equal({ messages: whole, repairs })
      expect(repair(given ?? [], { frontier: 'open' }).messages).equal(given)
      const going = [...(given ?? []), ask]
      expect(repair(going).messages).equal(going)
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
      { kind: 'text_written', id: 'a', index: 2 },
      { kind: 'text_written', id: 'b', index: 4 },
      { kind: 'text_written', id: 'b', index: 4 },
      { kind: 'duplicate_dropped', id: 'b', index: 4 }
    ])
  })

  describe('results in a form that the API refuses', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
    const around = (...results: ReadonlyArray<unknown>) => [ask, model(use('a')), user(...results)]
    const whole = (block: object) => {
      const { messages, repairs } = repair(around(block))
      expect(repairs).deep.equal([{ kind: 'text_written', id: 'a', index: 2 }])
      expect(repair(messages).messages).equal(messages)
      const [, , { content }] = messages as unknown as readonly [unknown, unknown, { content: ReadonlyArray<unknown> }]
      return content[0]
    }

    it('are written as text, or without what is empty', () => {
      for (const [content, written] of [
        [{ total: 12 }, '{"total":12}'],
        [5, '5'],
        [true, 'true'],
        [null, ''],
        [['a', 'b'], 'a\nb'],
        [[{ id: 1 }], '{"id":1}'],
        [[text(''), text('A'), text(' ')], [text('A')]],
        [[text(''), image], [image]],
        [[text('')], []]
      ] as const)
        expect(whole(result('a', content))).deep.equal(result('a', written))
      for (const content of [undefined, '', 'A', [], [text('A')], [text('A'), image]]) {
        const fine = around(result('a', content))
        expect(repair(fine).messages).equal(fine)
      }
    })

    it('say that the tool failed where a failure says nothing', () => {
      const { content: _content, ...bare } = stub('a')
      for (const content of ['', ' ', null, [], [text('')]])
        expect(whole({ ...bare, content })).deep.equal({ ...bare, content: TOOL_FAILED })
      expect(whole(bare)).deep.equal({ ...bare, content: TOOL_FAILED })
    })

    it('say that the tool failed in a text where a failure shows images, which may not bear the flag', () => {
      const failed = { ...stub('a'), content: [text('No such page.'), image] }
      expect(whole(failed)).deep.equal(result('a', [text(TOOL_FAILED), text('No such page.'), image]))
      expect(toExchanges('anthropic', around(failed)).map(({ outcome }) => outcome)).deep.equal(['failed'])
      const fine = around({ ...stub('a'), content: [text('No such page.')] })
      expect(repair(fine).messages).equal(fine)
    })

    it('quote what a search found, where they lost their call', () => {
      const found = { type: 'search_result', source: 'https://example.com', title: 'Fees', content: [text('12 a day')] }
      expect(repair([user(result('x', [found, text('and')]))]).messages).deep.equal([
        user(note('[search_result] Fees https://example.com 12 a day and'))
      ])
    })
  })

  it('makes names of tools fit the pattern, the same everywhere', () => {
    const named = (id: string, name: unknown) => ({ ...use(id), name })
    const answers = (id: string) => user(result(id, 'A'))
    expect(
      repair([
        ask,
        model(named('a', 'functions.search orders'), named('b', 'functions_search_orders'), named('c', '')),
        user(result('a', 'A'), result('b', 'B'), result('c', 'C')),
        model(named('d', 'functions.search orders')),
        answers('d'),
        model(named('e', 'x'.repeat(201))),
        answers('e')
      ])
    ).deep.equal({
      messages: [
        ask,
        model(
          named('a', 'functions_search_orders_2'),
          named('b', 'functions_search_orders'),
          named('c', 'unnamed_tool')
        ),
        user(result('a', 'A'), result('b', 'B'), result('c', 'C')),
        model(named('d', 'functions_search_orders_2')),
        answers('d'),
        model(named('e', 'x'.repeat(48))),
        answers('e')
      ],
      repairs: [
        { kind: 'tool_renamed', id: 'a', index: 1, to: 'functions_search_orders_2' },
        { kind: 'tool_renamed', id: 'c', index: 1, to: 'unnamed_tool' },
        { kind: 'tool_renamed', id: 'd', index: 3, to: 'functions_search_orders_2' },
        { kind: 'tool_renamed', id: 'e', index: 5, to: 'x'.repeat(48) }
      ]
    })
    const fine = [ask, model(named('a', 'x'.repeat(200))), answers('a')]
    expect(repair(fine).messages).equal(fine)
    const live = [ask, model(named('a', 'a.b'))]
    expect(repair(live, { frontier: 'open' }).messages).equal(live)
  })

  describe('calls that the API executes', () => {
    const search = (id: string) => ({ type: 'server_tool_use', id, name: 'web_search', input: { query: 'x' } })
    const found = (id: string) => ({
      type: 'web_search_tool_result',
      tool_use_id: id,
      content: [{ type: 'web_search_result', title: 'Fees', url: 'https://example.com', encrypted_content: 'EqQB' }]
    })

    it('go without a result, once the user says something else', () => {
      expect(repair([ask, model(text('Let me look.'), search('s')), ask])).deep.equal({
        messages: [ask, model(text('Let me look.')), ask],
        repairs: [{ kind: 'call_removed', id: 's', index: 1 }]
      })
      expect(repair([ask, model(thinking, search('s')), ask])).deep.equal({
        messages: [user(text('Hi'), text('Hi'))],
        repairs: [
          { kind: 'call_removed', id: 's', index: 1 },
          { kind: 'reasoning_removed', id: null, index: 1 },
          { kind: 'message_removed', id: null, index: 1 },
          { kind: 'messages_merged', id: null, index: 2 }
        ]
      })
      expect(repair([ask, model(search('s'), use('a')), user(result('a', 'A'), text('And?'))]).messages).deep.equal([
        ask,
        model(use('a')),
        user(result('a', 'A'), text('And?'))
      ])
      expect(repair([ask, model(search('s'), use('a')), user(result('a', 'A'), result('x', 'X'))]).messages).deep.equal(
        [ask, model(use('a')), user(result('a', 'A'), note('X'))]
      )
      const twice = [ask, model(search('s'), search('s'), found('s')), ask]
      expect(repair(twice).messages).deep.equal([ask, model(search('s'), found('s')), ask])
    })

    it('stay while the API may still run them', () => {
      for (const waits of [
        [ask, model(search('s'))],
        [ask, model(search('s'), use('a')), user(result('a', 'A'))],
        [ask, model(search('s'), use('a')), user(result('a', 'A')), model(use('b')), user(result('b', 'B'))],
        [ask, model(search('s'), use('a')), user(result('a', 'A')), model(found('s'), text('Here.')), ask]
      ])
        expect(repair(waits).messages).equal(waits)
    })

    describe('of code that calls a tool of the client', () => {
      const code = { type: 'server_tool_use', id: 's', name: 'code_execution', input: { code: 'get_order(7)' } }
      const called = (id: string) => ({ ...use(id), caller: { type: 'code_execution_20250825', tool_id: 's' } })
      const ran = { type: 'code_execution_tool_result', tool_use_id: 's', content: { stdout: '7', return_code: 0 } }

      it('stay while results alone follow', () => {
        for (const waits of [
          [ask, model(code, called('a')), user(result('a', 'A'))],
          [ask, model(code, called('a')), user(result('a', 'A')), model(called('b')), user(result('b', 'B'))],
          [ask, model(code, called('a')), user(result('a', 'A')), model(ran, text('Done.')), ask],
          [ask, model({ ...use('a'), caller: { type: 'direct' } }), user(result('a', 'A'), text('And?'))]
        ])
          expect(repair(waits).messages).equal(waits)
        expect(repair([ask, model(code, called('a'))]).messages).deep.equal([
          ask,
          model(code, called('a')),
          user(stub('a'))
        ])
      })

      it('go once the user says something else; what they called may have run, and stays', () => {
        expect(repair([ask, model(code, called('a')), ask])).deep.equal({
          messages: [ask, model(use('a')), user(stub('a'), text('Hi'))],
          repairs: [
            { kind: 'result_synthesized', id: 'a', index: 1 },
            { kind: 'call_removed', id: 's', index: 1 },
            { kind: 'caller_removed', id: 'a', index: 1 },
            { kind: 'messages_merged', id: null, index: 2 }
          ]
        })
        const twice = [
          ask,
          model(thinking, code, called('a')),
          user(result('a', 'A')),
          model(called('b')),
          user(result('b', 'B'), text('Stop.')),
          model(text('Ok.')),
          ask
        ]
        expect(repair(twice)).deep.equal({
          messages: [
            ask,
            model(thinking, use('a')),
            user(result('a', 'A')),
            model(use('b')),
            user(result('b', 'B'), text('Stop.')),
            model(text('Ok.')),
            ask
          ],
          repairs: [
            { kind: 'call_removed', id: 's', index: 1 },
            { kind: 'caller_removed', id: 'a', index: 1 },
            { kind: 'caller_removed', id: 'b', index: 3 }
          ]
        })
        expect(repair([ask, model(code, called('a')), ask], { unansweredCalls: 'remove' }).messages).deep.equal([
          user(text('Hi'), text('Hi'))
        ])
      })

      it('are not named as callers once they are lost', () => {
        expect(repair([ask, model(called('b')), user(result('b', 'B'))])).deep.equal({
          messages: [ask, model(use('b')), user(result('b', 'B'))],
          repairs: [{ kind: 'caller_removed', id: 'b', index: 1 }]
        })
        expect(repair([ask, model(called('b'), code), user(result('b', 'B'))])).deep.equal({
          messages: [ask, model(use('b'), code), user(result('b', 'B'))],
          repairs: [{ kind: 'caller_removed', id: 'b', index: 1 }]
        })
      })
    })

    it('take a result with them that came after the user had spoken', () => {
      expect(repair([ask, model(search('s')), ask, model(found('s'), text('Here.')), ask])).deep.equal({
        messages: [user(text('Hi'), text('Hi'), note('[web_search_result] Fees')), model(text('Here.')), ask],
        repairs: [
          { kind: 'call_removed', id: 's', index: 1 },
          { kind: 'message_removed', id: null, index: 1 },
          { kind: 'messages_merged', id: null, index: 2 },
          { kind: 'result_noted', id: 's', index: 3 },
          { kind: 'messages_merged', id: null, index: 3 }
        ]
      })
    })

    it('leave a note of a result alone, which ends the turn of calls before it', () => {
      const ran = {
        type: 'bash_code_execution_tool_result',
        tool_use_id: 'x',
        content: { type: 'bash_code_execution_result', stdout: 'sent', stderr: '', return_code: 0 }
      }
      const messages = [ask, model(search('s'), use('a')), user(result('a', 'A')), model(ran, found('s')), ask]
      expect(repair(messages).messages).deep.equal([
        ask,
        model(use('a')),
        user(
          result('a', 'A'),
          note('{"return_code":0,"stderr":"","stdout":"sent","type":"bash_code_execution_result"}'),
          note('[web_search_result] Fees'),
          text('Hi')
        )
      ])
      expect(repair(messages, { orphanResults: 'drop' }).messages).deep.equal([
        ask,
        model(search('s'), use('a')),
        user(result('a', 'A')),
        model(found('s')),
        ask
      ])
    })
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
