/** What is known of writes, and which may be made again. */
import { expect } from 'chai'
import { codeOf } from './client.js'
import { line, openRelay } from './open-relay.js'

const NUMBER = { name: 'n', outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } }

const UNKNOWN = 'It is unknown whether it was executed: verify with a read before doing anything else.'

describe('Relay, of writes', () => {
  describe('of a write that its server refused', () => {
    const REFUSALS = [
      { code: -32_602, message: 'Unknown tool: w' },
      { code: -32_602, message: 'Tool w not found' },
      { code: -32_042, message: 'Go there first', data: { elicitations: [] } }
    ]
    /** What the server sends for the call `id` before it refuses it, and what becomes of the same call again. */
    const again = (error: object, speak: (id: number) => ReadonlyArray<readonly [object, of?: number]>): string => {
      const { relay, call, list, toServer, last } = openRelay({ trusted: true })
      list([{ name: 'w', annotations: { readOnlyHint: false } }])
      const other = call('other')
      const id = call('w', { _meta: { progressToken: 'p' } })
      for (const [message, of] of speak(id)) relay.fromServer(line(message), of === 0 ? other : of)
      relay.fromServer(line({ id, error }))
      expect(last().error).to.deep.equal(error)
      const sent = toServer.length
      call('w')
      return toServer.length > sent ? 'sent' : (last().result?.content?.[0]?.text ?? '')
    }
    const progress = (progressToken: unknown) => ({ method: 'notifications/progress', params: { progressToken } })
    const LOG = { method: 'notifications/message', params: { level: 'info', data: 'paid' } }

    it('lets it be made again where the server sent nothing for it before', () => {
      for (const error of REFUSALS) {
        expect(again(error, () => [])).to.equal('sent')
        // What belongs to another call says nothing about this one.
        expect(again(error, () => [[LOG, 0]])).to.equal('sent')
      }
    })

    it('does not, where the server sent something of its own while it was open', () => {
      for (const error of REFUSALS)
        for (const speak of [
          () => [[progress('p')]],
          () => [[progress('of nobody')]],
          () => [[LOG]],
          (id) => [[LOG, id]],
          () => [[{ id: 9, method: 'elicitation/create', params: {} }]],
          (id) => [[{ id: 9, method: 'sampling/createMessage', params: {} }, id]],
          () => [[{ id: 'w', method: 'roots/list' }]],
          () => [[{ method: 'notifications/resources/updated', params: { uri: 'a:b' } }]]
        ] as ReadonlyArray<Parameters<typeof again>[1]>)
          expect(again(error, speak), `${JSON.stringify(error)} ${String(speak)}`).to.include(UNKNOWN)
    })

    it('does not, where the server wrote anything else, or its response proves nothing', () => {
      for (const error of REFUSALS)
        for (const other of ['charging card', '', '[]', '{"jsonrpc":"2.0","id":"nobody","result":{}}', undefined]) {
          const { relay, call, list, last } = openRelay({ trusted: true })
          list([{ name: 'w', annotations: { readOnlyHint: false } }])
          const id = call('w')
          if (other === undefined) relay.responded(id, 404)
          else relay.fromServer(Buffer.from(`${other}\n`))
          relay.fromServer(line({ id, error }))
          call('w')
          expect(last().result?.content?.[0]?.text, `${error.message} ${other}`).to.include(UNKNOWN)
        }
    })

    it('does not, where the server refused another tool, or handed on what another server sent', () => {
      for (const message of [
        'Tool notify not found',
        'MCP error -32602: MCP error -32602: Tool w not found',
        'Invalid params'
      ])
        expect(
          again({ code: -32_602, message }, () => []),
          message
        ).to.include(UNKNOWN)
    })

    it('does not, where it goes on with what the server began', () => {
      const { relay, call, answer, list, last } = openRelay({ trusted: true })
      list([{ name: 'w', annotations: { readOnlyHint: false } }])
      answer(call('w'), { resultType: 'input_required', inputRequests: {}, requestState: 's' })
      relay.fromServer(line({ id: call('w', { requestState: 's' }), error: REFUSALS[0] }))
      call('w')
      expect(last().result?.content?.[0]?.text).to.include(UNKNOWN)
    })
  })

  it('lets a write be made again whose server asked the user to go to an address first, and not without end', () => {
    const { relay, call, answer, list, text, last } = openRelay({ trusted: true })
    list([{ name: 'w', annotations: { readOnlyHint: false } }])
    const error = { code: -32_042, message: 'Go there first', data: { elicitations: [] } }
    const asked = (arguments_: object): void => {
      const id = call('w', { arguments: arguments_ })
      if (last().id !== id) relay.fromServer(line({ id, error }))
    }
    asked({})
    expect(last().error).to.deep.equal(error)
    answer(call('w'), text('done'))
    expect(last().result?.content?.[0]?.text).to.equal('done')
    call('w')
    expect(codeOf(last())).to.equal('retry_budget_exceeded')
    for (let i = 0; i < 4; i++) asked({ n: 2 })
    expect(codeOf(last())).to.equal('retry_budget_exceeded')
  })

  it('says of a write whose answer does not fit that nobody knows whether it ran', () => {
    const { call, answer, list, last } = openRelay({ trusted: true })
    list([{ ...NUMBER, annotations: { readOnlyHint: false } }])
    answer(call('n'), { content: [], structuredContent: {} })
    expect(JSON.parse(last().result?.content?.[0]?.text ?? '')).to.deep.include({
      code: 'schema_violation',
      hint: UNKNOWN
    })
  })

  it('says of a write that had no response that nobody knows whether it ran, and whose response will not come', () => {
    const { relay, toClient, toServer, call, answer, list, last } = openRelay({ trusted: true })
    list([{ name: 'w', annotations: { readOnlyHint: false } }])
    relay.lost(call('w'), 'It broke off.')
    expect(last().error).to.deep.equal({
      code: -32_000,
      message: `It broke off. ${UNKNOWN}`,
      data: { error_class: 'partial_data', code: 'tool_unavailable', detail: 'It broke off.', hint: UNKNOWN }
    })
    expect(relay.waiting).to.equal(0)
    relay.fromClient(line({ id: 'other', method: 'prompts/get' }))
    relay.lost('other', 'It broke off.')
    expect(last()).to.deep.include({ id: 'other', error: { code: -32_000, message: 'It broke off.' } })
    relay.lost('other', 'It broke off.')
    expect(toClient.length).to.equal(3)
    // The list that the proxy asks for itself is nobody's: the call is judged by what is known.
    relay.fromServer(line({ method: 'notifications/tools/list_changed' }))
    const id = call('r')
    relay.lost(toServer.at(-1)?.id as string, 'It broke off.')
    answer(id, { content: [] })
    expect(toClient.slice(4)).to.deep.equal([{ jsonrpc: '2.0', id, result: { content: [] } }])
  })

  const FAILURES: ReadonlyArray<(opened: ReturnType<typeof openRelay>, id: number) => void> = [
    ({ relay }, id) => relay.fromServer(line({ id, error: { code: -32_603, message: 'boom' } })),
    ({ relay }, id) => relay.fromServer(line({ id, error: { code: -32_000, message: 'Unauthorized' } })),
    ({ answer }, id) => answer(id, { isError: true, content: [{ type: 'text', text: 'Invalid arguments' }] }),
    ({ answer, text }, id) => answer(id, text('{"error":"no such account"}')),
    ({ relay }, id) => relay.fromClient(line({ method: 'notifications/cancelled', params: { requestId: id } })),
    ({ relay }, id) => relay.lost(id, 'It broke off.')
  ]

  it('says so of a write that failed in any other way, once it is asked for again', () => {
    for (const fail of FAILURES) {
      const opened = openRelay({ trusted: true })
      opened.list([{ name: 'w', annotations: { readOnlyHint: false } }])
      fail(opened, opened.call('w'))
      opened.call('w')
      const { code, hint } = JSON.parse(opened.last().result?.content?.[0]?.text ?? '') as Record<string, string>
      expect(code, String(fail)).to.equal('retry_budget_exceeded')
      expect(hint, String(fail)).to.include(UNKNOWN)
    }
  })

  it('says so of one that is known by its name alone, at once where its response was cut and where it is refused', () => {
    for (const fail of [
      ...FAILURES,
      ({ answer, text }: ReturnType<typeof openRelay>, id: number) => answer(id, text('{"id":1'))
    ]) {
      const metas: Array<object> = []
      const logger = {
        log: (_: string, message: string, meta: object) => void (message.startsWith('tool_call ') && metas.push(meta))
      }
      const opened = openRelay({ logger })
      opened.list([{ name: 'create_order' }])
      for (let i = 0; i < 3; i++) {
        fail(opened, opened.call('create_order'))
        const told = opened.last().result?.content?.[0]?.text ?? ''
        if (told.includes('truncated_response')) expect(told).to.include(UNKNOWN)
      }
      opened.call('create_order')
      const { code, hint } = JSON.parse(opened.last().result?.content?.[0]?.text ?? '') as Record<string, string>
      expect(code, String(fail)).to.equal('retry_budget_exceeded')
      expect(hint, String(fail)).to.include(UNKNOWN)
      for (const meta of metas) expect(meta).to.include({ effect: 'write', undeclared: true })
      expect(metas.length).to.equal(4)
      expect(metas[0]).to.include({ executed: 'unknown' })
    }
  })
})
