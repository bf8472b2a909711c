/** Wherever a codec is taken from a user, so is a Standard Schema, as it is. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { StandardSchemaLike } from '../../lib/codec/is-codec.js'
import { guardedCall, judge, openTurn, structuredOutput, type Tool } from '../../lib/index.js'
import { toJsonSchema } from '../../lib/codec/json-schema/index.js'
import { httpTool } from '../../lib/tools/http/index.js'
import { sqlTool } from '../../lib/tools/sql/index.js'
import { calibrate } from '../../lib/operate/calibrate/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'
import { startLoopback } from '../helpers/loopback.js'
import { zodLike } from '../helpers/zod-like.js'

const Page = zodLike(t.type({ rows: t.array(t.number) }))
const Args = zodLike(t.strict({ q: t.string }))

const asynchronous = (validate: (value: unknown) => unknown): StandardSchemaLike =>
  ({ '~standard': { version: 1, vendor: 'acme', validate } }) as StandardSchemaLike

const always = asynchronous(async (value) => ({ value }))
const sometimes = asynchronous((value) =>
  value === undefined ? { issues: [{ message: 'Required' }] } : Promise.resolve({ value })
)

describe('guardedCall with schemas', () => {
  const tool = (answer: unknown): Tool<{ q: string }> => ({
    name: 'search',
    effect: 'read',
    args: Args,
    run: () => answer
  })

  it('judges the answer by the schema', async () => {
    expect(expectRight(await openTurn().run(guardedCall(tool('{"rows":[1]}'), Page)({ q: 'x' })))).to.deep.equal({
      rows: [1]
    })
    expect(expectLeft(await openTurn().run(guardedCall(tool('{"rows":["x"]}'), Page)({ q: 'x' })))).to.include({
      code: 'schema_violation',
      detail: 'rows[0]: expected number, received one word of 1 letter'
    })
  })

  it('decodes by the schema what the model sent, and checks by it what the program gives', async () => {
    const seen: Array<unknown> = []
    const call = guardedCall({ ...tool(null), run: (args) => (seen.push(args), '{"rows":[]}') }, Page)
    expectRight(await openTurn().run(call.fromModel({ q: 'x', more: 1 })))
    expectRight(await openTurn().run(call({ q: 'y' })))
    const wrong = [call.fromModel({ q: 5 }), call({ q: 5 as unknown as string })].map((run) => openTurn().run(run))
    for (const refused of await Promise.all(wrong))
      expect(expectLeft(refused)).to.include({
        code: 'invalid_arguments',
        detail: "- 'q': expected string, got number"
      })
    expect(seen).to.deep.equal([{ q: 'x' }, { q: 'y' }])
  })

  it('shows codecs made of them, which adapters and pipelines read', () => {
    const { codec, tool: checked } = guardedCall(tool('{}'), Page)
    expect([codec.decode({ rows: [1] }), checked.args?.is({ q: 'x' }), checked.name]).to.deep.equal([
      E.right({ rows: [1] }),
      true,
      'search'
    ])
    expect(toJsonSchema(checked.args ?? t.unknown)).to.deep.equal({
      type: 'object',
      properties: { q: { type: 'string' } },
      required: ['q']
    })
  })

  it('leaves a tool that has nothing to be changed as it is', () => {
    const plain = { name: 'a', effect: 'read', args: t.type({ q: t.string }), run: () => 1 } as const
    expect(guardedCall(plain, t.number).tool).to.equal(plain)
  })

  it('runs a tool that is an object of a class', async () => {
    class Search {
      readonly name = 'search'
      readonly effect = 'read'
      readonly args = Args
      readonly #rows = [7]
      run({ q }: { readonly q: string }): unknown {
        return { rows: this.#rows, q }
      }
    }
    expect(expectRight(await openTurn().run(guardedCall(new Search(), Page)({ q: 'x' })))).to.deep.equal({
      rows: [7],
      q: 'x'
    })
  })

  it('refuses an asynchronous schema by the name of its option, and says so of one that shows it later', async () => {
    const run = () => 1
    expect(() => guardedCall({ name: 'a', effect: 'read', run }, always)).to.throw(
      TypeError,
      /^Expected `codec` to validate synchronously, got one that answers with a promise\./
    )
    expect(() => guardedCall({ name: 'a', effect: 'read', args: always, run }, t.number)).to.throw(
      TypeError,
      /^Expected `args` to validate synchronously/
    )
    const cure =
      'is a schema that validates asynchronously: use a synchronous schema, or validate in code of yours that can wait'
    const ofCodec = { code: 'codec_threw', detail: `The codec ${cure}.` }
    const ofArgs = { code: 'codec_threw', detail: `The codec of the arguments ${cure}; the tool was not run.` }
    expect(expectLeft(await openTurn().run(guardedCall({ name: 'a', effect: 'read', run }, sometimes)()))).to.include(
      ofCodec
    )
    const call = guardedCall({ name: 'a', effect: 'read', args: sometimes, run }, t.number)
    for (const asked of [call.fromModel({ q: 1 }), call({ q: 1 })])
      expect(expectLeft(await openTurn().run(asked))).to.include(ofArgs)
    const generated = await openTurn().run(structuredOutput({ generate: () => '{}', codec: sometimes })('x'))
    expect(expectLeft(generated)).to.include(ofCodec)
  })

  it('refuses what is neither, though it says that it is a schema', () => {
    const none = { '~standard': { version: 1, vendor: 'acme' } } as StandardSchemaLike
    expect(() => guardedCall({ name: 'a', effect: 'read', run: () => 1 }, none)).to.throw(
      TypeError,
      /^Expected `codec` to be a Standard Schema/
    )
  })
})

describe('a schema', () => {
  it('is taken by judge', () => {
    expect(judge({ codec: Page }, '{"rows":[1]}')).to.deep.equal(E.right({ rows: [1] }))
    expect(expectLeft(judge({ codec: Page }, '{"rows":[null]}')).detail).to.equal(
      'rows[0]: expected number, received null'
    )
  })

  it('is taken by structuredOutput, and by its fallback', async () => {
    const ask = structuredOutput({
      generate: () => '{"n":1}',
      codec: Page,
      fallback: { codec: zodLike(t.type({ n: t.number })) },
      maxRetries: 0
    })
    expect(expectRight(await openTurn().run(ask('x')))).to.deep.include({ value: { n: 1 }, fallback: true })
    const ok = structuredOutput({ generate: () => '{"rows":[1]}', codec: Page })
    expect(expectRight(await openTurn().run(ok('x')))).to.deep.include({ value: { rows: [1] }, fallback: false })
  })

  it('is taken by httpTool for its arguments, but not with pages', async () => {
    const service = await startLoopback((request, response) =>
      response.end(JSON.stringify({ rows: [1], url: request.url }))
    )
    const options = {
      name: 'search',
      effect: 'read',
      args: Args,
      request: ({ q }: { readonly q: string }) => ({ url: `${service.origin}/`, searchParams: { q } }),
      allowOrigins: [service.origin]
    } as const
    const call = guardedCall(httpTool(options), Page)
    expect(expectRight(await openTurn().run(call.fromModel({ q: 'x', more: 1 })))).to.deep.equal({
      rows: [1],
      url: '/?q=x'
    })
    await service.close()
    expect(() => httpTool({ ...options, pages: true })).to.throw(TypeError, 'Expected `args` to be an io-ts codec')
  })

  it('is taken by sqlTool for its arguments', () => {
    const tool = sqlTool({
      name: 'search',
      effect: 'read',
      args: Args,
      client: {
        query: () => Promise.reject(new Error('not asked')),
        connect: () => Promise.reject(new Error('not asked'))
      } as never,
      query: ({ q }) => ({ text: 'SELECT $1', values: [q] })
    })
    expect(guardedCall(tool, t.unknown).tool.args?.is({ q: 1 })).to.equal(false)
  })

  it('is taken by calibrate', async () => {
    const record = {
      v: 1,
      at: '2026-11-02T00:00:00.000Z',
      tool: 'search',
      effect: 'read',
      callId: 'c',
      turnId: 't',
      args: {},
      outcome: 'right',
      code: null,
      executed: 'yes',
      ms: 1,
      bytes: 14,
      answer: { text: '{"rows":["x"]}' }
    } as const
    const { tools } = await calibrate([record], [{ name: 'search', codec: Page }])
    expect(tools.map(({ tool, rejected }) => ({ tool, rejected }))).to.deep.equal([{ tool: 'search', rejected: 1 }])
  })
})
