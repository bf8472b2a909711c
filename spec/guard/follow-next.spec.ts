/** A scripted model that follows `next` alone, against real services that page, cut, throttle and answer too much. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { closed } from '../../lib/codec/closed.js'
import { integerBetween, oneOf } from '../../lib/codec/formats.js'
import { detectMorePages } from '#core/checks'
import type { PartialData } from '#core/errors'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { openTurn } from '../../lib/guard/session.js'
import { httpTool } from '../../lib/tools/http/http-tool.js'
import { FAULTS, startListing, STATUSES, STYLES, type Scenario } from '../helpers/listing-service.js'

// A name that means a page's size and nothing else: a `limit` might be one of the rows themselves.
const filters = { status: oneOf(STATUSES), per_page: integerBetween(1, 100) }

const ARGS: Readonly<Record<Scenario['style'], t.Type<Record<string, unknown>, unknown>>> = {
  page: closed(t.partial({ ...filters, page: integerBetween(1, 1_000) })) as never,
  page0: closed(t.partial({ ...filters, page: t.Int })) as never,
  offset: closed(t.partial({ ...filters, offset: t.Int })) as never,
  cursor: closed(t.partial({ ...filters, cursor: t.string })) as never,
  link: closed(t.partial(filters)) as never,
  header: closed(t.partial(filters)) as never
}

const Orders = t.array(t.type({ id: t.number }))
const Answer = t.union([t.type({ orders: Orders }), t.type({ data: t.type({ orders: Orders }) })])
const idsOf = (answer: unknown): ReadonlyArray<number> => {
  const { orders, data } = answer as {
    readonly orders?: t.TypeOf<typeof Orders>
    readonly data?: { readonly orders: t.TypeOf<typeof Orders> }
  }
  return (orders ?? data?.orders ?? []).map(({ id }) => id)
}

interface Played {
  readonly ids: ReadonlyArray<number>
  /** Answers after which there was a next move to make, and those of them that named it. */
  readonly moves: number
  readonly named: number
  readonly repeated: number
}

const FIRST: Readonly<Record<Scenario['style'], Readonly<Record<string, unknown>>>> = {
  page: { page: 1 },
  page0: { page: 0 },
  offset: {},
  cursor: {},
  link: {},
  header: {}
}

const play = async (scenario: Scenario): Promise<Played> => {
  const service = await startListing(scenario)
  const list = guardedCall(
    httpTool<Record<string, unknown>>({
      name: 'list_orders',
      effect: 'read',
      args: ARGS[scenario.style],
      request: ({ per_page, ...args }) => ({
        url: `${service.origin}/orders`,
        searchParams: { ...args, limit: per_page } as Record<string, string>
      }),
      allowOrigins: [service.origin],
      pages: scenario.style === 'link' || scenario.style === 'header',
      timeoutMs: 5_000,
      ...(scenario.fault === 'oversized' ? { maxBytes: 1_500 } : {})
    }),
    Answer,
    detectMorePages()
  )
  const turn = openTurn()
  const ids: Array<number> = []
  let [moves, named] = [0, 0]
  let args: unknown = {
    ...FIRST[scenario.style],
    per_page: scenario.limit,
    status: scenario.fault === 'misspelt' ? 'Shipped' : 'shipped'
  }
  try {
    for (let step = 0; step < 200; step++) {
      const result = await turn.run(list.fromModel(args))
      if (E.isRight(result)) {
        ids.push(...idsOf(result.right))
        break
      }
      const { code, data, next, retryAfterMs } = JSON.parse(list.toModelText(result)) as PartialData
      if (code === 'more_pages_available') ids.push(...idsOf(data))
      if (retryAfterMs !== undefined) {
        service.wait(retryAfterMs)
        continue
      }
      moves += 1
      if (next === undefined) break
      named += 1
      args = next.args
    }
    const { asked } = service
    const repeated = asked.length - new Set(asked).size - (scenario.fault === 'throttled' ? 1 : 0)
    expect(ids, JSON.stringify(scenario)).to.deep.equal(service.ids)
    return { ids, moves, named, repeated }
  } finally {
    await service.close()
  }
}

const SIZES = [
  { orders: 0, limit: 10 },
  { orders: 7, limit: 10 },
  { orders: 40, limit: 20 },
  { orders: 63, limit: 50 }
]

const scenarios = STYLES.flatMap((style) => FAULTS.flatMap((fault) => SIZES.map((size) => ({ style, fault, ...size }))))

describe('a model that follows next', () => {
  it(`collects every row of ${scenarios.length} services, and no page twice`, async () => {
    const played = await Promise.all(scenarios.map(play))
    expect(scenarios.length).to.be.at.least(100)
    expect(played.reduce((sum, { repeated }) => sum + repeated, 0)).to.equal(0)
    const withMove = played.filter(({ moves }) => moves > 0)
    const led = withMove.filter(({ moves, named }) => moves === named)
    expect(withMove.length).to.be.at.least(70)
    expect(led.length).to.equal(withMove.length)
  })
})
