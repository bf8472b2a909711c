import { expect } from 'chai'
import { auditConversation } from '../../../../lib/operate/audit/audit.js'
import { geminiStreamFormat } from '../../../../lib/operate/audit/formats/gemini-stream.js'

describe('geminiStreamFormat', () => {
  const init = () => ({ type: 'init', session_id: 's', model: 'gemini-3-pro-preview' })
  const called = (tool_name: string, tool_id: string, timestamp = '2026-01-30T06:12:35.000Z') => ({
    type: 'tool_use',
    tool_name,
    tool_id,
    parameters: { path: 'a' },
    timestamp
  })
  const came = (tool_id: string, output: string | undefined, more: object = {}) => ({
    type: 'tool_result',
    tool_id,
    status: 'success',
    ...(output === undefined ? {} : { output }),
    timestamp: '2026-01-30T06:12:36.000Z',
    ...more
  })
  const error = { type: 'invalid_tool_params', message: 'Skill "x" not found.' }
  const stats = { total_tokens: 110, input_tokens: 100, output_tokens: 10, cached: 80, input: 20, tool_calls: 2 }
  const read = (...lines: ReadonlyArray<object>) => geminiStreamFormat.read(lines, false)
  const callsIn = (...lines: ReadonlyArray<object>) => read(init(), ...lines)[0]?.calls ?? []

  it('reads what a tool of a server returned, and why a call failed', () => {
    const rated = '{"status":"error","error":"API error: 429"}'
    const [tree, skill] = callsIn(
      called('get_node_tree', 'a'),
      came('a', rated),
      called('activate_skill', 'b'),
      came('b', 'shown', { status: 'error', error })
    )
    expect(tree).to.deep.include({ tool: 'get_node_tree', args: { path: 'a' }, id: 'a', ms: 1_000 })
    expect(tree?.answer).to.deep.include({ text: rated, outcome: 'failed' })
    expect(skill?.answer).to.deep.include({ text: error.message, outcome: 'failed' })
    expect([tree?.answer, skill?.answer].map((answer) => answer?.isDisplay)).to.deep.equal([undefined, undefined])
  })

  it('judges no result of which it holds a display alone', () => {
    const shown = (id: string, output?: string) => [called('read_file', id), came(id, output)]
    const [one] = read(
      init(),
      ...shown('a', ''),
      ...shown('b', ''),
      ...shown('c'),
      ...shown('d', 'Error: 1 line shown')
    )
    if (one === undefined) expect.fail('nothing read')
    expect(auditConversation(one).audit).to.deep.include({
      calls: 4,
      displayed: 4,
      unanswered: 0,
      badResults: 0,
      loops: 0,
      repeats: { unchanged: 0, rechecked: 0, changed: 0, unknown: 3 }
    })
  })

  it('reads how each session ended, and what it cost', () => {
    const inner = JSON.stringify({ error: { code: 400, message: 'Invalid argument.', status: 'INVALID_ARGUMENT' } })
    const message = `[API Error: ${JSON.stringify({ error: { message: inner, code: 400, status: 'Bad Request' } })}]`
    const ended = (status: string, more: object = {}) => ({ type: 'result', status, stats, ...more })
    const asked = { type: 'message', role: 'user', content: 'Go.' }
    const sessions = read(
      asked,
      init(),
      called('find', 'a'),
      ended('error', { error: { type: 'Error', message } }),
      init(),
      called('find', 'b'),
      came('b', 'x'),
      ended('success'),
      init(),
      { type: 'error', severity: 'error', message: 'Maximum session turns exceeded' },
      init(),
      called('find', 'c')
    )
    const usage = { input: 100, output: 10, cached: 80, cost: 0 }
    const none = { input: 0, output: 0, cached: 0, cost: 0 }
    expect(sessions.map((one) => [one.ended, one.usage, one.entries])).to.deep.equal([
      ['api_error 400: Invalid argument.', usage, 4],
      [null, usage, 4],
      ['Maximum session turns exceeded', none, 2],
      [undefined, none, 2]
    ])
    const stopped = { type: 'error', severity: 'error', message: 'Maximum session turns exceeded' }
    const endOf = (...more: ReadonlyArray<object>) => read(init(), called('find', 'a'), ...more)[0]?.ended
    expect(endOf(stopped, ended('success'))).to.equal(stopped.message)
    expect(endOf(stopped, called('find', 'b'), ended('success'))).to.equal(null)
    expect(endOf({ ...stopped, severity: 'warning' }, ended('success'))).to.equal(null)
  })
})
