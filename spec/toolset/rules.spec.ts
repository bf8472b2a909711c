/**
 * Words of a rule that contradict each other, or would do nothing: each is refused in a sentence that says what to do.
 */
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardTools } from '../../lib/adapters/ai-sdk/index.js'
import { guardedCall, guardFunctions, openTurn, type Tool } from '../../lib/index.js'
import { inPlace } from '../../lib/toolset/in-place.js'

const refusal = (make: () => unknown): string => {
  try {
    make()
    return 'taken'
  } catch (thrown) {
    return thrown instanceof TypeError ? thrown.message : 'no TypeError'
  }
}

const id = (args: unknown): unknown => args
const verify = () => 'unknown' as const

const NO_WRITE = "given for a write alone: say `effect: 'write'`, or leave it out"
const BOTH = 'given without `idempotent`: the one lets equal calls run once, the other again; leave one of them out'
const ONE = 'a function of one parameter: several arguments come as one array (`([id]) => id`)'
const NO_POLL =
  'given for a read, or beside `idempotent`: any other write runs once; `maxIdenticalCalls` lets it run more often'

const CONTRADICTIONS: ReadonlyArray<readonly [rule: Partial<Tool<unknown>>, word: string, wants: string]> = [
  [{ identity: id }, 'identity', NO_WRITE],
  [{ identity: id, effect: 'read' }, 'identity', NO_WRITE],
  [{ identity: id, idempotent: true }, 'identity', NO_WRITE],
  [{ identity: id, idempotent: true, effect: 'write' }, 'identity', BOTH],
  [{ identity: ((a: unknown, _: unknown) => a) as never, effect: 'write' }, 'identity', ONE],
  [{ verify }, 'verify', NO_WRITE],
  [{ verify, effect: 'read' }, 'verify', NO_WRITE],
  [{ polls: true, effect: 'write' }, 'polls', NO_POLL]
]

const AGREEMENTS: ReadonlyArray<Partial<Tool<unknown>>> = [
  { identity: id, effect: 'write' },
  { identity: id, effect: 'write', idempotent: false },
  { verify, effect: 'write' },
  { polls: true },
  { polls: true, effect: 'read' },
  { polls: true, effect: 'write', idempotent: true },
  { polls: false, effect: 'write' }
]

describe('ruled', () => {
  const turn = openTurn()
  const pay = () => 1
  const words = (rule: object): string => JSON.stringify(rule, (_, value: unknown) => (value === id ? 'f' : value))

  for (const [rule, word, wants] of CONTRADICTIONS)
    it(`refuses ${words(rule)}, in place and where tools are found later`, () => {
      const rules: object = { pay: rule }
      const message = `Expected \`rules.pay.${word}\` to be ${wants}.`
      expect(refusal(() => guardFunctions({ pay }, { turn, rules }))).to.equal(message)
      expect(refusal(() => guardTools({ pay: { execute: pay } }, { turn, rules }))).to.equal(message)
      expect(refusal(() => inPlace({ turn, rules: { pay: rule as never } }))).to.equal(message)
    })

  for (const rule of AGREEMENTS)
    it(`takes ${words(rule)}`, () => {
      expect(refusal(() => guardFunctions({ pay }, { turn, rules: { pay: rule } as object }))).to.equal('taken')
    })

  it('refuses the same of a tool of a guarded call', () => {
    for (const [rule, word, wants] of CONTRADICTIONS) {
      if (rule.effect === undefined) continue
      const tool = { name: 'pay', run: pay, ...rule } as Tool<unknown>
      expect(refusal(() => guardedCall(tool, t.unknown))).to.equal(`Expected \`${word}\` to be ${wants}.`)
    }
  })
})

describe('the identity of a function with several arguments', () => {
  it('gets the array of them', async () => {
    let runs = 0
    const { refund } = guardFunctions(
      { refund: async (_id: number, _why: string) => ++runs },
      { turn: openTurn(), rules: { refund: { effect: 'write', identity: ([order]) => order } } }
    )
    await refund(7, 'late')
    await refund(7, 'broken').then(
      () => expect.fail('ran'),
      (thrown: Error) => expect(thrown.message).to.include('executed_with_other_arguments')
    )
    await refund(8, 'late')
    expect(runs).to.equal(2)
  })
})

describe('a rule of a tool without a function', () => {
  it('is refused, since somebody else runs it, and so is none beside it', () => {
    const tools = { ask_user: { inputSchema: {} }, pay: { execute: () => 1 } }
    const guarding = (rules: object) => refusal(() => guardTools(tools, { turn: openTurn(), rules }))
    expect([guarding({ ask_user: { effect: 'write' } }), guarding({ pay: { effect: 'write' } })]).to.deep.equal([
      'Expected `rules.ask_user` to be left out: this tool has no function here, somebody else runs it, and the guard never sees its calls.',
      'taken'
    ])
  })
})
