import { expect } from 'chai'
import { managedAgentsFormat } from '../../../../lib/operate/audit/formats/managed-agents.js'

describe('managedAgentsFormat', () => {
  const event = (type: string, more: object = {}, second = 0) => ({
    id: `sevt_${type}`,
    type,
    processed_at: `2026-08-11T06:18:0${second}.000Z`,
    ...more
  })
  const called = (id: string, more: object = {}) =>
    event('agent.tool_use', { id, name: 'bash', input: { command: 'ls' }, evaluated_permission: 'allow', ...more })
  const text = (words: string) => [{ type: 'text', text: words }]
  const came = (tool_use_id: string, words: string, more: object = {}) =>
    event('agent.tool_result', { tool_use_id, content: text(words), is_error: false, ...more }, 2)
  const spent = (cache_read_input_tokens: number) =>
    event('span.model_request_end', {
      model_usage: { input_tokens: 2, output_tokens: 9, cache_read_input_tokens, cache_creation_input_tokens: 20 }
    })
  const failed = (retry: string) =>
    event('session.error', {
      error: { type: 'model_request_failed_error', message: 'It failed.', retry_status: { type: retry } }
    })
  const idle = (type: string) => event('session.status_idle', { stop_reason: { type } })
  const read = (...events: ReadonlyArray<object>) => managedAgentsFormat.read(events, false)

  it('pairs the calls of tools of every kind with their results', () => {
    const ofServer = { type: 'agent.mcp_tool_use', mcp_server_name: 'git', name: 'push', input: {} }
    const [one] = read(
      event('user.message', { content: text('Go.') }),
      called('a'),
      called('b', ofServer),
      called('c', { type: 'agent.custom_tool_use', name: 'pay', input: {} }),
      came('a', 'x'),
      event('agent.mcp_tool_result', { mcp_tool_use_id: 'b', content: text('No such branch.'), is_error: true }),
      event('user.custom_tool_result', { custom_tool_use_id: 'c', content: text('Paid.') })
    )
    expect(one?.calls.map((call) => [call?.tool, call?.answer?.text, call?.answer?.outcome])).to.deep.equal([
      ['bash', 'x', 'right'],
      ['mcp__git__push', 'No such branch.', 'failed'],
      ['pay', 'Paid.', 'right']
    ])
    expect(one).to.deep.include({ entries: 7, strange: 0, orphaned: 0, steps: 1 })
    expect(one?.calls[0]).to.include({ id: 'a', turn: 1, ms: 2_000 })
  })

  it('reads what each request of the model cost, and the price of the session', () => {
    const begun = event('span.model_request_start')
    const usage = { input_tokens: 4, list_cost: { amount: '1396', currency: 'USD' } }
    const [one] = read(
      begun,
      called('a'),
      spent(100),
      came('a', 'x'),
      begun,
      event('agent.message', { content: text('So.') }),
      spent(180),
      begun,
      called('b'),
      spent(200),
      event('session.usage', { usage })
    )
    expect(one).to.deep.include({
      inputs: [122, 202, 222],
      usage: { input: 546, output: 27, cached: 480, cost: 13.96 }
    })
    expect(one?.calls.map((call) => call?.step)).to.deep.equal([1, 3])
  })

  it('says how a session ended, and which requests were made again', () => {
    expect(read(called('a'), failed('retrying'), called('b'), idle('end_turn'))[0]).to.deep.include({
      ended: null,
      rejected: ['It failed.']
    })
    const endOf = (...events: ReadonlyArray<object>) => read(called('a'), ...events)[0]?.ended
    expect(endOf(failed('exhausted'), idle('retries_exhausted'))).to.equal('It failed.')
    expect(endOf(failed('terminal'), event('session.status_terminated'))).to.equal('It failed.')
    expect(endOf(idle('end_turn'), event('session.status_terminated'))).to.equal(null)
    expect(endOf(idle('refusal'))).to.equal('refusal')
    expect([endOf(), endOf(idle('requires_action')), endOf(idle('end_turn'), called('b'))]).to.deep.equal([
      undefined,
      undefined,
      undefined
    ])
  })

  it('takes the thread of a subagent for a conversation of its own', () => {
    const inside = { session_thread_id: 'sthr_1' }
    const threads = read(called('a'), called('b', inside), came('b', 'x', inside), came('a', 'y'), idle('end_turn'))
    expect(threads.map(({ calls, ended }) => [calls[0]?.answer?.text, ended])).to.deep.equal([
      ['y', null],
      ['x', undefined]
    ])
  })
})
