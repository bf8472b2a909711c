import { expect } from 'chai'
import { traeFormat } from '../../../../lib/operate/audit/formats/trae.js'

describe('traeFormat', () => {
  const call = { call_id: 'a', name: 'bash', arguments: { command: 'make' }, id: null }
  const response = { content: '', usage: { input_tokens: 10, output_tokens: 2 }, tool_calls: [call] }
  const step = (result: object) => ({
    step_number: 1,
    llm_response: response,
    tool_calls: [call],
    tool_results: [{ call_id: 'a', id: null, ...result }],
    error: null
  })
  const failed = { step_number: 2, llm_response: null, tool_calls: null, tool_results: null, error: 'Error code: 400' }
  const cached = { response: { usage: { ...response.usage, cache_read_input_tokens: 90 } } }
  const read = (steps: ReadonlyArray<object>, more: object = {}) =>
    traeFormat.read([{ agent_steps: steps, llm_interactions: [cached], success: false, ...more }], false)[0]

  it('reads what a command printed, and that it failed', () => {
    const one = read([step({ success: false, result: 'cc a.c', error: 'make: *** 1' })])
    expect(one?.calls[0]?.answer).to.deep.include({ text: 'cc a.c\nmake: *** 1', outcome: 'failed' })
    expect(read([step({ success: true, result: null, error: '' })])?.calls[0]?.answer?.outcome).to.equal('right')
  })

  it('reads what a cache supplied, and how the run ended', () => {
    const one = read([step({ success: true, result: 'ok', error: '' }), failed])
    expect(one).to.deep.include({
      inputs: [100],
      usage: { input: 100, output: 2, cached: 90, cost: 0 },
      ended: 'Error code: 400'
    })
    expect(read([], { success: true })).to.deep.include({ ended: null, strange: 0 })
    expect(read([step({ success: true, result: 'ok', error: '' })])?.ended).to.equal(undefined)
  })
})
