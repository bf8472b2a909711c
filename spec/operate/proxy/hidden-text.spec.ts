/**
 * Text that people do not see, in what a server sends: out of its descriptions always, and out of its results where
 * that was asked for.
 */
import { expect } from 'chai'
import { resultHandles } from '../../../lib/results/index.js'
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

  it('is looked for in texts that are JSON, where a reader of handles would undo the escapes', async () => {
    const escaped = JSON.stringify({ note: HIDDEN, deep: JSON.stringify([HIDDEN]) }).replace(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16)}`
    )
    const [strip, mark] = (['strip', 'mark'] as const).map((hidden) =>
      called({ hidden }, response(JSON.stringify(escaped)))
    )
    const left = (text: string) =>
      response(JSON.stringify(JSON.stringify({ note: text, deep: JSON.stringify([text]) })))
    expect(strip?.got).to.equal(left('Totals of orders'))
    expect(strip?.kept).to.deep.equal([4])
    expect(mark?.got).to.equal(left('Totals[U+E0069][U+E0067] of [U+202E]orders'))
    expect(called({}, response(JSON.stringify(escaped))).got).to.equal(response(JSON.stringify(escaped)))

    const lines = (one: string): string => response(JSON.stringify(`\ufeff${one}\n${one}\n`))
    expect(called({ hidden: 'strip' }, lines(escaped)).got).to.equal(
      lines(JSON.stringify({ note: 'Totals of orders', deep: '["Totals of orders"]' }))
    )

    // No JSON before it is stripped, and then it is; no JSON at all
    const before = called({ hidden: 'strip' }, response(JSON.stringify(`\u200b\u200b${escaped}`))).got
    expect(before).to.equal(strip?.got)
    const code = '["\\u200b\\u200b", x]; // code'
    expect(called({ hidden: 'strip' }, response(JSON.stringify(code))).got).to.equal(response(JSON.stringify(code)))

    const { list, call, answer, text, last } = openRelay({ hidden: 'strip', results: resultHandles() })
    list([])
    answer(call('get_total'), text(`[${Array.from({ length: 2_000 }, () => escaped).join()}]`))
    await new Promise((resolve) => void setTimeout(resolve, 20))
    expect(last().result?.content?.[0]?.text).to.include('"ref"').and.to.include('Totals of orders')
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

  it('is out of what a server says of itself and of what it has, wherever in it', () => {
    const { relay, list, last, lines } = openRelay()
    const schema = (text: string, name: string) => ({
      type: 'object',
      properties: { [name]: { type: 'string', description: text, default: text, examples: [text] } },
      required: [name]
    })
    const tool = (text: string) => ({
      name: 'find',
      title: text,
      description: text,
      inputSchema: schema(text, 'q'),
      outputSchema: schema(text, 'name'),
      annotations: { title: text },
      _meta: { 'x/notes': [{ for: text }] }
    })
    const seen = 'Totals of orders'
    list([tool(HIDDEN)])
    expect(last().result?.['tools']).to.deep.equal([tool(seen)])
    const say = (id: string, method: string, result: (text: string) => object): void => {
      relay.fromClient(line({ id, method }))
      relay.fromServer(line({ id, result: result(HIDDEN) }))
      expect(last().result, method).to.deep.equal(result(seen))
    }
    say('i', 'initialize', (text) => ({ instructions: text, serverInfo: { name: text, title: text, version: text } }))
    say('d', 'server/discover', (text) => ({ instructions: text, serverInfo: { name: text } }))
    say('q', 'prompts/list', (text) => ({ prompts: [{ name: 'a', arguments: [{ name: 'b', description: text }] }] }))
    say('r', 'resources/list', (text) => ({ resources: [{ name: text, uri: 'file:///a' }], nextCursor: TAGS }))
    say('t', 'resources/templates/list', (text) => ({ resourceTemplates: [{ name: text, uriTemplate: 'a:{b}' }] }))
    relay.fromClient(line({ id: 'p', method: 'prompts/list' }))
    const plain = '{"jsonrpc":"2.0","id":"p" , "result":{"prompts":[{"name":"a","description":"b"}]}}\n'
    relay.fromServer(Buffer.from(plain))
    expect(lines.at(-1)).to.equal(plain)
    expect(relay.guard.summary.lines(1).slice(1)).to.deep.equal([
      '  hidden text in what the server says of itself and its tools: 38'
    ])
  })

  it('takes out of the lists what nobody could ask for without it', () => {
    const { relay, list, last } = openRelay()
    const properties = (q: object, name = 'q') => ({ inputSchema: { type: 'object', properties: { [name]: q } } })
    list([
      { name: 'find', ...properties({ enum: ['a', 'b'] }) },
      { name: `pay${TAGS}`, inputSchema: { type: 'object' } },
      { name: 'by_argument', ...properties({ type: 'string' }, `q${TAGS}`) },
      { name: 'by_value', ...properties({ enum: ['a', HIDDEN] }) },
      { name: 'by_constant', ...properties({ anyOf: [{ const: HIDDEN }] }) }
    ])
    expect(last().result?.['tools']).to.deep.equal([{ name: 'find', ...properties({ enum: ['a', 'b'] }) }])
    const say = (method: string, lists: string, items: ReadonlyArray<object>): void => {
      relay.fromClient(line({ id: method, method }))
      relay.fromServer(line({ id: method, result: { [lists]: items } }))
      expect(last().result, method).to.deep.equal({ [lists]: items.slice(0, 1) })
    }
    say('prompts/list', 'prompts', [{ name: 'a' }, { name: HIDDEN }, { name: 'b', arguments: [{ name: HIDDEN }] }])
    say('resources/list', 'resources', [{ uri: 'a:' }, { uri: `b:${TAGS}` }])
    say('resources/templates/list', 'resourceTemplates', [{ uriTemplate: 'a:{b}' }, { uriTemplate: `c:${TAGS}` }])
    expect(relay.guard.summary.lines(1).slice(1)).to.deep.equal([
      '  tools, prompts and resources that are not listed, because to ask for them would hide something: 8'
    ])
  })

  it('is counted, and out where that is asked for, of what a server gives or asks beside its tools', () => {
    const seen = 'Totals of orders'
    const { relay, lines } = openRelay({ hidden: 'strip' })
    for (const [method, resultOf] of [
      ['prompts/get', (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] })],
      ['resources/read', (text: string) => ({ contents: [{ uri: 'a:', text }] })],
      ['completion/complete', (text: string) => ({ completion: { values: [text] } })]
    ] as const) {
      relay.fromClient(line({ id: method, method }))
      relay.fromServer(line({ id: method, result: resultOf(HIDDEN) }))
      expect(lines.at(-1)).to.equal(line({ id: method, result: resultOf(seen) }).toString())
    }
    relay.fromServer(line({ id: 1, method: 'sampling/createMessage', params: { messages: [HIDDEN] } }))
    expect(lines.at(-1)).to.equal(
      line({ id: 1, method: 'sampling/createMessage', params: { messages: [seen] } }).toString()
    )
    relay.fromClient(line({ id: 'e', method: 'resources/read' }))
    relay.fromServer(line({ id: 'e', error: { code: -1, message: HIDDEN } }))
    expect(lines.at(-1)).to.equal(line({ id: 'e', error: { code: -1, message: seen } }).toString())
    expect(relay.guard.summary.lines(1).slice(1)).to.deep.equal(['  hidden text in results, stripped: 10'])
  })
})
