import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { semanticGarbage } from '#core/errors'
import { executionOf, failed, guardedCall, guardFunctions, openTurn, ToolCallError } from '../../lib/index.js'
import { httpTool } from '../../lib/tools/http/index.js'
import { expectLeft } from '../helpers/either.js'

const Paid = t.type({ id: t.number })

const pay = (run: () => unknown) =>
  guardedCall({ name: 'pay', effect: 'write', args: t.type({ cents: t.number }), run }, Paid)

const lost = (): Promise<never> => Promise.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }))

describe('executionOf', () => {
  const of = async (call: ReturnType<typeof pay>) => executionOf(expectLeft(await openTurn().run(call({ cents: 100 }))))

  it('tells apart what has one class and one code', async () => {
    const refusedConnection = httpTool({
      name: 'pay',
      effect: 'write',
      args: t.type({ cents: t.number }),
      request: () => ({ method: 'POST', url: 'http://127.0.0.1:1/payments' }),
      allowOrigins: ['http://127.0.0.1:1']
    })
    const left = expectLeft(await openTurn().run(guardedCall(refusedConnection, Paid)({ cents: 100 })))
    const cut = expectLeft(await openTurn().run(pay(lost)({ cents: 100 })))
    expect([left.code, cut.code]).to.deep.equal(['tool_unavailable', 'tool_unavailable'])
    expect([executionOf(left), executionOf(cut)]).to.deep.equal(['no', 'unknown'])
  })

  it('is that of the author, and of a response that a check refused', async () => {
    expect(await of(pay(() => failed({ code: 'sold_out', detail: 'Sold out.' }, { executed: 'no' })))).to.equal('no')
    const checked = guardedCall({ name: 'pay', effect: 'write', run: () => ({ id: 7 }) }, Paid, () =>
      O.some(semanticGarbage({ code: 'odd', detail: 'Odd.' }))
    )
    expect(executionOf(expectLeft(await openTurn().run(checked())))).to.equal('yes')
  })

  it('is refused of a call that did not run, whatever an equal one before it did', async () => {
    const turn = openTurn()
    const call = pay(lost)
    await turn.run(call({ cents: 100 }))
    expect(executionOf(expectLeft(await turn.run(call({ cents: 100 }))))).to.equal('refused')
    expect(executionOf(expectLeft(await turn.run(call.fromModel({ cents: 'x' }))))).to.equal('refused')
  })

  it('is known of the error of a guarded function', async () => {
    const tools = guardFunctions({ pay: lost }, { turn: openTurn(), rules: { pay: { effect: 'write' } } })
    const thrown = await tools.pay().catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(ToolCallError)
    expect(executionOf((thrown as ToolCallError).toolError)).to.equal('unknown')
  })

  it('is not known of a copy, or of what an author made', async () => {
    const error = semanticGarbage({ code: 'odd', detail: 'Odd.' })
    expect(executionOf(error)).to.equal(undefined)
    expect(executionOf({ ...expectLeft(await openTurn().run(pay(lost)({ cents: 1 }))) })).to.equal(undefined)
  })
})
