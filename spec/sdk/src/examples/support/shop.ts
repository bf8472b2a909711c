/**
 * The shop of these examples. Some layer cuts what its search answers at 4,096 bytes, and the model that asks does not
 * listen.
 */
import { strict as assert } from 'node:assert'
import * as t from 'io-ts'

export const Orders = t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })

let asked = 0

export const searchOrders = (_status: string): string => {
  asked++
  return JSON.stringify({ orders: Array.from({ length: 200 }, (_, id) => ({ id, total: id * 1.5 })) }).slice(0, 4096)
}

/** How often the model asks for the same search before it gives up. */
export const TIMES = 17

/** What the model is asked, and what it asks for each time. */
export const QUESTION = 'Which orders are open?'
export const ARGS = { status: 'open' } as const

/** Says what the model read, and that the shop was spared. */
export const tell = (texts: ReadonlyArray<string>): void => {
  const codes = texts.map((text) => (JSON.parse(text) as { readonly code: string }).code)
  console.log(
    `The model asked ${texts.length} times, the shop answered ${asked} times. The model read, first and last:\n${texts[0]}\n${texts.at(-1)}`
  )
  assert.equal(asked, 3)
  assert.deepEqual(codes, [
    ...Array<string>(3).fill('truncated_response'),
    ...Array<string>(TIMES - 3).fill('retry_budget_exceeded')
  ])
}
