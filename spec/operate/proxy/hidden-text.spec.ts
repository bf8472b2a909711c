/** Text that people do not see, in what a server sends: out of its descriptions always, and out of its results where that was asked for. */
import { expect } from 'chai'
import type { ProxySettings } from '../../../lib/operate/proxy/settings.js'
import { line, openRelay } from './open-relay.js'

const TAGS = '\u{e0069}\u{e0067}'
const HIDDEN = `Totals${TAGS} of \u202eorders`

const called = (settings: Partial<ProxySettings>, response: string) => {
  const kept: Array<number | undefined> = []
  const recorder = {
    record: ({ record }: { readonly record: { readonly hidden?: number } }) => kept.push(record.hidden)
  }
  const { relay, call, list, lines } = openRelay({ recorder, ...settings })
  list([])
  call('get_total')
  relay.fromServer(Buffer.from(response))
  return { got: lines.at(-1), kept, notes: relay.guard.summary.lines(1).slice(2) }
}

const response = (text: string): string =>
  `{"jsonrpc":"2.0", "id":1,"result":{"content":[{"type":"text","text":${text}}],"big":12345678901234567890.0}}\n`

describe('hidden text', () => {
  it('stays in results as it came, and is counted in the record and the summary', () => {
    const sent = response(JSON.stringify(HIDDEN))
    expect(called({}, sent)).to.deep.equal({ got: sent, kept: [2], notes: ['  hidden text in results, kept: 2'] })
  })

  it('is stripped or marked where that is asked for, escaped or not, and nothing else of the line changes', () => {
    for (const text of [JSON.stringify(HIDDEN), '"Totals\\udb40\\udc69\\udb40\\udc67 of \\u202eorders"']) {
      expect(called({ hidden: 'strip' }, response(text))).to.deep.equal({
        got: response('"Totals of orders"'),
        kept: [2],
        notes: ['  hidden text in results, stripped: 2']
      })
      expect(called({ hidden: 'mark' }, response(text)).got).to.equal(
        response('"Totals[U+E0069][U+E0067] of [U+202E]orders"')
      )
    }
  })

  it('is out of the data of refused repeats, too', () => {
    const { call, answer, list, text, last } = openRelay({ hidden: 'strip' })
    list([])
    for (let i = 0; i < 4; i++) answer(call('get_total'), text(HIDDEN))
    expect(JSON.parse(last().result?.content?.[0]?.text ?? '')).to.deep.include({
      code: 'retry_budget_exceeded',
      data: 'Totals of orders'
    })
  })

  it('changes nothing where the proxy only observes', () => {
    const sent = response(JSON.stringify(HIDDEN))
    expect(called({ hidden: 'strip', mode: 'observe' }, sent).got).to.equal(sent)
  })

  it('is out of what a server says of itself and of what it has, and names that hide something are not listed', () => {
    const { relay, list, last, lines } = openRelay()
    const inputSchema = { type: 'object', properties: { q: { type: 'string', description: HIDDEN, const: HIDDEN } } }
    list([
      { name: 'find', title: HIDDEN, description: HIDDEN, inputSchema },
      { name: `pay${TAGS}`, inputSchema: { type: 'object' } }
    ])
    const seen = 'Totals of orders'
    expect(last().result?.['tools']).to.deep.equal([
      {
        name: 'find',
        title: seen,
        description: seen,
        // A value that the server compares with stays.
        inputSchema: { type: 'object', properties: { q: { type: 'string', description: seen, const: seen } } }
      }
    ])
    relay.fromClient(line({ id: 'i', method: 'initialize' }))
    relay.fromServer(line({ id: 'i', result: { instructions: HIDDEN, serverInfo: { name: 's' } } }))
    expect(last().result).to.deep.equal({ instructions: seen, serverInfo: { name: 's' } })
    relay.fromClient(line({ id: 'p', method: 'prompts/list' }))
    const plain = '{"jsonrpc":"2.0","id":"p" , "result":{"prompts":[{"name":"a","description":"b"}]}}\n'
    relay.fromServer(Buffer.from(plain))
    expect(lines.at(-1)).to.equal(plain)
    expect(relay.guard.summary.lines(1).slice(1)).to.deep.equal([
      '  tools that are not listed, because their names hide something: 1',
      '  hidden text in what the server says of itself and its tools: 8'
    ])
  })
})
