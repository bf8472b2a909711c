import { expect } from 'chai'
import { opencodeFormat } from '../../../../lib/operate/audit/formats/opencode.js'

describe('how opencodeFormat reads that a run ended', () => {
  const rejected = { name: 'UnknownError', data: { message: 'Error: The user rejected permission.' } }
  const refused = { name: 'APIError', data: { message: 'Bad Request: Bad Request', statusCode: 400, responseBody: '' } }
  const line = (type: string, more: object) => ({ type, timestamp: 1, sessionID: 'ses_1', ...more })
  const step = (reason: string) => [
    line('step_start', { part: { type: 'step-start' } }),
    line('step_finish', { part: { type: 'step-finish', reason, tokens: { input: 1, output: 1 } } })
  ]
  const ended = (...lines: ReadonlyArray<object>) => opencodeFormat.read(lines, false)[0]?.ended

  it('in lines', () => {
    expect(ended(...step('tool-calls'), line('error', { error: rejected }))).to.equal(rejected.data.message)
    expect(ended(line('error', { error: refused }))).to.equal('api_error 400: Bad Request: Bad Request')
    expect(ended(line('error', { error: { name: 'MessageOutputLengthError', data: {} } }))).to.equal(
      'MessageOutputLengthError'
    )
    expect([ended(...step('tool-calls'), ...step('stop')), ended(...step('tool-calls'))]).to.deep.equal([
      null,
      undefined
    ])
    expect(ended(line('error', { error: refused }), ...step('stop'))).to.equal(null)
  })

  it('in a session that was exported', () => {
    const message = (more: object, reason: string) => ({
      info: { role: 'assistant', ...more },
      parts: [{ type: 'step-finish', reason }]
    })
    expect(ended(message({ error: refused }, 'tool-calls'))).to.equal('api_error 400: Bad Request: Bad Request')
    expect(ended(message({}, 'stop'))).to.equal(null)
  })
})
