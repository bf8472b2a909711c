/** A call that repairs its arguments is a tool like any other, in every framework. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { toTools as aiSdkTools } from '../../lib/adapters/ai-sdk/index.js'
import { answerToolCalls } from '../../lib/adapters/anthropic/index.js'
import { toolHandlers } from '../../lib/adapters/mcp/index.js'
import { repairArguments } from '../../lib/feedback/repair-arguments.js'
import { guardedCall, type AnyGuardedCall } from '../../lib/guard/guarded-call.js'
import { openTurn } from '../../lib/guard/session.js'

const search = guardedCall(
  {
    name: 'search',
    description: 'Searches.',
    effect: 'read',
    args: t.type({ q: t.string }),
    run: ({ q }) => ({ found: q })
  },
  t.type({ found: t.string })
)

const repairing = (asked: Array<string>): AnyGuardedCall => ({
  ...search,
  fromModel: repairArguments(search, {
    ask: async (feedback) => {
      asked.push(feedback)
      return { args: { q: 'mended' } }
    }
  })
})

describe('repairArguments, given to an adapter', () => {
  const ways: Readonly<Record<string, (call: AnyGuardedCall, turn: ReturnType<typeof openTurn>) => Promise<unknown>>> =
    {
      anthropic: async (call, turn) =>
        (
          await answerToolCalls(
            [call],
            { content: [{ type: 'tool_use', id: 'c1', name: 'search', input: { q: 5 } }] },
            { turn }
          )
        )[0]?.content,
      'ai-sdk': async (call, turn) =>
        JSON.stringify(await aiSdkTools([call], { turn })['search']?.execute({ q: 5 }, { toolCallId: 'c1' })),
      mcp: async (call, turn) =>
        (await toolHandlers([call], { turn }).callTool({ params: { name: 'search', arguments: { q: 5 } } })).content[0]
          ?.text
    }
  for (const [adapter, run] of Object.entries(ways)) {
    it(`asks the model again before the tool runs, in one record (${adapter})`, async () => {
      const asked: Array<string> = []
      const turn = openTurn()
      expect(await run(repairing(asked), turn)).to.equal('{"found":"mended"}')
      expect(asked).to.have.length(1)
      expect(asked[0]).to.include("- 'q': expected string, got number")
      expect(turn.calls.map(({ args, outcome }) => ({ args, outcome }))).to.deep.equal([
        { args: { q: 'mended' }, outcome: 'right' }
      ])
    })
  }
})
