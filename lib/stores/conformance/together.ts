/**
 * What the processes that share a turn decide together: which write may run again, and whether a ceiling is reached.
 */
import { ruleOf } from '../../core/calls/index.js'
import { SharedTurn, type BudgetStore } from '../../guard/kernel.js'
import { expectSame } from './case.js'
import { SETTLED, turnName } from './scripts.js'

const BUDGET = { read: 3, write: 1 }
const READ = ruleOf({ effect: 'read' }, BUDGET)
const WRITE = ruleOf({ effect: 'write' }, BUDGET)

/** The promises, by their names. */
export const TOGETHER: Readonly<Record<string, (make: () => Promise<BudgetStore>) => Promise<void>>> = {
  'lets a write that said no run again once another wrote, in whichever process, three times in all': async (make) => {
    const turn = turnName()
    const processes = [new SharedTurn(await make(), turn), new SharedTurn(await make(), turn)] as const
    const ran: Array<boolean> = []
    for (let i = 0; i < 5; i++) {
      const [here, there] = i % 2 === 0 ? processes : ([processes[1], processes[0]] as const)
      const start = await here.ask('start', WRITE, true)
      ran.push(start.by === undefined)
      if (start.by === undefined) await here.settle(start.id, { ...SETTLED, executed: 'unknown', report: true })
      if (i === 0) expectSame((await there.ask('start', WRITE, true)).by, 'executed', 'why one more is refused')
      const press = await there.ask(`press-${i}`, WRITE, true)
      await there.settle(press.id, SETTLED)
    }
    expectSame(ran, [true, true, true, false, false], 'which of five runs were admitted')
  },
  'counts the calls of all processes against the ceilings of their turn and tool': async (make) => {
    const turn = turnName()
    const [here, there] = [new SharedTurn(await make(), turn), new SharedTurn(await make(), turn)]
    const ceilings = { tool: 'search', most: { calls: 4, chars: 100, ofTool: 3 } }
    const reasons: Array<unknown> = []
    for (let i = 0; i < 5; i++) {
      const { id, by } = await (i % 2 === 0 ? here : there).ask(`search-${i}`, READ, false, ceilings)
      reasons.push(by ?? 'admitted')
      // One that never ran counts no more.
      if (by === undefined)
        await here.settle(
          id,
          i === 0 ? { ...SETTLED, executed: 'refused', standing: 'voided' } : { ...SETTLED, chars: 30 }
        )
    }
    expectSame(reasons, ['admitted', 'admitted', 'admitted', 'admitted', 'ofTool'], 'what became of five calls')
    const other = { tool: 'other', most: { calls: 4, chars: 100 } }
    const last = await there.ask('other', READ, false, other)
    await there.settle(last.id, { ...SETTLED, chars: 30 })
    expectSame((await here.ask('other-again', READ, false, other)).by, 'calls', 'the reason for the last refusal')
    expectSame(
      (await here.ask('one-more', READ, false, { tool: 'other', most: { chars: 100 } })).by,
      'chars',
      'the same without a ceiling of calls'
    )
  }
}
