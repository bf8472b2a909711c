import { expect } from 'chai'
import { copilotCliFormat } from '../../../../lib/operate/audit/formats/copilot-cli.js'

describe('copilotCliFormat', () => {
  const event = (type: string, data: object, second = 0) => ({
    type,
    data,
    id: 'b',
    parentId: 'a',
    timestamp: `2026-11-02T09:00:0${second}.000Z`
  })
  const asked = (data: object, more: object = {}) =>
    event('assistant.message', {
      content: '',
      toolRequests: [{ toolCallId: 'c', name: 'bash', arguments: '{"command":"ls"}', ...data }],
      ...more
    })
  const complete = (data: object, second = 0) =>
    event('tool.execution_complete', { toolCallId: 'c', success: true, ...data }, second)
  const read = (...events: ReadonlyArray<object>) => copilotCliFormat.read(events, false)

  it('reads what the model was given, and not what a person is shown', () => {
    const [one] = read(asked({}), complete({ result: { content: 'a', detailedContent: 'a, whole' } }, 2))
    expect(one?.calls[0]).to.deep.include({ tool: 'bash', args: { command: 'ls' }, ms: 2_000 })
    expect(one?.calls[0]?.answer).to.deep.include({ text: 'a', outcome: 'right' })
    const [failed] = read(asked({}), complete({ success: false, error: { message: 'Not allowed.' } }))
    expect(failed?.calls[0]?.answer).to.deep.include({ text: 'Not allowed.', outcome: 'failed' })
  })

  it('names the tool of a server as hosts of MCP do', () => {
    const [one] = read(asked({ name: 'github-get_issue', mcpServerName: 'github', mcpToolName: 'get_issue' }))
    expect(one?.calls[0]?.tool).to.equal('mcp__github__get_issue')
  })

  it('takes a subagent for a conversation of its own, and what a person runs for no call', () => {
    const inside = { parentToolCallId: 'c' }
    const agents = read(asked({}), asked({ toolCallId: 'd' }, inside), complete({ toolCallId: 'd', ...inside }))
    expect(agents.map(({ calls, orphaned }) => [calls.length, orphaned])).to.deep.equal([
      [1, 0],
      [1, 0]
    ])
    expect(read(asked({}), complete({ toolCallId: 'u', isUserRequested: true }))[0]?.orphaned).to.equal(0)
  })

  it('reads the error behind which the model said nothing, and the tokens of an end', () => {
    const error = event('session.error', { errorType: 'quota', message: 'You have exceeded your quota.' })
    expect(read(asked({}), error)[0]?.ended).to.equal('You have exceeded your quota.')
    expect(read(error, asked({}))[0]?.ended).to.equal(undefined)
    const usage = { inputTokens: 1_000, outputTokens: 50, cacheReadTokens: 800, cacheWriteTokens: 0 }
    const end = event('session.shutdown', { shutdownType: 'routine', modelMetrics: { a: { usage }, b: {} } })
    expect(read(asked({}), end)[0]?.usage).to.deep.equal({ input: 1_000, output: 50, cached: 800, cost: 0 })
  })
})
