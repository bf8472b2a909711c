import { expect } from 'chai'
import { resultHandles } from '../../../lib/results/index.js'
import { line, openRelay } from './open-relay.js'

const NUMBERS = '"order":9007199254740993,"over":1e400,"long":0.1000000000000000055511'
const STRUCTURED = `{${NUMBERS}}`
const RESULT = `{"content":[{"type":"text","text":"x"}],"structuredContent":${STRUCTURED}}`

const handles = () => resultHandles({ over: 1_000, preview: 500 })

describe('what a client reads of a line that is written anew', () => {
  for (const [what, lineOf] of [
    ['with an error that is null', (id: number) => `{"jsonrpc":"2.0","id":${id},"result":${RESULT},"error":null}`],
    ['with a member of its own', (id: number) => `{"jsonrpc":"2.0","id":${id},"result":${RESULT},"traceId":"a"}`],
    [
      'with a _meta that is null',
      (id: number) => `{"jsonrpc":"2.0","id":${id},"result":${RESULT.replace('"content"', '"_meta":null,"content"')}}`
    ]
  ] as const)
    it(`has the numbers of a result ${what}`, () => {
      const { relay, lines, call, list } = openRelay()
      list([{ name: 'echo' }])
      relay.fromServer(Buffer.from(`${lineOf(call('echo'))}\n`))
      expect(lines.at(-1)).to.equal(`{"jsonrpc":"2.0","id":1,"result":${RESULT}}\n`)
    })

  it('has the numbers of an error, and of the rest of a result with a handle', async () => {
    const { relay, lines, call, list } = openRelay({ results: handles() })
    list([{ name: 'echo' }])
    const data = `{"code":-32000,"message":"Later.","data":${STRUCTURED}}`
    relay.fromServer(Buffer.from(`{"jsonrpc":"2.0","id":${call('echo')},"error":${data},"result":null}\n`))
    await new Promise(setImmediate)
    expect(lines.at(-1)).to.equal(`{"jsonrpc":"2.0","id":1,"error":${data}}\n`)
    const [long, meta] = [JSON.stringify('a b '.repeat(1_000)), `{"a":${STRUCTURED}}`]
    const blocks = `[{"type":"text","text":${long},"_meta":${meta}},{"type":"image","data":"","mimeType":"","_meta":${meta}}]`
    relay.fromServer(Buffer.from(`{"jsonrpc":"2.0","id":${call('echo')},"result":{"content":${blocks}}}\n`))
    await new Promise(setImmediate)
    expect(lines.at(-1)?.split(STRUCTURED).length).to.equal(3)
    expect(lines.at(-1)).to.include('"ref')
  })

  it('has the numbers of the schemas in a list', () => {
    for (const settings of [{ results: handles() }, {}]) {
      const { relay, lines } = openRelay(settings)
      relay.fromClient(Buffer.from('{"jsonrpc":"2.0","id":"l","method":"tools/list"}\n'))
      const tool = `{"name":"add","inputSchema":{"type":"object","properties":{"a":{"maximum":9007199254740993}}}}`
      const others = '{"name":"a\\u202e"},{"name":"b","outputSchema":{}}'
      relay.fromServer(Buffer.from(`{"jsonrpc":"2.0","id":"l","result":{"tools":[${tool},${others}]}}\n`))
      expect(lines.at(-1)).to.include(tool).and.not.include('u202e')
    }
  })

  it('has no tools of a list that is none', () => {
    const { relay, lines } = openRelay()
    relay.fromClient(Buffer.from('{"jsonrpc":"2.0","id":"l","method":"tools/list"}\n'))
    relay.fromServer(
      Buffer.from('{"jsonrpc":"2.0","id":"l","result":{"tools":{"0":{"name":"add"}},"_meta":{"a":1}}}\n')
    )
    expect(lines.at(-1)).to.equal('{"jsonrpc":"2.0","id":"l","result":{"tools":[],"_meta":{"a":1}}}\n')
  })

  it('has the numbers of an earlier response in a refusal, by which responses are told apart', () => {
    const { relay, lines, call, list } = openRelay()
    list([{ name: 'get_x' }])
    const respond = (order: string): void =>
      relay.fromServer(
        Buffer.from(
          `{"jsonrpc":"2.0","id":${call('get_x')},"result":{"content":[],"structuredContent":{"order":${order}}}}\n`
        )
      )
    for (const last of [1, 2, 3, 4, 5]) respond(`900719925474099${last}`)
    expect(lines.at(-1)).to.include('9007199254740995')
    for (const _ of [1, 2, 3]) respond('9007199254740995')
    expect(lines.at(-1)).to.include('retry_budget_exceeded').and.include('9007199254740995')
  })
})

describe('what a client reads of a prompt or a resource', () => {
  const block = { type: 'text', text: 'Hello' }
  const contents = { uri: 'a:b', text: 'Hello' }
  const prompt = (content: unknown, role = 'user') => ({ messages: [{ role, content }] })

  const readOf = (method: string, result: object, settings: Parameters<typeof openRelay>[0] = {}) => {
    const { relay, lines } = openRelay(settings)
    relay.fromClient(line({ id: 1, method, params: { name: 'a', uri: 'a:b' } }))
    const sent = line({ id: 1, result }).toString()
    relay.fromServer(Buffer.from(sent))
    const [told = ''] = lines
    return { isAsSent: told === sent, told, noted: relay.guard.summary.lines(0).join('\n') }
  }

  for (const [method, result, fault] of [
    ['prompts/get', prompt({ ...block, annotations: 5 }), 'messages[0].content.annotations is no object'],
    [
      'prompts/get',
      prompt({ ...block, annotations: { audience: 'user' } }),
      'messages[0].content.annotations.audience is no list'
    ],
    ['prompts/get', prompt({ type: 'text' }), 'messages[0].content.text is no text'],
    ['prompts/get', prompt([block]), 'messages[0].content is no object'],
    ['prompts/get', prompt(block, 'system'), 'messages[0].role is no user or assistant'],
    ['prompts/get', {}, 'messages is no list'],
    ['resources/read', { contents: [contents, { uri: 'a:b' }] }, 'contents[1] has neither text nor blob'],
    ['resources/read', { contents: [{ ...contents, mimeType: 5 }] }, 'contents[0].mimeType is no text'],
    ['resources/read', { contents }, 'contents is no list']
  ] as const)
    it(`is an error where official clients cannot read it: ${fault}`, () => {
      const { told, noted } = readOf(method, result)
      const message = `The result cannot be read: ${fault}.`
      expect(JSON.parse(told)).to.deep.equal({ jsonrpc: '2.0', id: 1, error: { code: -32603, message } })
      expect(noted).to.include('official clients cannot read: 1')
      const observed = readOf(method, result, { mode: 'observe' })
      expect(observed.isAsSent).to.equal(true)
      expect(observed.noted).to.include('official clients cannot read: 1')
    })

  for (const [method, result] of [
    ['prompts/get', prompt({ ...block, annotations: { audience: ['user'], priority: 0.5 } })],
    ['prompts/get', { messages: [], description: '' }],
    ['prompts/get', prompt({ type: 'later' })],
    ['prompts/get', { resultType: 'input_required', inputRequests: {} }],
    ['resources/read', { contents: [contents, { uri: 'a:b', blob: '', mimeType: 'image/png', _meta: {} }] }],
    ['resources/read', { contents: [], ttlMs: 5 }],
    ['resources/read', { resultType: 'input_required', inputRequests: {} }],
    ['completion/complete', { completion: 5 }]
  ] as const)
    it(`is what the server sent where they can: ${JSON.stringify(result)}`, () => {
      expect(readOf(method, result)).to.deep.include({ isAsSent: true })
    })
})

describe('structured content that is null', () => {
  const sent = { content: [], structuredContent: null }

  it('is refused for clients of revisions before 2026-07-28, which cannot read it', () => {
    const { call, list, answer, last } = openRelay()
    list([{ name: 'echo' }])
    answer(call('echo'), sent)
    expect(last().result).to.have.property('isError', true)
    expect(JSON.stringify(last().result)).to.include('structuredContent is no object')
  })

  it('passes for those of that revision, and where the proxy only observes', () => {
    const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
    for (const [settings, params] of [
      [{}, meta],
      [{ mode: 'observe' }, {}]
    ] as const) {
      const { call, list, answer, last } = openRelay(settings)
      list([{ name: 'echo' }])
      answer(call('echo', params), sent)
      expect(last().result).to.deep.equal(sent)
    }
  })
})

describe('a result without content', () => {
  it('gets an empty one, with which every official client reads it, and its numbers stay', () => {
    for (const [result, told] of [
      [`{"structuredContent":${STRUCTURED}}`, `{"content":[],"structuredContent":${STRUCTURED}}`],
      ['{}', '{"content":[]}']
    ]) {
      const { relay, lines, call, list } = openRelay()
      list([{ name: 'pay' }])
      relay.fromServer(Buffer.from(`{"jsonrpc":"2.0","id":${call('pay')},"result":${result}}\n`))
      expect(lines.at(-1)).to.equal(`{"jsonrpc":"2.0","id":1,"result":${told}}\n`)
    }
  })

  it('stays where it is none of a response, where an older server has another, and where the proxy only observes', () => {
    for (const [settings, result] of [
      [{}, '{"toolResult":{"paid":true}}'],
      [{}, '{"task":{"taskId":"t","status":"working"}}'],
      [{ mode: 'observe' }, '{"structuredContent":{"paid":true}}']
    ] as const) {
      const { relay, lines, call, list } = openRelay(settings)
      list([{ name: 'pay' }])
      relay.fromServer(Buffer.from(`{"jsonrpc":"2.0","id":${call('pay')},"result":${result}}\n`))
      expect(lines.at(-1)).to.equal(`{"jsonrpc":"2.0","id":1,"result":${result}}\n`)
    }
  })
})
