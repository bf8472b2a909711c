/** A log that is too long to be held whole. */
import { expect } from 'chai'
import { openFolder } from './command.js'

describe('guarded-call audit of a long log', function () {
  this.timeout(300_000)

  it('reads it in parts, and counts it as one', async () => {
    const long = 'x'.repeat(500_000)
    const log = Array.from({ length: 140 }, (_, i) => [
      {
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'tool_use', id: `t${i}`, name: 'find', input: { i } }] }
      },
      {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${i}`, content: long }] }
      }
    ]).flat()
    const lines = log.map((line, i) => JSON.stringify({ sessionId: 's', uuid: `${i}`, ...line }))
    const folder = openFolder()
    try {
      const { stdout } = await folder.run(['audit', folder.write('t.jsonl', lines.join('\n')), '--json'])
      const { total } = JSON.parse(stdout) as { readonly total: object }
      expect(total).to.deep.include({ transcripts: 1, calls: 140, unanswered: 0, orphaned: 0 })
      expect(total).to.have.nested.include({ 'given.too_long': 140 })
    } finally {
      folder.remove()
    }
  })
})
