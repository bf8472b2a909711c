/** Schemas that make other arguments of those that a model sends: a next call holds what they would make again. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { z } from 'zod'
import { detectMorePages, guardedCall, guardFunctions, openTurn, type ToolError } from '../../lib/index.js'
import { guardTools as guardAiSdk } from '../../lib/adapters/ai-sdk/tools.js'
import { guardTools as guardAnthropic } from '../../lib/adapters/anthropic/tools.js'
import { guardTools as guardOpenAi } from '../../lib/adapters/openai/tools.js'

type Fields = Readonly<Record<string, unknown>>

const Listing = z.object({
  min_price: z.number().transform((euros) => euros * 100),
  page: z.int(),
  size: z.int().default(20)
})

const asked: Array<Fields> = []
const list = (args: Fields): unknown => {
  asked.push(args)
  return { items: [{ id: 1 }], page: args['page'], total_pages: 3 }
}
const rules = { list: { effect: 'read', checks: [detectMorePages()] } } as const

const toldOf = async (told: () => unknown): Promise<ToolError> => {
  try {
    return JSON.parse(String(await told())) as ToolError
  } catch (thrown) {
    return JSON.parse((thrown as Error).message) as ToolError
  }
}

/** The calls that a model makes which follows `next` alone. */
const follow = async (call: (args: Fields) => unknown): Promise<ReadonlyArray<unknown>> => {
  let args: Fields | undefined = { min_price: 5, page: 1 }
  asked.length = 0
  for (let calls = 0; args !== undefined && calls < 2; calls++) {
    const sent: Fields = args
    args = (await toldOf(() => call(sent))).next?.args as Fields | undefined
  }
  return asked.map(({ min_price, page }) => [min_price, page])
}

const TWO_PAGES = [
  [500, 1],
  [500, 2]
]

describe('arguments that a schema makes of others', () => {
  const parameters = {
    type: 'object',
    properties: { min_price: { type: 'number' }, page: { type: 'integer' } }
  } as const

  it('are followed as the model sent them', async () => {
    const called = guardedCall({ name: 'list', effect: 'read', args: Listing, run: list }, t.unknown, detectMorePages())
    const turn = openTurn()
    expect(await follow(async (args) => called.toModelText(await turn.run(called.fromModel(args))))).to.deep.equal(
      TWO_PAGES
    )
    const tools = guardFunctions({ list }, { turn: openTurn(), rules: { list: { ...rules.list, args: Listing } } })
    expect(await follow(tools.list as never)).to.deep.equal(TWO_PAGES)
  })

  it('are followed where the parser of a tool makes them', async () => {
    const [openai] = guardOpenAi(
      [
        {
          type: 'function',
          function: {
            name: 'list',
            parameters,
            parse: (text: string) => Listing.parse(JSON.parse(text)),
            function: list
          }
        }
      ],
      { turn: openTurn(), rules }
    ) as never as [{ function: Record<'parse' | 'function', (given: unknown) => unknown> }]
    expect(await follow((args) => openai.function.function(openai.function.parse(JSON.stringify(args))))).to.deep.equal(
      TWO_PAGES
    )
    const [anthropic] = guardAnthropic(
      [{ name: 'list', input_schema: parameters, parse: (input: unknown) => Listing.parse(input), run: list }],
      { turn: openTurn(), rules }
    ) as never as [Record<'parse' | 'run', (given: unknown) => unknown>]
    expect(await follow((args) => anthropic.run(anthropic.parse(args)))).to.deep.equal(TWO_PAGES)
  })

  it('are not followed where nobody knows what was sent', async () => {
    const called = guardedCall({ name: 'list', effect: 'read', args: Listing, run: list }, t.unknown, detectMorePages())
    const nextOf = async (args: Fields): Promise<unknown> => {
      const result = await openTurn().run(called(args as never))
      return E.isLeft(result) ? result.left.next?.args : 'whole'
    }
    expect(await nextOf({ min_price: 500, page: 1, size: 20 })).to.equal(undefined)
    expect(await nextOf({ min_price: 0, page: 1, size: 20 })).to.deep.equal({ min_price: 0, page: 2, size: 20 })
    const { list: tool } = guardAiSdk(
      { list: { inputSchema: Listing, execute: list } },
      { turn: openTurn(), rules }
    ) as never as { list: { execute: (args: unknown, options: object) => Promise<unknown> } }
    const run = (args: Fields) => tool.execute(Listing.parse(args), { toolCallId: 'a' })
    expect(await follow(run)).to.deep.equal([[500, 1]])
  })

  it('are followed by no page that the schema counts otherwise', async () => {
    const next = async (page: z.ZodType, sent: Fields): Promise<unknown> => {
      const run = () => ({ items: [{ id: 1 }], has_more: true })
      const args = z.object({ page })
      const called = guardedCall({ name: 'list', effect: 'read', args, run }, t.unknown, detectMorePages())
      const result = await openTurn().run(called.fromModel(sent))
      return E.isLeft(result) ? result.left.next?.args : 'whole'
    }
    const from0 = z.int().transform((page) => page - 1)
    for (const [page, sent] of [
      [from0, { page: 1 }],
      [from0, { page: 3 }],
      [from0.default(1), {}]
    ] as const)
      expect(await next(page, sent)).to.equal(undefined)
    expect(await next(z.coerce.number(), { page: '2' })).to.deep.equal({ page: 3 })
    expect(await next(z.string().transform(Number), { page: '2' })).to.deep.equal({ page: '3' })
    expect(await next(z.int().default(1), {})).to.deep.equal({ page: 2 })
  })

  it('are narrowed as the model sent them, or not at all', async () => {
    const cut = '[{"id":1},{"id":2'
    const next = async (args: unknown, sent: Fields, narrow: unknown): Promise<unknown> => {
      const tool = { name: 'list', effect: 'read', args, narrow, run: () => cut } as never
      const result = await openTurn().run(guardedCall(tool, t.unknown).fromModel(sent))
      return E.isLeft(result) ? result.left.next?.args : 'whole'
    }
    const Prices = z.object({ min_price: z.number().transform((euros) => euros * 100), limit: z.int() })
    const sent = { min_price: 5, limit: 10 }
    expect(await next(Prices, sent, () => ({ limit: 5 }))).to.deep.equal({ min_price: 5, limit: 5 })
    expect(await next(Prices, sent, () => ({ min_price: 700 }))).to.equal(undefined)
    const Texts = t.type({ limit: NumberFromString })
    expect(await next(Texts, { limit: '10' }, () => ({ limit: 5 }))).to.deep.equal({ limit: '5' })
  })
})
