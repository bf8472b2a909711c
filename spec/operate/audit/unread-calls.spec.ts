import { expect } from 'chai'
import { isGeminiStream } from '../../../lib/operate/audit/unread-calls.js'

describe('isGeminiStream', () => {
  it('knows a call that is displayed, and no field of another form', () => {
    const odd = { toString: 1, valueOf: 1 }
    expect(
      [
        { type: 'tool_use', tool_id: 'a' },
        { type: 'tool_use', tool_id: odd },
        { type: odd, tool_id: 'a' },
        'tool_use'
      ].map((entry) => isGeminiStream([entry]))
    ).to.deep.equal([true, false, false, false])
  })
})
