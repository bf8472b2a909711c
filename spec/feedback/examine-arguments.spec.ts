import { expect } from 'chai'
import { looksLikeSlugId } from '../../lib/feedback/guesses.js'
import { repairArguments, type RepairedCall } from '../../lib/feedback/repair-arguments.js'
import { openTurn } from '../../lib/guard/session.js'
import { expectLeft, expectRight } from '../helpers/either.js'
import { answering, right, ticketTool, watched, wrong } from './repairing.js'

describe('repairArguments with coerce', () => {
  it('is off by default', async () => {
    const { call } = ticketTool()
    const { ask, asked } = answering({ args: right })
    expectRight(await openTurn().run(repairArguments(call, { ask })({ ...right, priority: '1' })))
    expect(asked).to.have.length(1)
  })

  it('asks nothing where it could repair, and records what it did', async () => {
    const { call, ran } = ticketTool()
    const { ask, asked } = answering()
    const { turn, lines, session } = watched()
    const told: Array<RepairedCall> = []
    expectRight(
      await turn.run(
        repairArguments(call, { ask, coerce: true, onRepaired: (repaired) => told.push(repaired) })(
          JSON.stringify({ ...right, priority: '1' }),
          { callId: 'c' }
        )
      )
    )
    const repaired = ['$: json_text_to_value', 'priority: text_to_number']
    expect(asked).to.deep.equal([])
    expect(ran).to.deep.equal([right])
    expect(turn.calls.map(({ args, repair }) => ({ args, repair }))).to.deep.equal([
      { args: right, repair: { outcome: 'no_retry', retries: 0, usage: [], repaired } }
    ])
    expect(lines[0]?.meta['repaired']).to.deep.equal(repaired)
    expect(told).to.deep.equal([{ callId: 'c', args: right }])
    expect(session.counters().no_retry).to.equal(1)
  })

  it('asks about the rest alone, and repairs again what comes', async () => {
    const { call, ran } = ticketTool()
    const { ask, asked } = answering({ args: { title: 'x', priority: '1' } })
    const turn = openTurn()
    expectRight(await turn.run(repairArguments(call, { ask, coerce: true })({ title: 7, priority: '1' })))
    expect(asked.map(({ feedback }) => feedback.split('\n').filter((line) => line.startsWith('- ')))).to.deep.equal([
      ["- 'title': expected string, got number"]
    ])
    expect(ran).to.deep.equal([{ title: 'x', priority: 1 }])
    expect(turn.calls[0]?.repair).to.deep.equal({
      outcome: 'success',
      retries: 1,
      usage: [],
      repaired: ['priority: text_to_number']
    })
  })

  it('records refused arguments as the model sent them', async () => {
    const { call } = ticketTool()
    const turn = openTurn()
    expectLeft(
      await turn.run(repairArguments(call, { ask: answering().ask, coerce: true })({ title: 7, priority: '1' }))
    )
    expect(turn.calls[0]?.args).to.deep.equal({ title: 7, priority: '1' })
    expectLeft(await turn.run(repairArguments(call, { ask: answering().ask, coerce: true })(wrong)))
    expect(turn.calls[1]?.args).to.deep.equal(wrong)
  })

  it('sees ids that stood in JSON text', async () => {
    const { call, ran } = ticketTool()
    const repaired = repairArguments(call, {
      ask: answering().ask,
      coerce: true,
      checkIds: ({ title }) => looksLikeSlugId(title)
    })
    expect(
      expectLeft(await openTurn().run(repaired(JSON.stringify({ title: 'acme-mail-42', priority: 1 })))).code
    ).to.equal('fabricated_id')
    expect(ran).to.deep.equal([])
  })
})
