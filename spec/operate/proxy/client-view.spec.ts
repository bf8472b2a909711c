import { expect } from 'chai'
import { resultHandles } from '../../../lib/results/index.js'
import { openRelay } from './open-relay.js'

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
