import { expect } from 'chai'
import { semanticGarbage } from '../../lib/core/tool-error.js'
import { addAudits, auditHistory, EMPTY_AUDIT } from '../../lib/history/audit.js'
import { INTERRUPTED } from '../../lib/history/texts.js'

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

describe('auditHistory', () => {
  it('finds nothing in nothing', () => {
    expect(audit([])).deep.equal(EMPTY_AUDIT)
    expect(audit([user, ...made('a', 'ok')])).deep.equal({ ...EMPTY_AUDIT, calls: 1 })
  })

  it('counts broken pairs', () => {
    expect(
      audit([result('x', 'X'), result('y', INTERRUPTED), user, called('a'), called('b'), result('b', INTERRUPTED)])
    ).deep.equal({ ...EMPTY_AUDIT, calls: 2, unanswered: 2, orphaned: 1 })
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

  it('counts repeats within a turn, and what a budget would have refused', () => {
    const turn = [user, ...times(5, (n) => made(`c${n}`, '0', n % 2 === 0 ? '{"a":1,"b":2}' : '{"b":2,"a":1}'))]
    // Two of five in each turn: the name, 13 characters of arguments and one of the answer.
    expect(audit([...turn, ...turn])).deep.equal({
      ...EMPTY_AUDIT,
      calls: 10,
      identicalRepeats: 8,
      loops: 1,
      refusable: { calls: 4, tokens: 15 }
    })
    expect(audit(turn, { maxIdenticalCalls: 10 }).refusable.calls).equal(0)
  })

  it('takes no repeat for one whose answer had changed', () => {
    const news = [user, ...times(10, (n) => made(`c${n}`, `${n} of 10 done`))]
    expect(audit(news)).deep.equal({ ...EMPTY_AUDIT, calls: 10 })
    const still = [user, ...times(5, (n) => made(`c${n}`, `Error: request ${n} failed`))]
    expect(audit(still)).deep.include({ identicalRepeats: 4, refusable: { calls: 2, tokens: 13 } })
  })

  it('counts loops as often as they begin, and what would have been refused of them', () => {
    const turns = times(6, (n) => [user, ...made(`c${n}`, 'Error: down')])
    expect(audit(turns)).deep.include({ calls: 6, identicalRepeats: 0, loops: 1, refusable: { calls: 3, tokens: 11 } })
    expect(audit([...turns, ...made('x', 'news', '{"x":1}'), ...turns])).deep.include({ loops: 2 })
    expect(audit(turns, { loop: { repeats: 7 } })).deep.include({ loops: 0, refusable: { calls: 0, tokens: 0 } })
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
      refusable: { calls: 0, tokens: 0 }
    })
  })

  it('counts the cost of a call that nobody answered', () => {
    expect(audit([user, ...times(3, (n) => made(`c${n}`, 'ok')), called('d')]).refusable).deep.equal({
      calls: 1,
      tokens: 1
    })
  })

  it('reads any format', () => {
    expect(auditHistory('anthropic', [user, use('a'), answer('a'), use('b'), answer('b')])).deep.equal({
      ...EMPTY_AUDIT,
      calls: 2
    })
    expect(
      auditHistory('ai-sdk', [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f' }] }])
    ).deep.equal({ ...EMPTY_AUDIT, calls: 1, unanswered: 1 })
  })
})

describe('addAudits', () => {
  it('adds every count', () => {
    const one = {
      calls: 1,
      identicalRepeats: 2,
      loops: 3,
      errors: { schema_mismatch: 4, partial_data: 5, semantic_garbage: 6, failed: 7 },
      unanswered: 8,
      orphaned: 9,
      refusable: { calls: 10, tokens: 11 }
    }
    expect(addAudits(one, EMPTY_AUDIT)).deep.equal(one)
    expect(addAudits(one, one)).deep.equal({
      calls: 2,
      identicalRepeats: 4,
      loops: 6,
      errors: { schema_mismatch: 8, partial_data: 10, semantic_garbage: 12, failed: 14 },
      unanswered: 16,
      orphaned: 18,
      refusable: { calls: 20, tokens: 22 }
    })
  })
})
