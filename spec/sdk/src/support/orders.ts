/**
 * The tools of the story, and how it ends: a search whose answer some layer cuts at 4096 bytes, and a model that does
 * not listen.
 */
import { guardedCall } from 'guarded-call'
import { cutAt, misbehaving } from 'guarded-call/testing'
import * as t from 'io-ts'

export const Orders = t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })

const orders = Array.from({ length: 200 }, (_, id) => ({ id, total: id * 1.5 }))

export const cutSearch = () => misbehaving(async (_args?: unknown) => ({ orders }), cutAt(4096))

export const searchOrders = (search = cutSearch()) =>
  guardedCall(
    {
      name: 'search_orders',
      description: 'Finds orders.',
      effect: 'read',
      args: t.type({ status: t.string }),
      run: search
    },
    Orders
  )

/** The codes of the ToolErrors among texts. */
export const codesOf = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.map((text) => (JSON.parse(text) as { readonly code: string }).code)

export const STORY = [
  ...Array<string>(3).fill('truncated_response'),
  ...Array<string>(14).fill('retry_budget_exceeded')
]
