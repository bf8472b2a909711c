import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall, judge, openSession, openTurn, type SessionOptions, type Tool } from '../../lib/index.js'

const refusal = (make: () => unknown): string => {
  try {
    make()
    return 'taken'
  } catch (thrown) {
    return thrown instanceof TypeError ? thrown.message : 'no TypeError'
  }
}

const NO_OBSERVERS = 'Expected `observers` to be an array of functions, or of objects with a function `start`.'

describe('openSession', () => {
  const wrong: ReadonlyArray<readonly [unknown, string]> = [
    [{ budget: { read: -1 } }, 'Expected `budget.read` to be a non-negative integer.'],
    [{ budget: { write: 0.5 } }, 'Expected `budget.write` to be a non-negative integer.'],
    [{ id: 7 }, 'Expected `id` to be a string.'],
    [{ clock: 1 }, 'Expected `clock` to be a function.'],
    [{ redact: {} }, 'Expected `redact` to be a function.'],
    [{ recorder: {} }, 'Expected `recorder` to be an object with a `record` function.'],
    [{ recorder: null }, 'Expected `recorder` to be an object with a `record` function.'],
    [{ observers: [null] }, NO_OBSERVERS],
    [{ observers: [undefined] }, NO_OBSERVERS],
    [{ observers: 5 }, NO_OBSERVERS],
    [{ logger: null }, 'Expected `logger` to be an object with a function `log(level, message, meta)`, or false.'],
    [
      { logger: { info: () => {} } },
      'Expected `logger` to be an object with a function `log(level, message, meta)`, or false.'
    ],
    [{ budget: 5 }, 'Expected `budget` to be an object.'],
    [{ loop: [] }, 'Expected `loop` to be an object.'],
    [null, 'Expected `options` to be an object.'],
    [{ loop: { ignoreResultFields: 'took' } }, 'Expected `loop.ignoreResultFields` to be an array of names.'],
    ['x', 'Expected `options` to be an object.'],
    [{ onStoreError: 'never' }, "Expected `onStoreError` to be 'local' or 'refuse'."],
    [{ store: null }, 'Expected `store` to be a BudgetStore: append and close.'],
    [{ budgets: {} }, 'Expected `options` to hold no `budgets`: perhaps `budget` was meant.'],
    [{ budget: { reads: 3 } }, 'Expected `budget` to hold no `reads`: perhaps `read` was meant.'],
    [
      { loop: { toString: 1 } },
      'Expected `loop` to hold no `toString`: it may hold repeats, window, ignoreArgs, ignoreResultFields.'
    ]
  ]
  for (const [options, message] of wrong) {
    it(`refuses ${JSON.stringify(options)}`, () => {
      expect(refusal(() => openSession(options as SessionOptions))).to.equal(message)
    })
  }

  it('refuses words of turns that nobody knows', () => {
    const message = 'Expected `options` to hold no `signals`: perhaps `signal` was meant.'
    const options: object = { signals: [] }
    expect([refusal(() => openSession().openTurn(options)), refusal(() => openTurn(options))]).to.deep.equal([
      message,
      message
    ])
    const noObject = 'Expected `options` to be an object.'
    for (const none of [null, 'x', 5, []] as unknown as ReadonlyArray<never>)
      expect([refusal(() => openSession().openTurn(none)), refusal(() => openTurn(none))]).to.deep.equal([
        noObject,
        noObject
      ])
    class Own {
      readonly id = 't'
      readonly signals = []
    }
    expect(refusal(() => openTurn(new Own()))).to.equal('taken')
  })

  it('counts no repairs at first', () => {
    expect(openSession().counters()).to.deep.equal({
      no_retry: 0,
      success: 0,
      redundant: 0,
      exhausted: 0,
      llm_gave_up: 0,
      fabricated_id_on_retry: 0
    })
  })
})

const NO_CODEC = 'Expected `codec` to be an io-ts codec or a Standard Schema, as zod, valibot and arktype make them.'

describe('judge', () => {
  it('refuses words that nobody knows', () => {
    const options: object = { codec: t.unknown, check: [] }
    expect(refusal(() => judge(options as { codec: t.Mixed }, '1'))).to.equal(
      'Expected `options` to hold no `check`: perhaps `checks` was meant.'
    )
  })
})

describe('guardedCall', () => {
  const tool = (more: object): Tool<unknown> => ({ name: 'a', effect: 'read', run: () => 1, ...more }) as Tool<unknown>
  const wrong: ReadonlyArray<readonly [object, RegExp]> = [
    [{ name: '' }, /^Expected `name` to be a non-empty string without U\+0000 and lone surrogates\.$/],
    [{ name: 'a\0b' }, /^Expected `name` to be a non-empty string without U\+0000/],
    [
      { args: {} },
      /^Expected `args` to be an io-ts codec or a Standard Schema, as zod, valibot and arktype make them\.$/
    ],
    [{ transient: 1 }, /^Expected `transient` to be a function\.$/],
    [{ narrow: 1 }, /^Expected `narrow` to be a function\.$/],
    [{ timeoutMS: 1 }, /^Expected `tool` to hold no `timeoutMS`: perhaps `timeoutMs` was meant\.$/],
    [{ maxBytes: 0 }, /^Expected `maxBytes` to be/],
    [{ reads: 'xml' }, /^Expected `reads` to be 'json' or 'text'\.$/],
    [{ maxIdenticalCalls: -1 }, /^Expected `maxIdenticalCalls` to be/]
  ]
  for (const [more, message] of wrong) {
    it(`refuses a tool with ${JSON.stringify(more)}`, () => {
      expect(refusal(() => guardedCall(tool(more), t.unknown))).to.match(message)
    })
  }

  it('refuses options of a text that nobody knows', () => {
    const call = guardedCall(tool({}), t.unknown)
    expect(refusal(() => call.toModelText(E.right(1), { maxChar: 5 } as object))).to.equal(
      'Expected `options` to hold no `maxChar`: it may hold maxChars.'
    )
    expect(refusal(() => call.toModelText(E.right(1), { maxChars: 5 }))).to.equal('taken')
  })

  it('refuses options of a call that nobody knows', () => {
    const call = guardedCall(tool({}), t.unknown)
    const cases: ReadonlyArray<readonly [unknown, string]> = [
      [{ callID: 'x' }, 'Expected `options` to hold no `callID`: perhaps `callId` was meant.'],
      [{ callId: 7 }, 'Expected `callId` to be a string.'],
      [{ signal: {} }, 'Expected `signal` to be an AbortSignal.'],
      [0, 'Expected `options` to be an object.']
    ]
    for (const [options, message] of cases)
      expect([
        refusal(() => call({}, options as object)),
        refusal(() => call.fromModel({}, options as object))
      ]).to.deep.equal([message, message])
    expect(refusal(() => call({}, { callId: 'x', message: {} }))).to.equal('taken')
  })

  it('refuses what is no codec and no tool, as judge does', () => {
    for (const codec of [undefined, null, {}, { decode: 1 }]) {
      expect(refusal(() => guardedCall(tool({}), codec as unknown as t.Mixed))).to.equal(NO_CODEC)
      expect(refusal(() => judge({ codec: codec as unknown as t.Mixed }, '1'))).to.equal(NO_CODEC)
    }
    for (const none of [undefined, null])
      expect(refusal(() => guardedCall(none as unknown as Tool<unknown>, t.unknown))).to.equal(
        'Expected `tool` to be an object.'
      )
  })
})
