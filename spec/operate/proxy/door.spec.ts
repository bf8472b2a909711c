/** What passes the proxy at all: nothing that a reader could mistake for the response to a call that it made. */
import { expect } from 'chai'
import fc from 'fast-check'
import { toolDefinition } from '../../../lib/operate/proxy/definition.js'
import type { Mode } from '../../../lib/operate/proxy/settings.js'
import { resultHandles } from '../../../lib/results/index.js'
import { codeOf } from './client.js'
import { line, openRelay, UNREADABLE } from './open-relay.js'

const json = (text: string): Buffer => Buffer.from(`${text}\n`)

// Numbers, and texts that a client which compares loosely reads as one of them.
const ID = fc.constantFrom(
  0,
  1,
  2,
  -1,
  2.5,
  2 ** 53 - 1,
  '',
  '0',
  '1',
  '2',
  '0x2',
  ' 2',
  '2.0',
  '2e0',
  'a',
  'null',
  '2.5'
)
const STEP = fc.oneof(
  fc.record({ from: fc.constant('client' as const), id: ID, method: fc.constantFrom('ping', 'tools/call', 'any') }),
  fc.record({ from: fc.constant('client' as const), cancels: ID }),
  fc.record({ from: fc.constant('server' as const), id: ID, isError: fc.boolean() })
)

/** What JSON.parse gives of any message that only one of the two sides understands as a response. */
// A method beside a response: readers disagree about it.
const MIXED: ReadonlyArray<string> = [
  '{"jsonrpc":"2.0","id":1,"method":"notifications/message","result":{}}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","result":{"content":[]}}',
  '{"jsonrpc":"2.0","id":1,"method":"ping","error":{"code":-1,"message":"no"}}'
]

const STRAYS: ReadonlyArray<string> = [
  '[{"jsonrpc":"2.0","id":1,"result":{}}]',
  '[]',
  '{"jsonrpc":"2.0","method":"notifications/message","result":{}}',
  '{"jsonrpc":"2.0","id":null,"result":{}}',
  '{"jsonrpc":"2.0","id":[1],"result":{}}',
  '{"jsonrpc":"2.0","id":true,"result":{}}',
  '{"jsonrpc":"2.0","result":{}}',
  '{"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}',
  '{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}',
  '"text"',
  '1',
  'null',
  'Listening on port 3000!',
  '\ufeff{"jsonrpc":"2.0","id":1,"result":{}}',
  '{"jsonrpc":"2.0","id":7,"method":"ping"}{"jsonrpc":"2.0","id":1,"result":{}}',
  '{"jsonrpc":"2.0","id":1,"result":{}',
  '',
  ' '
]

/** What a server sends of its own, in every revision, and what careless ones write. */
const OWN: ReadonlyArray<string> = [
  '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[ ],"maxTokens":1.0}}',
  '{"jsonrpc":"2.0","id":"1","method":"elicitation/create","params":{"message":"Sure?"}}',
  '{"id":0,"method":"roots/list","jsonrpc":"2.0"}',
  '{"jsonrpc":"2.0","id":2.5,"method":"ping"}',
  '{"jsonrpc":"2.0","id":1764412130123456789,"method":"sampling/createMessage","params":{"n":1764412130123456789}}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":-1764412130123456789}}',
  '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5}}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
  '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":12345678901234567890}}',
  '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
  '{"jsonrpc":"2.0","id":null,"method":"notifications/resources/updated","result":null,"error":null}',
  '{"method":"notifications/x"}'
]

describe("the relay's door", () => {
  it('lets a response pass once, if a request of its very id is open, and no other', () => {
    fc.assert(
      fc.property(fc.array(STEP, { maxLength: 60 }), (steps) => {
        const { relay, toClient } = openRelay({ loop: false })
        relay.fromClient(line({ id: 'list', method: 'tools/list' }))
        relay.fromServer(line({ id: 'list', result: { tools: [] } }))
        const open = new Set<number | string>()
        // Their responses may still come.
        const owed = new Set<number | string>()
        let [passed, dropped, refused] = [1, 0, 0]
        for (const [at, step] of steps.entries()) {
          if (step.from === 'server') {
            const { id, isError } = step
            relay.fromServer(
              line({ id, ...(isError ? { error: { code: -1, message: 'no' } } : { result: { content: [] } }) })
            )
            owed.delete(id)
            if (open.delete(id)) passed += 1
            else dropped += 1
          } else if ('cancels' in step) {
            relay.fromClient(line({ method: 'notifications/cancelled', params: { requestId: step.cancels } }))
            if (open.delete(step.cancels)) owed.add(step.cancels)
          } else {
            const { id, method } = step
            // Each call has a turn of its own, so that no budget ends it.
            const params = { name: 'a', _meta: { 'io.github.guarded-call/turn': `${at}` } }
            relay.fromClient(line({ id, method, params }))
            if (open.has(id) || owed.has(id)) refused += 1
            else open.add(id)
          }
          expect([toClient.length, relay.waiting]).to.deep.equal([passed + refused, open.size])
        }
        expect(relay.guard.summary.lines(0).filter((one) => one.includes('waited'))).to.deep.equal(
          dropped === 0 ? [] : [`  responses that no request waited for: ${dropped}`]
        )
        relay.close()
      })
    )
  })

  it('judges a response that passes, whatever notation its id has', () => {
    for (const id of ['2', '2.0', '2e0', '0.2E1']) {
      const { relay, call, list, last } = openRelay()
      list([])
      call('a')
      call('a')
      relay.fromServer(json(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"[1,"}]}}`))
      expect([last().id, codeOf(last())]).to.deep.equal([2, 'truncated_response'])
    }
  })

  it('keeps back what is no single message, and hands it on where it only observes', () => {
    for (const [mode, passes] of [
      ['enforce', false],
      ['warn', true],
      ['observe', true]
    ] as ReadonlyArray<readonly [Mode, boolean]>) {
      for (const text of STRAYS) {
        const { relay, lines } = openRelay({ mode })
        relay.fromClient(line({ id: 1, method: 'ping' }))
        relay.fromServer(json(text))
        expect(lines, `${mode} ${text}`).to.deep.equal(passes ? [`${text}\n`] : [])
        expect(relay.waiting).to.equal(1)
      }
    }
  })

  it('touches nothing that a server sends of its own', () => {
    for (const mode of ['enforce', 'observe'] as const) {
      const { relay, lines } = openRelay({ mode })
      for (const text of OWN) relay.fromServer(json(text))
      expect(lines).to.deep.equal(OWN.map((text) => `${text}\n`))
      expect(relay.guard.summary.lines(0).length).to.equal(1)
    }
  })

  it('answers in the place of a response that no client can read, and hands it on where it only observes', () => {
    for (const one of [...UNREADABLE, ...MIXED]) {
      const { relay, lines, toClient, call, list, last } = openRelay()
      list([{ name: 'w', annotations: { readOnlyHint: false } }])
      relay.fromServer(json(one.replace('"id":1', `"id":${call('w')}`)))
      expect([last().id, codeOf(last())], one).to.deep.equal([1, 'schema_violation'])
      expect(last().result?.content?.[0]?.text).to.include('It is unknown whether it was executed')
      relay.fromClient(line({ id: 'p', method: 'prompts/get' }))
      relay.fromServer(json(one.replace('"id":1', '"id":"p"')))
      expect(last(), one).to.deep.equal({
        jsonrpc: '2.0',
        id: 'p',
        error: { code: -32_603, message: 'The server sent something that is not a response of JSON-RPC 2.0.' }
      })
      expect([lines.length, toClient.length, relay.waiting]).to.deep.equal([3, 3, 0])
      const observing = openRelay({ mode: 'observe' })
      observing.relay.fromClient(line({ id: 1, method: 'prompts/get' }))
      observing.relay.fromServer(json(one))
      expect(observing.lines).to.deep.equal([`${one}\n`])
      expect(observing.relay.guard.summary.lines(0).slice(1)).to.deep.equal([
        '  responses from the server that official clients cannot read: 1'
      ])
    }
  })

  it('writes a response without what keeps official clients from reading it, and hands it on where it only observes', () => {
    const content = [{ type: 'text', text: 'fine' }]
    const read = { jsonrpc: '2.0', id: 1, result: { content } }
    const failed = { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no', data: [1] } }
    for (const [field, told] of [
      ['"error":null', read],
      ['"method":5', read],
      ['"params":{}', read],
      ['"elapsedMs":3', read],
      ['"__proto__":{"a":1}', read],
      ...['5', 'null', '[]', '{"progressToken":1.5}', '{"io.modelcontextprotocol/related-task":{}}'].map(
        (meta) => [`"result":{"content":[{"type":"text","text":"fine"}],"_meta":${meta}}`, read] as const
      ),
      ['"result":null,"error":{"code":-1,"message":"no","data":[1]}', failed]
    ] as const) {
      const result = field.startsWith('"result"') ? '' : `,"result":${JSON.stringify(read.result)}`
      const sent = `{"jsonrpc":"2.0","id":1,${field}${result}}`
      for (const method of ['tools/call', 'completion/complete']) {
        const { relay, list, last } = openRelay()
        list([])
        relay.fromClient(line({ id: 1, method, params: { name: 'a' } }))
        relay.fromServer(json(sent))
        expect(last(), `${method} ${sent}`).to.deep.equal(told)
        expect(relay.guard.summary.lines(0)).to.include(
          '  responses from the server that official clients cannot read: 1'
        )
        const observing = openRelay({ mode: 'observe' })
        observing.list([])
        observing.relay.fromClient(line({ id: 1, method, params: { name: 'a' } }))
        observing.relay.fromServer(json(sent))
        expect(observing.lines.at(-1)).to.equal(`${sent}\n`)
      }
    }
  })

  it('touches no response that official clients read, whatever else its _meta and its error hold', () => {
    for (const body of [
      '"result":{ "_meta":{"progressToken":1,"io.modelcontextprotocol/related-task":{"taskId":"t"},"x":[]}}',
      '"result":{"_meta":{}, "content":12345678901234567890}',
      '"error":{"code":1, "message":"no","why":null}'
    ]) {
      const { relay, lines } = openRelay()
      relay.fromClient(line({ id: 1, method: 'completion/complete' }))
      relay.fromServer(json(`{"id":1, "jsonrpc":"2.0",${body}}`))
      expect(lines).to.deep.equal([`{"id":1, "jsonrpc":"2.0",${body}}\n`])
    }
  })

  it('tells ids apart by all of their digits, and writes them so', () => {
    const [one, other] = ['9007199254740993', '9007199254740992']
    const { relay, lines, list, toServer } = openRelay({ loop: false })
    const asks = (id: string): void =>
      relay.fromClient(json(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"a"}}`))
    const answers = (id: string, text: string): void =>
      relay.fromServer(json(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"${text}"}]}}`))
    list([])
    asks(one)
    asks(other)
    asks(other)
    expect(lines.at(-1)).to.match(/^\{"jsonrpc":"2\.0","id":9007199254740992,"error":\{"code":-32600,/)
    answers(one, 'fine')
    answers(one, 'late')
    expect(lines.at(-1)).to.equal(
      '{"jsonrpc":"2.0","id":9007199254740993,"result":{"content":[{"type":"text","text":"fine"}]}}\n'
    )
    answers(other, '[1,')
    expect(lines.at(-1)).to.match(/^\{"jsonrpc":"2\.0","id":9007199254740992,"result":.*truncated_response/)
    asks(one)
    relay.fromClient(json(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${one}}}`))
    expect([relay.waiting, relay.owed.has(BigInt(one)), toServer.length]).to.deep.equal([0, true, 5])
    relay.fromClient(json('{"jsonrpc":"2.0","id":12345678901234567890.5,"method":"ping"}'))
    expect(lines.at(-1)).to.include('"id":null')
    relay.fromClient(json('{"jsonrpc":"2.0","id":1e21,"method":"ping"}'))
    relay.fromServer(json('{"jsonrpc":"2.0","id":1e+21,"result":{}}'))
    expect(lines.at(-1)).to.equal('{"jsonrpc":"2.0","id":1e+21,"result":{}}\n')
    relay.serverGone('gone')
    asks('-1764412130123456789')
    expect(lines.at(-1)).to.include('"id":-1764412130123456789,')
  })

  it('hands on a response only where it only observes, whose ids it counts all the same', () => {
    const { relay, lines, call, list, text } = openRelay({ mode: 'observe' })
    list([])
    call('a')
    const answers = ['"1"', '1', '1', '5'].map(
      (id) => `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(text('[1,'))}}\n`
    )
    for (const one of answers) relay.fromServer(Buffer.from(one))
    expect(lines.slice(1)).to.deep.equal(answers)
    expect(relay.guard.summary.lines(1).slice(1)).to.deep.equal([
      '  a  1 call; would have been refused: truncated_response 1',
      '  responses that no request waited for: 3'
    ])
  })

  it('judges no response twice, and none before its time, while the tools are being listed', () => {
    const { relay, toClient, call, answer, text, list, listed } = openRelay()
    list([])
    const id = call('a')
    relay.fromServer(json('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'))
    const next = call('b')
    answer(id, text('fine'))
    answer(id, text('[1,'))
    expect(toClient.length).to.equal(2)
    listed([])
    expect(toClient.slice(2).map(({ result }) => result)).to.deep.equal([text('fine')])
    answer(next, text('fine'))
    expect(relay.waiting).to.equal(0)
  })

  describe('from the client', () => {
    const refused = (id: unknown, message: string) => ({ jsonrpc: '2.0', id, error: { code: -32_600, message } })
    const UNGUARDED =
      'Only single requests, notifications and responses are handed on, with ids that are texts or whole numbers, and calls of a named tool: anything else cannot be guarded.'

    it('hands on nothing that cannot be guarded, and tells whoever asked', () => {
      for (const [text, ids] of [
        ['[{"jsonrpc":"2.0","id":1,"method":"tools/call"},{"id":"b","method":"ping"},{"method":"x"}]', [1, 'b']],
        ['[]', [null]],
        ['{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{"name":"a"}}', [null]],
        ['{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a"},"result":1}', [null]],
        ['{"jsonrpc":"2.0","method":"tools/call","params":{"name":"a"}}', [null]],
        ['{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"a"}}', [null]],
        ['{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":["a"]}}', ['c']],
        ['{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":5}}', [4]],
        ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"arguments":{}}}', [5]],
        ['{"jsonrpc":"2.0","id":6,"method":"tools/call","params":["a"]}', [6]],
        ['{"jsonrpc":"2.0","id":7,"method":"tools/call"}', [7]],
        ['{"jsonrpc":"2.0","id":1.00000000000000000001,"method":"ping"}', [null]],
        ['{"jsonrpc":"2.0","id":0.123456789012345678901234,"method":"tools/call","params":{"name":"a"}}', [null]],
        ['{"method":"x"}{"id":1,"method":"tools/call","params":{"name":"a"}}', [null]],
        ['', []]
      ] as const) {
        const { relay, toClient, toServer } = openRelay()
        relay.fromClient(json(text))
        expect(toServer, text).to.deep.equal([])
        expect(toClient, text).to.deep.equal(ids.map((id) => refused(id, UNGUARDED)))
        const counted = ids.length === 0 ? [] : ['  messages from the client that could not be guarded: 1']
        expect(relay.guard.summary.lines(0).slice(1)).to.deep.equal(counted)
      }
    })

    it('refuses a request whose id another one has that is open', () => {
      const { relay, toClient, toServer, call, answer, list, text } = openRelay()
      list([])
      const id = call('a')
      relay.fromClient(line({ id, method: 'tools/call', params: { name: 'b' } }))
      relay.fromClient(line({ id: String(id), method: 'ping' }))
      expect(toServer.slice(1).map(({ method }) => method)).to.deep.equal(['tools/call', 'ping'])
      expect(toClient.slice(1)).to.deep.equal([
        refused(id, 'The response to another request with this id may still come.')
      ])
      answer(id, text('[1,'))
      expect(codeOf(toClient.at(-1) ?? {})).to.equal('truncated_response')
    })

    it('refuses a request whose id was that of one that was given up, until its response came', () => {
      const { relay, toClient, toServer, call, answer, list, text } = openRelay()
      list([])
      const id = call('pay')
      relay.fromClient(line({ method: 'notifications/cancelled', params: { requestId: id } }))
      relay.fromClient(line({ id, method: 'tools/call', params: { name: 'look' } }))
      expect(toClient.slice(1)).to.deep.equal([
        refused(id, 'The response to another request with this id may still come.')
      ])
      answer(id, text('paid'))
      expect(toClient.length).to.equal(2)
      relay.fromClient(line({ id, method: 'ping' }))
      expect(toServer.at(-1)).to.deep.include({ id, method: 'ping' })
    })

    it('takes such an id where the client has begun a new session', () => {
      const { relay, toServer, call, list } = openRelay()
      list([])
      const id = call('pay')
      relay.fromClient(line({ method: 'notifications/cancelled', params: { requestId: id } }))
      relay.fromClient(line({ id: 'new', method: 'initialize' }))
      relay.fromClient(line({ id, method: 'ping' }))
      expect(toServer.at(-1)).to.deep.include({ id, method: 'ping' })
    })

    it('lists the tools though what the request says of itself is deeper than any stack', () => {
      const { relay, toServer, listed } = openRelay()
      const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
      relay.fromClient(
        json(
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":{"io.modelcontextprotocol/x":${deep}}}}`
        )
      )
      listed([])
      expect(toServer.map(({ method, params }) => method ?? params)).to.deep.equal(['tools/list', 'tools/call'])
    })
  })

  it('says so of a list that it has to write anew and that is deeper than any stack', () => {
    const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`
    const schema = { type: 'object' }
    const accepted = new Map([['other', toolDefinition({ inputSchema: schema })]])
    const pin = { accepted, onDrift: 'refuse' as const, accept: () => true }
    for (const settings of [{ results: resultHandles() }, { results: resultHandles(), pin }, { pin }]) {
      const { relay, last } = openRelay(settings)
      relay.fromClient(line({ id: 1, method: 'tools/list' }))
      const tools = `{"name":"a","inputSchema":{"type":"object"}},{"name":"other","inputSchema":{"type":"object"}}`
      relay.fromServer(json(`{"jsonrpc":"2.0","id":1,"result":{"tools":[${tools}],"other":${deep}}}`))
      // Under pins, it is a word beside the list.
      expect(last().error).to.deep.equal(
        'pin' in settings ? undefined : { code: -32_603, message: 'The result is nested too deeply to be written.' }
      )
    }
  })
})
