import { expect } from 'chai'
import * as t from 'io-ts'
import { guardTools, toTools, type ToolContextLike, type ToolLike } from '../../lib/adapters/strands/index.js'
import { openTurn } from '../../lib/guard/session.js'
import { zodLike } from '../helpers/zod-like.js'
import { fromCallsConforms, inPlaceConforms, type Asked, type Reply } from './conformance.js'
import { JsonBlock, TextBlock, ToolResultBlock } from './strands-like.js'

const blockOf = (value: unknown): TextBlock | JsonBlock => {
  if (typeof value !== 'object' || value === null) return new TextBlock(String(value))
  const copied = JSON.parse(JSON.stringify(value)) as unknown
  return new JsonBlock({ json: Array.isArray(copied) ? { $value: copied } : copied })
}

interface Config {
  readonly name: string
  readonly callback: (input: unknown, context: ToolContextLike) => unknown
  readonly [field: string]: unknown
}

class FunctionTool {
  readonly name: string
  constructor(readonly config: Config) {
    this.name = config.name
  }

  async *stream(context: ToolContextLike): AsyncGenerator<unknown, ToolResultBlock, undefined> {
    const { toolUseId, input } = context.toolUse
    try {
      let answer: unknown = await this.config.callback(input, context)
      if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer) {
        const parts = answer as AsyncGenerator
        let part = await parts.next()
        for (; part.done !== true; part = await parts.next()) yield { data: part.value as unknown }
        answer = part.value
      }
      if (answer instanceof ToolResultBlock) return answer
      return new ToolResultBlock({ toolUseId, status: 'success', content: [blockOf(answer)] })
    } catch (error) {
      if ((error as Error).name === 'InterruptError') throw error
      const content = [new TextBlock(`Error: ${(error as Error).message}`)]
      return new ToolResultBlock({ toolUseId, status: 'error', content, error })
    }
  }
}

const strands = { TextBlock, JsonBlock, ToolResultBlock, FunctionTool }

// -- one call of an agent

interface Streamed {
  readonly parts: ReadonlyArray<unknown>
  readonly result: ToolResultBlock
}

const streamed = async (
  tool: ToolLike | undefined,
  { id, input }: Asked,
  cancelSignal: AbortSignal = new AbortController().signal
): Promise<Streamed> => {
  const stream = (tool ?? expect.fail('no tool')).stream({ toolUse: { toolUseId: id, input }, cancelSignal } as never)
  const parts: Array<unknown> = []
  for (let part = await stream.next(); ; part = await stream.next()) {
    if (part.done === true) return { parts, result: part.value as ToolResultBlock }
    parts.push(part.value)
  }
}

const runTool = async (tool: ToolLike | undefined, ask: Asked, signal?: AbortSignal): Promise<Reply> => {
  const { result } = await streamed(tool, ask, signal)
  const { toolUseId, status, content } = result
  const [block] = content
  const text = block instanceof TextBlock ? block.text : JSON.stringify((block as JsonBlock).json)
  return { id: toolUseId, text, isError: status === 'error', value: result }
}

fromCallsConforms('strands', {
  ownOptions: ['strands'],
  seesMessages: false,
  answersUnknown: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn(), strands }).map(({ config: { name, description, inputSchema } }) => ({
      name,
      description: String(description),
      schema: inputSchema
    })),
  answer: (calls, asked, { signal, ...run }) => {
    const tools = toTools(calls, { ...run, strands })
    return Promise.all(
      asked.map((ask) =>
        runTool(
          tools.find(({ name }) => name === ask.name),
          ask,
          signal
        )
      )
    )
  }
})

const withPicture = (status: 'success' | 'error') => (text: string, image: string) =>
  new ToolResultBlock({
    toolUseId: crypto.randomUUID(),
    status,
    content: [new TextBlock(text), { type: 'imageBlock', image }]
  })

inPlaceConforms('strands', {
  pictures: { shown: withPicture('success'), failing: withPicture('error') },
  ownOptions: ['strands'],
  seesValues: false,
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(
        ([name, run]) =>
          new FunctionTool({
            name,
            callback: (input, { cancelSignal }) => run(input as Record<string, unknown>, { signal: cancelSignal })
          })
      ),
      { ...options, strands }
    )
    return (ask) =>
      runTool(
        guarded.find(({ name }) => name === ask.name),
        ask
      )
  }
})

describe('guardTools, strands', () => {
  const ask: Asked = { id: 'c1', name: 'a', input: { q: 5 } }
  const one = (callback: Config['callback'], rules = {}) =>
    guardTools([new FunctionTool({ name: 'a', callback })], { turn: openTurn(), strands, rules })[0]

  it('passes progress as it comes, and judges the result', async () => {
    const a = one(
      async function* () {
        yield 'half'
        yield 'nearly'
        return { n: 1, x: 2 }
      },
      { a: { output: t.strict({ n: t.number }) } }
    )
    const { parts, result } = await streamed(a, ask)
    expect(parts).to.deep.equal([{ data: 'half' }, { data: 'nearly' }])
    expect(result.content).to.deep.equal([new JsonBlock({ json: { n: 1 } })])
  })

  it('judges an array as the array that it is', async () => {
    const a = one(() => [1, 2], { a: { output: t.array(t.number) } })
    expect((await streamed(a, ask)).result.content).to.deep.equal([new JsonBlock({ json: { $value: [1, 2] } })])
  })

  it('judges a block that holds null', async () => {
    const content = [new JsonBlock({ json: null })]
    const result = new ToolResultBlock({ toolUseId: 'c1', status: 'success', content })
    const a = one(() => result, { a: { output: t.null } })
    expect((await streamed(a, ask)).result.content).to.deep.equal(content)
  })

  it('counts a write that returns nothing as executed', async () => {
    const turn = openTurn()
    // The SDK writes `null` for nothing.
    const own = new FunctionTool({ name: 'a', callback: () => null })
    const [a] = guardTools([own], { turn, strands, rules: { a: { effect: 'write' } } })
    await streamed(a, ask)
    expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(['yes'])
  })

  it('hands on results of several blocks, and of pictures', async () => {
    for (const content of [[new TextBlock('a'), new TextBlock('b')], [{ type: 'imageBlock' as const }], []]) {
      const result = new ToolResultBlock({ toolUseId: 'c1', status: 'success', content })
      expect(
        (
          await streamed(
            one(() => result),
            ask
          )
        ).result
      ).to.equal(result)
    }
  })

  it('hands on what is no result only where it fits the output', async () => {
    const stranger = { status: 'success', content: 'rows' }
    const streamedBy = (rules: Readonly<Record<string, { readonly output?: t.Mixed }>>) => {
      const tool = {
        name: 'a',
        async *stream() {
          yield 'half'
          return stranger
        }
      }
      return streamed(guardTools([tool], { turn: openTurn(), strands, rules })[0] as never, ask)
    }
    expect((await streamedBy({})).result).to.deep.equal(stranger)
    expect((await streamedBy({ a: { output: t.null } })).result.status).to.equal('error')
  })

  it('quotes a result that says itself that it failed', async () => {
    const content = [new TextBlock('Error: order 17 not found'), null as never, { type: 'textBlock', text: 5 } as never]
    const reply = await runTool(
      one(() => new ToolResultBlock({ toolUseId: 'c1', status: 'error', content })),
      ask
    )
    expect(reply.isError).to.equal(true)
    expect(JSON.parse(reply.text)).to.include({
      code: 'not_found',
      detail: 'The tool reports that it failed. The tool says: "order 17 not found".'
    })
  })

  it('lets interrupts pass, and the call be made again', async () => {
    let answered = false
    const a = one(() => {
      if (answered) return 'done'
      throw Object.assign(new Error('Interrupt raised: approve'), { name: 'InterruptError' })
    })
    const thrown: unknown = await runTool(a, ask).catch((error: unknown) => error)
    expect(thrown).to.have.property('name', 'InterruptError')
    answered = true
    expect((await runTool(a, ask)).text).to.equal('done')
  })

  it('explains what the schema of a tool refuses, but for the one that stands for no input', async () => {
    const made = (_inputSchema: object) => {
      const tool = Object.assign(new FunctionTool({ name: 'a', callback: () => 'ran' }), { _inputSchema })
      return guardTools([tool], { turn: openTurn(), strands })[0]
    }
    const schema = zodLike(t.type({ q: t.string }))
    expect(JSON.parse((await runTool(made(schema), ask)).text)).to.include({ code: 'invalid_arguments' })
    const none = Object.assign(zodLike(t.void), { _zod: { def: { type: 'void' } } })
    expect((await runTool(made(none), { ...ask, input: {} })).text).to.equal('ran')
  })
})
