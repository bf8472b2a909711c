import { expect } from 'chai'
import type { TextLine } from '../../../../lib/operate/input/lines.js'
import { readTranscripts } from '../../../../lib/operate/cli/transcripts/read-transcripts.js'

const LOG = Array.from({ length: 9 }, (_, i) => ({
  type: i % 2 === 0 ? 'assistant' : 'user',
  sessionId: 's',
  uuid: `${i}`,
  message: {
    role: i % 2 === 0 ? 'assistant' : 'user',
    content:
      i % 2 === 0
        ? [{ type: 'tool_use', id: `t${i}`, name: 'find', input: { i } }]
        : [{ type: 'tool_result', tool_use_id: `t${i - 1}`, content: 'x' }]
  }
}))

async function* linesOf(entries: ReadonlyArray<unknown>): AsyncGenerator<TextLine, void, undefined> {
  for (const [i, entry] of entries.entries()) yield { number: i + 1, bytes: Buffer.from(JSON.stringify(entry)) }
}

describe('readTranscripts', () => {
  it('reads a long log in parts that continue each other', async () => {
    const length = (some: ReadonlyArray<unknown>): number => some.map((one) => JSON.stringify(one)).join('').length
    const parts: Array<unknown> = []
    for await (const part of readTranscripts(linesOf(LOG), {}, length(LOG.slice(0, 3)))) {
      if ('reason' in part) expect.fail(part.reason)
      const { line, continued, transcripts } = part
      parts.push([line, continued, transcripts.map(({ entries, continues }) => [entries, continues])])
    }
    expect(parts).to.deep.equal([
      [1, false, [[LOG.slice(0, 4), false]]],
      [5, true, [[LOG.slice(4, 8), true]]],
      [9, true, [[LOG.slice(8), true]]]
    ])
  })
})
