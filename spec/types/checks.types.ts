/**
 * The codec alone decides the payload's type: every ready-made check takes it, and the arguments' type, from where it
 * is used.
 */
import { expectTypeOf } from 'expect-type'
import * as t from 'io-ts'
import {
  type SemanticCheck,
  countMatches,
  detectMorePages,
  echoes,
  errorEnvelope,
  fresh,
  morePages,
  nonEmpty,
  within
} from '#core/checks'
import type { Tool } from '../../lib/guard/tool.js'

// The signature under which checks are used.
declare const guardedCall: <Args, A>(
  tool: Tool<Args>,
  codec: t.Decoder<unknown, A>,
  ...checks: ReadonlyArray<SemanticCheck<NoInfer<A>, NoInfer<Args>>>
) => { readonly payload: A; readonly args: Args }

interface Args {
  readonly page: number
  readonly customer?: string
}
declare const tool: Tool<Args>
declare const untyped: Tool<unknown>
const Page = t.type({
  orders: t.array(t.type({ id: t.string, total: t.number, customer: t.string })),
  count: t.number,
  has_more: t.boolean,
  at: t.string
})
type Page = t.TypeOf<typeof Page>

const call = guardedCall(
  tool,
  Page,
  nonEmpty((payload) => payload.orders),
  nonEmpty((payload) => payload.orders, { firstPage: (args) => args.page === 1 }),
  morePages({
    more: (payload) => payload.has_more,
    next: (payload, args) => (payload.count > 1 ? `Call again with page=${args.page + 1}.` : null)
  }),
  countMatches(
    (payload) => payload.orders,
    (payload) => payload.count
  ),
  echoes({ asked: (args) => args.customer, answered: (payload) => payload.orders.map((order) => order.customer) }),
  within((payload) => payload.orders.map((order) => order.total), { min: 0 }),
  within((payload, args) => payload.count + args.page, { min: 0 }),
  fresh((payload) => payload.at, { maxAgeMs: 1_000 }),
  errorEnvelope(),
  detectMorePages()
)
expectTypeOf(call).toEqualTypeOf<{ readonly payload: Page; readonly args: Args }>()

guardedCall(
  untyped,
  Page,
  nonEmpty((payload) => payload.orders),
  detectMorePages(),
  morePages({ more: (payload) => payload.has_more })
)

// What the codec does not promise, a check cannot ask for.
guardedCall(
  tool,
  Page,
  // @ts-expect-error: no such field
  nonEmpty((payload) => payload.invoices)
)
// @ts-expect-error: no such argument
guardedCall(tool, Page, echoes({ asked: (args) => args.vendor, answered: (payload) => payload.at }))
guardedCall(
  tool,
  Page,
  // @ts-expect-error: no rows
  nonEmpty((payload) => payload.has_more)
)
