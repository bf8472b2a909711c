import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import { type Exchange, detectLoop } from '#core/calls'
import { schemaMismatch } from '#core/errors'
import { toExchanges } from '../../lib/history/exchanges.js'
import type { HistoryFormat } from '../../lib/history/formats.js'
import { INTERRUPTED } from '../../lib/history/texts.js'
import { render } from './stories/render.js'
import type { Piece } from './stories/story.js'

const user = (content = 'Hi') => ({ role: 'user', content })
const called = (id: string, args = '{}') => ({
  role: 'assistant',
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: args } }]
})
const result = (tool_call_id: string, content: unknown) => ({ role: 'tool', tool_call_id, content })

const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  tool: 'f',
  args: {},
  result: 'ok',
  outcome: 'right',
  code: null,
  turn: 1,
  ...more
})
const outcomes = (...contents: ReadonlyArray<unknown>) =>
  toExchanges('openai', [user(), ...contents.flatMap((content, n) => [called(`${n}`), result(`${n}`, content)])]).map(
    ({ outcome, code }) => code ?? outcome
  )

const turnOf = (n: number) => [
  user(`Again ${n}`),
  called(`c${n}`),
  result(`c${n}`, 'Error: down'),
  { role: 'assistant', content: 'Sorry.' }
]

const step = (id: string, ...more: ReadonlyArray<unknown>) => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name: 'f', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }, ...more] }
]

describe('toExchanges', () => {
  it('reads arguments of any depth, of which a loop is told all the same', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const again = ['a', 'b', 'c'].flatMap((id) => [called(id, deep), result(id, 'Error: down')])
    expect(O.isSome(detectLoop(toExchanges('openai', [user(), ...again])))).equal(true)
  })

  const story: ReadonlyArray<Piece> = [
    { kind: 'user', text: 'Hi' },
    {
      kind: 'model',
      text: '',
      reasoning: '',
      calls: [
        { id: 'a', name: 'f', args: { x: 1 } },
        { id: 'b', name: 'g', args: {} }
      ]
    },
    { kind: 'result', id: 'b', name: 'g', text: 'Error: no', failed: true },
    { kind: 'result', id: 'a', name: 'f', text: 'ok', failed: false },
    { kind: 'user', text: 'And?' },
    { kind: 'model', text: '', reasoning: '', calls: [{ id: 'c', name: 'f', args: {} }] },
    { kind: 'result', id: 'c', name: 'f', text: 'ok', failed: false }
  ]

  for (const format of [
    'openai',
    'openai-responses',
    'anthropic',
    'ai-sdk',
    'langchain'
  ] as const satisfies ReadonlyArray<HistoryFormat>) {
    it(`lists the calls of '${format}' with their answers and turns`, () => {
      expect(toExchanges(format, render(format, story))).deep.equal([
        exchange({ args: { x: 1 } }),
        exchange({ tool: 'g', result: 'Error: no', outcome: 'failed' }),
        exchange({ turn: 2 })
      ])
    })
  }

  it('takes a class that is named as what every object has for none', () => {
    expect(
      outcomes('{"error_class":"constructor","code":"x"}', '{"error_class":"semantic_garbage","code":7}')
    ).deep.equal(['right', 'right'])
  })

  it('leaves out calls without a real result and calls that a guard refused', () => {
    for (const code of ['retry_budget_exceeded', 'turn_limit_reached', 'outcome_unknown', 'loop_detected'])
      expect(
        toExchanges('openai', [
          user(),
          called('a'),
          called('b'),
          result('b', INTERRUPTED),
          called('c'),
          result('c', JSON.stringify(schemaMismatch({ code, detail: 'x' }))),
          { role: 'assistant', content: null }
        ])
      ).deep.equal([])
  })

  it('begins a turn with what a person says beside a result', () => {
    expect(
      toExchanges('anthropic', [...step('a'), ...step('b', { type: 'text', text: 'Go on.' }), ...step('c')]).map(
        ({ turn }) => turn
      )
    ).deep.equal([0, 0, 1])
  })

  it('reads arguments as data, and cut ones as the text that they are', () => {
    expect(
      toExchanges('openai', [called('a', '{"x":[1]}'), result('a', 'ok'), called('b', '{"x'), result('b', 'ok')]).map(
        ({ args }) => args
      )
    ).deep.equal([{ x: [1] }, '{"x'])
  })

  it('reads how a call came out from an error of a guard', () => {
    expect(
      outcomes(
        JSON.stringify(schemaMismatch({ code: 'invalid_json', detail: 'x' })),
        '{"error_class":"else","code":"x"}',
        '{"error_class":"partial_data"}'
      )
    ).deep.equal(['invalid_json', 'right', 'right'])
  })

  it('or from what failures look like', () => {
    expect(
      outcomes(
        'Error: no',
        ' TypeError: no',
        'Traceback (most recent call last):\n',
        'An error occurred while running the tool. Please try again.',
        '{"error":"no"}',
        '{"error":{"code":1}}',
        '{"ok":false}',
        '{"success":false}',
        '{"isError":true}',
        [{ type: 'text', text: 'Error: no' }]
      )
    ).deep.equal(Array(10).fill('failed'))
    expect(
      outcomes(
        'No errors found',
        '{"error":null}',
        '{"error":""}',
        '{"ok":true}',
        '{ broken',
        'Errors: 0',
        '',
        undefined,
        '[]'
      )
    ).deep.equal(Array(9).fill('right'))
  })

  it('or from what the format itself says', () => {
    const item = (type: string, more: object, output: object) => [
      { type: `${type}_call`, call_id: type, ...more },
      { type: `${type}_call_output`, call_id: type, output: 'x', ...output }
    ]
    const patch = { type: 'update_file', path: 'a' }
    expect(
      toExchanges('openai-responses', [
        ...item('apply_patch', { operation: patch }, { status: 'failed' }),
        ...item('apply_patch', { operation: patch }, { status: 'completed' }),
        ...item('function', { name: 'f', arguments: '{}' }, { status: 'failed' }),
        ...item('custom_tool', { name: 'f', input: 'SELECT' }, {}),
        ...item('shell', { action: { commands: ['ls'] }, environment: { type: 'local' } }, {}),
        ...item('computer', { action: { type: 'click' } }, {}),
        ...item('computer', { actions: [{ type: 'wait' }] }, {})
      ]).map(({ tool, args, outcome }) => [tool, args, outcome])
    ).deep.equal([
      ['apply_patch', patch, 'failed'],
      ['apply_patch', patch, 'right'],
      ['f', {}, 'right'],
      ['f', 'SELECT', 'right'],
      ['shell', { commands: ['ls'] }, 'right'],
      ['computer', { type: 'click' }, 'right'],
      ['computer', [{ type: 'wait' }], 'right']
    ])
    const tool = (id: string, status: string) => [
      { type: 'ai', content: '', tool_calls: [{ id, name: 'f', args: {} }] },
      { type: 'tool', tool_call_id: id, content: 'x', status }
    ]
    expect(
      toExchanges('langchain', [...tool('a', 'error'), ...tool('b', 'success')]).map(({ outcome }) => outcome)
    ).deep.equal(['failed', 'right'])
  })

  it('is what detectLoop reads', () => {
    expect(detectLoop(toExchanges('openai', [1, 2, 3].flatMap(turnOf)))).deep.equal(
      O.some({ kind: 'repeat', calls: [{ tool: 'f', times: 3 }], code: null, turns: 3 })
    )
  })

  it('does not change what it reads', () => {
    const messages = Object.freeze([
      Object.freeze({ ...user() }),
      Object.freeze({ role: 'assistant', content: 'x', tool_calls: null })
    ])
    expect(toExchanges('openai', messages)).deep.equal([])
  })
})
