import { expect } from 'chai'
import { piFormat } from '../../../../lib/operate/audit/formats/pi.js'

describe('piFormat', () => {
  const line = (message: object, second = 0) => ({
    type: 'message',
    id: 'b',
    parentId: 'a',
    timestamp: `2026-11-02T09:00:0${second}.000Z`,
    message
  })
  const said = { role: 'assistant', content: [{ type: 'text', text: 'Hi.' }] }
  const endOf = (...ends: ReadonlyArray<object>) =>
    piFormat.read(
      ends.map((end) => line({ ...said, ...end })),
      false
    )[0]?.ended

  it('says how the last step of the model ended', () => {
    expect(endOf({ stopReason: 'error', errorMessage: '529 Overloaded' })).to.equal('529 Overloaded')
    expect(endOf({ stopReason: 'error', errorMessage: '529' }, { stopReason: 'stop' })).to.equal(null)
    expect(endOf({ stopReason: 'length' })).to.equal('length')
    for (const stopReason of ['aborted', 'toolUse']) expect(endOf({ stopReason })).to.equal(undefined)
  })

  it('says with which words a step failed behind which the model spoke again', () => {
    const failed = { ...said, content: [], stopReason: 'error', errorMessage: '429 Slow down' }
    const [one] = piFormat.read([line(failed), line(failed), line(said), line(failed)], false)
    expect([one?.rejected, one?.ended]).to.deep.equal([['429 Slow down', '429 Slow down'], '429 Slow down'])
  })

  it('reads what a step cost, and how long a result took', () => {
    const usage = { input: 3, output: 7, cacheRead: 90, cacheWrite: 7, totalTokens: 107, cost: { total: 0.25 } }
    const call = { type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'ls' } }
    const result = { role: 'toolResult', toolCallId: 'c', toolName: 'bash', content: 'a', isError: true }
    const [one] = piFormat.read([line({ ...said, content: [call], usage }), line(result, 2)], false)
    expect([one?.usage, one?.inputs]).to.deep.equal([{ input: 100, output: 7, cached: 90, cost: 0.25 }, [100]])
    expect([one?.calls[0]?.ms, one?.calls[0]?.answer?.outcome]).to.deep.equal([2_000, 'failed'])
  })

  it('takes what a user runs, summaries and words of extensions for no step', () => {
    const shell = { role: 'bashExecution', command: 'ls', output: 'a', exitCode: 0 }
    const beside = [{ type: 'compaction', summary: '…' }, { type: 'custom_message', content: '…' }, line(shell)]
    const [one] = piFormat.read([line(said), ...beside], false)
    expect(one).to.deep.include({ calls: [], strange: 0, steps: 1, entries: 4 })
  })

  it('does not know messages with calls of another form', () => {
    const other = line({ role: 'assistant', content: null, tool_calls: [{ id: 'a' }] })
    expect(piFormat.recognizes(other)).to.equal(false)
    expect(piFormat.read([line(said), other], false)[0]?.strange).to.equal(1)
  })
})
