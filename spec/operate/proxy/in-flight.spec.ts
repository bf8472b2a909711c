/** Equal calls at once, which may be those of several agents that share a connection or a turn. */
import { expect } from 'chai'
import { TURN_KEY } from '../../../lib/operate/proxy/settings.js'
import { codeOf } from './client.js'
import { line, openRelay } from './open-relay.js'

const LOOK = { name: 'look', annotations: { readOnlyHint: true } }
const FETCH = { name: 'fetch_page' }
const QUERY = { name: 'run_query' }
const PAY = { name: 'pay', annotations: { readOnlyHint: false } }
const SEND = { name: 'send_mail' }

const NAMED = { _meta: { [TURN_KEY]: 'a' } }

const opened = () => {
  const relay = openRelay({ trusted: true })
  relay.list([LOOK, FETCH, QUERY, PAY, SEND])
  const sent = (): number => relay.toServer.filter(({ method }) => method === 'tools/call').length
  const refusal = (): Record<string, unknown> =>
    JSON.parse(relay.last().result?.content?.[0]?.text ?? '{}') as Record<string, unknown>
  return { ...relay, sent, refusal }
}

describe('Relay, of equal calls in flight', () => {
  for (const { name } of [LOOK, FETCH, QUERY])
    for (const [turn, params] of Object.entries({ unnamed: {}, named: NAMED })) {
      it(`sends each of ${name}, and gives each its own response, in a turn that is ${turn}`, () => {
        const { call, answer, text, toClient, sent, refusal, lines } = opened()
        const ids = Array.from({ length: 8 }, () => call(name, params))
        expect(sent()).to.equal(8)
        for (const id of ids) answer(id, text('all there is'))
        expect(toClient.slice(-8).map(({ id }) => id)).to.deep.equal(ids)
        expect(lines.slice(-8).join('')).not.to.include('isError')
        call(name, params)
        expect(refusal()).to.include({ code: 'retry_budget_exceeded', data: 'all there is' })
      })

      it(`goes on with ${name} while the responses are news, in a turn that is ${turn}`, () => {
        const { call, answer, text, sent } = opened()
        const ids = Array.from({ length: 8 }, () => call(name, params))
        for (const [i, id] of ids.entries()) answer(id, text(`the ${'abcdefgh'.charAt(i)} of them`))
        call(name, params)
        expect(sent()).to.equal(9)
      })
    }

  it('refuses one more with the response that came, while others still wait for theirs', () => {
    const { call, answer, text, sent, refusal } = opened()
    const ids = Array.from({ length: 5 }, () => call('look'))
    for (const id of ids.slice(0, 3)) answer(id, text('all there is'))
    for (let i = 0; i < 2; i++) {
      call('look')
      expect([sent(), refusal()['data']]).to.deep.equal([5, 'all there is'])
    }
  })

  it('counts one that its client gave up, and the others wait on', () => {
    const { relay, call, answer, text, last } = opened()
    const [first = 0, ...others] = Array.from({ length: 5 }, () => call('look'))
    relay.fromClient(line({ method: 'notifications/cancelled', params: { requestId: first } }))
    for (const id of others) {
      answer(id, text('here'))
      expect([last().id, codeOf(last())]).to.deep.equal([id, undefined])
    }
  })

  it('tells each that its server is gone', () => {
    const { relay, call, toClient } = opened()
    const ids = Array.from({ length: 5 }, () => call('look'))
    relay.serverGone('The server is gone.')
    expect(toClient.slice(-5).map(({ id }) => id)).to.deep.equal(ids)
  })

  it('sends more while the server has named a task or asked for input', () => {
    const open = { task: { taskId: 't', status: 'working' }, input: { resultType: 'input_required' } }
    for (const [name, response] of Object.entries(open)) {
      const { call, answer, sent } = opened()
      for (let i = 1; i <= 5; i++) {
        answer(call('look'), name === 'task' ? { task: { ...open.task, taskId: `t${i}` } } : response)
        expect(sent(), name).to.equal(i)
      }
    }
  })

  it('sends at most 20 of a read, one of a write, and three of what may write', () => {
    for (const [name, most] of [
      ['look', 20],
      ['pay', 1],
      ['send_mail', 3]
    ] as const) {
      const { call, sent } = opened()
      for (let i = 0; i < 30; i++) call(name)
      expect(sent(), name).to.equal(most)
    }
  })

  it('tells nobody to wait for a response that goes to another', () => {
    for (const { name } of [LOOK, FETCH, QUERY, PAY, SEND]) {
      const { call, refusal } = opened()
      for (let i = 0; i < 30; i++) {
        call(name)
        const { detail = '', hint = '' } = refusal() as { detail?: string; hint?: string }
        expect(hint, name).not.to.match(/\bwait/i)
        if (detail !== '') expect(`${detail} ${hint}`, name).to.include('Its response goes to whoever made it first')
      }
    }
  })
})
