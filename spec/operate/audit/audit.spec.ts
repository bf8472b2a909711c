import { expect } from 'chai'
import { semanticGarbage } from '#core/errors'
import { addAudits, auditHistory, EMPTY_AUDIT } from '../../../lib/operate/audit/audit.js'
import { INTERRUPTED } from '../../../lib/history/texts.js'

const user = { role: 'user', content: 'Hi' }
const called = (id: string, args = '{}') => ({
  role: 'assistant',
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: args } }]
})
const result = (tool_call_id: string, content: string) => ({ role: 'tool', tool_call_id, content })
const made = (id: string, content: string, args?: string) => [called(id, args), result(id, content)]
const times = <A>(n: number, make: (at: number) => ReadonlyArray<A>): ReadonlyArray<A> =>
  Array.from({ length: n }, (_, at) => make(at)).flat()

const use = (id: string) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'f', input: {} }] })
const answer = (id: string) => ({
  role: 'user',
  content: [
    { type: 'tool_result', tool_use_id: id, content: 'ok' },
    { type: 'text', text: 'Again.' }
  ]
})

const audit = (messages: ReadonlyArray<unknown>, options = {}) => auditHistory('openai', messages, options)

const counts = (messages: ReadonlyArray<unknown>, options = {}) => {
  const { tools: _, ...others } = audit(messages, options)
  return others
}
const { tools: _none, ...NOTHING } = EMPTY_AUDIT
const repeats = (unchanged: number, changed: number, unknown: number) => ({
  unchanged,
  rechecked: 0,
  changed,
  unknown
})

describe('auditHistory', () => {
  it('finds nothing in nothing', () => {
    expect(audit([])).deep.equal(EMPTY_AUDIT)
    expect(audit([user, ...made('a', 'ok')])).deep.equal({
      ...EMPTY_AUDIT,
      calls: 1,
      tools: { f: { calls: 1, repeats: repeats(0, 0, 0), errors: 0, refusable: 0 } }
    })
  })

  it('counts broken pairs', () => {
    expect(
      counts([result('x', 'X'), result('y', INTERRUPTED), user, called('a'), called('b'), result('b', INTERRUPTED)])
    ).deep.equal({ ...NOTHING, calls: 2, repeats: repeats(0, 0, 1), unanswered: 2, orphaned: 1 })
  })

  it('counts errors by class, where that can be told', () => {
    const guarded = JSON.stringify(semanticGarbage({ code: 'not_found', detail: 'x' }))
    expect(
      audit([
        user,
        ...made('a', guarded, '{"n":1}'),
        ...made('b', 'Error: no', '{"n":2}'),
        ...made('c', 'ok', '{"n":3}')
      ]).errors
    ).deep.equal({ schema_mismatch: 0, partial_data: 0, semantic_garbage: 1, failed: 1 })
  })

  it('takes answers that were cut for errors, and prose that begins with a bracket for none', () => {
    const cut = times(4, (n) => made(`c${n}`, '{"results":[', `{"n":${n}}`))
    expect(audit([user, ...cut]).errors).deep.include({ schema_mismatch: 4 })
    const prose = ['[INFO] building', '[link](https://example.com', '{ a: 1', '[x] done', '{'].flatMap((text, n) =>
      made(`p${n}`, text, `{"n":${n}}`)
    )
    expect(audit([user, ...prose]).errors).deep.include({ schema_mismatch: 0 })
  })

  it('counts what cannot be read, and says nothing else of it', () => {
    const nameless = { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { arguments: '{}' } }] }
    const unread = times(4, (n) => [{ ...nameless }, result('a', `${n % 1}`)])
    const broken = times(4, (n) => made(`b${n}`, 'same', '{"city":'))
    expect(counts([user, ...unread, ...broken])).deep.equal({ ...NOTHING, unreadable: 8 })
  })

  it('tells repeats by what came back, and counts savings of the unchanged alone', () => {
    const turn = [
      user,
      ...times(3, (n) => made(`a${n}`, 'same', n % 2 === 0 ? '{"a":1,"b":2}' : '{"b":2,"a":1}')),
      ...made('b', 'other', '{"a":1,"b":2}'),
      ...made('c', 'Error: 503 at 10:01', '{"c":1}'),
      ...made('d', 'Error: 503 at 10:02', '{"c":1}')
    ]
    expect(counts([...turn, ...turn])).deep.include({ calls: 12, repeats: repeats(6, 2, 0) })
  })

  it('counts by the tool', () => {
    const other = (id: string) => ({
      role: 'assistant',
      tool_calls: [{ id, type: 'function', function: { name: '__proto__', arguments: '{}' } }]
    })
    const { tools } = audit([user, ...made('a', 'ok'), ...made('b', 'ok'), other('c'), result('c', 'Error: no')])
    expect(Object.entries(tools)).deep.equal([
      ['f', { calls: 2, repeats: repeats(1, 0, 0), errors: 0, refusable: 0 }],
      ['__proto__', { calls: 1, repeats: repeats(0, 0, 0), errors: 1, refusable: 0 }]
    ])
  })

  it('refuses what a live turn would: repeats without news, and at most three alike in a row of what nobody has declared', () => {
    const same = [user, ...times(5, (n) => made(`c${n}`, 'same'))]
    // Two of five: the name, the arguments and the answer.
    expect(audit(same).refusable).deep.equal({ calls: 2, unchanged: 2, tokens: Math.ceil((2 * 7) / 4) })
    const news = [user, ...times(5, (n) => made(`c${n}`, `${n}`))]
    expect(audit(news).refusable).deep.equal({ calls: 2, unchanged: 0, tokens: 0 })
    const declared = { tools: { f: { effect: 'read' } } }
    expect(audit(news, declared).refusable.calls).equal(0)
    expect(audit(same, declared).refusable.calls).equal(2)
    expect(audit(same, { tools: { f: { effect: 'write' } } }).refusable.calls).equal(4)
    expect(audit(same, { tools: { f: { polls: true } } }).refusable.calls).equal(0)
    expect(audit(same, { maxIdenticalCalls: 2 }).refusable.calls).equal(3)
  })

  it('refuses no write that said no before another wrote', () => {
    const start = (id: string, content: string) => [
      {
        role: 'assistant',
        tool_calls: [{ id, type: 'function', function: { name: 'start', arguments: '{}' } }]
      },
      result(id, content)
    ]
    const no = JSON.stringify({ error: 'The brake pedal needs to be pressed first.' })
    const tools = { start: { effect: 'write' }, f: { effect: 'write' } }
    const refusable = (between: ReadonlyArray<unknown>) =>
      audit([user, ...start('a', no), ...between, ...start('c', 'started')], { tools }).tools['start']?.refusable
    expect(refusable(made('b', 'pressed'))).to.equal(0)
    expect(refusable([])).to.equal(1)
  })

  it('takes a call that cannot be read for one that may have changed something', () => {
    const unread = [called('x', '{"city":'), result('x', 'done')]
    const two = (n: number) => times(2, (at) => made(`c${n}${at}`, 'same'))
    expect(audit([user, ...two(1), ...unread, ...two(2), ...unread, ...two(3)]).refusable.calls).equal(0)
    expect(audit([user, ...two(1), ...two(2), ...two(3)]).refusable.calls).equal(3)
  })

  it('counts loops as often as they begin, and what would have been refused of them', () => {
    const turns = times(6, (n) => [user, ...made(`c${n}`, 'Error: down')])
    const { loops, refusable, repeats: none } = audit(turns)
    expect([loops, none]).deep.equal([1, repeats(0, 0, 0)])
    // Of three, the third goes through: what failed may have been mended.
    expect(refusable).deep.equal({ calls: 2, unchanged: 2, tokens: 7 })
    expect(audit([...turns, ...made('x', 'news', '{"x":1}'), ...turns])).deep.include({ loops: 2 })
    expect(audit(turns, { loop: { repeats: 7 } })).deep.include({ loops: 0 })
  })

  it('refuses options that cannot work', () => {
    for (const maxIdenticalCalls of [-1, 1.5, Number.NaN])
      expect(() => audit([], { maxIdenticalCalls })).throw(
        TypeError,
        'Expected `maxIdenticalCalls` to be a non-negative integer.'
      )
    expect(audit([user, ...made('a', 'ok')], { maxIdenticalCalls: 0 }).refusable.calls).equal(1)
  })

  it('takes a refusal for no exchange', () => {
    const refused = JSON.stringify(semanticGarbage({ code: 'loop_detected', detail: 'x' }))
    expect(audit(times(6, (n) => [user, ...made(`c${n}`, refused)]))).deep.include({
      loops: 0,
      refusable: { calls: 0, unchanged: 0, tokens: 0 }
    })
  })

  it('reads any format', () => {
    expect(auditHistory('anthropic', [user, use('a'), answer('a'), use('b'), answer('b')])).deep.include({
      calls: 2,
      unanswered: 0
    })
    expect(
      auditHistory('ai-sdk', [
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', input: {} }] }
      ])
    ).deep.include({ calls: 1, unanswered: 1 })
  })
})

describe('addAudits', () => {
  it('adds every count', () => {
    const tool = { calls: 14, repeats: repeats(15, 16, 17), errors: 18, refusable: 19 }
    const one = {
      calls: 1,
      unreadable: 2,
      repeats: repeats(3, 4, 5),
      loops: 6,
      errors: { schema_mismatch: 7, partial_data: 8, semantic_garbage: 9, failed: 10 },
      unanswered: 11,
      orphaned: 12,
      refusable: { calls: 13, unchanged: 14, tokens: 15 },
      tools: { f: tool }
    }
    expect(addAudits(one, EMPTY_AUDIT)).deep.equal(one)
    expect(addAudits(one, { ...one, tools: { f: tool, g: tool } })).deep.equal({
      calls: 2,
      unreadable: 4,
      repeats: repeats(6, 8, 10),
      loops: 12,
      errors: { schema_mismatch: 14, partial_data: 16, semantic_garbage: 18, failed: 20 },
      unanswered: 22,
      orphaned: 24,
      refusable: { calls: 26, unchanged: 28, tokens: 30 },
      tools: { f: { calls: 28, repeats: repeats(30, 32, 34), errors: 36, refusable: 38 }, g: tool }
    })
  })
})
