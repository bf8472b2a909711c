/** The adapter with an approval of Google's ADK, which version 2 asks for. */
import { FunctionTool } from '@google/adk'
import { expect } from 'chai'
import { openTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/google'
import { z } from 'zod'
import { runAgent } from './support/google-model.js'

describe('Google ADK, an approval', () => {
  it('is waited for', async () => {
    const turn = openTurn()
    const pay = new FunctionTool({
      name: 'pay',
      description: 'Pays.',
      parameters: z.object({ q: z.string() }),
      requireConfirmation: true,
      execute: () => expect.fail('not approved')
    })
    await runAgent(guardTools([pay], { turn, rules: { pay: { effect: 'write' } } }), [
      [{ id: 'c1', name: 'pay', input: { q: 'x' } }]
    ])
    expect(turn.calls.map(({ code, executed }) => [code, executed])).to.deep.equal([['cancelled', 'no']])
  })

  // Version 2.0.0 refuses the person's yes where no `requireConfirmation` asked: version 1 goes on.
  it('is waited for where the tool asks for it by itself', async () => {
    for (const waiting of [undefined, 'waiting', { status: 'Waiting for confirmation' }]) {
      const turn = openTurn()
      const pay = new FunctionTool({
        name: 'pay',
        description: 'Pays.',
        parameters: z.object({ q: z.string() }),
        execute: (_, context) => {
          context?.requestConfirmation({ hint: 'Pay?' })
          return waiting
        }
      })
      await runAgent(guardTools([pay], { turn, rules: { pay: { effect: 'write' } } }), [
        [{ id: 'c1', name: 'pay', input: { q: 'x' } }]
      ])
      expect(turn.calls.map(({ code, executed }) => [code, executed])).to.deep.equal([['cancelled', 'no']])
    }
  })
})
