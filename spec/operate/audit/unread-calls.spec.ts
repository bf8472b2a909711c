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

  const asked = (call: string, answer: string) => proseCalls([...said(call), ...said(answer, 'user')])

  it('knows calls as JSON or in tags, in whatever words, if an answer follows', () => {
    const calls = [
      '{"tool_name": "query_crm", "arguments": {"id": "DEAL-1"}}',
      'I look it up.\n```json\n{"parameters": {"id": 1}, "tool": "query_crm"}\n```',
      '{"action": "search", "action_input": "tea"}',
      '{"name": "query_crm", "arguments": {"id": 1}}',
      '<tool_call>\n{"name": "query_crm"}\n</tool_call>',
      '<function=query_crm><parameter=id>1</parameter></function>'
    ]
    const answers = [
      'Result: {"id": "DEAL-1"}',
      '{"id": 1}',
      '<tool_response>\nnone\n</tool_response>',
      'Tool output:\n1'
    ]
    for (const call of calls)
      for (const answer of answers)
        expect(asked(call, answer)).to.equal(call.startsWith('<') ? 'calls_in_tags' : 'calls_in_json')
  })

  it('takes neither an answer as data, nor one that a person goes on from, for a call', () => {
    expect(asked('{"name": "Tea", "price": 3}', 'Result: good.')).to.equal(undefined)
    expect(asked('Send `{"tool": "a", "arguments": {}}` to it.', 'Thanks! And then?')).to.equal(undefined)
    expect(asked('Run this:\n```bash\nls\n```', 'Output: a b')).to.equal(undefined)
  })
})
