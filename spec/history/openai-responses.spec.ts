import { expect } from 'chai'
import { repairHistory } from '../../lib/history/repair-history.js'
import { INTERRUPTED } from '../../lib/history/texts.js'

const user = (content: string) => ({ role: 'user', content })
const said = (text: string) => ({
  type: 'message',
  role: 'assistant',
  id: `msg_${text}`,
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }]
})
const call = (call_id: unknown, more = {}) => ({
  type: 'function_call',
  id: `fc_${String(call_id)}`,
  call_id,
  name: 'get_order',
  arguments: '{"id":7}',
  status: 'completed',
  ...more
})
const output = (call_id: unknown, text: string) => ({ type: 'function_call_output', call_id, output: text })
const reasoning = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: 'gAAA' })
const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' }
const note = (text: string) => ({
  type: 'message',
  role: 'user',
  content: [
    {
      type: 'input_text',
      text: `[Note: a result of an earlier call, whose request is no longer in this history: ${JSON.stringify(text)}]`
    }
  ]
})

const repair = (items: ReadonlyArray<unknown>, options = {}) => repairHistory('openai-responses', items, options)

const answered = (item: object) => repair([item]).messages[1]

describe("repairHistory('openai-responses')", () => {
  it('writes arguments and outputs as text, where the provider refuses data', () => {
    const parts = [{ type: 'input_image', image_url: 'data:' }]
    for (const [args, out, argsText, text] of [
      [{ x: 1 }, { y: 1 }, '{"x":1}', '{"y":1}'],
      [undefined, null, '{}', ''],
      ['{}', 7, '{}', '7'],
      ['{}', parts, '{}', parts]
    ] as const) {
      const given = [user('Hi'), call('a', { arguments: args }), { ...output('a', ''), output: out }]
      const { messages, repairs } = repair(given)
      expect(messages).deep.equal([
        user('Hi'),
        call('a', { arguments: argsText }),
        { ...output('a', ''), output: text }
      ])
      expect(repairs.map(({ kind, id }) => [kind, id])).deep.equal(
        [args !== argsText, out !== text].flatMap((changed) => (changed ? [['text_written', 'a']] : []))
      )
      expect(repair(messages).messages).equal(messages)
    }
  })

  it('shows the images of an output that lost its call', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' }
    const { messages } = repair([{ ...output('x', ''), output: [{ type: 'input_text', text: 'paid' }, image] }])
    expect(messages).to.have.nested.property('[0].content[0].text').that.includes('"paid [input_image]"')
    expect(messages).to.have.nested.property('[0].content[1]', image)
    expect(messages).to.have.nested.property('[0].role', 'user')
  })

  it('answers calls behind the last of their step', () => {
    expect(repair([user('Hi'), reasoning('rs_1'), call('a'), call('b'), output('b', 'B'), user('And?')])).deep.equal({
      messages: [
        user('Hi'),
        reasoning('rs_1'),
        call('a'),
        call('b'),
        output('a', INTERRUPTED),
        output('b', 'B'),
        user('And?')
      ],
      repairs: [{ kind: 'result_synthesized', id: 'a', index: 2 }]
    })
  })

  it('gives back the pair of every kind of call as it is', () => {
    const shell = {
      type: 'shell_call',
      id: 'sh_1',
      call_id: 'a',
      action: { commands: ['ls'], timeout_ms: null, max_output_length: null },
      status: 'completed'
    }
    const ran = {
      type: 'shell_call_output',
      call_id: 'a',
      output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }]
    }
    const local = {
      type: 'local_shell_call',
      id: 'lsh_1',
      call_id: 'a',
      action: { type: 'exec', command: ['ls'], env: {} },
      status: 'completed'
    }
    const patch = {
      type: 'apply_patch_call',
      call_id: 'a',
      operation: { type: 'delete_file', path: 'x' },
      status: 'completed'
    }
    const pairs: ReadonlyArray<ReadonlyArray<object>> = [
      ...[undefined, null, { type: 'local' }, { type: 'container_reference', container_id: 'c' }].map((environment) => [
        { ...shell, environment },
        ran
      ]),
      [shell, ran],
      [local, { type: 'local_shell_call_output', id: 'a', output: 'A' }],
      [local, { type: 'local_shell_call_output', call_id: 'a', output: 'A' }],
      [local, output('a', 'A')],
      [patch, { type: 'apply_patch_call_output', call_id: 'a', status: 'completed' }],
      [
        { type: 'custom_tool_call', call_id: 'a', name: 'sql', input: 'select 1' },
        { type: 'custom_tool_call_output', call_id: 'a', output: 'A' }
      ],
      [
        { type: 'tool_search_call', call_id: 'a', execution: 'client', arguments: {} },
        { type: 'tool_search_output', call_id: 'a', execution: 'client', tools: [] }
      ]
    ]
    for (const pair of pairs) {
      const whole = [user('Hi'), ...pair, said('Done')]
      expect(repair(whole)).deep.equal({ messages: whole, repairs: [] })
      expect(repair(whole).messages).equal(whole)
    }
  })

  it('answers each kind of call in its own way', () => {
    expect(answered({ type: 'local_shell_call', id: 'lsh_1', call_id: 'a', action: {} })).deep.equal({
      type: 'local_shell_call_output',
      call_id: 'a',
      output: INTERRUPTED
    })
    expect(answered({ type: 'custom_tool_call', call_id: 'a', name: 'sql', input: 'select 1' })).deep.equal({
      type: 'custom_tool_call_output',
      call_id: 'a',
      output: INTERRUPTED
    })
    expect(answered({ type: 'apply_patch_call', call_id: 'a', operation: {}, status: 'completed' })).deep.equal({
      type: 'apply_patch_call_output',
      call_id: 'a',
      status: 'failed',
      output: INTERRUPTED
    })
    const shell = { type: 'shell_call', call_id: 'a', action: { commands: ['ls'] } }
    for (const own of [{ environment: { type: 'local' } }, { environment: null }, {}])
      expect(answered({ ...shell, ...own })).deep.equal({
        type: 'shell_call_output',
        call_id: 'a',
        output: [{ stdout: '', stderr: INTERRUPTED, outcome: { type: 'timeout' } }]
      })
    expect(answered(call('a', { caller: { type: 'program', caller_id: 'p_1' } }))).deep.equal({
      ...output('a', INTERRUPTED),
      caller: { type: 'program', caller_id: 'p_1' }
    })
  })

  it('removes a call that a text cannot answer', () => {
    const computer = {
      type: 'computer_call',
      id: 'cu_1',
      call_id: 'a',
      action: { type: 'screenshot' },
      pending_safety_checks: [],
      status: 'completed'
    }
    expect(repair([user('Hi'), reasoning('rs_1'), computer, user('And?')])).deep.equal({
      messages: [user('Hi'), user('And?')],
      repairs: [
        { kind: 'reasoning_removed', id: null, index: 1 },
        { kind: 'call_removed', id: 'a', index: 2 },
        { kind: 'message_removed', id: null, index: 2 }
      ]
    })
    const whole = [
      computer,
      { type: 'computer_call_output', call_id: 'a', output: { type: 'computer_screenshot', image_url: 'data:' } }
    ]
    expect(repair(whole).messages).equal(whole)
    expect(repair([{ ...computer, actions: [] }, whole[1]]).repairs).deep.equal([])
  })

  it('moves outputs back behind their call', () => {
    expect(repair([call('a'), user('Hm'), output('a', 'A')]).messages).deep.equal([
      call('a'),
      output('a', 'A'),
      user('Hm')
    ])
    expect(repair([call('a'), said('Wait.'), output('a', 'A')])).deep.equal({
      messages: [call('a'), output('a', 'A'), said('Wait.')],
      repairs: [{ kind: 'result_moved', id: 'a', index: 2 }]
    })
    const parallel = [call('a'), said('And'), call('b'), output('b', 'B'), output('a', 'A')]
    expect(repair(parallel).messages).equal(parallel)
  })

  it('leaves no reasoning without what it led to', () => {
    expect(
      repair([reasoning('rs_1'), call('a'), reasoning('rs_2'), call('b'), output('b', 'B'), reasoning('rs_3')], {
        unansweredCalls: 'remove'
      }).messages
    ).deep.equal([reasoning('rs_2'), call('b'), output('b', 'B')])
    const whole = [reasoning('rs_1'), reasoning('rs_2'), call('a'), output('a', 'A'), reasoning('rs_3'), said('Done')]
    expect(repair(whole).messages).equal(whole)
    const live = [user('Hi'), reasoning('rs_1')]
    expect(repair(live, { frontier: 'open' }).messages).equal(live)
  })

  it('keeps the items of a live step in place', () => {
    const live = [call('a'), call('b'), said('Wait.'), output('b', 'B')]
    expect(repair(live, { frontier: 'open' }).messages).equal(live)
  })

  it('moves outputs with their call where later calls of the step are removed', () => {
    expect(repair([call('a'), search, call('b'), output('a', 'A')], { unansweredCalls: 'remove' })).deep.equal({
      messages: [call('a'), output('a', 'A'), search],
      repairs: [
        { kind: 'call_removed', id: 'b', index: 2 },
        { kind: 'message_removed', id: null, index: 2 },
        { kind: 'result_moved', id: 'a', index: 3 }
      ]
    })
  })

  it('knows an output by the id of the item, too', () => {
    expect(repair([call('a'), output('fc_a', 'A')])).deep.equal({
      messages: [call('a'), output('a', 'A')],
      repairs: [{ kind: 'id_renamed', id: 'fc_a', index: 1, to: 'a' }]
    })
  })

  it('shortens ids that are too long', () => {
    const long = 'x'.repeat(70)
    expect(repair([call(long), output(long, 'A')]).messages).deep.equal([
      { ...call(long), call_id: 'x'.repeat(48) },
      output('x'.repeat(48), 'A')
    ])
  })

  it('makes names of tools fit the pattern, but not those of calls that are still to be answered', () => {
    const custom = (name: string) => ({ type: 'custom_tool_call', call_id: 'b', name, input: 'select 1' })
    const sql = { type: 'custom_tool_call_output', call_id: 'b', output: 'B' }
    const live = [call('c', { name: 'functions.exec' })]
    expect(
      repair([call('a', { name: 'functions.exec' }), output('a', 'A'), custom('x'.repeat(129)), sql, ...live], {
        frontier: 'open'
      })
    ).deep.equal({
      messages: [
        call('a', { name: 'functions_exec' }),
        output('a', 'A'),
        custom('x'.repeat(48)),
        sql,
        call('c', { name: 'functions.exec' })
      ],
      repairs: [
        { kind: 'tool_renamed', id: 'a', index: 0, to: 'functions_exec' },
        { kind: 'tool_renamed', id: 'b', index: 2, to: 'x'.repeat(48) }
      ]
    })
    expect(repair([call('a', { name: '' }), output('a', 'A')]).messages[0]).deep.equal(
      call('a', { name: 'unnamed_tool' })
    )
  })

  it('leaves an id alone that is as long as it may be', () => {
    const items = [
      { type: 'function_call', call_id: 'x'.repeat(64), name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'x'.repeat(64), output: 'X' }
    ]
    expect(repairHistory('openai-responses', items)).deep.equal({ messages: items, repairs: [] })
  })

  it('knows the output of a local shell by either field', () => {
    const local = { type: 'local_shell_call', id: 'lsh_1', call_id: 'a', action: {} }
    expect(repair([local, user('Hm'), { type: 'local_shell_call_output', id: 'a', output: 'A' }]).messages).deep.equal([
      local,
      { type: 'local_shell_call_output', id: 'a', output: 'A' },
      user('Hm')
    ])
    expect(repair([local, { type: 'local_shell_call_output', id: 'lsh_1', output: 'A' }]).messages).deep.equal([
      local,
      { type: 'local_shell_call_output', id: 'a', output: 'A' }
    ])
    expect(repair([{ type: 'local_shell_call_output', id: 'a', output: 'A' }]).messages).deep.equal([note('A')])
  })

  it('notes outputs without a call, but not where the call may be stored elsewhere', () => {
    expect(repair([output('x', 'X'), user('Hi')]).messages).deep.equal([note('X'), user('Hi')])
    expect(repair([user('Hi'), output('x', 'X')]).messages).deep.equal([user('Hi'), note('X')])
    const stored = [
      { type: 'item_reference', id: 'fc_1' },
      output('x', 'X'),
      call('a'),
      output('y', 'Y'),
      output('a', 'A')
    ]
    expect(repair(stored).messages).equal(stored)
  })

  it('drops an item that stands there before, with its output, and the id of another that has the same', () => {
    const turn = [reasoning('rs_1'), call('a'), output('a', 'A'), said('Done')]
    expect(repair([user('Hi'), ...turn, ...turn.slice(0, 2), output('a', 'A'), said('Done')])).deep.equal({
      messages: [user('Hi'), ...turn],
      repairs: [
        { kind: 'duplicate_dropped', id: null, index: 5 },
        { kind: 'duplicate_dropped', id: 'a', index: 6 },
        { kind: 'duplicate_dropped', id: 'a', index: 7 },
        { kind: 'duplicate_dropped', id: null, index: 8 }
      ]
    })
    const running = call('a', { status: 'in_progress' })
    const unread = { type: 'reasoning', id: 'rs_1', summary: [] }
    expect(
      repair([reasoning('rs_1'), running, unread, call('a'), output('a', 'A'), { type: 'item_reference', id: 'fc_a' }])
        .messages
    ).deep.equal([reasoning('rs_1'), running, output('a', 'A')])
    const { id: _, ...unnamed } = { ...said('Done'), status: 'incomplete', content: [] }
    const other = { type: 'function_call', call_id: 'b', name: 'refund', arguments: '{}' }
    const given = [call('a'), output('a', 'A'), said('Done'), { ...other, id: 'fc_a' }, output('b', 'B')]
    expect(repair([...given, { ...unnamed, id: 'msg_Done' }, search, { ...search, action: {} }])).deep.equal({
      messages: [...given.slice(0, 3), other, output('b', 'B'), unnamed, search, { ...search, action: {} }],
      repairs: [
        { kind: 'item_id_removed', id: 'b', index: 3 },
        { kind: 'item_id_removed', id: null, index: 5 }
      ]
    })
  })

  it('takes a role that is named as what every object has for any other role', () => {
    const items = [
      { role: 'constructor', content: 'Hi' },
      { role: '__proto__', content: 'Hi' }
    ]
    expect(repair([...items, call('')]).messages).deep.equal([
      ...items,
      { ...call(''), call_id: 'call_2_0' },
      output('call_2_0', INTERRUPTED)
    ])
  })

  it('leaves alone what the provider executes, approvals and unknown items', () => {
    const items = [
      { role: 'developer', content: 'Be brief.' },
      user('Hi'),
      search,
      { type: 'mcp_call', id: 'mcp_1', name: 'x', arguments: '{}', server_label: 'y', output: null },
      { type: 'shell_call', call_id: 's', action: {}, environment: { type: 'container_reference', container_id: 'c' } },
      { type: 'mcp_approval_request', id: 'mcpr_1', name: 'x', arguments: '{}', server_label: 'y' },
      { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
      { type: 'x-new' },
      null,
      { type: 'message', role: 'x' }
    ]
    expect(repair(items).messages).equal(items)
  })
})
