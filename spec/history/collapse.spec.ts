import { expect } from 'chai'
import { repairHistory } from '../../lib/history/repair-history.js'

const user = (content: unknown) => ({ role: 'user', content })
const called = (id: string, args = '{}', content: string | null = null) => ({
  role: 'assistant',
  content,
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: args } }]
})
const result = (tool_call_id: string, content: string) => ({ role: 'tool', tool_call_id, content })
const failed = (id: string, args?: string, content?: string) => [called(id, args, content), result(id, 'Error: down')]

const fold = (messages: ReadonlyArray<unknown>) => repairHistory('openai', messages, { collapseRepeats: true })

const use = (id: string) => ({
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: id, signature: id },
    { type: 'tool_use', id, name: 'f', input: {} }
  ]
})

const step = (id: string) => [
  { type: 'reasoning', id: `rs_${id}`, summary: [] },
  { type: 'function_call', call_id: id, name: 'f', arguments: '{}' },
  { type: 'function_call_output', call_id: id, output: 'Error: down' }
]

describe('repairHistory with collapseRepeats', () => {
  it('folds identical failed pairs into the first and a note with the count', () => {
    expect(fold([user('Hi'), ...failed('a'), ...failed('b'), ...failed('c'), user('And?')])).deep.equal({
      messages: [
        user('Hi'),
        ...failed('a'),
        user('[Note: the same call was made 2 more times, with the same failure each time.]'),
        user('And?')
      ],
      repairs: [{ kind: 'repeats_collapsed', id: 'a', index: 3, count: 2 }]
    })
    expect(fold([...failed('a'), ...failed('b')]).messages[2]).deep.equal(
      user('[Note: the same call was made once more, with the same failure each time.]')
    )
  })

  it('leaves runs alone that differ in arguments, failure or what was said, or that somebody broke', () => {
    const whole = [
      ...failed('a'),
      ...failed('b', '{"x":1}'),
      called('c', '{"x":1}'),
      result('c', 'Error: up'),
      ...failed('d', '{}', 'Again.'),
      ...failed('e', '{}', 'Once more.'),
      ...failed('f'),
      user('Stop.'),
      ...failed('g'),
      { role: 'assistant', content: 'Hm' },
      ...failed('h')
    ]
    expect(fold(whole).messages).equal(whole)
  })

  it('folds what was said in the same words', () => {
    expect(fold([...failed('a', '{}', 'Again.'), ...failed('b', '{}', 'Again.')]).messages).length(3)
  })

  it('folds in one go what stands in messages that have to be merged first', () => {
    const thought = { type: 'thinking', thinking: 't', signature: 's' }
    const unanswered = (id: string) => ({
      role: 'assistant',
      content: [{ type: 'tool_use', id, name: 'f', input: {} }]
    })
    const messages = [user('Hi'), unanswered('a'), { role: 'assistant', content: [thought] }, unanswered('b')]
    const repaired = repairHistory('anthropic', messages, { collapseRepeats: true })
    expect(repaired.repairs.map(({ kind, index }) => `${kind} ${index}`)).deep.equal([
      'result_synthesized 1',
      'repeats_collapsed 2',
      'messages_merged 2',
      'result_synthesized 3',
      'messages_merged 3'
    ])
    expect(repairHistory('anthropic', repaired.messages, { collapseRepeats: true })).deep.equal({
      messages: repaired.messages,
      repairs: []
    })
  })

  it('leaves calls alone that were fine, or are still open', () => {
    const fine = [called('a'), result('a', 'ok'), called('b'), result('b', 'ok')]
    expect(fold(fine).messages).equal(fine)
    const open = [...failed('a'), called('b')]
    expect(repairHistory('openai', open, { collapseRepeats: true, frontier: 'open' }).messages).equal(open)
  })

  it('keeps what a person said beside the last failure', () => {
    const down = (id: string, ...more: ReadonlyArray<unknown>) =>
      user([{ type: 'tool_result', tool_use_id: id, content: 'down', is_error: true }, ...more])
    const stop = { type: 'text', text: 'Stop.' }
    const note = { type: 'text', text: '[Note: the same call was made once more, with the same failure each time.]' }
    expect(
      repairHistory('anthropic', [user('Hi'), use('a'), down('a'), use('b'), down('b', stop), use('c'), down('c')], {
        collapseRepeats: true
      }).messages
    ).deep.equal([user('Hi'), use('a'), down('a', note, stop), use('c'), down('c')])
  })

  it('folds items of several kinds, reasoning with its call', () => {
    expect(
      repairHistory('openai-responses', [...step('a'), ...step('b')], { collapseRepeats: true }).messages
    ).deep.equal([
      ...step('a'),
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: '[Note: the same call was made once more, with the same failure each time.]' }
        ]
      }
    ])
    const spoken = [
      ...step('a'),
      ...step('b').slice(0, 2),
      { type: 'message', role: 'assistant', content: 'x' },
      ...step('b').slice(2)
    ]
    expect(repairHistory('openai-responses', spoken, { collapseRepeats: true, frontier: 'open' }).messages).equal(
      spoken
    )
  })
})
