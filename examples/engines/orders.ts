/** A service that takes orders, and the tool that asks it. */
import { setTimeout } from 'node:timers/promises'
import * as t from 'io-ts'
import { guardedCall } from 'guarded-call'

/** The operations of all that was ordered. */
export const placed: Array<string> = []

export const order = guardedCall(
  {
    name: 'place_order',
    effect: 'write',
    args: t.type({ sku: t.string }),
    run: async ({ sku }, { operationId }) => {
      placed.push(operationId)
      const id = `${sku} ${placed.length}`
      await setTimeout(1_500)
      return { id }
    }
  },
  t.type({ id: t.string })
)
