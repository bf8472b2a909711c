/** The tools of the story: a search whose answer some layer cuts at 4096 bytes, and the ones around it. */
import * as t from 'io-ts'
import { guardedCall } from 'guarded-call'

export const cutBody = JSON.stringify({
  orders: Array.from({ length: 200 }, (_, i) => ({ id: i, total: i * 1.5 }))
}).slice(0, 4096)

export const Orders = t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })

export interface Counted {
  runs: number
}

export const searchOrders = (counted: Counted) =>
  guardedCall(
    {
      name: 'search_orders',
      description: 'Finds orders.',
      effect: 'read',
      args: t.type({ status: t.string }),
      run: () => {
        counted.runs++
        return cutBody
      }
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
