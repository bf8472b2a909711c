/**
 * A scripted model that makes the call that each error names: a status in another case, an answer that is cut, and
 * three ways to page. No keys, no network.
 */
import { strict as assert } from 'node:assert'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  closed,
  detectMorePages,
  guardedCall,
  integerBetween,
  oneOf,
  openTurn,
  ToolError,
  type GuardedCall
} from 'guarded-call'
import { httpTool } from 'guarded-call/http'

// -- a service: 45 orders, by page, by a cursor in the answer, or by a Link header; a proxy before it ends every answer
// at 1,000 bytes

const orders = Array.from({ length: 45 }, (_, i) => ({ id: i + 1, name: 'an order of some length' }))
const asked: Array<string> = []

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  asked.push(`${url.pathname}${url.search}`)
  const limit = Number(url.searchParams.get('limit'))
  const from = Number(url.searchParams.get('offset') ?? (Number(url.searchParams.get('page') ?? 1) - 1) * limit)
  const isLast = from + limit >= orders.length
  const next = new URL(url)
  next.searchParams.set('offset', String(from + limit))
  const page = { orders: orders.slice(from, from + limit) }
  const said = {
    '/page': { ...page, has_more: !isLast },
    '/cursor': { ...page, next_cursor: isLast ? null : `${from + limit}` },
    '/link': page
  }[url.pathname]
  if (url.pathname === '/link' && !isLast) response.setHeader('link', `<${next.pathname}${next.search}>; rel="next"`)
  response.end(JSON.stringify(said).slice(0, 1_000))
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

// -- the tools

const Orders = t.type({ orders: t.array(t.type({ id: t.number })) })
const filters = { status: oneOf(['placed', 'shipped']), per_page: integerBetween(1, 100) }

const listing = <Args extends { readonly per_page?: number; readonly page?: number; readonly cursor?: string }>(
  path: string,
  args: t.Type<Args, unknown>
): GuardedCall<Args, t.TypeOf<typeof Orders>> =>
  guardedCall(
    httpTool({
      name: `list_orders_by_${path}`,
      effect: 'read',
      args,
      request: ({ per_page, page, cursor }) => ({
        url: `${origin}/${path}`,
        searchParams: { limit: per_page, page, offset: cursor }
      }),
      allowOrigins: [origin],
      // A Link is a place that no argument names: the tool gives the model a cursor that stands for it.
      pages: path === 'link'
    }),
    Orders,
    detectMorePages()
  )

// -- the model: it reads an error, keeps the rows of a page, and makes the call that the error names

const isPage = t.type({ orders: t.array(t.type({ id: t.number })) })

const collect = async <Args>(
  call: GuardedCall<Args, t.TypeOf<typeof Orders>>,
  first: unknown
): Promise<ReadonlyArray<number>> => {
  const turn = openTurn()
  const ids: Array<number> = []
  let args = first
  for (;;) {
    const result = await turn.run(call.fromModel(args))
    if (E.isRight(result)) return [...ids, ...result.right.orders.map(({ id }) => id)]
    const read = ToolError.decode(JSON.parse(call.toModelText(result)))
    assert.ok(E.isRight(read))
    const { code, hint, data, next } = read.right
    console.log(`  ${code}: ${hint}`)
    if (code === 'more_pages_available' && isPage.is(data)) ids.push(...data.orders.map(({ id }) => id))
    assert.ok(next !== undefined, `${code} names no next call`)
    args = next.args
  }
}

const stories = [
  { call: listing('page', closed(t.partial({ ...filters, page: integerBetween(1, 1_000) }))), first: { page: 1 } },
  { call: listing('cursor', closed(t.partial({ ...filters, cursor: t.string }))), first: {} },
  { call: listing('link', closed(t.partial(filters))), first: {} }
]

for (const { call, first } of stories) {
  console.log(call.tool.name)
  const ids = await collect(call as GuardedCall<unknown, t.TypeOf<typeof Orders>>, {
    ...first,
    status: 'Shipped',
    per_page: 40
  })
  assert.deepEqual(
    ids,
    orders.map(({ id }) => id)
  )
}

// No page was asked for twice.
assert.equal(new Set(asked).size, asked.length)
await new Promise((resolve) => server.close(resolve))
