/** What one answer of a write proves, as the record of its call says. */
import * as t from 'io-ts'
import { guardedCall, openTurn } from '../../lib/index.js'

export const executedBy = async (answer: unknown, codec: t.Mixed = t.type({ id: t.string })): Promise<unknown> => {
  const turn = openTurn({ logger: false })
  const pay = guardedCall<unknown, unknown>(
    { name: 'pay', effect: 'write', respondsWhenDone: true, run: () => answer },
    codec
  )
  await turn.run(pay({}))
  return turn.calls[0]?.executed
}
