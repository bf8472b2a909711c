import { expect } from 'chai'
import { proseCalls } from '../../../lib/operate/audit/unread-calls.js'

describe('proseCalls', () => {
  const said = (content: unknown, role = 'assistant') => [{ role, content }]
  const keys =
    '```json\n{\n  "analysis": "Nothing yet.",\n  "commands": [{"keystrokes": "ls -la\\n", "duration": 0.1}]\n}\n```'

  it('knows the keys that Terminus asks for, also in a response alone', () => {
    expect(proseCalls(said(keys))).to.equal('calls_in_keystrokes')
    expect(proseCalls(said([{ type: 'text', text: '<keystrokes duration="0.1">ls\n</keystrokes>' }]))).to.equal(
      'calls_in_keystrokes'
    )
    expect(proseCalls(said(keys, 'user'))).to.equal(undefined)
  })
})
