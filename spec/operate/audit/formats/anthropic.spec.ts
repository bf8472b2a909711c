import { expect } from 'chai'
import { anthropicFormat } from '../../../../lib/operate/audit/formats/anthropic.js'

describe('anthropicFormat, of a session of Cline', () => {
  const metrics = { inputTokens: 100, outputTokens: 7, cacheReadTokens: 90, cacheWriteTokens: 0, cost: 0.25 }
  const asked = { type: 'file', path: '/home/ada/a.ts', content: 'let a' }
  const call = { type: 'tool_use', id: 'a', name: 'read_files', input: {} }
  const result = { type: 'tool_result', tool_use_id: 'a', name: 'read_files', content: 'let b' }
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'Go.' }, asked], ts: 1_783_376_868_000 },
    { role: 'assistant', content: [call], ts: 1_783_376_873_000, metrics },
    { role: 'user', content: [result], ts: 1_783_376_875_000 }
  ]

  it('reads what each step cost, how long a result took, and a file of the user', () => {
    const [one] = anthropicFormat.read(messages, false)
    expect(one).to.deep.include({ usage: { input: 100, output: 7, cached: 90, cost: 0.25 }, inputs: [100], strange: 0 })
    expect(one?.calls[0]?.ms).to.equal(2_000)
  })
})
