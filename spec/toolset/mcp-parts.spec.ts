/** What stands beside the words of an MCP error, or as data in them, may be done: such a write did not say no. */
import { expect } from 'chai'
import { guardTools } from '../../lib/adapters/mcp/index.js'
import { openTurn } from '../../lib/index.js'
import { ownFailure } from '../../lib/toolset/own-failure.js'
import { besideError } from '../../lib/toolset/mcp-result.js'

const BOOKED = { booked: [{ id: 'b1', seat: 1, status: 'confirmed' }] }
const NO = 'Seat 3 is locked.'
const text = (words: string) => ({ type: 'text', text: words })

const saidNo = (content: ReadonlyArray<{ type: string; text?: string }>, structuredContent?: unknown): boolean => {
  const words = content.flatMap((block) => block.text ?? []).join('\n')
  const { report, refuses } = ownFailure(words, { beside: besideError({ content, structuredContent, isError: true }) })
  expect(report).to.equal(refuses)
  return report === true
}

describe('an error of an MCP server', () => {
  it('says no in words, and in data that say nothing else', () => {
    expect(saidNo([text(NO)])).to.equal(true)
    expect(saidNo([text(NO)], {})).to.equal(true)
    expect(saidNo([text(NO)], { error: NO, code: 'seat_locked' })).to.equal(true)
    expect(saidNo([text(`Error: {"error":"${NO}"}`)])).to.equal(true)
  })

  it('does not where a part of it may be done', () => {
    for (const structured of [
      BOOKED,
      { id: 'ch_17', status: 'succeeded' },
      { id: 'ch_17' },
      { booked: [1, 2], failed: [3] },
      { error: NO, ...BOOKED },
      [{ id: 'b1' }, { error: NO }]
    ])
      expect(saidNo([text(NO)], structured), JSON.stringify(structured)).to.equal(false)
    for (const words of [
      JSON.stringify({ error: NO, ...BOOKED }),
      `Error: ${NO}\nResponse: ${JSON.stringify(BOOKED)}`,
      `${JSON.stringify(BOOKED)}\n${NO}`,
      JSON.stringify([{ id: 'b1', status: 'confirmed' }, { error: NO }]),
      JSON.stringify({ error: NO, inserted: 2, failed: 1 }),
      JSON.stringify({ error: NO, ...BOOKED }, null, 2)
    ])
      expect(saidNo([text(words)]), words).to.equal(false)
    for (const type of ['resource', 'resource_link', 'image'])
      expect(saidNo([text(NO), { type }]), type).to.equal(false)
  })

  it('is made again behind another write only where it said no', async () => {
    for (const [structuredContent, runs] of [
      [undefined, 2],
      [BOOKED, 1]
    ] as const) {
      let ran = 0
      const book = () => ({ content: [text(NO)], structuredContent, isError: true, ran: ++ran })
      const rules = { book: { effect: 'write' }, release: { effect: 'write' } } as const
      const tools = guardTools({ book, release: () => ({ content: [text('ok')] }) }, { turn: openTurn(), rules })
      for (const call of [tools.book, tools.release, tools.book]) await call()
      expect(ran, JSON.stringify(structuredContent)).to.equal(runs)
    }
  })
})

describe('a result of an MCP server with texts beside its data', () => {
  const executed = async (content: ReadonlyArray<object>, structuredContent?: object): Promise<unknown> => {
    const turn = openTurn({ logger: false })
    const pay = (_: object): object => ({ content, ...(structuredContent && { structuredContent }) })
    const tools = guardTools({ pay }, { turn, rules: { pay: { effect: 'write' } } })
    await tools.pay({})
    return turn.calls[0]?.executed
  }

  it('proves no write where a text says that it failed', async () => {
    const traceback = 'Traceback (most recent call last):\n  File "a.py", line 2\nValueError: declined'
    for (const words of ['Error: card declined', '{"ok":false,"error":"declined"}', traceback])
      for (const structured of [{ id: 'p_1' }, { id: 'p_1', cents: 500 }, {}, { result: null }])
        expect(await executed([text(words)], structured), words + JSON.stringify(structured)).to.equal('unknown')
    expect(await executed([text('Paid.'), text('Error: no receipt')])).to.equal('unknown')
  })

  it('proves one where they say the same, or go on about it', async () => {
    const paid = { id: 'p_1', errors: 0 }
    for (const words of [JSON.stringify(paid), 'Paid p_1.', '# Payment\n\nNo errors.'])
      expect(await executed([text(words)], paid), words).to.equal('yes')
  })
})
