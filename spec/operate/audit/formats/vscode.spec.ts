import { expect } from 'chai'
import { vscodeFormat } from '../../../../lib/operate/audit/formats/vscode.js'

describe('vscodeFormat', () => {
  const call = { id: 'toolu_1__vscode-1', name: 'file_search', arguments: '{"query":"**/Footer*"}' }
  const asked = (metadata: object | undefined, more: object = {}) => ({
    requestId: 'request_1',
    message: { text: 'Simplify the footer.', parts: [] },
    response: [{ kind: 'prepareToolInvocation' }, { kind: 'toolInvocationSerialized', isComplete: true }],
    ...(metadata === undefined ? {} : { result: { timings: {}, metadata } }),
    ...more
  })
  const done = (...content: ReadonlyArray<object>) => ({
    toolCallRounds: [
      { response: '', toolCalls: [call], id: 'r1' },
      { response: 'Done.', toolCalls: [], id: 'r2' }
    ],
    toolCallResults: { [call.id]: { $mid: 20, content } }
  })
  const read = (...requests: ReadonlyArray<object>) =>
    vscodeFormat.read([{ responderUsername: 'GitHub Copilot', initialLocation: 'panel', requests }], false)[0]
  const answerOf = (...content: ReadonlyArray<object>) => read(asked(done(...content)))?.calls[0]?.answer

  it('reads the rounds of the model, and the text of a result', () => {
    const one = read(asked(done({ $mid: 21, value: 'No files found' })), asked(done()))
    expect(one?.calls[0]).to.deep.include({ tool: 'file_search', args: { query: '**/Footer*' }, turn: 1, step: 1 })
    expect(one?.calls[1]).to.deep.include({ turn: 2, step: 3 })
    expect(one?.calls[0]?.answer).to.deep.include({ text: 'No files found', outcome: 'right' })
    expect(one).to.deep.include({ strange: 0, orphaned: 0, steps: 4, ended: null })
  })

  it('reads a result that was rendered for the prompt, and a picture', () => {
    const line = (text: string, lineBreakBefore: boolean) => ({ type: 2, priority: 1, text, lineBreakBefore })
    const node = { type: 1, ctor: 2, children: [{ type: 1, children: [line('a', false), line('b', true)] }] }
    expect(answerOf({ $mid: 23, value: { node } })?.text).to.equal('a\nb')
    const picture = (data: string) => answerOf({ $mid: 24, mimeType: 'image/png', data })?.text
    expect(picture('iVBOR'))
      .to.match(/^\[media [0-9a-f]{8}\]$/)
      .and.not.equal(picture('R0lGO'))
  })

  it('says what it cannot read: parts of another form, and calls that are only displayed', () => {
    expect(read(asked(done({ $mid: 99, uri: 'a' })))?.strange).to.equal(1)
    expect(read(asked(undefined, { isCanceled: true }))).to.deep.include({ strange: 1, calls: [], ended: 'canceled' })
  })

  it('says how the last request ended', () => {
    const errorDetails = { message: 'Sorry, your request failed.' }
    expect(read(asked(done(), { result: { errorDetails, metadata: done() } }))?.ended).to.equal(errorDetails.message)
    expect(read(asked(done()), asked(undefined))?.ended).to.equal(undefined)
  })
})
