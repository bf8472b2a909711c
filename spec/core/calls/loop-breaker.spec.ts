import { expect } from 'chai'
import { type LoopOptions, NO_EVENTS, asked, loopRules, seenArgs, settled } from '#core/calls'

/** A session whose calls fail alike, each in a turn of its own, until they are said to be fine. */
const session = (options?: LoopOptions) => {
  const rules = loopRules(options)
  let log = NO_EVENTS
  let turn = 0
  const push = (args: unknown, result: string, code: string | null = null, tool = 'get'): void => {
    const outcome = code === null ? 'right' : 'partial_data'
    log = settled(log, { tool, args, result, outcome, code, turn: (turn += 1) }, rules)
  }
  return {
    fails: (args: unknown, times: number): void => {
      for (let i = 0; i < times; i++) push(args, 'no answer', 'timeout')
    },
    isFine: (args: unknown, tool?: string): void => push(args, 'fine', null, tool),
    /** Whether each of so many calls, each in a turn of its own, is refused. */
    refused: (argsOf: ReadonlyArray<unknown>): ReadonlyArray<boolean> =>
      argsOf.map((args) => {
        const ask = asked(log, { tool: 'get', args: seenArgs(args, rules), turn: (turn += 1) }, rules)
        log = ask.log
        return ask.loop !== undefined
      })
  }
}

describe('asked and settled', () => {
  const args = { id: 1 }

  it('opens after three equal failures, lets the third call after two refusals through, and opens again if that fails alike', () => {
    const { fails, refused } = session()
    expect(refused([args])).to.deep.equal([false])
    fails(args, 3)
    expect(refused([args, args, args])).to.deep.equal([true, true, false])
    fails(args, 1)
    expect(refused([args, args, args])).to.deep.equal([true, true, false])
  })

  it('closes with another answer, and with the news of another call: what it counted is forgotten', () => {
    for (const repair of ['itself', 'another'] as const) {
      const { fails, isFine, refused } = session()
      fails(args, 3)
      expect(refused([args])).to.deep.equal([true])
      if (repair === 'itself') isFine(args)
      else isFine({}, 'other')
      expect(refused([args])).to.deep.equal([false])
      fails(args, 3)
      expect(refused([args, args, args]), repair).to.deep.equal([true, true, false])
    }
  })

  it('takes calls for equal whatever stands in the arguments that are ignored', () => {
    const { fails, refused } = session({ ignoreArgs: ['request_id'] })
    fails({ ...args, request_id: 0 }, 3)
    expect(refused([1, 2, 3].map((request_id) => ({ request_id, ...args })))).to.deep.equal([true, true, false])
  })

  it('keeps what it holds after a call of other names, whether its arguments come as data or as digest', () => {
    const rules = loopRules()
    const held = ([true, false] as const).map((isData) => {
      const given = (data: unknown): unknown => (isData ? data : seenArgs(data, rules))
      const failure = { tool: 'get', result: 'missing: b', outcome: 'semantic_garbage', code: 'rejected_arguments' }
      let log = NO_EVENTS
      for (let a = 0; a < 5; a++) log = settled(log, { ...failure, args: given({ a }), turn: 1 } as never, rules)
      const next = seenArgs({ a: 5 }, rules)
      const ask = asked(log, { tool: 'get', args: next, turn: 1 }, rules)
      expect(ask.loop).to.not.equal(undefined)
      const fine = { tool: 'get', args: given({ b: 1 }), result: 'fine', outcome: 'right', code: null, turn: 1 }
      return settled(ask.log, fine as never, rules).held.length
    })
    expect(held).to.deep.equal([1, 1])
  })

  it('lets a call through now and then, however many breakers are open', () => {
    const { fails, refused } = session()
    for (let id = 0; id <= 1_000; id++) {
      fails({ id }, 3)
      expect(refused([{ id }])).to.deep.equal([true])
    }
    expect(refused([{ id: 1_000 }, { id: 1_000 }])).to.deep.equal([true, false])
  })
})
