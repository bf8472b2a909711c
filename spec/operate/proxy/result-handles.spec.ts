/** Handles through the proxy: long results are kept, and the proxy itself serves the tool that reads them. */
import { expect } from 'chai'
import { resultHandles, type ResultHandle } from '../../../lib/results/index.js'
import type { Reply } from './client.js'
import { DEFAULTS } from '../../../lib/operate/proxy/settings.js'
import { line, openRelay } from './open-relay.js'

const ROWS = Array.from({ length: 9_000 }, (_, id) => ({ id, status: 'paid' }))
const LOG = 'one line of a log\n'.repeat(9_000)

const toolsIn = (reply: Reply | undefined): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  (reply as unknown as { readonly result: { readonly tools: ReadonlyArray<Readonly<Record<string, unknown>>> } }).result
    .tools

const settled = () => new Promise((resolve) => void setTimeout(resolve, 20))

describe('the proxy with handles', () => {
  const opened = (tools: ReadonlyArray<object> = [{ name: 'list', outputSchema: { type: 'object' } }]) => {
    const told: Array<string> = []
    const open = openRelay({ results: resultHandles(), tell: (said) => told.push(said) })
    open.list(tools)
    const tell = (content: object | ReadonlyArray<object>, name = 'list') => {
      const id = open.call(name)
      open.answer(id, Array.isArray(content) ? { content } : content)
      return settled()
    }
    const handleIn = (): ResultHandle =>
      JSON.parse(String(open.toClient.at(-1)?.result?.content?.[0]?.text)) as ResultHandle
    return { ...open, told, tell, handleIn }
  }

  it('adds its tool to the last page of a list, and leaves out what clients would check handles against', () => {
    const { toClient, relay } = opened()
    const tools = toolsIn(toClient[0])
    expect(tools.map(({ name }) => name)).to.deep.equal(['list', 'read_result'])
    expect(tools[0]).not.to.have.property('outputSchema')
    expect(tools[1]).to.have.nested.property('inputSchema.properties.ref')
    relay.fromClient(line({ id: 'page', method: 'tools/list' }))
    relay.fromServer(line({ id: 'page', result: { tools: [{ name: 'a' }], nextCursor: 'x' } }))
    expect(toolsIn(toClient.at(-1))).to.deep.equal([{ name: 'a' }])
  })

  it('keeps long texts, embedded texts and structured content, and answers for the parts itself', async () => {
    const { relay, tell, handleIn, toClient, toServer, waiting } = { ...opened([{ name: 'list' }]), waiting: 0 }
    const contents: ReadonlyArray<readonly [object | ReadonlyArray<object>, object, string]> = [
      [[{ type: 'text', text: JSON.stringify({ rows: ROWS }) }], { path: 'rows[8999].id' }, '8999'],
      [[{ type: 'text', text: LOG }], { from: 8_999 }, 'one line of a log'],
      [[{ type: 'resource', resource: { uri: 'a:b', text: LOG } }], { from: 8_999 }, 'one line of a log'],
      [
        { content: [{ type: 'text', text: 'rows' }], structuredContent: { rows: ROWS } },
        { path: 'rows[8999].id' },
        '8999'
      ]
    ]
    for (const [content, query, wanted] of contents) {
      await tell(content)
      expect(toClient.at(-1)?.result).not.to.have.property('structuredContent')
      const { ref } = handleIn()
      const asked = toServer.length
      relay.fromClient(
        line({ id: `r${ref}`, method: 'tools/call', params: { name: 'read_result', arguments: { ref, ...query } } })
      )
      await settled()
      expect(toClient.at(-1)?.id).to.equal(`r${ref}`)
      expect(JSON.stringify(toClient.at(-1)?.result)).to.include(wanted)
      expect(toServer.length).to.equal(asked)
    }
    expect(relay.waiting).to.equal(waiting)
  })

  it('keeps what a block says beside its text: what it is a part of, for whom it is, where it comes from', async () => {
    const { tell, toClient, handleIn } = opened([{ name: 'list' }])
    const marks = { annotations: { audience: ['user'], priority: 0.1 }, _meta: { sha: 'abc' } }
    await tell([{ type: 'text', text: LOG, ...marks }])
    const { text, ...rest } = toClient.at(-1)?.result?.content?.[0] ?? { text: '' }
    expect([rest, 'resource' in (JSON.parse(text) as object)]).to.deep.equal([{ type: 'text', ...marks }, false])

    const about = { uri: 'file:///repo/src/main.ts', mimeType: 'text/x-typescript' }
    for (const [said, kept] of [
      [
        { ...about, _meta: { sha: 'abc' } },
        { ...about, _meta: { sha: 'abc' } }
      ],
      [{ ...about, _meta: { tree: 'x'.repeat(5_000) } }, about],
      [{ ...about, uri: `data:${'x'.repeat(5_000)}` }, undefined]
    ]) {
      await tell([{ type: 'resource', resource: { ...said, text: LOG }, ...marks }])
      const { text: _, ...others } = toClient.at(-1)?.result?.content?.[0] ?? { text: '' }
      expect(others).to.deep.equal({ type: 'text', ...marks })
      expect((handleIn() as { readonly resource?: unknown }).resource).to.deep.equal(kept)
    }
  })

  it('leaves out what a block says beside its text where that is deeper than the stack', async () => {
    const { relay, call, lines } = opened([{ name: 'list' }])
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const about = `"uri":"a:b","_meta":{"a":${deep}},"text":${JSON.stringify(LOG)}`
    const content = `[{"type":"resource","resource":{${about}}}]`
    relay.fromServer(Buffer.from(`{"jsonrpc":"2.0","id":${call('list')},"result":{"content":${content}}}\n`))
    await settled()
    expect(lines.at(-1)).to.include('\\"resource\\":{\\"uri\\":\\"a:b\\"}')
  })

  it('keeps all that stands beside long structured content but the texts that say the same', async () => {
    const { tell, toClient } = opened([{ name: 'list' }])
    const others = [
      { type: 'text', text: 'Screenshot taken, 3 errors in the console' },
      { type: 'image', data: 'A'.repeat(100_000), mimeType: 'image/png' },
      { type: 'resource_link', uri: 'file:///a.png', name: 'a' }
    ]
    const texts = (...values: ReadonlyArray<string>) => values.map((text) => ({ type: 'text', text }))
    const stories: ReadonlyArray<readonly [structuredContent: object, copies: ReadonlyArray<object>]> = [
      [{ rows: ROWS }, texts(JSON.stringify({ rows: ROWS }, null, 2))],
      [{ rows: ROWS }, texts(JSON.stringify(ROWS))],
      [{ result: ROWS }, texts(...ROWS.map((row) => JSON.stringify(row)))],
      [{ result: LOG }, texts(LOG)],
      [{ rows: ROWS }, []]
    ]
    for (const [structuredContent, copies] of stories) {
      await tell({ content: [...copies, ...others], structuredContent })
      const [handle, ...rest] = toClient.at(-1)?.result?.content ?? []
      expect(JSON.parse(handle?.text ?? '')).to.have.property('ref')
      expect(rest).to.deep.equal(others)
    }
    await tell({ content: texts(LOG), structuredContent: { rows: ROWS } })
    expect(toClient.at(-1)?.result?.content?.map(({ text }) => 'ref' in (JSON.parse(text) as object))).to.deep.equal([
      true,
      true
    ])
  })

  it('alters no number, in what it keeps and in what stands beside it', async () => {
    const { lines, toClient, call, relay, handleIn } = opened([{ name: 'list' }])
    const idsFrom = (first: bigint, many: number) => Array.from({ length: many }, (_, at) => first + BigInt(at))
    const rowsOf = (many: number) => `{"rows":[${idsFrom(9_007_199_254_740_993n, many).join(',')}],"p":1.5}`
    const tell = async (result: string) => {
      relay.fromServer(
        Buffer.from(
          `{"jsonrpc":"2.0","id":${JSON.stringify(call('list', { arguments: { asked: lines.length } }))},"result":${result}}\n`
        )
      )
      await settled()
      return String(lines.at(-1))
    }
    const long = rowsOf(2_000)
    for (const copies of ['', JSON.stringify({ type: 'text', text: long })]) {
      await tell(`{"content":[${copies}],"structuredContent":${long},"_meta":{"n":12345678901234567890}}`)
      expect(lines.at(-1)).to.include('"_meta":{"n":12345678901234567890}')
      expect(toClient.at(-1)?.result?.content).to.have.length(1)
      const { ref } = handleIn()
      const args = { ref, find: '9007199254740995', context: 0 }
      relay.fromClient(
        line({ id: `r${copies}`, method: 'tools/call', params: { name: 'read_result', arguments: args } })
      )
      await settled()
      expect(lines.at(-1)).to.include('9007199254740995,9007199254740996')
    }
    // A copy in another form, and a text that differs by a digit.
    const blocks = () => toClient.at(-1)?.result?.content?.length
    const spaced = JSON.stringify({ type: 'text', text: long.replaceAll(',', ',\n  ') })
    await tell(`{"content":[${spaced}],"structuredContent":${long}}`)
    expect(blocks()).to.equal(1)
    const rounded = JSON.stringify(JSON.parse(long))
    for (const [text, structured] of [
      [long, rounded],
      [rounded, long]
    ] as const) {
      await tell(`{"content":[${JSON.stringify({ type: 'text', text })}],"structuredContent":${structured}}`)
      expect(blocks()).to.equal(2)
    }
    // Short structured content beside a long text, and what says something else beside both.
    const beside = `{"type":"image","data":"","mimeType":"a/b","_meta":{"n":1.0000000000000000001}}`
    const text = JSON.stringify({ type: 'text', text: LOG })
    expect(await tell(`{"content":[${text},${beside}],"structuredContent":${rowsOf(3)}}`))
      .to.include(`,${beside}],"structuredContent":${rowsOf(3)}}`)
      .and.not.include(LOG)
  })

  it('changes nothing where nothing is enforced', async () => {
    for (const mode of ['observe', 'warn'] as const) {
      const open = openRelay({ results: resultHandles(), mode })
      open.list([{ name: 'list', outputSchema: {} }])
      open.answer(open.call('list'), { content: [{ type: 'text', text: LOG }], structuredContent: {} })
      expect([open.lines[0]?.includes('read_result'), open.lines[0]?.includes('outputSchema')]).to.deep.equal([
        false,
        true
      ])
      expect(open.last().result?.content?.[0]?.text).to.equal(LOG)
    }
  })

  it('hands on short results, images and failures as they came, byte for byte', async () => {
    const { tell, lines } = opened([{ name: 'list' }])
    const image = { type: 'image', data: 'A'.repeat(100_000), mimeType: 'image/png' }
    for (const result of [
      { content: [{ type: 'text', text: 'short' }] },
      { content: [{ type: 'text', text: 'a picture' }, image] },
      { content: [{ type: 'text', text: `Error: ${'x '.repeat(15_000)}` }], isError: true }
    ]) {
      await tell(result)
      expect(JSON.parse(lines.at(-1) ?? '').result).to.deep.equal(result)
    }
  })

  it('says what is wrong with a reading', async () => {
    const { relay, toClient } = opened()
    relay.fromClient(line({ id: 1, method: 'tools/call', params: { name: 'read_result', arguments: { ref: 'r1' } } }))
    relay.fromClient(line({ id: 2, method: 'tools/call', params: { name: 'read_result' } }))
    await settled()
    expect(toClient.slice(1).map(({ result }) => result?.isError)).to.deep.equal([true, true])
    const said = (id: number) => JSON.stringify(toClient.find((reply) => reply.id === id)?.result)
    expect(said(1)).to.include('not_found')
    expect(said(2)).to.include('invalid_arguments')
  })

  it('names the results of the conversation where there is none of a name', async () => {
    const { relay, tell, handleIn, toClient } = opened([{ name: 'list' }])
    await tell([{ type: 'text', text: LOG }])
    const { ref } = handleIn()
    const call = { name: 'read_result', arguments: { ref: `${ref}z` } }
    relay.fromClient(line({ id: 'r', method: 'tools/call', params: call }))
    await settled()
    expect(toClient.at(-1)?.result?.content?.[0]?.text).to.include(`others of this turn: ${ref}.`)
  })

  it('names none of another client, session or named turn, and those of a turn in each of its sessions', async () => {
    const results = resultHandles()
    const sessions = [openRelay({ results }), openRelay({ results })]
    const TURN = DEFAULTS.turn.metaKey
    type Who = readonly [session: number, caller: string | undefined, turn: string | undefined]
    const ask = ([session, caller, turn]: Who, id: string, name: string, args: object): void => {
      const { relay } = sessions[session] as (typeof sessions)[0]
      const params = { name, arguments: args, _meta: { ...(turn && { [TURN]: turn }) } }
      relay.fromClient(line({ id, method: 'tools/call', params }), caller === undefined ? undefined : { caller, id })
    }
    const textOf = ([session]: Who): string => String(sessions[session]?.last().result?.content?.[0]?.text)
    const who: ReadonlyArray<Who> = [
      [0, undefined, undefined],
      [0, 'ada', undefined],
      [0, 'bob', undefined],
      [1, undefined, undefined],
      [0, 'ada', 'a'],
      [0, 'bob', 'b'],
      [1, undefined, 'a']
    ]
    for (const { list } of sessions) list([{ name: 'list' }])
    const refs: Array<string> = []
    for (const [at, whose] of who.entries()) {
      ask(whose, `c${at}`, 'list', { at })
      sessions[whose[0]]?.answer(`c${at}`, { content: [{ type: 'text', text: `${at} ${LOG}` }] })
      await settled()
      refs.push((JSON.parse(textOf(whose)) as ResultHandle).ref)
    }
    for (const [at, whose] of who.entries()) {
      ask(whose, `r${at}`, 'read_result', { ref: 'r000000000000' })
      await settled()
      const own = who.flatMap((other, i) => (i === at || (whose[2] && other[2] === whose[2]) ? refs[i] : []))
      expect(/others of this turn: (.*?)\./.exec(textOf(whose))?.[1]?.split(', '), String(whose)).to.deep.equal(own)
    }
  })

  it('gives a part of a result to whoever was told its name', async () => {
    const { relay, tell, handleIn, toClient } = opened([{ name: 'list' }])
    await tell([{ type: 'text', text: LOG }])
    const params = { name: 'read_result', arguments: { ref: handleIn().ref, from: 0, to: 1 } }
    relay.fromClient(line({ id: 'r', method: 'tools/call', params }), { caller: 'bob', id: 'r' })
    await settled()
    expect(toClient.at(-1)?.result?.content?.[0]?.text).to.include('one line of a log')
  })

  it('leaves a server alone that has a tool of that name, and says so once', async () => {
    const { told, tell, toClient, toServer, call } = opened([{ name: 'read_result' }])
    expect(told).to.deep.equal(['The server has a tool read_result of its own: long results are handed on whole.'])
    await tell([{ type: 'text', text: LOG }], 'read_result')
    expect(toClient.at(-1)?.result).to.deep.equal({ content: [{ type: 'text', text: LOG }] })
    call('read_result', { arguments: { a: 1 } })
    expect(toServer.at(-1)?.method).to.equal('tools/call')
  })

  it('leaves it alone though nobody has listed its tools before the call', () => {
    const { call, listed, toServer } = openRelay({ results: resultHandles() })
    call('read_result')
    listed([{ name: 'read_result' }])
    expect(toServer.map(({ method }) => method)).to.deep.equal(['tools/list', 'tools/call'])
  })
})
