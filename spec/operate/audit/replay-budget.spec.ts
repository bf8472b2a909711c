import { expect } from 'chai'
import fc from 'fast-check'
import { replayBudget, type JudgedCall, type PlayedCall } from '../../../lib/operate/audit/replay-budget.js'
import { type RepeatTraits, ruleOf } from '#core/calls'
import { oneTurn } from '../../guard/one-turn.js'

const TOOLS = {
  read: { effect: 'read' },
  edit: { effect: 'write', idempotent: true },
  pay: { effect: 'write' },
  any: { effect: 'write', kind: 'writes' }
} as const satisfies Record<string, RepeatTraits>

const called = (tool: keyof typeof TOOLS, answer: string | null, more: Partial<PlayedCall> = {}): PlayedCall => ({
  key: tool,
  rule: ruleOf(TOOLS[tool], { read: 3, write: 1 }),
  writes: TOOLS[tool].effect === 'write',
  answer,
  failed: false,
  ...more
})

const shown = (calls: ReadonlyArray<PlayedCall>): ReadonlyArray<string> =>
  replayBudget(calls).map(({ repeat, refusedBy }: JudgedCall) => `${repeat} ${refusedBy ?? 'made'}`)

describe('replayBudget', () => {
  it('tells repeats that brought nothing new from those that did', () => {
    const calls = [
      called('read', 'a'),
      called('read', 'a'),
      called('read', 'b'),
      called('edit', 'done'),
      called('read', 'b'),
      called('read', null),
      called('read', 'b')
    ]
    expect(shown(calls)).to.deep.equal([
      'none made',
      'unchanged made',
      'changed made',
      'none made',
      'rechecked made',
      'unknown made',
      'unknown made'
    ])
  })

  it('takes failures for alike that differ in a request id, and answers only where they are the same', () => {
    const fails = (id: number) => called('read', `no luck, request ${id}`, { failed: true })
    expect(shown([fails(1), fails(2), fails(3), fails(4)])).to.deep.equal([
      'none made',
      'unchanged made',
      'unchanged made',
      'unchanged unchanged'
    ])
    expect(shown([called('read', 'n 1'), called('read', 'n 2')])).to.deep.equal(['none made', 'changed made'])
  })

  it('lets a write that said no be made again once another wrote, three times in all', () => {
    const no = called('pay', 'locked', { report: true })
    const edit = called('edit', 'done')
    expect(shown([no, no, edit, no, edit, no, edit, no]).filter((_, i) => ![2, 4, 6].includes(i))).to.deep.equal([
      'none made',
      'unchanged executed',
      'rechecked made',
      'rechecked made',
      'rechecked executed'
    ])
    expect(shown([{ ...no, report: false }, edit, no])[2]).to.equal('rechecked executed')
  })

  it('says which limit refuses', () => {
    expect(shown([called('pay', '1'), called('pay', '2')])).to.deep.equal(['none made', 'changed executed'])
    expect(shown(['1', '2', '3', '4'].map((id) => called('any', id))).at(-1)).to.equal('changed streak')
    const failed = called('pay', 'declined', { failed: true, ran: false })
    expect(shown([failed, called('pay', 'paid')])).to.deep.equal(['none made', 'changed made'])
  })

  it('lets a write that said no run again once another wrote, at most three times', () => {
    const no = called('pay', 'locked', { report: true })
    const turns = [no, no, called('edit', 'a'), no, called('edit', 'b'), no, called('edit', 'c'), no]
    expect(replayBudget(turns).map(({ refusedBy }) => refusedBy)).to.deep.equal([
      undefined,
      'executed',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'executed'
    ])
  })

  it('refuses exactly what a live turn refuses', () => {
    const recorded = fc
      .tuple(
        fc.constantFrom<keyof typeof TOOLS>('read', 'edit', 'pay', 'any'),
        fc.constantFrom('a', 'b', null),
        fc.constantFrom({ ran: false }, { ran: true }, { ran: true, report: true })
      )
      .map(([tool, answer, how]) => called(tool, answer, how))
    fc.assert(
      fc.property(fc.array(recorded, { maxLength: 60 }), (calls) => {
        const turn = oneTurn()
        const live = calls.map(({ key, rule, writes, answer, ran = true, report = false }) => {
          const { call, by } = turn.ask(key, rule, writes)
          const executed = !ran ? 'no' : report ? 'unknown' : 'yes'
          turn.end(call, { executed, report, ...(answer === null ? {} : { digest: answer }) })
          return by
        })
        expect(replayBudget(calls).map(({ refusedBy }) => refusedBy)).to.deep.equal(live)
      })
    )
  })
})
