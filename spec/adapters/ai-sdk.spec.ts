import { expect } from 'chai'
import * as t from 'io-ts'
import {
  guardErrorText,
  guardTools,
  repairStep,
  toTools,
  type ToolModelOutput
} from '../../lib/adapters/ai-sdk/index.js'
import { detectMorePages } from '#core/checks'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { openSession, openTurn } from '../../lib/guard/session.js'
import { resultHandles } from '../../lib/results/index.js'
import type { BudgetStore, StoredEvent } from '../../lib/guard/shared-log.js'
import type { GuardToolsOptions } from '../../lib/toolset/in-place.js'
import { fromCallsConforms, inPlaceConforms, MCP_PICTURES, type Asked, type Reply } from './conformance.js'

type Execute = (
  input: unknown,
  options: {
    readonly toolCallId: string
    readonly abortSignal?: AbortSignal | undefined
    readonly messages?: ReadonlyArray<unknown>
  }
) => unknown

interface AnyTool {
  readonly execute?: unknown
  readonly toModelOutput?: unknown
}

type ToModelOutput = (given: object) => unknown

/** What a model is sent of an output. */
const shown = async (tool: AnyTool, input: unknown, output: unknown): Promise<ToolModelOutput> =>
  (await (tool.toModelOutput as ToModelOutput)({ toolCallId: 'c1', input, output })) as ToolModelOutput

const isIterable = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

/** As the SDK reads what a tool answers: of parts, the last. */
const outputOf = async (answer: unknown): Promise<unknown> => {
  if (!isIterable(answer)) return answer
  let last: unknown
  for await (const part of answer) last = part
  return last
}

/** As the SDK makes a part of a prompt of what a tool answers or throws. */
const runTool = async (
  tool: AnyTool,
  { id, input }: Asked,
  signal?: AbortSignal,
  messages: ReadonlyArray<unknown> = []
): Promise<Reply> => {
  try {
    const output = await outputOf((tool.execute as Execute)(input, { toolCallId: id, abortSignal: signal, messages }))
    const { value } = await shown(tool, input, output)
    return { id, text: typeof value === 'string' ? value : JSON.stringify(value), isError: false, value: output }
  } catch (thrown) {
    return { id, text: (thrown as Error).message, isError: true, thrown }
  }
}

fromCallsConforms('ai-sdk', {
  answersUnknown: false,
  handsPages: true,
  definitions: (calls) =>
    Object.entries(toTools(calls, { turn: openTurn() })).map(([name, { description, inputSchema }]) => ({
      name,
      description,
      schema: inputSchema['~standard'].jsonSchema.input({ target: 'draft-07' })
    })),
  answer: (calls, asked, { signal, ...run }) => {
    const tools = toTools(calls, run)
    const messages: ReadonlyArray<unknown> = []
    return Promise.all(
      asked.map((ask) => runTool(tools[ask.name] ?? expect.fail(`no tool ${ask.name}`), ask, signal, messages))
    )
  }
})

inPlaceConforms('ai-sdk', {
  pictures: { shown: MCP_PICTURES.shown },
  throws: true,
  handsPages: true,
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.fromEntries(
        Object.entries(tools).map(([name, run]) => [
          name,
          {
            execute: (args: Record<string, unknown>, { abortSignal }: { readonly abortSignal?: AbortSignal }) =>
              run(args, { signal: abortSignal })
          }
        ])
      ),
      options
    )
    return (ask) => runTool(guarded[ask.name] ?? expect.fail(`no tool ${ask.name}`), ask)
  }
})

describe('toTools, ai-sdk', () => {
  it('refuses a length that limits nothing', () => {
    expect(() => toTools([], { turn: openTurn(), maxChars: -1 })).to.throw(
      TypeError,
      'Expected `maxChars` to be a positive number.'
    )
  })

  it('makes tools that run without options too', async () => {
    const ping = guardedCall({ name: 'ping', effect: 'read', args: t.type({}), run: () => '1' }, t.number)
    expect(await toTools([ping], { turn: openTurn() })['ping']?.execute({})).to.equal(1)
  })

  it('tells the truth of a call whose signal throws when it is listened to', async () => {
    const turn = openTurn()
    const pay = guardedCall({ name: 'pay', effect: 'write', args: t.type({}), run: async () => '1' }, t.number)
    const { pay: tool = expect.fail('no tool') } = toTools([pay], { turn })
    const abortSignal = Object.assign(new EventTarget(), {
      aborted: false,
      addEventListener: () => {
        throw new Error('trap')
      }
    }) as unknown as AbortSignal
    expect(await tool.execute({}, { toolCallId: 'a', abortSignal })).to.equal(1)
    expect(turn.calls.map(({ callId, executed }) => [callId, executed])).to.deep.equal([['a', 'yes']])
    expect(await runTool(tool, { id: 'b', name: 'pay', input: {} }))
      .to.deep.include({ isError: true })
      .and.property('text')
      .to.match(/the last response was valid/)
  })

  it('accepts any arguments, for the guard to check', () => {
    const search = Object.assign(() => expect.fail('not called'), {
      tool: { name: 'search', effect: 'read' as const, args: t.type({ q: t.string }) },
      fromModel: () => expect.fail('not called')
    })
    expect(
      toTools([search], { turn: openTurn() })['search']?.inputSchema['~standard'].validate({ q: 5 })
    ).to.deep.equal({ value: { q: 5 } })
  })
})

describe('guardTools, ai-sdk', () => {
  it('refuses what holds no tools', () => {
    expect(() => guardTools(null as never, { turn: turn() })).to.throw(
      TypeError,
      'Expected `tools` to be the tools of the framework.'
    )
  })

  const turn = openTurn

  it('leaves a tool alone that somebody else runs, and keeps what else a tool has', () => {
    const tools = { theirs: { type: 'provider', id: 'acme.search' }, mine: { description: 'mine', execute: () => 1 } }
    const guarded = guardTools(tools, { turn: turn() })
    expect(guarded.theirs).to.equal(tools.theirs)
    expect(guarded.mine).to.have.property('description', 'mine')
    expect(tools.mine.execute()).to.equal(1)
  })

  it('keeps the `this` of a tool', async () => {
    const tools = {
      a: {
        n: 5,
        async execute() {
          return this.n
        }
      }
    }
    expect(await guardTools(tools, { turn: turn() }).a.execute()).to.equal(5)
  })

  const result = (isError: boolean, text: string, more: object = {}) => ({
    content: [
      { type: 'image', data: '' },
      { type: 'text', text }
    ],
    isError,
    ...more
  })
  const run = (answer: unknown, rules = {}): Promise<Reply> =>
    runTool(guardTools({ a: { execute: () => answer } }, { turn: turn(), rules }).a, {
      id: 'c1',
      name: 'a',
      input: {}
    })

  it('sees the error flag of an MCP result before its content is judged', async () => {
    const rules = { a: { output: t.type({ n: t.number }) } }
    const reply = await run(result(true, 'REAL CAUSE: auth failed', { structuredContent: { n: 'no number' } }), rules)
    expect(reply.isError).to.equal(true)
    expect(JSON.parse(reply.text)).to.include({
      code: 'unauthorized',
      detail: 'The tool reports that it failed. The tool says: "REAL CAUSE: auth failed".'
    })
  })

  it('hands on the data of a Response, as the types say', async () => {
    const rules = { a: { output: t.strict({ n: t.number }) } }
    expect((await run(new Response('{"n":1,"x":2}'), rules)).value).to.deep.equal({ n: 1 })
  })

  it('judges structured content, or the text, of an MCP result', async () => {
    const rules = { a: { output: t.strict({ n: t.number }) } }
    expect(
      JSON.parse((await run(result(false, 'n is 1', { structuredContent: { n: 1, x: 2 } }), rules)).text)
    ).to.deep.equal({
      content: [
        { type: 'text', text: '{"n":1}' },
        { type: 'image', data: '' }
      ],
      isError: false,
      structuredContent: { n: 1 }
    })
    expect(JSON.parse((await run(result(false, '{"n":1,"x":2}'), rules)).text)).to.deep.equal({
      content: [
        { type: 'image', data: '' },
        { type: 'text', text: '{"n":1}' }
      ],
      isError: false
    })
    expect(JSON.parse((await run(result(false, '{"n":"x"}'), rules)).text)).to.have.property('code', 'schema_violation')
    expect(await run(result(false, 'plain'))).to.include({
      isError: false,
      text: JSON.stringify(result(false, 'plain'))
    })
    expect(JSON.parse((await run({ content: [{ type: 'text', text: '{"n":1,"x":2}' }] }, rules)).text)).to.deep.equal({
      content: [{ type: 'text', text: '{"n":1}' }]
    })
  })

  it('takes no document and no message for an MCP result because it has content', async () => {
    const document = { type: 'doc', content: [{ type: 'paragraph' }] }
    const message = { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] }
    for (const answer of [document, message]) {
      const reply = await run(answer, { a: { output: t.UnknownRecord } })
      expect([reply.isError, JSON.parse(reply.text)]).to.deep.equal([false, answer])
    }
  })

  const parts = async (guarded: unknown): Promise<ReadonlyArray<unknown>> => {
    const all: Array<unknown> = []
    for await (const part of (
      guarded as { readonly execute: (input: unknown, options?: unknown) => AsyncIterable<unknown> }
    ).execute({}, { toolCallId: 'c1' }))
      all.push(part)
    return all
  }

  it('streams what comes before the last part, and judges the last', async () => {
    const tools = {
      a: {
        async *execute() {
          yield 'loading'
          yield undefined
          yield { n: 1, x: 2 }
        }
      },
      b: {
        async *execute() {
          yield 'loading'
          yield { n: 'x' }
        }
      },
      none: { async *execute() {} }
    }
    const guarded = guardTools(tools, {
      turn: turn(),
      rules: { a: { output: t.strict({ n: t.number }) }, b: { output: t.strict({ n: t.number }) } }
    })
    expect(await parts(guarded.a)).to.deep.equal(['loading', undefined, { n: 1, x: 2 }, { n: 1 }])
    expect(await parts(guarded.none)).to.deep.equal([undefined])
    const thrown: unknown = await parts(guarded.b).then(
      () => undefined,
      (error: unknown) => error
    )
    expect((thrown as Error).message).to.include('schema_violation')
  })

  it('shows a part while the tool is still at work', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const guarded = guardTools(
      {
        a: {
          async *execute() {
            yield 1
            await held
            yield 2
          }
        }
      },
      { turn: turn() }
    )
    const iterator = guarded.a.execute()
    expect(await iterator.next()).to.deep.equal({ value: 1, done: false })
    release()
    expect([await iterator.next(), (await iterator.next()).done]).to.deep.equal([{ value: 2, done: false }, true])
  })

  it('ends a stream whose tool throws, or does not end', async () => {
    const tools = {
      a: {
        async *execute() {
          yield 1
          throw new Error('secret')
        }
      },
      b: {
        async *execute() {
          yield 1
          yield 2
          await new Promise(() => {})
        }
      }
    }
    const guarded = guardTools(tools, { turn: turn(), timeoutMs: 20 })
    const failed = (tool: unknown): Promise<string> =>
      parts(tool).then(
        () => 'ended',
        (error: unknown) => (error as Error).message
      )
    expect(JSON.parse(await failed(guarded.a))).to.have.property('code', 'tool_threw')
    expect(JSON.parse(await failed(guarded.b))).to.have.property('code', 'timeout')
  })

  it('takes the last part of a stream that a plain function answers with', async () => {
    const stream = async function* () {
      yield 1
      yield { n: 2 }
    }
    expect((await run(stream())).text).to.equal('{"n":2}')
    expect((await run(Promise.resolve(stream()))).text).to.equal('{"n":2}')
  })

  const answering =
    (...all: ReadonlyArray<unknown>) =>
    (): AsyncIterable<unknown> =>
      (async function* () {
        yield* all
      })()

  it('keeps the parts of an iterable, whoever answers with it', async () => {
    const tools = {
      arrow: { execute: answering('loading', { n: 1 }) },
      bound: { execute: answering('loading', { n: 1 }).bind(null) },
      stream: { execute: () => ReadableStream.from(['loading', { n: 1 }]) },
      traced: { execute: new Proxy(answering('loading', { n: 1 }), {}) }
    }
    const guarded = guardTools(tools, { turn: turn() })
    for (const tool of Object.values(guarded)) expect(await parts(tool)).to.deep.equal(['loading', { n: 1 }])
  })

  it('refuses a repeat of a tool that answers in parts, and runs it no more', async () => {
    let runs = 0
    const execute = () => {
      runs++
      return answering('working', 'done')()
    }
    const { a } = guardTools({ a: { execute } }, { turn: turn(), rules: { a: { effect: 'write' } } })
    expect(await parts(a)).to.deep.equal(['working', 'done'])
    const thrown: unknown = await parts(a).catch((error: unknown) => error)
    expect(guardErrorText(thrown)).to.include('retry_budget_exceeded')
    expect(runs).to.equal(1)
  })

  it('knows by its earlier calls a tool that runs only when a shared store was asked', async () => {
    const events: Array<StoredEvent> = []
    const store: BudgetStore = {
      append: async (_, event, from) => {
        await Promise.resolve()
        if (event !== '') events.push({ now: Date.now(), event })
        return { at: events.length, events: events.slice(from) }
      },
      close: () => undefined
    }
    const shared = openSession({ store }).openTurn({ id: 't1' })
    const { a } = guardTools({ a: { execute: answering('working', 'done') } }, { turn: shared })
    expect(await (a.execute as unknown as Execute)({ q: 1 }, { toolCallId: 'c1' })).to.equal('done')
    expect(await parts(a)).to.deep.equal(['working', 'done'])
  })

  /** Parts that never end by themselves. */
  const endless = () => {
    const seen = { closed: 0, asked: 0 }
    const iterator: AsyncIterableIterator<unknown> = {
      [Symbol.asyncIterator]: () => iterator,
      next: () => {
        seen.asked++
        return seen.asked === 1 ? Promise.resolve({ value: 'working', done: false }) : new Promise(() => {})
      },
      return: () => {
        seen.closed++
        return Promise.reject(new Error('secret'))
      }
    }
    return { seen, iterator }
  }

  const failing = async (tool: unknown, options: object): Promise<readonly [ReadonlyArray<unknown>, string]> => {
    const all: Array<unknown> = []
    try {
      for await (const part of (tool as { readonly execute: Execute }).execute(
        {},
        { toolCallId: 'c1', messages: [], ...options }
      ) as AsyncIterable<unknown>)
        all.push(part)
    } catch (thrown) {
      return [all, (JSON.parse(guardErrorText(thrown)) as { readonly code: string }).code]
    }
    return [all, 'ended']
  }

  it('closes parts whose call has no more time, or was aborted', async () => {
    const slow = endless()
    const { a } = guardTools({ a: { execute: () => slow.iterator } }, { turn: turn(), timeoutMs: 20 })
    expect(await failing(a, {})).to.deep.equal([['working'], 'timeout'])
    expect(slow.seen).to.deep.equal({ closed: 1, asked: 2 })

    const stopped = endless()
    const { b } = guardTools({ b: { execute: () => stopped.iterator } }, { turn: turn() })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 5)
    expect(await failing(b, { abortSignal: controller.signal })).to.deep.equal([['working'], 'cancelled'])
    expect(stopped.seen.closed).to.equal(1)

    // The SDK shows no parts of a promise.
    const hidden = endless()
    const { c } = guardTools({ c: { execute: async () => hidden.iterator } }, { turn: turn(), timeoutMs: 20 })
    const thrown: unknown = await c.execute().catch((error: unknown) => error)
    expect(JSON.parse(guardErrorText(thrown))).to.have.property('code', 'timeout')
    expect(hidden.seen.closed).to.equal(1)
  })

  it('closes parts that nobody reads any more, and calls them no answer', async () => {
    const seen = { closed: 0 }
    const ticking = async function* () {
      try {
        for (;;) {
          yield 'tick'
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
      } finally {
        seen.closed++
      }
    }
    const watched = turn()
    const { a } = guardTools({ a: { execute: () => ticking() } }, { turn: watched })
    for await (const part of a.execute()) {
      expect(part).to.equal('tick')
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(seen.closed).to.equal(1)
    expect(watched.calls.map(({ code }) => code)).to.deep.equal(['cancelled'])
  })

  it('leaves no rejection behind where nobody reads the parts', async () => {
    const { a } = guardTools(
      {
        a: {
          execute: () =>
            (async function* () {
              yield 'working'
              throw new Error('secret')
            })()
        }
      },
      { turn: turn() }
    )
    const unhandled: Array<unknown> = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    a.execute()
    await new Promise((resolve) => setTimeout(resolve, 10))
    process.off('unhandledRejection', note)
    expect(unhandled).to.deep.equal([])
  })

  it('gives each of equal calls at once the parts of its own run', async () => {
    const { a } = guardTools({ a: { execute: answering('working', 'done') } }, { turn: turn() })
    expect(await Promise.all([parts(a), parts(a)])).to.deep.equal([
      ['working', 'done'],
      ['working', 'done']
    ])
  })
})

// -- pages

const Listed = t.strict({ rows: t.array(t.number) })
const PageArgs = t.type({ page: t.number })
const NOTE = {
  error_class: 'partial_data',
  code: 'more_pages_available',
  detail: 'This is page 1 of 3.',
  hint: 'Call again with page=2.'
}
const NEXT = { tool: 'list', args: { page: 2 } }

type PageTool = AnyTool & { readonly execute: (input: never, options: never) => unknown }

describe('a page with more to come, ai-sdk', () => {
  const page = ({ page: at }: { readonly page: number }) => ({ rows: [at], page: at, pages: 3 })
  const Rows = t.type({ rows: t.array(t.number), page: t.number, pages: t.number })
  const rules = (output: t.Mixed = Rows) => ({
    list: { effect: 'read' as const, args: PageArgs, output, checks: [detectMorePages()] }
  })
  const call = (tool: PageTool, input: object) =>
    tool.execute(input as never, { toolCallId: 'c1', messages: [] } as never)
  const first = { rows: [1], page: 1, pages: 3 }

  it('is the output of its tool, and the model reads it with a note', async () => {
    const { list } = guardTools({ list: { execute: page } }, { turn: openTurn(), rules: rules() })
    const input = { page: 1 }
    const output = await call(list, input)
    expect(output).to.deep.equal(first)
    expect(await shown(list, input, output)).to.deep.equal({
      type: 'json',
      value: { ...NOTE, data: first, next: NEXT }
    })
    // A host may have put another output into the history.
    const edited = { rows: [], page: 3, pages: 3 }
    expect(await shown(list, input, edited)).to.deep.equal({ type: 'json', value: edited })
    const last = { page: 3 }
    const end = await call(list, last)
    expect(await shown(list, last, end)).to.deep.equal({ type: 'json', value: { rows: [3], page: 3, pages: 3 } })
  })

  it('is one of tools made of guarded calls', async () => {
    const { list = expect.fail('no tool') } = toTools(
      [guardedCall({ name: 'list', effect: 'read', args: PageArgs, run: page }, Rows, detectMorePages())],
      { turn: openTurn() }
    )
    const input = { page: 1 }
    const output = await call(list, input)
    expect(output).to.deep.equal(first)
    expect(await shown(list, input, output)).to.deep.equal({
      type: 'json',
      value: { ...NOTE, data: first, next: NEXT }
    })
    const { next: _, ...again } = { ...NOTE, data: first, next: NEXT }
    expect(await shown(list, { page: 1 }, structuredClone(output))).to.deep.equal({ type: 'json', value: again })
  })

  it('keeps its note in a history that was saved, of which nothing is kept', async () => {
    const { list } = guardTools({ list: { execute: page } }, { turn: openTurn(), rules: rules() })
    const saved = structuredClone({ input: { page: 1 }, output: first })
    expect(await shown(list, saved.input, saved.output)).to.deep.equal({
      type: 'json',
      value: { ...NOTE, data: first }
    })
    // What cannot be judged again is data, all the same.
    for (const [input, output] of [
      [{ page: 'x' }, first],
      [{ page: 1 }, { rows: 'old' }],
      [undefined, undefined]
    ])
      expect(await shown(list, input, output)).to.deep.equal({ type: 'json', value: output ?? null })
    const write = guardTools(
      { list: { execute: page } },
      { turn: openTurn(), rules: { list: { ...rules().list, effect: 'write' } } }
    )
    expect(await shown(write.list, saved.input, saved.output)).to.deep.equal({ type: 'json', value: first })
  })

  it('keeps the note of this run where its codec drops what told it', async () => {
    const { list } = guardTools({ list: { execute: page } }, { turn: openTurn(), rules: rules(Listed) })
    const input = { page: 1 }
    const output = await call(list, input)
    expect(output).to.deep.equal({ rows: [1] })
    expect(await shown(list, input, output)).to.deep.equal({
      type: 'json',
      value: { ...NOTE, data: { rows: [1] }, next: NEXT }
    })
  })

  it('is none in this run where its codec drops what told the end', async () => {
    const execute = () => ({ rows: [1], total: 40, has_more: false })
    const output = t.strict({ rows: t.array(t.number), total: t.number })
    const { list } = guardTools({ list: { execute } }, { turn: openTurn(), rules: rules(output) })
    const input = { page: 1 }
    const whole = { rows: [1], total: 40 }
    expect(await shown(list, input, await call(list, input))).to.deep.equal({ type: 'json', value: whole })
    // A saved history has lost the sign, so that the total speaks.
    expect((await shown(list, { page: 1 }, whole)).value).to.have.property('code', 'more_pages_available')
  })

  it('is told apart from another one that is the same text', async () => {
    const execute = () => JSON.stringify({ rows: [1], has_more: true })
    const { list } = guardTools(
      { list: { execute } },
      { turn: openTurn(), rules: { list: { args: PageArgs, output: t.UnknownRecord, checks: [detectMorePages()] } } }
    )
    const inputs = [{ page: 1 }, { page: 5 }]
    const outputs = await Promise.all(inputs.map((input) => call(list, input)))
    const texts = await Promise.all(inputs.map((input, i) => shown(list, input, outputs[i])))
    const [one, two] = texts.map(({ type, value }) => {
      expect(type).to.equal('text')
      const [text, note] = (value as string).split('\n')
      expect(text).to.equal(execute())
      return JSON.parse(note ?? '') as { readonly next: unknown }
    })
    expect(one).to.deep.include({ code: 'more_pages_available', next: { tool: 'list', args: { page: 2 } } })
    expect(two).to.deep.include({ code: 'more_pages_available', next: { tool: 'list', args: { page: 6 } } })
  })

  it('has its note beside what the toModelOutput of the tool makes', async () => {
    const own = (made: (output: typeof first) => unknown) =>
      guardTools(
        {
          list: {
            marks: 'rows ',
            execute: page,
            toModelOutput(this: { readonly marks: string }, { output }: { readonly output: typeof first }) {
              return made({ ...output, rows: output.rows.map((row) => `${this.marks}${row}`) as never })
            }
          }
        },
        { turn: openTurn(), rules: rules() }
      ).list
    const input = { page: 1 }
    const showing = async (made: (output: typeof first) => unknown) => {
      const tool = own(made)
      return shown(tool, input, await call(tool, input))
    }
    const note = JSON.stringify({ ...NOTE, next: NEXT })
    expect(await showing(({ rows }) => ({ type: 'text', value: rows.join() }))).to.deep.equal({
      type: 'text',
      value: `rows 1\n${note}`
    })
    expect(await showing(async ({ rows }) => ({ type: 'json', value: rows, providerOptions: {} }))).to.deep.equal({
      type: 'json',
      value: { ...NOTE, data: ['rows 1'], next: NEXT },
      providerOptions: {}
    })
    const media = { type: 'media', data: '', mediaType: 'image/png' }
    expect(await showing(() => ({ type: 'content', value: [media] }))).to.deep.equal({
      type: 'content',
      value: [media, { type: 'text', text: note }]
    })
    expect(await showing(() => ({ type: 'error-text', value: 'mine' }))).to.deep.equal({
      type: 'error-text',
      value: 'mine'
    })
  })

  it('is a handle where it is too long, with its note beside that', async () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => id)
    const long = () => ({ ...first, rows })
    const options = { turn: openTurn(), results: resultHandles() }
    const listing = guardedCall({ name: 'list', effect: 'read', args: PageArgs, run: long }, Rows, detectMorePages())
    for (const list of [
      guardTools({ list: { execute: long } }, { ...options, rules: rules() }).list,
      toTools([listing], { ...options, turn: openTurn() })['list'] ?? expect.fail('no tool')
    ]) {
      const input = { page: 1 }
      const output = await call(list, input)
      expect(output).to.have.property('ref')
      expect(await shown(list, input, output)).to.deep.equal({
        type: 'json',
        value: { ...NOTE, data: output, next: NEXT }
      })
    }
  })

  it('has its note in version 5, which hands over the output alone', async () => {
    const { list } = guardTools({ list: { execute: page } }, { turn: openTurn(), rules: rules() })
    const output = await call(list, { page: 1 })
    expect((list as { readonly toModelOutput?: ToModelOutput }).toModelOutput?.(output as object)).to.deep.equal({
      type: 'json',
      value: { ...NOTE, data: first, next: NEXT }
    })
  })

  it('is an error where nobody would add its note, and where it is too long', async () => {
    const { list } = guardTools({ list: { execute: page } }, { turn: openTurn(), rules: rules() })
    const alone: unknown = await Promise.resolve(list.execute({ page: 1 })).catch((thrown: unknown) => thrown)
    expect(JSON.parse(guardErrorText(alone))).to.deep.include({ code: 'more_pages_available', data: first })
    const { list: short } = guardTools({ list: { execute: page } }, { turn: openTurn(), rules: rules(), maxChars: 10 })
    const long: unknown = await Promise.resolve(call(short, { page: 1 })).catch((thrown: unknown) => thrown)
    expect(JSON.parse(guardErrorText(long))).to.have.property('code')
  })

  it('is an error where its elements were salvaged: they are no whole payload', async () => {
    const { cut = expect.fail('no tool') } = toTools(
      [
        guardedCall(
          { name: 'cut', effect: 'read', args: t.type({}), salvage: 'rows', run: () => '{"rows":[1,2,3' },
          t.type({ rows: t.array(t.number) })
        )
      ],
      { turn: openTurn() }
    )
    const thrown: unknown = await Promise.resolve(call(cut, {})).catch((error: unknown) => error)
    expect(JSON.parse(guardErrorText(thrown))).to.deep.include({ code: 'incomplete_response', data: [1, 2] })
  })
})

describe('guardErrorText', () => {
  it('gives the text of the guard, and nothing of any other error', async () => {
    const execute = () => {
      throw new Error('connect postgres://admin:s3cret@10.0.0.1')
    }
    const { a } = guardTools({ a: { execute } }, { turn: openTurn() })
    const thrown: unknown = await Promise.resolve(a.execute()).catch((error: unknown) => error)
    expect(JSON.parse(guardErrorText(thrown))).to.have.property('code', 'tool_threw')
    for (const foreign of [new Error('secret'), 'secret', undefined, { message: 'secret', name: 'ToolCallError' }])
      expect(guardErrorText(foreign)).to.equal('An error occurred.')
  })
})

describe('repairStep', () => {
  it('gives every call of a step a result', () => {
    const messages = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'a', input: {} }] },
      { role: 'user', content: 'and?' }
    ]
    const { messages: repaired } = repairStep({ messages })
    expect(repaired.map(({ role }) => role)).to.deep.equal(['user', 'assistant', 'tool', 'user'])
  })
})

describe('results of the AI SDK', () => {
  it('stay whole where the tool itself makes of them what a model reads', async () => {
    const data = 'A'.repeat(60_000)
    const { shoot } = guardTools(
      {
        shoot: {
          execute: () => ({ data }),
          toModelOutput: ({ output }: { readonly output: { readonly data: string } }) => ({
            type: 'content',
            value: [{ type: 'media', data: output.data, mediaType: 'image/png' }]
          })
        }
      },
      { turn: openTurn(), results: resultHandles() }
    )
    const output = await outputOf((shoot.execute as Execute)({}, { toolCallId: 'c1', messages: [] }))
    expect(await shown(shoot, {}, output)).to.deep.equal({
      type: 'content',
      value: [{ type: 'media', data, mediaType: 'image/png' }]
    })
  })
  describe('of which the tool itself makes what a model reads', () => {
    interface Customer {
      readonly id: number
      readonly iban: string
    }
    const IBAN = 'DE89370400440532013000'
    const customer = (id: unknown): Customer => ({ id: Number(id), iban: IBAN })
    const named = ({ output }: { readonly output: Customer }): object => ({
      type: 'text',
      value: `customer ${output.id}`
    })
    const guarded = (tool: object, options: Partial<GuardToolsOptions>): object =>
      guardTools({ a: { toModelOutput: named, ...tool } }, { turn: openTurn(), ...options }).a
    const messages: ReadonlyArray<unknown> = []
    const run = (tool: object, input: unknown): Promise<Reply> =>
      runTool(tool, { id: 'c1', name: 'a', input }, undefined, messages)

    const refusals: Readonly<Record<string, () => Promise<ReadonlyArray<Reply>>>> = {
      'of a read that is made too often': async () => {
        const tool = guarded({ execute: ({ id }: { readonly id: number }) => customer(id) }, {})
        const replies: Array<Reply> = []
        for (let made = 0; made < 5; made++) replies.push(await run(tool, { id: 7 }))
        return replies
      },
      'of a write that is made again, and at once': async () => {
        const tool = guarded(
          { execute: ({ id }: { readonly id: number }) => customer(id) },
          { rules: { a: { effect: 'write' } } }
        )
        return Promise.all([run(tool, { id: 7 }), run(tool, { id: 7 })])
      },
      'of an order that was placed with other arguments': async () => {
        const tool = guarded(
          { execute: ({ id }: { readonly id: number }) => customer(id) },
          { rules: { a: { effect: 'write', identity: (args: unknown) => (args as Customer).id } } }
        )
        return [await run(tool, { id: 7 }), await run(tool, { id: 7, note: 'x' })]
      },
      'of a part': async () => {
        const page = { id: 7, iban: IBAN, page: 1, total_pages: 4, rows: [{ id: 1, iban: IBAN }] }
        const tool = guarded({ execute: () => page }, { rules: { a: { effect: 'read', checks: [detectMorePages()] } } })
        return [await run(tool, { page: 1 })]
      },
      'of a long answer': async () => {
        const tool = guarded(
          { execute: () => ({ ...customer(7), rows: Array(400).fill({ iban: IBAN }) }) },
          { maxChars: 900 }
        )
        return [await run(tool, {})]
      }
    }

    for (const [which, replies] of Object.entries(refusals))
      it(`hand on no more of it: ${which}`, async () => {
        const texts = (await replies()).map(({ text }) => text).join('\n')
        expect(texts).to.include('customer 7').and.not.include(IBAN)
      })

    it('hand on what it makes of a part that was salvaged, and nothing where it makes nothing', async () => {
      const cut = { execute: () => '{"id":7,"rows":[1,2' }
      const rules = { a: { effect: 'read' as const, output: t.type({ rows: t.array(t.number) }), salvage: 'rows' } }
      const dataOf = async (toModelOutput: unknown): Promise<unknown> =>
        (JSON.parse((await run(guarded({ ...cut, toModelOutput }, { rules }), {})).text) as { data?: unknown }).data
      expect(await dataOf(() => ({ type: 'json', value: { rows: 2 } }))).to.deep.equal({ rows: 2 })
      for (const made of [
        () => Promise.resolve({ type: 'text', value: 'x' }),
        () => expect.fail('no'),
        () => undefined
      ])
        expect(await dataOf(made)).to.equal(undefined)
    })
  })
})
