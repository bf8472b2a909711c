/** Results that are too long for a model: handles in their place, and the tool that reads them. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall, openSession, openTurn, toModelText } from '../../lib/index.js'
import { memoryResultStore, resultHandles, type ResultHandle } from '../../lib/results/index.js'
import { guardTools, toTools } from '../../lib/adapters/ai-sdk/index.js'
import { guardTools as guardRunnables } from '../../lib/adapters/openai/index.js'
import { guardFunctions, detectMorePages } from '../../lib/index.js'
import { toolHandlers } from '../../lib/adapters/mcp/index.js'

const ROWS = Array.from({ length: 12_000 }, (_, id) => ({ id, status: id === 7_777 ? 'failed' : 'paid' }))
const LOG = [...Array.from({ length: 9_000 }, (_, at) => `line ${at} done`), 'FATAL disk full', 'bye', ''].join('\n')

const handleIn = (text: string): ResultHandle => JSON.parse(text) as ResultHandle

describe('resultHandles', () => {
  it('keeps nothing of which it can make no handle', async () => {
    const put: Array<string> = []
    const store = { put: (ref: string) => void put.push(ref), get: () => undefined, delete: () => {} }
    const { instead } = resultHandles({ over: 100, store })
    const depths = Array.from({ length: 40 }, (_, at) => 4_000 - at * 100)
    const texts = depths.map((depth) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`)
    const made = await Promise.all(texts.map((text) => instead(text)))
    expect(put.length)
      .to.be.below(depths.length)
      .and.equal(made.filter((handle) => handle !== undefined).length)
  })

  it('leaves alone what is not too long', async () => {
    const results = resultHandles()
    for (const value of [null, 'short', { rows: ROWS.slice(0, 100) }, 'x'.repeat(19_998)]) {
      expect(await results.instead(value)).to.equal(undefined)
      expect(await results.textOf(value)).to.equal(JSON.stringify(value))
    }
    expect(await results.textOf(undefined)).to.equal('null')
  })

  it('shows the shape, both ends, and what stands out, within the preview', async () => {
    const results = resultHandles()
    for (const [value, preview] of [
      [{ total: 12_000, rows: ROWS }, 4_000] as const,
      [LOG, 4_000] as const,
      [ROWS, 4_000] as const
    ]) {
      const text = await results.textOf(value)
      expect(text.length).to.be.within(preview * 0.5, preview)
      expect(handleIn(text).chars).to.equal(JSON.stringify(value).length)
    }
    const table = handleIn(await results.textOf({ total: 12_000, rows: ROWS }))
    expect(table.shape).to.deep.equal({
      $: 'record',
      total: 'number',
      rows: 'list of 12000',
      'rows[].id': 'number',
      'rows[].status': 'string'
    })
    expect(table.first).to.have.nested.property('rows[0].id', 0)
    expect(table.last?.elements?.at(-1)).to.deep.equal(ROWS.at(-1))
    expect(table.unusual).to.deep.equal([{ at: 7_777, value: ROWS[7_777] }])
    const log = handleIn(await results.textOf(LOG))
    expect(log.last?.lines).to.match(/FATAL disk full\nbye\n$/)
  })

  it('names what stands out by what rows say, not by fields that all of them have', async () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => ({
      id,
      total: id % 7,
      error: id === 77 ? { code: 5 } : null,
      warnings: [],
      state: id === 4_242 ? 'timed out' : 'done'
    }))
    const { unusual } = handleIn(await resultHandles().textOf(rows))
    expect(unusual?.map(({ at }) => at)).to.deep.equal([77, 4_242])
  })

  it('gives equal results one name, that of other handles another', async () => {
    const [one, other] = [resultHandles(), resultHandles()]
    const refs = await Promise.all([one, one, other].map(async (results) => handleIn(await results.textOf(ROWS)).ref))
    expect(refs[0]).to.equal(refs[1])
    expect(refs[0]).not.to.equal(refs[2])
  })

  it('is read by its tool, a guarded read whose repeats are refused', async () => {
    const results = resultHandles({ over: 1_000, preview: 800 })
    const { ref } = handleIn(await results.textOf(ROWS))
    const turn = openTurn({ logger: false })
    const ask = async (query: object) =>
      JSON.parse(toModelText(await turn.run(results.reader.fromModel({ ref, ...query }))))
    for (let reads = 0; reads < 3; reads++) expect((await ask({ from: 100 })).elements[0]).to.deep.equal(ROWS[100])
    expect((await ask({ from: 100 })).code).to.equal('retry_budget_exceeded')
    expect((await ask({ find: 'failed' })).found).to.deep.equal([{ path: '[7777]', value: ROWS[7_777] }])
    expect((await ask({ from: 'a' })).code).to.equal('invalid_arguments')
    expect((await ask({ form: 1 })).detail).to.include('unknown field')
  })

  it('tells nobody of the results of another turn', async () => {
    const results = resultHandles({ over: 100 })
    const [one, other] = [openTurn({ logger: false }), openTurn({ logger: false })]
    const { ref } = (await results.instead(ROWS, { turnId: one.id })) as ResultHandle
    const detail = async (turn: typeof one) =>
      (JSON.parse(toModelText(await turn.run(results.reader.fromModel({ ref: 'r0' })))) as { readonly detail: string })
        .detail
    expect(await detail(one)).to.equal(`No result is kept as "r0" (any more); others of this turn: ${ref}.`)
    expect(await detail(other)).to.equal('No result is kept as "r0" (any more).')
  })

  it('says what is still there when one is gone, and claims nothing more', async () => {
    const results = resultHandles({ over: 100, keepBytes: 1_000 })
    const [turn, later] = [openTurn({ logger: false }), openTurn({ logger: false })]
    const keep = async (of: typeof turn, unit: string) =>
      ((await results.instead(unit.repeat(200), { turnId: of.id })) as ResultHandle).ref
    const [gone, second] = [await keep(turn, 'a'), await keep(turn, 'b')]
    const third = await keep(turn, 'c')
    // Equal results are those of both turns.
    expect(await keep(later, 'c')).to.equal(third)
    const detail = async (of: typeof turn, ref: string) =>
      (JSON.parse(toModelText(await of.run(results.reader({ ref })))) as { readonly detail: string }).detail
    expect(await detail(turn, gone)).to.equal(
      `No result is kept as "${gone}" (any more); others of this turn: ${second}, ${third}.`
    )
    expect(await detail(later, `${third}z`)).to.include(`; others of this turn: ${third}.`)
    expect(await detail(openTurn({ logger: false }), gone)).to.equal(`No result is kept as "${gone}" (any more).`)
  })

  it('keeps a bounded number of bytes, and lets the oldest go', async () => {
    const store = memoryResultStore({ keepBytes: 100 })
    await store.put('a', 'x'.repeat(30))
    await store.put('b', 'x'.repeat(30))
    expect([await store.get('a'), await store.get('b')]).to.deep.equal([undefined, 'x'.repeat(30)])
    await store.put('b', 'y')
    await store.put('c', 'x'.repeat(40))
    expect(await store.get('b')).to.equal('y')
    await store.delete('b')
    expect(await store.get('b')).to.equal(undefined)
    // One that is larger than all is kept until the next one comes.
    await store.put('d', 'x'.repeat(400))
    expect(await store.get('d')).to.have.length(400)
  })

  it('waits no longer than two seconds for a store that hangs', async () => {
    const hung = () => new Promise<never>(() => {})
    const results = resultHandles({ over: 100, store: { put: hung, get: hung, delete: hung } })
    const began = performance.now()
    const { ref } = handleIn(await results.textOf(ROWS))
    expect(performance.now() - began).to.be.below(10_000)
    const turn = openTurn({ logger: false })
    expect(toModelText(await turn.run(results.reader({ ref, count: true })))).to.include('12000')
    expect(toModelText(await turn.run(results.reader({ ref: 'r000000000000' })))).to.include('not_found')
  })

  it('loses nothing to a store that is down', async () => {
    const down = (): never => {
      throw new Error('down')
    }
    const results = resultHandles({ over: 100, store: { put: down, get: down, delete: down } })
    const { ref } = handleIn(await results.textOf(ROWS))
    const turn = openTurn({ logger: false })
    expect(JSON.parse(toModelText(await turn.run(results.reader({ ref, count: true }))))).to.deep.include({
      count: 12_000
    })
  })

  it('keeps a text of JSON that JSON.parse would change', async () => {
    const results = resultHandles({ over: 2_000 })
    const turn = openTurn({ logger: false })
    const rows = JSON.stringify({ rows: ROWS })
    for (const [part, is] of [
      ['"id":1.5e-400,', 'text'],
      ['"id":1e400,', 'text'],
      ['"id":0.1234567890123456789,', 'text'],
      ['"id":5,"id":6,', 'text'],
      ['"id":"12345678901234567890",', 'data'],
      ['"id":1234567890123456,', 'data']
    ] as const) {
      const { ref, shape } = handleIn(await results.textOf(rows.replace('"id":5,', part)))
      expect(shape['$'], part).to.match(is === 'text' ? /^string$/ : /^record$/)
      const read = JSON.parse(
        toModelText(await turn.run(results.reader({ ref, find: part.split(':')[1]?.replace(/[",]|id/g, '') ?? '' })))
      )
      expect(JSON.stringify(read.found).replaceAll('\\', ''), part).to.include(part.slice(0, -1))
    }
  })

  it('keeps as a text what has a field __proto__, which no data of the guard have', async () => {
    const results = resultHandles({ over: 500 })
    const turn = openTurn({ logger: false })
    const json = `{"pad":"${'x '.repeat(900)}","r":{"__proto__":{"x":1},"a":"\\"__proto__\\":"}}`
    for (const result of [json, JSON.parse(json) as unknown, json.replace('"__pro', '"\\u005f_pro')]) {
      const { ref, shape } = handleIn(await results.textOf(result))
      expect(shape['$']).to.equal('string')
      const read = JSON.parse(toModelText(await turn.run(results.reader({ ref, find: '"r":' }))))
      expect(read.found[0].lines).to.include('"r":{"__proto__":{"x":1},"a":"')
    }
    const plain = handleIn(await results.textOf(json.replace('"__proto__":{', '"proto":{')))
    expect(plain.shape['$']).to.equal('record')
  })

  it('keeps the digits of a text of JSON that no number has', async () => {
    const results = resultHandles({ over: 2_000 })
    const text = JSON.stringify({ rows: ROWS }).replace('"id":5,', '"id":12345678901234567890,')
    const { ref } = handleIn(await results.textOf(text))
    const turn = openTurn({ logger: false })
    expect(toModelText(await turn.run(results.reader({ ref, find: '12345678901234567890' })))).to.include(
      '12345678901234567890'
    )
  })

  it('refuses options that cannot be meant', () => {
    expect(() => resultHandles({ over: 0 })).to.throw(TypeError, 'over')
    expect(() => resultHandles({ store: {} as never })).to.throw(TypeError, 'a store of results')
    expect(() => guardTools({}, { turn: openTurn(), results: {} as never })).to.throw(TypeError, 'resultHandles()')
    expect(() => guardFunctions({}, { results: resultHandles() } as never)).to.throw(TypeError, 'results.textOf(value)')
  })
})

describe('handles in a framework', () => {
  const turn = () => openTurn({ logger: false })

  it('stand for long answers of guarded tools, beside the tool that reads them', async () => {
    const tools = guardTools(
      {
        list: { execute: async (_: unknown) => ({ rows: ROWS }) },
        few: { execute: async (_: unknown) => ROWS.slice(0, 2) }
      },
      { turn: turn(), results: resultHandles() }
    ) as unknown as Readonly<
      Record<string, { readonly execute: (input: unknown, options: object) => Promise<unknown> }>
    >
    expect(Object.keys(tools)).to.deep.equal(['list', 'few', 'read_result'])
    const call = (name: string, input: unknown) =>
      tools[name]?.execute(input, { toolCallId: crypto.randomUUID(), messages: [] })
    expect(await call('few', {})).to.deep.equal(ROWS.slice(0, 2))
    const { ref, chars } = (await call('list', {})) as ResultHandle
    expect(chars).to.equal(JSON.stringify({ rows: ROWS }).length)
    expect(await call('read_result', { ref, path: 'rows[7777]' })).to.deep.equal({
      path: 'rows[7777]',
      value: ROWS[7_777]
    })
  })

  it('are those of the session, where a turn of it is given, and never what a program gets', async () => {
    const session = openSession({ logger: false, results: resultHandles() })
    const list = async (_: unknown) => ({ rows: ROWS })
    const tools = guardTools({ list: { execute: list } }, { turn: session.openTurn() }) as unknown as Readonly<
      Record<string, { readonly execute: (input: unknown, options: object) => Promise<unknown> }>
    >
    expect(Object.keys(tools)).to.deep.equal(['list', 'read_result'])
    const handle = await tools['list']?.execute({}, { toolCallId: 'a', messages: [] })
    expect(handle).to.have.property('ref')
    expect(Object.keys(toTools([], { turn: session.openTurn() }))).to.deep.equal(['read_result'])
    const functions = guardFunctions({ list }, { turn: session.openTurn() })
    expect(await functions.list({})).to.deep.equal({ rows: ROWS })
    expect(() => openSession({ results: {} as never })).to.throw(TypeError, 'resultHandles()')
  })

  it('stand for long texts as texts', async () => {
    const [tool, reader] = guardRunnables(
      [
        {
          type: 'function',
          function: { name: 'log', parameters: {}, function: async (_: string) => LOG, parse: JSON.parse }
        }
      ] as never,
      { turn: turn(), results: resultHandles() }
    ) as unknown as ReadonlyArray<{
      readonly function: { readonly name: string; readonly function: (args: unknown) => Promise<string> }
    }>
    const { ref } = handleIn((await tool?.function.function({})) ?? '')
    expect(reader?.function.name).to.equal('read_result')
    expect(await reader?.function.function(JSON.stringify({ ref, find: 'FATAL', context: 0 }))).to.include(
      'FATAL disk full'
    )
  })

  it('stand for long payloads of guarded calls, and for the data beside an error', async () => {
    const rows = t.type({ rows: t.array(t.unknown), has_more: t.boolean })
    const list = guardedCall<unknown, unknown>(
      { name: 'list', effect: 'read', args: t.UnknownRecord, run: () => ({ rows: ROWS, has_more: true }) } as never,
      rows as never,
      detectMorePages() as never
    )
    const results = resultHandles()
    const { listTools, callTool } = toolHandlers([list], { turn: turn(), results })
    expect(listTools().tools.map(({ name, outputSchema }) => [name, outputSchema])).to.deep.equal([
      ['list', undefined],
      ['read_result', undefined]
    ])
    const { content, isError } = await callTool({ params: { name: 'list', arguments: {} } })
    const error = JSON.parse(content[0]?.text ?? '') as { readonly code: string; readonly data: ResultHandle }
    expect([isError, error.code]).to.deep.equal([true, 'more_pages_available'])
    const read = await callTool({
      params: { name: 'read_result', arguments: { ref: error.data.ref, path: 'rows', from: 11_999 } }
    })
    expect(read.content[0]?.text).to.include(JSON.stringify(ROWS.at(-1)))
  })

  it('are read by tools of the same adapter where the guarded ones cannot add them', () => {
    const results = resultHandles()
    expect(Object.keys(toTools([], { turn: turn(), results }))).to.deep.equal(['read_result'])
    expect(Object.keys(toTools([results.reader], { turn: turn(), results }))).to.deep.equal(['read_result'])
  })

  it('keep answers of many megabytes, and without them a rule says how many', async () => {
    const long = 'one line of a log\n'.repeat(320_000)
    const execute = async (_: unknown) => long
    const run = async (options: object) => {
      const tools = guardTools({ log: { execute } }, { turn: turn(), ...options }) as unknown as {
        readonly log: { readonly execute: (input: unknown, options: object) => Promise<unknown> }
      }
      return tools.log.execute({}, { toolCallId: 'a', messages: [] })
    }
    expect(handleIn(String(await run({ results: resultHandles() })))).to.include({ chars: long.length + 320_000 + 2 })
    expect(await run({ rules: { log: { maxBytes: 10_000_000 } } })).to.equal(long)
    await run({}).then(
      () => expect.fail('It passed.'),
      (thrown: Error) => expect(thrown.message).to.include('too_large')
    )
  })

  it('leave images alone', async () => {
    const content = [
      { type: 'text', text: 'a picture' },
      { type: 'image', data: 'A'.repeat(200_000), mimeType: 'image/png' }
    ]
    const answer = { content }
    for (const options of [{ results: resultHandles() }, { maxChars: 60_000 }]) {
      const tools = guardTools(
        { draw: { execute: async (_: unknown) => answer } },
        { turn: turn(), ...options }
      ) as unknown as {
        readonly draw: { readonly execute: (input: unknown, options: object) => Promise<unknown> }
      }
      expect(await tools.draw.execute({}, { toolCallId: 'a', messages: [] })).to.equal(answer)
    }
  })
})
